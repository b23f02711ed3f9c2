package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// timedOut is how the testing package says that a package's time was out; late is how a test does that ends itself before
// (testing.T.Deadline), as scripts do.
const (
	timedOut = "panic: test timed out after "
	late     = "context deadline exceeded"
)

// rounds bounds how often a package is run again; each round ends at least one test.
const rounds = 30

// bounded runs a command line of go test -json and gives each package that much time. A package whose time is out runs
// again without the tests that ended and without those that took too long, until all others have ended. It prints a
// table of the packages and returns the exit status: that a test takes too long is not a failure.
func (r *report) bounded(line []string) int {
	at := len(line)
	for at > 0 && strings.HasPrefix(line[at-1], "./") {
		at--
	}
	if at == len(line) {
		fmt.Fprintln(os.Stderr, "gotest: -bound needs packages, at the end, that begin with ./")
		return 2
	}
	flags, skip := withoutSkip(append(slices.Clone(line[:at]), "-timeout", r.bound.String()))
	r.tallies = map[string]*tally{}
	status := r.command(withSkip(flags, skip, nil, line[at:]))
	if len(r.tallies) == 0 {
		return status
	}
	status = 0
	for _, pkg := range slices.Sorted(maps.Keys(r.tallies)) {
		t := r.tallies[pkg]
		for range rounds {
			if !t.cut {
				break
			}
			t.judge(r.bound)
			r.command(withSkip(flags, skip, t.settled(), []string{pkg}))
		}
		if t.failed || t.cut {
			status = 1
		}
	}
	_, _ = r.w.WriteString(table(r.tallies))
	return status
}

// withoutSkip takes the last -skip out of the flags and returns its pattern.
func withoutSkip(line []string) (flags []string, pattern string) {
	for i := 0; i < len(line); i++ {
		switch value, joined := strings.CutPrefix(line[i], "-skip="); {
		case joined:
			pattern = value
		case line[i] == "-skip" && i+1 < len(line):
			i++
			pattern = line[i]
		default:
			flags = append(flags, line[i])
		}
	}
	return flags, pattern
}

// withSkip returns the command line that runs packages without the tests that pattern matches, and without the named ones.
func withSkip(flags []string, pattern string, names, packages []string) []string {
	var all []string
	if pattern != "" {
		all = append(all, pattern)
	}
	for _, name := range names {
		all = append(all, "^"+regexp.QuoteMeta(name)+"$")
	}
	line := slices.Clone(flags)
	if all != nil {
		line = append(line, "-skip", strings.Join(all, "|"))
	}
	return append(line, packages...)
}

// A tally is what is known of a package.
type tally struct {
	began                   map[string]time.Time // tests that have not ended, without their parts
	ended                   map[string]bool      // tests that have
	slow                    []string             // tests that took too long
	late                    map[string]bool      // tests that say that the time is out
	start                   time.Time            // of this round
	progress                bool                 // a test ended in this round
	last                    time.Time            // of the last event
	passed, skipped, broken int                  // tests and their parts
	failed                  bool
	cut                     bool           // its time was out in this round
	why                     map[string]int // skipped tests, by the reason
	elapsed                 float64        // seconds
}

// count adds an event to the tally of its package, if a table is wanted.
func (r *report) count(e event, at test) {
	if r.tallies == nil || e.Package == "" {
		return
	}
	t := r.tallies[e.Package]
	if t == nil {
		t = &tally{began: map[string]time.Time{}, ended: map[string]bool{}, late: map[string]bool{}, why: map[string]int{}}
		r.tallies[e.Package] = t
	}
	t.last = e.Time
	name, _, _ := strings.Cut(e.Test, "/")
	switch {
	case e.Action == "start":
		t.start = e.Time
	case e.Action == "output":
		t.cut = t.cut || strings.HasPrefix(e.Output, timedOut)
		t.late[name] = t.late[name] || strings.Contains(e.Output, late)
	case e.Action == "fail" && t.late[name] && t.last.Sub(t.start) >= r.bound*4/5:
		t.cut = true // it has not ended
		return
	case e.Test == "":
		t.elapsed += e.Elapsed
		t.failed = t.failed || e.Action == "fail" && !t.cut
	default:
		t.end(e, r.held[at])
	}
	if e.Test != "" && !strings.Contains(e.Test, "/") {
		t.follow(e)
	}
}

// end counts a test that ended, with what it printed.
func (t *tally) end(e event, output []byte) {
	switch e.Action {
	case "skip":
		if !ofInput(e.Test) {
			t.why[reason(output)]++
			t.skipped++
		}
	case "pass":
		t.passed++
	case "fail":
		t.broken++
		t.failed = true
	}
}

// follow notes which tests run and which have ended.
func (t *tally) follow(e event) {
	switch e.Action {
	case "run", "cont":
		t.began[e.Test] = e.Time
	case "pause":
		delete(t.began, e.Test)
	case "pass", "fail", "skip":
		delete(t.began, e.Test)
		t.ended[e.Test], t.progress = true, true
	}
}

// judge names the tests that took too long, if the time was out now: those that had half of it for themselves, and
// without any progress the one that began first.
func (t *tally) judge(bound time.Duration) {
	names := slices.SortedFunc(maps.Keys(t.began), func(a, b string) int { return t.began[a].Compare(t.began[b]) })
	for i, name := range names {
		if t.last.Sub(t.began[name]) >= bound/2 || i == 0 && !t.progress {
			t.slow = append(t.slow, name)
		}
	}
	clear(t.began)
	clear(t.late)
	t.progress, t.cut = false, false
}

// settled returns the tests that need not run again.
func (t *tally) settled() []string {
	return slices.Concat(slices.Sorted(maps.Keys(t.ended)), t.slow)
}

// table returns a Markdown table of the packages.
func table(tallies map[string]*tally) string {
	var b strings.Builder
	b.WriteString("| package | passed | skipped | failed | timed out | seconds | why |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n")
	var all tally
	for _, pkg := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[pkg]
		t.row(&b, pkg)
		all.passed, all.skipped, all.broken = all.passed+t.passed, all.skipped+t.skipped, all.broken+t.broken
		all.slow, all.elapsed = append(all.slow, t.slow...), all.elapsed+t.elapsed
	}
	all.row(&b, "all")
	return b.String()
}

func (t *tally) row(w io.Writer, pkg string) {
	var why []string
	for _, reason := range slices.Sorted(maps.Keys(t.why)) {
		why = append(why, fmt.Sprintf("%s (%d)", reason, t.why[reason]))
	}
	if t.slow != nil && t.ended != nil {
		why = append(why, "timed out: "+strings.Join(t.slow, " "))
	}
	if t.cut {
		why = append(why, "not run to its end")
	}
	_, _ = fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %.0f | %s |\n", pkg, t.passed, t.skipped, t.broken, len(t.slow), t.elapsed, strings.Join(why, "; "))
}
