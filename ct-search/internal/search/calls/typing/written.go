// Package typing finds the types of what methods are called on, in languages that declare types by name: in the file of
// a call from declarations and what creates an object, in others from the members of the types that these name.
package typing

import (
	"bytes"
	"slices"
	"strings"
)

// A Language says how a language writes types.
type Language struct {
	before   bool              // a type stands before the name that has it, not after it and a colon
	arrow    string            // what stands before the type of a result; empty if that is before the name of the function
	infer    string            // words in the place of a type that say that the value has it
	dynamic  bool              // a variable or a field may be given values of several types
	open     bool              // what interfaces a type has may be said elsewhere, or nowhere
	extends  bool              // types of the library may get methods
	docs     bool              // a comment before a function may give the types of its parameters
	wrappers map[string]string // types that have the members of their argument
	literals func() []literal
	alike    map[string]string // types of the library by their names, with those that Java has for them
	converts bool              // types may declare conversions that a call does not show
	sigil    string            // before the names of variables, which the scanner does not bind

	builtin    func(name string) bool // the name is that of a type of the language's library
	containers map[string]int         // members of generic types, with or without the name of the type: the argument that each leads to
	becomes    map[string]string      // members of containers that lead to another container of the same arguments
	always     map[string]string      // members that any type has, and the type of the library that each leads to
	copies     map[string]bool        // the same for types of the library
	clone      string                 // the member of any type that leads to an object of the same type
	library    []string               // what the full names of the language's library begin with
	unwraps    map[string]bool        // generic types whose first argument a sign after the value leads to

	namespace string          // the word before the name of the package, or the namespace, of a file
	nested    bool            // a file sees the types of the namespaces around its own, and of all that it imports
	modules   bool            // imports name files
	crates    bool            // paths are those of Rust
	headers   bool            // files include others, and namespaces are declared in them
	pointers  map[string]bool // types of the library that a sign for members leads through to their argument
}

