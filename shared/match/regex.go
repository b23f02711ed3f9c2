package match

import (
	"regexp"
	"regexp/syntax"
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/dfa"
	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
)

// regex is a term for RE2's syntax. It runs on lines without their newlines or, if multiline, on a whole text. It first
// looks for text that every match contains. An automaton does the rest; if the automaton gives up, Go's regexp does.
type regex struct {
	*expression
	machine *dfa.Machine // nil if the expression is too large for an automaton
	gauge   gauge
	judged  memo
	line    bounds // of the block
	want    Want

	// lines are offsets on the matching lines of block[listed:unlisted], if listed ≥ 0. Those before head were returned.
	lines                  []int
	listed, unlisted, head int
}

// listAhead is the number of bytes whose lines are listed at a time.
const listAhead = 256 << 10

// newRegex returns a term for a pattern of RE2, whose automaton keeps at most states bytes of states.
func newRegex(p *pattern.Pattern, states int) (*regex, error) {
	expr, after := p.Expr, ""
	if p.Words {
		expr, after = pattern.Within(expr)
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, err
	}
	x := newExpression(expr, tree, p.Multiline(), states)
	x.trimCR = p.TrimCR
	if x.words = p.Words; p.Words { // the texts that decide are not known to be words
		x.enough = false
		x.later = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(after) })
	}
	return x.term(), nil
}

// term returns a new term for x.
func (x *expression) term() *regex {
	t := &regex{expression: x}
	t.begin(Count)
	if x.program != nil {
		t.machine = x.program.Machine(x.states)
	}
	return t
}

func (t *regex) clone() term { return t.term() }

func (t *regex) begin(want Want) { t.want, t.listed, t.judged, t.line = want, -1, noLine, unknown }

func (t *regex) reset() {
	t.gauge.file()
	if cap(t.lines) > keepLines {
		t.lines = nil
	}
}

func (t *regex) refused() (int64, bool) { return 0, false }
func (t *regex) needs() []required.Text { return t.texts }

func (t *regex) judge(line []byte, first int, _ Span) (int, error) {
	return t.judged.judge(first, func() (int, error) {
		if t.enough || t.matches(line[first:]) {
			return first, nil
		}
		return -1, nil
	})
}

func (t *regex) seek(b []byte, from int) (int, error) {
	if t.need == nil || !t.enough && !t.gauge.pays() {
		return t.search(b, from), nil
	}
	for from < len(b) {
		at, _ := t.need.find(b, from)
		if at < 0 {
			break
		}
		first, last := LineStart(b, from, at), LineEnd(b, at)
		if t.enough || t.matches(b[first:last]) {
			return first, nil
		}
		t.gauge.stop(last - from)
		from = last + 1
		if !t.gauge.pays() {
			return t.search(b, from), nil
		}
	}
	return -1, nil
}

// matches reports whether a line without its newline matches.
func (t *regex) matches(line []byte) bool {
	if t.machine != nil {
		if yes, ok := t.machine.Match(line); ok {
			return yes
		}
	}
	return t.slow().Match(line)
}

// search is seek without looking for required text. It finds many lines at once, which is faster.
func (t *regex) search(b []byte, from int) int {
	if t.machine != nil && t.want == First && from < len(b) {
		if at, ok := t.machine.Next(b, from); ok {
			return t.started(b, from, at)
		}
	}
	for from < len(b) {
		if !t.list(b, from) {
			return t.slowLine(b, from)
		}
		for t.head < len(t.lines) && t.lines[t.head] < from {
			t.head++
		}
		if t.head < len(t.lines) {
			return t.started(b, from, t.lines[t.head])
		}
		from = t.unlisted
	}
	return -1
}

