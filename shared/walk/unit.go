package walk

import "sync/atomic"

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
