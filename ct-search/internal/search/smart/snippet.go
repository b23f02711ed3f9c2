package smart

import (
	"bytes"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/source"
)

// snippet gives the lines round a place, as many as the request's context says,
// of those that lie in the definition around it.
func (c *classifier) snippet(p *place, enclosing int) Snippet {
	if c.text == nil {
		return Snippet{First: p.hit.Line, Lines: []string{clipped(firstLine(p.hit.Text), p.at.Start)}}
	}
	from, to := 0, len(c.text)
	if enclosing != source.None {
		d := c.seen.Declarations[enclosing].Span
		from, to = d.Start, d.End
	}
	start := match.LineStart(c.text, 0, p.span.Start)
	s := Snippet{First: p.hit.Line}
	for range c.search.Before {
		if start == 0 || start <= match.LineStart(c.text, 0, from) {
			break
		}
		start = match.LineStart(c.text, 0, start-1)
		s.First--
	}
	for line, at := s.First, start; at < len(c.text); line++ {
		end := match.LineEnd(c.text, at)
		mark := 0
		if line == p.hit.Line {
			mark = p.at.Start
		}
		s.Lines = append(s.Lines, clipped(bytes.TrimSuffix(c.text[at:end], []byte{'\r'}), mark))
		at = end + 1
		if line >= p.hit.Line+int64(c.search.After) || line >= p.hit.Line && at >= to {
			break
		}
	}
	return s
}

func clipped(line []byte, at int) string {
	at = min(at, len(line))
	text, _ := budget.Clip(line, at, at, clipText)
	return text
}

func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return line
}

// A lineIndex counts lines from the last place it was asked for.
type lineIndex struct {
	at   int
	line int64 // of at, less 1
}

// of gives the number of the line of text[at].
func (x *lineIndex) of(text []byte, at int) int64 {
	if at < x.at {
		*x = lineIndex{}
	}
	x.line += int64(bytes.Count(text[x.at:at], []byte{'\n'}))
	x.at = at
	return x.line + 1
}
