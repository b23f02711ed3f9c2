package match

import (
	"github.com/ct-tools/ct/shared/match/fuzzy"
	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
)

// approximate is a term for text that is similar to that of the pattern. A line has at most one match, its best span.
// The term first looks for pieces of the text; every line with a match contains at least one of them.
type approximate struct {
	query  *fuzzy.Pattern
	texts  []required.Text // the pieces
	need   finder          // finds texts; nil if they are too frequent
	gauge  gauge
	judged memo
	line   bounds // of the block

	best     Span // on the line at bestLine
	bestLine int  // start of the line that best belongs to, or -1
}

func newApproximate(p *pattern.Pattern) (*approximate, error) {
	query, err := fuzzy.Compile(p.Source, p.Threshold, p.Fold)
	if err != nil {
		return nil, err
	}
	t := &approximate{query: query}
	t.begin(Count)
	var s required.Set
	for _, piece := range query.Pieces() {
		s.Texts = append(s.Texts, required.Text{Text: piece, Fold: p.Fold})
	}
	if len(s.Texts) > 0 && s.Frequency() < tooFrequent {
		t.texts, t.need = s.Texts, textFinder(s.Texts)
	}
	return t, nil
}

func (t *approximate) clone() term {
	c := &approximate{query: t.query, texts: t.texts, need: t.need}
	c.begin(Count)
	return c
}

func (t *approximate) begin(Want)             { t.judged, t.line, t.bestLine = noLine, unknown, -1 }
func (t *approximate) reset()                 { t.gauge.file() }
func (t *approximate) refused() (int64, bool) { return 0, false }
func (t *approximate) needs() []required.Text { return t.texts }

func (t *approximate) judge(line []byte, first int, _ Span) (int, error) {
	return t.judged.judge(first, func() (int, error) {
		if t.query.Matches(line[first:]) {
			return first, nil
		}
		return -1, nil
	})
}

func (t *approximate) seek(b []byte, from int) (int, error) {
	for from < len(b) && t.need != nil && t.gauge.pays() {
		at, _ := t.need.find(b, from)
		if at < 0 {
			return -1, nil
		}
		first, last := LineStart(b, from, at), LineEnd(b, at)
		if t.query.Matches(b[first:last]) {
			return first, nil
		}
		t.gauge.stop(last - from)
		from = last + 1
	}
	if from >= len(b) {
		return -1, nil
	}
	return t.query.Next(b, from), nil
}

func (t *approximate) next(b []byte, from int) (Span, error) {
	if sp := t.bestAt(b, from); sp.Start >= from {
		return sp, nil
	}
	_, end := t.line.of(b, from)
	if end == len(b) {
		return none, nil
	}
	at, err := t.seek(b, end+1)
	if at < 0 {
		return none, err
	}
	return t.bestAt(b, at), nil
}

// bestAt returns the match on the line that contains offset at, or none.
func (t *approximate) bestAt(b []byte, at int) Span {
	if first, last := t.line.of(b, at); t.bestLine != first {
		t.best, t.bestLine = none, first
		if start, end, _, ok := t.query.Best(b[first:last]); ok {
			t.best = Span{first + start, first + end}
		}
	}
	return t.best
}

// Score returns a function, safe for concurrent use, that computes the score of a match of p from its text: 1 -
// edits/length, with the length of the pattern in characters. It returns nil for modes other than Fuzzy.
func Score(p *pattern.Pattern) (func(match []byte) float64, error) {
	if p.Mode != pattern.Fuzzy {
		return nil, nil
	}
	query, err := fuzzy.Compile(p.Source, p.Threshold, p.Fold)
	if err != nil {
		return nil, err
	}
	return func(match []byte) float64 { return query.Score(query.Edits(match)) }, nil
}
