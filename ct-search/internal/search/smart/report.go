package smart

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
)

// A Report makes an answer of what was found.
type Report struct {
	Query   string
	Pattern string // what was looked for, where that is another text
	Symbol  bool   // the query is read as a symbol
	Strings bool   // strings, comments and docstrings are shown among the matches
	Summary answer.Summary
	Found   *Found

	Limit, Offset int
	Lines         string // the command that prints every matching line; empty where there is none
	// Refine gives the command of this search with other options.
	Refine func(without, args []string) string
	// Others tells, where nothing matched, what would have: a line and the
	// command that finds it, "" for none.
	Others [][2]string
}

// Answer gives the answer, without its run, verdict and ledger, and with all
// that may be shown; what a budget does not hold is cut by Fit.
func (r *Report) Answer() *answer.Answer {
	a := &answer.Answer{Summary: r.Summary, KeyFindings: []answer.Finding{}, Sections: []answer.Section{}, Evidence: []answer.Finding{}, Artifacts: []answer.Artifact{}}
	groups := r.groups()
	shown := groups[min(r.Offset, len(groups)):min(r.Offset+r.Limit, len(groups))]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = r.key(shown)
	section := func(title string, findings []answer.Finding) {
		if len(findings) > 0 {
			a.Sections = append(a.Sections, answer.Section{Title: title, Findings: findings})
		}
	}
	top, mentions := answer.Matches(shown, r.Offset, r.Pattern)
	section(answer.TitleTop, top)
	section(answer.TitleKinds, r.kinds())
	section(answer.TitleHot, r.hot())
	section(answer.TitleFollow, r.follow(shown))
	section(answer.TitleDefinitions, r.likely(shown))
	section(answer.TitleMentions, mentions)
	section(answer.TitlePaths, r.pathHits())
	section(answer.TitleLimits, answer.Limits(&r.Found.Ledger, &r.Found.Gaps))
	behind := groups[min(r.Offset+r.Limit, len(groups)):]
	for i := range behind[:min(len(behind), answer.MostEvidence)] {
		f := answer.Brief(&behind[i], r.Offset+r.Limit+i+1, r.Pattern)
		f.Category = answer.Evidence
		a.Evidence = append(a.Evidence, f)
	}
	return a
}

// groups gives what is told, ranked: code, and strings and comments unless they
// are hidden.
func (r *Report) groups() []occurrence.Group {
	if r.hides() {
		return r.Found.Groups
	}
	return merged(r.Found.Groups, r.Found.Hidden)
}

// hides tells whether strings and comments are only counted.
func (r *Report) hides() bool { return r.Symbol && !r.Strings && len(r.Found.Groups) > 0 }

