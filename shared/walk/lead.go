package walk

import (
	"cmp"
	"slices"

	"github.com/ct-tools/ct/shared/ledger"
)

// lead is the position of the calling goroutine in path order and the ledger of everything before it.
type lead[T any] struct {
	frames   []frame[T] // from the unit of the whole walk down to the one at the front
	ledger   ledger.Ledger
	files    int64 // visited, for Options.MaxFiles
	midEntry bool  // the last result that was passed is a part of an entry, and more parts follow
	refused  bool  // emit or MaxFiles ended the walk
}

// frame is a unit that the lead has reached and not yet passed.
type frame[T any] struct {
	unit *unit[T]
	next int // index of its next part
}

// unit returns the unit at the front, nil at the end.
func (l *lead[T]) unit() *unit[T] {
	if n := len(l.frames); n > 0 {
		return l.frames[n-1].unit
	}
	return nil
}

// at returns the printed path of the folder at the front.
func (l *lead[T]) at() string {
	if u := l.unit(); u != nil {
		return u.f.printed()
	}
	return ""
}

// follow passes everything in path order. While a worker has the front, the lead does other units if there is room.
func (r *runner[T]) follow() {
	for !r.stop.Load() {
		front := r.drain()
		if front == nil {
			return
		}
		if front.take() {
			front.lead = true
			r.lead.work(front)
			continue
		}
		if u := r.other(); u != nil {
			u.lead = true
			r.lead.work(u)
			continue
		}
		r.await(front)
	}
}

