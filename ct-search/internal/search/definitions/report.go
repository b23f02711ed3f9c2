package definitions

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
)

// A Report makes an answer of what was found.
type Report struct {
	Search  *Search
	Summary answer.Summary
	Found   *Found
	Lines   string // the command that prints every match
	// Calls gives the command that finds the calls of a definition; "" for none.
	Calls func(d *occurrence.Definition) string
	// Nearest is what is told beside, where nothing matched.
	Nearest []answer.Finding
	// Graph is what calls a definition and what it calls.
	Graph []answer.Finding
	Lacks []answer.Finding // what the graph lacks
}

// Answer gives the answer, without its run, verdict and ledger, and with all
// that may be shown.
func (r *Report) Answer() *answer.Answer {
	a := answer.New(r.Summary)
	s, groups := r.Search, r.Found.Groups
	shown := groups[min(s.Offset, len(groups)):min(s.Offset+s.Limit, len(groups))]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = r.key(shown)
	top, _ := answer.Matches(shown, s.Offset, s.Symbol)
	for i := range top {
		document(&top[i], &shown[i], true)
	}
	a.Add(answer.TitleTop, top)
	a.Add(answer.TitleKinds, r.kinds())
	a.Add(answer.TitleHot, r.hot())
	a.Add(answer.TitleFollow, r.follow(shown))
	a.Add(answer.TitleGraph, r.Graph)
	a.Add(answer.TitleLimits, append(answer.Limits(&r.Found.Ledger, &r.Found.Gaps), r.Lacks...))
	behind := groups[min(s.Offset+s.Limit, len(groups)):]
	a.Behind(behind, s.Offset+s.Limit+1, s.Symbol)
	for i := range a.Evidence {
		document(&a.Evidence[i], &behind[i], false)
	}
	return a
}

// document gives the line of a module its name, and that of any definition, if
// doc, what documents it.
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

// key gives the findings to read first.
func (r *Report) key(shown []occurrence.Group) []answer.Finding {
	if len(shown) == 0 {
		return r.nothing()
	}
	best := &shown[0]
	data := answer.PrimaryData{Type: "match", Why: "the first", Path: best.Path}
	message := r.totals()
	if d := best.Definition; d != nil && r.Search.Named() {
		data = answer.PrimaryData{Type: "symbol", Why: "its definition", Symbol: d.Symbol, SymbolKind: d.Kind.String(), Path: best.Path}
		message = fmt.Sprintf("%s is a %s, defined at %s", d.Qualname, d.Kind, answer.At(best))
		if d.Doc != "" {
			message += ": " + d.Doc
		}
		if n := r.Found.Matches - 1; n > 0 {
			message += fmt.Sprintf(" (and %s of the name)", grep.Plural(n, "other", "others"))
		}
	}
	return []answer.Finding{{
		Category: "summary", Message: message, Severity: "info", Anchor: answer.AnchorOf(&best.Match),
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.High, Data: data},
	}}
}

// totals says how much there is of what was looked for.
func (r *Report) totals() string {
	what := grep.Plural(r.Found.Matches, string(r.Search.Kind), r.Search.Kind.Plural())
	if r.Search.Symbol != "" {
		preposition := " named "
		if r.Search.Kind == Import {
			preposition = " of "
		}
		what += preposition + budget.EscapeName(r.Search.Symbol)
	}
	text := fmt.Sprintf("%s in %s", what, grep.Plural(r.Found.Files, "file", "files"))
	if len(r.Found.Ending) > 0 {
		text += fmt.Sprintf(": %d of the very one, %s", r.Found.Exact, r.ending())
	}
	return text
}

// toldEnding is how many modules that end in a name are named.
const toldEnding = 3

// ending counts the imports of modules that only end in the name, and names
// those that are imported most.
func (r *Report) ending() string {
	all := slices.SortedFunc(maps.Keys(r.Found.Ending), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Found.Ending[b], r.Found.Ending[a]), strings.Compare(a, b))
	})
	var names []string
	for _, m := range all[:min(len(all), toldEnding)] {
		names = append(names, fmt.Sprintf("%s %d", budget.EscapeName(m), r.Found.Ending[m]))
	}
	if more := len(all) - toldEnding; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("%d of others that end in it (%s)", r.Found.Matches-r.Found.Exact, strings.Join(names, ", "))
}

// nothing says that there is no match, or none left to show.
func (r *Report) nothing() []answer.Finding {
	data := answer.HintData{Kind: "broaden_scope", Why: "no " + string(r.Search.Kind)}
	if r.Search.Symbol != "" {
		data.Why += " named " + budget.EscapeName(r.Search.Symbol)
	}
	if r.Search.Offset > 0 {
		data.Why = "no more matches"
	}
	if r.Summary.TimedOut {
		data.TimedOut()
	}
	if len(r.Nearest) > 0 {
		data.Kind = "refine_query"
	}
	return append([]answer.Finding{answer.Nothing(data)}, r.Nearest...)
}

// kinds counts the matches by category, where there are several.
func (r *Report) kinds() []answer.Finding {
	if len(r.Found.Counts) < 2 {
		return nil
	}
	var findings []answer.Finding
	for _, category := range []string{source.Definition.String(), source.Import.String(), source.FromImport.String()} {
		n := r.Found.Counts[category]
		if n == 0 {
			continue
		}
		findings = append(findings, answer.Counted(fmt.Sprintf("%s: %s", category, grep.Plural(n, "match", "matches")), answer.CountData{Counted: category, Matches: n}))
	}
	return findings
}

// hot tells the files with most matches, where some have several.
func (r *Report) hot() []answer.Finding {
	var findings []answer.Finding
	for _, h := range r.Found.Hot {
		if h.Matches < 2 || r.Found.Files < 2 {
			continue
		}
		findings = append(findings, answer.Hot(answer.FileData{Path: h.Path, Matches: h.Matches, Role: h.Role}))
	}
	return findings
}

// follow gives the commands to run next.
func (r *Report) follow(shown []occurrence.Group) []answer.Finding {
	var steps answer.Steps
	if len(shown) > 0 && shown[0].Definition != nil && r.Search.Kind != Module {
		best := &shown[0]
		steps.Add("the whole definition", answer.Show(fmt.Sprintf("--range=%d:%d", best.Definition.First, best.Definition.Last), best.Path), "read it before changing it")
		steps.Add("who calls it", r.Calls(best.Definition), "what a change of it reaches")
	}
	if r.Found.Matches > int64(len(shown)) {
		steps.Add("every one", r.Lines, "one a line, without a budget")
	}
	return steps
}

// Told counts the findings that pages tell.
func (r *Report) Told() int { return len(r.Found.Groups) }

// Query gives what was asked in the language of --q.
func (s *Search) Query(quote func(string) string) string {
	words := []string{"entity=" + string(s.Kind)}
	if s.Symbol != "" {
		words = append(words, "name="+quote(s.Symbol))
	}
	return strings.Join(words, " ")
}
