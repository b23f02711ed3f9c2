package tool

import (
	"os"
	"runtime/debug"
	"slices"
	"sync"
)

// heap has the limits of the Go heap that are in force, and the one without them.
var heap struct {
	mu     sync.Mutex
	limits []int64
	usual  int64
}

// LimitHeap keeps the Go heap near a number of bytes until the function that it returns is called. The largest of several
// limits holds. GOMEMLIMIT overrides them.
func LimitHeap(bytes int64) (undo func()) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	setHeap(func() { heap.limits = append(heap.limits, bytes) })
	return func() {
		setHeap(func() {
			i := slices.Index(heap.limits, bytes)
			heap.limits = slices.Delete(heap.limits, i, i+1)
		})
	}
}

// setHeap changes the limits.
func setHeap(change func()) {
	heap.mu.Lock()
	defer heap.mu.Unlock()
	if len(heap.limits) == 0 {
		heap.usual = debug.SetMemoryLimit(-1)
	}
	change()
	limit := heap.usual
	if len(heap.limits) > 0 {
		limit = slices.Max(heap.limits)
	}
	debug.SetMemoryLimit(limit)
}
