package cursor

import "github.com/ct-tools/ct/shared/source"

// A Quote is a form of string.
type Quote struct {
	Open, Close string
	Raw         bool   // a backslash stands for itself; else it takes the next byte
	Doubled     bool   // the closing sign twice stands for itself
	Lines       bool   // it may go over the line's end; else it ends there if nothing closed it
	Code        string // begins code within, up to its bracket: "${" for instance
	Braced      bool   // {$ begins code, up to its bracket
	Escape      string // stands for the beginning of Code
	Name        byte   // makes the word after it code, 0 for none

	// End, if not 0, is where the text ends, whatever is there, and After where the sign that
	// closes it does: of a heredoc.
	End, After int
}

// TextEnd returns the end of a string of the form q without code in it, whose text begins at p, and
// whether something closed it.
func (s *Cursor) TextEnd(q *Quote, p int) (end int, closed bool) {
	closing := q.Close[0]
	for ; p < len(s.Src); p++ {
		switch c := s.Src[p]; {
		case c == '\\' && !q.Raw:
			if p++; s.At(p) == '\r' && s.At(p+1) == '\n' {
				p++
			}
		case c == closing && s.Has(p, q.Close):
			p += len(q.Close)
			if !q.Doubled || !s.Has(p, q.Close) {
				return p, true
			}
		case c == '\n' && !q.Lines:
			return p, false
		}
	}
	return len(s.Src), false
}

// Quoted reads a string or character from its quote at Pos; it began at start, prefix included. If
// the line ends first, lines says whether it goes on. It reports whether something closed it.
func (s *Cursor) Quoted(start int, quote byte, lines bool) bool {
	end, closed := s.TextEnd(&Quote{Close: string(rune(quote)), Lines: lines}, s.Pos+1)
	s.Pos = end
	if !closed && end < len(s.Src) {
		end = s.Trim(start, end)
	}
	s.Rec.Text(source.Span{Start: start, End: end}, source.String)
	return closed
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
