// Package heritage reads what types implement, extend or mix in where the head of their declaration does not say it: impl blocks and
// derive of Rust, modules that classes of Ruby include, traits that classes of PHP use, classes without a name, and classes of
// Python that are registered.
package heritage

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// A Relation is one type that another one has as its base.
type Relation struct {
	Base source.Span // as written, with the names before it
	Kind Kind
	// Type is where the name of the declared type stands that has the base, None if New is set.
	Type int
	// New is a type without a declaration of its own: a class without a name, whose Name is that of the base, or a block or a call that
	// says it of a type that stands elsewhere.
	New *source.Declaration
	// Nameless is whether New is a class without a name.
	Nameless bool
	// Every is what an impl block is for, if that is a type parameter: every type with these bounds.
	Every string
}

// Kind says how a type has a base.
type Kind string

// The ways.
const (
	Implements Kind = "implements"
	Extends    Kind = "extends"
	Derives    Kind = "derives"
	Includes   Kind = "includes" // its methods become those of objects
	Adds       Kind = "adds"     // of Ruby: they become those of the class itself
	Uses       Kind = "uses"     // a trait of PHP
	Registers  Kind = "registers"
)

// A reader reads the relations of one file.
type reader struct {
	text []byte
	seen *source.File
	all  []Relation
}

// rules are, by languages, the words that a file with such relations must have one of, and the function that reads a relation at a place.
var rules = lazy.Value[map[string]rule]{Make: func() map[string]rule {
	script := rule{[]string{"class extends", "class implements"}, (*reader).script}
	return map[string]rule{
		"rust": {[]string{"impl", "derive"}, (*reader).rust}, "ruby": {[]string{"include", "extend", "prepend", "Class.new"}, (*reader).ruby},
		"php": {[]string{"use ", "class"}, (*reader).php}, "java": {[]string{"new "}, (*reader).java}, "kotlin": {[]string{"object"}, (*reader).kotlin},
		"ts": script, "js": script, "py": {[]string{".register"}, (*reader).python},
	}
}}

type rule struct {
	words []string
	read  func(r *reader, o *source.Occurrence)
}

// Of returns the relations of a file of a language to the types whose names stand at some places, in their order.
func Of(language string, scan source.Scanner, text []byte, places []source.Span) []Relation {
	rule, ok := rules.Get()[language]
	if !ok || len(places) == 0 || !hasOne(text, rule.words) {
		return nil
	}
	r := &reader{text: text, seen: source.Scan(scan, text, source.Want{Places: places, Declarations: true})}
	for i := range r.seen.Occurrences {
		if o := &r.seen.Occurrences[i]; o.Kind != source.String && o.Kind != source.Comment && o.Kind != source.Docstring && o.Kind != source.Definition && !r.inHead(o) {
			rule.read(r, o)
		}
	}
	return r.all
}

func hasOne(text []byte, words []string) bool {
	for _, w := range words {
		if bytes.Contains(text, []byte(w)) {
			return true
		}
	}
	return false
}

// inHead reports whether a place is a base in the head of a declaration.
func (r *reader) inHead(o *source.Occurrence) bool {
	for i := range r.seen.Declarations {
		for _, b := range r.seen.Declarations[i].Bases {
			if b.Meets(o.Place) {
				return true
			}
		}
	}
	return false
}

// path returns the name at a place with the names before it and the signs between them.
func (r *reader) path(at source.Span, signs string) source.Span {
	for at.Start > 0 && (isWord(r.text[at.Start-1]) || strings.IndexByte(signs, r.text[at.Start-1]) >= 0) {
		at.Start--
	}
	return at
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// around returns the innermost type around a place, None if a function stands between, or there is none.
func (r *reader) around(o *source.Occurrence, also ...source.Symbol) int {
	if o.Enclosing == source.None {
		return source.None
	}
	d := &r.seen.Declarations[o.Enclosing]
	if d.Symbol >= source.Class && d.Symbol <= source.Type {
		return o.Enclosing
	}
	if slices.Contains(also, d.Symbol) {
		return o.Enclosing
	}
	return source.None
}

// statement returns the text between the last sign that ends a statement, or opens or closes a block, and a place.
func (r *reader) statement(at int, signs string) []byte {
	from := max(0, at-mostHead)
	return r.text[from+bytes.LastIndexAny(r.text[from:at], signs)+1 : at]
}

// mostHead bounds the text before a name that may say what it is, in bytes.
const mostHead = 2000

// nameless adds a class without a name that has the base at a place, with its body from the next opening brace after pos.
func (r *reader) nameless(o *source.Occurrence, base source.Span, start, pos int, kind Kind) {
	open := bytes.IndexByte(r.text[pos:min(len(r.text), pos+mostHead)], '{')
	if open < 0 {
		return
	}
	end := closing(r.text, pos+open)
	r.all = append(r.all, Relation{Base: base, Kind: kind, Type: source.None, Nameless: true, New: &source.Declaration{
		Name: o.Place, Symbol: source.Class, Span: source.Span{Start: start, End: end},
		Signature: source.Span{Start: start, End: pos}, Parent: o.Enclosing,
	}})
}

// closing returns the end of what the bracket at open begins, strings and comments left aside.
func closing(text []byte, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '`':
			i = quoted(text, i)
		case '\'':
			if i+2 < len(text) && (text[i+2] == '\'' || text[i+1] == '\\') { // a character, and not a lifetime
				i = quoted(text, i)
			}
		case '/':
			i = commented(text, i)
		}
	}
	return len(text)
}

