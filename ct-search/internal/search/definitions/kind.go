// Package definitions finds the definitions of one kind in a tree, by name, by an expression over names, or all of
// them; the imports of a module; and modules. With a name, only files that contain the name are scanned.
package definitions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/source"
)

// A Kind is what is looked for: a kind of definition, or one of the following.
type Kind string

// The kinds that are not kinds of definitions.
const (
	Import   Kind = "import"
	Callsite Kind = "callsite" // not a definition; found by package calls
	Module   Kind = "module"   // a definition, and also every file or package
)

// Kinds names the kinds, as they are printed.
func Kinds() []string {
	kinds := []string{"function", "class", "method", string(Import), "variable", "constant", string(Module), string(Callsite)}
	for s := source.Function; s <= source.Field; s++ {
		if !slices.Contains(kinds, s.String()) {
			kinds = append(kinds, s.String())
		}
	}
	return kinds
}

// parseKind reads the name of a kind. The error names the nearest, or all.
func parseKind(name string) (Kind, error) {
	switch {
	case slices.Contains(Kinds(), name):
		return Kind(name), nil
	case meant()[strings.ToLower(name)] != "":
		return "", fmt.Errorf("unknown kind %q; did you mean %q?", name, meant()[strings.ToLower(name)])
	}
	echoed := grep.Echo(name, grep.LeanEcho)
	if hint := nearest.Hint(name, Kinds()); hint != "" {
		return "", fmt.Errorf("unknown kind %q%s", echoed, hint)
	}
	return "", fmt.Errorf("unknown kind %q; the kinds are %s", echoed, strings.Join(Kinds(), " "))
}

// meant returns the kind for its name in other tools.
func meant() map[string]string {
	return map[string]string{
		"def": "function", "func": "function", "fn": "function", "var": "variable", "const": "constant", "package": "module", "namespace": "module",
		"file": "module", "call": "callsite", "calls": "callsite", "attribute": "field", "property": "field", "typedef": "type", "protocol": "interface",
	}
}

// holds reports whether a definition is of the kind.
func (k Kind) holds(s source.Symbol) bool { return string(k) == s.String() }

// plural returns the kind as a count of several names it.
func (k Kind) plural() string {
	switch {
	case strings.HasSuffix(string(k), "s"):
		return string(k) + "es"
	case k == "key":
		return "keys"
	case strings.HasSuffix(string(k), "y"):
		return strings.TrimSuffix(string(k), "y") + "ies"
	}
	return string(k) + "s"
}
