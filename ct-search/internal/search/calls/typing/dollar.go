package typing

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/source"
)

// dollars is what is particular to PHP: its variables begin with $, comments give types, and \ stands in names.
var dollars = sync.OnceValue(func() struct{ made, name, returns, path, uses, given, after, loop, taken, doc, caught *regexp.Regexp } {
	return struct{ made, name, returns, path, uses, given, after, loop, taken, doc, caught *regexp.Regexp }{
		made:    regexp.MustCompile(`^new\s+(\\?[A-Za-z_][\w\\]*)\s*`),
		name:    regexp.MustCompile(`^\\?(?:\w+\\)+\w+$|^\\\w+$`),
		returns: regexp.MustCompile(`\breturn\b\s*(?:(\$this)\s*;|new\s+(\\?[A-Za-z_][\w\\]*)\s*(?:;|\())?`),
		path:    regexp.MustCompile(`^(\\?(?:\w+\\)*)(\w+)\s*::`),
		uses:    regexp.MustCompile(`(?m)^[ \t]+use[ \t]+([\w\\]+(?:\s*,\s*[\w\\]+)*)\s*[;{]`),
		given:   regexp.MustCompile(`\$this->(\w+)\s*(?:\?\?)?=[^=>]`),
		after:   regexp.MustCompile(`^\s*(?:=[^=>]|=$)`),
		loop:    regexp.MustCompile(`\bas\s+&?(?:\$\w+\s*=>\s*&?)?$`),
		taken:   regexp.MustCompile(`^\s+instanceof\s+(\\?[A-Z][\w\\]*)([^{};|]*)\{`),
		doc:     regexp.MustCompile(`(?m)@(return|var|param)[ \t]+`),
		caught:  regexp.MustCompile(`\b(?:function|fn)\s*&?\s*$`),
	}
})

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
	if m := dollars().made.FindStringSubmatch(text); m != nil {
		rest := text[len(m[0]):]
		if rest != "" && matching(rest) != len(rest) {
			return nil
		}
		return s.made(m[1])
	}
	if dollars().name.MatchString(text) {
		return &Expression{File: s.Facts, Around: s.Around, Name: s.Facts.rules.name(text), Static: true}
	}
	path := ""
	if m := dollars().path.FindStringSubmatch(text); m != nil && m[1] != "" {
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
	for text := s.Text[from:max(from, s.At)]; ; {
		at := bytes.LastIndex(text, word)
		if at < 0 {
			return either(s.parameter(e, name), maybe)
		}
		place := source.Span{Start: from + at + 1, End: from + at + len(word)}
		text = text[:at]
		x, gives := s.gives(name, place, e.Steps)
		if !gives {
			continue
		}
		if !s.closed(place.End) {
			if x != nil && s.again(word, place.End) {
				x.Likely = true
			}
			return either(x, maybe)
		}
		if x != nil && x.Name == "null" {
			continue
		}
		maybe = append(maybe, x)
	}
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
	for _, loop := range loops().FindAllIndex(s.Text[from:max(from, s.At)], -1) {
		inside = inside || !s.closed(from+loop[1])
	}
	if !inside {
		return false
	}
	for text := s.Text[s.At:max(s.At, end)]; ; {
		at := bytes.Index(text, word)
		if at < 0 {
			return false
		}
		text = text[at+len(word):]
		if dollars().after.Match(text[:min(len(text), 20)]) {
			return true
		}
	}
}

