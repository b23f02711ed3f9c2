package calls

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// maxLambda bounds how far a lambda reaches from its parameters, in bytes.
const maxLambda = 1000

// bindings gives what binds a name for the word at a place in a scope: the
// parameters of a Python lambda, which has no scope of its own, bind in its body
// alone.
func (x *reader) bindings(name string, scope, at int) (all []*source.Binding, lambda bool) {
	if x.Language == "py" {
		scope = x.evaluatedIn(name, scope, at)
	}
	for {
		all = x.Seen.Lookup(name, scope)
		if x.Language != "py" {
			return all, false
		}
		if len(all) > 0 && all[0].Scope == scope && scope != source.None && x.Seen.Declarations[scope].Symbol == source.Class {
			all = slices.DeleteFunc(slices.Clone(all), func(b *source.Binding) bool { return !x.before(b, at) })
		}
		var kept []*source.Binding
		var inner *source.Binding
		for _, b := range all {
			start, end := x.lambda(b)
			switch {
			case start < 0:
				kept = append(kept, b)
			case at >= start && at < end:
				inner = b
			}
		}
		switch {
		case inner != nil:
			return []*source.Binding{inner}, true
		case len(kept) > 0 || len(all) == 0:
			return kept, false
		case all[0].Scope == source.None:
			return x.Seen.Lookup("", source.None), false // what may bring any name
		}
		scope = x.Seen.Declarations[all[0].Scope].Parent
		for scope != source.None && x.Seen.Declarations[scope].Symbol == source.Class {
			scope = x.Seen.Declarations[scope].Parent
		}
	}
}

// lambda gives the body of the lambda that a binding is a parameter of; a start
// of -1 where it is of none.
func (x *reader) lambda(b *source.Binding) (start, end int) {
	if b.How != source.Local || x.lambdaWord(b) < 0 {
		return -1, -1
	}
	rest := x.Text[b.Place.End:min(b.Place.End+maxLambda, len(x.Text))]
	colon := ends(rest, ":")
	if colon < 0 {
		return -1, -1
	}
	start = b.Place.End + colon + 1
	body := x.Text[start:min(start+maxLambda, len(x.Text))]
	skip := len(body) - len(bytes.TrimLeft(body, " \t\r\n\\"))
	if n := ends(body[skip:], ",)]}\n;"); n >= 0 {
		return start, start + skip + n
	}
	return start, start + len(body)
}

// lambdaWord gives where the word lambda begins that a binding is a parameter
// behind; -1 where there is none.
func (x *reader) lambdaWord(b *source.Binding) int {
	from := max(b.Place.Start-maxLambda, 0)
	before := x.Text[from:b.Place.Start]
	at := bytes.LastIndex(before, []byte("lambda"))
	if at < 0 || at > 0 && pattern.IsIdentifier(before[at-1]) || ends(before[at:], ":\n)]}") >= 0 {
		return -1
	}
	if behind := before[at+len("lambda"):]; len(behind) == 0 || pattern.IsIdentifier(behind[0]) {
		return -1
	}
	return from + at
}

// ends gives where the first of some bytes stands in code outside of brackets
// and texts that begin in it; -1 without one.
func ends(code []byte, stops string) int {
	depth := 0
	for i := 0; i < len(code); i++ {
		c := code[i]
		if depth == 0 && strings.IndexByte(stops, c) >= 0 {
			return i
		}
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'':
			n := bytes.IndexByte(code[i+1:], c)
			if n < 0 {
				return -1
			}
			i += n + 1
		}
	}
	return -1
}

// object gives the root of a parameter of a lambda: the object, where the lambda
// is what an attribute of a class holds and the parameter its first.
func (x *reader) object(b *source.Binding) root {
	at := x.lambdaWord(b)
	first := at >= 0 && len(bytes.TrimSpace(x.Text[at+len("lambda"):b.Place.Start])) == 0
	if !first || b.Scope == source.None || x.Seen.Declarations[b.Scope].Symbol != source.Class {
		return root{how: parameter}
	}
	line := x.Text[bytes.LastIndexByte(x.Text[:at], '\n')+1 : at]
	name, value, ok := bytes.Cut(line, []byte("="))
	if value = bytes.TrimSpace(value); !ok || len(value) > 0 && string(value) != "property(" || len(split(string(bytes.TrimSpace(name)))) != 1 {
		return root{how: parameter}
	}
	return root{how: self, qual: x.Seen.Qualname(x.Text, b.Scope), weak: true}
}

// isLambda tells whether what is assigned to the name that ends at a place is a
// lambda.
func (x *reader) isLambda(end int) bool {
	rest := bytes.TrimLeft(x.Text[end:min(end+maxLambda, len(x.Text))], " ")
	rest, ok := bytes.CutPrefix(rest, []byte("="))
	rest, is := bytes.CutPrefix(bytes.TrimLeft(rest, " "), []byte("lambda"))
	return ok && is && len(rest) > 0 && !pattern.IsIdentifier(rest[0])
}
