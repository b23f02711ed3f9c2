package typing

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// A function is a function that a script has outside of types, or a constant that stands for one.
type function struct {
	member
	free   map[string]string // its type parameters, with what they extend
	stands string            // of a constant: the path of what it stands for, with dots
}

// exports adds the functions and the constants of a script, and the names that it exports them by.
func (f *File) exports(text []byte, seen *source.File) {
	for i := range seen.Declarations {
		d := &seen.Declarations[i]
		name := d.Name.Of(text)
		switch {
		case d.Parent != source.None:
		case d.Symbol == source.Function && d.Receiver == "":
			one := function{member: f.rules.member(text, d), free: f.rules.free(text, d)}
			before, ok := f.functions[name]
			if ok { // a signature of the same function
				before.guessed = before.guessed || before.typ != one.typ
				one = before
			}
			f.functions[name] = one
		case d.Symbol == source.Constant || d.Symbol == source.Variable:
			if m := standsFor.Get().FindSubmatch(text[d.Name.End:min(len(text), d.Name.End+mostType)]); m != nil {
				f.functions[name] = function{stands: string(m[1])}
			} else if m := f.rules.member(text, d); m.typ != "" {
				f.functions[name] = function{member: m}
			}
		}
	}
	if m := exportsDefault.Get().FindSubmatch(text); m != nil {
		if name := string(m[1]) + string(m[2]); name != "extends" && name != "implements" { // of a class without a name
			f.renames["default"] = name
		}
	}
	for _, list := range exported.Get().FindAllSubmatch(text, -1) {
		for one := range strings.SplitSeq(string(list[1]), ",") {
			if words := strings.Fields(one); len(words) == 3 && words[1] == "as" {
				f.renames[words[2]] = words[0]
			}
		}
	}
}

var (
	exportsDefault = lazy.Regexp(`(?m)^export default (?:(?:abstract )?class ([A-Za-z_$][\w$]*)|([A-Za-z_$][\w$]*)\s*;?\s*$)`)
	standsFor      = lazy.Regexp(`^\s*=\s*([A-Za-z_$][\w$]*(?:\.[\w$]+)+)\s*(?:;|\n)`)
	exported       = lazy.Regexp(`\bexport\s*\{([^{}]*)\}(?:\s*;|\s*\n\s*[^f\s]|\s*$)`)
)

// takes returns the parameters of a function as they are written, if one of them is a function.
func (l *Language) takes(text []byte, d *source.Declaration) []string {
	signature := text[d.Name.End:max(d.Signature.End, d.Name.End)]
	if !l.modules || !bytes.Contains(signature, []byte("=>")) {
		return nil
	}
	return parameterTypes(string(signature))
}

// parameterTypes returns the types of the first list of parameters in a text.
func parameterTypes(text string) []string {
	open := strings.IndexByte(text, '(')
	if open < 0 {
		return nil
	}
	var all []string
	depth, from := 0, open+1
	for i := open; i < len(text); i++ {
		switch c := text[i]; {
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case c == '>' && text[i-1] == '=':
		case strings.IndexByte(")]}>", c) >= 0:
			depth--
		}
		if depth == 0 || depth == 1 && text[i] == ',' {
			_, written, _ := strings.Cut(text[from:i], ":")
			all, from = append(all, strings.TrimSpace(written)), i+1
		}
		if depth == 0 {
			return all
		}
	}
	return nil
}

// handing is a step from a function to what it hands over: to its parameter callback, a function, as the parameter at.
func handing(callback, at int) string { return fmt.Sprintf("@%d.%d", callback, at) }

// IsHanding reports whether a step is from a function to what it hands over.
func IsHanding(step string) bool { return strings.HasPrefix(step, "@") }

