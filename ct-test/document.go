package main

import (
	"slices"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// A document is the JSON answer.
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
	Truncated   bool             `json:"truncated,omitempty"` // some of the lists and texts above are not whole
	Confinement string           `json:"confinement,omitempty"`
}

// An assertionEntry is what came of one assertion in the last run.
type assertionEntry struct {
	Kind    string `json:"kind"`
	Stream  string `json:"stream"`
	Pattern string `json:"pattern"`
	Mode    string `json:"mode"`
	Matched *bool  `json:"matched"` // null where it could not be told
}

// A runEntry is how one run ended.
type runEntry struct {
	Verdict   string `json:"verdict"`
	Code      *int   `json:"code"`
	Signal    *int   `json:"signal"`
	ElapsedMS int64  `json:"elapsed_ms"`
}

// document gives the JSON answer within its budget: the texts shrink until it
// fits, and with the last steps the lists do too.
func (x *experiment) document(o tool.Outcome) any {
	most := x.frame.Budget.Bytes
	for room := most; ; room = room * 3 / 4 {
		d := x.documentIn(o, room)
		j, err := render.JSON(d.longest(), x.frame.Indent)
		if err != nil || len(j) < most || room < minKept/4 {
			return d
		}
	}
}

// longest gives d with times that take more digits than those of any run, so
// that what fits does not depend on them.
func (d *document) longest() *document {
	const days = 1e9 // ms
	long := *d
	long.ElapsedMS, long.Runs = days, slices.Clone(d.Runs)
	for i := range long.Runs {
		long.Runs[i].ElapsedMS = days
	}
	return &long
}

// documentIn gives the answer with texts of at most room bytes.
func (x *experiment) documentIn(o tool.Outcome, room int) *document {
	last := x.last()
	d := &document{
		Tool: "ct-test", Verdict: o.Result.String(), Question: x.frame.Question, Cmd: x.command, Resolved: x.resolved,
		TimedOut: last.timeout > 0, ElapsedMS: elapsed(last.state.Elapsed), Reason: o.Reason,
		Stdout: x.kept(x.output.stdout, room, 0), Stderr: x.kept(x.output.stderr, room, 0), Focus: x.focus.text,
		Assertions: []assertionEntry{}, Runs: []runEntry{}, Confinement: x.unconfined(),
	}
	d.Code, d.Signal = last.status()
	d.Truncated = x.output.stdout.kept.total > int64(len(d.Stdout)+2) || x.output.stderr.kept.total > int64(len(d.Stderr)+2)
	clip := func(s *string) {
		if len(*s) > room {
			*s, _ = budget.Clip([]byte(*s), 0, 0, max(room, minKept/4))
			d.Truncated = true
		}
	}
	for _, s := range []*string{&d.Question, &d.Cmd, &d.Resolved, &d.Reason, &d.Focus} {
		clip(s)
	}
	list := last.assertions()
	for i := range list {
		clip(&list[i].Pattern)
	}
	for i := range x.runs {
		r := &x.runs[i]
		e := runEntry{Verdict: r.result.String(), ElapsedMS: elapsed(r.state.Elapsed)}
		e.Code, e.Signal = r.status()
		d.Runs = append(d.Runs, e)
	}
	d.Assertions = append(d.Assertions, list...)
	if n := room / minKept; len(d.Runs)+len(d.Assertions) > n+4 {
		d.Truncated = d.Truncated || len(d.Runs) > n/2+2 || len(d.Assertions) > n/2+2
		d.Runs, d.Assertions = d.Runs[:min(len(d.Runs), n/2+2)], d.Assertions[:min(len(d.Assertions), n/2+2)]
	}
	return d
}

// unconfined tells what of confinement is not in force, "" if all of it is.
func (x *experiment) unconfined() string {
	if note := x.last().state.Confinement.Note; note != "" {
		return note
	}
	return x.frame.Unconfined
}

// status gives the exit code or the signal that ended the run, nil for what
// there is not.
func (r *run) status() (code, signal *int) {
	switch {
	case r.timeout > 0:
		return nil, nil
	case r.state.Signal != 0:
		return nil, &r.state.Signal
	}
	return &r.state.Code, nil
}

// assertions gives what came of all of them, patterns first.
func (r *run) assertions() []assertionEntry {
	kind := map[bool]string{true: "err", false: "ok"}
	var list []assertionEntry
	told := func(yes bool, undecided string) *bool {
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
		list = append(list, assertionEntry{kind[f.assertion.fails], stream, p.Source, p.Mode.String(), told(f.first() != nil, f.undecided)})
	}
	for _, h := range r.conditions {
		list = append(list, assertionEntry{kind[h.fails], "both", h.source, "expr", told(h.holds, h.undecided)})
	}
	return list
}
