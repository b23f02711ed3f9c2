// Package cursor holds what scanners of several languages have in common: a
// place in the text with the comments before it, and the brackets that are open
// there.
package cursor

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// A Cursor is a place in a text, and the comments that stand directly before it.
type Cursor struct {
	Src []byte
	Rec *source.Recorder
	Pos int
	doc source.Span // the comments directly above each other that end last, each beginning its line
}

// A Word is an identifier that what follows may prove to be something else.
type Word struct {
	Mark source.Mark
	At   source.Span
}

// wordBytes has 'w' for what an identifier is made of, 'd' for a digit.
const wordBytes = "................................" + // controls
	"....w..........." + "dddddddddd......" + // blank to ?; compilers take $ for a letter
	".wwwwwwwwwwwwwwwwwwwwwwwwww....w" + ".wwwwwwwwwwwwwwwwwwwwwwwwww....." +
	"wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" + "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" // what is not ASCII is a letter

// IsWord reports whether c belongs to an identifier or a number.
func IsWord(c byte) bool { return wordBytes[c] != '.' }

// StartsWord reports whether c begins an identifier.
func StartsWord(c byte) bool { return wordBytes[c] == 'w' }

// IsBlank reports whether c is white space or a control character.
func IsBlank(c byte) bool { return c <= ' ' }

// At returns the byte at p, 0 after the end.
func (s *Cursor) At(p int) byte {
	if p < len(s.Src) {
		return s.Src[p]
	}
	return 0
}

// Peek returns the byte n after the next one, 0 after the end.
func (s *Cursor) Peek(n int) byte { return s.At(s.Pos + n) }

// Has reports whether text stands at p.
func (s *Cursor) Has(p int, text string) bool {
	return p >= 0 && p+len(text) <= len(s.Src) && string(s.Src[p:p+len(text)]) == text
}

// WordEnd returns the end of the identifier or number that p is in.
func (s *Cursor) WordEnd(p int) int {
	for p < len(s.Src) && wordBytes[s.Src[p]] != '.' {
		p++
	}
	return p
}

// SkipBlank returns the first place from p on that is not white space; it looks
// over a kilobyte at most, so that asking at every token stays cheap.
func (s *Cursor) SkipBlank(p int) int {
	for most := min(p+1024, len(s.Src)); p < most && IsBlank(s.Src[p]); {
		p++
	}
	return p
}

// Next returns the first byte from p on that is not white space.
func (s *Cursor) Next(p int) byte { return s.At(s.SkipBlank(p)) }

// Trim returns end moved back over white space, to start at most.
func (s *Cursor) Trim(start, end int) int {
	for end > start && IsBlank(s.Src[end-1]) {
		end--
	}
	return end
}

// LineComment reads to the end of the line; if spliced, a backslash before it
// takes the next line in.
func (s *Cursor) LineComment(spliced bool) {
	start := s.Pos
	for {
		n := bytes.IndexByte(s.Src[s.Pos:], '\n')
		if n < 0 {
			s.Pos = len(s.Src)
			break
		}
		s.Pos += n
		if !spliced || !EndsInSplice(s.Src[start:s.Pos]) {
			break
		}
		s.Pos++
	}
	s.commented(source.Span{Start: start, End: s.Trim(start, s.Pos)})
}

// EndsInSplice reports whether a backslash at the end of a line takes the next
// line in.
func EndsInSplice(line []byte) bool {
	return bytes.HasSuffix(bytes.TrimSuffix(line, []byte("\r")), []byte("\\"))
}

// BlockComment reads a comment that begins at Pos.
func (s *Cursor) BlockComment(nested bool) {
	start := s.Pos
	s.Pos += 2
	for depth := 1; depth > 0; {
		n := bytes.IndexByte(s.Src[s.Pos:], '/')
		if n < 0 {
			s.Pos = len(s.Src)
			break
		}
		s.Pos += n + 1
		switch {
		case n > 0 && s.Src[s.Pos-2] == '*':
			depth--
		case nested && s.At(s.Pos) == '*':
			depth++
			s.Pos++
		}
	}
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

// BeginsLine reports whether nothing but blanks stands before p on its line.
func (s *Cursor) BeginsLine(p int) bool {
	for p--; p >= 0; p-- {
		if c := s.Src[p]; c != ' ' && c != '\t' {
			return c == '\n'
		}
	}
	return true
}

// adjacent reports whether nothing but white space with one line's end at most
// stands from a to b.
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

// Within returns p, a place where a definition may begin, moved into the
// definition that is open.
func (s *Cursor) Within(p int) int {
	if top := s.Rec.Top(); top != nil {
		return max(p, top.Span.Start)
	}
	return p
}

// DocBefore returns the first line that says something of the comment directly
// above p; it is empty without one.
func (s *Cursor) DocBefore(p int) source.Span {
	if s.doc.Len() == 0 || !s.adjacent(s.doc.End, p) {
		return source.Span{}
	}
	for start := s.doc.Start; start < s.doc.End; {
		end := s.doc.End
		if n := bytes.IndexByte(s.Src[start:end], '\n'); n >= 0 {
			end = start + n
		}
		from, to := start, end
		for from < to && (IsBlank(s.Src[from]) || bytes.IndexByte([]byte("/*!"), s.Src[from]) >= 0) {
			from++
		}
		for to > from && (IsBlank(s.Src[to-1]) || s.Src[to-1] == '*' || s.Src[to-1] == '/' && s.Src[max(to-2, from)] == '*') {
			to--
		}
		if to > from {
			return source.Span{Start: from, End: to}
		}
		start = end + 1
	}
	return source.Span{}
}

// Quoted reads a string or character from its quote at Pos; it began at start,
// prefix included. If the line ends first, lines says whether it goes on. It
// reports whether something closed it.
func (s *Cursor) Quoted(start int, quote byte, lines bool) bool {
	p := s.Pos + 1
	for ; p < len(s.Src); p++ {
		switch s.Src[p] {
		case quote:
			s.Pos = p + 1
			s.Rec.Text(source.Span{Start: start, End: s.Pos}, source.String)
			return true
		case '\\':
			if p++; s.At(p) == '\r' && s.At(p+1) == '\n' {
				p++
			}
		case '\n':
			if !lines {
				s.Pos = p
				s.Rec.Text(source.Span{Start: start, End: s.Trim(start, p)}, source.String)
				return false
			}
		}
	}
	s.Pos = len(s.Src)
	s.Rec.Text(source.Span{Start: start, End: s.Pos}, source.String)
	return false
}

// Number reads a number that begins at Pos.
func (s *Cursor) Number() {
	p := s.Pos
	for p < len(s.Src) {
		c := s.Src[p]
		switch {
		case IsWord(c), c == '.' && s.At(p+1) != '.' && !StartsWord(s.At(p+1)), c == '\'' && p > s.Pos && IsWord(s.At(p+1)):
			p++
		case (c == '+' || c == '-') && p > s.Pos+1 && s.Src[p-1]|0x20 == 'e' && s.Src[s.Pos+1]|0x20 != 'x':
			p++
		default:
			s.Pos = p
			return
		}
	}
	s.Pos = p
}
