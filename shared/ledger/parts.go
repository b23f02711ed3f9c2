package ledger

import (
	"fmt"
	"slices"
)

// A search in parts has a ledger for each, which are merged in any order: the parts are numbered in the order of what is
// searched, and of the entries for a reason the one of the first part stays.

// Number makes l the ledger of a part. A reason that has no place applies at the part, whose name is given.
func (l *Ledger) Number(part int, name string) {
	for r := range l.first {
		if l.count[r] > 0 && table[r].cut {
			if l.first[r].part = part; l.first[r].Path == "" {
				l.first[r].Path = name
			}
		}
	}
}

// Merge adds the ledger of other parts. The result is the same in any order.
func (l *Ledger) Merge(o *Ledger) {
	for r := range l.first {
		if o.count[r] > 0 && (l.count[r] == 0 || o.first[r].part < l.first[r].part) {
			l.first[r] = o.first[r]
		}
		l.count[r] += o.count[r]
	}
	l.Searched += o.Searched
	l.Stale += o.Stale
	l.Rules.Unread += o.Rules.Unread
	l.Rules.Ignored += o.Rules.Ignored
	l.Rules.Unsure += o.Rules.Unsure
	l.Rules.Outer = union(l.Rules.Outer, o.Rules.Outer)
	l.Rules.Notes = union(l.Rules.Notes, o.Rules.Notes)
	if o.Resolved != nil {
		if l.Resolved == nil {
			l.Resolved = &Resolved{}
		}
		l.Resolved.In = union(l.Resolved.In, o.Resolved.In)
		l.Resolved.Read += o.Resolved.Read
		l.Resolved.Cut.Merge(&o.Resolved.Cut)
	}
}

// union returns what is in either list, sorted.
func union(a, b []string) []string {
	if len(a)+len(b) == 0 {
		return nil
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// A Record is a ledger that can be encoded. Its lists have an element for each reason.
type Record struct {
	Searched, Stale int64
	Unit            string
	Count           []int64
	Path, Detail    []string // of the first entries
	Part            []int
	Rules           Rules
	In              []string // see Resolved
	Read            int64
	Cut             *Record
}

// Record returns the whole ledger.
func (l *Ledger) Record() *Record {
	r := &Record{Searched: l.Searched, Stale: l.Stale, Unit: l.Unit, Count: l.count[:], Rules: l.Rules}
	for _, e := range l.first {
		r.Path, r.Detail, r.Part = append(r.Path, e.Path), append(r.Detail, e.Detail), append(r.Part, e.part)
	}
	if l.Resolved != nil {
		r.In, r.Read, r.Cut = l.Resolved.In, l.Resolved.Read, l.Resolved.Cut.Record()
	}
	return r
}

// Ledger returns the ledger of a record. It is an error if it is of another version, with other reasons.
func (r *Record) Ledger() (*Ledger, error) {
	if n := int(reasons); len(r.Count) != n || len(r.Path) != n || len(r.Detail) != n || len(r.Part) != n {
		return nil, fmt.Errorf("a ledger of %d reasons, not %d: of another version", len(r.Count), reasons)
	}
	l := &Ledger{Searched: r.Searched, Stale: r.Stale, Unit: r.Unit, Rules: r.Rules}
	for i := range l.first {
		l.count[i], l.first[i] = r.Count[i], Entry{r.Path[i], r.Detail[i], r.Part[i]}
	}
	if r.Cut != nil {
		cut, err := r.Cut.Ledger()
		if err != nil {
			return nil, err
		}
		l.Resolved = &Resolved{In: r.In, Read: r.Read, Cut: *cut}
	}
	return l, nil
}
