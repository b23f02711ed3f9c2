package typing

import (
	"regexp"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// An Argument is what a call hands over: a literal, by the name of its type, or what an expression leads to; the zero
// value if neither is seen.
type Argument struct {
	Literal string
	Of      *Expression
	Passed  string // of C#: ref, out or in before it
}

// The literals that are no names of types.
const (
	Null   = "null"
	Lambda = "->"
)

// Argument returns what an argument of a call is.
func (s *Scope) Argument(text string) Argument {
	l := s.Facts.rules
	text = strings.TrimSpace(text)
	if word, rest := l.passed(text); word != "" {
		a := s.Argument(rest)
		a.Passed = word
		return a
	}
	if literal := l.literal(text); literal != "" {
		return Argument{Literal: literal}
	}
	if e := s.Cast(text); e != nil {
		return Argument{Of: e}
	}
	if m := newArray.Get().FindStringSubmatch(text); m != nil && l.before {
		return Argument{Of: s.typed(&Expression{File: s.Facts, Around: s.Around}, m[1]+strings.Repeat("[]", strings.Count(m[2], "[")), "")}
	}
	v := s.ValueOf([]byte(text))
	if v.Root == source.Opaque || v.Root == source.NoValue {
		return Argument{}
	}
	e := s.Of(v)
	if e != nil && e.Static && len(e.Steps) == 0 { // no value
		return Argument{}
	}
	return Argument{Of: e}
}

// passed splits how C# passes a value off what it passes.
func (l *Language) passed(text string) (word, rest string) {
	if l.converts {
		for _, word := range []string{"ref", "out", "in"} {
			if rest, ok := strings.CutPrefix(text, word+" "); ok {
				return word, strings.TrimSpace(rest)
			}
		}
	}
	return "", text
}

// literal returns the name of the type of a literal; empty if text is none.
func (l *Language) literal(text string) string {
	if l.literals == nil {
		return ""
	}
	for _, one := range l.literals() {
		if one.is.MatchString(text) {
			return one.typ
		}
	}
	return ""
}

// Literal returns what a literal leads to that a method is called on, nil if text is none.
func (s *Scope) Literal(text string) *Expression {
	name := s.Facts.rules.literal(text)
	if name == "" || name == Null || name == Lambda {
		return nil
	}
	return s.typed(&Expression{File: s.Facts, Around: s.Around}, name, "it is called on a")
}

// Cast returns what a conversion in brackets leads to, nil if text is none.
func (s *Scope) Cast(text string) *Expression {
	if m := cast.Get().FindStringSubmatch(text); m != nil && s.Facts.rules.before {
		return s.typed(&Expression{File: s.Facts, Around: s.Around}, m[1], "it is converted to")
	}
	return nil
}

// NamedCast returns what a conversion of C++ by its name leads to, nil if text is none.
func (s *Scope) NamedCast(text string) *Expression {
	m := namedCast.Get().FindStringIndex(text)
	if m == nil {
		return nil
	}
	all := arguments(text[m[1]-1:])
	if len(all) != 1 {
		return nil
	}
	_, value, _ := strings.Cut(text[m[1]:], all[0])
	value = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(value), ">"))
	depth := 0
	for i := range len(value) {
		switch value[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && i < len(value)-1 { // something follows the conversion
			return nil
		}
	}
	return s.typed(&Expression{File: s.Facts, Around: s.Around}, all[0], "it is converted to")
}

var namedCast = lazy.Regexp(`^(?:static|dynamic|const|reinterpret|down|implicit)_cast<`)

// A literal is a form of text that is of a type.
type literal struct {
	is  *regexp.Regexp
	typ string
}

var (
	cast     = lazy.Regexp(`^\(\s*([\w.<>\[\], ]+?)\s*\)\s*[\w("'\-][^+\-*/?:&|<>=]*$`)
	newArray = lazy.Regexp(`^new\s+([\w.]+)\s*((?:\[[^\]]*\])+)\s*(?:\{[^;]*\})?$`)
)

