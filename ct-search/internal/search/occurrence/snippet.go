package occurrence

import (
	"bytes"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/source"
)

// snippet returns the lines around a place, so many before and after it, as far as
// they are in the definition around it.
func (f *File) snippet(p *Place, enclosing, before, after int) Snippet {
	if f.Text == nil {
		line, _, _ := bytes.Cut(p.hit.Text, []byte{'\n'})
		return Snippet{First: p.hit.Line, Lines: []string{clipped(line, p.at.Start)}}
	}
	from, to := 0, len(f.Text)
	if enclosing != source.None {
		d := f.Seen.Declarations[enclosing].Span
		from, to = d.Start, d.End
	}
	start := match.LineStart(f.Text, 0, p.Span.Start)
	s := Snippet{First: p.hit.Line}
	for range before {
		if start == 0 || start <= match.LineStart(f.Text, 0, from) {
			break
		}
		start = match.LineStart(f.Text, 0, start-1)
		s.First--
	}
	for line, at := s.First, start; at < len(f.Text); line++ {
		end := match.LineEnd(f.Text, at)
		mark := 0
		if line == p.hit.Line {
			mark = p.at.Start
		}
		s.Lines = append(s.Lines, clipped(bytes.TrimSuffix(f.Text[at:end], []byte{'\r'}), mark))
		at = end + 1
		if line >= p.hit.Line+int64(after) || line >= p.hit.Line && at >= to {
			break
		}
	}
	return s
}

func clipped(line []byte, at int) string {
	at = min(at, len(line))
	text, _ := budget.Clip(line, at, at, ClipText)
	return text
}

// A lineIndex counts lines from the last place it was asked for.
type lineIndex struct {
	at   int
	line int64 // of at, less 1
}

// of returns the number of the line of text[at].
func (x *lineIndex) of(text []byte, at int) int64 {
	if at < x.at {
		*x = lineIndex{}
	}
	x.line += int64(bytes.Count(text[x.at:at], []byte{'\n'}))
	x.at = at
	return x.line + 1
}

// LineOf returns the number of the line of a byte of the file.
func (f *File) LineOf(at int) int64 { return f.lines.of(f.Text, at) }
