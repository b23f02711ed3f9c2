package calls

import (
	"bytes"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// applied makes calls of the decorators that are nothing but names: what they
// name is called with what they stand before.
func applied(f *occurrence.File) {
	if f.Seen == nil || f.Language != "py" && f.Language != "js" && f.Language != "ts" {
		return
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
	for i := range f.Seen.Occurrences {
		o := &f.Seen.Occurrences[i]
		if c, ok := names[o.Word.End]; ok && o.Kind == source.Reference {
			o.Kind, o.Of = source.Callsite, len(f.Seen.Calls)
			f.Seen.Calls = append(f.Seen.Calls, c)
		}
	}
}

// decorates tells whether a call is that of a decorator without arguments.
func (x *reader) decorates(o *source.Occurrence) bool {
	c := &x.Seen.Calls[o.Of]
	return c.Span.End == c.Callee.End && x.Text[c.Span.Start] == '@'
}