// javaLiterals are those of Java.
var javaLiterals = lazy.Value[[]literal]{Make: func() []literal {
	return []literal{
		{regexp.MustCompile(`^null$`), Null},
		{regexp.MustCompile(`^(?:true|false)$`), "boolean"},
		{regexp.MustCompile(`^"(?:[^"\\]|\\.)*"$`), "String"},
		{regexp.MustCompile(`^'(?:[^'\\]|\\.[^']*)'$`), "char"},
		{regexp.MustCompile(`^-?(?:0[xXbB][\da-fA-F_]+|\d[\d_]*)$`), "int"},
		{regexp.MustCompile(`^-?(?:0[xXbB][\da-fA-F_]+|\d[\d_]*)[lL]$`), "long"},
		{regexp.MustCompile(`^-?[\d_]*\.?[\d_]+(?:[eE][+-]?\d+)?[fF]$`), "float"},
		{regexp.MustCompile(`^-?(?:\d[\d_]*\.[\d_]*|\.\d+|\d+(?:[eE][+-]?\d+))(?:[eE][+-]?\d+)?[dD]?$|^-?\d+[dD]$`), "double"},
		{regexp.MustCompile(`^(?:\w+|\([\w ,.<>\[\]]*\))\s*->`), Lambda},
		{regexp.MustCompile(`^[\w.<>\[\]]+::\w+$`), Lambda},
	}
}}

// csharpLiterals are those of C#.
var csharpLiterals = lazy.Value[[]literal]{Make: func() []literal {
	return []literal{
		{regexp.MustCompile(`^null$`), Null},
		{regexp.MustCompile(`^(?:true|false)$`), "bool"},
		{regexp.MustCompile(`^\$?"(?:[^"\\]|\\.)*"$|^\$?@\$?"(?:[^"]|"")*"$`), "string"},
		{regexp.MustCompile(`^'(?:[^'\\]|\\.[^']*)'$`), "char"},
		{regexp.MustCompile(`^-?(?:0[xXbB][\da-fA-F_]+|\d[\d_]*)$`), "int"},
		{regexp.MustCompile(`^-?(?:0[xXbB][\da-fA-F_]+|\d[\d_]*)[lL]$`), "long"},
		{regexp.MustCompile(`^-?[\d_]*\.?[\d_]+(?:[eE][+-]?\d+)?[fF]$`), "float"},
		{regexp.MustCompile(`^-?(?:\d[\d_]*\.[\d_]+|\.\d+|\d+[eE][+-]?\d+)(?:[eE][+-]?\d+)?[dD]?$|^-?\d+[dD]$`), "double"},
		{regexp.MustCompile(`^(?:async\s+)?(?:\w+|\([\w ,.<>\[\]]*\))\s*=>`), Lambda},
		{regexp.MustCompile(`^delegate\s*[({]`), Lambda},
	}
}}

// Parameter returns the type of a parameter of a function as it is written.
func (l *Language) Parameter(parameter string, text []byte, d *source.Declaration) string {
	if l.headers {
		return l.parameterOf(parameter, templates(text, d))
	}
	return l.written(parameter)
}

func (l *Language) written(text string) string {
	if !l.before {
		_, written, _ := strings.Cut(text, ":")
		written, _, _ = strings.Cut(written, "=")
		return strings.TrimSpace(written)
	}
	text, _, _ = strings.Cut(text, "=")
	text = strings.TrimSpace(text)
	passed, text := l.passed(text)
	start := len(text)
	for start > 0 && word(text[start-1]) {
		start--
	}
	if start == len(text) { // T x[]
		return ""
	}
	return strings.TrimSpace(passed + " " + before([]byte(text), start))
}

// A Fit says how well an argument fits a parameter.
type Fit uint8

// The fits, the better the higher.
const (
	Not     Fit = iota
	Unknown     // it is not seen
	Boxed       // by a conversion to an object or from one
	Wider       // to a wider type, or one above
	Same
)

// widths are the primitive types of Java by the order in which they widen.
var widths = lazy.Value[map[string]int]{Make: func() map[string]int {
	return map[string]int{"byte": 1, "short": 2, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6, "boolean": 7}
}}

// Fits reports whether an object of a type may be given as a parameter of a member of the type with a qualified name in a file.
func (w *World) Fits(from Found, path, owner, written string) bool {
	in := w.At(path, owner)
	if in == nil {
		return false
	}
	to := w.parameter(in, written)
	return (to.Type != nil || to.Outside != "") && w.compare(in.File.rules.common(from), to) >= Wider
}

