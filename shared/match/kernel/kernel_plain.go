//go:build !(goexperiment.simd && amd64)

package kernel

// vectors returns false: there are no vector forms.
func vectors() bool { return false }

func (p *Pair) index(b []byte, from int) int     { return p.plain(b, from) }
func (p *FoldPair) index(b []byte, from int) int { return p.plain(b, from) }

func (t *Teddy) candidates(dst []Candidate, b []byte, from, most int) ([]Candidate, int) {
	return t.plain(dst, b, from, most)
}

func indexHigh(b []byte, from int) int { return plainIndexHigh(b, from) }
func indexNULOrHigh(b []byte) int      { return plainIndexNULOrHigh(b) }
