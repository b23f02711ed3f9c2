package position

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/source"
)

// How many callers and callees are shown.
const (
	mostCallers = 3
	mostCallees = 5
)

// Report returns the whole answer; see findings.Result.
func (r *Found) Report(_ context.Context, sum answer.Summary, _ []answer.Finding) (*answer.Answer, error) {
	sum.Query, sum.Mode = r.search.text, "identifier"
	if r.calls != nil {
		sum.Notes = r.calls.Headers()
	}
	a := answer.New(sum)
	a.ShowNone()
	a.KeyFindings = r.key()
	if m := r.spot.symbol; m != nil {
		a.Summary.Returned = 1
		top, _ := answer.Matches([]occurrence.Group{{Match: *m, Count: 1}}, 0, m.Word)
		a.Add(answer.TitleTop, top)
	}
	a.Add(answer.TitleFollow, r.follow())
	a.Add(answer.TitleDefinitions, r.definitions())
	a.Add(answer.TitleGraph, slices.Concat(r.callerFindings(), r.calleeFindings(), r.heirFindings(), r.testFindings()))
	a.Add(answer.TitleLimits, r.limits())
	return a, nil
}

// key returns the findings to read first.
func (r *Found) key() []answer.Finding {
	var all []answer.Finding
	add := func(message string, m *occurrence.Match, confidence string, data any) {
		f := answer.Finding{Category: "summary", Message: message, Severity: "info", Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: confidence, Data: data}}
		if m != nil {
			f.Anchor = answer.AnchorOf(m)
		}
		all = append(all, f)
	}
	symbol, around := r.spot.symbol, r.spot.around
	switch {
	case symbol == nil && r.ledger.Cut():
		return []answer.Finding{answer.Nothing(answer.HintData{Kind: "broaden_scope", Why: "the file was not read before --timeout"})}
	case symbol == nil:
		all = append(all, answer.Nothing(answer.HintData{Kind: "broaden_scope", Why: "no symbol at " + r.search.text + ": " + r.spot.what}))
	case r.target == nil:
		add(symbol.Word+": no definition of the name in the files searched", symbol, answer.Med, answer.PrimaryData{Type: "symbol", Why: "nothing defines it", Symbol: symbol.Word, Path: symbol.Path})
	default:
		t := r.target
		add(t.message(symbol), &t.Match, t.confidence, answer.PrimaryData{Type: "symbol", Why: t.reason, Symbol: symbol.Word, SymbolKind: kindOf(&t.Match), Path: t.Path})
	}
	if around != nil && around.Definition != nil && (symbol == nil || !at(around, symbol)) {
		d := around.Definition
		message := fmt.Sprintf("in %s, %s, lines %d to %d%s", budget.EscapeName(d.Qualname), answer.Article(d.Kind.String()), d.First, d.Last, d.Described())
		add(message, around, answer.High, answer.PrimaryData{Type: "symbol", Why: "the definition around the position", Symbol: d.Qualname, SymbolKind: d.Kind.String(), Path: around.Path})
	}
	if text := r.calledText(); text != "" {
		add(text, nil, answer.High, answer.PrimaryData{Type: "symbol", Why: "who calls it", Symbol: symbol.Word})
	}
	for _, text := range r.relatedText() {
		add(text, nil, answer.High, answer.PrimaryData{Type: "symbol", Why: "what implements and tests it", Symbol: symbol.Word})
	}
	if n := len(r.edges()); n > 0 {
		add(fmt.Sprintf("%s calls %s, followed here within its folder", budget.EscapeName(r.spot.inside.Definition.Qualname), grep.Plural(int64(n), "function", "functions")), nil, answer.High,
			answer.PrimaryData{Type: "symbol", Why: "what the function around calls", Symbol: r.spot.inside.Definition.Qualname})
	}
	return all
}

// message says what the symbol is and where that is defined.
func (t *target) message(symbol *occurrence.Match) string {
	place := fmt.Sprintf("%s:%d", budget.EscapeName(t.Path), t.Line)
	sure := ""
	if t.confidence != answer.High {
		sure = fmt.Sprintf("  (%s: %s)", t.confidence, budget.EscapeLine(t.reason))
	}
	d := t.Definition
	if d == nil {
		what := t.what
		if what == "" {
			what = "a name"
		}
		return fmt.Sprintf("%s is %s, bound at %s: %s%s", budget.EscapeName(symbol.Word), what, place, strings.TrimSpace(t.Text), sure)
	}
	return fmt.Sprintf("%s is %s, defined at %s, lines %d to %d%s%s", budget.EscapeName(d.Qualname), answer.Article(d.Kind.String()), place, d.First, d.Last, d.Described(), sure)
}

func kindOf(m *occurrence.Match) string {
	if m.Definition == nil {
		return source.Variable.String()
	}
	return m.Definition.Kind.String()
}

// calledText says how often the target is called.
func (r *Found) calledText() string {
	if r.calls == nil || !r.called() {
		return ""
	}
	text := fmt.Sprintf("%s is called %s in %s", budget.EscapeName(r.target.Definition.Qualname), grep.Plural(r.bound, "time", "times"), grep.Plural(int64(len(r.callers)), "function", "functions"))
	if r.possible > 0 {
		text += fmt.Sprintf("; %s of the name may be of it too", grep.Plural(r.possible, "unresolved call", "unresolved calls"))
	}
	return text
}

