// Package checks runs the checks that a file lists: named calls of the searching tools, each with what it expects. The
// file may come from anybody: call.go says what a check may ask for, and all else is refused before anything runs.
//
// A file is read (file.go), its checks run (run.go) and reported (text.go, json.go, junit.go, sarif.go).
package checks

import (
	"cmp"
	"slices"
	"time"
)

// DefaultFile is the file that is read if none is named.
const DefaultFile = "ct.checks.toml"

// Limits of a file of checks.
const (
	maxChecks = 1000
	maxName   = 80      // characters of a name
	maxWhy    = 1000    // bytes of why
	maxWords  = 200     // words of a call
	maxCall   = 8 << 10 // bytes of its words
)

// A File is a file of checks.
type File struct {
	Name   string // as the user named it
	Dir    string // its folder, absolute: where its checks run, and what they may read
	Base   string // its name in the folder
	Checks []*Check
}

// A Check is one call with what it expects.
type Check struct {
	Name   string
	Why    string   // why it matters, "" if the file does not say
	Words  []string // the call as written
	Expect string   // as --expect
	Line   int      // of the check in the file

	call call
}

// A Verdict is what became of a check.
type Verdict string

// The verdicts. A Failure is a call that gave no verdict: its words are wrong, or it did not end.
const (
	Success   Verdict = "SUCCESS"
	Error     Verdict = "ERROR"
	Undecided Verdict = "UNDECIDED"
	Failure   Verdict = "FAILURE"
)

// A Result is what a check found.
type Result struct {
	*Check
	Verdict Verdict
	Count   int64 // what was found, -1 if that is not known
	Reason  string
	Places  []Place // the first ones of what was found
	Elapsed time.Duration
	Call    string // the command that shows what was found, "" for that of the check
}

// A Place is where something was found.
type Place struct {
	Path   string
	Line   int64 // from 1, 0 for a whole file
	Column int   // in bytes, from 1, 0 if it is not known
	Text   string
}

// Report is the outcome of all checks that ran, in the order of the file.
type Report struct {
	File    *File
	Version string // of ct
	Results []Result
	// Corpus names the trees that all checks were asked about together, "" for the folder of the file. Every result then has
	// the time of them all.
	Corpus string
}

// Judged returns the result of a check: what a tool found, with the document that it prints of that.
func (c *Check) Judged(v Verdict, count int64, reason string, document []byte) Result {
	return Result{Check: c, Verdict: v, Count: count, Reason: clip(reason), Places: places(document)}
}

// Failed returns the result of a check that has no verdict.
func (c *Check) Failed(reason string) Result {
	return Result{Check: c, Verdict: Failure, Count: -1, Reason: clip(reason)}
}

// Argv returns the command line of the call for its tool, with further options.
func (c *Check) Argv(more ...string) []string { return c.call.line(more...) }

// Command returns the command that shows what was found.
func (x *Result) Command() string { return cmp.Or(x.Call, x.Check.Command()) }

// Number returns how many checks have a verdict.
func (r *Report) Number(v Verdict) int {
	n := 0
	for i := range r.Results {
		if r.Results[i].Verdict == v {
			n++
		}
	}
	return n
}

// Status returns the exit status: 1 if a check's expectation is not met, else 2 if one is undecided or failed or there is
// none, else 0.
func (r *Report) Status() int {
	switch n := len(r.Results); {
	case r.Number(Error) > 0:
		return 1
	case n == 0 || r.Number(Success) < n:
		return 2
	}
	return 0
}

// verdict returns the verdict on all checks.
func (r *Report) verdict() Verdict { return [...]Verdict{Success, Error, Undecided}[r.Status()] }

// Only returns the checks with the given names, in the order of the file, all if none is given, and the first name that
// no check has.
func (f *File) Only(names []string) (list []*Check, unknown string) {
	if len(names) == 0 {
		return f.Checks, ""
	}
	for _, name := range names {
		if !slices.ContainsFunc(f.Checks, func(c *Check) bool { return c.Name == name }) {
			return nil, name
		}
	}
	for _, c := range f.Checks {
		if slices.Contains(names, c.Name) {
			list = append(list, c)
		}
	}
	return list, ""
}

// Names returns the names of the checks.
func (f *File) Names() []string {
	names := make([]string, len(f.Checks))
	for i, c := range f.Checks {
		names[i] = c.Name
	}
	return names
}
