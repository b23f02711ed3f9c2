package definitions

import (
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/source"
)

// assignable reports whether, in some language, an assignment is all that declares what is of the kind, or of one of them.
func (k Kind) assignable() bool {
	return k.holds(source.Variable) || k.holds(source.Constant) || k.holds(source.Field)
}

// assigned adds to the declarations of a file of such a language the first outermost assignment of each name: a
// constant where it is written in capitals, a field in a class, else a variable.
func assigned(f *occurrence.File) {
	if language := lang.Named(f.Language); language == nil || !language.Undeclared {
		return
	}
	type scoped struct {
		name  string
		scope int
	}
	known := map[scoped]bool{}
	for i := range f.Seen.Bindings {
		b := &f.Seen.Bindings[i]
		in := scoped{b.Name, b.Scope}
		if b.Kind != source.Local || b.Block != nil || known[in] || b.Place.Len() == 0 {
			continue
		}
		symbol := source.Variable
		switch {
		case b.Scope != source.None && f.Seen.Declarations[b.Scope].Symbol != source.Class:
			continue
		case b.Scope != source.None:
			symbol = source.Field
		case strings.ToUpper(b.Name) == b.Name && strings.ToLower(b.Name) != b.Name:
			symbol = source.Constant
		}
		known[in] = true
		start, end := match.LineStart(f.Text, 0, b.Place.Start), match.LineEnd(f.Text, b.Place.End)
		line := source.Span{Start: b.Place.Start, End: max(end, b.Place.End)}
		f.Seen.Declarations = append(f.Seen.Declarations, source.Declaration{
			Name: b.Place, Symbol: symbol, Span: line, Signature: source.Span{Start: start, End: line.End}, Parent: b.Scope,
		})
	}
}
