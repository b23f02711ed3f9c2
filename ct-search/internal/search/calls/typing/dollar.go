package typing

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// dollars is what is particular to PHP: its variables begin with $, comments give types, and \ stands in names.
var dollars = lazy.Value[struct{ made, name, returns, path, uses, given, after, loop, taken, doc, caught *regexp.Regexp }]{Make: func() struct{ made, name, returns, path, uses, given, after, loop, taken, doc, caught *regexp.Regexp } {
	return struct{ made, name, returns, path, uses, given, after, loop, taken, doc, caught *regexp.Regexp }{
		made:    regexp.MustCompile(`^new\s+(\\?[A-Za-z_][\w\\]*)\s*`),
		name:    regexp.MustCompile(`^\\?(?:\w+\\)+\w+$|^\\\w+$`),
		returns: regexp.MustCompile(`\breturn\b\s*(?:(\$this)\s*;|new\s+(\\?[A-Za-z_][\w\\]*)\s*(?:;|\())?`),
		path:    regexp.MustCompile(`^(\\?(?:\w+\\)*)(\w+)\s*::`),
		uses:    regexp.MustCompile(`(?m)(?:^|[{};])[ \t]*use[ \t]+([\w\\]+(?:\s*,\s*[\w\\]+)*)\s*[;{]`),
		given:   regexp.MustCompile(`\$this->(\w+)\s*(?:\?\?)?=[^=>]`),
		after:   regexp.MustCompile(`^\s*(?:=[^=>]|=$)`),
		loop:    regexp.MustCompile(`\bas\s+&?(?:\$\w+\s*=>\s*&?)?$`),
		taken:   regexp.MustCompile(`^\s+instanceof\s+(\\?[A-Z][\w\\]*)([^{};|]*)\{`),
		doc:     regexp.MustCompile(`(?m)@(return|var|param)[ \t]+`),
		caught:  regexp.MustCompile(`\b(?:function|fn)\s*&?\s*$`),
	}
}}

// Receiver returns what leads to the type of a receiver, as PHP writes it; nil if that is not seen.
func (s *Scope) Receiver(text string) *Expression { return s.expression(strings.TrimSpace(text)) }

// HasDollars reports whether variables begin with $.
func (l *Language) HasDollars() bool { return l.sigil != "" }

// expression returns what leads to the type of an expression of PHP; nil if that is not followed.
func (s *Scope) expression(text string) *Expression {
	switch {
	case text == "" || len(text) > mostType*10:
		return nil
	case strings.HasPrefix(text, "clone "):
		return s.expression(strings.TrimSpace(text[len("clone "):]))
	case text[0] == '(':
		return s.bracketed(text)
	}
	if m := dollars.Get().made.FindStringSubmatch(text); m != nil {
		rest := text[len(m[0]):]
		if rest != "" && matching(rest) != len(rest) {
			return nil
		}
		return s.made(m[1])
	}
	if dollars.Get().name.MatchString(text) {
		return &Expression{File: s.Facts, Around: s.Around, Name: s.Facts.rules.name(text), Static: true}
	}
	path := ""
	if m := dollars.Get().path.FindStringSubmatch(text); m != nil && m[1] != "" {
		path, text = m[1], text[len(m[1]):]
	}
	v := s.ValueOf([]byte(text))
	v.Name = strings.TrimPrefix(v.Name, "$")
	e := &Expression{File: s.Facts, Around: s.Around, Steps: v.Steps}
	switch {
	case path != "" && v.Root == source.Named:
		e.Static, e.Name = true, s.Facts.rules.name(path+v.Name)
		return e
	case text[0] == '$' && v.Root == source.Named:
		return s.dollar(e, v.Name)
	case v.Root == source.Named && len(v.Steps) > 0 && v.Steps[0] != "()" && v.Steps[0] != "[]":
		e.Static, e.Name = true, v.Name
		return e
	}
	return s.Of(v)
}

