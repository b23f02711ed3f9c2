package cursor

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// A Query identifies a request, enough to detect a different one, and the option that differs.
type Query []part

// A part has the hashes of an option's name and of all its values.
type part struct {
	name   uint16
	values uint32
}

// NewQuery returns the query of words, each NAME=VALUE or, without a value,
// NAME. Their order, and how often each occurs, does not matter.
func NewQuery(words []string) Query {
	var q Query
	words = slices.Compact(slices.Sorted(slices.Values(words)))
	for _, w := range words {
		name, _, _ := strings.Cut(w, "=")
		p := part{nameOf(name), binary.BigEndian.Uint32(digest(w))}
		if i := slices.IndexFunc(q, func(o part) bool { return o.name == p.name }); i >= 0 {
			q[i].values += p.values
			continue
		}
		q = append(q, p)
	}
	slices.SortFunc(q, func(a, b part) int { return cmp.Compare(a.name, b.name) })
	return q
}

func nameOf(s string) uint16 { return binary.BigEndian.Uint16(digest(s)) }

func digest(s string) []byte {
	sum := sha256.Sum256([]byte(s))
	return sum[:4]
}

// Same returns an error of one line if q is another query than that of words; it says which of names differ.
func (q Query) Same(words, names []string) error {
	now := NewQuery(words)
	if slices.Equal(q, now) {
		return nil
	}
	var differ []string
	for _, name := range names {
		then, given := q.of(name), now.of(name)
		switch {
		case then == given:
		case then == nil:
			differ = append(differ, name+" was not given then")
		case given == nil:
			differ = append(differ, name+" was given then")
		case *then != *given:
			differ = append(differ, name+" was another then")
		}
	}
	if len(differ) == 0 {
		return errors.New("it belongs to another query")
	}
	return errors.New("it belongs to another query: " + strings.Join(differ, ", "))
}

func (q Query) of(name string) *part {
	n := nameOf(name)
	if i := slices.IndexFunc(q, func(p part) bool { return p.name == n }); i >= 0 {
		return &q[i]
	}
	return nil
}
