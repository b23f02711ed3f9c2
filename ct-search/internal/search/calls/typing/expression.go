package typing

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// An Expression leads to the type of what a method is called on: from a type, by members and results.
type Expression struct {
	File   *File
	Name   string // of the type, as the file of the call writes it
	Around string // qualified name of the innermost type around the call
	Own    bool   // it is the type around
	Above  bool   // it is a base of that
	Static bool   // the type itself, not an object of it
	Steps  []string
	Why    string
	Arrow  bool // the sign -> is before the member
	// Documented is whether a comment gives the type.
	Documented bool
	Likely     bool // the type is that of one of the values of a variable that may have others
	Changes    Changes
	// Elements is how many times an element has to be taken to get to an object of the type: 1 for an array.
	Elements int
	// Arguments are those of the type, as they are written.
	Arguments []string
	// Also are other types that may have the member.
	Also []string
	// Of Rust: what the type parameters of the impl around the place are bound to.
	bounds map[string]string
}

// Changes says whether what an object of C++ is declared as lets it change.
type Changes uint8

// Whether an object may change.
const (
	Unseen Changes = iota
	Never
	Maybe
)

// A Scope is where an expression stands.
type Scope struct {
	*source.File
	Facts  *File
	Text   []byte
	Class  string // qualified name of the type around
	Around string // qualified name of that, or of the namespace around
	In     int    // index of the declaration around
	At     int    // offset
	deep   int
}

// mostDeep is how many names are followed that are given to one another.
const mostDeep = 4

// Of returns what leads to the type of a value; nil if that is not seen.
func (s *Scope) Of(v source.Value) *Expression {
	e := &Expression{File: s.Facts, Around: s.Around, Steps: v.Steps}
	switch v.Root {
	case source.Self, source.Super:
		if s.Class == "" {
			return nil
		}
		e.Around = s.Class
		e.Own, e.Above, e.bounds = true, v.Root == source.Super, s.Facts.boundsAt(s.At)
		return e
	case source.OfType:
		name, elements, ok := s.Facts.rules.plain(v.Name)
		if !ok {
			return nil
		}
		e.Name, e.Why, e.Elements = name, "it is a new "+strings.TrimPrefix(name, "."), elements
		return e
	case source.Named:
		return s.named(e, v.Name)
	}
	return nil
}

// named adds what a name is.
func (s *Scope) named(e *Expression, name string) *Expression {
	if name == "Self" && s.Class != "" {
		e.Own, e.Static = true, true
		return e
	}
	if (s.Facts.rules.crates || s.Facts.rules.headers) && len(e.Steps) > 0 && strings.HasPrefix(e.Steps[0], "::") {
		return s.path(e, name)
	}
	called := len(e.Steps) > 0 && e.Steps[0] == "()"
	bindings := s.Lookup(name, s.In, s.At)
	b := s.nearest(bindings)
	switch {
	case b == nil && (len(bindings) == 0 || bindings[0].Kind == source.Unknown):
		return s.unbound(e, name, called)
	case b == nil:
		return nil
	case b.Kind == source.Imported:
		return s.static(e, name, called)
	case b.Kind == source.Defined:
		return s.defined(e, b, called)
	}
	if s.Facts.rules.headers && len(e.Steps) == 0 && s.Facts.rules.declared(s.Text, b.Place) != s.Facts.rules.infer {
		e.Changes = changes(s.Text[:b.Place.Start])
	}
	return s.variable(e, b.Name, b.Place)
}

// unbound adds what a name is that the file does not bind: a member that the type around has from another one, or a type.
func (s *Scope) unbound(e *Expression, name string, called bool) *Expression {
	if !upper(name) || called && !s.Facts.rules.callsTypes() {
		return s.inherited(e, name)
	}
	if bound, free := s.bound(name); free {
		if !s.Facts.rules.crates || bound == "" || len(e.Steps) > 0 {
			return nil
		}
		traits := strings.Split(bound, "+")
		name, e.Also = traits[0], traits[1:]
	}
	return s.static(e, name, called)
}

// static makes an expression one that begins with a type itself.
func (s *Scope) static(e *Expression, name string, called bool) *Expression {
	if called && !s.Facts.rules.callsTypes() {
		return nil
	}
	e.Name, e.Static = name, true
	return e
}

