package backend

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"
)

// How long a program may be silent.
const (
	// quietTime is how often a program is asked whether it still says something;
	// if it does not, its files are looked at.
	quietTime = time.Second / 2
	// patience is the time after which it is given up. It says nothing of files
	// without a match, and those of a batch take it far less.
	patience = 10 * time.Second
)

// errStuck says that a program may never come to an end.
var errStuck = errors.New("it says nothing")

// watch asks the program for the files of a batch. A FIFO that takes the place of
// one holds whoever opens it by name until somebody writes: a program that is
// silent while a file is not what it was, or silent for long, is ended, and the
// batch is searched natively.
func (r *run) watch(ctx context.Context, b *batch) error {
	bounded, cancel := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(r.backend.quietTime)
		defer tick.Stop()
		heard, since := int64(-1), time.Now()
		for {
			select {
			case <-bounded.Done():
				return
			case <-tick.C:
			}
			if now := b.asked.heard.Load(); now != heard {
				heard, since = now, time.Now()
				continue
			}
			if time.Since(since) >= r.backend.patience || r.changed(b) {
				cancel(errStuck)
			}
		}
	})
	err := r.backend.ask(bounded, r.Dir, r.expression.text, &b.asked)
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

// changed reports whether one of the files that the program was asked for is not
// what it was.
func (r *run) changed(b *batch) bool {
	for i := range b.files {
		f := &b.files[i]
		if f.asked < 0 {
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

// concerns reports whether err is what the program says of one of the files of b:
// that file may be back as it was, and is no reason for a search to fail.
func (b *batch) concerns(err error) bool {
	said, ok := errors.AsType[complaintError](err)
	if !ok {
		return false
	}
	for _, name := range b.asked.names {
		if bytes.Contains(said.text, []byte(name+":")) {
			return true
		}
	}
	return false
}

// giveUp has the files that the program was asked for searched natively.
func (b *batch) giveUp() {
	for i := range b.files {
		if b.files[i].asked >= 0 {
			b.files[i].asked = natively
		}
	}
}
