package hierarchy

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/pattern"
)

// mostNamed is how many of several things a sentence names.
const mostNamed = 3

// counted says in brackets how often each of some texts applies, the most frequent first.
func counted(of map[string]int64) string {
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	var all []string
	for _, name := range names[:min(len(names), mostNamed)] {
		all = append(all, fmt.Sprintf("%d: %s", of[name], budget.EscapeName(name)))
	}
	if more := len(names) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return " (" + strings.Join(all, ", ") + ")"
}

// open says what leaves the count open, "" for nothing.
func (r *result) open() string {
	why := slices.Clone(r.Open)
	if n := r.Tiers[resolve.Unresolved]; n > 0 {
		why = append(why, fmt.Sprintf("%s only in name", grep.Plural(n, "more agrees", "more agree")))
	}
	return strings.Join(append(why, r.Lacks...), "; ")
}

// Report returns the whole answer; see findings.Result.
func (r *result) Report(_ context.Context, sum answer.Summary, suggested []answer.Finding) (*answer.Answer, error) {
	s := r.search
	sum.Query, sum.Mode, sum.Notes = s.Symbol, pattern.Identifier.String(), r.notes()
	a := answer.New(sum)
	from, to := s.window.Shown(len(r.Items))
	shown := r.Items[from:to]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = append(r.key(len(shown), &sum), suggested...)
	var top []answer.Finding
	for i, item := range shown {
		top = append(top, r.finding(item, s.window.Offset+i+1))
	}
	a.Add(answer.TitleTop, top)
	a.Add(answer.TitleFollow, r.follow(shown))
	a.Add(answer.TitleHazards, r.hazards())
	a.Add(answer.TitleLimits, r.limits())
	if len(r.Roots)+len(r.Others) > 0 {
		a.ShowNone()
	}
	return a, nil
}

// finding returns the finding of an implementation, whose anchor is its whole range.
func (r *result) finding(item *Implementation, rank int) answer.Finding {
	if item.Definition == nil { // the file has changed since
		item.Definition = &occurrence.Definition{Symbol: item.symbol, Qualname: item.qualname, Kind: item.kind, First: item.Line, Last: item.Line, Heir: item.heir()}
	}
	g := &occurrence.Group{Match: item.Match, Count: 1}
	f := answer.Full(g, rank, r.search.Symbol)
	d := item.Definition
	f.Category, f.Anchor.Line, f.Anchor.Column = "definition", d.First, 1
	text := cmp.Or(d.Signature, d.Kind.String()+" "+d.Qualname)
	if item.nameless {
		text = d.Qualname + ": " + text
	} else if d.Qualname != d.Symbol {
		text = d.Qualname + ": " + text
	}
	relation := item.Relation
	if len(r.Roots) > 1 && item.Of != nil {
		relation += " " + r.named(item.Of)
		if item.Also > 0 {
			relation += fmt.Sprintf(" and %d more", item.Also)
		}
	}
	if item.Level > 1 {
		relation += fmt.Sprintf(" at level %d", item.Level)
	}
	f.Message = fmt.Sprintf("%s:%d-%d  %s  (%s, %s: %s)", budget.EscapeName(item.Path), d.First, d.Last, text, relation, item.Confidence.Confidence(), budget.EscapeName(item.Reason))
	return f
}

// named returns the name by which a definition of several is distinguished from others.
func (r *result) named(root *Root) string {
	return fmt.Sprintf("%s of %s:%d", root.Name(), budget.EscapeName(root.Path), root.Line)
}

// key returns the findings to read first: what the symbol is, and how many implement it.
func (r *result) key(shown int, sum *answer.Summary) []answer.Finding {
	if shown == 0 {
		return r.nothing(sum)
	}
	data := answer.PrimaryData{Type: "symbol", Why: "what implements it", Symbol: r.search.Symbol, Normalized: r.search.name}
	head := "nothing here defines " + r.search.Symbol
	if len(r.Roots) > 0 {
		root := r.Roots[0]
		head = fmt.Sprintf("%s is %s, defined at %s:%d", root.Name(), answer.Article(root.Kind.String()), budget.EscapeName(root.Path), root.Line)
		data.SymbolKind, data.Path = root.Kind.String(), root.Path
	}
	all := []answer.Finding{{
		Category: "summary", Message: head + ": " + r.counts(), Severity: "info",
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.High, Data: data},
	}}
	return append(all, r.definitions()...)
}

// counts says how many implementations there are, by level and by confidence.
func (r *result) counts() string {
	levels := map[int]int64{}
	for _, i := range r.Items {
		if i.Confidence != resolve.Unresolved {
			levels[i.Level]++
		}
	}
	one, many := "type implements or extends it", "types implement or extend it"
	if len(r.Roots) > 0 && r.Roots[0].Method != "" {
		one, many = "method overrides or implements it", "methods override or implement it"
	}
	text := grep.Plural(r.Sure(), one, many)
	if n := r.Sure() - levels[1]; n > 0 {
		text += fmt.Sprintf(", %d directly and %d below", levels[1], n)
	}
	text += fmt.Sprintf(" (%d high, %d med)", r.Tiers[resolve.High], r.Tiers[resolve.Med])
	if n := r.Tiers[resolve.Unresolved]; n > 0 {
		text += fmt.Sprintf("; %s only in name", grep.Plural(n, "more agrees", "more agree"))
	}
	return text
}

