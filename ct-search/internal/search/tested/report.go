package tested

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/tested/runner"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/pattern"
)

// Report returns the whole answer; see findings.Result.
func (r *result) Report(_ context.Context, sum answer.Summary, suggested []answer.Finding) (*answer.Answer, error) {
	s := r.search
	sum.Query, sum.Mode, sum.Notes = s.Symbol, pattern.Identifier.String(), r.notes()
	a := answer.New(sum)
	from, to := s.page.Shown(len(r.Tests))
	shown := r.Tests[from:to]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = append(r.key(len(shown) > 0), suggested...)
	var top []answer.Finding
	for i := range shown {
		top = append(top, shown[i].finding(from+i+1, s.Symbol))
	}
	a.Add(answer.TitleTop, top)
	a.Add(answer.TitleFollow, r.follow(shown))
	a.Add(answer.TitleDefinitions, r.definitions())
	a.Add(answer.TitleLimits, r.limits())
	if len(r.Definitions)+len(r.Beside) > 0 {
		a.ShowNone()
	}
	return a, nil
}

// key returns the findings to read first: how many tests there are, and where the symbol is defined.
func (r *result) key(any bool) []answer.Finding {
	if !any {
		return r.nothing()
	}
	message := r.Counts()
	all := []answer.Finding{primary(message, answer.PrimaryData{Type: "symbol", Why: "its tests", Symbol: r.search.Symbol, Normalized: r.calls().Name})}
	if where := r.defined(); where != "" {
		d := &r.Definitions[0].Match
		f := primary(where, answer.PrimaryData{Type: "symbol", Why: "its definition", Symbol: r.search.Symbol, Path: d.Path})
		f.Anchor = answer.AnchorOf(d)
		all = append(all, f)
	} else {
		all = append(all, primary("no definition of "+r.search.Symbol+" in the files searched; calls can only agree in name", answer.PrimaryData{Type: "symbol", Why: "no definition", Symbol: r.search.Symbol}))
	}
	return all
}

func primary(message string, data answer.PrimaryData) answer.Finding {
	return answer.Finding{
		Category: "summary", Message: message, Severity: "info",
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.High, Data: data},
	}
}

// Counts says how many tests there are of each distance.
func (r *Found) Counts() string {
	symbol, depth := budget.EscapeName(r.search.Symbol), r.search.Depth
	var direct, farther, unsure, imported, named int
	for i := range r.Tests {
		switch t := &r.Tests[i]; {
		case t.By == Name:
			named++
		case t.By == Import:
			imported++
		case t.Tier == resolve.Unresolved:
			unsure++
		case t.Distance == 1:
			direct++
		default:
			farther++
		}
	}
	reach := direct + farther + imported
	var parts, more []string
	add := func(to *[]string, n int, format string, args ...any) {
		if n > 0 {
			*to = append(*to, fmt.Sprintf("%d ", n)+fmt.Sprintf(format, args...))
		}
	}
	add(&parts, direct, "directly")
	if depth == 2 {
		add(&parts, farther, "in 2 calls")
	} else {
		add(&parts, farther, "in 2 to %d calls", depth)
	}
	add(&parts, imported, "without a call")
	text := fmt.Sprintf("%s %s", grep.Plural(int64(reach), "test reaches", "tests reach"), symbol)
	if reach > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	add(&more, unsure, "more call something of its name (low)")
	add(&more, named, "more only by name")
	return strings.Join(append([]string{text}, more...), "; ")
}

