package main

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// document is the JSON answer.
type document struct {
	Tool        string           `json:"tool"`
	Verdict     string           `json:"verdict"`
	Question    string           `json:"question"`
	Cmd         string           `json:"cmd"`
	Resolved    string           `json:"resolved"`
	Code        *int             `json:"code"`
	Signal      *int             `json:"signal"`
	TimedOut    bool             `json:"timed_out"`
	ElapsedMS   int64            `json:"elapsed_ms"`
	Reason      string           `json:"reason"`
	Assertions  []assertionEntry `json:"assertions"`
	Stdout      string           `json:"stdout"`
	Stderr      string           `json:"stderr"`
	Focus       string           `json:"focus"`
	Runs        []runEntry       `json:"runs"`
	RunsTotal   int              `json:"runs_total,omitempty"`       // if not all of them are listed
	AssertTotal int              `json:"assertions_total,omitempty"` // if not all of them are listed
	Truncated   bool             `json:"truncated,omitempty"`        // some of the lists and texts above are incomplete
	Confinement string           `json:"confinement,omitempty"`      // what part of it is not in force
}

// assertionEntry is the result of one assertion in the last run.
type assertionEntry struct {
	Kind    string `json:"kind"`
	Stream  string `json:"stream"`
	Pattern string `json:"pattern"`
	Mode    string `json:"mode"`
	Matched *bool  `json:"matched"` // null if it is unknown
}

// runEntry is how one run ended.
type runEntry struct {
	Verdict   string `json:"verdict"`
	Code      *int   `json:"code"`
	Signal    *int   `json:"signal"`
	ElapsedMS int64  `json:"elapsed_ms"`
}

// document returns the JSON answer within its budget: first texts are shortened, then the runs, then the assertions.
func (x *experiment) document(o tool.Outcome) any {
	fits := func(d *document) bool {
		j, err := render.JSON(d.longest(), x.frame.Indent)
		return err != nil || len(j) < x.frame.Budget.Bytes
	}
	d := x.documentIn(o, x.frame.Budget.Bytes)
	for room := x.frame.Budget.Bytes; room > leastText && !fits(d); room = room * 3 / 4 {
		d = x.documentIn(o, room)
	}
	for len(d.Runs) > 1 && !fits(d) {
		d.Runs, d.RunsTotal, d.Truncated = d.Runs[:len(d.Runs)/2], len(x.runs), true
	}
	for len(d.Assertions) > 0 && !fits(d) {
		d.AssertTotal, d.Truncated = max(d.AssertTotal, len(d.Assertions)), true
		d.Assertions = d.Assertions[:len(d.Assertions)/2]
	}
	return d
}

// leastText is the size in bytes below which a text in a document is not shortened.
const leastText = 32

// longest returns d with times of more digits than any run has, so that the size does not depend on the times.
func (d *document) longest() *document {
	const days = 1e9 // in ms
	long := *d
	long.ElapsedMS, long.Runs = days, slices.Clone(d.Runs)
	for i := range long.Runs {
		long.Runs[i].ElapsedMS = days
	}
	return &long
}

// documentIn returns the answer with texts of at most room bytes.
func (x *experiment) documentIn(o tool.Outcome, room int) *document {
	last := x.last()
	d := &document{
		Tool: "ct-test", Verdict: o.Result.String(), Question: x.frame.Question, Cmd: x.command, Resolved: filepath.ToSlash(x.resolved),
		TimedOut: last.timeout > 0, ElapsedMS: last.state.Elapsed.Milliseconds(), Reason: o.Reason, Focus: x.focus.text,
		Assertions: last.assertions(), Runs: []runEntry{}, Confinement: cmp.Or(last.state.Confinement.Note, x.frame.Unconfined),
	}
	d.Code, d.Signal = last.status()
	for _, text := range []struct {
		of *stream
		to *string
	}{{x.output.stdout, &d.Stdout}, {x.output.stderr, &d.Stderr}} {
		*text.to = x.kept(text.of, room, 0)
		if all, ok := text.of.kept.wholeText(); !ok || all != *text.to {
			d.Truncated = true
		}
	}
	texts := []*string{&d.Question, &d.Cmd, &d.Resolved, &d.Reason, &d.Focus}
	for i := range d.Assertions {
		texts = append(texts, &d.Assertions[i].Pattern)
	}
	for _, text := range texts {
		if len(*text) > room {
			*text, _ = budget.Clip([]byte(*text), 0, 0, room)
			d.Truncated = true
		}
	}
	for i := range x.runs {
		r := &x.runs[i]
		e := runEntry{Verdict: r.result.String(), ElapsedMS: r.state.Elapsed.Milliseconds()}
		e.Code, e.Signal = r.status()
		d.Runs = append(d.Runs, e)
	}
	return d
}

// status returns the exit code or the signal that ended the run; the other is nil.
func (r *run) status() (code, signal *int) {
	switch {
	case r.timeout > 0:
		return nil, nil
	case r.state.Signal != 0:
		return nil, &r.state.Signal
	}
	return &r.state.Code, nil
}

// assertions returns the results of all assertions, patterns first.
func (r *run) assertions() []assertionEntry {
	kind := map[bool]string{true: "err", false: "ok"}
	list := []assertionEntry{}
	known := func(yes bool, undecided string) *bool {
		if undecided != "" || r.timeout > 0 {
			return nil
		}
		return &yes
	}
	for i := range r.findings {
		f := &r.findings[i]
		stream := f.assertion.on.String()
		if f.assertion.on == onBoth {
			stream = "both"
		}
		p := f.assertion.pattern
		list = append(list, assertionEntry{kind[f.assertion.fails], stream, p.Source, p.Mode.String(), known(f.first() != nil, f.undecided)})
	}
	for _, h := range r.conditions {
		list = append(list, assertionEntry{kind[h.fails], "both", h.source, "expr", known(h.holds, h.undecided)})
	}
	return list
}
