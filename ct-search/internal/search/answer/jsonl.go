package answer

import (
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// A Line is a match as jsonl prints it.
type Line struct {
	Path      string `json:"path"`
	Line      int64  `json:"line"`
	Column    int    `json:"column"`
	Category  string `json:"category"`
	Kind      string `json:"kind"`
	Symbol    string `json:"symbol"`
	Enclosing string `json:"enclosing"`
	Text      string `json:"text"`
	Question  string `json:"question,omitempty"`

	// For approximate matches, and those that the matcher of another program found.
	Score    float64           `json:"score,omitempty"`
	Captures map[string]string `json:"captures,omitempty"`

	// Of a call whose binding was looked for.
	Confidence string     `json:"binding_confidence,omitempty"`
	Reason     string     `json:"binding_reason,omitempty"`
	Target     *PlaceData `json:"target,omitempty"`
}

// LineOf returns the line of a match, with the question that was asked.
func LineOf(m *occurrence.Match, question string) Line {
	symbol := m.Word
	if d := m.Definition; d != nil && m.Kind == source.Definition {
		symbol = d.Qualname
	}
	l := Line{
		Path: m.Path, Line: m.Line, Column: m.Column, Category: m.Category(), Kind: kindOf(m),
		Symbol: symbol, Enclosing: m.Enclosing, Text: m.Text, Question: question,
	}
	if m.Given != nil || m.Approx > 0 {
		l.Score = m.Score()
	}
	l.Captures = captures(m)
	if c := m.Call; c != nil {
		l.Confidence, l.Reason, l.Target = c.Confidence, c.Reason, targetOf(c)
	}
	return l
}
