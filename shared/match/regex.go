package match

import (
	"regexp/syntax"
	"sort"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/dfa"
	"github.com/ct-tools/ct/shared/match/required"
)

// regex is a term of RE2's syntax, given lines without their newlines or, if
// multiline, a whole text. Text that every match holds is looked for first;
// an automaton does the rest, and Go's regexp what that gives up.
type regex struct {
	*expression
	machine *dfa.Machine // nil if the expression is too large for an automaton
	gauge   gauge
	judged  verdict
	want    Want

	// lines are offsets on all matching lines of the block from listed on, if
	// that is not negative; those before head have been given.
	lines  []int
	listed int
	head   int
}

// A verdict says of a line, by its start, where seek would find its match.
type verdict struct{ line, at int }

func newRegex(expr string, multiline bool) (*regex, error) {
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return newExpression(expr, tree, multiline).term(), nil
}

// term gives a term of x.
func (x *expression) term() *regex {
	t := &regex{expression: x}
	t.judged.line, t.listed = -1, -1
	if x.program != nil {
		t.machine = x.program.Machine()
	}
	return t
}

func (t *regex) clone() term { return t.term() }

func (t *regex) begin(want Want) {
	t.want, t.listed, t.judged.line = want, -1, -1
}

func (t *regex) reset()                 { t.gauge.file() }
func (t *regex) refused() (int64, bool) { return 0, false }
func (t *regex) needs() []required.Text { return t.texts }

func (t *regex) judge(line []byte, first int, _ Span) (int, error) {
	if t.judged.line != first {
		t.judged = verdict{first, -1}
		if t.enough || t.matches(line[first:]) {
			t.judged.at = first
		}
	}
	return t.judged.at, nil
}

func (t *regex) seek(b []byte, from int) (int, error) {
	if t.need == nil || !t.enough && !t.gauge.pays() {
		return t.line(b, from), nil
	}
	for from < len(b) {
		at, _ := t.need.find(b, from)
		if at < 0 {
			break
		}
		first, last := lineStart(b, from, at), lineEnd(b, at)
		if t.enough || t.matches(b[first:last]) {
			return first, nil
		}
		t.gauge.stop(last - from)
		from = last + 1
		if !t.gauge.pays() {
			return t.line(b, from), nil
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

// line is seek without looking for required text. All matching lines of a
// block are found at once, which is faster than one after the other.
func (t *regex) line(b []byte, from int) int {
	if from >= len(b) {
		return -1
	}
	if t.machine != nil && t.want == First {
		if at, ok := t.machine.Next(b, from); ok {
			return t.started(b, from, at)
		}
	} else if t.list(b, from) {
		for t.head < len(t.lines) && t.lines[t.head] < from {
			t.head++
		}
		if t.head == len(t.lines) {
			return -1
		}
		return t.started(b, from, t.lines[t.head])
	}
	return t.slowLine(b, from)
}

// list makes lines those of b from from on or an earlier offset; false if the
// automaton gives up.
func (t *regex) list(b []byte, from int) bool {
	switch {
	case t.machine == nil:
		return false
	case t.listed < 0 || from < t.listed:
		var ok bool
		if t.lines, ok = t.machine.Lines(b, from, t.lines[:0]); !ok {
			t.listed = -1
			return false
		}
		t.listed, t.head = from, 0
	case t.head > 0 && t.lines[t.head-1] >= from:
		t.head = sort.SearchInts(t.lines, from)
	}
	return true
}

// started gives the start of the line that at is on if anybody looks for the
// match there.
func (t *regex) started(b []byte, from, at int) int {
	if at < 0 || t.want == Count {
		return at
	}
	return lineStart(b, from, at)
}

func (t *regex) slowLine(b []byte, from int) int {
	for from < len(b) {
		end := lineEnd(b, from)
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
	start := lineStart(b, 0, from)
	end := lineEnd(b, from)
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
	start = lineStart(b, end+1, at)
	return t.within(b[:lineEnd(b, at)], start, start), nil
}

// within gives the first match that starts at or after from in b[start:], a
// line or a whole text.
func (t *regex) within(b []byte, start, from int) Span {
	if t.multiline && t.need != nil {
		if at, _ := t.need.find(b, from); at < 0 {
			return none
		}
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

// slowWithin is within by Go's regexp, which cannot begin a search inside a
// text and still see what stands before. So the search begins one character
// earlier, which is all that ^, \A, \b and \B look back on; should a match
// start on that character, the expression is run behind one that takes at
// least that character.
func (t *regex) slowWithin(b []byte, start, from int) Span {
	if from == start || !t.looksBack {
		return offset(t.slow().FindIndex(b[from:]), from)
	}
	_, n := utf8.DecodeLastRune(b[start:from])
	sp := offset(t.slow().FindIndex(b[from-n:]), from-n)
	if sp.Start < 0 || sp.Start >= from {
		return sp
	}
	loc := t.later().FindSubmatchIndex(b[from-n:])
	if loc == nil {
		return none
	}
	return offset(loc[2:4], from-n)
}

func offset(loc []int, by int) Span {
	if loc == nil {
		return none
	}
	return Span{loc[0] + by, loc[1] + by}
}
