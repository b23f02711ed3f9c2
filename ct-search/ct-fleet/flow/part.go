package flow

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
)

// A Part is what is known of some shards: which were seen, what was not searched and why, and the engine's part of the
// answer. Merge is associative and commutative, so that the whole is the same bytes however the shards were divided.
type Part struct {
	Seen    Ordinals // shards that a worker opened or tried to open
	Twice   Ordinals // of these, those seen more than once
	Lost    Ordinals // of these, those not searched
	Cut     Ordinals // of these, those searched in part: their deadline came
	Reasons []Why    // of Lost and Cut, those of the lowest ordinals, at most mostReasons
	Bytes   int64    // of the shards that were seen, as the manifest has them
	Engine  []byte   // nil if no shard was searched
}

// A Why says why a shard was not searched, or only in part.
type Why struct {
	Ordinal int64
	Code    shard.Code
	Text    string
}

// mostReasons bounds the reasons of an answer.
const mostReasons = 20

func (w Why) compare(v Why) int {
	return cmp.Or(cmp.Compare(w.Ordinal, v.Ordinal), cmp.Compare(w.Code, v.Code), cmp.Compare(w.Text, v.Text))
}

// of returns the part of one shard.
func of(s manifest.Shard, engine []byte, why *shard.UnsearchedError) *Part {
	p := &Part{Seen: One(s.Ordinal), Bytes: s.Bytes, Engine: engine}
	if why != nil {
		p.Reasons = []Why{{s.Ordinal, why.Code, why.Text}}
		if engine == nil {
			p.Lost = p.Seen
		} else {
			p.Cut = p.Seen
		}
	}
	return p
}