// parameter returns the type of a parameter of a member of a type, that is written so; the zero value if it is not seen.
func (w *World) parameter(in *Type, written string) Found {
	name, elements, ok := in.File.rules.plain(written)
	if !ok {
		return Found{}
	}
	to := Found{Outside: "Object"}
	if bound, free := in.free[name]; !free || bound != "" {
		to = w.find(in.File, in.Qual, name)
	}
	to.Elements = elements
	return in.File.rules.common(to)
}

// common returns a type of the library by the name that Java has for it.
func (l *Language) common(f Found) Found {
	if name := l.alike[f.Outside]; name != "" {
		f.Outside = name
	}
	return f
}

// Fit says how well an argument fits a parameter of a member of a type, that is written so.
func (w *World) Fit(a Argument, in *Type, written string) Fit {
	passed, written := in.File.rules.passed(written)
	if passed != a.Passed && passed+a.Passed != "in" {
		return Not
	}
	to := w.parameter(in, written)
	if to.Type == nil && to.Outside == "" {
		return Unknown
	}
	from := in.File.rules.common(Found{Outside: a.Literal, Sure: true})
	switch {
	case a.Literal == Null:
		return unless(to.primitive())
	case a.Literal == Lambda:
		return unless(to.primitive() || to.Elements > 0 || last(to.Outside) == "String")
	case a.Literal == "" && a.Of == nil:
		return Unknown
	case a.Literal == "":
		from = in.File.rules.common(w.Type(a.Of))
	}
	if from.Type == nil && from.Outside == "" {
		return Unknown
	}
	if fit := w.compare(from, to); fit != Not || !in.File.rules.converts || !from.converted() && !to.converted() {
		return fit
	}
	return Unknown
}

// converted reports whether a type of C# may have conversions that nothing at a call shows: its file declares some, or it is a number
// that widths leaves out, or a type of the library that may have them.
func (f *Found) converted() bool {
	if f.Type != nil {
		return f.Type.File.implicit
	}
	return widths.Get()[f.Outside] == 0 && !isFinal(f.Outside)
}

// unless returns Not if something is so, else Unknown.
func unless(is bool) Fit {
	if is {
		return Not
	}
	return Unknown
}

// primitive reports whether a type of Java is a primitive one.
func (f *Found) primitive() bool {
	return f.Type == nil && f.Elements == 0 && widths.Get()[f.Outside] > 0
}

// compare says how well an object or a value of one type fits another type.
func (w *World) compare(from, to Found) Fit {
	if to.Elements == 0 && last(to.Outside) == "Object" && last(from.Outside) != "Object" {
		if from.primitive() {
			return Boxed
		}
		return Wider
	}
	switch {
	case from.Elements != to.Elements:
		return Not
	case from.Type == to.Type && last(from.Outside) == last(to.Outside):
		return Same
	case to.Elements > 0 && from.Type == nil && to.Type == nil && widths.Get()[from.Outside]+widths.Get()[to.Outside] > 0:
		return Not
	case from.primitive() || to.primitive():
		return convert(from, to)
	case from.Type == nil:
		return unless(to.Type != nil || isFinal(last(from.Outside)) && !aboveFinal(last(to.Outside)))
	}
	is, sure := w.Above(to, from.Type)
	if is {
		return Wider
	}
	return unless(sure && (to.Type != nil || from.Sure))
}

// convert is compare if one of the types is primitive.
func convert(from, to Found) Fit {
	a, b := last(from.Outside), last(to.Outside)
	switch {
	case from.primitive() && to.primitive():
		if widths.Get()[a] < widths.Get()[b] && b != "boolean" && b != "char" {
			return Wider
		}
	case from.primitive() && to.Type == nil && (boxes.Get()[a] == b || b == "Number" || b == "Comparable"), to.primitive() && from.Type == nil && boxes.Get()[b] == a:
		return Boxed
	}
	return Not
}

func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// boxes are the types of objects that have the value of a primitive type.
var boxes = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{"byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long", "float": "Float", "double": "Double", "boolean": "Boolean"}
}}

// final reports whether a type of the library is one that nothing is below.
func isFinal(name string) bool {
	switch name {
	case "String", "Integer", "Long", "Short", "Byte", "Double", "Float", "Boolean", "Character", "Class":
		return true
	}
	return false
}

// aboveFinal reports whether a type is above some of those.
func aboveFinal(word string) bool {
	switch word {
	case "Object", "CharSequence", "Comparable", "Serializable", "Number", "Type", "AnnotatedElement", "GenericDeclaration", "Constable", "ConstantDesc":
		return true
	}
	return false
}
