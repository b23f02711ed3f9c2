package calls

import (
	"bytes"
	"slices"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// Bounds of what is read of an expression of Python round a place: bytes in each
// direction, and brackets in brackets.
const (
	maxExpression = 2000
	maxLevels     = 50
)

// evaluatedIn gives the scope of Python in which the word at a place of a
// declaration is looked up: what a header holds in that around it; and a name of
// a class body that the class does not bind before, or in a comprehension or a
// lambda, in the functions and the module around the class.
func (x *reader) evaluatedIn(name string, scope, at int) int {
	for scope != source.None {
		d := &x.Seen.Declarations[scope]
		switch {
		case at >= d.Span.Start && at < d.Signature.End:
			scope = d.Parent
			continue
		case d.Symbol == source.Class && (x.late(name, scope, at) || x.innermost(name, scope, at)):
			for scope = d.Parent; scope != source.None && x.Seen.Declarations[scope].Symbol == source.Class; {
				scope = x.Seen.Declarations[scope].Parent
			}
		}
		return scope
	}
	return scope
}

// late tells whether a class binds a name, but only behind a place.
func (x *reader) late(name string, scope, at int) bool {
	bound := x.Seen.Lookup(name, scope)
	return len(bound) > 0 && bound[0].Scope == scope && !slices.ContainsFunc(bound, func(b *source.Binding) bool { return x.before(b, at) })
}

// before tells whether a name of a class is bound when the code at a place runs.
func (x *reader) before(b *source.Binding, at int) bool {
	switch {
	case b.How == source.Defined:
		return x.Seen.Declarations[b.Declaration].Span.End <= at
	case b.How == source.Local && x.innerHolds(b, at):
		return true
	case b.Place.End > at:
		return false
	}
	return b.How != source.Local || bytes.ContainsAny(x.Text[b.Place.End:at], "\n;") // the value of f = f(1) is made before
}

// innermost tells whether a name of a class body stands in a scope of its own,
// which does not bind it.
func (x *reader) innermost(name string, scope, at int) bool {
	_, ok := x.inner(x.Seen.Declarations[scope].Signature.End, at)
	return ok && !slices.ContainsFunc(x.Seen.Lookup(name, scope), func(b *source.Binding) bool { return b.How == source.Local && x.innerHolds(b, at) })
}

// innerHolds tells whether the scope of its own in a class body that a place
// stands in has a binding of the class.
func (x *reader) innerHolds(b *source.Binding, at int) bool {
	in, ok := x.inner(x.Seen.Declarations[b.Scope].Signature.End, at)
	return ok && in.Holds(b.Place)
}

// inner gives the part around a place of a class body, which begins at from,
// whose code runs in a scope of its own: the body of a lambda, or of a
// comprehension all but what it first goes over.
func (x *reader) inner(from, at int) (source.Span, bool) {
	end, open := at, at
	for level := 0; open >= 0 && level < maxLevels; level, end = level+1, open {
		open = opener(x.Text, max(from, end-maxExpression), end)
		start := open + 1
		if open < 0 {
			start = max(from, bytes.LastIndexByte(x.Text[:end], '\n')+1)
		}
		switch {
		case x.lambdaAround(start, end):
			return source.Span{Start: start, End: at}, true
		case open >= 0 && x.comprehension(start, end):
			n := closed(x.Text[open:min(end+maxExpression, len(x.Text))])
			return source.Span{Start: open, End: max(open+n, at)}, true
		}
	}
	return source.Span{}, false
}

// opener gives the bracket that what stands before end stands in; -1 without
// one behind from.
func opener(text []byte, from, end int) int {
	depth := 0
	for i := end - 1; i >= from; i-- {
		switch text[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// lambdaAround tells whether the body of a lambda, which begins behind start,
// goes on at end.
func (x *reader) lambdaAround(start, end int) bool {
	body := -1
	x.words(start, end, func(word string, at int) bool {
		switch {
		case word == "lambda":
			body = at
		case body >= 0 && bytes.IndexByte(x.Text[body:at], ':') >= 0: // a sign behind the body
			if word == "," || word == ";" {
				body = -1
			}
		}
		return true
	})
	return body >= 0 && bytes.IndexByte(x.Text[body:end], ':') >= 0
}

// comprehension tells whether a bracket that opens before start holds a
// comprehension, of which end is no part of what it first goes over.
func (x *reader) comprehension(start, end int) bool {
	loop, over, behind := -1, -1, -1
	x.words(start, min(end+maxExpression, len(x.Text)), func(word string, at int) bool {
		switch {
		case word == "for" && loop < 0:
			loop = at
		case word == "in" && loop >= 0 && over < 0:
			over = at
		case over >= 0 && (word == "for" || word == "if" || word == "async"):
			behind = at
		}
		return behind < 0
	})
	return loop >= 0 && (end < loop || behind >= 0 && end > behind)
}

// words calls each with the words, commas and semicolons from start to end that
// stand in no brackets or texts among them, until it gives false.
func (x *reader) words(start, end int, each func(word string, at int) bool) { //nolint:gocyclo // one case for each kind of token
	depth := 0
	for i := start; i < end; i++ {
		switch c := x.Text[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				return
			}
		case c == '#':
			if n := bytes.IndexByte(x.Text[i:end], '\n'); n >= 0 {
				i += n
			}
		case c == '"' || c == '\'':
			if n := bytes.IndexByte(x.Text[i+1:end], c); n >= 0 {
				i += n + 1
			}
		case depth == 0 && (c == ',' || c == ';'):
			if !each(string(c), i) {
				return
			}
		case pattern.IsIdentifier(c):
			from := i
			for i+1 < end && pattern.IsIdentifier(x.Text[i+1]) {
				i++
			}
			if depth == 0 && !each(string(x.Text[from:i+1]), from) {
				return
			}
		}
	}
}
