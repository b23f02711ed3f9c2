package backend

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Limits of a program's silence.
const (
	// checkInterval is the interval at which a program's output is checked. If there was none, its
	// files are checked for changes.
	checkInterval = time.Second / 2
	// silenceLimit is the time after which a silent program is killed. A program prints nothing
	// about files without a match, but it searches a batch in much less time.
	silenceLimit = 10 * time.Second
)

// errStuck means that a program may never end.
var errStuck = errors.New("it says nothing")

// watch runs the program on the files of a batch. If a FIFO replaces a file, a program that opens
// it by name waits until somebody writes to it. So a program that is silent while a file is not
// what it was, or silent for long, is killed, and the batch is searched natively.
func (r *run) watch(ctx context.Context, b *batch) error {
	bounded, cancel := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(r.backend.checkInterval)
		defer tick.Stop()
		received, since := int64(-1), time.Now()
		for {
			select {
			case <-bounded.Done():
				return
			case <-tick.C:
			}
			if now := b.reports.received.Load(); now != received {
				received, since = now, time.Now()
				continue
			}
			if time.Since(since) >= r.backend.silenceLimit || r.changed(b) {
				cancel(errStuck)
			}
		}
	})
	err := r.backend.report(bounded, r.Dir, r.expression.text, &b.reports)
	stuck := err != nil && errors.Is(context.Cause(bounded), errStuck)
	cancel(nil)
	watching.Wait()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case stuck || r.changed(b) || b.concerns(err):
		b.giveUp()
		return nil
	}
	return err
}

// changed reports whether one of the program's files has changed.
func (r *run) changed(b *batch) bool {
	for i := range b.files {
		f := &b.files[i]
		if f.index < 0 {
			continue
		}
		opened, err := r.Open(f.name)
		same := err == nil && unchanged(opened, f.info)
		if err == nil {
			_ = opened.Close()
		}
		if !same {
			return true
		}
	}
	return false
}

// concerns reports whether err repeats an error message of the program about a file of b. That file
// may since be as it was before, and such an error must not make the whole search fail.
func (b *batch) concerns(err error) bool {
	complaint, ok := errors.AsType[complaintError](err)
	return ok && slices.ContainsFunc(b.reports.names, func(name string) bool { return bytes.Contains(complaint.text, []byte(name+":")) })
}

// giveUp makes the files that were assigned to the program be searched natively.
func (b *batch) giveUp() {
	for i := range b.files {
		if b.files[i].index >= 0 {
			b.files[i].index = natively
		}
	}
}
