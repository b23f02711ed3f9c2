package query

import (
	"context"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
)

// callsOfMethod finds the calls of what a dotted query means, which say the name of its type only after they are bound.
func (r *Found) callsOfMethod(ctx context.Context) error {
	s := r.search
	if s.Name == "" || !s.Chain.Qualified() || s.each != nil || s.Session != nil || s.Where != nil || r.Ledger.Count(ledger.Timeout) > 0 {
		return nil
	}
	if !slices.ContainsFunc(r.Defined, r.needsBinding) {
		return nil
	}
	search := calls.Search{Files: s.Files, Binary: s.Binary}
	if err := search.For(s.page.Request.PlainSymbol(s.text)); err != nil {
		return err
	}
	var err error
	if r.called, err = search.Run(ctx); err != nil {
		return err
	}
	r.Ledger.AlsoCut(&r.called.Ledger)
	var first []*resolve.Site
	for _, site := range r.called.Sites {
		last := len(first) - 1
		if last >= 0 && first[last].Path == site.Path && first[last].Line == site.Line {
			continue
		}
		if len(first) < answer.MostLeads && site.Tier != resolve.Unresolved {
			first = append(first, site)
		}
	}
	if err := search.Describe(ctx, first); err != nil {
		return err
	}
	r.Leads = nil
	for _, site := range first {
		r.Leads = append(r.Leads, occurrence.Group{Match: site.Bound(), Count: 1})
	}
	return nil
}

// needsBinding reports whether calls of a definition can be found only by binding them.
func (r *Found) needsBinding(m occurrence.Match) bool {
	if !m.Own || m.Definition == nil {
		return false
	}
	kind := m.Definition.Kind
	return kind == source.Method || kind == source.Function && r.Counts[source.Callsite] == 0
}

// calledText says how often what a dotted query means is called, "" if that was not looked for.
func (r *Found) calledText() string {
	if r.called == nil {
		return ""
	}
	var bound, tests, maybe int64
	files := map[string]bool{}
	for _, site := range r.called.Sites {
		if site.Tier == resolve.Unresolved {
			maybe++
			continue
		}
		bound++
		files[site.Path] = true
		if site.Role == rank.Test {
			tests++
		}
	}
	text := fmt.Sprintf("%s in %s", grep.Plural(bound, "call", "calls"), grep.Plural(int64(len(files)), "file", "files"))
	if bound > 0 {
		text += split(bound, tests)
	}
	if maybe > 0 {
		text += fmt.Sprintf(", %d more of the name may be of it", maybe)
	}
	return text
}
