package git

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// Stream runs git with arguments while read reads its output. If read ends early, so does git.
func (r *Repository) Stream(ctx context.Context, read func(io.Reader) error, args ...string) error {
	within, stop := context.WithCancel(ctx)
	defer stop()
	from, to, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	enlarge(from)
	ended := make(chan error, 1)
	go func() {
		err := r.Run(within, nil, to, args...)
		_ = to.Close()
		ended <- err
	}()
	err = read(&gatherer{from: from})
	stopped := err != nil
	if stopped {
		stop()
	}
	gits := <-ended
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, errEnough):
		return nil
	case gits != nil && !(stopped && errors.Is(gits, context.Canceled)):
		return gits // an output that ends early is not well formed
	}
	return err
}

// A gatherer reads a pipe to which a program writes small pieces. It waits a little for several of them: to be woken for
// each takes both processes longer than what they do. With a log of 19 MB it takes a quarter less time.
type gatherer struct {
	from *os.File
	last int // bytes of the last read
}

// A read of less than enough bytes is followed by a pause, in which a program fills at most a pipe of pipeBytes.
const (
	enough    = 64 << 10
	pause     = 2 * time.Millisecond
	pipeBytes = 1 << 20 // the largest that an unprivileged program can request on Linux
)

func (g *gatherer) Read(p []byte) (n int, err error) {
	if g.last > 0 && g.last < enough {
		time.Sleep(pause)
	}
	g.last, err = g.from.Read(p)
	return g.last, err
}
