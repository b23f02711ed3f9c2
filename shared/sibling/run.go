package sibling

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Bounds on what Output waits for and keeps.
const (
	outputTime  = 5 * time.Second
	outputBytes = 1 << 20
	outputWords = 4 << 10 // of standard error, for the message
)

// Run starts path with argv, whose first element is the program's own name,
// passes the three standard streams and the environment through, and waits. It
// gives the exit status, 128 plus the signal's number if a signal ended it, as
// shells do. No signal is forwarded: a terminal sends its own to both. The
// error is that of a program which could not be started.
func Run(path string, argv []string) (int, error) {
	cmd := command(context.Background(), path, argv)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return 0, err
	}
	return status(cmd.ProcessState), nil
}

// Output runs path with args (without the program's name) on an empty standard
// input and gives what it wrote to standard output. It is for asking a program
// of the suite about itself, so it waits 5 s and takes 1 MiB at most. A status
// other than 0, and either bound, is an error.
func Output(ctx context.Context, path string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, outputTime, fmt.Errorf("no answer within %v", outputTime))
	defer cancel()
	cmd := command(ctx, path, append([]string{path}, args...))
	// What the program started may hold the pipes after it is gone, and so may,
	// for as long as a busy machine lets it, what this process is just starting.
	cmd.WaitDelay = 3 * time.Second
	answer := &capped{limit: outputBytes, strict: true}
	words := &capped{limit: outputWords}
	cmd.Stdout, cmd.Stderr = answer, words
	err := cmd.Run()
	switch {
	case answer.over:
		return nil, fmt.Errorf("%s: answered more than %d bytes", path, outputBytes)
	case err != nil && ctx.Err() != nil:
		return nil, fmt.Errorf("%s: %w", path, context.Cause(ctx))
	case err != nil:
		if not, ok := errors.AsType[*fs.PathError](err); ok {
			err = not.Err // without the path, which stands before it
		}
		line, _, _ := strings.Cut(strings.TrimSpace(words.text.String()), "\n")
		if line == "" {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return nil, fmt.Errorf("%s: %w: %s", path, err, line)
	}
	return answer.text.Bytes(), nil
}

func command(ctx context.Context, path string, argv []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path)
	cmd.Args = argv
	return cmd
}

var errOver = errors.New("too much output")

// capped keeps what is written to it up to limit bytes. Beyond, a strict one
// fails the write, which closes the writer's pipe; another drops the rest. The
// buffer is no embedded field, for its ReadFrom would go past the limit.
type capped struct {
	text   bytes.Buffer
	limit  int
	strict bool
	over   bool
}

func (c *capped) Write(p []byte) (int, error) {
	room := c.limit - c.text.Len()
	if len(p) <= room {
		return c.text.Write(p)
	}
	c.over = true
	if c.strict {
		return 0, errOver
	}
	c.text.Write(p[:room])
	return len(p), nil
}
