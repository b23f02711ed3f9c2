package main

import (
	"bytes"
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

// String names the streams as a sentence does.
func (s streams) String() string {
	switch s {
	case onStdout:
		return "stdout"
	case onStderr:
		return "stderr"
	}
	return "stdout or stderr"
}

// An assertion is a pattern whose presence in the output says that the command
// failed or succeeded.
type assertion struct {
	fails   bool // says that it failed
	on      streams
	pattern *pattern.Pattern
	option  string // as written: "--err-match-stdout"
}

// A hit is the first line on a stream that matches.
type hit struct {
	stream string // "stdout" or "stderr"
	line   int64  // from 1
	column int64  // of the match in the line, in bytes, from 1
	// text has the line without its line end, of a longer one what stands within
	// excerptBytes of the match, and a match that is longer than that begins in
	// it. The match is text[span.Start:span.End].
	text []byte
	span match.Span
}

// A finding is what came of an assertion.
type finding struct {
	assertion *assertion
	hits      [2]*hit // on stdout and stderr; nil for no match
	undecided string  // why it is open whether there is a match, where none was found; else ""
	cure      string  // where there is no match, see output.cure
}

// first gives the hit on stdout, else that on stderr, nil for none.
func (f *finding) first() *hit {
	if f.hits[0] != nil {
		return f.hits[0]
	}
	return f.hits[1]
}

// finding gives what came of assertion i of the looks, after close.
func (o *output) finding(i int) finding {
	f := finding{assertion: &o.looks.assertions[i]}
	for j, s := range []*stream{o.stdout, o.stderr} {
		w := s.watches[i]
		if w == nil {
			continue
		}
		f.hits[j] = w.hit
		if f.undecided == "" {
			f.undecided = w.undecided
		}
	}
	if f.first() != nil {
		f.undecided = ""
		return f
	}
	f.cure = o.cure(i)
	return f
}

// A sought is a pattern that is ready to be looked for.
type sought struct {
	pattern *pattern.Pattern
	matcher match.Matcher // to be cloned
	pieces  trust
	// across looks for it in the whole of a stream, where lines alone do not tell
	// all: a match may hold line ends. Nil for none, and to be cloned.
	across match.Matcher
	others []reading // of a promoted pattern
}

// trust says how far a search of the pieces of a line tells what one of the
// line would.
type trust uint8

const (
	never    trust = iota // a match may depend on what is far away
	inside                // a match is one, if it does not touch an end that is none of the line
	always                // a match is one
	complete              // and no match is missed
)

// newSought makes p ready to be looked for in a stream.
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

// newSoughtInLines makes p ready to be looked for in lines, none of which is
// seen with the one before it.
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

// looksAround reports whether a match of the expression depends on what stands
// next to it.
func looksAround(tree *syntax.Regexp) bool {
	switch tree.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(tree.Sub, looksAround)
}

// longestForm is the most bytes that one byte of a text takes in another case:
// k is also U+212A.
const longestForm = 3

// longest gives how much two pieces of a line must share so that no literal is
// missed, and no span that nearly is one: that has less than twice as many
// characters.
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

// in looks for a match in a piece of a line, by m, a clone of the matcher; found
// is emptied and has one span if there is a match.
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

// largestBacktracked is the largest text, in bytes, that a backtracking
// expression of several lines is run on: it takes four times that.
const largestBacktracked = 4 << 20

// over gives the whole of a stream for a pattern that can match several lines,
// or says why it cannot be had.
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

// needsWhole says that a stream was wanted whole which was cut.
func needsWhole(kept *capture, stream string) string {
	size, lines := kept.missing()
	return fmt.Sprintf("it needs the whole %s, of which %s (%s) were not kept", stream, amount(lines, "line"), amount(size, "byte"))
}

// excerptBytes is how much of a line is kept on either side of its match, and
// of the match itself.
const excerptBytes = 1 << 10

// excerpt gives a hit of a match in line, of which it keeps a copy.
func excerpt(line []byte, sp match.Span) hit {
	if end := len(line) - lineEndSize(line); sp.Start <= end {
		line, sp.End = line[:end], min(sp.End, end)
	}
	column := int64(sp.Start) + 1
	sp.End = min(sp.End, sp.Start+excerptBytes)
	from, to := max(0, sp.Start-excerptBytes), min(len(line), sp.End+excerptBytes)
	return hit{column: column, text: bytes.Clone(line[from:to]), span: match.Span{Start: sp.Start - from, End: sp.End - from}}
}
