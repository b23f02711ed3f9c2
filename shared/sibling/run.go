package sibling

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/cause"
)

// Limits for what Output waits for and keeps.
const (
	outputTime  = 5 * time.Second
	outputBytes = 1 << 20
	outputWords = 4 << 10 // of standard error, for the message
)

// Run starts path with argv, whose first element is the program's own name, passes the three
// standard streams and the environment through, and waits. It returns the exit status, or, if a
// signal ended the program, 128 plus the number of the signal, as shells do. It forwards no
// signals: a terminal sends its own to both. It is an error if the program could not be started.
func Run(path string, argv []string) (int, error) {
	cmd := command(context.Background(), path, argv)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return 0, err
	}
	return status(cmd.ProcessState), nil
}

// Output runs path with args (without the program's name) and an empty standard input, and returns its standard output.
// It is for asking a program of the suite about itself, so it waits at most 5 s and accepts at most 1 MiB. A status
// other than 0 is an error, and so is exceeding one of these limits.
func Output(ctx context.Context, path string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, outputTime, fmt.Errorf("no answer within %v", outputTime))
	defer cancel()
	cmd := command(ctx, path, append([]string{path}, args...))
	// A process that the program started may keep the pipes open after the program has ended. On a
	// busy machine so may, for a while, a process that this one is just starting.
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
		err = cause.Of(err)
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

// capped keeps what is written to it up to limit bytes. Beyond that, a strict one fails the write, which closes the
// writer's pipe; another drops the rest. The buffer is not embedded, because its ReadFrom would bypass the limit.
type capped struct {
	text         bytes.Buffer
	limit        int
	strict, over bool
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
