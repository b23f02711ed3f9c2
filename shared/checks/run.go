package checks

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/sibling"
)

// Run says how checks run.
type Run struct {
	Programs map[string]string // the absolute paths of the tools
	Env      []string          // the whole environment of their processes
	Timeout  time.Duration     // for each check
}

const (
	// overtime is how long a tool may run beyond its time limit to report what it found.
	overtime = 10 * time.Second
	// maxAnswer bounds how much of an answer is read, in bytes, and answerBytes what ct-search is asked for; the budgets
	// of the others cannot be raised.
	maxAnswer   = 4 << 20
	answerBytes = "64000"
	// maxReason bounds a reason in a report, in bytes.
	maxReason = 400
)

// errStuck is the reason for ending a tool that exceeds its time limit.
var errStuck = errors.New("no answer in its time; ct check --timeout SECS gives it more")

// All runs the checks in the file's folder, several at a time, and returns their results in the order of the list. The
// programs are in the process group of this process; they end with the context, whose results are then of no use.
func (r *Run) All(ctx context.Context, f *File, list []*Check) []Result {
	results := make([]Result, len(list))
	var next atomic.Int64
	var running sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(list)) {
		running.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				results[i] = r.one(ctx, f, list[i])
			}
		})
	}
	running.Wait()
	return results
}

// one runs one check.
func (r *Run) one(ctx context.Context, f *File, c *Check) Result {
	begun := time.Now()
	result := c.Failed("")
	ctx, cancel := context.WithTimeoutCause(ctx, r.Timeout+overtime, errStuck)
	defer cancel()
	// Nobody else can write a line that begins with it.
	mark := rand.Text() + "\t"
	last, verdict := "", ""
	run := sibling.Call{
		Path: r.Programs[c.call.tool], Dir: f.Dir, Env: r.Env, Together: true, Limit: maxAnswer,
		Args: c.call.line("--no-config", "--sandbox=.", "--timeout="+strconv.FormatFloat(r.Timeout.Seconds(), 'f', -1, 64),
			"--format=json", "--expect="+c.Expect, "--emit-stderr="+mark+"{RESULT}\t{COUNT}\t{REASON}"),
		Line: func(line string) {
			if text, ok := strings.CutPrefix(line, mark); ok {
				verdict = text
			} else {
				last = line
			}
		},
	}
	if c.call.tool == "search" {
		run.Args = append([]string{"--max-bytes=" + answerBytes}, run.Args...)
	}
	text, exit, err := run.Run(ctx)
	if exit > signaled { // a terminal's signal reaches this process too
		pause(ctx)
	}
	result.Elapsed = time.Since(begun)
	if err != nil {
		result.Reason = clip(err.Error())
		return result
	}
	if !result.judge(verdict, exit) {
		last = strings.TrimPrefix(last, "ct-"+c.call.tool+": ")
		switch {
		case exit > signaled:
			last = fmt.Sprintf("ct-%s was ended by signal %d", c.call.tool, exit-signaled)
		case last == "":
			last = fmt.Sprintf("ct-%s ended with status %d and no verdict", c.call.tool, exit)
		}
		result.Reason = clip(last)
		return result
	}
	result.Places = places(text)
	return result
}

// signaled is below every status of a program that a signal ended.
const signaled = 128

// pause waits a moment for the context to end.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(200 * time.Millisecond):
	}
}

// judge takes what a tool emitted, and reports whether it is a verdict that agrees with its exit status.
func (x *Result) judge(emitted string, exit int) bool {
	fields := strings.SplitN(emitted, "\t", 3)
	if len(fields) < 3 {
		return false
	}
	status := map[Verdict]int{Success: 0, Error: 1, Undecided: 2}
	v := Verdict(fields[0])
	if want, ok := status[v]; !ok || exit != want {
		return false
	}
	count, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return false
	}
	x.Verdict, x.Count, x.Reason = v, count, clip(fields[2])
	return true
}

// clip bounds a reason and escapes it.
func clip(text string) string {
	text, _ = budget.Clip([]byte(text), 0, 0, maxReason)
	return budget.EscapeName(text)
}
