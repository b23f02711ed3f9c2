package brace

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// Bounds of the look ahead for the end of a function in brackets; what ends
// later is taken for one that is called.
const (
	maxWrapped = 8 << 10 // bytes
	maxWraps   = 4       // brackets
	maxLooked  = 64 << 10
)

// bindWrapped begins the definition of the name whose value is a function or
// class in round brackets, the first of them at pos: const f = ((a) => a). A look
// ahead decides, for what is called at once is another value.
func (s *scanner) bindWrapped() {
	p := &s.f.part
	if !s.l.BoundFunctions || p.valueAt != s.Pos || p.name.at.End == 0 {
		return
	}
	symbol, head := s.wrapped(s.Pos)
	if head < 0 {
		return
	}
	signature := head
	for signature > s.Pos && s.Src[signature-1] <= ' ' {
		signature--
	}
	s.openBound(symbol)
	p.head--
	p.opened++
	s.Rec.Top().Signature.End = signature
}

// wrapped tells what stands in the round brackets of which the first is at pos,
// and where its head ends; -1 where it is not a function or class alone, or
// something follows that makes another value of it.
func (s *scanner) wrapped(pos int) (symbol source.Symbol, head int) {
	if s.looked > maxLooked+4*pos {
		return 0, -1 // a file of nothing but such brackets takes linear time
	}
	l := s.ahead(pos, maxWrapped)
	defer func() { s.looked += l.Here - pos }()
	depth := 0
	for ; depth < maxWraps && l.Byte() == '(' && !l.lambda(); depth++ {
		l.Here++
		l.Blank()
	}
	if depth == 0 {
		return 0, -1
	}
	symbol, head, ok := l.function()
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

// ahead looks at what follows, by the words of the language.
type ahead struct {
	cursor.Ahead
	s *scanner
}

// ahead looks from pos over at most so many bytes.
func (s *scanner) ahead(pos, most int) ahead {
	return ahead{cursor.Ahead{Cursor: &s.Cursor, Here: pos, End: min(pos+most, len(s.Src))}, s}
}

// word passes over a word and the blanks behind it, and returns it.
func (l *ahead) word() string {
	from := l.Here
	l.Here = min(l.s.wordEnd(from), l.End)
	word := string(l.Src[from:l.Here])
	l.Blank()
	return word
}

// lambda tells whether the round bracket at the next byte holds the parameters
// of a lambda.
func (l *ahead) lambda() bool {
	m := *l
	whole := m.Bracket()
	m.Blank()
	l.s.looked += m.Here - l.Here
	return whole && (m.Has(m.Here, m.s.l.Arrow) || m.s.l.TypeAfter == ':' && m.Byte() == ':')
}

// function passes over a function, a lambda or a class, and tells which and
// where its head ends: before the arrow or the body.
func (l *ahead) function() (symbol source.Symbol, head int, ok bool) {
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

// ends tells whether the value that was passed over ends here: nothing calls it,
// reads a member of it or makes it an operand.
func (l *ahead) ends() bool {
	from := l.Here
	l.Blank()
	lined := bytes.IndexByte(l.Src[from:min(l.Here, len(l.Src))], '\n') >= 0
	switch c := l.Byte(); {
	case l.Here >= len(l.Src) || strings.IndexByte(";,)]}", c) >= 0:
		return true
	case l.s.isLetter(c):
		word := l.word()
		return word == "as" || word == "satisfies" || lined && word != "in" && word != "instanceof"
	case strings.IndexByte("([.`?:+-*/%&|^<>=", c) >= 0:
		return false
	}
	return lined
}