// path makes an expression that begins with a path one of the type at its end.
func (s *Scope) path(e *Expression, name string) *Expression {
	if _, free := s.bound(name); free {
		return nil
	}
	names, n := []string{name}, 0
	for n < len(e.Steps) && strings.HasPrefix(e.Steps[n], "::") && (n+1 == len(e.Steps) || e.Steps[n+1] != "()") {
		names = append(names, e.Steps[n][2:])
		n++
	}
	e.Name, e.Static, e.Steps = strings.Join(names, "."), true, e.Steps[n:]
	return e
}

// upper reports whether a name begins like that of a type.
func upper(name string) bool { return name != "" && (name[0] >= 'A' && name[0] <= 'Z') }

// callsTypes reports whether a type is called to make an object.
func (l *Language) callsTypes() bool { return !l.before || l.headers }

// inherited makes a name that the file does not bind a member of the type around.
func (s *Scope) inherited(e *Expression, name string) *Expression {
	if s.Class == "" || !s.MembersInScope {
		return nil
	}
	e.Around = s.Class
	e.Own, e.Steps = true, append([]string{"." + name}, e.Steps...)
	return e
}

// nearest returns the binding that a name has at the place: of several of one function, the last before it whose block
// has not ended; nil if it is not seen.
func (s *Scope) nearest(all []*source.Binding) *source.Binding {
	if len(all) == 1 && all[0].Kind != source.Local && all[0].Kind != source.Unknown {
		return all[0]
	}
	var last *source.Binding
	for _, b := range all {
		if b.Kind == source.Unknown || b.Place.Start > s.At {
			continue
		}
		if b.Kind == source.Local && s.closed(b.Place.End) {
			continue
		}
		if last == nil || b.Place.Start > last.Place.Start {
			last = b
		}
	}
	if last == nil && len(all) > 0 && all[0].Kind == source.Local && s.MembersInScope && len(all[0].Name) > 0 { // a field
		if outer := s.Lookup(all[0].Name, parentOf(s.File, s.In), s.At); len(outer) == 1 && outer[0].Kind == source.Defined {
			return outer[0]
		}
	}
	return last
}

func parentOf(f *source.File, i int) int {
	if i == source.None {
		return i
	}
	return f.Declarations[i].Parent
}