// word reports whether c may be in the name of a type.
func word(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// before returns the type that ends before the name at pos, on the same line; empty if none does.
func before(text []byte, pos int) string {
	end := skipSigns(text, pos, "*&?!")
	suffix := ""
	end = skipConst(text, end)
	switch {
	case end > 2 && string(text[end-3:end]) == "...":
		end, suffix = skipBack(text, end-3), "[]"
	case end > 1 && text[end-1] == ']':
		open := bytes.LastIndexByte(text[:end], '[')
		if open < 0 || len(bytes.TrimSpace(text[open+1:end-1])) > 0 {
			return ""
		}
		end, suffix = skipBack(text, open), "[]"
	}
	arguments := ""
	if end > 0 && text[end-1] == '>' {
		open := opening(text, end)
		if open < 0 {
			return ""
		}
		arguments = string(text[open:end])
		end = skipBack(text, open)
	}
	start := end
	for start > 0 && (word(text[start-1]) || strings.IndexByte(".:\\", text[start-1]) >= 0) {
		start--
	}
	switch {
	case start == end, start > 0 && text[start-1] == '>' && text[start] == ':', // a member of a template
		text[start] >= '0' && text[start] <= '9':
		return ""
	}
	return string(text[start:end]) + arguments + suffix
}

// skipConst returns where a type ends after which const ends at end, with the signs between them.
func skipConst(text []byte, end int) int {
	if end > 5 && string(text[end-5:end]) == "const" && !word(text[end-6]) {
		return skipSigns(text, end-5, "*&")
	}
	return end
}

// skipSigns returns where the blanks and the signs begin that end before pos.
func skipSigns(text []byte, pos int, signs string) int {
	pos = skipBack(text, pos)
	for pos > 0 && strings.IndexByte(signs, text[pos-1]) >= 0 {
		pos = skipBack(text, pos-1)
	}
	return pos
}

// opening returns where the angle bracket opens that closes before end; -1 if that is not seen.
func opening(text []byte, end int) int {
	depth := 0
	for i := end - 1; i >= max(0, end-mostType); i-- {
		switch text[i] {
		case '>':
			if i == 0 || text[i-1] != '-' && text[i-1] != '=' {
				depth++
			}
		case '<':
			if depth--; depth == 0 {
				return i
			}
		case ';', '{', '}':
			return -1
		}
	}
	return -1
}

// mostType is how many bytes a type may have.
const mostType = 400

// skipBack returns where the blanks and block comments of a line begin that end before pos.
func skipBack(text []byte, pos int) int {
	for pos > 0 {
		switch {
		case text[pos-1] == ' ' || text[pos-1] == '\t':
			pos--
		case pos > 3 && text[pos-1] == '/' && text[pos-2] == '*':
			open := bytes.LastIndex(text[:pos-2], []byte("/*"))
			if open < 0 {
				return pos
			}
			pos = open
		default:
			return pos
		}
	}
	return pos
}

// after returns the type that begins at pos, up to what ends it.
func after(text []byte, pos int) string {
	depth := 0
	end := pos
	for ; end < min(len(text), pos+mostType); end++ {
		switch c := text[end]; {
		case strings.IndexByte("([<", c) >= 0:
			depth++
		case c == '>' && end > 0 && (text[end-1] == '-' || text[end-1] == '='):
		case strings.IndexByte(")]>", c) >= 0:
			if depth--; depth < 0 {
				return strings.TrimSpace(string(text[pos:end]))
			}
		case depth == 0 && strings.IndexByte(",;={}\n", c) >= 0:
			if c != '\n' || end > pos && len(bytes.TrimSpace(text[pos:end])) > 0 {
				return strings.TrimSpace(string(text[pos:end]))
			}
		}
	}
	return strings.TrimSpace(string(text[pos:end]))
}

// plain returns the names of a type without its arguments and signs, and how many of its elements it is made of; ok is
// false for what is not only a name.
func (l *Language) plain(written string) (name string, elements int, ok bool) {
	if strings.Contains(written, "|") && l.modules {
		written = alone(written)
	}
	rooted := false
	if l.sigil != "" {
		for strings.HasSuffix(written, "[]") {
			written = strings.TrimSuffix(written, "[]")
			elements++
		}
		written = union(written)
		rooted = strings.HasPrefix(written, `\`)
	}
	for range 5 {
		written = strings.TrimSpace(written)
		for _, sign := range []string{"&", "*", "?", "!", "mut ", "dyn ", "impl ", "const ", "final ", "readonly ", "inout ", "ref ", "out ", "in ", "params ", "vararg ", "struct ", "class ", "enum ", "typename ", "some ", "any "} {
			written = strings.TrimSpace(strings.TrimPrefix(written, sign))
		}
		if strings.HasPrefix(written, "'") { // a lifetime
			_, written, _ = strings.Cut(written, " ")
			continue
		}
		written = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(written, "&*?! "), " const"), "&*?! ")
		if head, ok := strings.CutSuffix(written, "[]"); ok {
			written = head
			elements++
			continue
		}
		head, arguments, generic := strings.Cut(written, "<")
		if !generic {
			break
		}
		last := head[strings.LastIndexAny(head, ".:\\")+1:]
		if _, ok := l.wrappers[last]; !ok {
			written = head
			break
		}
		first := after([]byte(arguments), 0)
		written = first
	}
	if written == "" {
		return "", 0, false
	}
	for i := range len(written) {
		if !word(written[i]) && strings.IndexByte(".:\\", written[i]) < 0 {
			return "", 0, false
		}
	}
	rooted = rooted || l.headers && strings.HasPrefix(written, "::")
	name = signs.Get().Replace(strings.Trim(written, `:\`))
	if rooted {
		name = "." + name
	}
	return name, elements, true
}

// alone returns the only type of a union beside those that have no members; the union if there are several.
func alone(written string) string {
	only := ""
	for one := range strings.SplitSeq(written, "|") {
		switch one = strings.TrimSpace(one); one {
		case "null", "undefined", "void", "":
		default:
			if only != "" {
				return written
			}
			only = one
		}
	}
	return only
}

// isLibrary reports whether a full name is one of the language's library.
func (l *Language) isLibrary(full string) bool {
	return l.sigil != "" && !strings.Contains(full, ".") && of(phpLibrary)(full) || slices.ContainsFunc(l.library, func(start string) bool { return strings.HasPrefix(full, start) })
}

// Extends reports whether a program may give types of the library methods of its own.
func (l *Language) Extends() bool { return l.extends }
