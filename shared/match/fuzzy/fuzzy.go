// Package fuzzy finds text that is similar to a query, within one line.
//
// Similarity is measured by optimal string alignment: an edit deletes, inserts or replaces one character, or exchanges
// two neighbors, and no part is edited twice ("ca" and "abc" are three edits apart, not two). The score of a span of a
// line is 1 - edits/length, with the length of the query in characters, and a span matches if its score is at least the
// threshold. The best span of a line is the one with the highest score; among several the one that starts first, and
// among those the shortest.
//
// A character is what UTF-8 encodes; a byte that is not part of one is a character of its own, equal only to the same
// byte. If case is ignored, characters that unicode.SimpleFold converts into each other are equal.
//
// The columns of the matrix of alignments are kept as bits, 64 rows per word, and computed once to find where the best
// span ends. Only then are the characters around that position searched backwards to find where it starts.
//
// Source: Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", Nordic Journal of
// Computing 10 (2003), for a word, after Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on
// Dynamic Programming", Journal of the ACM 46 (1999), which also has the division into blocks; Ukkonen, "Finding
// approximate patterns in strings", Journal of Algorithms 6 (1985), for skipping what cannot become a match.
package fuzzy

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
)

// maxLength is the length of the longest query, in characters.
const maxLength = pattern.MaxFuzzy

// Pattern is a query with the number of edits a match may have. It does not change and is safe for concurrent use.
type Pattern struct {
	source string
	starts []int // offset of each character in source, and the end
	length int   // in characters
	limit  int   // maximum edits of a match, less than length
	alphabet
	forward, backward profile
	head              head // of forward
}

// Compile returns the Pattern of query, which has 1 to MaxFuzzy characters and no newline. A span that has no
// character in common with the query is never a match, even with a threshold of 0. If fold is set, case is ignored. It
// is an error if query is too long, empty or has a newline, or if threshold is not in the range 0 to 1.
func Compile(query string, threshold float64, fold bool) (*Pattern, error) {
	characters, starts := split(query)
	switch n := len(characters); {
	case n == 0:
		return nil, errors.New("it is empty")
	case n > maxLength:
		return nil, fmt.Errorf("it is %d characters long, more than %d", n, maxLength)
	case strings.Contains(query, "\n"):
		return nil, errors.New("it contains a line break")
	case !(threshold >= 0 && threshold <= 1):
		return nil, fmt.Errorf("a threshold of %v is not in 0 to 1", threshold)
	}
	p := &Pattern{source: query, starts: starts, length: len(characters)}
	p.limit = p.limitOf(threshold)
	p.fill(characters, fold)
	return p, nil
}

// limitOf returns the largest number of edits, less than the length, whose score is not below threshold. It compares
// rounded scores: 4/5 is written 0.8, although 1-0.8 is less than 1/5.
func (p *Pattern) limitOf(threshold float64) int {
	k := p.length - 1
	for k > 0 && p.Score(k) < threshold {
		k--
	}
	return k
}

// Limit returns the maximum number of edits of a match.
func (p *Pattern) Limit() int { return p.limit }

// Score returns the score of a span with so many edits: 1 for none, 0 for as many as the query has characters.
func (p *Pattern) Score(edits int) float64 { return float64(p.length-edits) / float64(p.length) }

// Best returns the best span of line, which has no newline, and its number of edits. ok is false if no span matches.
func (p *Pattern) Best(line []byte) (start, end, edits int, ok bool) {
	edits, end = p.scan(line, false)
	if end < 0 {
		return 0, 0, 0, false
	}
	start = p.startOf(line, end, edits)
	return start, start + p.endOf(line[start:], edits), edits, true
}

// Matches reports whether line, which has no newline, has a span that matches.
func (p *Pattern) Matches(line []byte) bool {
	_, end := p.scan(line, true)
	return end >= 0
}

// Next returns the start of the first line with a match in block at or after from, which is the start of a line, or -1.
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

// scan returns the least number of edits, at most the limit, of a span of line, and where the first such span ends. If
// any is set, it returns the first matching span found. end is -1 if no span matches.
func (p *Pattern) scan(line []byte, any bool) (edits, end int) {
	if len(line) < p.length-p.limit {
		return 0, -1 // a character has at least one byte
	}
	if p.forward.words == 1 {
		return p.scanWord(line, any)
	}
	return p.scanBlocks(line, any)
}

// Pieces returns texts such that every line with a match contains at least one, in any case if case is ignored.
//
// There is one piece more than a match may have edits, and each edit changes at most one piece, so one piece is found
// unchanged. An edit that deletes or replaces a character changes the piece that has the character; one that inserts a
// character changes the piece that has both its neighbors. An exchange of neighbors could change two adjacent pieces;
// therefore one character between any two pieces belongs to neither. (Without these gaps there would have to be 2k+1
// pieces for k edits, half as long.) There are no pieces if a piece would be empty.
func (p *Pattern) Pieces() []string {
	n := p.limit + 1
	held := p.length - p.limit // characters in pieces and not in gaps
	if held < n {
		return nil
	}
	pieces := make([]string, n)
	for i := range pieces {
		from, to := i*held/n+i, (i+1)*held/n+i
		pieces[i] = p.source[p.starts[from]:p.starts[to]]
	}
	return pieces
}