// closed reports whether the block that is open at from has ended before the place.
func (s *Scope) closed(from int) bool {
	depth := 0
	for _, c := range s.Text[from:max(from, s.At)] {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}

// defined adds what a definition of the file is.
func (s *Scope) defined(e *Expression, b *source.Binding, called bool) *Expression {
	d := &s.Declarations[b.Declaration]
	switch {
	case d.Symbol >= source.Class && d.Symbol <= source.Type:
		e.Name, e.Static = s.Qualname(s.Text, b.Declaration), true
		return e
	case d.Symbol <= source.Method && s.isMaker(d, b.Name): // what else has the name of its type is not meant
		e.Name, e.Static = s.Qualname(s.Text, d.Parent), true
		return e
	case d.Symbol <= source.Method && called:
		e.Steps = e.Steps[1:]
		return s.typed(e, s.Facts.rules.result(s.Text, d), fmt.Sprintf("%s returns a", b.Name))
	case d.Symbol >= source.Constant:
		return s.variable(e, b.Name, d.Name)
	}
	return nil
}

// isMaker reports whether a definition makes objects of the type around, whose name it has.
func (s *Scope) isMaker(d *source.Declaration, name string) bool {
	if d.Parent == source.None || !s.Facts.rules.before {
		return false
	}
	around := &s.Declarations[d.Parent]
	return around.Symbol >= source.Class && around.Symbol <= source.Type && around.Name.Of(s.Text) == name
}

// typed makes an expression one of a type as it is written.
func (s *Scope) typed(e *Expression, written, why string) *Expression {
	name, elements, ok := s.Facts.rules.plain(written)
	if !ok {
		return nil
	}
	if bound, free := s.bound(name); free {
		traits := strings.Split(bound, "+")
		if name, elements, ok = s.Facts.rules.plain(traits[0]); !ok {
			return nil
		}
		e.Also = traits[1:]
	}
	for ; elements > 0 && len(e.Steps) > 0; elements-- {
		if e.Steps[0] != "[]" {
			return nil
		}
		e.Steps = e.Steps[1:]
	}
	e.Elements = elements
	if slices.Contains([]string{"Self", "self", "static", "this"}, name) {
		e.Own, e.Why = true, why+" "+name
		return e
	}
	e.Name, e.Why, e.Arguments = name, why+" "+strings.TrimPrefix(name, "."), arguments(written)
	return e
}

// variable adds what a variable, a parameter or a field is, by its declaration.
func (s *Scope) variable(e *Expression, name string, at source.Span) *Expression {
	l := s.Facts.rules
	written := l.declared(s.Text, at)
	if written != "" && !slices.Contains(strings.Fields(l.infer), written) {
		if l.before && isKeyword(written) {
			return nil
		}
		return s.typed(e, written, name+" is a")
	}
	if l.docs {
		if written := s.documented(name, at.Start); written != "" {
			e.Likely = l.dynamic
			return s.typed(e, written, name+" is documented as a")
		}
	}
	value, element := s.given(at), ""
	if value == nil {
		value, element = s.taken(at)
	}
	if value == nil && l.modules {
		return s.callback(e, name, at)
	}
	if value == nil || s.deep >= mostDeep {
		return nil
	}
	inner := *s
	inner.At, inner.deep = at.Start, s.deep+1
	steps := e.Steps
	x := inner.Of(*value)
	if x == nil {
		return nil
	}
	x.Likely = x.Likely || l.dynamic && !bytes.HasSuffix(bytes.TrimRight(s.Text[:at.Start], " \t"), []byte("const"))
	x.Why = strings.TrimSpace(name + " is given " + valueText(value))
	if element != "" {
		steps = append([]string{element}, steps...)
		x.Why = name + " is an element of " + valueText(value)
		if x.Elements > 0 && element == "[]" {
			x.Elements--
			steps = steps[1:]
		}
	}
	x.Steps = slices.Concat(x.Steps, steps)
	return x
}

// changes says whether the object may change whose declaration the text before its name ends with.
func changes(before []byte) Changes {
	from := bytes.LastIndexAny(before[max(0, len(before)-mostType):], ";{}(,") + 1 + max(0, len(before)-mostType)
	if bytes.Contains(before[from:], []byte("const ")) || bytes.Contains(before[from:], []byte("const&")) {
		return Never
	}
	return Maybe
}

// taken returns the value that a name takes elements from, in a loop or a pattern; nil if none is seen.
func (s *Scope) taken(at source.Span) (*source.Value, string) {
	rest := s.Text[at.End:min(len(s.Text), at.End+mostType*2)]
	if m := loop.Get().FindSubmatch(rest); m != nil {
		text := rest[len(m[0]):]
		end := valueEnd(text)
		if end < 0 {
			return nil, ""
		}
		return s.value(text[:end]), "[]"
	}
	before := bytes.TrimRight(s.Text[max(0, at.Start-mostType):at.Start], " \t")
	before = bytes.TrimRight(bytes.TrimSuffix(bytes.TrimSuffix(before, []byte("mut")), []byte("ref")), " \t")
	if s.Facts.rules.crates {
		if v := s.closure(before); v != nil {
			return v, "[]"
		}
		if v := s.pattern(before); v != nil {
			return v, ""
		}
	}
	if m := matched.Get().FindSubmatch(rest); m != nil && (bytes.HasSuffix(before, []byte("Some(")) || bytes.HasSuffix(before, []byte("Ok("))) {
		text := rest[len(m[0]):]
		if end := valueEnd(text); end >= 0 {
			return s.value(text[:end]), "[]"
		}
	}
	return nil, ""
}

var (
	loop    = lazy.Regexp(`^\s*(?:in|of|:)\s+`)
	matched = lazy.Regexp(`^\s*\)\s*=\s*`)
)

// value reads the value of an expression; nil if it is not followed.
func (s *Scope) value(text []byte) *source.Value {
	text = bytes.TrimSpace(text)
	for _, sign := range []string{"&", "*", "mut ", "ref ", "try ", "try? ", "try! "} {
		text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte(sign)))
	}
	if m := created.Get().FindSubmatch(text); m != nil {
		return &source.Value{Root: source.OfType, Name: string(m[1])}
	}
	if m := converted.Get().FindSubmatch(text); m != nil && !s.Facts.rules.crates {
		return &source.Value{Root: source.OfType, Name: string(m[1])}
	}
	v := s.ValueOf(text)
	if v.Root == source.Opaque || v.Root == source.NoValue {
		return nil
	}
	return &v
}

