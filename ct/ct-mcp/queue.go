package main

import (
	"context"
	"runtime"
	"sync"
)

const (
	// maxWaiting limits the size of all calls that wait or run, in bytes.
	maxWaiting = 64 << 20
	// callSize is the size of a call without its arguments, in bytes.
	callSize = 4 << 10
)

// queue runs as many calls at a time as there are processors. The others wait, as long as the total
// size is within the limit.
type queue struct {
	slots chan struct{}
	mu    sync.Mutex
	size  int // size of the calls that wait or run, in bytes
}

func newQueue() *queue { return &queue{slots: make(chan struct{}, runtime.GOMAXPROCS(0))} }

// enter waits for the turn of a call whose arguments have size bytes. The call ends its turn with
// leave.
func (q *queue) enter(ctx context.Context, size int) (leave func(), _ *fault) {
	size += callSize
	q.mu.Lock()
	full := q.size+size > maxWaiting
	if !full {
		q.size += size
	}
	q.mu.Unlock()
	if full {
		return nil, failed("too many calls are waiting; ask again when some have been answered")
	}
	release := func() {
		q.mu.Lock()
		q.size -= size
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