// Merge returns the part of the shards of both parts. Neither may be used afterwards.
func Merge(p, q *Part, e Engine) (*Part, error) {
	m := Together(p, q)
	m.Engine = p.Engine
	switch {
	case p.Engine == nil:
		m.Engine = q.Engine
	case q.Engine != nil:
		var err error
		if m.Engine, err = e.Merge(p.Engine, q.Engine); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Together returns what is known of the shards of both parts, without the parts of the engine.
func Together(p, q *Part) *Part {
	m := &Part{
		Seen: p.Seen.Or(q.Seen), Twice: p.Twice.Or(q.Twice).Or(p.Seen.And(q.Seen)), Lost: p.Lost.Or(q.Lost), Cut: p.Cut.Or(q.Cut),
		Reasons: slices.Concat(p.Reasons, q.Reasons), Bytes: p.Bytes + q.Bytes,
	}
	slices.SortFunc(m.Reasons, Why.compare)
	m.Reasons = slices.Compact(m.Reasons)
	if len(m.Reasons) > mostReasons {
		m.Reasons = m.Reasons[:mostReasons]
	}
	return m
}

// Unopened returns what is known of the shards of p that were not searched at all.
func (p *Part) Unopened() *Part {
	u := &Part{Seen: p.Lost, Lost: p.Lost}
	for _, w := range p.Reasons {
		if p.Lost.And(One(w.Ordinal)).Len() > 0 {
			u.Reasons = append(u.Reasons, w)
		}
	}
	return u
}

// version begins an encoded part. It changes with the encoding.
const version = 1

// Encode returns the part as bytes, equal parts as equal bytes.
func (p *Part) Encode() []byte {
	b := []byte{version}
	for _, o := range []Ordinals{p.Seen, p.Twice, p.Lost, p.Cut} {
		b = o.append(b)
	}
	b = binary.AppendUvarint(b, uint64(len(p.Reasons)))
	for _, w := range p.Reasons {
		b = binary.AppendUvarint(b, uint64(w.Ordinal))
		b = appendText(appendText(b, string(w.Code)), w.Text)
	}
	b = binary.AppendUvarint(b, uint64(p.Bytes))
	if p.Engine == nil {
		return append(b, 0)
	}
	return append(append(b, 1), p.Engine...)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func cutText(b []byte) (string, []byte, error) {
	n, b, err := cutNumber(b)
	if err != nil || n > uint64(len(b)) {
		return "", nil, errPart
	}
	return string(b[:n]), b[n:], nil
}

// Decode reads what Encode wrote.
func Decode(b []byte) (*Part, error) {
	if len(b) == 0 || b[0] != version {
		return nil, errPart
	}
	p := &Part{}
	rest := b[1:]
	var err error
	for _, o := range []*Ordinals{&p.Seen, &p.Twice, &p.Lost, &p.Cut} {
		if *o, rest, err = cutOrdinals(rest); err != nil {
			return nil, err
		}
	}
	n, rest, err := cutNumber(rest)
	if err != nil || n > mostReasons {
		return nil, errPart
	}
	for range n {
		var w Why
		var ordinal uint64
		var code string
		if ordinal, rest, err = cutNumber(rest); err != nil {
			return nil, err
		}
		if code, rest, err = cutText(rest); err != nil {
			return nil, err
		}
		if w.Text, rest, err = cutText(rest); err != nil {
			return nil, err
		}
		w.Ordinal, w.Code = int64(ordinal), shard.Code(code)
		p.Reasons = append(p.Reasons, w)
	}
	size, rest, err := cutNumber(rest)
	if err != nil || len(rest) == 0 || rest[0] > 1 || rest[0] == 0 && len(rest) > 1 {
		return nil, errPart
	}
	p.Bytes = int64(size)
	if rest[0] == 1 {
		p.Engine = append([]byte{}, rest[1:]...)
	}
	if !bytes.Equal(p.Encode(), b) {
		return nil, errPart
	}
	return p, nil
}

// A Tally compares a part with its manifest. An answer is whole if Whole reports so; otherwise its counts are bounds.
type Tally struct {
	Listed      int64  `json:"listed"`
	Searched    int64  `json:"searched"`               // also those searched in part
	Unreachable int64  `json:"unreachable"`            // seen, but not searched
	Cut         int64  `json:"cut,omitempty"`          // searched in part
	Missing     int64  `json:"missing,omitempty"`      // never seen
	Twice       int64  `json:"seen_twice,omitempty"`   // their counts are in the answer more than once
	Unknown     int64  `json:"not_listed,omitempty"`   // seen, but not in the manifest
	Shards      []Lost `json:"not_searched,omitempty"` // the first of all these

	Open int64 `json:"-"` // how many shards were not searched once and wholly
}

// A Lost is a shard that was not searched once and wholly.
type Lost struct {
	Ordinal int64      `json:"ordinal"`
	ID      string     `json:"id"`
	Code    shard.Code `json:"code"`
	Reason  string     `json:"reason"`
}

// The codes of shards that no worker gave a reason for.
const (
	Unseen     shard.Code = "not_seen"
	SeenTwice  shard.Code = "seen_twice"
	NotListed  shard.Code = "not_listed"
	unseenText            = "no worker searched it"
	twiceText             = "it was searched more than once, so counts are too high"
	alienText             = "it is not in the manifest"
)

// Tally compares the part with the manifest of its job.
func (p *Part) Tally(m *manifest.Manifest) *Tally {
	all := UpTo(int64(len(m.Shards)))
	missing, unknown := all.Without(p.Seen), p.Seen.Without(all)
	t := &Tally{
		Listed: int64(len(m.Shards)), Searched: p.Seen.And(all).Without(p.Lost).Len(), Unreachable: p.Lost.And(all).Len(), Cut: p.Cut.Len(),
		Missing: missing.Len(), Twice: p.Twice.Len(), Unknown: unknown.Len(),
		Open: p.Open(m).Len(),
	}
	for _, w := range p.Reasons {
		t.Shards = append(t.Shards, Lost{w.Ordinal, "", w.Code, w.Text})
	}
	name := func(o Ordinals, code shard.Code, text string) {
		left := mostReasons
		o.Each(func(n int64) bool {
			t.Shards = append(t.Shards, Lost{n, "", code, text})
			left--
			return left > 0
		})
	}
	name(missing, Unseen, unseenText)
	name(p.Twice, SeenTwice, twiceText)
	name(unknown, NotListed, alienText)
	slices.SortStableFunc(t.Shards, func(a, b Lost) int { return cmp.Or(cmp.Compare(a.Ordinal, b.Ordinal), cmp.Compare(a.Code, b.Code)) })
	t.Shards = t.Shards[:min(len(t.Shards), mostReasons)]
	for i := range t.Shards {
		if n := t.Shards[i].Ordinal; n < int64(len(m.Shards)) {
			t.Shards[i].ID = m.Shards[n].ID
		}
	}
	return t
}

// Open returns the shards that were not searched once and wholly, or are not in the manifest.
func (p *Part) Open(m *manifest.Manifest) Ordinals {
	all := UpTo(int64(len(m.Shards)))
	return p.Lost.Or(p.Cut).Or(p.Twice).Or(all.Without(p.Seen)).Or(p.Seen.Without(all))
}

// Whole reports whether each shard was searched once and wholly.
func (t *Tally) Whole() bool { return t.Open == 0 }
