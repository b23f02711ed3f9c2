package calls

import (
	"bytes"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// applied makes calls of what scanners take for uses of a name: decorators,
// templates of JavaScript and callees in brackets. Those that may be no calls
// are taken for some too if unsure.
func applied(f *occurrence.File, unsure bool) {
	if f.Seen == nil {
		return
	}
	decorators := decorated(f)
	for i := range f.Seen.Occurrences {
		o := &f.Seen.Occurrences[i]
		switch {
		case o.Kind == source.Reference && o.Of != source.None && unsure:
			o.Kind = source.Callsite
			continue
		case o.Kind != source.Reference && o.Kind != source.Annotation || o.Of != source.None:
			continue
		}
		c, ok := decorators[o.Word.End]
		if !ok {
			c, ok = tagged(f, o)
		}
		if !ok {
			c, ok = element(f, o)
		}
		if !ok {
			var sure bool
			if c, sure, ok = through(f, o); !ok {
				c, sure, ok = wrapped(f, o)
			}
			if !sure && !unsure {
				continue
			}
		}
		if ok {
			o.Kind, o.Of = source.Callsite, len(f.Seen.Calls)
			f.Seen.Calls = append(f.Seen.Calls, c)
		}
	}
}

// tagged returns the call of a name before a template: f`a${1}`.
func tagged(f *occurrence.File, o *source.Occurrence) (source.Call, bool) {
	at := forward(f.Text, o.Word.End, false)
	if f.Language != "js" && f.Language != "ts" || o.Kind != source.Reference || at >= len(f.Text) || f.Text[at] != '`' {
		return source.Call{}, false
	}
	callee := source.Span{Start: namesBefore(f.Text, o.Word.Start), End: o.Word.End}
	return source.Call{Callee: callee, Span: source.Span{Start: callee.Start, End: at + 1}, Positional: 1}, true
}

// wrapped returns the call of a name in brackets, and whether it is surely one:
// other brackets before it may be the head of a statement, and the brackets of
// C round what may be a type a cast.
func wrapped(f *occurrence.File, o *source.Occurrence) (c source.Call, sure, ok bool) {
	casts := f.Language == "c" || f.Language == "cpp" || f.Language == "cs"
	if !slices.Contains(inBrackets, f.Language) || o.Kind == source.Annotation && !casts {
		return source.Call{}, false, false
	}
	b, ok := calledIn(f, o.Word)
	if !ok {
		return source.Call{}, false, false
	}
	sure = b.only && !b.behind
	if sure && casts && o.Access == source.Plain && !b.starred {
		sure = false
		for _, bound := range f.Seen.Lookup(o.Word.Of(f.Text), o.Enclosing, o.Word.Start) {
			symbol := source.Function
			if bound.Kind == source.Defined {
				symbol = f.Seen.Declarations[bound.Declaration].Symbol
			}
			if symbol >= source.Class && symbol <= source.Type {
				return source.Call{}, false, false
			}
			sure = bound.Kind != source.Unknown && symbol < source.Class
		}
	}
	c = calledAs(f, b.Span, b.arguments)
	if after := forward(f.Text, c.Span.End, true); casts && after < len(f.Text) && pattern.IsIdentifier(f.Text[after]) {
		sure = false // (type)(other type)value
	}
	return c, sure, true
}

// calledField reports whether a call is one of Rust of what a field holds, which
// is no method: (self.f)(1).
func (x *reader) calledField(o *source.Occurrence) bool {
	return x.Language == "rust" && o.Access == source.Member && x.Text[x.Seen.Calls[o.Of].Callee.End-1] == ')'
}

// unsure reports whether a use of the name may be a call of it.
func (x *reader) unsure(o *source.Occurrence) bool {
	if x.Language == "cpp" && o.Kind == source.Assignment {
		return initializes(x.Text, o.Word)
	}
	if o.Kind == source.Reference && o.Of != source.None {
		return true
	}
	if o.Kind != source.Reference && o.Kind != source.Annotation {
		return false
	}
	if _, _, ok := wrapped(x.File, o); ok {
		return true
	}
	_, _, ok := through(x.File, o)
	return ok || selected(x.File, o.Word) || x.Language == "cpp" && constructs(x.Text, o.Word)
}

// decorated returns the calls that decorators of nothing but names are, by where
// they end: what they name is called with what they stand before.
func decorated(f *occurrence.File) map[int]source.Call {
	if f.Language != "js" && f.Language != "ts" {
		return nil
	}
	var names map[int]source.Call // by where they end
	for i := range f.Seen.Declarations {
		for _, d := range f.Seen.Declarations[i].Decorators {
			if text := d.Of(f.Text); len(split(joined(text[min(1, len(text)):]))) > 0 {
				if names == nil {
					names = map[int]source.Call{}
				}
				first := d.End - len(bytes.TrimLeft(f.Text[d.Start+1:d.End], " \t"))
				names[d.End] = source.Call{Span: d, Callee: source.Span{Start: first, End: d.End}, Positional: 1}
			}
		}
	}
	return names
}

// decorates reports whether a call is that of a decorator without arguments.
func (x *reader) decorates(o *source.Occurrence) bool {
	c := &x.Seen.Calls[o.Of]
	return c.Form&source.ByDecorator != 0 || c.Span.End == c.Callee.End && x.Text[c.Span.Start] == '@'
}
