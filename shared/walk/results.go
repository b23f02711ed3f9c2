package walk

import "github.com/ct-tools/ct/shared/ledger"

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
}

type kept[T any] struct {
	value T
	size  int64
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
