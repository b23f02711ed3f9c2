package filter

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/scan"
)

// A fileMatch is an entry in JSON.
type fileMatch struct {
	Path  string `json:"path"`
	Type  string `json:"type"`
	Size  *int64 `json:"size,omitempty"`
	Lines *int64 `json:"lines,omitempty"`
	// Matches is the number of matches, of --only-matching.
	Matches *int64 `json:"matches,omitempty"`
}

// A lineMatch is a matching line in JSON.
type lineMatch struct {
	Path   string   `json:"path"`
	Line   int64    `json:"line"`
	Column int      `json:"column"`
	Text   string   `json:"text"`
	Lossy  bool     `json:"lossy,omitempty"` // Text has U+FFFD for bytes that are not UTF-8
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
	Of     []string `json:"of,omitempty"` // the patterns that match on the line, if a file has to hold several
}

// clipBytes is how much of a line is shown, around its match.
const clipBytes = 160

// newLineMatch returns a hit in JSON. With clip its texts are cut around the match, but its column is not.
func newLineMatch(path string, h *scan.Hit, clip bool) lineMatch {
	m := lineMatch{Path: path, Line: h.Line, Column: column(h), Text: string(h.Text), Lossy: !utf8.Valid(h.Text), Before: texts(h.Before), After: texts(h.After)}
	if !clip {
		return m
	}
	start, end := firstMatch(h)
	m.Text, _ = budget.Clip(h.Text, start, end, clipBytes)
	for _, context := range [][]string{m.Before, m.After} {
		for i, text := range context {
			context[i], _ = budget.Clip([]byte(text), 0, 0, clipBytes)
		}
	}
	return m
}

// newMatch returns one match of a hit in JSON, whose text it is.
func newMatch(path string, h *scan.Hit, m match.Span, clip bool) lineMatch {
	text := h.Text[m.Start:m.End]
	l := lineMatch{Path: path, Line: h.Line, Column: m.Start + 1, Text: string(text), Lossy: !utf8.Valid(text)}
	if clip {
		l.Text, _ = budget.Clip(text, 0, 0, clipBytes)
	}
	return l
}

func texts(lines [][]byte) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = string(l)
	}
	return out
}

// envelope is the part of the budget, in bytes, that is reserved for a JSON answer without its matches.
const envelope = 1600

// bounded collects values for a JSON array within a number of bytes.
type bounded struct {
	most int // bytes of the whole document, 0 for no bound
	size int
	list []json.RawMessage
	left int64 // values that did not fit
	lean bool  // not even the envelope fits: explanations are left out
}

func (b *bounded) add(v any) {
	if b.left > 0 {
		b.left++
		return
	}
	j, err := render.JSON(v, false)
	if err != nil || b.most > 0 && b.size+len(j)+1 > max(b.most-envelope, 0) {
		b.left++
		return
	}
	b.size += len(j) + 1
	b.list = append(b.list, j)
}

// fit drops values from the end until the document that build makes of them keeps to the budget.
func (b *bounded) fit(indent bool, build func() any) any {
	for {
		doc := build()
		j, err := render.JSON(doc, indent)
		if b.most == 0 || err != nil || len(j) < b.most || b.lean {
			return doc
		}
		b.lean = len(b.list) == 0
		over := len(j) - b.most
		for over >= 0 && len(b.list) > 0 {
			last := len(b.list) - 1
			over -= len(b.list[last]) + 1
			b.list, b.left = b.list[:last], b.left+1
		}
	}
}

// values returns the array, never null.
func (b *bounded) values() []json.RawMessage {
	if b.list == nil {
		return []json.RawMessage{}
	}
	return b.list
}
