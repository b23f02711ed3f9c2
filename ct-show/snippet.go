package main

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/terminal"
)

// snippet is a matching line with its context, or lines of a page.
type snippet struct {
	path    string
	section string // the headings above it in a Markdown file, or the key around it in structured data
	lines   []line // consecutive; at least one
	cluster int    // for a sample: index of its cluster
	rank    int64  // how many clusters of all files come before it
}

// line is one line of a file, without its line end.
type line struct {
	n          int64 // from 1
	match      bool
	text       []byte
	start, end int // of the first match in text
}

func (s *snippet) start() int64 { return s.lines[0].n }
func (s *snippet) end() int64   { return s.lines[len(s.lines)-1].n }

// around returns a hit's lines with context, after last, which was shown before, and before next, the next hit.
func around(h *scan.Hit, last, next int64) []line {
	var lines []line
	add := func(l line) {
		if l.n > last && l.n < next {
			lines = append(lines, l)
		}
	}
	for i, text := range h.Before {
		add(line{n: h.Line - int64(len(h.Before)-i), text: text})
	}
	texts := bytes.Split(h.Text, []byte{'\n'}) // a match may extend over several lines
	for i, text := range texts {
		l := line{n: h.Line + int64(i), match: true, text: bytes.TrimSuffix(text, []byte{'\r'})}
		if i == len(texts)-1 {
			l.text = text // its line end was already removed
		}
		if i == 0 && len(h.Spans) > 0 {
			l.start, l.end = min(h.Spans[0].Start, len(text)), min(h.Spans[0].End, len(text))
		}
		add(l)
	}
	for i, text := range h.After {
		add(line{n: h.Line + int64(len(texts)+i), text: text})
	}
	return lines
}

// How much of a line is shown, around its match, in bytes.
const (
	clipSnippet = 160
	clipPage    = 400
)

// shown formats one line. The bytes that paint adds do not count towards most.
func (l *line) shown(most int, paint terminal.Paint) string {
	mark := byte('-')
	if l.match {
		mark = ':'
	}
	text, from := budget.ClipLine(l.text, l.start, l.end, most)
	dst := append(paint.Number([]byte("  "), l.n), mark, ' ')
	if paint && l.start < l.end {
		return string(l.painted(dst, text, from, paint))
	}
	return string(append(dst, text...))
}

// painted appends text, the line from byte from on, with its match painted unless only a part of that is shown.
func (l *line) painted(dst []byte, text string, from int, paint terminal.Paint) []byte {
	before := ""
	if from > 0 {
		before = budget.Ellipsis
	}
	before += budget.EscapeLine(string(l.text[min(from, l.start):l.start]))
	match := budget.EscapeLine(string(l.text[l.start:l.end]))
	after, whole := strings.CutPrefix(text, before+match)
	if !whole {
		return append(dst, text...)
	}
	return append(paint.Match(append(dst, before...), match), after...)
}

// paintedPath returns a line with the path of a file painted, if the line begins or ends with it.
func paintedPath(line, path string, paint terminal.Paint) string {
	name := escaped(path)
	if after, ok := strings.CutPrefix(line, name); ok {
		return string(paint.Path(nil, name)) + after
	}
	if before, ok := strings.CutSuffix(line, name); ok {
		return before + string(paint.Path(nil, name))
	}
	return line
}

// lineDocument is a line in JSON.
type lineDocument struct {
	N     int64  `json:"n"`
	Match bool   `json:"match"`
	Text  string `json:"text"`
	Lossy bool   `json:"lossy,omitempty"` // Text has U+FFFD for bytes that are not UTF-8
}

func (l *line) document(most int) lineDocument {
	text, _ := budget.Clip(l.text, l.start, l.end, most)
	return lineDocument{l.n, l.match, text, !utf8.ValidString(text)}
}

// snippetDocument is a snippet in JSON.
type snippetDocument struct {
	Path    string         `json:"path"`
	Start   int64          `json:"start"`
	End     int64          `json:"end"`
	Section string         `json:"section,omitempty"`
	Lines   []lineDocument `json:"lines"`
}

func (s *snippet) document(most int) snippetDocument {
	d := snippetDocument{Path: s.path, Start: s.start(), End: s.end(), Section: s.section}
	for i := range s.lines {
		d.Lines = append(d.Lines, s.lines[i].document(most))
	}
	return d
}

// inOrder returns the snippets of one file by line number.
func inOrder(all []snippet, path string) []*snippet {
	var own []*snippet
	for i := range all {
		if all[i].path == path {
			own = append(own, &all[i])
		}
	}
	slices.SortFunc(own, func(a, b *snippet) int { return cmp.Compare(a.start(), b.start()) })
	return own
}
