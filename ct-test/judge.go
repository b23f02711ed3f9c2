package main

import (
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/verdict"
)

// judgment is the verdict on one run, and the reason.
type judgment struct {
	result verdict.Result
	reason string
	hint   string // for a pattern that did not match because of how it was read: what to do
}

// run is one run of the command and what is known about it.
type run struct {
	begun      bool // it began before the time was over
	state      child.State
	timeout    time.Duration // that ended it, 0 if none did
	stderr     string        // the last line on standard error that is not blank, clipped
	findings   []finding
	conditions []clauseResult
	judgment

	// How its output compares with the first run's.
	differs      string // where they differ, "" if they agree
	incomparable string // why that is unknown, or ""
}

// clause is a condition and its meaning.
type clause struct {
	*condition
	fails bool // if it holds, the command failed
}

// clauseResult is the result of a clause.
type clauseResult struct {
	clause
	holds     bool
	undecided string // why it is unknown whether it holds; otherwise ""
}

// named returns the condition as it was written.
func (h clauseResult) named() string { return "--" + h.option + " " + quoted(h.source) }

// code returns the value of {CODE}.
func (r *run) code() string {
	switch {
	case r.timeout > 0:
		return "timeout"
	case r.state.Signal != 0:
		return fmt.Sprintf("signal:%d", r.state.Signal)
	}
	return fmt.Sprint(r.state.Code)
}

// ending says how the command ended, as in reasons.
func (r *run) ending() string {
	if r.timeout > 0 {
		return "timeout"
	}
	if r.state.Signal != 0 {
		return fmt.Sprintf("signal=%d (%s)", r.state.Signal, syscall.Signal(r.state.Signal))
	}
	return fmt.Sprintf("exit=%d", r.state.Code)
}

// judge returns the verdict on a run. A visible failure is decisive; a possible one leaves a success open.
func (r *run) judge(otherwise string) judgment {
	if r.timeout > 0 {
		what := "the command was killed"
		if !r.begun {
			what = "the command had not begun"
		}
		return judgment{result: verdict.Error, reason: fmt.Sprintf("timed out after %v s; %s", r.timeout.Seconds(), what)}
	}
	if why := r.shows(true); why != "" {
		return judgment{result: verdict.Error, reason: why + "; " + r.ending()}
	}
	rest := r.unlessFailed(otherwise)
	if why := r.open(true); why != "" && rest.result != verdict.Error { // otherwise it is a failure in any case
		return judgment{result: verdict.Undecided, reason: "undecided: " + why + "; " + r.ending()}
	}
	return rest
}

// unlessFailed returns the verdict if no assertion of a failure fires.
func (r *run) unlessFailed(otherwise string) judgment {
	if why := r.shows(false); why != "" {
		return judgment{result: verdict.Success, reason: why + "; " + r.ending()}
	}
	if why := r.open(false); why != "" {
		return judgment{result: verdict.Undecided, reason: "undecided: " + why + "; " + r.ending()}
	}
	return r.otherwise(otherwise)
}

// otherwise returns the verdict if no assertion fires.
func (r *run) otherwise(policy string) judgment {
	parts := []string{r.ending()}
	missing := r.missing()
	if missing != "" {
		parts = []string{missing, r.ending()}
	}
	switch {
	case policy != "":
		parts = append(parts, "--otherwise "+policy)
	case missing != "":
		policy = otherwiseError
	default:
		policy = otherwiseExit
		parts = append(parts, "no assertion fired")
	}
	good := policy == otherwiseSuccess || policy == otherwiseExit && r.state.Signal == 0 && r.state.Code == 0
	if good {
		return judgment{result: verdict.Success, reason: strings.Join(parts, "; ")}
	}
	if r.stderr != "" && (r.state.Code != 0 || r.state.Signal != 0) {
		parts = append(parts, "stderr: "+r.stderr)
	}
	return judgment{result: verdict.Error, reason: strings.Join(parts, "; ")}
}

// shows returns the first assertion that fires, among those that mean a failure or among the others, "" if none does.
func (r *run) shows(fails bool) string {
	for i := range r.findings {
		f := &r.findings[i]
		if h := f.first(); h != nil && f.assertion.fails == fails {
			return fmt.Sprintf("%s found in %s line %d: %s", f.named(), h.stream, h.line, h.shown())
		}
	}
	for _, c := range r.conditions {
		if c.holds && c.fails == fails {
			return c.named() + " holds"
		}
	}
	return ""
}

// open returns the first assertion for which it is unknown whether it fires, "" if there is none.
func (r *run) open(fails bool) string {
	for i := range r.findings {
		if f := &r.findings[i]; f.undecided != "" && f.assertion.fails == fails {
			return f.named() + ": " + f.undecided
		}
	}
	for _, c := range r.conditions {
		if c.undecided != "" && c.fails == fails {
			return c.named() + ": " + c.undecided
		}
	}
	return ""
}

// maxNamed is how many missing proofs a reason names.
const maxNamed = 3

// missing names the required proofs of success, "" if there are none. It is for use if none of them fired.
func (r *run) missing() string {
	var list []string
	for i := range r.findings {
		if f := &r.findings[i]; !f.assertion.fails {
			name := f.named()
			if p := f.assertion.pattern; p.Promoted { // its form made it something other than a literal
				name += " (" + p.Mode.String() + ")"
			}
			list = append(list, name+" not found in "+f.assertion.on.String())
		}
	}
	for _, c := range r.conditions {
		if !c.fails {
			list = append(list, c.named()+" does not hold")
		}
	}
	if more := len(list) - maxNamed; more > 0 {
		list = append(list[:maxNamed], fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}

// Limits for what a reason repeats, in bytes.
const (
	maxPattern = 120
	maxExcerpt = 100
)

// named returns the assertion as it was written.
func (f *finding) named() string {
	return "--" + f.assertion.option + " " + quoted(f.assertion.pattern.Source)
}

// quoted returns a text in quotes, clipped.
func quoted(text string) string {
	text, _ = budget.ClipLine([]byte(text), 0, 0, maxPattern)
	return "'" + text + "'"
}

// shown returns the line of the hit in quotes, clipped around the match.
func (h *hit) shown() string {
	text, _ := budget.ClipLine(h.text, h.span.Start, h.span.End, maxExcerpt)
	return `"` + text + `"`
}
