package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/allowlist"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// experiment is a command, what to look for in its output, and how often it runs.
type experiment struct {
	frame      *tool.Frame
	request    *request
	args       []string // of the program; resolve adds the option of an alias
	command    string   // the command line, as shown
	looks      looks
	output     *output
	conditions []clause

	resolved string // absolute path of the program
	runs     []run
	first    prints // of the first run's output
	focus    focused
}

// run runs the command as often as requested, determines the verdict and returns the answer.
func (x *experiment) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	ctx, stop := child.UntilInterrupted(ctx)
	defer stop()
	var err error
	if x.resolved, err = x.resolve(); err != nil {
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
			break // further runs cannot change that
		}
	}
	return x.answer(out)
}

// compare compares the last run's output with the first one's.
func (x *experiment) compare() {
	if len(x.runs) == 1 {
		x.first = x.output.prints()
		return
	}
	r := x.last()
	r.differs, r.incomparable = x.first.differs(x.output.prints())
}

// once runs the command once. It is an error if the command could not be started or was interrupted.
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
	r.judgment = r.judge(x.request.otherwise)
	for i := range r.findings {
		r.hint = cmp.Or(r.hint, r.findings[i].hint)
	}
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
	}
	var rules []string
	c.Readable, rules = x.readable()
	c.Env = append(c.Env, rules...)
	if name := x.device(c.Readable); name != "" {
		return opt.Usagef("ARG", "%s is a device; a command whose reading is limited reads none but %s", budget.EscapeName(name), os.DevNull)
	}
	out, errs := &tee{look: x.output.stdout, on: x.frame.Stdout}, &tee{look: x.output.stderr, on: x.frame.Stderr}
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
		return errors.New("--show-output: nobody read the output of the command before the timeout")
	}
	if out.err != nil {
		return fmt.Errorf("standard output: %w", out.err)
	}
	if errs.err != nil {
		return fmt.Errorf("standard error: %w", errs.err)
	}
	return nil
}

// tee receives a stream that is both searched and passed on. If passing it on fails, it is still searched.
type tee struct {
	look, on io.Writer
	err      error // the first of on

	mu   sync.Mutex
	over bool // the run has ended: a Write that is still blocked is abandoned
}

func (p *tee) Write(b []byte) (int, error) {
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

func (p *tee) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
}

// stdin returns what the command reads, nil for nothing, and a function that closes it.
func (x *experiment) stdin() (io.Reader, func(), error) {
	if !x.request.stdinGiven {
		return nil, func() {}, nil
	}
	kind, value := pattern.Payload(x.request.stdin)
	if kind != pattern.File {
		return strings.NewReader(value), func() {}, nil
	}
	if value == "" {
		return nil, nil, opt.Usagef("stdin", "{stdin} file: names no file; give file:PATH, or text:VALUE for a text")
	}
	file, err := walk.OpenFile(x.frame.Sandbox, value)
	if err != nil {
		return nil, nil, &opt.ValueError{Option: "stdin", Err: walk.Suggest(x.frame.Sandbox, value, err)}
	}
	return file, func() { _ = file.Close() }, nil
}

// find records the results of the assertions and the conditions.
func (x *experiment) find(r *run) {
	for i := range x.looks.assertions {
		r.findings = append(r.findings, x.output.finding(i))
	}
	if r.timeout > 0 {
		return // conditions do not apply to a run that did not end
	}
	code := r.state.Code
	if r.state.Signal != 0 {
		code = 128 + r.state.Signal
	}
	for _, c := range x.conditions {
		h := clauseResult{clause: c}
		h.holds, h.undecided = c.holds(code, r.state.Elapsed, x.output)
		r.conditions = append(r.conditions, h)
	}
}

// lastLineWithin is how far from the end of a stream, in bytes, its last line is searched for.
const lastLineWithin = 64 << 10

// lastLine returns the last line of a stream that is not blank, clipped. Programs usually say last why they failed.
func lastLine(c *capture) string {
	text := bytes.TrimSpace(c.ending(lastLineWithin))
	line, _ := budget.ClipLine(bytes.TrimSpace(text[bytes.LastIndexByte(text, '\n')+1:]), 0, 0, maxExcerpt)
	return line
}

// device returns an argument that is or contains the path of a device, other than the null device, that nothing else
// keeps the command from reading: it is in one of the readable folders, or this system restricts no reading.
func (x *experiment) device(readable []string) string {
	for _, arg := range x.args {
		_, value, _ := strings.Cut(arg, "=")
		for _, path := range []string{arg, value, arg[max(0, strings.IndexByte(arg, '/')):]} {
			info, err := os.Stat(path)
			if err != nil || info.Mode()&fs.ModeDevice == 0 {
				continue
			}
			if null, err := os.Stat(os.DevNull); err == nil && os.SameFile(null, info) {
				continue
			}
			if readable != nil && (confine.Probe().ABI == 0 || slices.ContainsFunc(readable, func(dir string) bool {
				_, err := walk.Inside(dir, path)
				return err == nil
			})) {
				return path
			}
		}
	}
	return ""
}

// readable returns the files and folders that the command may read, nil if its reads are not restricted. A tool of the
// suite may also read the files that configure its search, as it does in a sandbox of its own, except git's own
// configuration: env has what that says about ignore files.
func (x *experiment) readable() (list, env []string) {
	list = slices.Clone(x.request.readable)
	if x.frame.Sandbox != "" {
		list = append(list, x.frame.Sandbox)
	}
	if list == nil || !allowlist.Suite(x.request.cmd) {
		return list, nil
	}
	for i, dir := range slices.Clone(list) {
		top := ""
		for _, top = range upToRepository(dir) {
			list = grant(list, os.Lstat, filepath.Join(top, ".gitignore"), filepath.Join(top, ".ignore"), filepath.Join(top, "ct.toml"))
		}
		says, user, files := walk.ForConfined(top)
		if i > 0 && !slices.Equal(env, says) {
			says = nil // the search reports what it cannot read
		}
		env = says
		list = grant(grant(list, os.Lstat, files...), os.Stat, user)
	}
	if home, err := os.UserHomeDir(); err == nil {
		list = grant(list, os.Stat, filepath.Join(home, ".config", "ct", "config.toml"))
	}
	return list, env
}

// grant adds those of the paths that are regular files.
func grant(list []string, stat func(string) (fs.FileInfo, error), paths ...string) []string {
	for _, path := range paths {
		if info, err := stat(path); err == nil && info.Mode().IsRegular() {
			list = append(list, path)
		}
	}
	return list
}

// upToRepository returns dir and the folders above it, up to the top of the repository. It returns nil if dir is in
// none, and if dir cannot be resolved, which is reported when the command is started.
func upToRepository(dir string) []string {
	at, err := filepath.Abs(dir)
	if err == nil {
		at, err = filepath.EvalSymlinks(at)
	}
	if err != nil {
		return nil
	}
	for list := []string{at}; ; list = append(list, at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return list
		}
		if filepath.Dir(at) == at {
			return nil
		}
		at = filepath.Dir(at)
	}
}
