// Package fuzzy finds text that nearly is a query, within one line.
//
// Nearness is optimal string alignment: an edit leaves out, adds or replaces
// one character, or exchanges two neighbors, and no part is edited twice ("ca"
// and "abc" are three edits apart, not two). The score of a span of a line is
// 1 - edits/length, length being that of the query in characters, and a span
// matches if its score is at least the threshold. Of a line's spans the best is
// the one with the highest score, of several the one that starts first, of
// those the shortest.
//
// A character is what UTF-8 encodes; a byte that is not part of one is a
// character by itself, the same only as that byte. Of characters that
// unicode.SimpleFold makes of each other one is as good as another if case is
// ignored.
//
// The columns of the matrix of alignments are held in bits, 64 rows to a word,
// and gone through once to find where the best span ends. Only then are the
// characters about that place gone through backward, to find where it starts.
//
// Source: Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau
// Edit Distances", Nordic Journal of Computing 10 (2003), for a word, after
// Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on
// Dynamic Programming", Journal of the ACM 46 (1999), from which the division
// into blocks is; Ukkonen, "Finding approximate patterns in strings", Journal of
// Algorithms 6 (1985), for leaving out what cannot come to a match.
package fuzzy

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
)

// MaxLength is the length of the longest query, in characters.
const MaxLength = pattern.MaxFuzzy

// A Pattern is a query with what a match of it may differ by. It does not
// change once it is made, so that any number of goroutines may use it.
type Pattern struct {
	source string
	starts []int // offset of each character in source, and the end
	length int   // characters
	limit  int   // edits that a match has at most, less than length
	alphabet
	forward, backward profile
	head              head // of forward
}

// Compile makes the Pattern of query, which holds 1 to MaxLength characters and
// no newline. A span that has nothing in common with it is never a match: a
// threshold of 0 asks for one character. With fold case is ignored. It fails for
// a query that is too long or too short, and for a threshold that is not in 0
// to 1.
func Compile(query string, threshold float64, fold bool) (*Pattern, error) {
	characters, starts := split(query)
	switch n := len(characters); {
	case n == 0:
		return nil, errors.New("it is empty")
	case n > MaxLength:
		return nil, fmt.Errorf("it is %d characters long, more than %d", n, MaxLength)
	case strings.Contains(query, "\n"):
		return nil, errors.New("it holds a line break")
	case !(threshold >= 0 && threshold <= 1):
		return nil, fmt.Errorf("a threshold of %v is not in 0 to 1", threshold)
	}
	p := &Pattern{source: query, starts: starts, length: len(characters)}
	p.limit = p.limitOf(threshold)
	p.fill(characters, fold)
	return p, nil
}

// limitOf gives the most edits with which a score is not below threshold, but
// fewer than there are characters. It compares scores as they are reported,
// which division rounds to the nearest number: 4/5 is 0.8 as it is written,
// though 1-0.8 is less than 1/5.
func (p *Pattern) limitOf(threshold float64) int {
	k := p.length - 1
	for k > 0 && p.Score(k) < threshold {
		k--
	}
	return k
}

// Limit gives the number of edits that a match has at most.
func (p *Pattern) Limit() int { return p.limit }

// Score gives the score of a span that is so many edits from the query: 1 if
// none, 0 if they are as many as the query has characters.
func (p *Pattern) Score(edits int) float64 {
	return float64(p.length-edits) / float64(p.length)
}

// Best gives the best span of line, which holds no newline, and how many edits
// it is from the query; ok is false if no span matches.
func (p *Pattern) Best(line []byte) (start, end, edits int, ok bool) {
	edits, end = p.scan(line, false)
	if end < 0 {
		return 0, 0, 0, false
	}
	start = p.startOf(line, end, edits)
	return start, start + p.endOf(line[start:], edits), edits, true
}

// Matches reports whether line, which holds no newline, has a span that matches.
func (p *Pattern) Matches(line []byte) bool {
	_, end := p.scan(line, true)
	return end >= 0
}

// Next gives the start of the first line of block at or after from, the start
// of a line, that has a match; -1 if there is none.
func (p *Pattern) Next(block []byte, from int) int {
	for from < len(block) {
		end := bytes.IndexByte(block[from:], '\n')
		if end < 0 {
			end = len(block) - from
		}
		if p.Matches(block[from : from+end]) {
			return from
		}
		from += end + 1
	}
	return -1
}

// scan gives the least number of edits, at most the limit, of a span of line,
// and where the first such span ends, or if any will do where the first span
// ends that matches; end is -1 if none does.
func (p *Pattern) scan(line []byte, any bool) (edits, end int) {
	if len(line) < p.length-p.limit {
		return 0, -1 // a character is at least a byte
	}
	if p.forward.words == 1 {
		return p.scanWord(line, any)
	}
	return p.scanBlocks(line, any)
}
