package match

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/dlclark/regexp2"
)

// backtrack is a term that runs regexp2 on lines without their newlines or, if the pattern is multiline, on a whole text,
// which takes up to four times its size as runes.
type backtrack struct {
	pattern   *pattern.Pattern
	re        *regexp2.Regexp
	relaxed   *regex // matches wherever the pattern does; nil if there is no such expression
	multiline bool
	left      time.Duration // of the time limit for a file
	judged    memo
	line      bounds // of the block

	// The text searched last: chars is b[start:end), and the character with number index is at offset at.
	chars                 []rune
	start, end, index, at int
	asked                 int  // where the search that set found began
	found                 Span // Start is -1 if there is no match
}

// newBacktrack returns a term. The automaton of its relaxed expression keeps at most states bytes of states.
func newBacktrack(p *pattern.Pattern, states int) (*backtrack, error) {
	return backtrackFor(p, newRelaxed(p.Expr, p.Fold, states))
}

func backtrackFor(p *pattern.Pattern, relaxed *regex) (*backtrack, error) {
	re, err := p.Regexp2()
	if err != nil {
		return nil, err
	}
	t := &backtrack{pattern: p, re: re, relaxed: relaxed, multiline: p.Multiline()}
	t.begin(Count)
	t.reset()
	return t, nil
}

func (t *backtrack) refused() (int64, bool) { return 0, false }

func (t *backtrack) begin(want Want) {
	t.start, t.end = -1, -1
	t.judged, t.line = noLine, unknown
	if t.relaxed != nil {
		if want != First {
			want = Count // the position of a match on its line does not matter
		}
		t.relaxed.begin(want)
	}
}

func (t *backtrack) reset() {
	t.left = t.pattern.Timeout
	if cap(t.chars) > keepChars {
		t.chars = nil
	}
	if t.relaxed != nil {
		t.relaxed.reset()
	}
}

func (t *backtrack) needs() []required.Text {
	if t.relaxed == nil {
		return nil
	}
	return t.relaxed.needs()
}

func (t *backtrack) clone() term {
	relaxed := t.relaxed
	if relaxed != nil {
		relaxed = relaxed.term()
	}
	// The time limit of a match is a field of the expression, so each clone needs its own.
	c, err := backtrackFor(t.pattern, relaxed)
	if err != nil {
		panic(fmt.Sprintf("match: what compiled before does not: %v", err))
	}
	return c
}

func (t *backtrack) judge(line []byte, first int, _ Span) (int, error) {
	return t.judged.judge(first, func() (int, error) {
		if !t.relaxed.matches(line[first:]) {
			return -1, nil
		}
		sp, err := t.within(line, first, len(line), first)
		return sp.Start, err
	})
}

func (t *backtrack) seek(b []byte, from int) (int, error) {
	for from < len(b) {
		at := from
		if t.relaxed != nil {
			if at, _ = t.relaxed.seek(b, from); at < 0 {
				break
			}
			from = LineStart(b, from, at)
		}
		end := LineEnd(b, at)
		sp, err := t.within(b, from, end, from)
		if err != nil {
			return -1, err
		}
		if sp.Start >= 0 {
			return sp.Start, nil
		}
		from = end + 1
	}
	return -1, nil
}

func (t *backtrack) next(b []byte, from int) (Span, error) {
	if t.multiline {
		return t.within(b, 0, len(b), from)
	}
	start, end := t.line.of(b, from)
	sp, err := t.within(b, start, end, from)
	if sp.Start >= 0 || err != nil || end == len(b) {
		return sp, err
	}
	at, err := t.seek(b, end+1)
	if at < 0 || err != nil {
		return none, err
	}
	start, end = t.line.of(b, at)
	return t.within(b, start, end, at)
}

// within returns the first match that starts at or after from in b[start:end), which is a line or a whole text.
func (t *backtrack) within(b []byte, start, end, from int) (Span, error) {
	if t.relaxed != nil && t.relaxed.lacks(b[:end], from) {
		return none, nil
	}
	if t.start != start || t.end != end {
		t.chars = t.chars[:0]
		for i := start; i < end; {
			r, n := utf8.DecodeRune(b[i:end])
			t.chars = append(t.chars, r)
			i += n
		}
		t.start, t.end, t.index, t.at = start, end, 0, start
	} else if t.asked <= from && from <= t.found.Start {
		return t.found, nil
	}
	t.found = none
	if t.left <= 0 {
		return none, ErrTimeout
	}
	first := t.indexOf(b, from)
	begun := time.Now()
	t.re.MatchTimeout = t.left
	m, err := t.re.FindRunesMatchStartingAt(t.chars, first)
	t.left -= time.Since(begun)
	switch {
	case err != nil && (t.left <= 0 || strings.HasPrefix(err.Error(), "match timeout")):
		// regexp2 has no error value for a timeout, and uses a coarse clock of its own.
		return none, ErrTimeout
	case err != nil:
		return none, fmt.Errorf("regexp2: %w", err)
	case m == nil:
		return none, nil
	}
	t.asked = from
	t.found = Span{Start: t.offsetOf(b, m.Index)}
	t.found.End = t.offsetOf(b, m.Index+m.Length)
	return t.found, nil
}

// indexOf returns the number of the character at offset at.
func (t *backtrack) indexOf(b []byte, at int) int {
	for t.at > at {
		t.retreat(b)
	}
	for t.at < at {
		t.advance(b)
	}
	return t.index
}

// offsetOf returns the offset of the character with number index.
func (t *backtrack) offsetOf(b []byte, index int) int {
	for t.index > index {
		t.retreat(b)
	}
	for t.index < index {
		t.advance(b)
	}
	return t.at
}

func (t *backtrack) advance(b []byte) {
	_, n := utf8.DecodeRune(b[t.at:t.end])
	t.at += n
	t.index++
}

// retreat undoes advance: no character overlaps a valid one, and each invalid byte is one in both directions.
func (t *backtrack) retreat(b []byte) {
	_, n := utf8.DecodeLastRune(b[t.start:t.at])
	t.at -= n
	t.index--
}
