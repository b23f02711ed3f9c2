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

// A ruling is the verdict on one run, and why.
type ruling struct {
	result verdict.Result
	reason string
	cure   string // a pattern that missed because of how it was read, and what to do
}

// A run is one run of the command and what is known of it.
type run struct {
	begun      bool // before the time was over
	state      child.State
	timeout    time.Duration // that ended it, 0 if none did
	stderr     string        // the last line on standard error that is not blank, clipped
	findings   []finding
	conditions []held
	ruling

	// How its output compares with the first run's.
	differs      string // where they differ, "" where they agree
	incomparable string // why that cannot be told, or ""
}

// A clause is a condition and what it says.
type clause struct {
	*condition
	fails bool // that the command failed where it holds
}

// held is what came of a clause.
type held struct {
	clause
	holds     bool
	undecided string // why it is open whether it holds; else ""
}

// named gives the condition as it was written.
func (h held) named() string { return h.option + " " + quoted(h.source) }

// code gives what {CODE} stands for.
func (r *run) code() string {
	switch {
	case r.timeout > 0:
		return "timeout"
	case r.state.Signal != 0:
		return fmt.Sprintf("signal:%d", r.state.Signal)
	}
	return fmt.Sprint(r.state.Code)
}

// ending tells how the command ended, as reasons do.
func (r *run) ending() string {
	if r.timeout > 0 {
		return "timeout"
	}
	if r.state.Signal != 0 {
		return fmt.Sprintf("signal=%d (%s)", r.state.Signal, syscall.Signal(r.state.Signal))
	}
	return fmt.Sprintf("exit=%d", r.state.Code)
}

// judge comes to the verdict on a run. A failure that shows is decisive; one that
// may be there and cannot be told leaves a success open.
func (r *run) judge(otherwise string) {
	r.ruling = r.rule(otherwise)
	for i := range r.findings {
		if cure := r.findings[i].cure; cure != "" && r.cure == "" {
			r.cure = cure
		}
	}
}

func (r *run) rule(otherwise string) ruling {
	if r.timeout > 0 {
		what := "the command was killed"
		if !r.begun {
			what = "the command had not begun"
		}
		return ruling{result: verdict.Error, reason: fmt.Sprintf("timed out after %v s; %s", r.timeout.Seconds(), what)}
	}
	if why := r.shows(true); why != "" {
		return ruling{result: verdict.Error, reason: why + "; " + r.ending()}
	}
	rest := r.unlessFailed(otherwise)
	if why := r.open(true); why != "" && rest.result != verdict.Error { // else it is a failure either way
		return ruling{result: verdict.Undecided, reason: "undecided: " + why + "; " + r.ending()}
	}
	return rest
}

// unlessFailed rules for when no assertion of a failure fires.
func (r *run) unlessFailed(otherwise string) ruling {
	if why := r.shows(false); why != "" {
		return ruling{result: verdict.Success, reason: why + "; " + r.ending()}
	}
	if why := r.open(false); why != "" {
		return ruling{result: verdict.Undecided, reason: "undecided: " + why + "; " + r.ending()}
	}
	return r.otherwise(otherwise)
}

// otherwise rules where no assertion speaks.
func (r *run) otherwise(policy string) ruling {
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
		return ruling{result: verdict.Success, reason: strings.Join(parts, "; ")}
	}
	if r.stderr != "" && (r.state.Code != 0 || r.state.Signal != 0) {
		parts = append(parts, "stderr: "+r.stderr)
	}
	return ruling{result: verdict.Error, reason: strings.Join(parts, "; ")}
}

// shows gives the first assertion that fires, of those that mean a failure or
// of the others, "" where none does.
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

// open gives the first assertion of which it could not be told whether it
// fires, "" where there is none.
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

// missing names the proofs of success that were asked for, "" where there are
// none. It is for where none of them fired.
func (r *run) missing() string {
	var list []string
	for i := range r.findings {
		if f := &r.findings[i]; !f.assertion.fails {
			list = append(list, f.named()+f.assertion.promoted()+" not found in "+f.assertion.on.String())
		}
	}
	for _, c := range r.conditions {
		if !c.fails {
			list = append(list, c.named()+" does not hold")
		}
	}
	if more := len(list) - maxNamed; more > 0 {
		list = append(list[:maxNamed], fmt.Sprintf("%d more likewise", more))
	}
	return strings.Join(list, ", ")
}

// Bounds of what a reason repeats, in bytes.
const (
	maxPattern = 120
	maxExcerpt = 100
)

// named gives the assertion as it was written.
func (f *finding) named() string {
	return f.assertion.option + " " + quoted(f.assertion.pattern.Source)
}

// promoted tells how the pattern was read, where its form decided that it is not
// literal.
func (a *assertion) promoted() string {
	if !a.pattern.Promoted {
		return ""
	}
	return " (" + a.pattern.Mode.String() + ")"
}

// quoted gives a text in quotes, clipped.
func quoted(text string) string {
	text, _ = budget.ClipLine([]byte(text), 0, 0, maxPattern)
	return "'" + text + "'"
}

// shown gives the line of the hit in quotes, clipped round the match.
func (h *hit) shown() string {
	text, _ := budget.ClipLine(h.text, h.span.Start, h.span.End, maxExcerpt)
	return `"` + text + `"`
}