// handed returns the type that a function hands over by such a step, as it is written; empty if it is not seen.
func (m *member) handed(step string) string {
	first, second, _ := strings.Cut(step[1:], ".")
	callback, _ := strconv.Atoi(first)
	at, _ := strconv.Atoi(second)
	if callback >= len(m.takes) {
		return ""
	}
	written := m.takes[callback]
	if written = strings.TrimSpace(strings.TrimSuffix(written, "| undefined")); !strings.HasPrefix(written, "(") {
		return ""
	}
	list := parameterTypes(written)
	if strings.HasPrefix(strings.TrimLeft(written, "( "), "this:") {
		at++
	}
	if at >= len(list) {
		return ""
	}
	return list[at]
}

// callback returns what leads to the type of a parameter that no type is written for, of a function that stands in a call: the type that
// the callee hands over; nil if it is not seen.
func (s *Scope) callback(e *Expression, name string, at source.Span) *Expression {
	start, index := s.lambda(at)
	if start < 0 || s.deep >= mostDeep {
		return nil
	}
	open, argument := enclosing(s.Text, start)
	if open < 0 || s.Text[open] != '(' {
		return nil
	}
	m := calleeBefore.Get().FindSubmatch(s.Text[max(0, open-mostType):open])
	if m == nil {
		return nil
	}
	inner := *s
	inner.At, inner.deep = open, s.deep+1
	steps := append([]string{handing(argument, index)}, e.Steps...)
	callee := string(m[2])
	var x *Expression
	switch {
	case len(m[1]) > 0:
		x = inner.Of(source.Value{Root: source.OfType, Name: callee, Steps: []string{".constructor"}})
	case strings.Contains(callee, "."):
		if v := s.ValueOf([]byte(strings.ReplaceAll(callee, "?.", "."))); v.Root != source.Opaque {
			x = inner.Of(v)
		}
	default:
		return inner.handedBy(e, name, callee, steps)
	}
	if x == nil || len(x.Steps) == 0 {
		return nil
	}
	x.Why, x.Steps = name+" is handed over by "+callee, append(x.Steps, steps...)
	return x
}

// handedBy is callback for a function that is called by its name alone.
func (s *Scope) handedBy(e *Expression, name, callee string, steps []string) *Expression {
	bindings := s.Lookup(callee, s.In, s.At)
	b := s.nearest(bindings)
	if b == nil {
		return nil
	}
	why := name + " is handed over by " + callee
	switch {
	case b.Kind == source.Imported:
		return &Expression{File: e.File, Around: e.Around, Name: callee, Static: true, Steps: steps, Why: why}
	case b.Kind == source.Defined && s.Declarations[b.Declaration].Symbol <= source.Method:
		m := s.Facts.rules.member(s.Text, &s.Declarations[b.Declaration])
		if x := s.typed(e, m.handed(steps[0]), ""); x != nil {
			x.Why = why
			return x
		}
	}
	return nil
}

// calleeBefore is the callee before the bracket of a call.
var calleeBefore = lazy.Regexp(`(?:^|[^\w$.])(new\s+)?((?:this\.)?[A-Za-z_$][\w$]*(?:\??\.[\w$]+)*)\s*(?:<[\w\s.,$\[\]|]*>)?$`)

// lambda returns where the function begins that has the parameter at a place without a name of its own, and which of its parameters that is;
// -1 if it is not seen to be one.
func (s *Scope) lambda(at source.Span) (start, index int) {
	rest := bytes.TrimLeft(s.Text[at.End:min(len(s.Text), at.End+mostType)], " \t\r\n")
	if bytes.HasPrefix(rest, []byte("=>")) {
		return s.beforeAsync(at.Start), 0
	}
	open, index := enclosing(s.Text, at.Start)
	if open < 0 || s.Text[open] != '(' {
		return -1, 0
	}
	from := max(0, open-mostType)
	if m := functionWord.Get().FindIndex(s.Text[from:open]); m != nil {
		return s.beforeAsync(from + m[0]), index
	}
	depth := 1
	for i, c := range rest {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && arrowAfter.Get().Match(rest[i+1:]) {
			return s.beforeAsync(open), index
		} else if depth == 0 {
			return -1, 0
		}
	}
	return -1, 0
}

var (
	functionWord = lazy.Regexp(`\bfunction\b\s*[\w$]*\s*$`)
	arrowAfter   = lazy.Regexp(`^\s*(?::[\w\s.$<>\[\]|]+)?=>`)
)

