package query

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/verdict"
)

// Report returns the whole answer; see findings.Result.
func (r *Found) Report(_ context.Context, sum answer.Summary, suggested []answer.Finding) (*answer.Answer, error) {
	s := r.search
	sum.Query, sum.Mode, sum.ScanMethod, sum.Notes = s.text, s.mode(), s.scanMethod(), r.notes()
	a := answer.New(sum)
	groups := r.groups()
	from, to := s.Shown(len(groups))
	shown := groups[from:to]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = r.key(groups, shown, &sum, suggested)
	top, mentions := answer.Matches(shown, s.Offset, s.pattern.Source)
	a.Add(answer.TitleTop, top)
	a.Add(answer.TitleKinds, r.kinds())
	a.Add(answer.TitleHot, r.hot())
	a.Add(answer.TitleFollow, r.follow(groups))
	a.Add(answer.TitleDefinitions, r.likely(shown))
	a.Add(answer.TitleMentions, mentions)
	switch {
	case s.Offset > 0 || !s.page.Request.DefaultContext():
	case r.isSymbol():
		a.Lead(r.Leads)
	default:
		a.Lead(shown[:min(len(shown), answer.MostLeads+1)])
	}
	a.Add(answer.TitlePaths, r.pathHits())
	a.Add(answer.TitleLimits, append(answer.Limits(&r.Ledger, &r.Gaps), r.misfits()...))
	a.AddEvidence(groups[to:], s.Offset+s.Limit+1, s.pattern.Source)
	return a, nil
}

// Draw returns nothing: a query has no graph.
func (r *Found) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}

// misfits returns which files were left out because the pattern does not fit them.
func (r *Found) misfits() []answer.Finding {
	var findings []answer.Finding
	for i := range r.Misfits {
		m := &r.Misfits[i]
		findings = append(findings, answer.Limit("not_parsed", m.String(), m.Files))
	}
	return findings
}

// groups returns the beginning of what is shown: first the groups of all files, ranked, at most three of a file, and then
// every other match, ranked by itself. Strings and comments are among them unless they are hidden.
func (r *Found) groups() []occurrence.Group {
	all, groups, rest := r.Grouped, r.Groups, r.Rest.First
	if !r.hides() {
		all, groups, rest = all+r.HiddenGrouped, merged(groups, r.Hidden), merged(rest, r.HiddenRest.First)
	}
	if int64(len(groups)) < all { // a page goes on to the rest only after all groups
		return groups
	}
	return slices.Concat(groups, rest)
}

// Shown returns how many findings all pages together show.
func (r *Found) Shown() int64 {
	if r.hides() {
		return r.Grouped + r.Rest.Count
	}
	return r.Grouped + r.HiddenGrouped + r.Rest.Count + r.HiddenRest.Count
}

// isSymbol reports whether the query is read as a symbol.
func (r *Found) isSymbol() bool { return r.search.Name != "" }

// hides reports whether strings and comments are only counted.
func (r *Found) hides() bool {
	if !r.isSymbol() || r.search.page.Request.Strings {
		return false
	}
	for k := source.Annotation; k <= source.Definition; k++ {
		if r.Counts[k] > 0 {
			return true
		}
	}
	return false
}

// merged merges two ranked lists.
func merged(a, b []occurrence.Group) []occurrence.Group {
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, compareGroups)
	return all
}

// kinds counts what the matches are.
func (r *Found) kinds() []answer.Finding {
	var findings []answer.Finding
	for _, category := range slices.Sorted(maps.Keys(r.Given)) {
		t := r.Given[category]
		findings = append(findings, answer.Counted(
			fmt.Sprintf("%s: %d in %s", category, t.Matches, grep.Plural(t.Files, "file", "files")),
			answer.CountData{Counted: category, Matches: t.Matches, Files: t.Files},
		))
	}
	for k := source.Definition; ; k-- {
		if n := r.Counts[k]; n > 0 {
			hidden := !k.Code() && k != source.Text && r.hides()
			message := fmt.Sprintf("%s: %d in %s", k, n, grep.Plural(r.InFiles[k], "file", "files"))
			if hidden {
				message += " (hidden)"
			}
			findings = append(findings, answer.Counted(message, answer.CountData{Counted: k.String(), Matches: n, Files: r.InFiles[k], Hidden: hidden}))
		}
		if k == source.Text {
			return findings
		}
	}
}