// called reports whether the target is what calls are of.
func (r *Found) called() bool {
	if r.target == nil || r.target.Definition == nil {
		return false
	}
	k := r.target.Definition.Kind
	return callable(k) || k == source.Class || r.bound > 0
}

// callerFindings returns the first callers.
func (r *Found) callerFindings() []answer.Finding {
	var all []answer.Finding
	for _, c := range r.callers[:min(len(r.callers), mostCallers)] {
		name := c.site.Caller.Qualname
		kind := "symbol"
		if name == "" {
			name, kind = c.site.Path, "file"
		}
		message := fmt.Sprintf("called by %s  %s:%d", budget.EscapeName(name), budget.EscapeName(c.site.Path), c.site.Line)
		if c.sites > 1 {
			message += fmt.Sprintf("  (%d calls)", c.sites)
		}
		message += fmt.Sprintf("  (%s: %s)", c.site.Tier.Confidence(), budget.EscapeLine(c.site.Reason))
		all = append(all, answer.Finding{
			Category: "caller", Message: message, Severity: "info", Anchor: answer.AnchorOf(&c.site.Match),
			Details: answer.Details{Kind: "smart_search.related", Impact: answer.Med, Confidence: c.site.Tier.Confidence(), Data: answer.RelatedData{
				Relation: "calls", TargetType: kind, Target: name, Why: c.site.Reason, Qualname: c.site.Caller.Qualname, Depth: 1, Sites: int64(c.sites), From: name, To: r.target.Definition.Qualname,
			}},
		})
	}
	return all
}

// edges returns what the function around calls.
func (r *Found) edges() []answer.Finding {
	if r.callees == nil || r.callees.Graph == nil {
		return nil
	}
	return r.callees.Graph.Findings()
}

// calleeFindings returns the first callees.
func (r *Found) calleeFindings() []answer.Finding {
	all := r.edges()
	all = all[:min(len(all), mostCallees)]
	for i := range all {
		all[i].Message = "calls " + all[i].Message
	}
	return all
}

// definitions returns the definition of the symbol, unless the position is at it.
func (r *Found) definitions() []answer.Finding {
	t := r.target
	if t == nil || t.Definition == nil || at(&t.Match, r.spot.symbol) {
		return nil
	}
	return []answer.Finding{answer.Full(&occurrence.Group{Match: t.Match, Count: 1}, 0, r.spot.symbol.Word)}
}

// follow returns the commands that show all of what the answer shows some of.
func (r *Found) follow() []answer.Finding {
	var steps answer.Steps
	if t := r.target; t != nil && t.Definition != nil {
		name := r.named(&t.Match)
		if r.called() && r.bound > 0 {
			steps.Add("all callers", r.command(request.Calls, "--calls="+name), grep.Plural(r.bound, "call is", "calls are")+" bound to it")
		}
		if n := int64(len(r.sureHeirs())); n > 0 {
			steps.Add("implementations", r.command(request.Definitions, "--impl="+name), grep.Plural(n, "type or method", "types or methods")+" directly, and those below")
		}
		if n := r.sureTests(); n > 0 {
			steps.Add("tests", r.command(request.Calls, "--tests="+name), grep.Plural(n, "test is", "tests are")+" one call away")
		} else if r.tests != nil {
			steps.Add("tests farther away", r.command(request.Calls, "--tests="+name), "none was found that calls it directly")
		}
	}
	if n := len(r.edges()); n > 0 {
		d := r.spot.inside.Definition
		steps.Add("all callees", r.command(request.Definitions, "--entity="+d.Kind.String(), "--symbol="+r.named(r.spot.inside), "--expand=callees(depth=1)"), fmt.Sprintf("it calls %s", grep.Plural(int64(n), "function", "functions")))
	}
	if around := r.spot.around; around != nil && around.Definition != nil {
		steps.Add("the definition around", r.search.page.Show(fmt.Sprintf("--range=%d:%d", around.Definition.First, around.Definition.Last), around.Path), "read it before changing it")
	}
	return steps
}

// named returns the name by which commands ask for a definition: with its file, if others have its name.
func (r *Found) named(m *occurrence.Match) string {
	qualname := m.Definition.Qualname
	if r.calls != nil && len(r.calls.Definitions) > 1 || r.calls == nil {
		if name := m.Path + ":" + qualname; r.search.page.Request.IsSymbol(name) {
			return name
		}
	}
	return qualname
}

// command returns the command of another form in the same files.
func (r *Found) command(form string, options ...string) string {
	return r.search.page.Request.Table.Command(opt.Command{Form: form, Keep: []opt.Role{opt.Place, opt.Wider}, Set: options, Args: r.search.Files.Roots})
}

// limits returns what keeps the answer from being whole.
func (r *Found) limits() []answer.Finding {
	var all []answer.Finding
	if r.calls != nil {
		all = r.calls.Limits()
	} else {
		all = answer.Limits(&r.ledger, &occurrence.Gaps{})
	}
	if r.callees != nil && len(all) == 0 {
		all = r.callees.Limits()
	}
	if r.heirs != nil {
		for _, why := range slices.Concat(r.heirs.Open, r.heirs.Lacks) {
			all = append(all, answer.Limit("limit", "implementations: "+why, 0))
		}
	}
	return all
}
