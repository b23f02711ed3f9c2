package match

import (
	"github.com/ct-tools/ct/shared/match/kernel"
)

// exact finds text byte by byte.
type exact struct {
	pair *kernel.Pair
	size int
}

func newExact(text string) exact { return exact{kernel.NewPair([]byte(text)), len(text)} }

func (x exact) find(b []byte, from int) (start, end int) {
	if from > len(b) {
		return -1, -1
	}
	at := x.pair.Index(b, from)
	if at < 0 {
		return -1, -1
	}
	return at, at + x.size
}

// beyondASCII finds bytes that are not ASCII.
type beyondASCII struct{}

func (beyondASCII) find(b []byte, from int) (start, end int) {
	if from > len(b) {
		return -1, -1
	}
	at := kernel.IndexHigh(b, from)
	if at < 0 {
		return -1, -1
	}
	return at, at + 1
}