// quoted returns where the string that begins at i ends.
func quoted(text []byte, i int) int {
	for j := i + 1; j < len(text); j++ {
		switch {
		case text[j] == '\\':
			j++
		case text[j] == text[i]:
			return j
		case text[j] == '\n' && text[i] == '\'':
			return i
		}
	}
	return i
}

// commented returns where the comment that begins at i ends; i if there is none.
func commented(text []byte, i int) int {
	if i+1 >= len(text) {
		return i
	}
	end := -1
	switch text[i+1] {
	case '/':
		end = bytes.IndexByte(text[i:], '\n')
	case '*':
		end = bytes.Index(text[i:], []byte("*/"))
	}
	if end < 0 {
		return i
	}
	return i + end
}

// anonymous matches what stands between new and the name of a class.
var anonymous = lazy.Regexp(`\bnew\s+(?:@\w+\s+)*$`)

// java reads classes without a name: new I() {…}.
func (r *reader) java(o *source.Occurrence) {
	base := r.path(o.Place, ".")
	from := max(0, base.Start-mostHead)
	m := anonymous.Get().FindIndex(r.text[from:base.Start])
	if m == nil {
		return
	}
	pos := r.afterArguments(o.Place.End)
	if pos < len(r.text) && r.text[pos] == '(' {
		if pos = skipBlanks(r.text, closing(r.text, pos)); pos < len(r.text) && r.text[pos] == '{' {
			r.nameless(o, base, from+m[0], pos, Extends)
		}
	}
}

// afterArguments returns the place after the type arguments that may stand at pos.
func (r *reader) afterArguments(pos int) int {
	pos = skipBlanks(r.text, pos)
	if pos >= len(r.text) || r.text[pos] != '<' {
		return pos
	}
	depth := 0
	for i := pos; i < min(len(r.text), pos+mostHead); i++ {
		switch r.text[i] {
		case '<':
			depth++
		case '>':
			if i > 0 && (r.text[i-1] == '-' || r.text[i-1] == '=') {
				continue
			}
			if depth--; depth == 0 {
				return skipBlanks(r.text, i+1)
			}
		case ';', '{':
			return pos
		}
	}
	return pos
}

func skipBlanks(text []byte, pos int) int {
	for pos < len(text) && strings.IndexByte(" \t\r\n", text[pos]) >= 0 {
		pos++
	}
	return pos
}

// object matches what stands between object and a base of it.
var object = lazy.Regexp(`\bobject\s*:[\w\s.,<>()"?]*$`)

// kotlin reads objects without a name: object : I {…}.
func (r *reader) kotlin(o *source.Occurrence) {
	base := r.path(o.Place, ".")
	from := max(0, base.Start-mostHead)
	if m := object.Get().FindIndex(r.text[from:base.Start]); m != nil && bytes.Count(r.text[from+m[0]:base.Start], []byte("(")) == bytes.Count(r.text[from+m[0]:base.Start], []byte(")")) {
		r.nameless(o, base, from+m[0], o.Place.End, Extends)
	}
}

// classes matches what stands between class and a base of a class without a name.
var classes = lazy.Regexp(`\bclass\s*(?:<[^{}]*>)?\s*(extends|implements)\s[\w\s.,<>$]*$`)

// script reads classes without a name: class extends B {…}.
func (r *reader) script(o *source.Occurrence) {
	base := r.path(o.Place, ".")
	from := max(0, base.Start-mostHead)
	if m := classes.Get().FindIndex(r.text[from:base.Start]); m != nil {
		kind := Extends
		if bytes.Contains(r.text[from+m[0]:base.Start], []byte("implements")) {
			kind = Implements
		}
		r.nameless(o, base, from+m[0], o.Place.End, kind)
	}
}