// other takes a unit that is not at the front, if there is room for its results.
func (r *runner[T]) other() *unit[T] {
	if r.held.Load() > r.p.ahead {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pop()
}

// await waits until the worker that has the front unit delivers a result, or until there is other work to do.
func (r *runner[T]) await(front *unit[T]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.awaited.Store(front)
	r.leadWaits.Store(true)
	if r.full.Load() > 0 {
		r.room.Broadcast() // the worker that has the front may continue
	}
	for !front.finished() && len(front.ready.steps) == 0 && !r.stop.Load() &&
		(len(r.stack) == 0 || r.held.Load() > r.p.ahead) {
		r.ready.Wait()
	}
	r.awaited.Store(nil)
	r.leadWaits.Store(false)
}

// keepUp is the lead's part of mayGoOn. Between two entries of a unit, or two parts of an entry, it passes the results
// that are ready. While too much is held, it first does the units that emit needs.
func (r *runner[T]) keepUp(w *worker[T], u *unit[T]) bool {
	if r.front.unit() == u {
		r.pass(u, &w.out)
		w.out.reset()
		return !r.stop.Load()
	}
	if w.inner {
		return true // nested: u was at the front when it was taken, and still is
	}
	if full := r.held.Load() > r.p.ahead; !full && !r.front.unit().finished() {
		return true
	}
	w.publish(u)
	for !r.stop.Load() {
		front := r.drain()
		switch {
		case front == nil || front == u || r.held.Load() <= r.p.ahead:
			return !r.stop.Load()
		case front.take():
			front.lead = true
			r.nested().work(front)
		default:
			r.await(front)
		}
	}
	return false
}

// nested returns the worker, with a visit of its own, for a unit that the lead does in the middle of another.
func (r *runner[T]) nested() *worker[T] {
	if r.inner == nil {
		r.inner = &worker[T]{r: r, visit: r.newVisit(), lister: newLister(r.p), ahead: ahead{off: true}, lead: true, inner: true}
	}
	return r.inner
}

// drain passes all results that are ready and returns the unit at the front, nil if everything is passed.
func (r *runner[T]) drain() *unit[T] {
	f := &r.front
	for !r.stop.Load() && len(f.frames) > 0 {
		top := &f.frames[len(f.frames)-1]
		u := top.unit
		done := u.finished() // checked before its last results are taken
		r.mu.Lock()
		out := u.ready
		u.ready = results[T]{}
		r.mu.Unlock()
		r.pass(u, &out)
		switch {
		case r.stop.Load(), !done:
			return u
		case top.next < len(u.parts):
			top.next++
			f.frames = append(f.frames, frame[T]{unit: &u.parts[top.next-1]})
		default:
			u.parts, u.f = nil, nil
			f.frames = f.frames[:len(f.frames)-1]
		}
	}
	return f.unit()
}

// pass adds the results of u to the ledger and emits the kept values, up to the entry that ends the walk.
func (r *runner[T]) pass(u *unit[T], out *results[T]) {
	defer r.report()
	f := &r.front
	kept, notes := out.kept, out.notes
	for _, s := range out.steps {
		if !s.kept && !s.rest && !s.why.Cuts() && (!s.visited || r.p.o.MaxFiles == 0) {
			f.count(s.why, int64(s.n))
			r.note(s)
			continue
		}
		for k := range s.n {
			if s.visited && !s.rest && !r.oneMore(u, s.at+k) {
				return
			}
			if f.midEntry = s.more; !s.more {
				if r.p.o.Cut != nil && s.why.Cuts() {
					r.p.o.Cut(s.why, notes[0])
				}
				notes = f.account(s, notes)
			}
			if !s.kept {
				continue
			}
			value, size, count := kept[0].value, kept[0].size, kept[0].count
			if u.f.rules.unread && count != NoMatches {
				f.ledger.Rules.Unsure += cmp.Or(count, ledger.AllMatches)
			}
			clear(kept[:1]) // do not keep an emitted value alive
			kept = kept[1:]
			more := r.emit(value)
			r.free(size)
			if !more {
				r.refuse()
				return
			}
		}
	}
}

// begin adds what is known before the walk: of ignore files, and of what could not be selected.
func (l *lead[T]) begin(p *plan) {
	for _, e := range p.missing {
		e = p.printed(e)
		if p.o.Cut != nil {
			p.o.Cut(ledger.Unreadable, e)
		}
		l.ledger.SkipRules(e.Path, e.Detail)
	}
	if p.o.Select == nil {
		return
	}
	for _, e := range p.o.Select.Unseen {
		if p.o.Cut != nil {
			p.o.Cut(ledger.Unreadable, e)
		}
		l.ledger.Skip(ledger.Unreadable, e.Path, e.Detail)
	}
}

// note adds to the ledger what ignore rules say about the entries of s.
func (r *runner[T]) note(s step) {
	rules := &r.front.ledger.Rules
	if s.fate.unsure {
		rules.Ignored += int64(s.n)
	}
	if s.fate.outer > 0 {
		if name := r.p.outer[s.fate.outer-1]; !slices.Contains(rules.Outer, name) {
			rules.Outer = append(rules.Outer, name)
		}
	}
}

// account adds one entry of s to the ledger and returns the notes of the following entries.
func (l *lead[T]) account(s step, notes []ledger.Entry) []ledger.Entry {
	switch {
	case s.rules:
		l.ledger.SkipRules(notes[0].Path, notes[0].Detail)
		return notes[1:]
	case s.why.Cuts():
		l.ledger.Skip(s.why, notes[0].Path, notes[0].Detail)
		notes = notes[1:]
	default:
		l.count(s.why, 1)
	}
	if s.why > ledger.Earlier || (s.kept || s.rest) && s.why != ledger.None {
		l.ledger.Searched++ // the reason ended a search; it did not skip the entry
	}
	return notes
}

// count adds n entries to the ledger, for a reason that does not cut.
func (l *lead[T]) count(why ledger.Reason, n int64) {
	if why == ledger.None {
		l.ledger.Searched += n
	} else {
		l.ledger.SkipN(why, n)
	}
}

// oneMore counts a visited entry, number i of u's folder. Beyond MaxFiles it ends the walk and returns false.
func (r *runner[T]) oneMore(u *unit[T], i int32) bool {
	f := &r.front
	if bound := r.p.o.MaxFiles; bound > 0 && f.files >= bound {
		l := &u.f.listing
		f.ledger.Skip(ledger.MaxFiles, asString(u.f.appendPath(nil, l.name(&l.entries[i]))), "")
		r.refuse()
		return false
	}
	f.files++
	return true
}

func (r *runner[T]) refuse() {
	r.front.refused = true
	r.stop.Store(true)
}

// free releases an emitted value's bytes. It wakes waiting workers only once a quarter of the room is free.
func (r *runner[T]) free(size int64) {
	if r.held.Add(-size) <= r.p.ahead-r.p.ahead/4 && r.full.Load() > 0 {
		r.mu.Lock()
		r.room.Broadcast()
		r.mu.Unlock()
	}
}
