// Package cursor has the common parts of scanners for several languages: a place in the text with
// the comments before it, and the brackets that are open there.
package cursor

import "github.com/ct-tools/ct/shared/source"

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

// Has reports whether text is at p.
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

// SkipBlank returns the first place from p on that is not white space; it looks over a kilobyte at
// most, so that asking at every token stays cheap.
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

// Within returns p, a place where a definition may begin, moved into the definition that is open.
func (s *Cursor) Within(p int) int {
	if top := s.Rec.Top(); top != nil {
		return max(p, top.Span.Start)
	}
	return p
}