// list lists the matching lines of a part of b that contains from. It returns false if the automaton gives up.
func (t *regex) list(b []byte, from int) bool {
	switch {
	case t.machine == nil:
		return false
	case t.listed < 0 || from < t.listed || from >= t.unlisted:
		t.unlisted = len(b)
		if len(b)-from > listAhead {
			t.unlisted = min(LineEnd(b, from+listAhead)+1, len(b))
		}
		var ok bool
		if t.lines, ok = t.machine.Lines(b[:t.unlisted], from, t.lines[:0]); !ok {
			t.listed = -1
			return false
		}
		t.listed, t.head = from, 0
	case t.head > 0 && t.lines[t.head-1] >= from:
		t.head = sort.SearchInts(t.lines, from)
	}
	return true
}

// started returns the start of the line of at if the position of the match will be needed, and else at itself.
func (t *regex) started(b []byte, from, at int) int {
	if at < 0 || t.want == Count {
		return at
	}
	return LineStart(b, from, at)
}

func (t *regex) slowLine(b []byte, from int) int {
	for from < len(b) {
		end := LineEnd(b, from)
		if t.slow().Match(b[from:end]) {
			return from
		}
		from = end + 1
	}
	return -1
}

func (t *regex) next(b []byte, from int) (Span, error) {
	if t.multiline {
		return t.within(b, 0, from), nil
	}
	start, end := t.line.of(b, from)
	if sp := t.within(b[:end], start, from); sp.Start >= 0 {
		return sp, nil
	}
	if end == len(b) {
		return none, nil
	}
	at, err := t.seek(b, end+1)
	if at < 0 {
		return none, err
	}
	start, end = t.line.of(b, at)
	return t.within(b[:end], start, start), nil
}

// lacks reports whether every match contains a known text and b[from:] does not.
func (t *regex) lacks(b []byte, from int) bool {
	if t.need == nil {
		return false
	}
	at, _ := t.need.find(b, from)
	return at < 0
}

// within returns the first match that starts at or after from in b[start:], which is a line or a whole text.
func (t *regex) within(b []byte, start, from int) Span {
	sp := t.find(b, start, from)
	if t.trimCR && sp.End > sp.Start && b[sp.End-1] == '\r' && (sp.End == len(b) || b[sp.End] == '\n') {
		sp.End--
	}
	return sp
}

// find is within with any "\r" that $ took into the match.
func (t *regex) find(b []byte, start, from int) Span {
	_, from = Character(b, from)
	if t.multiline && t.lacks(b, from) {
		return none
	}
	if t.words {
		return t.wordsWithin(b, start, from)
	}
	if t.machine != nil {
		if first, last, ok := t.machine.Find(b[start:], from-start); ok {
			if first < 0 {
				return none
			}
			return Span{start + first, start + last}
		}
	}
	return t.slowWithin(b, start, from)
}

// slowWithin is within by Go's regexp, which sees no text before the one it searches. The search therefore begins one
// character earlier: ^, \A, \b and \B look back no further. If a match starts on that character, a second expression,
// which consumes at least that character before the match, is used.
func (t *regex) slowWithin(b []byte, start, from int) Span {
	if from == start || !t.looksBack {
		return offset(t.slow().FindIndex(b[from:]), from)
	}
	_, n := utf8.DecodeLastRune(b[start:from])
	if sp := offset(t.slow().FindIndex(b[from-n:]), from-n); sp.Start < 0 || sp.Start >= from {
		return sp
	}
	loc := t.later().FindSubmatchIndex(b[from-n:])
	if loc == nil {
		return none
	}
	return offset(loc[2:4], from-n)
}

// wordsWithin is within for matches without word characters beside them.
func (t *regex) wordsWithin(b []byte, start, from int) Span {
	re := t.slow()
	if from > start { // what precedes the match is in the text
		_, n := utf8.DecodeLastRune(b[start:from])
		re, from = t.later(), from-n
	}
	if loc := re.FindSubmatchIndex(b[from:]); loc != nil {
		return offset(loc[2:4], from)
	}
	return none
}

func offset(loc []int, by int) Span {
	if loc == nil {
		return none
	}
	return Span{loc[0] + by, loc[1] + by}
}
