package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/child"
)

// names are those that ast-grep goes by. Most systems have another program that
// is called sg.
var names = []string{"ast-grep", "sg"}

// install says how to get it.
const install = "install it with npm install -g @ast-grep/cli, cargo install ast-grep --locked or brew install ast-grep, into an absolute folder of PATH"

// oldest is the first version whose reports are known here.
var oldest = release{0, 45}

// versionTime is how long it may take to tell its version, or to read a pattern.
const versionTime = 10 * time.Second

// A program is ast-grep.
type program struct {
	path   string // absolute
	folder string // in which the paths of files begin
}

// find gives the first of paths that is ast-grep, of a version that will do;
// "" stands for one that is not there.
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

// errOther says that a program is none of ast-grep's.
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
	if v.less(oldest) {
		return fmt.Errorf("%s is ast-grep %v; %v or later is needed: %s", p.path, v, oldest, install)
	}
	return nil
}

// A release is the version of ast-grep, as far as it matters.
type release struct{ major, minor int }

func (v release) String() string { return fmt.Sprintf("%d.%d", v.major, v.minor) }

func (v release) less(w release) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

// parseVersion reads "ast-grep 0.51.1".
func parseVersion(line string) (release, bool) {
	said, ok := strings.CutPrefix(line, "ast-grep ")
	parts := strings.SplitN(strings.TrimSpace(said), ".", 3)
	if !ok || len(parts) < 3 {
		return release{}, false
	}
	major, err1 := strconv.ParseUint(parts[0], 10, 16)
	minor, err2 := strconv.ParseUint(parts[1], 10, 16)
	return release{int(major), int(minor)}, err1 == nil && err2 == nil
}

// A run is how a run of ast-grep ended, and what it said beside its matches.
type run struct {
	code   int
	stdout head // where nobody reads it
	stderr head
}

// first gives the first line of what it said.
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

// run runs the program in its folder; read is called with its standard output
// unless it is nil. The error says that there is no result: the program was not
// started, did not end by itself, or read failed.
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
		return nil, fmt.Errorf("%s says more than %d bytes on standard error", p.path, maxSaid)
	}
	r.code = state.Code
	return r, nil
}

// maxSaid bounds what is kept of a stream; a line for each file of a batch
// fits.
const maxSaid = 2 << 20

// A head keeps the first maxSaid bytes.
type head struct {
	bytes.Buffer
	over bool
}

func (h *head) Write(p []byte) (int, error) {
	room := min(len(p), maxSaid-h.Len())
	h.over = h.over || room < len(p)
	_, _ = h.Buffer.Write(p[:room])
	return len(p), nil
}
