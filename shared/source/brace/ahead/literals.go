package ahead

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// NumberEnd returns the end of the number that begins at pos; a member has no fraction.
func (s *Text) NumberEnd(pos int, member bool) int {
	hex := s.Has(pos, "0x") || s.Has(pos, "0X")
	for pos++; pos < len(s.Src) && s.inNumber(pos, hex, member); pos++ {
		continue
	}
	return pos
}

// inNumber reports whether the byte at pos belongs to the number before it; a member has no fraction.
func (s *Text) inNumber(pos int, hex, member bool) bool {
	c := s.Src[pos]
	switch {
	case s.Letters[c] == Digit:
		return true
	case s.IsLetter(c):
		return c < 0x80
	case c == '+' || c == '-':
		return s.Src[pos-1]|0x20 == 'e' && !hex
	case c == '.' && pos+1 < len(s.Src) && s.Src[pos-1] != '.' && !member:
		after := s.Src[pos+1]
		if s.TypeFirst && after < 0x80 && s.IsLetter(after) {
			return !s.IsLetter(s.At(pos+2)) && (after|0x20 == 'f' || after|0x20 == 'd' || after|0x20 == 'e')
		}
		return after != '.' && !s.IsLetter(after)
	}
	return false
}

// RegexEnd returns the end of the regular expression that begins at pos; if none ends on its line, the
// end of that, and false.
func (s *Text) RegexEnd(pos int) (end int, ok bool) {
	inClass := false
	for pos++; pos < len(s.Src); pos++ {
		switch c := s.Src[pos]; {
		case c == '\n':
			return pos, false
		case c == '\\':
			pos++
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '/' && !inClass:
			for pos++; s.IsLetter(s.At(pos)); pos++ {
				continue
			}
			return pos, true
		}
	}
	return len(s.Src), false
}

// PassLine goes to the end of a comment's line, or to the sign that stops it.
func (s *Text) PassLine() {
	start := s.Pos
	if s.Pos = s.LineEnd(start); s.Pos == len(s.Src) {
		return
	}
	if stop := bytes.Index(s.Src[start:s.Pos], []byte(s.LineStop)); s.LineStop != "" && stop >= 0 {
		s.Pos = start + stop
	} else if s.Src[s.Pos-1] == '\r' {
		s.Pos--
	}
}

// Summary returns the first line of a comment that says something, without the signs around it. Of tags it returns what
// those for a summary say, and nothing for what others say of parameters and results.
func (s *Text) Summary(comment source.Span) source.Span {
	line := s.FirstLine(comment)
	if line.Len() == 0 || s.Src[line.Start] != '@' {
		return line
	}
	for _, tag := range []string{"@brief ", "@description ", "@summary "} {
		if s.Has(line.Start, tag) {
			return source.Span{Start: min(line.Start+len(tag), line.End), End: line.End}
		}
	}
	return source.Span{}
}

// JoinsOperands reports whether the word at pos is an operator between two values.
func (s *Text) JoinsOperands(pos int) bool {
	word := s.letters(pos)
	if s.At(pos+len(word)) == '.' {
		return false
	}
	switch word {
	case "instanceof", "is", "as", "in", "when", "and", "or", "switch", "with":
		return true
	}
	return false
}

// Prefixed returns the form of the string whose prefix of @ and $ begins at pos, and where its text
// begins; without a string a form that does not open, which is Raw after @, and where the prefix ends.
func (s *Text) Prefixed(pos int) (q cursor.Quote, from int) {
	at, holes := pos, 0
	for ; at < len(s.Src) && at < pos+16 && (s.Src[at] == '@' || s.Src[at] == '$'); at++ {
		if s.Src[at] == '@' {
			q.Raw = true
		} else {
			holes++
		}
	}
	if s.At(at) != '"' {
		return q, at
	}
	q = cursor.Quote{Open: `"`, Close: `"`, Raw: q.Raw, Doubled: q.Raw, Lines: q.Raw}
	from = at + 1
	if s.Has(at, `"""`) && !q.Raw {
		q = cursor.Quote{Open: `"""`, Close: `"""`, Raw: true, Lines: true}
		from = at + 3
	}
	switch holes {
	case 0:
	case 1:
		q.Code, q.Escape = "{", "{{"
	default:
		q.Code = "{{"
	}
	return q, from
}

// A Heredoc is a text up to a line that has its label.
type Heredoc struct {
	Quoted byte // the sign around the label, if there is one
	Text   source.Span
	After  int // where the label ends after the text
}

// HeredocAt returns the heredoc whose label is at pos.
func (s *Text) HeredocAt(pos int) (h Heredoc, ok bool) {
	for s.At(pos) == ' ' || s.At(pos) == '\t' {
		pos++
	}
	if c := s.At(pos); c == '\'' || c == '"' {
		h.Quoted = c
		pos++
	}
	at := s.NameEnd(pos)
	if at == pos || !s.IsLetter(s.Src[pos]) {
		return h, false
	}
	h.Text.End, h.After = s.heredocEnd(at, s.Src[pos:at])
	if h.Text.Start = bytes.IndexByte(s.Src[at:], '\n') + at + 1; h.Text.Start <= pos || h.Text.Start > h.Text.End {
		h.Text.Start = h.Text.End
	}
	return h, true
}

// Hashed returns the form of a string between the signs from start to at and as many after it, and where
// its text begins.
func (s *Text) Hashed(start, at int) (q cursor.Quote, from int) {
	hashes := string(s.Src[start:at])
	q = cursor.Quote{Open: `"`, Close: `"` + hashes, Raw: true, Code: `\` + hashes + "("}
	if s.Has(at, `"""`) {
		q.Close, q.Lines = `"""`+hashes, true
		return q, at + len(`"""`)
	}
	return q, at + 1
}

// LineBegins reports whether nothing but blanks stands before pos in its line.
func (s *Text) LineBegins(pos int) bool {
	for ; pos > 0 && s.Src[pos-1] != '\n'; pos-- {
		if s.Src[pos-1] > ' ' && s.Src[pos-1] < 0x80 {
			return false
		}
	}
	return true
}

// Preamble reads what is before the first statement: a line that names the interpreter, a byte order mark.
func (s *Text) Preamble() {
	if s.Has(0, "#!") {
		s.Pos = s.LineEnd(0)
		s.Rec.Text(source.Span{Start: 0, End: s.Pos}, source.Comment)
	}
	if s.Has(0, "\ufeff") {
		s.Pos = len("\ufeff")
	}
}

// TagNameEnd returns the end of the name in a tag that pos is in; it may have hyphens.
func (s *Text) TagNameEnd(pos int) int {
	for pos < len(s.Src) && (s.Src[pos] == '-' || s.InWord(s.Src[pos])) {
		pos++
	}
	return pos
}
