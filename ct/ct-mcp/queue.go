package main

import (
	"context"
	"runtime"
	"sync"
)

const (
	// maxWaiting bounds what calls that wait or run hold, in bytes of arguments.
	maxWaiting = 64 << 20
	// callSize is what a call counts beside its arguments.
	callSize = 4 << 10
)

// queue lets as many calls run at a time as there are processors; the others
// wait, as many as fit in a bound of memory.
type queue struct {
	slots chan struct{}
	mu    sync.Mutex
	held  int // bytes
}

func newQueue() *queue { return &queue{slots: make(chan struct{}, runtime.GOMAXPROCS(0))} }

// enter waits for a call's turn, with its arguments of size bytes, and gives
// what ends it.
func (q *queue) enter(ctx context.Context, size int) (leave func(), _ *fault) {
	size += callSize
	q.mu.Lock()
	full := q.held+size > maxWaiting
	if !full {
		q.held += size
	}
	q.mu.Unlock()
	if full {
		return nil, failed("too many calls are waiting; ask again when some have been answered")
	}
	release := func() {
		q.mu.Lock()
		q.held -= size
		q.mu.Unlock()
	}
	select {
	case q.slots <- struct{}{}:
		return func() { <-q.slots; release() }, nil
	case <-ctx.Done():
		release()
		return nil, failed("the call was given up while it waited")
	}
}
