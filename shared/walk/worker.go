package walk

import (
	"errors"
	"io/fs"
	"syscall"
	"unsafe"

	"github.com/ct-tools/ct/shared/ledger"
)

// worker works on units, one at a time.
type worker[T any] struct {
	r      *runner[T]
	visit  Visit[T]
	lister *lister
	entry  Entry
	out    results[T] // of the current unit, not published yet
	ahead  ahead
	own    []*unit[T] // the batches of the current folder that this worker visits itself
	lead   bool       // runs in the calling goroutine
	inner  bool       // does for the lead what emit needs in the middle of a unit
}

// close makes the ring and the listing free for later walks.
func (w *worker[T]) close() {
	w.ahead.reader.close()
	w.lister.close()
}

// work does a unit that the worker took.
func (w *worker[T]) work(u *unit[T]) {
	a := u.f.anchor // a finished unit belongs to the lead
	if u.batch {
		w.sharedBatch(u)
	} else {
		w.list(u)
	}
	if a != nil {
		a.release()
	}
}

// sharedBatch visits a batch through the folder's shared listing and descriptor.
func (w *worker[T]) sharedBatch(u *unit[T]) {
	f := u.f
	var d dir
	if f.way != lone || f.listing.entries[0].why == ledger.None {
		var err error
		if d, err = f.use(); err != nil {
			w.lost(u, &f.listing, err)
			w.finish(u)
			return
		}
		defer f.done()
	}
	w.batch(u, &f.listing, d)
}

// lost counts the entries of a batch whose folder no longer exists.
func (w *worker[T]) lost(u *unit[T], l *listing, err error) {
	for i := u.from; i < u.to; i++ {
		if e := &l.entries[i]; e.why == ledger.None {
			w.skip(u, i, l.name(e), ledger.Unreadable, detail(err))
		} else {
			w.out.add(step{at: i, why: e.why})
		}
	}
}

// list lists a folder, makes units of its parts, and visits the first batches itself; the rest is for other workers.
func (w *worker[T]) list(u *unit[T]) {
	f, s, p := u.f, w.lister, w.r.p
	var d dir
	var err error
	if f.way == listed {
		d, err = f.use()
	}
	if d == nil {
		s.nothing()
	} else {
		err = s.list(f, d)
		defer f.done()
	}
	if err != nil {
		w.out.notes = append(w.out.notes, ledger.Entry{Path: f.printed(), Detail: detail(err)})
		w.out.add(step{why: ledger.Unreadable})
	}
	for _, e := range s.missing {
		w.out.notes = append(w.out.notes, p.printed(e))
		w.out.add(step{why: ledger.Unreadable, rules: true})
	}
	u.parts = w.r.units(f, s.listing, s.divide(f, p.batch))

	// What this worker visits needs no copy of the listing. The nested one visits nothing: it returns after one unit.
	if rest := w.share(u.parts); rest || p.o.MaxFiles > 0 {
		f.listing.copyFrom(s.listing)
	}
	parts := u.parts // from here on u belongs to the lead
	w.finish(u)
	w.r.push(parts)
	for _, part := range w.own {
		if w.r.stop.Load() {
			break
		}
		w.batch(part, s.listing, d)
		f.anchor.release()
	}
	clear(w.own)
}

// share takes the first batches of a folder for the worker that listed it, and reports whether batches are left over.
// It records its own in w.own, because it must not look at the others again: they belong to whoever takes them.
func (w *worker[T]) share(parts []unit[T]) (rest bool) {
	w.own = w.own[:0]
	entries := 0
	for i := range parts {
		part := &parts[i]
		if !part.batch || part.f.way == lone {
			continue
		}
		if w.inner || entries >= w.r.p.batch {
			return true
		}
		part.state.Store(taken)
		part.lead = w.lead
		w.own = append(w.own, part)
		entries += int(part.to - part.from)
	}
	return false
}

// batch visits the entries of a batch.
func (w *worker[T]) batch(u *unit[T], l *listing, d dir) {
	w.ahead.begin(l, u.to)
	for i := u.from; i < u.to; i++ {
		if !w.mayGoOn(u) {
			return
		}
		e := &l.entries[i]
		if e.why != ledger.None && (e.why != ledger.MaxDepth || w.r.p.types&Dir == 0) {
			w.out.add(step{at: i, why: e.why, fate: e.fate})
			continue
		}
		if !w.one(u, i, e, l.name(e), d) {
			return
		}
	}
	w.finish(u)
}

