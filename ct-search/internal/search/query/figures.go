package query

import (
	"fmt"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/verdict"
)

// Categorize sets in f the number of matches of each category. Matches that
// were not classified may have any category: they make each number a lower bound, and
// do not count as text.
func (r *Found) Categorize(f *verdict.Figures) {
	f.Set(occurrence.PatternMatch, float64(r.Given[occurrence.PatternMatch].Matches))
	f.Set(occurrence.PathMatch, float64(r.Named))
	open := f.Cut != "" || r.Unscanned > 0
	for k := source.Definition; k > source.Text; k-- {
		f.Names[k.String()] = verdict.Bound{Min: float64(r.Counts[k]), Open: open}
	}
	f.Names[source.Text.String()] = verdict.Bound{Min: float64(max(r.Counts[source.Text]-r.Unscanned, 0)), Open: open}
	if f.Cut == "" && r.Unscanned > 0 {
		f.Cut = fmt.Sprintf("%s not classified", grep.Plural(r.Unscanned, "match is", "matches are"))
		f.Whole = true
	}
}
