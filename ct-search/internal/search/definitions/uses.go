package definitions

import (
	"bytes"
	"context"
	"math"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// uses counts how often each word stands in the source files of a tree. It is a count-min sketch (Cormode and
// Muthukrishnan, 2005) of two rows: words may share a counter, so a count may be too high, never too low, and its memory
// does not grow with the tree.
type uses struct {
	rows [2][1 << usesBits]atomic.Uint32
}

const usesBits = 18

// countUses reads the files of an outline. What it cannot read counts nothing; the search that follows enters it into the ledger.
func countUses(ctx context.Context, files walk.Options) (*uses, error) {
	u := &uses{}
	newVisit := func() walk.Visit[struct{}] {
		var buffer bytes.Buffer
		return func(e *walk.Entry) walk.Outcome[struct{}] {
			if languages.Of(e.Path(), nil) != nil {
				if text, err := grep.Text(ctx, e, &buffer, maxCounted); err == nil && scan.IsText(text[:min(len(text), scan.HeadSize)]) {
					u.add(text)
				}
			}
			return walk.Outcome[struct{}]{Count: walk.NoMatches}
		}
	}
	_, err := walk.Run(ctx, files, newVisit, func(struct{}) bool { return true })
	return u, err
}

// maxCounted bounds what is counted of a file, in bytes.
const maxCounted = 8 << 20

// add counts the words of a text.
func (u *uses) add(text []byte) {
	for i := 0; i < len(text); {
		if !isWord(text[i]) {
			i++
			continue
		}
		hash := uint64(offset64)
		for ; i < len(text) && isWord(text[i]); i++ {
			hash = (hash ^ uint64(text[i])) * prime64
		}
		a, b := slots(hash)
		u.rows[0][a].Add(1)
		u.rows[1][b].Add(1)
	}
}

// of returns how often a word stands in the texts, or more.
func (u *uses) of(word string) uint32 {
	hash := uint64(offset64)
	for i := range len(word) {
		hash = (hash ^ uint64(word[i])) * prime64
	}
	a, b := slots(hash)
	return min(u.rows[0][a].Load(), u.rows[1][b].Load())
}

// The parameters of FNV-1a for 64 bits.
const (
	offset64 = 14695981039346656037
	prime64  = 1099511628211
)

// slots returns the counters of a word, one in each row.
func slots(hash uint64) (a, b uint64) {
	return hash >> (64 - usesBits), hash & (1<<usesBits - 1)
}

// importance returns the weight of a declaration among those of its file: it grows with its lines and with its uses, and
// neither makes up for the other alone.
func importance(lines int64, uses uint32) float64 {
	return math.Sqrt(float64(lines)) * math.Log2(1+float64(uses))
}