// one visits an entry, if it still is of a wanted kind. It returns false if the walk ended in the middle of the entry.
func (w *worker[T]) one(u *unit[T], i int32, e *entry, name []byte, d dir) bool {
	x := &w.entry
	*x = Entry{f: u.f, name: name, dir: d, sys: name, more: x.more}
	if why, err := w.reach(x, e.kind); why != ledger.None {
		var said string
		if err != nil {
			said = detail(err)
		}
		w.skip(u, i, name, why, said)
		x.release()
		return true
	}
	if e.kind == file && !x.follow {
		x.ahead, x.at = &w.ahead, i
	}
	o := w.visit(x)
	s := step{at: i, visited: x.kind != Dir}
	for o.Next != nil {
		next := o.Next
		w.keep(&o)
		s.kept, s.more = true, true
		w.out.add(s)
		s.rest = true
		if w.r.awaited.Load() == u {
			w.publish(u) // emit need not wait for the whole entry
		}
		if !w.mayGoOn(u) {
			x.release()
			return false
		}
		o = next()
	}
	x.release()
	s.why, s.kept, s.more = o.Skip, o.Keep, false
	if o.Skip.Cuts() {
		w.out.notes = append(w.out.notes, ledger.Entry{Path: x.Path(), Detail: o.Detail})
	}
	if o.Keep {
		w.keep(&o)
	}
	w.out.add(s)
	if e.why == ledger.MaxDepth {
		w.out.add(step{at: i, why: e.why})
	}
	return true
}

// keep keeps the value of o until it is emitted.
func (w *worker[T]) keep(o *Outcome[T]) {
	size := int64(o.Size) + int64(unsafe.Sizeof(kept[T]{}))
	w.out.kept = append(w.out.kept, kept[T]{o.Value, size, o.Count})
	w.r.held.Add(size)
}

// reach sets the kind of x, follows its link, checks its size, and returns the reason why x is not visited.
func (w *worker[T]) reach(x *Entry, k kind) (ledger.Reason, error) {
	p := w.r.p
	switch k {
	case folderKind:
		x.kind = Dir
		return ledger.None, nil
	case link:
		x.kind = Link
		if p.o.At != nil && x.f.way == lone && p.types&Link == 0 {
			return ledger.Unreadable, errLinkThere
		}
		if p.o.Follow && p.types&File != 0 {
			return w.followed(x, x.dir)
		}
		return ledger.None, nil
	case untyped:
		// The first attempt to get its kind failed; this one most likely fails in the same way.
		if info, err := x.Stat(); err != nil || info.kind != file || p.types&File == 0 {
			return ledger.Unreadable, err
		}
	}
	x.kind = File
	x.follow = x.f.way == lone && p.box == nil
	return w.sized(x)
}

// followed makes x refer to its link's file. A link to nothing, a folder or out of the sandbox stays a link.
func (w *worker[T]) followed(x *Entry, own dir) (ledger.Reason, error) {
	p := w.r.p
	asLink := ledger.Symlink
	if p.types&Link != 0 {
		asLink = ledger.None
	}
	if p.box != nil {
		if !x.followInside(p.box) {
			return asLink, nil
		}
	} else {
		x.follow = true
	}
	info, err := x.Stat()
	switch {
	case err != nil && !leadsNowhere(err):
		return ledger.Unreadable, err
	case err == nil && info.kind == file:
		x.kind = File
		if p.o.MaxFileSize > 0 && info.Size > p.o.MaxFileSize {
			return ledger.TooLarge, nil
		}
		return ledger.None, nil
	case err == nil && info.kind != folderKind && asLink != ledger.None:
		return ledger.Special, nil
	}
	x.dir, x.sys, x.follow = own, x.name, false
	return asLink, nil
}

// leadsNowhere reports whether err, from a stat of a link, means that its target is missing.
func leadsNowhere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ELOOP)
}

// sized checks the size of a file if it is limited.
func (w *worker[T]) sized(x *Entry) (ledger.Reason, error) {
	bound := w.r.p.o.MaxFileSize
	if bound == 0 {
		return ledger.None, nil
	}
	info, err := x.Stat()
	switch {
	case err != nil:
		return ledger.Unreadable, err
	case info.Size > bound:
		return ledger.TooLarge, nil
	}
	return ledger.None, nil
}

// skip counts an entry that is not visited.
func (w *worker[T]) skip(u *unit[T], i int32, name []byte, why ledger.Reason, said string) {
	if why.Cuts() {
		w.out.notes = append(w.out.notes, ledger.Entry{Path: asString(u.f.appendPath(nil, name)), Detail: said})
	}
	w.out.add(step{at: i, why: why})
}
