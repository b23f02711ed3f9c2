package searchfiles

import (
	"math"
	"slices"
	"sort"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/scan"
)

// matchDocument is a match in the answer of search_files.
type matchDocument struct {
	Path        string   `json:"path"`
	Line        int64    `json:"line"`
	Column      int      `json:"column"`
	MatchText   string   `json:"match_text"`
	LineText    string   `json:"line_text"`
	Before      []string `json:"before"`
	After       []string `json:"after"`
	Score       *float64 `json:"score"`
	LineClipped bool     `json:"line_clipped,omitempty"`
}

// maxLineText is the length in bytes up to which a line stands in an answer whole.
const maxLineText = 4096

// A sighting is a match and its size in an answer. Its texts are encoded once; then lengths are added up.
type sighting struct {
	match      matchDocument
	at         cursor.Place // where an answer ends that has it last
	start, end int          // of the match in LineText

	fixed       int   // bytes of it without texts and context
	text, found int   // bytes of LineText and MatchText between their quotes
	context     []int // bytes of the lines of context that are at most i away, for each i
	cutContext  int   // how far away the nearest line of context is that is clipped, 0 for none
}

// newSighting makes one of the match that is span i of h.
func newSighting(path string, h *scan.Hit, i int, score func([]byte) float64) *sighting {
	o := &sighting{match: matchDocument{Path: path, Line: h.Line, Before: []string{}, After: []string{}}}
	m, span := &o.match, h.Spans[i]
	found := h.Text[span.Start:span.End]
	if score != nil {
		v := score(found)
		m.Score = &v
	}
	m.Column = span.Start + 1
	o.fixed = jsonSize(m)
	o.start, o.end = span.Start, span.End
	m.LineText = o.clip(h.Text, maxLineText, budget.Clip)
	m.MatchText, _ = budget.Clip(found, 0, 0, maxLineText)
	m.LineClipped = len(h.Text) > maxLineText || len(found) > maxLineText
	o.text, o.found = jsonSize(m.LineText)-len(`""`), jsonSize(m.MatchText)-len(`""`)
	o.context = []int{0}
	return o
}

// clip returns line cut round the match and moves start and end along with it.
func (o *sighting) clip(line []byte, most int, cut func(line []byte, start, end, most int) (string, int)) string {
	text, from := cut(line, o.start, o.end, most)
	if from > 0 {
		from -= len(budget.Ellipsis)
	}
	o.start, o.end = o.start-from, min(o.end-from, len(text))
	return text
}

// takeContext adds the lines of context that are at most farthest away, from the
// nearest to the first with which they take more than so many bytes.
func (o *sighting) takeContext(h *scan.Hit, farthest, most int) {
	size := 0
	take := func(line []byte, away int) string {
		text, _ := budget.Clip(line, 0, 0, maxLineText)
		if len(line) > maxLineText && o.cutContext == 0 {
			o.cutContext = away
		}
		size += jsonSize(text)
		if away > 1 {
			size += len(",")
		}
		return text
	}
	m := &o.match
	for away := 1; away <= min(farthest, max(len(h.Before), len(h.After))) && size <= most; away++ {
		if i := len(h.Before) - away; i >= 0 {
			m.Before = append(m.Before, take(h.Before[i], away))
		}
		if away <= len(h.After) {
			m.After = append(m.After, take(h.After[away-1], away))
		}
		o.context = append(o.context, size)
	}
	slices.Reverse(m.Before)
}

// size returns the bytes of the match with lines of context up to so many away and texts of at most width bytes.
func (o *sighting) size(context, width int) int {
	n := o.fixed + min(o.text, width) + min(o.found, width) + o.context[min(context, len(o.context)-1)]
	if o.clipped(context, width) {
		n += len(`,"line_clipped":true`)
	}
	return n
}

func (o *sighting) clipped(context, width int) bool {
	return o.match.LineClipped || o.text > width || o.found > width || 0 < o.cutContext && o.cutContext <= context
}

