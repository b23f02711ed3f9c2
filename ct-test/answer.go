package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// answer combines the results of all runs.
func (x *experiment) answer(out io.Writer) (*tool.Answer, error) {
	r := x.overall()
	o := tool.Outcome{Result: r.result, Reason: r.reason, Doubt: x.doubt(r)}
	if o.Doubt != "" {
		o.Reason += "; " + o.Doubt
	}
	x.focus = x.output.focused()
	a := &tool.Answer{Verdict: &o, Token: x.token, Document: x.document}
	if x.frame.PrintsText() {
		a.Aside = x.aside()
	}
	if x.frame.Emits() {
		a.Text = func(tool.Outcome) string { return "" }
		return a, nil
	}
	line, _ := budget.ClipLine(fmt.Appendf(nil, "%s: %s; %s", r.result, x.command, x.endings()), 0, 0, maxVerdictLine)
	a.Text = func(tool.Outcome) string { return line + "\n" }
	_, err := io.WriteString(out, line+"\n")
	return a, err
}

// doubt describes what weakens a verdict, "" for nothing: a pattern read in an unintended way, an option passed on.
func (x *experiment) doubt(r judgment) string {
	var list []string
	if r.hint != "" {
		list = append(list, r.hint)
	}
	if x.last().timeout == 0 {
		list = append(list, x.output.unmatched()...)
	}
	if stray := x.request.stray; stray != "" {
		list = append(list, fmt.Sprintf("%s was passed to %s: options of ct-test go before --; a second -- after the first omits this note", stray, budget.EscapeName(x.request.cmd)))
	}
	return strings.Join(list, "; ")
}

// endings says how the runs ended, without duplicates.
func (x *experiment) endings() string {
	var list []string
	for i := range x.runs {
		if e := x.runs[i].ending(); !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return strings.Join(list, ", ")
}

// maxVerdictLine is the maximum length of the line with the verdict, in bytes.
const maxVerdictLine = 400

// last returns the last run, whose output the answer shows.
func (x *experiment) last() *run { return &x.runs[len(x.runs)-1] }

// overall returns the verdict on all runs. A timeout, differing runs or any failed run is an ERROR, whatever is open.
func (x *experiment) overall() judgment {
	if r := x.last(); r.timeout > 0 {
		return r.judgment
	}
	if why := x.flaky(); why != "" {
		return judgment{result: verdict.Error, reason: "flaky: " + why}
	}
	for _, result := range []verdict.Result{verdict.Error, verdict.Undecided} {
		for i := range x.runs {
			if r := &x.runs[i]; r.result == result {
				return r.judgment
			}
		}
	}
	for i := range x.runs {
		if why := x.runs[i].incomparable; why != "" {
			return judgment{result: verdict.Undecided, reason: fmt.Sprintf("undecided: %s cannot be compared with the first: %s", x.numbered(i), why)}
		}
	}
	return x.last().judgment
}

// flaky says where runs certainly differ, "" if they do not.
func (x *experiment) flaky() string {
	first := &x.runs[0]
	for i := range x.runs[1:] {
		r := &x.runs[i+1]
		n := x.numbered(i + 1)
		switch {
		case r.ending() != first.ending():
			return fmt.Sprintf("%s ended with %s, the first with %s", n, r.ending(), first.ending())
		case r.differs != "":
			return n + " differs from the first in " + r.differs
		case r.result != first.result && r.result != verdict.Undecided && first.result != verdict.Undecided:
			return fmt.Sprintf("%s came to %s (%s), the first to %s", n, r.result, r.reason, first.result)
		}
	}
	return ""
}

// numbered returns the name of run i, from 0.
func (x *experiment) numbered(i int) string {
	return fmt.Sprintf("run %d of %d", i+1, x.request.repeat)
}

// aside returns what --focus prints.
func (x *experiment) aside() string {
	p := x.looks.focus
	switch {
	case p == nil:
		return ""
	case x.focus.text == "":
		return fmt.Sprintf("ct-test: --focus %s: no line matches\n", quoted(p.Source))
	}
	return x.focus.text
}

// token returns the value of a token that only ct-test has.
func (x *experiment) token(name string) (string, bool) {
	switch name {
	case "CODE":
		return x.last().code(), true
	case "CMD":
		return x.shownCommand(), true
	case "STDOUT":
		return x.shown(x.output.stdout), true
	case "STDERR":
		return x.shown(x.output.stderr), true
	case "FOCUS":
		return strings.TrimSuffix(x.focus.text, "\n"), true
	}
	return "", false
}

// shownCommand returns the value of {CMD}, the command line: in one line, within the budget.
func (x *experiment) shownCommand() string {
	text, _ := budget.ClipLine([]byte(budget.EscapeName(x.command)), 0, 0, x.frame.Budget.Bytes)
	return text
}

// shown returns the value of a token for a stream: within the budget and escaped.
func (x *experiment) shown(s *stream) string {
	most := x.frame.Budget
	for room := most.Bytes; ; room = room * 3 / 4 {
		if text := budget.Escape(x.kept(s, room, most.Lines)); len(text) <= most.Bytes || room < minKept {
			return text
		}
	}
}

// minKept is the size in bytes below which a text is not shortened: the line that says what was cut takes as much.
const minKept = 64

// kept returns what is shown of a stream, at most so many bytes and lines; 0 lines means no limit.
func (x *experiment) kept(s *stream, bytes, lines int) string {
	n := x.request.captureTail
	switch {
	case n < 0 || s.kept.lines() <= n:
		return s.kept.within(lines, bytes)
	case lines > 0:
		n = min(n, int64(lines)-1)
	}
	return s.kept.tail(int(n), bytes)
}
