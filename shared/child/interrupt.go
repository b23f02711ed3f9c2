package child

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// InterruptedError says that a signal to this process ended a run.
type InterruptedError struct{ Signal os.Signal }

func (e InterruptedError) Error() string {
	return fmt.Sprintf("interrupted (%v); the command was killed", e.Signal)
}

// UntilInterrupted returns a context that also ends on a signal, with an InterruptedError as its cause. Ignored signals
// stay ignored; a second one ends this process at once. The function restores the default handling of signals.
func UntilInterrupted(ctx context.Context) (context.Context, func()) {
	return UntilInterruptedApart(ctx, 0)
}

// UntilInterruptedApart is UntilInterrupted, but a second signal that follows the first sooner is taken for the same one: a
// process that passes signals on sends it again.
func UntilInterruptedApart(ctx context.Context, apart time.Duration) (context.Context, func()) {
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
			if apart == 0 {
				signal.Stop(signals)
			}
			cancel(InterruptedError{s})
			if apart > 0 {
				time.Sleep(apart)
				signal.Stop(signals)
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		if _, ended := errors.AsType[InterruptedError](context.Cause(ctx)); !ended || apart == 0 {
			signal.Stop(signals)
		}
		cancel(nil)
	}
}
