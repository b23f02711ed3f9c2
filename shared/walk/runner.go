package walk

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/ledger"
)

// runner is a running walk. Units wait on a stack; the lead, the calling goroutine, follows them in path order.
type runner[T any] struct {
	p        *plan
	newVisit func() Visit[T]
	emit     func(T) bool

	held atomic.Int64 // bytes kept by visits and not yet emitted
	full atomic.Int32 // workers that wait for room or are about to check whether they must
	stop atomic.Bool
	// awaited is the unit that the lead waits for, whose worker may continue without room; nil once it has a result.
	awaited   atomic.Pointer[unit[T]]
	leadWaits atomic.Bool

	mu    sync.Mutex
	stack []*unit[T] // the last is the nearest to the front; some may be taken
	idle  int        // workers waiting for work
	work  sync.Cond  // signals units on the stack
	room  sync.Cond  // signals that held fell or awaited changed
	ready sync.Cond  // for the lead: what it awaits has a result, or there is work

	lead  worker[T]
	inner *worker[T] // a second worker of the lead; nil until it is needed
	front lead[T]

	progress *Progress // nil = nobody asked
	reported int64     // what progress already counts of this walk
}

func newRunner[T any](p *plan, newVisit func() Visit[T], emit func(T) bool) *runner[T] {
	r := &runner[T]{p: p, newVisit: newVisit, emit: emit}
	r.work.L, r.room.L, r.ready.L = &r.mu, &r.mu, &r.mu
	r.lead = worker[T]{r: r, lister: newLister(p), ahead: p.readAhead(), lead: true}
	return r
}

// run walks until everything is visited, emit returns false, or ctx ends.
func (r *runner[T]) run(ctx context.Context) (ledger.Ledger, error) {
	defer context.AfterFunc(ctx, r.halt)()
	r.progress = ProgressOf(ctx)
	r.front.begin(r.p)
	start := &unit[T]{f: r.p.start()}
	if a := start.f.anchor; a != nil {
		a.hold()
	}
	start.batch = start.f.way == lone
	r.front.frames = append(r.front.frames, frame[T]{unit: start})

	var workers sync.WaitGroup
	defer workers.Wait()
	defer r.halt()
	for range r.p.workers - 1 {
		workers.Go(func() {
			w := &worker[T]{r: r, lister: newLister(r.p), ahead: r.p.readAhead()}
			defer w.close()
			for u := r.next(); u != nil; u = r.next() {
				if w.visit == nil {
					w.visit = r.newVisit()
				}
				w.work(u)
			}
		})
	}
	defer r.lead.close()
	defer func() {
		if r.inner != nil {
			r.inner.close()
		}
	}()
	r.lead.visit = r.newVisit()
	r.follow()
	if r.front.midEntry {
		r.front.ledger.Searched++
	}
	var err error
	if len(r.front.frames) > 0 && !r.front.refused && ctx.Err() != nil {
		err = ended(ctx, &r.front.ledger, r.front.at())
	}
	if r.p.git != nil {
		r.front.ledger.Rules.Notes = r.p.git.taken()
	}
	return r.front.ledger, err
}

// halt makes every worker stop at the next entry.
func (r *runner[T]) halt() {
	r.stop.Store(true)
	r.mu.Lock()
	r.work.Broadcast()
	r.room.Broadcast()
	r.ready.Broadcast()
	r.mu.Unlock()
}

// push puts the units among parts that nobody took on the stack, the first on top.
func (r *runner[T]) push(parts []unit[T]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	pushed := 0
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].state.Load() == open {
			r.stack = append(r.stack, &parts[i])
			pushed++
		}
	}
	for range min(pushed, r.idle) {
		r.work.Signal()
	}
	if pushed > r.idle && r.leadWaits.Load() {
		r.ready.Signal()
	}
}

// pop takes the unit nearest to the front; it returns nil if there is none. The caller must hold mu.
func (r *runner[T]) pop() *unit[T] {
	for n := len(r.stack); n > 0; n = len(r.stack) {
		u := r.stack[n-1]
		r.stack[n-1] = nil
		r.stack = r.stack[:n-1]
		if u.take() {
			return u
		}
	}
	return nil
}

// next takes a unit for a worker and waits for one as long as there may be more. It returns nil when the worker should
// end. It takes nothing while too much is held: the lead then does what emit needs.
func (r *runner[T]) next() *unit[T] {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		r.waitForRoom(nil)
		if r.stop.Load() {
			return nil
		}
		if u := r.pop(); u != nil {
			return u
		}
		r.idle++
		r.work.Wait()
		r.idle--
	}
}

// waitForRoom waits while too much is held, the walk goes on and the lead does not await u. The caller holds mu.
func (r *runner[T]) waitForRoom(u *unit[T]) {
	r.full.Add(1) // before the first look, so that free never misses a waiter
	for r.held.Load() > r.p.ahead && (u == nil || r.awaited.Load() != u) && !r.stop.Load() {
		r.room.Wait()
	}
	r.full.Add(-1)
}

// mayGoOn waits until w may continue with u: there is room, or the lead waits for u. It returns false at the end.
func (w *worker[T]) mayGoOn(u *unit[T]) bool {
	r := w.r
	if r.stop.Load() {
		return false
	}
	if w.lead {
		return r.keepUp(w, u)
	}
	if r.held.Load() <= r.p.ahead {
		return true
	}
	w.publish(u)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waitForRoom(u)
	return !r.stop.Load()
}

// publish delivers what w found in u so far to the lead.
func (w *worker[T]) publish(u *unit[T]) {
	if len(w.out.steps) == 0 {
		return
	}
	w.r.mu.Lock()
	u.ready.append(&w.out)
	if w.r.awaited.Load() == u {
		w.r.awaited.Store(nil) // the lead has what it waited for: w must wait again
		w.r.ready.Signal()
	}
	w.r.mu.Unlock()
}

// finish ends w's work on u; from here on u belongs to the lead.
func (w *worker[T]) finish(u *unit[T]) {
	if w.lead && w.r.front.unit() == u {
		w.r.pass(u, &w.out)
		w.out.reset()
	} else {
		w.publish(u)
	}
	u.state.Store(finished)
	if w.r.leadWaits.Load() {
		w.r.mu.Lock()
		w.r.ready.Signal()
		w.r.mu.Unlock()
	}
}
