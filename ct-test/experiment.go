package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ct-tools/ct/allowlist"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// An experiment is a command, what is looked for in its output, and how often
// it runs.
type experiment struct {
	frame      *tool.Frame
	request    *request
	args       []string
	command    string // the command line, as shown
	looks      looks
	output     *output
	conditions []clause

	resolved string // absolute path of the program
	runs     []run
	first    prints // of the first run's output
	focus    focused
}

// run runs the command as often as asked, comes to a verdict and gives the
// answer.
func (x *experiment) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	ctx, stop := child.UntilInterrupted(ctx)
	defer stop()
	var err error
	if x.resolved, err = resolve(x.request.cmd); err != nil {
		return nil, err
	}
	for range x.request.repeat {
		r, err := x.once(ctx)
		if err != nil {
			return nil, err
		}
		x.runs = append(x.runs, *r)
		if r.timeout > 0 {
			break
		}
		if x.compare(); x.flaky() != "" {
			break // no further run can change that
		}
	}
	return x.answer(out)
}

// compare holds the last run's output against the first one's.
func (x *experiment) compare() {
	if len(x.runs) == 1 {
		x.first = x.output.prints()
		return
	}
	r := x.last()
	r.differs, r.incomparable = x.first.differs(x.output.prints())
}

// resolve finds the program: a path is taken as it is, a name of the suite is
// looked for beside this program first, any other on PATH.
func resolve(cmd string) (string, error) {
	switch {
	case filepath.Base(cmd) != cmd:
		return filepath.Abs(cmd)
	case allowlist.Suite(cmd):
		return sibling.Find(strings.TrimPrefix(allowlist.Name(cmd), "ct-"))
	}
	return sibling.Look(cmd)
}

// once runs the command once. The error is that of a command which could not
// be started, or of an interruption.
func (x *experiment) once(ctx context.Context) (*run, error) {
	x.output.begin()
	r := &run{begun: ctx.Err() == nil}
	if err := x.start(ctx, r); err != nil {
		return nil, err
	}
	x.output.close()
	cause := context.Cause(ctx)
	if stopped, ok := errors.AsType[child.InterruptedError](cause); ok {
		return nil, stopped
	}
	if r.state.Killed {
		r.timeout = x.frame.Timeout
	}
	r.stderr = lastLine(x.output.stderr.kept)
	x.find(r)
	r.judge(x.request.otherwise)
	return r, nil
}

// start runs the command to its end.
func (x *experiment) start(ctx context.Context, r *run) error {
	stdin, done, err := x.stdin()
	if err != nil {
		return err
	}
	defer done()
	c := &child.Command{
		Path: x.resolved, Args: append([]string{x.request.cmd}, x.args...), Env: child.Environment(os.Environ()),
		Stdin: stdin, Stdout: x.output.stdout, Stderr: x.output.stderr, Confine: x.frame.Confine,
		Readable: x.readable(),
	}
	out, errs := &passed{look: x.output.stdout, on: x.frame.Stdout}, &passed{look: x.output.stderr, on: x.frame.Stderr}
	if x.request.showOutput {
		c.Stdout, c.Stderr = out, errs
	}
	r.state, err = child.Run(ctx, c)
	out.end()
	errs.end()
	switch {
	case err != nil || r.state.Killed:
		return err
	case r.state.Dropped:
		return errors.New("--show-output: nobody took what the command printed before the time was over")
	}
	if out.err != nil {
		return fmt.Errorf("standard output: %w", out.err)
	}
	if errs.err != nil {
		return fmt.Errorf("standard error: %w", errs.err)
	}
	return nil
}

// passed takes a stream that is looked at and passed on. Where it cannot be
// passed on it is looked at all the same: nothing is missed for that.
type passed struct {
	look io.Writer
	on   io.Writer
	err  error // the first of on

	mu   sync.Mutex
	over bool // the run is: a Write that nobody took from is given up
}

func (p *passed) Write(b []byte) (int, error) {
	var err error
	if p.err == nil {
		_, err = p.on.Write(b)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return 0, err
	}
	if err != nil {
		p.err = err
	}
	return p.look.Write(b)
}

func (p *passed) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
}

// stdin gives what the command reads, nil for nothing, and what closes it.
func (x *experiment) stdin() (io.Reader, func(), error) {
	if !x.request.stdinGiven {
		return nil, func() {}, nil
	}
	kind, value := pattern.Payload(x.request.stdin)
	if kind != pattern.File {
		return strings.NewReader(value), func() {}, nil
	}
	if value == "" {
		return nil, nil, opt.Usagef("stdin", "--stdin file: names no file: give file:PATH, or text:VALUE for a text")
	}
	file, err := walk.OpenFile(x.frame.Sandbox, value)
	if err != nil {
		return nil, nil, &opt.ValueError{Option: "stdin", Err: walk.Suggest(x.frame.Sandbox, value, err)}
	}
	return file, func() { _ = file.Close() }, nil
}

// find takes down what came of the assertions and the conditions.
func (x *experiment) find(r *run) {
	for i := range x.looks.assertions {
		r.findings = append(r.findings, x.output.finding(i))
	}
	if r.timeout > 0 {
		return // nothing is asked of a run that did not end
	}
	code := r.state.Code
	if r.state.Signal != 0 {
		code = 128 + r.state.Signal
	}
	for _, c := range x.conditions {
		h := held{clause: c}
		h.holds, h.undecided = c.holds(code, r.state.Elapsed, x.output)
		r.conditions = append(r.conditions, h)
	}
}

// lastLineWithin is how near to the end of a stream, in bytes, its last line is
// looked for.
const lastLineWithin = 64 << 10

// lastLine gives the last line of a stream that is not blank, clipped: programs
// say last what they failed of.
func lastLine(c *capture) string {
	text := bytes.TrimSpace(c.ending(lastLineWithin))
	line, _ := budget.ClipLine(bytes.TrimSpace(text[bytes.LastIndexByte(text, '\n')+1:]), 0, 0, maxExcerpt)
	return line
}

// elapsed gives a duration in whole milliseconds.
func elapsed(d time.Duration) int64 { return d.Milliseconds() }