var loops = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(?:for|foreach|while|do)\b[^{};]*\{`) })

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
	case dollars().after.Match(rest[:min(len(rest), 20)]):
		return inner.assigned(name, at, steps), true
	case dollars().loop.Match(head):
		return inner.element(name, head, at, steps), true
	}
	if m := dollars().taken.FindSubmatch(rest); m != nil && s.within(at.End, m) && !bytes.HasSuffix(bytes.TrimRight(head, " ("), []byte("!")) {
		x := s.made(string(m[1]))
		if x != nil {
			x.Steps, x.Why = steps, name+" is an instance of "+strings.Trim(string(m[1]), `\`)
		}
		return x, true
	}
	return inner.handed(name, at, head, steps)
}

// within reports whether the call is in the block that begins where a condition ends.
func (s *Scope) within(from int, m [][]byte) bool {
	end := from + len(m[0])
	return end <= s.At && !s.closed(end) && bytes.IndexByte(m[2], ')') >= 0 && !bytes.Contains(m[2], []byte("||")) && !bytes.Contains(m[2], []byte("?"))
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
	m := dollars().loop.FindIndex(head[open:])
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
	depth, i := 0, len(head)-1
	for ; i >= 0; i-- {
		switch c := head[i]; c {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				break
			}
			continue
		case ';':
			if depth == 0 {
				return nil, false
			}
			continue
		default:
			continue
		}
		if depth < 0 {
			break
		}
	}
	if i < 0 || head[i] == '{' {
		return nil, false
	}
	before := bytes.TrimRight(head[:i], " \t\n\r")
	switch {
	case dollars().caught.Match(before) || bytes.HasSuffix(before, []byte("catch")):
		written := s.Facts.rules.declared(s.Text, at)
		if written == "" {
			return nil, true
		}
		return s.typed(&Expression{File: s.Facts, Around: s.Around, Steps: steps}, written, name+" is a"), true
	case bytes.HasSuffix(before, []byte("global")):
		return nil, true
	case head[i] == '[' && (len(before) == 0 || !word(before[len(before)-1])) || bytes.HasSuffix(before, []byte("list")):
		open := at.Start - 1 - len(head) + i
		text := string(s.Text[open:min(len(s.Text), open+mostType)])
		if n := matching(text); n > 0 && dollars().after.MatchString(text[n:min(len(text), n+20)]) {
			return nil, true
		}
	}
	return nil, false
}

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

// loose reports whether a type says less than a comment may.
func loose(written string) bool {
	switch strings.ToLower(strings.Trim(written, `?\`)) {
	case "array", "iterable", "object", "mixed", "callable", "traversable", "generator", "iterator", "self", "static":
		return true
	}
	return false
}

// typeBefore returns the type that ends before a variable whose $ is at pos, with all of a union.
func typeBefore(text []byte, pos int) string {
	end := skipSigns(text, pos, "&")
	if bytes.HasSuffix(text[:end], []byte("...")) {
		return ""
	}
	start := end
	for start > 0 && (word(text[start-1]) && text[start-1] != '$' || strings.IndexByte(`\|?&`, text[start-1]) >= 0) {
		start--
	}
	written := string(text[start:end])
	if keywords[written] || written == "var" || written == "readonly" || written == "as" || written == "use" || written == "echo" || written == "global" || written == "instanceof" || written == "clone" {
		return ""
	}
	return union(written)
}

// union returns the one type of a union, or an intersection, that says what an object is; empty if several do.
func union(written string) string {
	only := ""
	for one := range strings.FieldsFuncSeq(written, func(c rune) bool { return c == '|' || c == '&' }) {
		one = strings.TrimPrefix(strings.TrimSpace(one), "?")
		last := strings.ToLower(one[strings.LastIndexByte(one, '\\')+1:])
		if nothing[last] || scalar[last] && only != "" {
			continue
		}
		if only != "" && only != one && !scalar[only] {
			return ""
		}
		only = one
	}
	return only
}

// What has no members, and what stands in unions of PHP's tests beside the type that it is made of.
var (
	scalar  = map[string]bool{"string": true, "int": true, "array": true, "bool": true, "float": true, "callable": true, "integer": true, "boolean": true}
	nothing = map[string]bool{"": true, "null": true, "false": true, "true": true, "void": true, "mockobject": true, "stub": true}
)

// docBefore returns the comment that ends before pos, beside attributes and modifiers.
func docBefore(text []byte, pos int) []byte {
	head := bytes.TrimRight(text[max(0, pos-mostDoc):max(pos, 0)], " \t\r\n")
	for range 20 {
		if !bytes.HasSuffix(head, []byte("]")) {
			break
		}
		line := bytes.LastIndexByte(head, '\n') + 1
		if !bytes.HasPrefix(bytes.TrimLeft(head[line:], " \t"), []byte("#[")) {
			break
		}
		head = bytes.TrimRight(head[:line], " \t\r\n")
	}
	if !bytes.HasSuffix(head, []byte("*/")) {
		return nil
	}
	open := bytes.LastIndex(head, []byte("/**"))
	if open < 0 {
		return nil
	}
	return head[open:]
}

// docTag returns the type that a comment gives to what a function returns, to a parameter or to a variable.
func docTag(doc []byte, tag, name string) string {
	for _, m := range dollars().doc.FindAllSubmatchIndex(doc, -1) {
		if string(doc[m[2]:m[3]]) != tag {
			continue
		}
		written, rest := docTyped(string(doc[m[1]:]))
		called := ""
		if strings.HasPrefix(rest, "$") {
			called = rest[1:]
			if at := strings.IndexFunc(called, func(c rune) bool { return c >= 0x80 || !word(byte(c)) }); at >= 0 {
				called = called[:at]
			}
		}
		if tag == "return" || called == name || tag == "var" && called == "" {
			return collection(written)
		}
	}
	return ""
}

// docTyped returns the type that a text begins with, and what follows it.
func docTyped(text string) (written, rest string) {
	depth := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '<' || c == '(' || c == '{':
			depth++
		case c == '>' || c == ')' || c == '}':
			depth--
		case c == '\n' || depth == 0 && (c == ' ' || c == '\t' || c == '*'):
			return text[:i], strings.TrimLeft(text[i:], " \t&.")
		}
	}
	return text, ""
}

// collection writes the type of a comment like one of the code: T[] for the collections of a T.
func collection(written string) string {
	written = strings.TrimPrefix(strings.TrimPrefix(written, "(?"), "?")
	depth, only := 0, ""
	from := 0
	for i := 0; i <= len(written); i++ {
		if i < len(written) && strings.IndexByte("<({", written[i]) >= 0 {
			depth++
		} else if i < len(written) && strings.IndexByte(">)}", written[i]) >= 0 {
			depth--
		}
		if i < len(written) && (depth > 0 || written[i] != '|') {
			continue
		}
		one := member1(written[from:i])
		from = i + 1
		if one == "" || scalar[one] && only != "" {
			continue
		}
		if only != "" && only != one && !scalar[only] {
			return ""
		}
		only = one
	}
	return only
}

// member1 returns one type of a union; empty for one without members.
func member1(written string) string {
	head, rest, generic := strings.Cut(written, "<")
	if generic {
		switch strings.ToLower(strings.Trim(head, `\`)) {
		case "array", "iterable", "list", "non-empty-array", "non-empty-list", "generator", "traversable", "iterator", "arrayiterator":
			parts := arguments("<" + rest)
			if len(parts) == 0 {
				return ""
			}
			at := len(parts) - 1
			if strings.EqualFold(strings.Trim(head, `\`), "generator") && at > 1 {
				at = 1
			}
			if one := collection(parts[at]); one != "" {
				return one + "[]"
			}
			return ""
		}
		return head
	}
	if written == "$this" {
		return "static"
	}
	if nothing[strings.ToLower(written[strings.LastIndexByte(written, '\\')+1:])] {
		return ""
	}
	if strings.Contains(written, "&") {
		return union(written)
	}
	return written
}

// documented adds what comments say of members whose types the code does not give.
func (l *Language) documented(text []byte, d *source.Declaration, m member) member {
	if m.typ != "" && !loose(m.typ) {
		return m
	}
	tag := "var"
	if m.method {
		tag = "return"
	}
	if written := docTag(docBefore(text, d.Span.Start), tag, d.Name.Of(text)); written != "" {
		m.typ, m.documented = written, true
	} else if m.method && m.typ == "" {
		m.typ, m.documented = returned(text[min(d.Signature.End, d.Span.End):d.Span.End]), true
	}
	return m
}

// returned returns the type of what each return of a function returns: the object, or a new one.
func returned(body []byte) string {
	only := ""
	for _, m := range dollars().returns.FindAllSubmatch(body, -1) {
		one := string(m[2])
		if len(m[1]) > 0 {
			one = "static"
		}
		if one == "" || only != "" && one != only {
			return ""
		}
		only = one
	}
	return only
}

// dollarFields adds the types of fields that the methods of classes of PHP give values, and the traits that they use.
func (f *File) dollarFields(text []byte, seen *source.File, at []*Type) {
	for i, t := range at {
		if t == nil {
			continue
		}
		body := []byte(seen.Declarations[i].Span.Of(text))
		var traits []string
		for _, m := range dollars().uses.FindAllSubmatch(body, -1) {
			for one := range strings.SplitSeq(string(m[1]), ",") {
				traits = append(traits, f.rules.name(strings.TrimSpace(one)))
			}
		}
		t.bases = append(traits, t.bases...)
		t.given(text, body, seen, i)
	}
}

// given adds the types of the fields that are given a new object, or a parameter with a type, and nothing else in the class.
func (t *Type) given(text, body []byte, seen *source.File, class int) {
	l := t.File.rules
	types := map[string]string{}
	var order []string
	for _, m := range dollars().given.FindAllSubmatchIndex(body, -1) {
		name := string(body[m[2]:m[3]])
		value := body[m[1]-1 : min(len(body), m[1]+mostType)]
		end := max(valueEnd(value), 0)
		given := strings.TrimSpace(string(value[:end]))
		written := "?"
		if made := dollars().made.FindStringSubmatch(given); made != nil && (given == made[0] || matching(given[len(made[0]):]) == len(given)-len(made[0])) {
			written = made[1]
		} else if strings.EqualFold(given, "null") || given == "clone $this->"+name {
			continue
		} else if variable, ok := strings.CutPrefix(given, "$"); ok && strings.IndexFunc(variable, func(c rune) bool { return c < 0x80 && !word(byte(c)) }) < 0 {
			written = l.ofParameter(text, seen, class, seen.Declarations[class].Span.Start+m[0], variable)
		}
		if old, ok := types[name]; !ok {
			order = append(order, name)
		} else if old != written {
			written = "?"
		}
		types[name] = written
	}
	for _, name := range order {
		written := types[name]
		k := slices.IndexFunc(t.members, func(one member) bool { return one.name == name && !one.method })
		if written == "" || written == "?" || written == "self" || written == "static" || k >= 0 && t.members[k].typ != "" && !loose(t.members[k].typ) {
			continue
		}
		if k < 0 {
			t.members = append(t.members, member{name: name})
			k = len(t.members) - 1
		}
		t.members[k].typ, t.members[k].documented = written, true
	}
}

// ofParameter returns the type of a parameter of the method of a class that a place is in.
func (l *Language) ofParameter(text []byte, seen *source.File, class, pos int, name string) string {
	for i := range seen.Declarations {
		d := &seen.Declarations[i]
		if d.Parent != class || d.Symbol > source.Method || pos < d.Span.Start || pos >= d.Span.End {
			continue
		}
		signature := text[d.Name.End:max(d.Name.End, d.Signature.End)]
		for from := 0; ; {
			at := bytes.Index(signature[from:], []byte("$"+name))
			if at < 0 {
				break
			}
			if from += at + 1 + len(name); from < len(signature) && word(signature[from]) {
				continue
			}
			written := typeBefore(text, d.Name.End+from-len(name)-1)
			if written == "" || loose(written) {
				if doc := docTag(docBefore(text, d.Span.Start), "param", name); doc != "" {
					return doc
				}
			}
			return written
		}
	}
	return ""
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

// library are the types that PHP has everywhere, in order.
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
