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

// A Kind is what is looked for: a kind of definition, several of them joined by commas, or one of the following.
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

// parseKinds reads the names of one kind, or of several that are defined, joined by commas.
func parseKinds(text string) (Kind, error) {
	var kinds []string
	for name := range strings.SplitSeq(text, ",") {
		k, err := parseKind(strings.TrimSpace(name))
		switch {
		case err != nil:
			return "", err
		case k.alone() && strings.Contains(text, ","):
			return "", fmt.Errorf("%s is asked for alone, without other kinds", string(k))
		case !slices.Contains(kinds, string(k)):
			kinds = append(kinds, string(k))
		}
	}
	return Kind(strings.Join(kinds, ",")), nil
}

// OfDefinitions returns whether a definition is of one of the kinds that text names, joined by commas; "" names all. The error is
// that of an option.
func OfDefinitions(text string) (func(source.Symbol) bool, error) {
	if text == "" {
		return func(source.Symbol) bool { return true }, nil
	}
	kinds, err := parseKinds(text)
	if err == nil && kinds.alone() {
		err = fmt.Errorf("%s is no kind of definition", string(kinds))
	}
	return kinds.holds, err
}

// alone reports whether a kind is found in a way of its own.
func (k Kind) alone() bool { return k == Import || k == Module || k == Callsite }

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

// holds reports whether a definition is of the kind, or of one of the kinds.
func (k Kind) holds(s source.Symbol) bool {
	for name := range strings.SplitSeq(string(k), ",") {
		if name == s.String() {
			return true
		}
	}
	return false
}

// all reports whether every one of the kinds is one that is; none is not.
func (k Kind) all(is func(name string) bool) bool {
	for name := range strings.SplitSeq(string(k), ",") {
		if !is(name) {
			return false
		}
	}
	return true
}

// String returns the kind, or the kinds, as a sentence names one of them.
func (k Kind) String() string { return strings.ReplaceAll(string(k), ",", " or ") }

// plural returns the kind as a count of several names it.
func (k Kind) plural() string {
	var names []string
	for name := range strings.SplitSeq(string(k), ",") {
		switch {
		case strings.HasSuffix(name, "s"):
			name += "es"
		case name == "key" || !strings.HasSuffix(name, "y"):
			name += "s"
		default:
			name = strings.TrimSuffix(name, "y") + "ies"
		}
		names = append(names, name)
	}
	return strings.Join(names, " or ")
}
