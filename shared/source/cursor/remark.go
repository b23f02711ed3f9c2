package cursor

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// A Remark is the run of comments that was seen last, each on the line after the one before it.
type Remark struct {
	line source.Span // its first line that says something
	end  int
}

// See adds a comment to the run, or begins another with it; says returns the first line of a
// comment that says something.
func (m *Remark) See(src []byte, comment source.Span, says func([]byte, source.Span) source.Span) {
	if m.end == 0 || !m.above(src, comment.Start) || bytes.IndexByte(src[m.end:comment.Start], '\n') < 0 {
		m.line = source.Span{}
	}
	if m.line.Len() == 0 {
		m.line = says(src, comment)
	}
	m.end = comment.End
}

// Doc returns the line for what begins at start if the run is directly above it, else an empty span.
func (m *Remark) Doc(src []byte, start int) source.Span {
	if m.end == 0 || !m.above(src, start) {
		return source.Span{}
	}
	return m.line
}

// above reports whether nothing but white space with one line end at most is between the run and start.
func (m *Remark) above(src []byte, start int) bool {
	const most = 1000
	return start >= m.end && start-m.end <= most && len(bytes.TrimLeft(src[m.end:start], " \t\r\n\f\v")) == 0 &&
		bytes.Count(src[m.end:start], []byte{'\n'}) <= 1
}