// trim cuts the match down to what size was chosen.
func (o *sighting) trim(context, width int) {
	m := &o.match
	m.LineClipped = o.clipped(context, width)
	if n := len(m.Before); n > context {
		m.Before = append([]string{}, m.Before[n-context:]...) // the lines that go are let go of
	}
	if len(m.After) > context {
		m.After = append([]string{}, m.After[:context]...)
	}
	o.context = o.context[:min(context+1, len(o.context))]
	if o.cutContext > context {
		o.cutContext = 0
	}
	if o.text > width {
		m.LineText = o.clip([]byte(m.LineText), width, budget.ClipJSON)
		o.text = jsonSize(m.LineText) - len(`""`)
	}
	if o.found > width {
		m.MatchText, _ = budget.ClipJSON([]byte(m.MatchText), 0, 0, width)
		o.found = jsonSize(m.MatchText) - len(`""`)
	}
}

// leastText is what each of the two texts keeps beside a long path, in bytes.
const leastText = 8

// squeeze cuts the match to most bytes: its context goes, then its texts are clipped, at last its path.
func (o *sighting) squeeze(most int) {
	o.trim(0, whole)
	if o.size(0, whole) <= most {
		return
	}
	if over := o.size(0, leastText) - most; over > 0 {
		path := jsonSize(o.match.Path) - len(`""`)
		o.fixed -= path
		if !o.clipped(0, leastText) {
			over += len(`,"line_clipped":true`)
		}
		o.match.LineClipped = true
		o.match.Path, _ = budget.ClipJSON([]byte(o.match.Path), len(o.match.Path), len(o.match.Path), max(path-over, 1))
		o.fixed += jsonSize(o.match.Path) - len(`""`)
	}
	width := sort.Search(max(o.text, o.found), func(n int) bool { return o.size(0, n+1) > most })
	o.trim(0, max(width, 1))
}

// sightings are matches in the order of the answer.
type sightings []*sighting

// size returns the bytes that they take as an array, without its brackets.
func (l sightings) size(context, width int) int {
	n := 0
	for _, o := range l {
		n += o.size(context, width) + len(",")
	}
	return max(n-len(","), 0)
}

// leastLine is the length in bytes from which on matches are left out rather than their lines cut shorter.
const leastLine = 160

// whole stands for no bound of a line's length or distance, or of what an array takes; some of these can be added up.
const whole = math.MaxInt / 4

// sizes returns size for the first n of l, for each n.
func (l sightings) sizes(context, width int) []int {
	sizes := make([]int, 1, len(l)+1)
	n := -len(",")
	for _, o := range l {
		n += len(",") + o.size(context, width)
		sizes = append(sizes, n)
	}
	return sizes
}

// fitted returns matches like l that fit in so many bytes: first the farthest lines of context go, all if around says
// that there is none, then the longest lines are clipped. With lines of leastLine they must fit.
func (l sightings) fitted(most int, around bool) sightings {
	context, width := 0, whole
	switch {
	case l.size(0, whole) > most:
		longest := leastLine
		for _, o := range l {
			longest = max(longest, o.text, o.found)
		}
		width = leastLine + sort.Search(longest-leastLine, func(n int) bool { return l.size(0, leastLine+n+1) > most })
	case around:
		context = l.farthest(most)
	}
	cut := make(sightings, len(l))
	for i, o := range l {
		c := *o
		c.trim(context, width)
		cut[i] = &c
	}
	return cut
}

// farthest returns how far away lines of context can be where matches take at most so many bytes.
func (l sightings) farthest(most int) int {
	context := 0
	for _, o := range l {
		context = max(context, len(o.context)-1)
	}
	return sort.Search(context, func(n int) bool { return l.size(n+1, whole) > most })
}

// prune lets go of the matches and the lines of context that are not in an answer of so many bytes, nor in a smaller
// one. It returns the matches that are left, and how far away their lines of context may be.
func (l sightings) prune(most int) (_ sightings, context int) {
	if l.size(0, whole) <= most {
		context = l.farthest(most)
	} else {
		sizes := l.sizes(0, leastLine)
		n := max(sort.Search(len(l), func(n int) bool { return sizes[n+1] > most }), 1)
		clear(l[n:])
		l = l[:n]
	}
	for _, o := range l {
		o.trim(context, whole)
	}
	return l, context
}

// jsonSize returns the bytes of v in JSON.
func jsonSize(v any) int {
	j, err := render.JSON(v, false)
	if err != nil {
		return 0 // texts and numbers can always be encoded
	}
	return len(j)
}
