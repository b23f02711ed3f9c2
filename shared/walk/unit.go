package walk

import (
	"sync/atomic"

	"github.com/ct-tools/ct/shared/ledger"
)

// unit is a piece of work for one worker: a folder to list, or a batch of its entries to visit.
type unit[T any] struct {
	f        *folder
	batch    bool
	lead     bool // taken by the calling goroutine, which alone uses this field
	from, to int32
	state    atomic.Uint32
	parts    []unit[T] // of a listed folder, in path order
	ready    results[T]
}

// The states of a unit. Only the worker that takes a unit works on it.
const (
	open uint32 = iota
	taken
	finished // for a folder: listed, its parts are known
)

func (u *unit[T]) take() bool     { return u.state.CompareAndSwap(open, taken) }
func (u *unit[T]) finished() bool { return u.state.Load() == finished }

// units returns units for the parts of f.
func (r *runner[T]) units(f *folder, l *listing, parts []part) []unit[T] {
	made := make([]unit[T], len(parts))
	children := 0
	for _, p := range parts {
		if p.enter || p.kid != nil {
			children++
		}
	}
	folders := make([]folder, 0, children)
	for i, p := range parts {
		u := &made[i]
		switch {
		case p.enter:
			folders = append(folders, f.child(l.name(&l.entries[p.from])))
			u.f = &folders[len(folders)-1]
			u.f.place, u.f.left = p.kid, l.entries[p.from].left
		case p.kid != nil && p.kid.root != nil:
			u.f = r.p.rootFolder(p.kid)
			u.batch, u.to = u.f.way == lone, 1
		case p.kid != nil:
			u.f = &folder{place: p.kid, way: passage}
		default:
			u.f, u.batch, u.from, u.to = f, true, int32(p.from), int32(p.to)
		}
		if u.f.anchor != nil {
			u.f.anchor.hold()
		}
	}
	return made
}

// results are the results of visiting consecutive entries, in path order.
type results[T any] struct {
	steps []step
	kept  []kept[T]
	notes []ledger.Entry // one for each step whose reason cuts
}

// step is a run of consecutive entries of one folder with the same result.
type step struct {
	at      int32 // index of the first entry in its folder
	n       int32
	why     ledger.Reason
	visited bool // counts for Options.MaxFiles
	kept    bool // each has a value in results.kept
	more    bool // a part of an entry (see Outcome.Next), not the last
	rest    bool // a part of an entry, not the first
	rules   bool // an ignore file, for a reason that cuts
	fate    fate
}

type kept[T any] struct {
	value T
	size  int64
	count int64 // Outcome.Count
}

// add appends one entry. It extends the last step if the result is the same.
func (r *results[T]) add(s step) {
	if n := len(r.steps); n > 0 {
		last := &r.steps[n-1]
		same := *last
		same.at, same.n = s.at, s.n
		if same == s && last.at+last.n == s.at {
			last.n++
			return
		}
	}
	s.n = 1
	r.steps = append(r.steps, s)
}

func (r *results[T]) reset() {
	clear(r.kept)
	clear(r.notes)
	r.steps, r.kept, r.notes = r.steps[:0], r.kept[:0], r.notes[:0]
}

// append appends the results of later entries, and empties more.
func (r *results[T]) append(more *results[T]) {
	if len(r.steps) == 0 {
		*r = *more
	} else {
		r.steps = append(r.steps, more.steps...)
		r.kept = append(r.kept, more.kept...)
		r.notes = append(r.notes, more.notes...)
	}
	*more = results[T]{}
}
