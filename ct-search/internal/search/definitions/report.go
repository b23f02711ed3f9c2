package definitions

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/qlang"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
)

// Report returns the whole answer; see findings.Result.
func (r *Found) Report(ctx context.Context, sum answer.Summary, suggested []answer.Finding) (*answer.Answer, error) {
	s, groups := r.search, r.Groups
	around, lacks, err := r.expand(ctx)
	if err != nil {
		return nil, err
	}
	sum.Query, sum.Mode, sum.Notes = s.Query(qlang.Quote), s.mode(), append(r.notes(), unfollowed(around)...)
	a := answer.New(sum)
	from, to := s.Shown(len(groups))
	shown := groups[from:to]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = r.key(shown, &sum, suggested)
	top, _ := answer.Matches(shown, s.Offset, s.Symbol)
	if s.outline != nil {
		r.outlineFindings(top, shown, r.Shares[min(from, len(r.Shares)):min(to, len(r.Shares))])
		a.Add(answer.TitleTop, top)
		a.Add(answer.TitleLimits, append(answer.Limits(&r.Ledger, &r.Gaps), r.limits()...))
		if r.Unknown.Foreign.N+r.Unknown.Exported.N > 0 {
			a.ShowNone()
		}
		return a, nil
	}
	for i := range top {
		document(&top[i], &shown[i], true)
	}
	a.Add(answer.TitleTop, top)
	a.Add(answer.TitleKinds, r.kinds())
	a.Add(answer.TitleHot, r.hot())
	a.Add(answer.TitleFollow, r.follow(shown))
	if around != nil {
		a.Add(answer.TitleGraph, around.Graph.Findings())
	}
	a.Add(answer.TitleLimits, append(append(answer.Limits(&r.Ledger, &r.Gaps), r.limits()...), lacks...))
	a.AddEvidence(groups[to:], s.Offset+s.Limit+1, s.Symbol)
	for i := range a.Evidence {
		document(&a.Evidence[i], &groups[to+i], false)
	}
	return a, nil
}

// limits says what is unknown.
func (r *Found) limits() []answer.Finding {
	var findings []answer.Finding
	add := func(why string, n int64) {
		if n > 0 {
			findings = append(findings, answer.Limit("not_parsed", budget.EscapeLine(why), n))
		}
	}
	add(r.Unknown.imports(), r.Unknown.Computed.N)
	add(r.Unknown.exports(), r.Unknown.Exported.N)
	add(r.Unknown.files(r.search.matcher != nil), r.Unknown.Foreign.N)
	return findings
}

// document adds to the line of a module its name, and if doc is set, to that of any definition its documentation.
func document(f *answer.Finding, g *occurrence.Group, doc bool) {
	if g.Import != nil && g.Import.Other != "" {
		f.Message += "  — of " + budget.EscapeName(g.Import.Other)
	}
	if g.Definition == nil {
		return
	}
	if g.Definition.Kind == source.Module {
		f.Message = fmt.Sprintf("%s  %s", answer.At(g), budget.EscapeName(g.Definition.Qualname))
	}
	if doc && g.Definition.Doc != "" {
		f.Message += "  — " + g.Definition.Doc
	}
}

// key returns the findings to read first.
func (r *Found) key(shown []occurrence.Group, sum *answer.Summary, suggested []answer.Finding) []answer.Finding {
	if len(shown) == 0 {
		return r.nothing(sum.TimedOut, suggested)
	}
	best := &shown[0]
	data := answer.PrimaryData{Type: "match", Why: "the first", Path: best.Path}
	message := r.totals()
	if d := best.Definition; d != nil && r.search.named() {
		data = answer.PrimaryData{Type: "symbol", Why: "its definition", Symbol: d.Symbol, SymbolKind: d.Kind.String(), Path: best.Path}
		message = fmt.Sprintf("%s is a %s, defined at %s", d.Qualname, d.Kind, answer.At(best))
		if best.Prototype {
			data.Why = "its declaration"
			message = fmt.Sprintf("%s is a %s, declared at %s; no definition of it was found", d.Qualname, d.Kind, answer.At(best))
		}
		if d.Doc != "" {
			message += ": " + d.Doc
		}
		if n := r.Matches - 1; n > 0 {
			message += fmt.Sprintf(" (and %s of the name)", grep.Plural(n, "other", "others"))
		}
	}
	return []answer.Finding{{
		Category: "summary", Message: message, Severity: "info", Anchor: answer.AnchorOf(&best.Match),
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.High, Data: data},
	}}
}