// merged merges two ranked lists.
func merged(a, b []occurrence.Group) []occurrence.Group {
	all := make([]occurrence.Group, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if occurrence.Compare(&a[0].Match, &b[0].Match) <= 0 {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// key gives the findings to read first.
func (r *Report) key(shown []occurrence.Group) []answer.Finding {
	if len(shown) == 0 {
		return r.nothing()
	}
	best := &shown[0]
	data := answer.PrimaryData{Type: "match", Why: "first by rank", Normalized: r.Pattern}
	message := fmt.Sprintf("start at %s: %s in %s", answer.At(best), article(best.Category()), best.Enclosing)
	if a := r.assigned(); a != nil {
		best = &occurrence.Group{Match: *a, Count: 1}
		data = answer.PrimaryData{Type: "symbol", Why: "its outermost assignment", Symbol: r.Query, Path: a.Path, Normalized: r.Pattern}
		message = fmt.Sprintf("%s is assigned at %s: %s", r.Query, answer.At(best), strings.TrimSpace(a.Text))
	}
	if d := best.Definition; d != nil {
		data = answer.PrimaryData{
			Type: "symbol", Why: "its definition", Symbol: d.Symbol, SymbolKind: d.Kind.String(), Path: best.Path, Normalized: r.Pattern,
		}
		message = fmt.Sprintf("%s is a %s, defined at %s", d.Qualname, d.Kind, answer.At(best))
		if d.Doc != "" {
			message += ": " + d.Doc
		}
	}
	findings := []answer.Finding{{
		Category: "summary", Message: message, Severity: "info", Anchor: answer.AnchorOf(&best.Match),
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.ConfidenceOf(best), Data: data},
	}}
	return append(append(findings, r.ambiguity(best)...), r.usage()...)
}

// assigned gives the assignment to start at, of a symbol that nothing defines.
func (r *Report) assigned() *occurrence.Match {
	if !r.Symbol || r.Found.Counts[source.Definition] > 0 || len(r.Found.Assigned) == 0 {
		return nil
	}
	return &r.Found.Assigned[0]
}

// ambiguity says which other definitions have the name.
func (r *Report) ambiguity(best *occurrence.Group) []answer.Finding {
	var places []string
	own := 0
	for i := range r.Found.Defined {
		d := &r.Found.Defined[i]
		if !d.Own || d.Path == best.Path && d.Line == best.Line {
			continue
		}
		if own++; len(places) < occurrence.MostInList-2 {
			places = append(places, fmt.Sprintf("%s:%d", budget.EscapeName(d.Path), d.Line))
		}
	}
	if own == 0 || !best.Own {
		return nil
	}
	message := "also defined at " + strings.Join(places, ", ")
	if own > len(places) {
		message += fmt.Sprintf(" and %d more", own-len(places))
	}
	return []answer.Finding{{
		Category: "disambiguation", Message: message, Severity: "info",
		Details: answer.Details{Kind: "smart_search.related", Impact: answer.Med, Confidence: answer.High, Data: answer.RelatedData{
			Relation: "name_similarity", TargetType: "symbol", Target: best.Definition.Qualname, Why: "the same name",
		}},
	}}
}

// usage says how often the symbol is used, in one line.
func (r *Report) usage() []answer.Finding {
	c := &r.Found.Counts
	calls, uses := c[source.Callsite], c[source.Reference]+c[source.Assignment]+c[source.Annotation]
	if !r.Symbol || calls+uses == 0 {
		return nil
	}
	var parts []string
	if calls > 0 {
		parts = append(parts, fmt.Sprintf("%s in %s", grep.Plural(calls, "call", "calls"), grep.Plural(r.Found.InFiles[source.Callsite], "file", "files")))
	}
	switch {
	case uses > 0 && calls > 0:
		parts = append(parts, grep.Plural(uses, "other use", "other uses"))
	case uses > 0:
		parts = append(parts, grep.Plural(uses, "use", "uses"))
	}
	if n := c[source.Import] + c[source.FromImport]; n > 0 {
		parts = append(parts, grep.Plural(n, "import", "imports"))
	}
	return []answer.Finding{{
		Category: "summary", Message: "used: " + strings.Join(parts, ", "), Severity: "info",
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.Med, Confidence: answer.High, Data: answer.PrimaryData{Type: "symbol", Why: "how it is used", Symbol: r.Query}},
	}}
}

// nothing says that there is no match, or none left to show.
func (r *Report) nothing() []answer.Finding {
	data := answer.HintData{Kind: "broaden_scope", Why: "no match"}
	switch {
	case r.Offset > 0:
		data.Why = "no more matches"
	case len(r.Found.Paths) > 0:
		data.Why = "no match; " + grep.Plural(int64(len(r.Found.Paths)), "file is", "files are") + " named so"
	}
	for _, other := range r.Others {
		data.Kind, data.Why = "refine_query", other[0]
		if other[1] != "" {
			data.Queries = append(data.Queries, other[1])
		}
	}
	return []answer.Finding{{
		Category: "no_results", Message: data.Why, Severity: "info",
		Details: answer.Details{Kind: "smart_search.hint", Impact: answer.Low, Confidence: answer.High, Data: data},
	}}
}

// kinds counts what the matches are.
func (r *Report) kinds() []answer.Finding {
	var findings []answer.Finding
	for k := source.Definition; ; k-- {
		if n := r.Found.Counts[k]; n > 0 {
			hidden := !k.Code() && k != source.Text && r.hides()
			message := fmt.Sprintf("%s: %s in %s", k, grep.Plural(n, "match", "matches"), grep.Plural(r.Found.InFiles[k], "file", "files"))
			if hidden {
				message += " (hidden)"
			}
			findings = append(findings, answer.Finding{
				Category: "summary", Message: message, Severity: "info",
				Details: answer.Details{Kind: "smart_search.count", Impact: answer.Low, Confidence: answer.High, Data: answer.CountData{
					Counted: k.String(), Matches: n, Files: r.Found.InFiles[k], Hidden: hidden,
				}},
			})
		}
		if k == source.Text {
			return findings
		}
	}
}

// hot tells the files with most matches.
func (r *Report) hot() []answer.Finding {
	var findings []answer.Finding
	for _, h := range r.Found.Hot {
		data := answer.FileData{Path: h.Path, Why: "many matches", Matches: h.Matches, Role: h.Role}
		for i := range h.Defined {
			d := &h.Defined[i]
			data.Symbols = append(data.Symbols, answer.TopSymbol{Symbol: d.Definition.Symbol, Kind: d.Definition.Kind.String(), Line: d.Line})
		}
		findings = append(findings, answer.Finding{
			Category: "summary", Message: fmt.Sprintf("%s: %s", budget.EscapeName(h.Path), grep.Plural(h.Matches, "match", "matches")),
			Severity: "info", Anchor: &answer.Anchor{File: h.Path}, Details: answer.Details{Kind: "match.file", Impact: answer.Low, Confidence: answer.High, Data: data},
		})
	}
	return findings
}

// follow gives the commands to run next.
func (r *Report) follow(shown []occurrence.Group) []answer.Finding {
	var steps answer.Steps
	if len(shown) > 0 {
		best := &shown[0].Match
		if d := best.Definition; d != nil {
			steps.Add("the whole definition", answer.Show(fmt.Sprintf("--range=%d:%d", d.First, d.Last), best.Path), "read it before changing it")
		}
	}
	if r.Found.Matches > 0 {
		steps.Add("every matching line", r.Lines, "the plain list, without a bound")
	}
	if hidden := r.hiddenCount(); hidden > 0 {
		steps.Add("with strings and comments", r.Refine([]string{"cursor"}, []string{"--include-strings"}), grep.Plural(hidden, "mention is", "mentions are")+" hidden")
	}
	return steps
}

// hiddenCount is how many matches are counted and not shown for what they are.
func (r *Report) hiddenCount() int64 {
	if !r.hides() {
		return 0
	}
	c := &r.Found.Counts
	return c[source.String] + c[source.Comment] + c[source.Docstring]
}

// likely tells the definitions of the name that Top Matches does not.
func (r *Report) likely(shown []occurrence.Group) []answer.Finding {
	if !r.Symbol {
		return nil
	}
	told := map[string]bool{}
	for i := range shown {
		told[answer.At(&shown[i])] = true
	}
	var findings []answer.Finding
	defined := r.Found.Defined
	if r.assigned() != nil {
		defined = r.Found.Assigned
	}
	for i := range defined {
		g := occurrence.Group{Match: defined[i], Count: 1}
		if !told[answer.At(&g)] && len(findings) < answer.MostLikely {
			findings = append(findings, answer.Brief(&g, 0, r.Pattern))
		}
	}
	return findings
}

// pathHits tells the files that are named like the query.
func (r *Report) pathHits() []answer.Finding {
	var findings []answer.Finding
	for _, named := range r.Found.Paths {
		p := named.Path
		findings = append(findings, answer.Finding{
			Category: answer.PathMatch, Message: budget.EscapeName(p), Severity: "info", Anchor: &answer.Anchor{File: p},
			Details: answer.Details{Kind: "match.file", Impact: answer.Low, Confidence: answer.High, Data: answer.FileData{Path: p, Why: "its name holds the query"}},
		})
	}
	return findings
}

func article(category string) string {
	switch category {
	case "import", "assignment", "annotation":
		return "an " + category
	}
	return "a " + strings.ReplaceAll(category, "_", " ")
}

// Told counts the groups that pages tell.
func (r *Report) Told() int { return len(r.groups()) }
