package walk

import "github.com/ct-tools/ct/shared/ledger"

// results are what the visits of a stretch of entries came to, in path order.
type results[T any] struct {
	steps []step
	kept  []kept[T]
	notes []ledger.Entry // of the steps whose reason cuts, one an entry
}

// step is a run of entries of one folder that came to the same.
type step struct {
	at      int32 // the first entry's place in its folder
	n       int32
	why     ledger.Reason
	visited bool // counts for Options.MaxFiles
	kept    bool // each has a value in results.kept
	more    bool // a part of an entry (see Outcome.Next), not the last
	rest    bool // a part of an entry, not the first
}

type kept[T any] struct {
	value T
	size  int64
}

// add appends one entry to the last step if it came to the same.
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

// append adds the results of entries that come later.
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