// totals counts the definitions found.
func (r *Found) totals() string {
	what := grep.Plural(r.Matches, "declaration", "declarations")
	if r.search.Kind != "" {
		what = grep.Plural(r.Matches, r.search.Kind.String(), r.search.Kind.plural())
	}
	if r.search.public {
		what = strings.Replace(what, " ", " public ", 1)
	}
	if r.search.Symbol != "" {
		preposition := " named "
		if r.search.Kind == Import {
			preposition = " of "
		}
		what += preposition + budget.EscapeName(r.search.Symbol)
	}
	text := fmt.Sprintf("%s in %s", what, grep.Plural(r.Files, "file", "files"))
	if len(r.Ending) > 0 {
		text += fmt.Sprintf(": %d of the very one, %s", r.Exact, r.ending())
	}
	return text
}

// shownEnding is how many modules that end in a name are named.
const shownEnding = 3

// ending counts the imports of modules that only end in the name or are a part of it, and names those that are imported most.
func (r *Found) ending() string {
	all := slices.SortedFunc(maps.Keys(r.Ending), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Ending[b], r.Ending[a]), strings.Compare(a, b))
	})
	var names []string
	for _, m := range all[:min(len(all), shownEnding)] {
		names = append(names, fmt.Sprintf("%s %d", budget.EscapeName(m), r.Ending[m]))
	}
	if more := len(all) - shownEnding; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("%d of others that end in it or are a part of it (%s)", r.Matches-r.Exact, strings.Join(names, ", "))
}

// nothing returns the findings if there is no match, or none left to show.
func (r *Found) nothing(timedOut bool, suggested []answer.Finding) []answer.Finding {
	data := answer.HintData{Kind: "broaden_scope", Why: "no " + cmp.Or(r.search.Kind.String(), "declaration")}
	if r.search.Symbol != "" {
		data.Why += " named " + budget.EscapeName(r.search.Symbol)
	}
	if r.search.Offset > 0 {
		data.Why = "no more matches"
	}
	if timedOut {
		data.TimedOut()
	}
	if len(suggested) > 0 {
		data.Kind = "refine_query"
	}
	return append([]answer.Finding{answer.Nothing(data)}, suggested...)
}

// kinds counts the matches by category, if there are several.
func (r *Found) kinds() []answer.Finding {
	if len(r.Counts) < 2 {
		return nil
	}
	var findings []answer.Finding
	for _, category := range []string{source.Definition.String(), source.Import.String(), source.FromImport.String()} {
		n := r.Counts[category]
		if n == 0 {
			continue
		}
		findings = append(findings, answer.Counted(fmt.Sprintf("%s: %s", category, grep.Plural(n, "match", "matches")), answer.CountData{Counted: category, Matches: n}))
	}
	return findings
}

// hot returns the files with most matches, if some have several.
func (r *Found) hot() []answer.Finding {
	var findings []answer.Finding
	for _, h := range r.Hot {
		if h.Matches < 2 || r.Files < 2 {
			continue
		}
		findings = append(findings, answer.Hot(h))
	}
	return findings
}

// follow returns the commands to run next.
func (r *Found) follow(shown []occurrence.Group) []answer.Finding {
	var steps answer.Steps
	if len(shown) > 0 && shown[0].Definition != nil && r.search.Kind != Module {
		best := &shown[0]
		steps.Add("the whole definition", r.search.page.Show(fmt.Sprintf("--range=%d:%d", best.Definition.First, best.Definition.Last), best.Path), "read it before changing it")
		if r.Called && callable(best.Definition.Kind.String()) {
			steps.Add("who calls it", r.search.page.CallsOf(best.Definition), "what a change of it reaches")
		}
	}
	if r.Matches > int64(len(shown)) {
		steps.Add("every one", r.search.page.EveryLine(), "one a line, without a budget")
	}
	return steps
}

// Query returns the request in the language of --q.
func (s *Search) Query(quote func(string) string) string {
	var words []string
	if s.outline != nil {
		words = append(words, "outline")
	}
	if s.Kind != "" {
		words = append(words, "entity="+string(s.Kind))
	}
	if s.Symbol != "" {
		words = append(words, "name="+quote(s.Symbol))
	}
	return strings.Join(words, " ")
}
