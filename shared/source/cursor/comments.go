package cursor

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/source"
)

// LineEnd returns where the line ends that p is on, before its line feed.
func (s *Cursor) LineEnd(p int) int {
	if n := bytes.IndexByte(s.Src[p:], '\n'); n >= 0 {
		return p + n
	}
	return len(s.Src)
}

// LineComment reads to the end of the line; if spliced, a backslash before it takes the next line in.
func (s *Cursor) LineComment(spliced bool) {
	start := s.Pos
	s.Pos = s.LineEnd(s.Pos)
	for spliced && s.Pos < len(s.Src) && EndsInSplice(s.Src[start:s.Pos]) {
		s.Pos = s.LineEnd(s.Pos + 1)
	}
	s.commented(source.Span{Start: start, End: s.Trim(start, s.Pos)})
}

// EndsInSplice reports whether a backslash at the end of a line takes the next line in.
func EndsInSplice(line []byte) bool {
	return bytes.HasSuffix(bytes.TrimSuffix(line, []byte("\r")), []byte("\\"))
}

// BlockEnd returns the end of the comment in /* */ whose text begins at p.
func (s *Cursor) BlockEnd(p int, nested bool) int {
	for depth := 1; depth > 0; {
		n := bytes.IndexByte(s.Src[p:], '/')
		if n < 0 {
			return len(s.Src)
		}
		p += n + 1
		switch {
		case n > 0 && s.Src[p-2] == '*':
			depth--
		case nested && s.At(p) == '*':
			depth++
			p++
		}
	}
	return p
}

// BlockComment reads a comment that begins at Pos.
func (s *Cursor) BlockComment(nested bool) {
	start := s.Pos
	s.Pos = s.BlockEnd(start+len("/*"), nested)
	s.commented(source.Span{Start: start, End: s.Pos})
}

// commented reports a comment and keeps it if it begins its line.
func (s *Cursor) commented(at source.Span) {
	s.Rec.Text(at, source.Comment)
	if !s.BeginsLine(at.Start) {
		return
	}
	if s.doc.Len() == 0 || !s.adjacent(s.doc.End, at.Start) {
		s.doc.Start = at.Start
	}
	s.doc.End = at.End
}

// BeginsLine reports whether nothing but blanks is before p on its line.
func (s *Cursor) BeginsLine(p int) bool {
	for p--; p >= 0; p-- {
		if c := s.Src[p]; c != ' ' && c != '\t' {
			return c == '\n'
		}
	}
	return true
}

// adjacent reports whether nothing but white space with one line's end at most stands from a to b.
func (s *Cursor) adjacent(a, b int) bool {
	lines := 0
	for ; a < b; a++ {
		if s.Src[a] == '\n' {
			lines++
		}
		if !IsBlank(s.Src[a]) || lines > 1 {
			return false
		}
	}
	return true
}

// DocBefore returns the first line that says something of the comment directly above p; it is empty without one.
func (s *Cursor) DocBefore(p int) source.Span {
	if s.doc.Len() == 0 || !s.adjacent(s.doc.End, p) {
		return source.Span{}
	}
	return s.FirstLine(s.doc)
}

// FirstLine returns the first line of a comment that says something, without the signs around it;
// it is empty if none does.
func (s *Cursor) FirstLine(comment source.Span) source.Span {
	for start := comment.Start; start < comment.End; {
		end := comment.End
		if n := bytes.IndexByte(s.Src[start:end], '\n'); n >= 0 {
			end = start + n
		}
		from, to := start, end
		for from < to && (IsBlank(s.Src[from]) || strings.IndexByte("/*!", s.Src[from]) >= 0) {
			from++
		}
		for to > from && (IsBlank(s.Src[to-1]) || s.Src[to-1] == '*' || s.Src[to-1] == '/' && s.Src[max(to-2, from)] == '*') {
			to--
		}
		if bytes.ContainsFunc(s.Src[from:to], func(r rune) bool { return r >= utf8.RuneSelf || IsWord(byte(r)) && r != '_' }) {
			return source.Span{Start: from, End: to}
		}
		start = end + 1
	}
	return source.Span{}
}
