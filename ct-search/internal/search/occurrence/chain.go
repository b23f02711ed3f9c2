package occurrence

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/walk"
)

// A Chain is what stands before the last name of a query: the names a and B of a.B.method, and the path of net/http.Get
// or src/a.py:f.
type Chain struct {
	Names []string // those of a path come first
	Here  []string // names of the folders down to the one that paths begin in

	file string    // the only file that may define it, "" for any
	path []string  // the names of a path, with which Names begin
	all  *packages // whose names the path may begin with; nil without a path of several names
}

// NewChain parts a symbol at its separators, as qualname.Parse does. What names packages is read in the view.
func NewChain(symbol string, here []string, view walk.View) (chain Chain, last string) {
	q, ok := qualname.Parse(symbol)
	if !ok { // a name with a mark, of Ruby
		names := strings.Split(strings.ReplaceAll(symbol, "::", "."), ".")
		q = qualname.Symbol{Names: names}
	}
	chain = Chain{Names: q.Around(), Here: here, file: q.File, path: q.Path}
	if len(q.Path) > 1 {
		chain.all = newPackages(view, here)
	}
	return chain, q.Last()
}

// Qualified reports whether anything stands before the last name.
func (c *Chain) Qualified() bool { return len(c.Names) > 0 || c.file != "" }

// Placed reports whether a path stands before the symbol.
func (c *Chain) Placed() bool { return c.file != "" || len(c.path) > 0 }

// Around returns the chain of what Owner names.
func (c *Chain) Around() Chain {
	around := *c
	around.Names = c.Names[:len(c.Names)-1]
	around.path = c.path[:min(len(c.path), len(around.Names))]
	return around
}

// Owner returns the last name before that of the symbol, or of the file that defines it, "" if there is none.
func (c *Chain) Owner() string {
	switch {
	case len(c.Names) > 0:
		return c.Names[len(c.Names)-1]
	case c.file != "":
		return strings.TrimSuffix(path.Base(c.file), path.Ext(c.file))
	}
	return ""
}

// String says what must be before or around the last name, as in "not after http".
func (c *Chain) String() string {
	names := strings.Join(c.Names[len(c.path):], ".")
	switch {
	case c.file != "" && names != "":
		return "in " + c.file + " after " + names
	case c.file != "":
		return "in " + c.file
	case len(c.path) == 0:
		return "after " + names
	case names != "":
		return "of " + strings.Join(c.path, "/") + "." + names
	}
	return "of " + strings.Join(c.path, "/")
}

// Holds reports whether the names of a definition, with those of its file and folder before them, end with the query.
func (c *Chain) Holds(symbol, name string) bool {
	around := strings.Split(symbol, ".")
	around = around[:len(around)-1]
	switch {
	case c.file != "":
		return c.In(name) && qualname.EndWith(around, c.Names)
	case len(c.Names) == 0:
		return true
	}
	return c.encloses(name, around, c.Names)
}

// In reports whether a file, as its path is printed, is the one, or of the path, that the chain names.
func (c *Chain) In(name string) bool {
	switch {
	case c.file != "":
		return path.Clean(name) == c.file || strings.HasPrefix(name, "/") && path.Clean(name) == path.Join(strings.Join(c.Here, "/"), c.file)
	case len(c.path) == 0:
		return true
	}
	return c.encloses(name, nil, c.path)
}

// encloses reports whether names are the last of those around a definition of a file, by its folders, or by the name of its
// package in place of that one's folder.
func (c *Chain) encloses(name string, around, names []string) bool {
	if qualname.Encloses(path.Join(strings.Join(c.Here, "/"), name), around, names) {
		return true
	}
	if c.all == nil {
		return false
	}
	named := c.all.named(name)
	return named != "" && qualname.Encloses(named, around, names)
}

// Precedes reports whether what a line has before a use says that it is a use of the query, in a file with a name and a
// text. After a path it says so by its last name, in a file that names the path: http. in one with net/http.
func (c *Chain) Precedes(before, name string, text []byte) bool {
	switch {
	case !c.Placed():
		return c.Ends(before)
	case c.In(name):
		own := Chain{Names: c.Names[len(c.path):]}
		return len(own.Names) == 0 || own.Ends(before)
	case c.file != "":
		return false
	}
	short := Chain{Names: c.Names[len(c.path)-1:]}
	return short.Ends(before) && slices.ContainsFunc([]string{"/", ".", "::"}, func(separator string) bool {
		return bytes.Contains(text, []byte(strings.Join(c.path, separator)))
	})
}

// Written reports whether a callee in a file, with text before its last name, is written with the names of the
// chain; after a path, whether its first name is of a module with that path, or of the same place.
func (c *Chain) Written(text, name string, modules []string) bool {
	if !c.Placed() {
		return c.Ends(text)
	}
	short := Chain{Names: c.Names[max(len(c.path)-1, 0):]}
	imported := slices.ContainsFunc(modules, func(m string) bool { return qualname.EndWith(parts(m), c.path) })
	return c.file == "" && short.Ends(text) && imported || c.In(name) && c.Precedes(text, name, nil)
}

// parts returns the names of a module's path.
func parts(module string) []string {
	return strings.FieldsFunc(module, func(r rune) bool { return r == '/' || r == '.' || r == ':' })
}

// Imports reports whether a module, as an import writes it, is what the chain names.
func (c *Chain) Imports(module string) bool {
	if !c.Placed() {
		return c.Ends(module + ".")
	}
	return c.file == "" && len(c.path) == len(c.Names) && qualname.EndWith(parts(module), c.path)
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
