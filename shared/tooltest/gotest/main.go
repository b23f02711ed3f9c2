// Command gotest runs go test -json, reports as go test does, and ends with how many tests passed and what was skipped, and why:
//
//	gotest [-bound DURATION] go test -json [FLAG…] [PACKAGE…]
//
// With -v among the flags it prints what passes and what is skipped as well. With -bound no test holds up the others for
// longer than that: its package runs again without it, and a table of the packages comes before the last line instead.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

const usage = "usage: gotest [-bound DURATION] go test -json [FLAG…] [PACKAGE…]"

func main() { os.Exit(run(os.Stdout, os.Args[1:])) }

// run runs a command line and returns its exit status.
func run(w io.Writer, line []string) int {
	r := &report{w: bufio.NewWriter(w), verbose: slices.Contains(line, "-v"), held: map[test][]byte{}, skipped: map[string]int{}}
	if len(line) > 1 && line[0] == "-bound" {
		var err error
		if r.bound, err = time.ParseDuration(line[1]); err != nil || r.bound <= 0 {
			fmt.Fprintf(os.Stderr, "gotest: -bound %q is not a duration like 10m\n", line[1])
			return 2
		}
		line = line[2:]
	}
	if len(line) == 0 {
		fmt.Fprintln(os.Stderr, usage)
		return 2
	}
	defer r.end()
	if r.bound > 0 {
		return r.bounded(line)
	}
	return r.command(line)
}

// command runs a command line of go test -json, reports its events and returns its exit status.
func (r *report) command(line []string) int {
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		r.read(out)
		err = cmd.Wait()
	}
	ended, failed := errors.AsType[*exec.ExitError](err)
	switch {
	case failed:
		return max(ended.ExitCode(), 1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "gotest:", err)
		return 2
	}
	return 0
}

// A test is one of a package; that without a name is the package itself.
type test struct{ pkg, name string }

// An event is a line of go test -json; see go doc test2json.
type event struct {
	Time                          time.Time
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// A report is what is printed of the events.
type report struct {
	w       *bufio.Writer
	verbose bool
	bound   time.Duration   // 0 for none
	held    map[test][]byte // output of tests that have not ended
	skipped map[string]int  // how many tests, by the reason
	passed  int
	failed  int
	tallies map[string]*tally // of each package, nil unless a table is wanted
}

// end reports how many tests passed, and what was skipped.
func (r *report) end() {
	if r.bound == 0 {
		_, _ = fmt.Fprintf(r.w, "passed: %d tests, failed: %d\n", r.passed, r.failed)
	}
	_, _ = r.w.WriteString(r.summary() + "\n")
	_ = r.w.Flush()
}

// read reports the events until they end.
func (r *report) read(events io.Reader) {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		switch {
		case len(line) == 0:
		case json.Unmarshal(line, &e) != nil:
			_, _ = r.w.Write(line) // what go test says before it can build anything
		default:
			r.event(e)
		}
		_ = r.w.Flush()
		if err != nil {
			return
		}
	}
}

func (r *report) event(e event) {
	at := test{e.Package, e.Test}
	r.count(e, at)
	switch e.Action {
	case "build-output":
		_, _ = r.w.WriteString(e.Output)
	case "output":
		if r.verbose {
			_, _ = r.w.WriteString(e.Output)
		}
		if !strings.HasPrefix(e.Output, "=== ") {
			r.held[at] = append(r.held[at], e.Output...)
		}
	case "fail", "pass", "skip":
		if at.name == "" {
			r.packageEnds(e)
			return
		}
		switch {
		case e.Action == "pass":
			r.passed++
		case e.Action == "fail":
			r.failed++
			r.print(at)
		case !ofInput(at.name):
			r.skipped[reason(r.held[at])]++
		}
		delete(r.held, at)
	}
}

// ofInput reports whether a test is one of an input to a fuzz target, which only passes over it when it skips.
func ofInput(name string) bool { return strings.HasPrefix(name, "Fuzz") }

// packageEnds prints the output kept for a package: its own after that of tests that a panic or a timeout interrupted.
func (r *report) packageEnds(e event) {
	if t := r.tallies[e.Package]; t != nil && t.cut {
		_, _ = fmt.Fprintf(r.w, "%s: its time was out; what has not ended runs again\n", e.Package)
		maps.DeleteFunc(r.held, func(at test, _ []byte) bool { return at.pkg == e.Package })
		return
	}
	for _, at := range slices.SortedFunc(maps.Keys(r.held), func(a, b test) int { return -cmp.Compare(a.name, b.name) }) {
		if at.pkg == e.Package {
			r.held[at] = bytes.TrimPrefix(r.held[at], []byte("PASS\n"))
			r.print(at)
			delete(r.held, at)
		}
	}
}

func (r *report) print(at test) {
	if !r.verbose {
		_, _ = r.w.Write(r.held[at])
	}
}

// reason returns why a test was skipped, from its output: what stands after "skipped: ", without details after a colon.
func reason(output []byte) string {
	_, why, found := strings.Cut(string(output), "skipped: ")
	if !found {
		return "no reason given"
	}
	why, _, _ = strings.Cut(why, "\n")
	why, _, _ = strings.Cut(why, ": ")
	return why
}

// summary returns the line about what was skipped, the most frequent reason first.
func (r *report) summary() string {
	if len(r.skipped) == 0 {
		return "skipped: nothing"
	}
	total, parts := 0, []string(nil)
	for _, why := range slices.SortedFunc(maps.Keys(r.skipped), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.skipped[b], r.skipped[a]), cmp.Compare(a, b))
	}) {
		total += r.skipped[why]
		parts = append(parts, fmt.Sprintf("%s (%d)", why, r.skipped[why]))
	}
	return fmt.Sprintf("skipped: %d tests: %s", total, strings.Join(parts, ", "))
}
