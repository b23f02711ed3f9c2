package flow

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// Ordinals is a set of shards' ordinals, as a bitmap. It is stored from its first word that is not zero to its last, so
// that the set of one pack is small in a large manifest. The zero value is empty.
type Ordinals struct {
	base  int // words of zeros before the first
	words []uint64
}

// One returns the set of one ordinal.
func One(n int64) Ordinals { return Ordinals{int(n / 64), []uint64{1 << (n % 64)}} }

// Has reports whether n is in the set.
func (o Ordinals) Has(n int64) bool {
	i := int(n/64) - o.base
	return n >= 0 && i >= 0 && i < len(o.words) && o.words[i]>>(n%64)&1 == 1
}

// Len returns how many ordinals the set has.
func (o Ordinals) Len() (n int64) {
	for _, w := range o.words {
		n += int64(bits.OnesCount64(w))
	}
	return n
}

// Each calls f with the ordinals in their order, until it returns false.
func (o Ordinals) Each(f func(n int64) bool) {
	for i, w := range o.words {
		for ; w != 0; w &= w - 1 {
			if !f(int64(o.base+i)*64 + int64(bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

// word returns the word at a place among all words.
func (o Ordinals) word(at int) uint64 {
	if i := at - o.base; i >= 0 && i < len(o.words) {
		return o.words[i]
	}
	return 0
}

// trim returns the set without zeros at its ends.
func (o Ordinals) trim() Ordinals {
	for len(o.words) > 0 && o.words[0] == 0 {
		o.base, o.words = o.base+1, o.words[1:]
	}
	for len(o.words) > 0 && o.words[len(o.words)-1] == 0 {
		o.words = o.words[:len(o.words)-1]
	}
	if len(o.words) == 0 {
		return Ordinals{}
	}
	return o
}

// Or returns the union of two sets.
func (o Ordinals) Or(p Ordinals) Ordinals {
	switch {
	case len(o.words) == 0:
		return p
	case len(p.words) == 0:
		return o
	}
	base := min(o.base, p.base)
	all := make([]uint64, max(o.base+len(o.words), p.base+len(p.words))-base)
	for i := range all {
		all[i] = o.word(base+i) | p.word(base+i)
	}
	return Ordinals{base, all}
}

// And returns what both sets have.
func (o Ordinals) And(p Ordinals) Ordinals {
	base := max(o.base, p.base)
	n := min(o.base+len(o.words), p.base+len(p.words)) - base
	if n <= 0 {
		return Ordinals{}
	}
	both := make([]uint64, n)
	for i := range both {
		both[i] = o.word(base+i) & p.word(base+i)
	}
	return Ordinals{base, both}.trim()
}

// Without returns what o has and p has not.
func (o Ordinals) Without(p Ordinals) Ordinals {
	rest := make([]uint64, len(o.words))
	for i, w := range o.words {
		rest[i] = w &^ p.word(o.base+i)
	}
	return Ordinals{o.base, rest}.trim()
}

// UpTo returns the set of all ordinals below n.
func UpTo(n int64) Ordinals {
	all := make([]uint64, (n+63)/64)
	for i := range all {
		all[i] = ^uint64(0)
	}
	if n%64 > 0 {
		all[len(all)-1] = 1<<(n%64) - 1
	}
	return Ordinals{0, all}.trim()
}

// append adds the encoding of the set to b: the base, how many words, the words.
func (o Ordinals) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(o.base))
	b = binary.AppendUvarint(b, uint64(len(o.words)))
	for _, w := range o.words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

var errPart = errors.New("a part of the answer is not what a worker writes; all workers must run the same version of the program")

// mostWords bounds the ordinals of a set.
const mostWords = 1 << 24

// cutOrdinals reads what append wrote, and returns the rest.
func cutOrdinals(b []byte) (Ordinals, []byte, error) {
	base, b, err := cutNumber(b)
	if err != nil {
		return Ordinals{}, nil, err
	}
	n, b, err := cutNumber(b)
	if err != nil || base > mostWords || n > mostWords || n > uint64(len(b)/8) {
		return Ordinals{}, nil, errPart
	}
	o := Ordinals{base: int(base)}
	for range n {
		o.words = append(o.words, binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	if t := o.trim(); t.base != o.base || len(t.words) != len(o.words) {
		return Ordinals{}, nil, errPart
	}
	return o, b, nil
}

// cutNumber reads a number, and returns the rest.
func cutNumber(b []byte) (uint64, []byte, error) {
	n, size := binary.Uvarint(b)
	if size <= 0 {
		return 0, nil, errPart
	}
	return n, b[size:], nil
}
