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

// answer puts together what all runs came to.
func (x *experiment) answer(out io.Writer) (*tool.Answer, error) {
	r := x.rule()
	o := tool.Outcome{Result: r.result, Reason: r.reason, Doubt: x.doubt(r)}
	if o.Doubt != "" {
		o.Reason += "; " + o.Doubt
	}
	x.focus = x.output.focused()
	a := &tool.Answer{Verdict: &o, Token: x.token, Document: x.document}
	if x.frame.Format == "text" {
		a.Aside = x.aside()
	}
	if x.frame.Emits() {
		return a, nil
	}
	line, _ := budget.ClipLine(fmt.Appendf(nil, "%s: %s; %s", r.result, x.command, x.endings()), 0, 0, maxVerdictLine)
	_, err := io.WriteString(out, line+"\n")
	return a, err
}

// doubt names what makes a verdict less than it looks, "" for nothing: a
// pattern that was not read as it was meant, an option that went astray.
func (x *experiment) doubt(r ruling) string {
	var list []string
	if r.cure != "" {
		list = append(list, r.cure)
	}
	if x.last().timeout == 0 {
		list = append(list, x.output.vain()...)
	}
	if stray := x.request.stray; stray != "" {
		list = append(list, fmt.Sprintf("%s was passed on to %s: options of ct-test stand before --, and a second -- after the first leaves out this note", stray, budget.EscapeName(x.request.cmd)))
	}
	return strings.Join(list, "; ")
}

// endings tells how the runs ended, each way once.
func (x *experiment) endings() string {
	var list []string
	for i := range x.runs {
		if e := x.runs[i].ending(); !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return strings.Join(list, ", ")
}

// maxVerdictLine bounds the line that gives the verdict, in bytes.
const maxVerdictLine = 400

// last gives the run that was made last, whose output the answer shows.
func (x *experiment) last() *run { return &x.runs[len(x.runs)-1] }

// rule comes to the verdict on all runs. What is certain stands before what is
// open: a timeout, runs that differ and a failure in any of them are an ERROR
// whatever the others would have been.
func (x *experiment) rule() ruling {
	if r := x.last(); r.timeout > 0 {
		return r.ruling
	}
	if why := x.flaky(); why != "" {
		return ruling{result: verdict.Error, reason: "flaky: " + why}
	}
	for _, result := range []verdict.Result{verdict.Error, verdict.Undecided} {
		for i := range x.runs {
			if r := &x.runs[i]; r.result == result {
				return r.ruling
			}
		}
	}
	for i := range x.runs {
		if why := x.runs[i].incomparable; why != "" {
			return ruling{result: verdict.Undecided, reason: fmt.Sprintf("undecided: %s cannot be compared with the first: %s", x.numbered(i), why)}
		}
	}
	return x.last().ruling
}

// flaky says where runs differ for certain, "" where none do.
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

// numbered names run i, from 0.
func (x *experiment) numbered(i int) string {
	return fmt.Sprintf("run %d of %d", i+1, x.request.repeat)
}

// aside gives what --focus prints.
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

// token gives what an emitted token of ct-test's own stands for.
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

// shownCommand gives the command line as {CMD} does: in one line, within the
// budget.
func (x *experiment) shownCommand() string {
	text, _ := budget.ClipLine([]byte(budget.EscapeName(x.command)), 0, 0, x.frame.Budget.Bytes)
	return text
}

// shown gives a stream as a token does: within the budget, and with what would
// act on a terminal made visible.
func (x *experiment) shown(s *stream) string {
	most := x.frame.Budget
	for room := most.Bytes; ; room = room * 3 / 4 {
		if text := budget.Escape(x.kept(s, room, most.Lines)); len(text) <= most.Bytes || room < minKept {
			return text
		}
	}
}

// minKept is the size in bytes below which a text is not made smaller: the line
// that says what was cut takes as much.
const minKept = 64

// kept gives what is shown of a stream in at most so many bytes and lines; 0
// lines is no bound.
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
