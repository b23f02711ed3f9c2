package child

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// An InterruptedError is why a run ended early that a signal to this process
// ended.
type InterruptedError struct{ Signal os.Signal }

func (e InterruptedError) Error() string {
	return fmt.Sprintf("interrupted (%v); the command was killed", e.Signal)
}

// UntilInterrupted gives a context that a signal to this process ends too, with
// an InterruptedError as its cause, so that what it started does not outlive it.
// Signals that are ignored stay so; a second one ends this process at once. The
// function gives signals back their meaning.
func UntilInterrupted(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(InterruptedError{s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}
