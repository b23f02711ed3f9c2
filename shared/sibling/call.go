package sibling

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"time"
)

// Call is one run of a program of the suite for a caller who may give up waiting.
type Call struct {
	Path  string   // absolute
	Args  []string // without the program's name
	Dir   string   // its working folder
	Env   []string // its environment, KEY=value; nil for that of this process
	Stdin []byte
	// Together leaves the program in the process group of this process, so that what a terminal sends to the group reaches
	// it. It must then not start others, because only the program itself is ended with the context.
	Together bool
	Limit    int               // maximum bytes of standard output
	Line     func(line string) // receives the lines of standard error, from one goroutine; nil discards them
}

// leaveTime is how long a program, when nobody waits for it any more, has to end what it started before it is killed.
const leaveTime = 6 * time.Second

// ErrTooLong is wrapped by the error for an answer longer than Call.Limit.
var ErrTooLong = errors.New("answered more than may be kept")

// Run runs the program and returns its standard output and its exit status, whatever that is. When the context ends,
// the program and its process group are asked to end, as by a terminal that closes, and killed if they do not; the
// error is then the cause of the context. On Linux the program is also asked to end when this process dies.
func (c *Call) Run(ctx context.Context) (stdout []byte, exit int, err error) {
	// On Linux the parent-death signal is sent when the thread ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := command(ctx, c.Path, append([]string{c.Path}, c.Args...))
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.WaitDelay = c.Dir, c.Env, bytes.NewReader(c.Stdin), leaveTime
	if c.Together {
		together(cmd)
	} else {
		inGroup(cmd)
		defer endGroup(cmd)
	}
	answer := &capped{limit: c.Limit, strict: true}
	words := &lines{take: c.Line}
	cmd.Stdout, cmd.Stderr = answer, words
	err = cmd.Run()
	words.end()
	switch _, ended := errors.AsType[*exec.ExitError](err); {
	case answer.over:
		return nil, 0, fmt.Errorf("%s: %w (%d bytes)", c.Path, ErrTooLong, c.Limit)
	case ctx.Err() != nil:
		return nil, 0, fmt.Errorf("%s: %w", c.Path, context.Cause(ctx))
	case err != nil && !ended:
		return nil, 0, fmt.Errorf("%s: %w", c.Path, err)
	}
	return answer.text.Bytes(), status(cmd.ProcessState), nil
}

// lines passes on what is written to it line by line, each cut at outputWords bytes.
type lines struct {
	take func(string)
	part []byte
}

func (l *lines) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		line, rest, whole := bytes.Cut(p, []byte("\n"))
		l.part = append(l.part, line[:min(len(line), outputWords-len(l.part))]...)
		p = rest
		if whole {
			l.end()
		}
	}
	return n, nil
}

// end passes on an unfinished line.
func (l *lines) end() {
	if l.take != nil && len(l.part) > 0 {
		l.take(string(l.part))
	}
	l.part = l.part[:0]
}
