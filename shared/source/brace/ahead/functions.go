package ahead

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// Bounds of the look ahead for the end of a function in brackets; what ends later is taken for one that is called.
const (
	maxWrapped = 8 << 10 // bytes
	maxWraps   = 4       // brackets
	maxLooked  = 64 << 10
)

// function looks at a function that may follow.
type function struct {
	cursor.Ahead
	s *Text
}

// LambdaAt looks ahead whether the bracket at pos holds the parameters of a lambda. It looks at most over 8 KB.
func (s *Text) LambdaAt(pos int) bool {
	l := s.function(pos, 8<<10)
	return l.Byte() == '(' && l.lambda()
}

// Wrapped returns what is in the round brackets that open at pos, and where its head ends; -1 if it is not a function or class alone, or something follows that makes another value of
// it.
func (s *Text) Wrapped(pos int) (symbol source.Symbol, head int) {
	if s.looked > maxLooked+4*pos {
		return 0, -1 // a file of nothing but such brackets takes linear time
	}
	l := s.function(pos, maxWrapped)
	defer func() { s.looked += l.Here - pos }()
	depth := 0
	for ; depth < maxWraps && l.Byte() == '(' && !l.lambda(); depth++ {
		l.Here++
		l.Blank()
	}
	if depth == 0 {
		return 0, -1
	}
	symbol, head, ok := l.pass()
	if !ok {
		return 0, -1
	}
	for range depth {
		if l.Blank(); l.Byte() != ')' {
			return 0, -1
		}
		l.Here++
	}
	if !l.ends() {
		return 0, -1
	}
	return symbol, head
}

// function looks from pos over at most so many bytes.
func (s *Text) function(pos, most int) function {
	return function{cursor.Ahead{Cursor: &s.Cursor, Here: pos, End: min(pos+most, len(s.Src))}, s}
}

// word passes over a word and the blanks after it, and returns it.
func (l *function) word() string {
	from := l.Here
	l.Here = min(l.s.NameEnd(from), l.End)
	word := string(l.Src[from:l.Here])
	l.Blank()
	return word
}

// lambda reports whether the round bracket at the next byte holds the parameters of a lambda.
func (l *function) lambda() bool {
	m := *l
	whole := m.Bracket()
	m.Blank()
	l.s.looked += m.Here - l.Here
	return whole && (m.Has(m.Here, m.s.Arrow) || m.s.TypeAfter == ':' && m.Byte() == ':')
}

// pass passes over a function, a lambda or a class, and returns which it is and where its head ends: before
// the arrow or the body.
func (l *function) pass() (symbol source.Symbol, head int, ok bool) {
	word := l.word()
	if word == "async" {
		word = l.word()
	}
	switch word {
	case "function", "class":
		if word == "class" {
			symbol = source.Class
		}
		l.To("{")
		head = l.Here
		return symbol, head, l.Byte() == '{' && l.Bracket()
	case "":
		if l.Byte() != '(' || !l.lambda() {
			return 0, 0, false
		}
		l.Bracket()
		l.To("=")
	}
	head = l.Here
	if !l.Has(l.Here, "=>") {
		return 0, 0, false
	}
	l.Here += len("=>")
	l.Blank()
	if l.Byte() == '{' {
		return source.Function, head, l.Bracket()
	}
	l.To(",)")
	return source.Function, head, l.Byte() == ')'
}

// ends reports whether the value that was passed over ends here: nothing calls it, reads a member
// of it or makes it an operand.
func (l *function) ends() bool {
	from := l.Here
	l.Blank()
	lined := bytes.IndexByte(l.Src[from:min(l.Here, len(l.Src))], '\n') >= 0
	switch c := l.Byte(); {
	case l.Here >= len(l.Src) || strings.IndexByte(";,)]}", c) >= 0:
		return true
	case l.s.IsLetter(c):
		word := l.word()
		return word == "as" || word == "satisfies" || lined && word != "in" && word != "instanceof"
	case strings.IndexByte("([.`?:+-*/%&|^<>=", c) >= 0:
		return false
	}
	return lined
}

// LambdaFollows reports whether the brace at pos opens a lambda with parameters: their names and
// types up to an arrow. It looks at most over 256 bytes.
func (s *Text) LambdaFollows() bool {
	depth := 0
	for at, end := s.Pos+1, min(s.Pos+256, len(s.Src)); at < end; at++ {
		switch c := s.Src[at]; {
		case c == '-':
			if s.At(at+1) != '>' {
				return false
			}
			if depth == 0 {
				return true
			}
			at++
		case c == '(' || c == '<':
			depth++
		case c == ')' || c == '>':
			depth--
		case c <= ' ', c == ',', c == ':', c == '.', c == '?', c == '*', c == '@':
		case !s.InWord(c):
			return false
		}
	}
	return false
}

// ClosureFollows reports whether the brace at pos opens a closure with parameters: their names and
// types up to in. It looks at most over 256 bytes.
func (s *Text) ClosureFollows() bool {
	depth, begun := 0, false
	for at, end := s.Pos+1, min(s.Pos+256, len(s.Src)); at < end; at++ {
		before := s.Src[at-1]
		switch c := s.Src[at]; {
		case c == '\n' && depth == 0 && s.lineEnds(at, begun):
			return false
		case c == '>' && before != '-':
			depth--
		case c <= ' ', strings.IndexByte(",:.?!&@->", c) >= 0, c == '=' && depth > 0:
		case depth == 0 && !s.IsLetter(before) && s.Is(at, "in"):
			return true
		case c == '(' || c == '[' || c == '<':
			depth++
			begun = true
		case c == ')' || c == ']':
			depth--
		case !s.InWord(c), !begun && (s.Has(at, "for ") || s.Has(at, "case ")):
			return false
		default:
			begun = true
		}
	}
	return false
}

// lineEnds reports whether the line's end at pos ends what may be the parameters of a closure.
func (s *Text) lineEnds(pos int, begun bool) bool {
	return begun && s.Src[pos-1] != ',' && !s.Has(s.SkipBlank(pos), "in")
}