// converted is a value that is converted to a type by a word after it.
var converted = lazy.Regexp(`^[\w.()\[\]!]+\s+as[?!]?\s+(?:any\s+)?([A-Z][\w.]*)$`)

// created is what makes an object, and no more.
var created = lazy.Regexp(`^new\s+([\w.\\]+)\s*(?:\([^()]*\))?$`)

// bound returns what a type parameter of a function around the place extends; free is false if the name is none.
func (s *Scope) bound(name string) (bound string, free bool) {
	for in := s.In; in != source.None; in = parentOf(s.File, in) {
		if s.Declarations[in].Symbol <= source.Method {
			if bound, free = s.Facts.rules.free(s.Text, &s.Declarations[in])[name]; free && (bound != "" || !s.Facts.rules.crates) {
				return bound, true
			}
		}
	}
	around, in := s.Facts.boundsAt(s.At)[name]
	return around, free || in
}

// isKeyword reports whether a word may stand before a name to which it does not give a type.
func isKeyword(word string) bool {
	switch word {
	case "return", "new", "throw", "else", "case", "in", "final", "const", "static", "await", "public", "private", "protected":
		return true
	}
	return false
}

func valueText(v *source.Value) string {
	if v.Root == source.OfType {
		return "a new " + v.Name
	}
	return v.Name + strings.Join(v.Steps, "")
}

// given returns the value that a declaration gives a name; nil if none is seen.
func (s *Scope) given(at source.Span) *source.Value {
	rest := s.Text[at.End:min(len(s.Text), at.End+mostType*4)]
	trimmed := bytes.TrimLeft(rest, " \t\r\n")
	if !bytes.HasPrefix(trimmed, []byte("=")) || bytes.HasPrefix(trimmed, []byte("==")) || bytes.HasPrefix(trimmed, []byte("=>")) {
		return nil
	}
	from := at.End + len(rest) - len(trimmed) + 1
	text := s.Text[from:min(len(s.Text), from+mostType*4)]
	end := valueEnd(text)
	if end < 0 {
		return nil
	}
	v := s.value(text[:end])
	if v != nil && v.Root == source.Named && text[end:][0] == '{' && (s.Facts.rules.crates || s.Facts.rules.headers) { // T { … }
		v = &source.Value{Root: source.OfType, Name: v.Name + strings.Join(v.Steps, "")}
	}
	return v
}

// valueEnd returns where the expression ends that text begins with; -1 if that is not seen.
func valueEnd(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			if c == '{' && depth == 0 {
				return i
			}
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return i
			}
		case ';', ',':
			if depth == 0 {
				return i
			}
		case '\n':
			if depth == 0 {
				if next := bytes.TrimLeft(text[i:], " \t\r\n"); len(next) == 0 || next[0] != '.' && next[0] != '?' && len(bytes.TrimSpace(text[:i])) > 0 {
					return i
				}
			}
		case '"', '\'':
			end := i + 1
			for end < len(text) && text[end] != c && text[end] != '\n' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			i = end
		}
	}
	return -1
}

// documented returns the type that the comment before a function gives a parameter, or that before a variable.
func (s *Scope) documented(name string, at int) string {
	from := at
	if s.In != source.None && s.Declarations[s.In].Span.Start <= at && at < s.Declarations[s.In].Signature.End {
		from = s.Declarations[s.In].Span.Start
	}
	head := bytes.TrimRight(s.Text[max(0, from-mostDoc):from], " \t\r\n")
	for _, word := range []string{"const", "let", "var", "export", "default", "async", "static", "function"} {
		head = bytes.TrimRight(bytes.TrimSuffix(head, []byte(word)), " \t\r\n")
	}
	if !bytes.HasSuffix(head, []byte("*/")) {
		return ""
	}
	open := bytes.LastIndex(head, []byte("/**"))
	if open < 0 {
		return ""
	}
	for _, m := range docType.Get().FindAllSubmatch(head[open:], -1) {
		if string(m[1]) == "type" && from == at || string(m[1]) == "param" && string(m[3]) == name {
			return string(m[2])
		}
	}
	return ""
}

// mostDoc is how many bytes of a comment are read.
const mostDoc = 4000

var docType = lazy.Regexp(`@(type|param)\s+\{([^{}]+)\}(?:\s+\[?(\w+))?`)
