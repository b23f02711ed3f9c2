package calls

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// settle makes calls of the words of a file that a scanner says may be called, if the file's
// bindings say that they are; with every, of all of them.
func settle(f *occurrence.File, every bool) {
	if f.Seen == nil {
		return
	}
	for i := range f.Seen.Occurrences {
		o := &f.Seen.Occurrences[i]
		if !mayBeCalled(o) {
			continue
		}
		switch sure, never := calledBy(f, o); {
		case never:
			o.Of = source.None
		case sure || every:
			o.Kind = source.Callsite
		}
	}
}

// mayBeCalled reports whether a scanner says of a word only that it may be called.
func mayBeCalled(o *source.Occurrence) bool {
	return o.Of != source.None && (o.Kind == source.Reference || o.Kind == source.Annotation || o.Kind == source.Assignment)
}

// calledBy reports whether what may be called is surely called, by what binds it: brackets round a type convert, and
// another object than a function may have a method call. never is whether it is surely not.
func calledBy(f *occurrence.File, o *source.Occurrence) (sure, never bool) {
	form := f.Seen.Calls[o.Of].Form
	if form&(source.ByCast|source.ByMethod) == 0 || o.Access != source.Plain {
		return false, false
	}
	bindings := f.Seen.Lookup(o.Word.Of(f.Text), o.Enclosing, o.Word.Start)
	symbol := func(b *source.Binding) source.Symbol {
		if b.Kind == source.Defined {
			return f.Seen.Declarations[b.Declaration].Symbol
		}
		return source.Function
	}
	if form&source.ByMethod != 0 {
		sure = slices.ContainsFunc(bindings, func(b *source.Binding) bool { return b.Kind == source.Defined && symbol(b) <= source.Method })
		return sure && form&source.Maybe == 0, false
	}
	for _, b := range bindings {
		if s := symbol(b); s >= source.Class && s <= source.Type {
			return false, true
		}
		sure = b.Kind != source.Unknown && symbol(b) < source.Class
	}
	return sure && form&source.Maybe == 0, false
}