// bracketed is expression for what begins with a bracket: (new T)->f().
func (s *Scope) bracketed(text string) *Expression {
	n := matching(text)
	if n < 0 {
		return nil
	}
	e := s.expression(strings.TrimSpace(text[1 : n-1]))
	if e == nil || n == len(text) {
		return e
	}
	v := s.ValueOf([]byte("x" + text[n:]))
	if v.Root != source.Named {
		return nil
	}
	e.Steps = slices.Concat(e.Steps, v.Steps)
	return e
}

// made returns what leads to a new object of a type.
func (s *Scope) made(name string) *Expression {
	e := &Expression{File: s.Facts, Around: s.Around, Name: s.Facts.rules.name(name), Why: "it is a new " + strings.Trim(name, `\`)}
	if name == "self" || name == "static" {
		if s.Class == "" {
			return nil
		}
		e.Own, e.Around = true, s.Class
	}
	return e
}

// name writes a name with dots; one from the outermost namespace begins with a dot.
func (l *Language) name(written string) string {
	if l.sigil != "" && strings.HasPrefix(written, `\`) {
		return "." + dotted(written)
	}
	return dotted(written)
}

// matching returns the length of the bracket that text begins with; -1 if it does not close.
func matching(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
		if depth == 0 {
			return -1
		}
	}
	return -1
}

// dollar adds what a variable is: by the last place before that gives it a value, whatever way the function takes.
func (s *Scope) dollar(e *Expression, name string) *Expression {
	if s.deep >= mostDeep {
		return nil
	}
	from := 0
	if s.In != source.None {
		from = max(s.Declarations[s.In].Signature.End, s.Declarations[s.In].Span.Start)
	}
	word := []byte("$" + name)
	var maybe []*Expression // by places that the function may not pass
	cut := from < s.At-mostBack
	from = max(from, s.At-mostBack)
	text := s.Text[from:max(from, s.At)]
	for range mostPlaces {
		at := bytes.LastIndex(text, word)
		switch {
		case at < 0 && cut:
			return nil
		case at < 0:
			return either(s.parameter(e, name), maybe)
		}
		place := source.Span{Start: from + at + 1, End: from + at + len(word)}
		text = text[:at]
		x, gives := s.gives(name, place, e.Steps)
		if !gives {
			continue
		}
		if s.passes(place) {
			if x != nil && s.again(word, place.End) {
				x.Likely = true
			}
			return either(x, maybe)
		}
		if x != nil && x.Name == "null" {
			continue
		}
		if maybe = append(maybe, x); len(maybe) > mostDeep {
			break
		}
	}
	return nil
}

// How far before a call a variable is looked for, in bytes, and at how many places.
const (
	mostBack   = 64 << 10
	mostPlaces = 500
)

// passes reports whether the way to the call passes an earlier place: its block is open, and it is not all that a condition has.
func (s *Scope) passes(at source.Span) bool {
	before := bytes.TrimRight(s.Text[:max(at.Start-1, 0)], " \t\r\n")
	return !s.left(at.End) && !bytes.HasSuffix(before, []byte(")")) && !bytes.HasSuffix(before, []byte("else"))
}

// left reports whether the block that is open at a place, or the case of a switch, has ended before the call.
func (s *Scope) left(from int) bool {
	depth := 0
	text := s.Text[from:max(from, s.At)]
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return true
			}
		case 'c', 'd':
			if depth == 0 && (i == 0 || !word(text[i-1])) && (bytes.HasPrefix(text[i:], []byte("case ")) || bytes.HasPrefix(text[i:], []byte("default:"))) {
				return true
			}
		default:
			i += unread(text[i:])
		}
	}
	return false
}

// unread returns how many bytes after the first a text or a comment has that begins there; 0 if none does.
func unread(text []byte) int {
	end := -1
	switch {
	case text[0] == '\'' || text[0] == '"':
		for i := 1; i < len(text); i++ {
			if text[i] == '\\' {
				i++
			} else if text[i] == text[0] {
				return i
			}
		}
	case bytes.HasPrefix(text, []byte("//")), text[0] == '#' && !bytes.HasPrefix(text, []byte("#[")):
		end = bytes.IndexByte(text, '\n')
	case bytes.HasPrefix(text, []byte("/*")):
		end = bytes.Index(text, []byte("*/"))
	}
	return max(end, 0)
}

// either returns what a variable is by a place that every way passes, or by one of some that may come after it.
func either(x *Expression, maybe []*Expression) *Expression {
	if x != nil && x.Name == "null" {
		x = nil
	}
	for _, m := range maybe {
		switch {
		case x == nil && m != nil:
			x = m
			x.Likely = true
		case x != nil && (m == nil || m.Name != x.Name || m.Own != x.Own || !slices.Equal(m.Steps, x.Steps)):
			x.Likely = true
		}
	}
	return x
}

// again reports whether a loop that begins after a place and goes on at the call may give a variable another value.
func (s *Scope) again(word []byte, from int) bool {
	end := len(s.Text)
	if s.In != source.None {
		end = s.Declarations[s.In].Span.End
	}
	inside := false
	for _, loop := range loops.Get().FindAllIndex(s.Text[from:max(from, s.At)], -1) {
		inside = inside || !s.left(from+loop[1])
	}
	if !inside {
		return false
	}
	for text := s.Text[s.At:max(s.At, min(end, s.At+mostBack))]; ; {
		at := bytes.Index(text, word)
		if at < 0 {
			return false
		}
		text = text[at+len(word):]
		if dollars.Get().after.Match(text[:min(len(text), 20)]) {
			return true
		}
	}
}

var loops = lazy.Regexp(`\b(?:for|foreach|while|do)\b[^{};]*\{`)

// gives returns what a variable is given at a place; gives is false if it is only read there.
func (s *Scope) gives(name string, at source.Span, steps []string) (x *Expression, gives bool) {
	rest := s.Text[at.End:min(len(s.Text), at.End+mostType*4)]
	if len(rest) == 0 || rest[0] != '$' && word(rest[0]) {
		return nil, false
	}
	head := s.Text[max(0, at.Start-1-mostType):max(at.Start-1, 0)]
	if bytes.HasSuffix(head, []byte("::")) || bytes.HasSuffix(head, []byte("$")) {
		return nil, false
	}
	inner := *s
	inner.At, inner.deep = at.Start, s.deep+1
	switch {
	case dollars.Get().after.Match(rest[:min(len(rest), 20)]):
		return inner.assigned(name, at, steps), true
	case dollars.Get().loop.Match(head):
		return inner.element(name, head, at, steps), true
	}
	if m := dollars.Get().taken.FindSubmatch(rest); m != nil && s.within(at.End, m) && !bytes.HasSuffix(bytes.TrimRight(head, " ("), []byte("!")) {
		x := s.made(string(m[1]))
		if x != nil {
			x.Steps, x.Why = steps, name+" is an instance of "+strings.Trim(string(m[1]), `\`)
		}
		return x, true
	}
	return s.handed(name, at, head, steps)
}

// within reports whether the call is in the block that begins where a condition ends.
func (s *Scope) within(from int, m [][]byte) bool {
	end := from + len(m[0])
	return end <= s.At && !s.left(end) && bytes.IndexByte(m[2], ')') >= 0 && !bytes.Contains(m[2], []byte("||")) && !bytes.Contains(m[2], []byte("?"))
}

// assigned returns what a variable is by the value that follows its name.
func (s *Scope) assigned(name string, at source.Span, steps []string) *Expression {
	start := at.Start - 1
	if written := docTag(docBefore(s.Text, start), "var", name); written != "" {
		x := s.typed(&Expression{File: s.Facts, Around: s.Around, Steps: steps}, written, name+" is documented as a")
		if x != nil {
			x.Documented = true
		}
		return x
	}
	rest := s.Text[at.End:min(len(s.Text), at.End+mostType*10)]
	rest = rest[bytes.IndexByte(rest, '=')+1:]
	end := valueEnd(rest)
	if end < 0 {
		return nil
	}
	value := strings.TrimSpace(string(rest[:end]))
	if strings.EqualFold(value, "null") {
		return &Expression{Name: "null"}
	}
	x := s.expression(value)
	if x == nil {
		return nil
	}
	x.Steps = slices.Concat(x.Steps, steps)
	x.Why = name + " is given " + brief(value)
	return x
}

// brief returns the beginning of a value, for a reason.
func brief(value string) string {
	if at := strings.IndexAny(value, "\n("); at >= 0 {
		value = value[:at]
	}
	if name, ok := strings.CutPrefix(value, "new "); ok {
		return "a new " + strings.Trim(strings.TrimSpace(name), `\`)
	}
	return strings.ReplaceAll(value, "$", "")
}

// element returns what a variable is that a loop takes from a collection.
func (s *Scope) element(name string, head []byte, at source.Span, steps []string) *Expression {
	open := bytes.LastIndex(head, []byte("foreach"))
	if open < 0 {
		return nil
	}
	m := dollars.Get().loop.FindIndex(head[open:])
	collection := strings.TrimSpace(string(head[open+len("foreach") : open+m[0]]))
	if written := docTag(docBefore(s.Text, at.Start-1-len(head)+open), "var", name); written != "" {
		x := s.typed(&Expression{File: s.Facts, Around: s.Around, Steps: steps}, written, name+" is documented as a")
		if x != nil {
			x.Documented = true
		}
		return x
	}
	s.At = at.Start - 1 - len(head) + open
	x := s.expression(strings.TrimSpace(strings.TrimPrefix(collection, "(")))
	if x == nil {
		return nil
	}
	x.Why = name + " is an element of " + brief(strings.TrimPrefix(collection, "("))
	if x.Elements > 0 {
		x.Elements--
		x.Steps = slices.Concat(x.Steps, steps)
		return x
	}
	x.Steps = slices.Concat(x.Steps, []string{"[]"}, steps)
	return x
}

// handed returns what a variable is that a function without a name, catch or a list binds.
func (s *Scope) handed(name string, at source.Span, head []byte, steps []string) (*Expression, bool) {
	i := around(head)
	if i < 0 || head[i] == '{' {
		return nil, false
	}
	open := at.Start - 1 - len(head) + i
	before := bytes.TrimRight(head[:i], " \t\n\r")
	switch {
	case dollars.Get().caught.Match(before) || bytes.HasSuffix(before, []byte("catch")):
		if !s.inBody(open) {
			return nil, false
		}
		written := s.Facts.rules.declared(s.Text, at)
		if written == "" {
			return nil, true
		}
		return s.typed(&Expression{File: s.Facts, Around: s.Around, Steps: steps}, written, name+" is a"), true
	case head[i] == '[' && (len(before) == 0 || !word(before[len(before)-1])) || bytes.HasSuffix(before, []byte("list")):
		text := string(s.Text[open:min(len(s.Text), open+mostType)])
		if n := matching(text); n > 0 && dollars.Get().after.MatchString(text[n:min(len(text), n+20)]) {
			return nil, true
		}
	}
	return nil, false
}

// around returns where the innermost bracket opens that is open at the end of text; -1 if none is in the statement.
func around(text []byte) int {
	depth := 0
	for i, c := range slices.Backward(text) {
		switch c {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				return i
			}
		case ';':
			if depth == 0 {
				return -1
			}
		}
	}
	return -1
}

// inBody reports whether the call is in the body of the function, or of the catch, whose head has a bracket at a place.
func (s *Scope) inBody(open int) bool {
	text := string(s.Text[open:min(len(s.Text), open+mostBody)])
	n := matching(text)
	if n < 0 {
		return false
	}
	at := strings.IndexAny(text[n:], "{;=")
	if at < 0 {
		return false
	}
	body := open + n + at
	switch {
	case s.Text[body] == '{':
		return body < s.At && !s.left(body+1)
	case bytes.HasPrefix(s.Text[body:], []byte("=>")):
		end := valueEnd(s.Text[body+2 : min(len(s.Text), body+mostBody)])
		return body < s.At && s.At <= body+2+end
	}
	return false
}

// mostBody bounds the head and the body of a function without a name.
const mostBody = 20000

// parameter adds what a parameter of the function around is.
func (s *Scope) parameter(e *Expression, name string) *Expression {
	for _, b := range s.Lookup(name, s.In, s.At) {
		if b.Kind != source.Parameter || b.Scope != s.In {
			continue
		}
		doc := ""
		if s.In != source.None {
			doc = docTag(docBefore(s.Text, s.Declarations[s.In].Span.Start), "param", name)
		}
		written := s.Facts.rules.declared(s.Text, b.Place)
		if written != "" && !(loose(written) && doc != "") {
			return s.typed(e, written, name+" is a")
		}
		if x := s.typed(e, doc, name+" is documented as a"); x != nil && doc != "" {
			x.Documented = true
			return x
		}
		return nil
	}
	return nil
}

// fullName returns the type that a name with \ in it means in a file of PHP.
func (w *World) fullName(f *File, name string) Found {
	if name[0] == '.' {
		return w.full(f, name[1:])
	}
	first, rest, _ := strings.Cut(name, ".")
	if full := f.imports[first]; full != "" {
		return w.full(f, full+"."+rest)
	}
	if out := w.full(f, join(f.Package, name)); out.Type != nil {
		return out
	}
	return w.full(f, name)
}

// phpLibrary are the classes that PHP has everywhere, in order.
var phpLibrary = []string{
	"ArgumentCountError", "ArithmeticError", "ArrayAccess", "ArrayIterator", "ArrayObject", "BackedEnum", "BadFunctionCallException", "BadMethodCallException",
	"Closure", "Countable", "DOMDocument", "DOMElement", "DOMNode", "DOMNodeList", "DOMXPath", "DateInterval", "DateTime", "DateTimeImmutable",
	"DateTimeInterface", "DateTimeZone", "DirectoryIterator", "DivisionByZeroError", "DomainException", "Error", "ErrorException", "Exception",
	"FilesystemIterator", "FilterIterator", "Generator", "InvalidArgumentException", "Iterator", "IteratorAggregate", "IteratorIterator", "JsonException",
	"JsonSerializable", "LengthException", "LogicException", "NumberFormatter", "OutOfBoundsException", "OutOfRangeException", "OuterIterator", "OverflowException",
	"PDO", "PDOException", "PDOStatement", "Phar", "RangeException", "RecursiveArrayIterator", "RecursiveDirectoryIterator", "RecursiveFilterIterator",
	"RecursiveIterator", "RecursiveIteratorIterator", "ReflectionClass", "ReflectionException", "ReflectionExtension", "ReflectionFunction",
	"ReflectionFunctionAbstract", "ReflectionMethod", "ReflectionNamedType", "ReflectionObject", "ReflectionParameter", "ReflectionProperty", "ReflectionType",
	"RuntimeException", "SeekableIterator", "Serializable", "SimpleXMLElement", "SplDoublyLinkedList", "SplFileInfo", "SplFileObject", "SplObjectStorage",
	"SplPriorityQueue", "SplQueue", "SplStack", "SplSubject", "SplTempFileObject", "Stringable", "Throwable", "Traversable", "TypeError", "UnderflowException",
	"UnexpectedValueException", "UnitEnum", "ValueError", "WeakMap", "WeakReference", "ZipArchive", "stdClass",
}
