package occurrence

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/pattern"
)

// A Chain is the names before the last one of a dotted query: a and B for a.B.method.
type Chain struct {
	Names []string
	Here  []string // names of the folders down to the one that paths begin in
}

// NewChain parts a symbol at its separators, "." and "::".
func NewChain(symbol string, here []string) (chain Chain, last string) {
	names := strings.Split(strings.ReplaceAll(symbol, "::", "."), ".")
	return Chain{Names: names[:len(names)-1], Here: here}, names[len(names)-1]
}

// Owner returns the last name before that of the symbol, "" if there is none.
func (c *Chain) Owner() string {
	if len(c.Names) == 0 {
		return ""
	}
	return c.Names[len(c.Names)-1]
}

// Holds reports whether the names of a definition, with those of its file and folder before them, end with the query.
func (c *Chain) Holds(qualname, name string) bool {
	if len(c.Names) == 0 {
		return true
	}
	file := append(slices.Clone(c.Here), strings.Split(strings.TrimSuffix(name, path.Ext(name)), "/")...)
	around := strings.Split(qualname, ".")
	around = around[:len(around)-1]
	// A module of Python is named for its file, a package of Go for its folder.
	return EndWith(append(slices.Clone(file), around...), c.Names) || EndWith(append(file[:len(file)-1], around...), c.Names)
}

// EndWith reports whether the last of some names are those of end.
func EndWith(names, end []string) bool {
	return len(names) >= len(end) && slices.Equal(names[len(names)-len(end):], end)
}

// Ends reports whether text ends with the names of the chain, each with a separator after it.
func (c *Chain) Ends(text string) bool {
	for _, name := range slices.Backward(c.Names) {
		rest := ""
		for _, separator := range []string{"?.", ".", "::", "->"} {
			if cut, ok := strings.CutSuffix(text, separator); ok {
				rest = cut
				break
			}
		}
		cut, ok := strings.CutSuffix(rest, name)
		if !ok || rest == "" {
			return false
		}
		text = cut
	}
	return text == "" || text[len(text)-1] < utf8.RuneSelf && !pattern.IsIdentifier(text[len(text)-1])
}
