package calls

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// isLocalCall reports whether a call is surely of what a local name of a function holds.
func (x *reader) isLocalCall(o *source.Occurrence, c *resolve.Callee) bool {
	return !c.Form.Macro && !c.Form.Held && (x.python != nil || !x.lexical.NamesApart()) && x.isLocal(o)
}

// isLocal reports whether a word is surely a local name of a function: parameters and local variables are all that the function binds it
// to, and none of them may hold what is searched, or is taken from a field of the name.
func (x *reader) isLocal(o *source.Occurrence) bool {
	if o.Access != source.Plain || !x.IsName(o.Word) || x.Language == "php" && (o.Word.Start == 0 || x.Text[o.Word.Start-1] != '$') {
		return false
	}
	bindings := x.Seen.Lookup(x.Name, o.Enclosing, o.Word.Start)
	if x.python != nil && (o.Kind == source.Reference || o.Kind == source.Callsite) {
		bindings = x.python.Bindings(o)
	}
	field := x.python == nil && slices.ContainsFunc(bindings, func(b *source.Binding) bool { return x.takesField(b.Place) })
	return len(bindings) > 0 && !field && !slices.ContainsFunc(bindings, func(b *source.Binding) bool {
		return !x.isOwn(b) || b.Place != o.Word && x.mayHold(b)
	})
}

// isOwn reports whether a binding is a parameter or a local variable of a function.
func (x *reader) isOwn(b *source.Binding) bool {
	return (b.Kind == source.Parameter || b.Kind == source.Local) && b.Scope != source.None && x.Seen.Declarations[b.Scope].Symbol <= source.Method
}

// mayHold reports whether a local name may hold what is searched, because the name is also in what it is given.
func (x *reader) mayHold(b *source.Binding) bool {
	if b.Given == source.GivenValue && holdsWord(b.From.Of(x.Text), x.Name) {
		return true
	}
	if x.given == nil {
		x.given = x.givenByName()
	}
	in := x.Seen.Declarations[b.Scope].Span
	return slices.ContainsFunc(x.given, in.Holds)
}

// givenByName returns the places of the name that are given a value with the name in it, as far as that stands on the same line.
func (x *reader) givenByName() []source.Span {
	all := []source.Span{}
	for i := range max(len(x.Places)-1, 0) {
		o, next := &x.Seen.Occurrences[i], &x.Seen.Occurrences[i+1]
		if o.Access != source.Plain || !o.Kind.Code() || !next.Kind.Code() || next.Word.Start < o.Word.End || next.Word.Start-o.Word.End > mostBetween {
			continue
		}
		if gives(string(x.Text[o.Word.End:next.Word.Start])) {
			all = append(all, o.Word)
		}
	}
	return all
}

// mostBetween bounds how much of a statement is read, in bytes.
const mostBetween = 400

// gives reports whether a text between a name and another word says that the name may be given what the word means: name = word,
// name: T = f(word), word as name.
func gives(between string) bool {
	if strings.ContainsAny(between, ";{}\n") {
		return false
	}
	plain := strings.NewReplacer("==", "", "=>", "", "<=", "", ">=", "", "!=", "").Replace(between)
	return strings.Contains(plain, "=") || strings.Contains(plain, " in ") || strings.Contains(plain, " as ") || strings.Contains(plain, " of ")
}

// takesField reports whether a name stands in braces that take fields apart: { name } and { a, name = 1 }.
func (x *reader) takesField(at source.Span) bool {
	before := bytes.TrimRight(x.Text[max(at.Start-mostBetween, 0):at.Start], " \t\r\n")
	after := bytes.TrimLeft(x.Text[at.End:min(at.End+mostBetween, len(x.Text))], " \t\r\n")
	if len(before) == 0 || len(after) == 0 || bytes.IndexByte([]byte("{,"), before[len(before)-1]) < 0 || bytes.IndexByte([]byte("},="), after[0]) < 0 {
		return false
	}
	open := bytes.LastIndexAny(before, "{}()")
	return open >= 0 && before[open] == '{'
}

// holdsWord reports whether a text has a name as a whole word.
func holdsWord(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(name)
		if (start == 0 || !pattern.IsIdentifier(text[start-1])) && (end == len(text) || !pattern.IsIdentifier(text[end])) {
			return true
		}
		at = start + 1
	}
}
