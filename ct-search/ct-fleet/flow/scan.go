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
func (x *Scanner) one(ctx context.Context, s manifest.Shard, parallel int, worker *sum) (_ *Part, err error) {
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
		engine, err = worker.scan(limited, o)
		if closed := o.Close(); closed != nil {
			return nil, fmt.Errorf("shard %d (%s): %w", s.Ordinal, shard.Line(s.ID), closed)
		}
		if err == nil && (worker.gathering != nil || ctx.Err() == nil) {
			if engine == nil {
				engine = []byte{}
			}
			if limited.Err() != nil {
				return of(s, engine, x.late(limited)), nil
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
		return of(s, nil, x.late(limited)), nil
	case isData:
		return of(s, nil, reason), nil
	}
	return nil, fmt.Errorf("shard %d (%s): %w", s.Ordinal, shard.Line(s.ID), err)
}

func ended(ctx context.Context) bool { return ctx.Err() != nil }

// late returns the reason for a shard whose context ended: its own time was over, or that of the whole job.
func (x *Scanner) late(ctx context.Context) *shard.UnsearchedError {
	text := "the time of the whole search was over"
	if errors.Is(context.Cause(ctx), errDeadline) {
		text = fmt.Sprintf("its search took longer than %s", x.Settings.Deadline)
	}
	return &shard.UnsearchedError{Code: shard.Deadline, Text: text}
}

// A sum is the part of the shards that one worker scans.
type sum struct {
	engine    Engine
	part      *Part
	gathering Gathering // nil if the engine gathers none
	found     bool      // there is something in it
}

func (x *Scanner) newSum() *sum {
	s := &sum{engine: x.Engine, part: &Part{}}
	if g, ok := x.Engine.(Gatherer); ok {
		s.gathering = g.Gather()
	}
	return s
}

// scan returns the engine's part of a shard, an empty one if it is gathered.
func (s *sum) scan(ctx context.Context, o *shard.Opened) ([]byte, error) {
	if s.gathering == nil {
		return s.engine.Scan(ctx, o)
	}
	return nil, s.gathering.Scan(ctx, o)
}

// add adds the part of a shard that was scanned last.
func (s *sum) add(p *Part) (err error) {
	if s.gathering != nil {
		s.found = s.found || p.Engine != nil
		p.Engine = nil
	}
	s.part, err = Merge(s.part, p, s.engine)
	return err
}

// end returns the part of all that were added.
func (s *sum) end() (*Part, error) {
	if !s.found {
		return s.part, nil
	}
	var err error
	s.part.Engine, err = s.gathering.Part()
	return s.part, err
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
			worker := x.newSum()
			for s := range next {
				p, err := x.one(within, s, parallel, worker)
				if err == nil {
					err = worker.add(p)
				}
				if err != nil {
					fail(err)
					continue // the others are not sent any more
				}
				if done != nil {
					report.Lock()
					done(s)
					report.Unlock()
				}
			}
			p, err := worker.end()
			if parts[w] = p; err != nil {
				fail(err)
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
	all := &Part{}
	for _, p := range parts {
		var err error
		if all, err = Merge(all, p, x.Engine); err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return all, context.Cause(ctx)
	}
	return all, nil
}
