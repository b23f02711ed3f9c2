package main

import (
	"bytes"
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"

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
	// cure says, where there is no match, that the text of the pattern itself
	// occurs, which was read as a regular expression or a glob; else "".
	cure string
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
	literal := int64(0)
	for j, s := range []*stream{o.stdout, o.stderr} {
		w := s.watches[i]
		if w == nil {
			continue
		}
		f.hits[j] = w.hit
		literal += w.literalLines
		if f.undecided == "" {
			f.undecided = w.undecided
		}
	}
	switch p := f.assertion.pattern; {
	case f.first() != nil:
		f.undecided = ""
	case literal > 0:
		f.cure = fmt.Sprintf("%q was read as a %s and matches nothing, but occurs literally in %s; use --mode literal", p.Source, p.Mode, amount(literal, "line"))
	}
	return f
}

// A sought is a pattern that is ready to be looked for.
type sought struct {
	pattern *pattern.Pattern
	matcher match.Matcher // to be cloned
	pieces  trust
	literal *sought // the text of a promoted pattern; else nil
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

func newSought(p *pattern.Pattern) (*sought, error) {
	m, err := match.New(p)
	if err != nil {
		return nil, err
	}
	s := &sought{pattern: p, matcher: m, pieces: trustOf(p)}
	if p.LiteralText() == "" {
		return s, nil
	}
	for _, r := range p.Readings() {
		if r.Pattern.Mode == pattern.Literal || r.Pattern.Mode == pattern.Block {
			s.literal, err = newSought(r.Pattern)
			break
		}
	}
	return s, err
}

func trustOf(p *pattern.Pattern) trust {
	switch p.Mode {
	case pattern.Literal:
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
// missed.
func (s *sought) longest() int {
	n := 0
	if s.pieces == complete {
		n = longestForm * len(s.pattern.Source)
	}
	if s.literal != nil {
		n = max(n, s.literal.longest())
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

// A watch looks for the first match of a pattern on one stream.
type watch struct {
	sought  *sought
	stream  string
	matcher match.Matcher
	literal match.Matcher // nil for none
	found   match.Hits

	over         bool // nothing more is to be known
	hit          *hit
	undecided    string
	literalLines int64
	literalLong  bool // the long line at hand is among them
}

func newWatch(s *sought, stream string) *watch {
	w := &watch{sought: s, stream: stream, matcher: s.matcher.Clone()}
	if s.literal != nil {
		w.literal = s.literal.matcher.Clone()
	}
	// What needs the whole stream is looked for at its end.
	w.over = w.matcher.Multiline() && (w.literal == nil || w.literal.Multiline())
	return w
}

// block searches whole lines, the first of which has number first.
func (w *watch) block(b []byte, first int64) {
	if w.over {
		return
	}
	if !w.matcher.Multiline() && !w.search(b, first) {
		return
	}
	if w.literal != nil && !w.literal.Multiline() {
		w.countLiteral(b)
	}
}

// search looks for the first match and reports whether there was none and the
// search is to go on.
func (w *watch) search(b []byte, first int64) bool {
	w.found.Reset()
	err := w.matcher.Match(b, match.First, &w.found)
	if len(w.found.Spans) > 0 {
		sp := w.found.Spans[0]
		start := match.LineStart(b, 0, sp.Start)
		end := max(min(match.LineEnd(b, sp.Start)+1, len(b)), sp.End)
		w.take(excerpt(b[start:end], match.Span{Start: sp.Start - start, End: sp.End - start}), first+count(b[:start]), 0)
		return false
	}
	return !w.failed(err)
}

// failed reports whether a search failed, which ends all of them.
func (w *watch) failed(err error) bool {
	if err == nil {
		return false
	}
	w.over, w.undecided = true, why(err)+" in "+w.stream
	return true
}

// why says what an error of a matcher leaves open.
func why(err error) string {
	if errors.Is(err, match.ErrTimeout) {
		return match.ErrTimeout.Error()
	}
	return "the search failed: " + err.Error()
}

func (w *watch) countLiteral(b []byte) {
	w.found.Reset()
	if w.literal.Match(b, match.Count, &w.found) == nil {
		w.literalLines += w.found.Lines
	}
}

// take takes down the match h, whose text begins at offset at of line.
func (w *watch) take(h hit, line, at int64) {
	h.stream, h.line = w.stream, line
	h.column += at
	w.hit, w.over = &h, true
}

// piece searches a part of a line that is too long.
func (w *watch) piece(p piece) {
	if w.over {
		return
	}
	if !w.matcher.Multiline() && !w.searchPiece(p) {
		return
	}
	if w.literal == nil || w.literal.Multiline() {
		return
	}
	if p.first {
		w.literalLong = false
	}
	if err := w.sought.literal.in(p, w.literal, &w.found); err == nil && len(w.found.Spans) > 0 && !w.literalLong {
		w.literalLines++
		w.literalLong = true
	}
}

// searchPiece is search for a piece of a line.
func (w *watch) searchPiece(p piece) bool {
	err := w.sought.in(p, w.matcher, &w.found)
	if len(w.found.Spans) > 0 {
		w.take(excerpt(p.text, w.found.Spans[0]), p.line, p.at)
		return false
	}
	if w.failed(err) {
		return false
	}
	if w.sought.pieces != complete && w.undecided == "" {
		w.undecided = p.undecided(w.stream)
	}
	return true
}

// end searches the whole stream for a pattern that can match several lines.
func (w *watch) end(kept *capture) {
	if w.matcher.Multiline() {
		text, undecided := w.sought.over(kept, w.stream)
		if w.undecided = undecided; undecided == "" && !w.search(text, 1) {
			return
		}
	}
	if w.literal != nil && w.literal.Multiline() && w.hit == nil {
		if text, ok := kept.whole(); ok {
			w.countLiteral(text)
		}
	}
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
