package foreign

import (
	"encoding/binary"
	"iter"
	"math"
)

// Matches are the matches that a matcher reported for a file, in its order, unchecked. They are kept in encoded form: a
// million plain ones take about 10 MB, a tenth of what as many values of type Match would take.
type Matches struct {
	count int
	parts [][]byte // each of whole matches
}

// partSize is the size in bytes to which a part of Matches grows.
const partSize = 64 << 10

// Flags for the fields that follow the offsets of a match.
const (
	hasScore = 1 << iota
	hasCategory
	hasCaptures
	hasText
	hasBinding
)

// Len returns the number of matches.
func (h *Matches) Len() int { return h.count }

// Add adds a match and returns how many bytes it takes.
func (h *Matches) Add(m *Match) int {
	last := len(h.parts) - 1
	if last < 0 || len(h.parts[last]) >= partSize {
		h.parts = append(h.parts, nil)
		last++
	}
	before := len(h.parts[last])
	h.parts[last] = m.append(h.parts[last])
	h.count++
	return len(h.parts[last]) - before
}

// append appends the encoded match.
func (m *Match) append(b []byte) []byte {
	for _, n := range []int{m.Start, m.End, m.Line} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	at := len(b)
	b = append(b, 0)
	if m.Score != 0 {
		b[at] |= hasScore
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(m.Score))
	}
	if m.Category != "" {
		b[at] |= hasCategory
		b = append(binary.AppendUvarint(b, uint64(len(m.Category))), m.Category...)
	}
	if len(m.Captures) > 0 {
		b[at] |= hasCaptures
		b = binary.AppendUvarint(b, uint64(len(m.Captures)))
		for _, c := range m.Captures {
			b = append(binary.AppendUvarint(b, uint64(len(c.Name))), c.Name...)
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.Start)), uint64(c.End))
		}
	}
	if len(m.Text) > 0 {
		b[at] |= hasText
		b = append(binary.AppendUvarint(b, uint64(len(m.Text))), m.Text...)
	}
	if t := m.Binding; t != nil {
		b[at] |= hasBinding
		certain := byte(0)
		if t.Certain {
			certain = 1
		}
		b = binary.AppendUvarint(append(b, byte(t.Confidence), certain), uint64(t.Line))
		for _, text := range []string{t.Reason, t.Path, t.Qualname} {
			b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
		}
	}
	return b
}

// All iterates over the matches. They stay valid.
func (h *Matches) All() iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for _, part := range h.parts {
			for b := encoded(part); len(b) > 0; {
				if !yield(b.match()) {
					return
				}
			}
		}
	}
}

// encoded is a sequence of matches as append wrote them.
type encoded []byte

func (b *encoded) match() Match {
	m := Match{Start: b.number(), End: b.number(), Line: b.number()}
	has := (*b)[0]
	*b = (*b)[1:]
	if has&hasScore != 0 {
		m.Score = math.Float64frombits(binary.LittleEndian.Uint64(*b))
		*b = (*b)[8:]
	}
	if has&hasCategory != 0 {
		m.Category = string(b.bytes())
	}
	if has&hasCaptures != 0 {
		m.Captures = make([]Capture, b.number())
		for i := range m.Captures {
			m.Captures[i] = Capture{Name: string(b.bytes()), Start: b.number(), End: b.number()}
		}
	}
	if has&hasText != 0 {
		m.Text = b.bytes()
	}
	if has&hasBinding != 0 {
		m.Binding = &Binding{Confidence: Confidence((*b)[0]), Certain: (*b)[1] != 0}
		*b = (*b)[2:]
		m.Binding.Line = b.number()
		m.Binding.Reason, m.Binding.Path, m.Binding.Qualname = string(b.bytes()), string(b.bytes()), string(b.bytes())
	}
	return m
}

func (b *encoded) number() int {
	n, size := binary.Uvarint(*b)
	*b = (*b)[size:]
	return int(n)
}

func (b *encoded) bytes() []byte {
	n := b.number()
	text := (*b)[:n:n]
	*b = (*b)[n:]
	return text
}
