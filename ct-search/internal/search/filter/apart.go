package filter

import (
	"context"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// mostAlone is how many patterns an answer counts each for itself.
const mostAlone = 4

// diagnoseConditions finds which patterns match nowhere at all, whose other readings d then tries, and says, if no file
// meets the conditions although all patterns occur, how many meet fewer.
func (s *search) diagnoseConditions(ctx context.Context, d *grep.Diagnosis, a *tool.Answer) error {
	suspects := slices.Clone(s.patterns)
	if s.entries > 0 {
		suspects = nil
	}
	if !d.Hints {
		suspects = slices.DeleteFunc(suspects, func(p *pattern.Pattern) bool { return !p.Promoted || p.LiteralText() == "" })
	}
	present := len(suspects)
	for i, p := range s.absent {
		if !s.conditions.refuted[i].Load() {
			suspects = append(suspects, p)
		}
	}
	if len(suspects) == 0 {
		return nil
	}
	counts, whole, err := d.Count(ctx, suspects)
	if err != nil {
		return err
	}
	literally := *d
	literally.Hints, literally.Patterns = false, nil
	for i, p := range suspects {
		switch {
		case counts[i] > 0:
		case i < present:
			d.Patterns = append(d.Patterns, p)
		default:
			literally.Patterns = append(literally.Patterns, p)
		}
	}
	if len(literally.Patterns) > 0 {
		if err := literally.Run(ctx, a); err != nil {
			return err
		}
	}
	switch {
	case !d.Hints:
	case len(d.Patterns) > 0:
		for _, p := range d.Patterns {
			a.Reading.Notes = append(a.Reading.Notes, fmt.Sprintf("nothing matches %q", p.Source))
		}
	default:
		s.addFewer(a, counts, !whole)
	}
	return nil
}

// addFewer adds what would match if there were fewer conditions: counts are the matching lines of each pattern.
func (s *search) addFewer(a *tool.Answer, counts []int64, atLeast bool) {
	c, r := s.conditions, s.request
	if n := c.apart.Load(); n > 0 {
		a.Reading.Add(tool.Alternative{Label: "files without --within", Count: n, AtLeast: a.Ledger.Cut(), Command: s.without("within")})
	}
	if n := c.denied.Load(); n > 0 && len(r.NoneOf) > 0 {
		a.Reading.Add(tool.Alternative{Label: "files without --none-of", Count: n, AtLeast: c.guessed.Load() || a.Ledger.Cut(), Command: s.without("none-of")})
	}
	if len(a.Reading.Alternatives) > 0 || len(c.all) < 2 {
		return
	}
	greps := len(s.patterns) - len(r.AllOf)
	for i, text := range r.AllOf[:min(len(r.AllOf), mostAlone)] {
		a.Reading.Add(tool.Alternative{
			Label: fmt.Sprintf("%q alone", s.patterns[greps+i].Source), Count: counts[greps+i], AtLeast: atLeast,
			Command: r.Refine(request.Filter, s.args, []string{"--grep=" + text}, "regexp", "all-of", "none-of", "within", "where"),
		})
	}
}

// without returns the command of this search without an option.
func (s *search) without(option string) string {
	return s.request.Refine(request.Filter, s.args, nil, option)
}
