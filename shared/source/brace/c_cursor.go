package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// cursor is what the readers of C, C++ and Rust have in common: a place in the
// source, and the comments that stand directly before it.
type cursor struct {
	src []byte
	r   *source.Recorder
	pos int
	doc source.Span // the comments directly above each other that end last, each beginning its line
}

// wordBytes has 'w' for what an identifier is made of, 'd' for a digit.
const wordBytes = "................................" + // controls
	"....w..........." + "dddddddddd......" + // blank to ?; compilers take $ for a letter
	".wwwwwwwwwwwwwwwwwwwwwwwwww....w" + ".wwwwwwwwwwwwwwwwwwwwwwwwww....." +
	"wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" + "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" // what is not ASCII is a letter

func isWord(c byte) bool { return wordBytes[c] != '.' }

func startsWord(c byte) bool { return wordBytes[c] == 'w' }

func isBlank(c byte) bool { return c == ' ' || c-'\t' < 5 }

// at gives the byte at p, 0 behind the end.
func (s *cursor) at(p int) byte {
	if p < len(s.src) {
		return s.src[p]
	}
	return 0
}

// wordEnd gives the end of the identifier or number that p is in.
func (s *cursor) wordEnd(p int) int {
	for p < len(s.src) && wordBytes[s.src[p]] != '.' {
		p++
	}
	return p
}

// skipBlank gives the first place from p on that is no white space; it looks
// over a kilobyte at most, so that asking at every token stays cheap.
func (s *cursor) skipBlank(p int) int {
	for most := min(p+1024, len(s.src)); p < most && isBlank(s.src[p]); {
		p++
	}
	return p
}

// next gives the first byte from p on that is no white space.
func (s *cursor) next(p int) byte { return s.at(s.skipBlank(p)) }

// trim moves end back over white space, to start at most.
func (s *cursor) trim(start, end int) int {
	for end > start && isBlank(s.src[end-1]) {
		end--
	}
	return end
}

// lineComment reads to the end of the line; where spliced, a backslash before
// it takes the next line in.
func (s *cursor) lineComment(spliced bool) {
	start := s.pos
	for {
		n := bytes.IndexByte(s.src[s.pos:], '\n')
		if n < 0 {
			s.pos = len(s.src)
			break
		}
		s.pos += n
		if !spliced || !endsInSplice(s.src[start:s.pos]) {
			break
		}
		s.pos++
	}
	s.commented(source.Span{Start: start, End: s.trim(start, s.pos)})
}

func endsInSplice(line []byte) bool {
	return bytes.HasSuffix(bytes.TrimSuffix(line, []byte("\r")), []byte("\\"))
}

// blockComment reads a comment that begins at pos.
func (s *cursor) blockComment(nested bool) {
	start := s.pos
	s.pos += 2
	for depth := 1; depth > 0; {
		n := bytes.IndexByte(s.src[s.pos:], '/')
		if n < 0 {
			s.pos = len(s.src)
			break
		}
		s.pos += n + 1
		switch {
		case n > 0 && s.src[s.pos-2] == '*':
			depth--
		case nested && s.at(s.pos) == '*':
			depth++
			s.pos++
		}
	}
	s.commented(source.Span{Start: start, End: s.pos})
}

// commented tells of a comment and keeps it if it begins its line.
func (s *cursor) commented(at source.Span) {
	s.r.Text(at, source.Comment)
	if !s.beginsLine(at.Start) {
		return
	}
	if s.doc.Len() == 0 || !s.adjacent(s.doc.End, at.Start) {
		s.doc.Start = at.Start
	}
	s.doc.End = at.End
}

func (s *cursor) beginsLine(p int) bool {
	for p--; p >= 0; p-- {
		if c := s.src[p]; c != ' ' && c != '\t' {
			return c == '\n'
		}
	}
	return true
}

// adjacent tells whether nothing but white space with one line's end at most
// stands from a to b.
func (s *cursor) adjacent(a, b int) bool {
	lines := 0
	for ; a < b; a++ {
		if s.src[a] == '\n' {
			lines++
		}
		if !isBlank(s.src[a]) || lines > 1 {
			return false
		}
	}
	return true
}

// within moves a place where a definition may begin into the one that is open.
func (s *cursor) within(p int) int {
	if top := s.r.Top(); top != nil {
		return max(p, top.Span.Start)
	}
	return p
}

// docBefore gives the first line that says something of the comment directly
// above p, empty without one.
func (s *cursor) docBefore(p int) source.Span {
	if s.doc.Len() == 0 || !s.adjacent(s.doc.End, p) {
		return source.Span{}
	}
	for start := s.doc.Start; start < s.doc.End; {
		end := s.doc.End
		if n := bytes.IndexByte(s.src[start:end], '\n'); n >= 0 {
			end = start + n
		}
		from, to := start, end
		for from < to && (isBlank(s.src[from]) || bytes.IndexByte([]byte("/*!"), s.src[from]) >= 0) {
			from++
		}
		for to > from && (isBlank(s.src[to-1]) || s.src[to-1] == '*' || s.src[to-1] == '/' && s.src[max(to-2, from)] == '*') {
			to--
		}
		if to > from {
			return source.Span{Start: from, End: to}
		}
		start = end + 1
	}
	return source.Span{}
}

// quoted reads a string or character from its quote at pos; it began at start,
// prefix included. Where the line ends first, lines says whether it goes on. It
// gives false where nothing closed it.
func (s *cursor) quoted(start int, quote byte, lines bool) bool {
	p := s.pos + 1
	for ; p < len(s.src); p++ {
		switch s.src[p] {
		case quote:
			s.pos = p + 1
			s.r.Text(source.Span{Start: start, End: s.pos}, source.String)
			return true
		case '\\':
			if p++; s.at(p) == '\r' && s.at(p+1) == '\n' {
				p++
			}
		case '\n':
			if !lines {
				s.pos = p
				s.r.Text(source.Span{Start: start, End: s.trim(start, p)}, source.String)
				return false
			}
		}
	}
	s.pos = len(s.src)
	s.r.Text(source.Span{Start: start, End: s.pos}, source.String)
	return false
}

// number reads a number that begins at pos.
func (s *cursor) number() {
	p := s.pos
	for p < len(s.src) {
		c := s.src[p]
		switch {
		case isWord(c), c == '.' && s.at(p+1) != '.' && !startsWord(s.at(p+1)), c == '\'' && p > s.pos && isWord(s.at(p+1)):
			p++
		case (c == '+' || c == '-') && p > s.pos+1 && s.src[p-1]|0x20 == 'e' && s.src[s.pos+1]|0x20 != 'x':
			p++
		default:
			s.pos = p
			return
		}
	}
	s.pos = p
}
