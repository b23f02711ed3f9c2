package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/child"
)

// names are the names of ast-grep's program. Most systems have another program called sg.
var names = []string{"ast-grep", "sg"}

// install says how to install ast-grep.
const install = "install it with npm install -g @ast-grep/cli, cargo install ast-grep --locked or brew install ast-grep, into an absolute folder of PATH"

// oldest is the first version with the report format known here.
var oldest = release{0, 45}

// versionTime limits how long the program may take to print its version, or to parse a pattern.
const versionTime = 10 * time.Second

// program is ast-grep.
type program struct {
	path   string // absolute
	folder string // to which the paths of files are relative
}

// find returns the first of paths that is ast-grep in a supported version. An empty path is a program not found.
func find(ctx context.Context, paths []string, folder string) (*program, error) {
	var failed error
	for _, path := range paths {
		if path == "" {
			continue
		}
		p := &program{path, folder}
		err := p.check(ctx)
		if err == nil {
			return p, nil
		}
		if failed == nil || errors.Is(failed, errOther) && !errors.Is(err, errOther) {
			failed = err
		}
	}
	switch {
	case failed == nil:
		return nil, fmt.Errorf("ast-grep is not on PATH: %s", install)
	case errors.Is(failed, errOther):
		return nil, fmt.Errorf("ast-grep is not on PATH (%w): %s", failed, install)
	}
	return nil, failed
}

// errOther means that a program is not ast-grep.
var errOther = errors.New("is another program")

// check asks the program for its version.
func (p *program) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	r, err := p.run(ctx, nil, nil, "--version")
	if err != nil {
		return err
	}
	v, ok := parseVersion(r.first())
	if r.code != 0 || !ok {
		return fmt.Errorf("%s %w", p.path, errOther)
	}
	if slices.Compare(v[:], oldest[:]) < 0 {
		return fmt.Errorf("%s is ast-grep %v; %v or later is needed: %s", p.path, v, oldest, install)
	}
	return nil
}

// release is a version of ast-grep, as far as it matters: the first two numbers.
type release [2]int

func (v release) String() string { return fmt.Sprintf("%d.%d", v[0], v[1]) }

// parseVersion parses "ast-grep 0.51.1".
func parseVersion(line string) (release, bool) {
	number, ok := strings.CutPrefix(line, "ast-grep ")
	parts := strings.SplitN(strings.TrimSpace(number), ".", 3)
	if !ok || len(parts) < 3 {
		return release{}, false
	}
	major, err1 := strconv.ParseUint(parts[0], 10, 16)
	minor, err2 := strconv.ParseUint(parts[1], 10, 16)
	return release{int(major), int(minor)}, err1 == nil && err2 == nil
}

// run is the result of a run of ast-grep, except its matches.
type run struct {
	code   int
	stdout head // unless it was passed to a reader
	stderr head
}

// first returns the first line of output.
func (r *run) first() string {
	for _, h := range []*head{&r.stdout, &r.stderr} {
		for line := range strings.SplitSeq(h.String(), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				return line
			}
		}
	}
	return ""
}

// run runs the program in its folder. If read is not nil, it is called with the standard output. An
// error means that there is no result: the program was not started, was killed, or read failed.
func (p *program) run(ctx context.Context, stdin io.Reader, read func(io.Reader) error, args ...string) (*run, error) {
	r := &run{}
	c := &child.Command{
		Path: p.path, Args: append(names[:1:1], args...), Env: child.Environment(os.Environ()), Dir: p.folder,
		Stdin: stdin, Stdout: &r.stdout, Stderr: &r.stderr,
	}
	var reading chan error
	var out *io.PipeWriter
	if read != nil {
		var in *io.PipeReader
		in, out = io.Pipe()
		c.Stdout, reading = out, make(chan error, 1)
		go func() {
			err := read(in)
			_ = in.CloseWithError(err)
			reading <- err
		}()
	}
	state, err := child.Run(ctx, c)
	if read != nil {
		_ = out.Close()
		if failed := <-reading; failed != nil && err == nil && ctx.Err() == nil && state.Signal == 0 {
			err = fmt.Errorf("%s: %w", p.path, failed)
		}
	}
	switch {
	case err != nil:
		return nil, err
	case state.Killed:
		return nil, fmt.Errorf("%s: %w", p.path, context.Cause(ctx))
	case state.Signal != 0:
		return nil, fmt.Errorf("%s was ended by signal %d", p.path, state.Signal)
	case r.stderr.over:
		return nil, fmt.Errorf("%s says more than %d bytes on standard error", p.path, maxKept)
	}
	r.code = state.Code
	return r, nil
}

// maxKept limits how much of an output stream is kept, in bytes. One line for each file of a batch fits.
const maxKept = 2 << 20

// head keeps the first maxSaid bytes.
type head struct {
	bytes.Buffer
	over bool
}

func (h *head) Write(p []byte) (int, error) {
	room := min(len(p), maxKept-h.Len())
	h.over = h.over || room < len(p)
	_, _ = h.Buffer.Write(p[:room])
	return len(p), nil
}