// defined says where the symbol is defined, "" if that was not found.
func (r *Found) defined() string {
	n := 0
	for _, d := range r.Definitions {
		if d.Wanted {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	d := r.Definitions[0]
	message := fmt.Sprintf("defined at %s:%d", budget.EscapeName(d.Path), d.Line)
	if n > 1 {
		message += " and " + grep.Plural(int64(n-1), "more place", "more places")
	}
	return message
}

// nothing says that there is no test, or none left to show, and what was looked for.
func (r *result) nothing() []answer.Finding {
	data := answer.HintData{Kind: "broaden_scope"}
	switch {
	case len(r.Tests) > 0:
		data.Why = "no more tests"
	case r.Dropped > 0:
		data.Why = fmt.Sprintf("no test of %s is left by %s", r.search.Symbol, r.search.page.Request.LeftOutBy())
	default:
		looked := "no file of tests has the name"
		if r.Looked > 0 {
			looked = grep.Plural(r.Looked, "file of tests was", "files of tests were") + " looked in for that"
		}
		data.Why = fmt.Sprintf("no test reaches %s in %s, uses it, or has its name (%s)", r.search.Symbol, grep.Plural(int64(r.search.Depth), "call", "calls"), looked)
		if where := r.defined(); where != "" {
			data.Why += "; it is " + where
		} else {
			data.Why += "; nothing here defines it"
		}
	}
	if r.Ledger.Count(ledger.Timeout) > 0 {
		data.TimedOut()
	}
	all := []answer.Finding{answer.Nothing(data)}
	for _, text := range r.beside() {
		all = append(all, primary(text, answer.PrimaryData{Type: "file", Why: "named after the file that defines it", Symbol: r.search.Symbol, Path: r.Beside[len(all)-1].Path}))
	}
	return all
}

// mostBeside bounds the files that are named beside what was found.
const mostBeside = 3

// beside names the files of tests that are named after the one that defines the symbol.
func (r *Found) beside() []string {
	var all []string
	for _, b := range r.Beside[:min(len(r.Beside), mostBeside)] {
		all = append(all, fmt.Sprintf("the nearest: %s has %s and is named after %s", budget.EscapeName(b.Path), grep.Plural(int64(b.Tests), "test", "tests"), budget.EscapeName(b.Of)))
	}
	return all
}

// verb says what a test does with the symbol.
func (t *Test) verb(symbol string) string {
	sure := t.Tier.Confidence()
	switch {
	case t.By == Name:
		return fmt.Sprintf("has its name (%s: %s)", sure, t.Why)
	case t.By == Import:
		return fmt.Sprintf("%s (%s)", strings.TrimPrefix(t.Why, "it "), sure)
	case t.Tier == resolve.Unresolved:
		return fmt.Sprintf("calls it (%s: %s)", sure, budget.EscapeName(t.Why))
	case t.Distance == 0:
		return t.Why
	case t.Distance == 1:
		return fmt.Sprintf("calls it (%s)", sure)
	}
	through := t.Through[1 : len(t.Through)-1]
	return fmt.Sprintf("%d calls away: → %s → %s (%s)", t.Distance, budget.EscapeName(strings.Join(through, " → ")), symbol, sure)
}

// finding shows a test at its rank.
func (t *Test) finding(rank int, symbol string) answer.Finding {
	f := answer.Full(&occurrence.Group{Match: t.Match, Count: 1}, rank, symbol)
	run := "run: " + t.Match.Test.Run
	if t.Unknown != "" {
		run = "no command is known: " + t.Unknown
	}
	f.Message = fmt.Sprintf("%s:%d-%d  %s  %s  %s", budget.EscapeName(t.Path), t.Line, t.End, budget.EscapeName(t.Name()), t.verb(symbol), run)
	f.Details.Confidence = t.Tier.Confidence()
	if data, ok := f.Details.Data.(answer.DefinitionData); ok {
		data.Actions = nil
		if t.Unknown == "" {
			data.Actions = []answer.Action{runs("run it", t.Match.Test.Run, 1)}
		}
		f.Details.Data = data
	}
	return f
}

// runs is the action that runs tests: the command is printed, not run.
func runs(title, command string, priority int) answer.Action {
	return answer.Action{Kind: "run.test", Title: title, Command: command, Why: "printed, not run", Priority: priority}
}

// mostJoined bounds the commands that run what a page shows.
const mostJoined = 3

// follow returns the commands to run next: those that run all tests of the page, and those that ask for more.
func (r *result) follow(shown []Test) []answer.Finding {
	s := r.search
	var steps answer.Steps
	for _, c := range joined(shown) {
		steps.AddAction("run "+c.what, runs("run "+c.what, c.line, len(steps)+1))
	}
	if len(r.Tests) == 0 && r.defined() == "" {
		return steps // what was meant is suggested, if it is known
	}
	refine := func(options ...string) string { return s.page.Request.Refine(request.Calls, s.Files.Roots, options) }
	if s.Depth < request.MaxDepth && len(r.Tests) < usualTests {
		steps.Add("tests farther away", refine(fmt.Sprintf("--depth=%d", min(s.Depth+2, request.MaxDepth))), "more calls between them and the symbol")
	}
	steps.Add("all callers", s.page.Request.Refine(request.Calls, s.Files.Roots, []string{"--calls=" + s.Symbol}, "tests", "depth", "where"), "what calls it that is no test")
	return steps
}

// A joint is a command that runs several tests.
type joint struct{ what, line string }

// joined returns the commands that run several of some tests at once, those of the most tests first.
func joined(shown []Test) []joint {
	var keys []string
	of := map[string][]runner.Command{}
	for i := range shown {
		t := &shown[i]
		if t.Unknown != "" {
			continue
		}
		if of[t.Command.Key] == nil {
			keys = append(keys, t.Command.Key)
		}
		of[t.Command.Key] = append(of[t.Command.Key], t.Command)
	}
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(len(of[b]), len(of[a])) })
	var all []joint
	for _, k := range keys {
		if n := len(of[k]); n > 1 && len(all) < mostJoined {
			what := fmt.Sprintf("%d of them", n)
			if n == len(shown) {
				what = "all shown"
			}
			all = append(all, joint{what, runner.Joined(of[k])})
		}
	}
	return all
}

// definitions returns the definitions of the symbol as findings.
func (r *result) definitions() []answer.Finding {
	var all []answer.Finding
	for _, d := range r.Definitions[:min(len(r.Definitions), answer.MostLikely)] {
		if d.Wanted {
			all = append(all, answer.Full(&occurrence.Group{Match: d.Match, Count: 1}, 0, r.calls().Name))
		}
	}
	return all
}

// limits says what keeps the answer from being whole.
func (r *result) limits() []answer.Finding {
	all := r.Limits()
	for _, why := range r.Open() {
		all = append(all, answer.Limit("limit", why, 0))
	}
	return all
}
