package flow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
)

// A Scanner searches shards in this process, and merges their parts.
type Scanner struct {
	Engine   Engine
	Opener   *shard.Opener
	Settings Settings
	Slots    chan struct{} // if set, a shard is searched while its worker has a place in it
}

// A QuestionError says that the question cannot be answered about any shard. It fails the job.
type QuestionError struct{ Err error }

func (e *QuestionError) Error() string { return e.Err.Error() }
func (e *QuestionError) Unwrap() error { return e.Err }

// errDeadline is the cause of the end of a shard's time.
var errDeadline = errors.New("the deadline of the shard")

// one returns the part of one shard. An error is a failure of the job.
func (x *Scanner) one(ctx context.Context, s manifest.Shard, parallel int) (_ *Part, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{s, shard.Line(fmt.Sprint(v)), debug.Stack()}
		}
	}()
	if x.Slots != nil {
		select {
		case x.Slots <- struct{}{}:
			defer func() { <-x.Slots }()
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	limited := ctx
	if x.Settings.Deadline > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeoutCause(ctx, x.Settings.Deadline, errDeadline)
		defer cancel()
	}
	o, err := x.Opener.Open(limited, s)
	if err == nil {
		o.Parallel = parallel
		var engine []byte
		engine, err = x.Engine.Scan(limited, o)
		if closed := o.Close(); closed != nil {
			return nil, fmt.Errorf("shard %d (%s): %w", s.Ordinal, shard.Line(s.ID), closed)
		}
		if err == nil && ctx.Err() == nil {
			if engine == nil {
				engine = []byte{}
			}
			if limited.Err() != nil {
				return of(s, engine, x.late()), nil
			}
			return of(s, engine, nil), nil
		}
		if _, faulty := errors.AsType[*QuestionError](err); faulty {
			return nil, err
		}
		if err != nil && !ended(limited) {
			return of(s, nil, shard.ReasonOf(err, shard.Failed)), nil
		}
	}
	switch reason, isData := errors.AsType[*shard.UnsearchedError](err); {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case ended(limited):
		return of(s, nil, x.late()), nil
	case isData:
		return of(s, nil, reason), nil
	}
	return nil, fmt.Errorf("shard %d (%s): %w", s.Ordinal, shard.Line(s.ID), err)
}

func ended(ctx context.Context) bool { return ctx.Err() != nil }

// late returns the reason for a shard whose time was over.
func (x *Scanner) late() *shard.UnsearchedError {
	return &shard.UnsearchedError{Code: shard.Deadline, Text: fmt.Sprintf("its search took longer than %s", x.Settings.Deadline)}
}

// Scan returns the part of shards, workers at a time, the largest first: then no worker is left alone with one at the end. After the end of ctx the error is its cause,
// and the part is that of the shards that were done. After any other error there is no part.
func (x *Scanner) Scan(ctx context.Context, shards []manifest.Shard, workers, parallel int, done func(manifest.Shard)) (*Part, error) {
	shards = slices.Clone(shards)
	slices.SortStableFunc(shards, func(a, b manifest.Shard) int { return cmp.Compare(b.Bytes, a.Bytes) })
	within, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	parts := make([]*Part, workers)
	next := make(chan manifest.Shard)
	var wait sync.WaitGroup
	var report sync.Mutex
	for w := range workers {
		wait.Go(func() {
			sum := &Part{}
			defer func() { parts[w] = sum }()
			for s := range next {
				p, err := x.one(within, s, parallel)
				if err == nil {
					p, err = Merge(sum, p, x.Engine)
				}
				if err != nil {
					fail(err)
					continue // the others are not sent any more
				}
				sum = p
				if done != nil {
					report.Lock()
					done(s)
					report.Unlock()
				}
			}
		})
	}
send:
	for _, s := range shards {
		select {
		case next <- s:
		case <-within.Done():
			break send
		}
	}
	close(next)
	wait.Wait()
	if within.Err() != nil && ctx.Err() == nil {
		return nil, context.Cause(within)
	}
	sum := &Part{}
	for _, p := range parts {
		var err error
		if sum, err = Merge(sum, p, x.Engine); err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return sum, context.Cause(ctx)
	}
	return sum, nil
}
