// Package qualname reads symbols as people write them: with the names of what encloses them, and of the file or folder.
package qualname

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// A Symbol is the name of a definition, with the names of those around it and a path, if they are written before it.
type Symbol struct {
	Path  []string // the names of folders, and of a package or file, that end the path: net and http of net/http.Server
	File  string   // the path of the one file: src/a.py of src/a.py:Foo.bar
	Names []string // of the symbol, its own the last
}

// Parse reads a symbol. Its names are joined by "." or "::". Before it may be a path, in one of two forms:
//
//   - PATH.NAMES has a "/". PATH ends at the first "." after the last "/". Its parts are letters, digits and any of _-.+~,
//     and the first may begin with "@". It may begin with "./" or "../", but not with "/".
//   - FILE:NAMES has one ":" between them, and FILE any characters but ":" and line ends.
//
// Whether such a file exists, or is meant, is for the caller to decide.
func Parse(text string) (Symbol, bool) {
	if Is(text) {
		return Symbol{Names: names(text)}, true
	}
	if file, symbol, ok := cutFile(text); ok {
		return Symbol{File: path.Clean(strings.ReplaceAll(file, `\`, "/")), Names: names(symbol)}, Is(symbol)
	}
	slash := strings.LastIndexByte(text, '/')
	dot := strings.IndexByte(text[slash+1:], '.')
	if slash <= 0 || dot <= 0 {
		return Symbol{}, false
	}
	place, symbol := text[:slash+1+dot], text[slash+1+dot+1:]
	parts := strings.Split(place, "/")
	for len(parts) > 1 && (parts[0] == "." || parts[0] == "..") {
		parts = parts[1:]
	}
	for i, part := range parts {
		if i == 0 && len(parts) > 1 {
			part = strings.TrimPrefix(part, "@")
		}
		if !isPart(part) {
			return Symbol{}, false
		}
	}
	return Symbol{Path: parts, Names: names(symbol)}, Is(symbol)
}

// cutFile parts FILE:NAMES at its one ":".
func cutFile(text string) (file, symbol string, ok bool) {
	at := strings.IndexByte(text, ':')
	if at <= 0 || strings.ContainsAny(text, "\n\r\x00") {
		return "", "", false
	}
	file, symbol = text[:at], text[at+1:]
	return file, symbol, !strings.Contains(strings.ReplaceAll(symbol, "::", ""), ":") && !strings.HasPrefix(symbol, ":") && strings.TrimSpace(file) == file
}

// isPart reports whether s may be one part of a path before a symbol: with a letter, and not "." or "..".
func isPart(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLetter) && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.+~", r)
	})
}

func names(symbol string) []string { return strings.Split(strings.ReplaceAll(symbol, "::", "."), ".") }

// Last returns the symbol's own name.
func (q *Symbol) Last() string { return q.Names[len(q.Names)-1] }

// Placed reports whether a path stands before the symbol.
func (q *Symbol) Placed() bool { return q.File != "" || len(q.Path) > 0 }

// Around returns the names that must be around a definition: those of the path, then those before the symbol's own.
func (q *Symbol) Around() []string {
	return append(slices.Clone(q.Path), q.Names[:len(q.Names)-1]...)
}

// EndWith reports whether the last of some names are those of end.
func EndWith(names, end []string) bool {
	return len(names) >= len(end) && slices.Equal(names[len(names)-len(end):], end)
}

// Encloses reports whether names are the last of those around a definition: the folders and the name of its file, and
// the definitions around it. A module of Python is named for its file, a package of Go for its folder. In Rust src
// names no module, and the crate, or crate and the like, may come before the folder of its sources.
func Encloses(file string, around, names []string) bool {
	ext := path.Ext(file)
	parts := strings.Split(strings.TrimSuffix(file, ext), "/")
	if ends(parts, around, names) {
		return true
	}
	switch {
	case ext == ".rs":
		return rustEncloses(parts, around, names)
	case len(names) > 1 && strings.HasPrefix(names[0], "@"):
		return scopeEncloses(parts, around, names[1:])
	}
	return false
}

// ends reports whether the names end those of the path, or of its folder, and those around a definition.
func ends(parts, around, names []string) bool {
	return EndWith(append(slices.Clone(parts), around...), names) || EndWith(append(slices.Clone(parts[:len(parts)-1]), around...), names)
}

// rustEncloses is Encloses for a file of Rust.
func rustEncloses(parts, around, names []string) bool {
	modules := slices.DeleteFunc(slices.Clone(parts[:len(parts)-1]), func(p string) bool { return p == "src" })
	for i, p := range modules {
		modules[i] = strings.ReplaceAll(p, "-", "_")
	}
	modules = append(modules, parts[len(parts)-1])
	if ends(modules, around, names) {
		return true
	}
	rest := names
	for len(rest) > 0 && slices.Contains([]string{"crate", "self", "super", "std", "core", "alloc"}, rest[0]) {
		rest = rest[1:]
	}
	return len(rest) < len(names) && ends(modules, around, rest)
}

// scopeEncloses is Encloses for a package of npm, whose folder has the name after its scope: for what is below that.
func scopeEncloses(parts, around, names []string) bool {
	at := slices.Index(parts[:len(parts)-1], names[0])
	if at < 0 || len(names) == 1 {
		return at >= 0 && len(around) == 0
	}
	return ends(parts[at:], around, names[1:])
}

// Is reports whether q is an identifier of some language, or several joined by "." or "::": a letter of any
// script or "_", then letters, digits and marks, and "$" anywhere, as in PHP, JavaScript and Java, but not alone.
func Is(q string) bool {
	for part := range strings.SplitSeq(strings.ReplaceAll(q, "::", "."), ".") {
		if !isName(part) {
			return false
		}
	}
	return true
}

func isName(s string) bool {
	begun := false // after any leading $
	for _, r := range s {
		switch {
		case r == '$':
		case r == '_' || unicode.IsLetter(r):
			begun = true
		case begun && (unicode.IsDigit(r) || unicode.Is(unicode.M, r)):
		default:
			return false
		}
	}
	return begun
}
