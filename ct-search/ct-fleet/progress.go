package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
)

// A watch follows a job.
type watch struct {
	begun time.Time
	all   flow.Progress // nothing of all
	at    atomic.Pointer[flow.Progress]
	pass  atomic.Int64 // how many passes over the shards have ended …
	since atomic.Int64 // … and how long after begun, in nanoseconds
	blind string       // the runner, if its workers are other processes, which report nothing
}

func newWatch(m *manifest.Manifest) *watch {
	return &watch{begun: time.Now(), all: flow.Progress{Shards: int64(len(m.Shards)), Of: m.Bytes()}}
}

func (w *watch) set(p flow.Progress) { w.at.Store(&p) }

// next begins another pass.
func (w *watch) next() {
	w.pass.Add(1)
	w.since.Store(int64(time.Since(w.begun)))
	w.at.Store(nil)
}

// during says in which pass the job is, "" in the first one.
func (w *watch) during() string {
	if n := w.pass.Load(); n > 0 {
		return fmt.Sprintf("pass %d: ", n+1)
	}
	return ""
}

func (w *watch) now() flow.Progress {
	if p := w.at.Load(); p != nil {
		return *p
	}
	return w.all
}

// lines returns the line of progress for a terminal, in full and then with fewer words; see tool.Job.
func (w *watch) lines() []string {
	elapsed := time.Since(w.begun)
	if w.blind != "" {
		text := fmt.Sprintf("%d shards on %s, %s", w.all.Shards, w.blind, elapsed.Round(time.Second))
		return []string{"ct-fleet: " + text + "; its workers report at the end", "ct-fleet: " + text, text}
	}
	p := w.now()
	shards := w.during() + fmt.Sprintf("%d of %d shards", p.Done, p.Shards)
	unit := unitOf(p.Of)
	bytes := fmt.Sprintf("%s of %s", unit.of(p.Bytes), unit.named(p.Of))
	pace := pace(p, elapsed-time.Duration(w.since.Load()))
	return []string{
		fmt.Sprintf("ct-fleet: %s, %s%s", shards, bytes, pace), fmt.Sprintf("%s, %s%s", shards, bytes, pace),
		fmt.Sprintf("%s, %s", shards, bytes), shards, fmt.Sprintf("%d/%d", p.Done, p.Shards),
	}
}

// pace returns the rate so far and the time that the rest takes at that rate, "" while nothing is done.
func pace(p flow.Progress, elapsed time.Duration) string {
	rate := float64(p.Bytes) / elapsed.Seconds()
	if p.Bytes == 0 || elapsed <= 0 {
		return ""
	}
	left := time.Duration(float64(p.Of-p.Bytes) / rate * float64(time.Second))
	return fmt.Sprintf(", %s/s, about %s left", unitOf(int64(rate)).named(int64(rate)), left.Round(time.Second))
}

// interrupted returns the error of a job that a signal ended.
func (w *watch) interrupted(s os.Signal) error {
	if w.blind != "" {
		return fmt.Errorf("interrupted (%v): the job on %s was cancelled, and how many of %d shards it had searched is not known; there is no answer", s, w.blind, w.all.Shards)
	}
	p := w.now()
	unit := unitOf(p.Of)
	in := ""
	if n := w.pass.Load(); n > 0 {
		in = fmt.Sprintf(" in pass %d over the shards,", n+1)
	}
	return fmt.Errorf("interrupted (%v)%s after %d of %d shards, %s of %s; there is no answer", s, in, p.Done, p.Shards, unit.of(p.Bytes), unit.named(p.Of))
}

// A unit is one of bytes.
type unit struct {
	name string
	size float64
}

// unitOf returns the unit in which a number of bytes has few digits.
func unitOf(n int64) unit {
	for _, u := range []unit{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if float64(n) >= u.size {
			return u
		}
	}
	return unit{"bytes", 1}
}

// of returns a number of bytes in the unit, without its name.
func (u unit) of(n int64) string {
	if u.size == 1 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.1f", float64(n)/u.size)
}

// named returns a number of bytes in the unit, with its name.
func (u unit) named(n int64) string { return u.of(n) + " " + u.name }
