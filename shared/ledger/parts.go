package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
)

// A search in parts has a ledger for each, which are merged in any order: the parts are numbered in the order of what is
// searched, and of the entries for a reason the one of the first part stays.

// Number makes l the ledger of a part. A reason that has no place applies at the part, whose name is given.
func (l *Ledger) Number(part int, name string) {
	for r := range l.first {
		if l.count[r] > 0 && table[r].cut {
			if l.first[r].Part = part; l.first[r].Path == "" {
				l.first[r].Path = name
			}
		}
	}
}

// Merge adds the ledger of other parts. The result is the same in any order.
func (l *Ledger) Merge(o *Ledger) {
	for r := range l.first {
		if o.count[r] > 0 && (l.count[r] == 0 || o.first[r].Part < l.first[r].Part) {
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

// record is a ledger as it is encoded; its lists have an element for each reason. Paths need not be UTF-8.
type record struct {
	Searched, Stale int64
	Unit            string
	Count           []int64
	Path, Detail    [][]byte // of the first entries
	Part            []int
	Rules           Rules
	In              [][]byte // see Resolved
	Read            int64
	Cut             *record
}

func (l *Ledger) record() *record {
	r := &record{Searched: l.Searched, Stale: l.Stale, Unit: l.Unit, Count: l.count[:], Rules: l.Rules}
	for _, e := range l.first {
		r.Path, r.Detail, r.Part = append(r.Path, []byte(e.Path)), append(r.Detail, []byte(e.Detail)), append(r.Part, e.Part)
	}
	if l.Resolved != nil {
		r.Read, r.Cut = l.Resolved.Read, l.Resolved.Cut.record()
		for _, folder := range l.Resolved.In {
			r.In = append(r.In, []byte(folder))
		}
	}
	return r
}

func (r *record) ledger() (*Ledger, error) {
	if n := int(reasons); len(r.Count) != n || len(r.Path) != n || len(r.Detail) != n || len(r.Part) != n {
		return nil, fmt.Errorf("a ledger of %d reasons, not %d: of another version", len(r.Count), reasons)
	}
	l := &Ledger{Searched: r.Searched, Stale: r.Stale, Unit: r.Unit, Rules: r.Rules}
	for i := range l.first {
		l.count[i], l.first[i] = r.Count[i], Entry{string(r.Path[i]), string(r.Detail[i]), r.Part[i]}
	}
	if r.Cut == nil {
		return l, nil
	}
	cut, err := r.Cut.ledger()
	if err != nil {
		return nil, err
	}
	l.Resolved = &Resolved{Read: r.Read, Cut: *cut}
	for _, folder := range r.In {
		l.Resolved.In = append(l.Resolved.In, string(folder))
	}
	return l, nil
}

// MarshalBinary returns the whole ledger, for another process of the same version.
func (l *Ledger) MarshalBinary() ([]byte, error) { return json.Marshal(l.record()) }

// UnmarshalBinary reads what MarshalBinary returns. It is an error if it has other reasons.
func (l *Ledger) UnmarshalBinary(data []byte) error {
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return err
	}
	whole, err := r.ledger()
	if err == nil {
		*l = *whole
	}
	return err
}
