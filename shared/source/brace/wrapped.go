package brace

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
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
	l := ahead{s: s, at: pos, end: min(pos+maxWrapped, len(s.Src))}
	defer func() { s.looked += l.at - pos }()
	depth := 0
	for ; depth < maxWraps && l.byte() == '(' && !l.lambda(); depth++ {
		l.at++
		l.blank()
	}
	if depth == 0 {
		return 0, -1
	}
	symbol, head, ok := l.function()
	if !ok {
		return 0, -1
	}
	for range depth {
		if l.blank(); l.byte() != ')' {
			return 0, -1
		}
		l.at++
	}
	if !l.ends() {
		return 0, -1
	}
	return symbol, head
}

// ahead looks at what follows, without reading it.
type ahead struct {
	s       *scanner
	at, end int
}

// byte gives the next byte, 0 at the end.
func (l *ahead) byte() byte {
	if l.at < l.end {
		return l.s.Src[l.at]
	}
	return 0
}

// blank passes over white space and comments.
func (l *ahead) blank() {
	for l.at < l.end {
		if c := l.s.Src[l.at]; c > ' ' && (c != '/' || !l.comment()) {
			return
		}
		l.at++
	}
}

// word passes over a word and the blanks behind it, and gives it.
func (l *ahead) word() string {
	from := l.at
	for l.at < l.end && (l.s.isLetter(l.s.Src[l.at]) || l.s.t.plain[l.s.Src[l.at]] == digit) {
		l.at++
	}
	word := string(l.s.Src[from:l.at])
	l.blank()
	return word
}

// lambda tells whether the round bracket at the next byte holds the parameters
// of a lambda.
func (l *ahead) lambda() bool {
	m := *l
	whole := m.bracket()
	m.blank()
	l.s.looked += m.at - l.at
	return whole && (m.s.Has(m.at, "=>") || m.s.l.TypeAfter == ':' && m.byte() == ':')
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
		l.to("{")
		head = l.at
		return symbol, head, l.byte() == '{' && l.bracket()
	case "":
		if l.byte() != '(' || !l.lambda() {
			return 0, 0, false
		}
		l.bracket()
		l.to("=")
	}
	head = l.at
	if !l.s.Has(l.at, "=>") {
		return 0, 0, false
	}
	l.at += len("=>")
	l.blank()
	if l.byte() == '{' {
		return source.Function, head, l.bracket()
	}
	l.to(",)")
	return source.Function, head, l.byte() == ')'
}

// bracket passes over the bracket at the next byte and what it holds.
func (l *ahead) bracket() bool {
	l.at++
	l.to(")]}")
	if l.at >= l.end {
		return false
	}
	l.at++
	return true
}

// to goes to the next byte of stops that stands outside of brackets, strings and
// comments; a closing bracket ends it as well.
func (l *ahead) to(stops string) {
	depth := 0
	for ; l.at < l.end; l.at++ {
		c := l.s.Src[l.at]
		if depth == 0 && strings.IndexByte(stops, c) >= 0 {
			return
		}
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return
			}
			depth--
		case '"', '\'', '`':
			l.at = l.s.quoteEnd(l.at, l.end)
		case '/':
			l.comment()
		}
	}
}

// comment goes to the last byte of the comment that begins at the next byte;
// false if none does.
func (l *ahead) comment() bool {
	rest := l.s.Src[l.at:l.end]
	var end int
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		end = bytes.IndexByte(rest, '\n')
	case bytes.HasPrefix(rest, []byte("/*")):
		end = bytes.Index(rest, []byte("*/")) + 1
	default:
		return false
	}
	if end <= 0 {
		end = len(rest) - 1
	}
	l.at += end
	return true
}

// ends tells whether the value that was passed over ends here: nothing calls it,
// reads a member of it or makes it an operand.
func (l *ahead) ends() bool {
	from := l.at
	l.blank()
	lined := bytes.IndexByte(l.s.Src[from:min(l.at, len(l.s.Src))], '\n') >= 0
	switch c := l.byte(); {
	case l.at >= len(l.s.Src) || strings.IndexByte(";,)]}", c) >= 0:
		return true
	case l.s.isLetter(c):
		word := l.word()
		return word == "as" || word == "satisfies" || lined && word != "in" && word != "instanceof"
	case strings.IndexByte("([.`?:+-*/%&|^<>=", c) >= 0:
		return false
	}
	return lined
}