// hot returns the files with most matches.
func (r *Found) hot() []answer.Finding {
	var findings []answer.Finding
	for _, h := range r.Hot {
		findings = append(findings, answer.Hot(h))
	}
	return findings
}

// beginning is how many lines of a file are shown.
const beginning = 60

// follow returns the commands to run next.
func (r *Found) follow(groups []occurrence.Group) []answer.Finding {
	var steps answer.Steps
	if len(groups) > 0 {
		best := &groups[0].Match
		if m := r.elsewhere(); m != nil {
			best = m
		}
		if d := best.Definition; d != nil {
			steps.Add("the whole definition", r.search.page.Show(fmt.Sprintf("--range=%d:%d", d.First, d.Last), best.Path), "read it before changing it")
			switch {
			case d.Kind == source.Interface || d.Kind == source.Trait || d.Kind == source.Class:
				steps.Add("what implements or extends it", r.search.page.Implementations(d), "what a change of it reaches")
			case d.Kind == source.Function || d.Kind == source.Method:
				steps.Add("who calls it", r.search.page.CallsOf(d), "what a change of it reaches")
			}
		} else {
			if p := r.file(); p != "" {
				steps.Add("the file", r.search.page.Show(fmt.Sprintf("--range=1:%d", beginning), p), "how it begins")
			}
			if r.isSymbol() && r.assigned() == nil && r.elsewhere() == nil {
				steps.Add("wider", r.search.wider(), "nothing here defines it")
			}
		}
	}
	if r.Matches > 0 {
		steps.Add("every matching line", r.search.everyLine(), "the plain list, without a bound")
	}
	if hidden := r.hiddenCount(); hidden > 0 {
		steps.Add("with strings and comments", r.search.page.Command("--include-strings"), grep.Plural(hidden, "mention is", "mentions are")+" hidden")
	}
	return steps
}

// hiddenCount returns how many matches are only counted because they are text.
func (r *Found) hiddenCount() int64 {
	if !r.hides() {
		return 0
	}
	c := &r.Counts
	return c[source.String] + c[source.Comment] + c[source.Docstring]
}

// likely returns the definitions of the name that Top Matches does not show.
func (r *Found) likely(shown []occurrence.Group) []answer.Finding {
	if !r.isSymbol() {
		return nil
	}
	shownAt := map[string]bool{}
	for i := range shown {
		shownAt[answer.At(&shown[i])] = true
	}
	var findings []answer.Finding
	defined := r.Defined
	switch {
	case r.assigned() != nil:
		defined = r.Assigned
	case r.elsewhere() != nil:
		defined = r.Elsewhere
	}
	for i := range defined {
		g := occurrence.Group{Match: defined[i], Count: 1}
		if !shownAt[answer.At(&g)] && len(findings) < answer.MostLikely {
			findings = append(findings, answer.Full(&g, 0, r.search.pattern.Source))
		}
	}
	return findings
}

// pathHits returns the files that are named like the query.
func (r *Found) pathHits() []answer.Finding {
	var findings []answer.Finding
	for _, named := range r.Paths {
		p := named.Path
		findings = append(findings, answer.Finding{
			Category: answer.PathMatch, Message: budget.EscapeName(p), Severity: "info", Anchor: &answer.Anchor{File: p},
			Details: answer.Details{Kind: "match.file", Impact: answer.Low, Confidence: answer.High, Data: answer.FileData{Path: p, Why: "its name contains the query"}},
		})
	}
	return findings
}

// Categorize sets in f the number of matches of each category. Matches that were not classified may belong to any
// category: because of them each number is a lower bound. They do not count as text.
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