// beforeAsync returns where the word async begins before pos, or pos.
func (s *Scope) beforeAsync(pos int) int {
	head, is := bytes.CutSuffix(bytes.TrimRight(s.Text[:pos], " \t"), []byte("async"))
	if is {
		return len(head)
	}
	return pos
}

// mostArguments is how many bytes may stand before an argument of a call in its brackets.
const mostArguments = 8 << 10

// enclosing returns where the bracket opens that is around pos, and how many commas are between; -1 if it is not seen.
func enclosing(text []byte, pos int) (open, commas int) {
	depth := 0
	for i := pos - 1; i >= max(0, pos-mostArguments); i-- {
		switch c := text[i]; c {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				return i, commas
			}
		case ',':
			if depth == 0 {
				commas++
			}
		case ';':
			if depth == 0 {
				return -1, 0
			}
		case '"', '\'', '`':
			at := bytes.LastIndexByte(text[max(0, i-mostType):i], c)
			if at < 0 {
				return -1, 0
			}
			i = max(0, i-mostType) + at
		}
	}
	return -1, 0
}

// called returns what a function of a script returns, or hands over, that a file has under a name: its own or an imported one.
func (w *World) called(f *File, name, step string) Found {
	if in, one, ok := w.function(f, name, maxSteps); ok {
		return w.leads(in, &one, step)
	}
	return Found{}
}

// leads returns what a function of a file returns, or hands over.
func (w *World) leads(in *File, one *function, step string) Found {
	written := one.typ
	switch {
	case one.stands != "":
		if of := w.find(in, "", outer(one.stands)); of.Type != nil && step == "()" {
			return w.result(of, last(one.stands), true, false)
		}
		return Found{}
	case step != "()":
		written = one.handed(step)
	case !one.method:
		return Found{}
	}
	plain, elements, ok := in.rules.plain(written)
	if bound, free := one.free[plain]; free {
		plain, _, ok = in.rules.plain(bound)
	}
	if !ok {
		return Found{}
	}
	out := w.find(in, "", plain)
	out.Sure, out.Elements = out.Sure && !one.guessed, elements
	out.written(arguments(written), in, "")
	return out
}

// function returns the function that a file has under a name, with its file.
func (w *World) function(f *File, name string, steps int) (*File, function, bool) {
	if one, ok := f.functions[name]; ok {
		return f, one, true
	}
	if from, next, ok := cutModule(f.imports[name]); ok && steps > 0 {
		return w.functionOf(f, from, next, steps)
	}
	return nil, function{}, false
}

// functionOf returns the function that a module has under a name, as a script imports it.
func (w *World) functionOf(f *File, module, name string, steps int) (*File, function, bool) {
	stems := []string{module}
	if plain, ok := strings.CutPrefix(module, byName); ok {
		stems = w.space.Script(f.Path, plain)
	}
	for _, stem := range stems {
		if in := w.script(f, stem); in != nil && steps > 0 {
			if at, one, ok := w.exportedFunction(in, name, steps-1); ok {
				return at, one, true
			}
		}
	}
	return nil, function{}, false
}

// exportedFunction returns the function that importers of a file have under a name.
func (w *World) exportedFunction(f *File, name string, steps int) (*File, function, bool) {
	if own := f.renames[name]; own != "" {
		name = own
	}
	if at, one, ok := w.function(f, name, steps); ok {
		return at, one, true
	}
	for _, star := range f.stars {
		if at, one, ok := w.functionOf(f, strings.TrimSuffix(star, "#"), name, steps); ok {
			return at, one, true
		}
	}
	return nil, function{}, false
}

// inModule returns what a member of a whole module leads to: a type, or what a function returns or hands over.
func (w *World) inModule(f *File, name, step string) Found {
	if step != "()" && !IsHanding(step) {
		return w.exportedBy(f, name, maxSteps)
	}
	if in, one, ok := w.exportedFunction(f, name, maxSteps); ok {
		return w.leads(in, &one, step)
	}
	return Found{}
}
