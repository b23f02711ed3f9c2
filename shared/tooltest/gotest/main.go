// Command gotest runs go test -json, reports as go test does, and ends with one line of what was skipped, and why:
//
//	gotest go test -json [FLAG…] [PACKAGE…]
//
// With -v among the flags it prints what passes and what is skipped as well.
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
)

func main() { os.Exit(run(os.Stdout, os.Args[1:])) }

// run runs a command line of go test -json and returns its exit status.
func run(w io.Writer, line []string) int {
	if len(line) == 0 {
		fmt.Fprintln(os.Stderr, "usage: gotest go test -json [FLAG…] [PACKAGE…]")
		return 2
	}
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	r := report{w: bufio.NewWriter(w), verbose: slices.Contains(line, "-v"), held: map[test][]byte{}, skipped: map[string]int{}}
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
type event struct{ Action, Package, Test, Output string }

// A report is what is printed of the events.
type report struct {
	w       *bufio.Writer
	verbose bool
	held    map[test][]byte // output of tests that have not ended
	skipped map[string]int  // how many tests, by the reason
}

// read reports the events until they end, then what was skipped.
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
			break
		}
	}
	_, _ = r.w.WriteString(r.summary() + "\n")
	_ = r.w.Flush()
}

func (r *report) event(e event) {
	at := test{e.Package, e.Test}
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
		if e.Action == "skip" && !strings.HasPrefix(at.name, "Fuzz") { // there it passes over an input
			r.skipped[reason(r.held[at])]++
		}
		if e.Action == "fail" {
			r.print(at)
		}
		delete(r.held, at)
	}
}

// packageEnds prints the output kept for a package: its own after that of tests that a panic or a timeout interrupted.
func (r *report) packageEnds(e event) {
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
