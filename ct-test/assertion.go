package main

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp/syntax"
	"slices"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
)

// streams is a set of the streams of a command.
type streams uint8

const (
	onStdout streams = 1 << iota
	onStderr
	onBoth = onStdout | onStderr
)

// has reports whether stream i, 0 for stdout and 1 for stderr, is in the set.
func (s streams) has(i int) bool { return s>>i&1 != 0 }

// String names the streams as in a sentence.
func (s streams) String() string {
	switch s {
	case onStdout:
		return "stdout"
	case onStderr:
		return "stderr"
	}
	return "stdout or stderr"
}

// assertion is a pattern whose presence in the output means that the command failed or succeeded.
type assertion struct {
	fails   bool // it means a failure
	on      streams
	pattern *pattern.Pattern
	option  string // its name: "err-match-stdout"
}

// hit is the first matching line on a stream.
type hit struct {
	stream string // "stdout" or "stderr"
	line   int64  // from 1
	column int64  // of the match in the line, in bytes, from 1
	// text is the line without its line end, or, if it is long, the part within excerptBytes of the
	// match. A longer match only begins in it. The match is text[span.Start:span.End].
	text []byte
	span match.Span
}

// finding is the result of an assertion.
type finding struct {
	assertion *assertion
	hits      [2]*hit // on stdout and stderr; nil for no match
	undecided string  // if no match was found but there may be one, why; otherwise ""
	hint      string  // if there is no match, see output.hint
}

// first returns the hit on stdout, otherwise that on stderr, or nil.
func (f *finding) first() *hit { return cmp.Or(f.hits[0], f.hits[1]) }

// finding returns the result of assertion i of the looks, after close.
func (o *output) finding(i int) finding {
	f := finding{assertion: &o.looks.assertions[i]}
	for j, s := range []*stream{o.stdout, o.stderr} {
		w := s.watches[i]
		if w == nil {
			continue
		}
		f.hits[j] = w.hit
		f.undecided = cmp.Or(f.undecided, w.undecided)
	}
	if f.first() != nil {
		f.undecided = ""
		return f
	}
	f.hint = o.hint(i)
	return f
}

// sought is a pattern prepared for searching.
type sought struct {
	pattern *pattern.Pattern
	matcher match.Matcher // to be cloned
	pieces  trust
	// across searches for the pattern in a whole stream, if lines are not enough because a match
	// may contain line ends. It is nil if not needed, and must be cloned.
	across match.Matcher
	others []reading // of a promoted pattern
}

// trust says what a match in a part of a line means for the whole line.
type trust uint8

const (
	never    trust = iota // nothing: a match may depend on distant text
	inside                // a match in the line, if it does not touch an end of the part inside the line
	always                // a match in the line
	complete              // a match in the line, and no match is missed
)

// newSought prepares p for searching a stream.
func newSought(p *pattern.Pattern) (*sought, error) {
	s, err := newSoughtInLines(p)
	if err != nil {
		return nil, err
	}
	if reach := reachOf(p); reach > withinLine {
		whole, err := acrossLines(p)
		if err != nil {
			return nil, err
		}
		if s.across, err = match.New(whole); err != nil {
			return nil, err
		}
		if reach == ofText {
			s.matcher, s.across = s.across, nil
		}
	}
	return s, nil
}

// newSoughtInLines prepares p for searching lines, each without the previous one.
func newSoughtInLines(p *pattern.Pattern) (*sought, error) {
	m, err := match.New(p)
	if err != nil {
		return nil, err
	}
	s := &sought{pattern: p, matcher: m, pieces: trustOf(p)}
	s.others, err = readings(p)
	return s, err
}

func trustOf(p *pattern.Pattern) trust {
	switch p.Mode {
	case pattern.Literal, pattern.Fuzzy:
		return complete
	case pattern.Identifier, pattern.Word:
		return inside
	case pattern.Glob, pattern.Regex:
		if p.Engine == pattern.Backtrack {
			return never
		}
		if tree, err := syntax.Parse(p.Expr, syntax.Perl); err == nil && !looksAround(tree) {
			return always
		}
		return inside
	}
	return never
}

// looksAround reports whether a match of the expression depends on the text next to it.
func looksAround(tree *syntax.Regexp) bool {
	switch tree.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(tree.Sub, looksAround)
}

// longestForm is the maximum number of bytes that a one-byte character takes in another case: k is also U+212A.
const longestForm = 3

// longest returns how many bytes two pieces of a line must share so that no literal or fuzzy match
// is missed. A fuzzy match has less than twice as many characters as the pattern.
func (s *sought) longest() int {
	n := 0
	switch {
	case s.pattern.Mode == pattern.Fuzzy:
		n = 2 * utf8.UTFMax * len(s.pattern.Source)
	case s.pieces == complete:
		n = longestForm * len(s.pattern.Source)
	}
	for _, r := range s.others {
		n = max(n, r.longest())
	}
	return n
}

// in searches a piece of a line with m, a clone of the matcher. found then has one span if there is a match.
func (s *sought) in(p piece, m match.Matcher, found *match.Hits) error {
	found.Reset()
	if s.pieces == never {
		return nil
	}
	err := m.Match(p.text, match.First, found)
	if len(found.Spans) == 0 || s.pieces >= always {
		return err
	}
	if sp := found.Spans[0]; sp.Start == 0 && !p.first || sp.End == len(p.text) && !p.last {
		found.Reset()
	}
	return err
}

// largestBacktracked is the size in bytes of the largest text that a backtracking expression of
// several lines is run on; it takes four times as much memory.
const largestBacktracked = 4 << 20

// over returns a whole stream for a pattern that can match several lines, or says why that is impossible.
func (s *sought) over(kept *capture, stream string) (text []byte, undecided string) {
	text, ok := kept.whole()
	switch {
	case !ok:
		return nil, needsWhole(kept, stream)
	case s.pattern.Engine == pattern.Backtrack && len(text) > largestBacktracked:
		return nil, fmt.Sprintf("it needs the whole %s at once, which has more than %s bytes", stream, grouped(largestBacktracked))
	}
	return text, ""
}

// needsWhole says that a whole stream is needed, but a part was not kept.
func needsWhole(kept *capture, stream string) string {
	size, lines := kept.missing()
	return fmt.Sprintf("it needs the whole %s; %s (%s) were not kept", stream, amount(lines, "line"), amount(size, "byte"))
}

// excerptBytes is how much of a line is kept on each side of its match, and of the match itself.
const excerptBytes = 1 << 10

// excerpt returns a hit for a match in line, with a copy of the part that it keeps.
func excerpt(line []byte, sp match.Span) hit {
	if end := len(line) - lineEndSize(line); sp.Start <= end {
		line, sp.End = line[:end], min(sp.End, end)
	}
	column := int64(sp.Start) + 1
	sp.End = min(sp.End, sp.Start+excerptBytes)
	from, to := max(0, sp.Start-excerptBytes), min(len(line), sp.End+excerptBytes)
	return hit{column: column, text: bytes.Clone(line[from:to]), span: match.Span{Start: sp.Start - from, End: sp.End - from}}
}
