package smart

import (
	"fmt"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/verdict"
)

// patternMatch is the category of what a structural pattern matches.
const patternMatch = "pattern_match"

// Categories names what a match may be, as expectations do.
func Categories() []string {
	var names []string
	for k := source.Definition; k > source.Text; k-- {
		names = append(names, k.String())
	}
	return append(names, source.Text.String(), patternMatch, answer.PathMatch)
}

// Categorize sets in f how many matches there are of each category. What a
// scanner could have told apart and did not may be of any: that leaves each of
// them open, and does not count as text.
func (r *Found) Categorize(f *verdict.Figures) {
	f.Set(patternMatch, float64(r.Told[patternMatch].Matches))
	f.Set(answer.PathMatch, float64(r.Named))
	open := f.Cut != "" || r.Unscanned > 0
	for k := source.Definition; k > source.Text; k-- {
		f.Names[k.String()] = verdict.Bound{Min: float64(r.Counts[k]), Open: open}
	}
	f.Names[source.Text.String()] = verdict.Bound{Min: float64(max(r.Counts[source.Text]-r.Unscanned, 0)), Open: open}
	if f.Cut == "" && r.Unscanned > 0 {
		f.Cut = fmt.Sprintf("%s not told apart", grep.Plural(r.Unscanned, "match is", "matches are"))
	}
}