// definitions names the other definitions that the symbol means, with the commands for one of them.
func (r *result) definitions() []answer.Finding {
	if len(r.Roots) < 2 {
		return nil
	}
	var all []answer.Finding
	for _, root := range r.Roots[:min(len(r.Roots), mostNamed)] {
		symbol := r.qualified(root)
		message := fmt.Sprintf("%s is one of %d definitions of %s", r.named(root), len(r.Roots), r.search.Symbol)
		data := answer.RelatedData{Relation: "name_similarity", TargetType: "symbol", Target: root.Name(), Why: "several definitions have the name", SymbolKind: root.Kind.String(), Qualname: root.Name()}
		if command := r.search.implOf(symbol); command != "" && symbol != r.search.Symbol {
			message += ": " + command
			data.Actions = []answer.Action{{Kind: "search.refine", Title: "only this one", Command: command, Why: "several definitions have the name", Priority: 1}}
		}
		all = append(all, answer.Finding{
			Category: "disambiguation", Message: message, Severity: "info", Anchor: &answer.Anchor{File: root.Path, Line: root.Line, Column: 1, EndLine: root.Line, EndColumn: 1},
			Details: answer.Details{Kind: "smart_search.related", Impact: answer.Med, Confidence: answer.High, Data: data},
		})
	}
	return all
}

// qualified returns the symbol with what distinguishes a definition: its folder in Go, else the name of its file, if that does, else the
// path of its file; "" if nothing does.
func (r *result) qualified(root *Root) string {
	file := strings.Split(root.Path, "/")
	stem, _, _ := strings.Cut(file[len(file)-1], ".")
	if root.Language == "go" && len(file) > 1 {
		stem = file[len(file)-2]
	}
	if symbol := stem + "." + root.Name(); !r.search.chain.Qualified() && r.isAlone(root, symbol) {
		return symbol
	}
	if symbol := root.Path + ":" + root.Name(); r.isAlone(root, symbol) {
		return symbol
	}
	return ""
}

// isAlone reports whether a symbol means one of the definitions alone.
func (r *result) isAlone(root *Root, symbol string) bool {
	chain, _ := occurrence.NewChain(symbol, r.search.Here, r.search.Files.View())
	for _, other := range r.Roots {
		if chain.Holds(other.Name(), other.Path) != (other == root) {
			return false
		}
	}
	return true
}

// nothing says that nothing implements the symbol, or that nothing is left to show.
func (r *result) nothing(sum *answer.Summary) []answer.Finding {
	data := answer.HintData{Kind: "broaden_scope", Why: "nothing implements or extends " + r.search.Symbol + " in what was read"}
	switch {
	case len(r.Items) > 0:
		data.Why = "no more implementations"
	case r.hint() != "":
		data.Why = r.hint()
	case len(r.Roots) > 0:
		data.Why += fmt.Sprintf("; it is defined at %s:%d", budget.EscapeName(r.Roots[0].Path), r.Roots[0].Line)
	}
	if sum.TimedOut {
		data.TimedOut()
	}
	return []answer.Finding{answer.Nothing(data)}
}

// follow returns the commands to run next.
func (r *result) follow(shown []*Implementation) []answer.Finding {
	var steps answer.Steps
	if len(r.Roots) > 0 {
		steps.Add("the definition", r.search.page.Show(fmt.Sprintf("--line=%d", r.Roots[0].Line), r.Roots[0].Path), "read it before changing it")
	}
	if len(shown) > 0 && shown[0].Definition != nil {
		d := shown[0].Definition
		steps.Add("the first one", r.search.page.Show(fmt.Sprintf("--range=%d:%d", d.First, d.Last), shown[0].Path), "an example to follow")
	}
	if len(r.Items) > len(shown) {
		steps.Add("every one", r.search.page.EveryLine(), "one a line, without a budget")
	}
	return steps
}

// hazards says what may implement the symbol without being seen.
func (r *result) hazards() []answer.Finding {
	var all []answer.Finding
	for _, why := range r.Open {
		data := answer.HazardData{Kind: "unknown", Why: why}
		all = append(all, answer.Finding{
			Category: "hazard", Message: "unknown: " + budget.EscapeName(why), Severity: "warning",
			Details: answer.Details{Kind: "smart_search.hazard", Impact: answer.Med, Confidence: answer.Med, Data: data},
		})
	}
	return all
}

// limits says what keeps the answer from being whole.
func (r *result) limits() []answer.Finding {
	all := answer.Limits(&r.Ledger, &occurrence.Gaps{})
	for _, why := range r.Lacks {
		all = append(all, answer.Limit("limit", why, 0))
	}
	return all
}
