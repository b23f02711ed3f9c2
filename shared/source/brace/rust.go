package brace

import (
	"bytes"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/source"
)

// Rust reads Rust. The tokens of a macro are read as the code they look like.
func Rust(src []byte, r *source.Recorder) {
	r.Operands(&rustOperands)
	s := &rustReader{cursor: cursor{src: src, r: r}}
	s.frames = append(make([]rustFrame, 0, 16), rustFrame{scope: rustBlock, bracket: bracket{call: source.None}})
	s.reset()
	s.run()
}

var rustOperands = source.Operands{
	Signs: []string{"."}, Scope: "::", Suffixes: "?", Comments: []string{"//"}, Quotes: "\"'", Generics: true, Lifetimes: true, Macros: true,
}

// rustReader reads Rust in one pass. Its memory is a frame for each open bracket.
type rustReader struct {
	cursor
	nesting
	now        rustStatement
	frames     []rustFrame
	decorators []source.Span
	bases      []source.Span // of the trait whose head is read
	parameters []source.Span // of the function whose head is read, where bindings are wanted
	path       []cWord       // of a use tree, as far as it is read
	told       int           // words of path that an import has
	marks      []source.Mark
}

// run reads to the end.
func (s *rustReader) run() {
	if bytes.HasPrefix(s.src, []byte("\xef\xbb\xbf")) {
		s.pos = 3
	}
	if s.at(s.pos) == '#' && s.at(s.pos+1) == '!' && s.next(s.pos+2) != '[' {
		s.lineComment(false)
	}
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == '$':
			s.operator(c)
		case startsWord(c):
			s.word()
		case c == '\n':
			s.pos++
			if s.now.start < 0 && s.unsettled == 0 && s.r.Done(s.pos) {
				return
			}
		case isBlank(c):
			s.pos++
		case isWord(c):
			s.value(s.pos)
			s.number()
		default:
			s.punctuation(c)
		}
	}
	s.pos = min(s.pos, len(s.src)) // an escape or a sign of two bytes may reach beyond
	for len(s.frames) > 1 {
		s.pop(s.pos)
	}
	s.endStatement(s.pos)
}

// punctuation reads what is neither a word nor a number.
func (s *rustReader) punctuation(c byte) {
	switch c {
	case '"':
		s.value(s.pos)
		s.quoted(s.pos, '"', true)
	case '\'':
		s.began(s.pos)
		s.quote(s.pos)
	case '/':
		switch s.at(s.pos + 1) {
		case '/':
			s.lineComment(false)
		case '*':
			s.blockComment(true)
		default:
			s.sign(c)
		}
	case '#':
		s.hash()
	case '(':
		s.openParen()
	case '[':
		s.openSquare()
	case '{':
		s.openBrace()
	case ')', ']', '}':
		s.closeBracket(c)
	case ';':
		s.semicolon()
	case ',':
		s.comma()
	default:
		s.operator(c)
	}
}

// operator reads a sign that ends nothing.
func (s *rustReader) operator(c byte) {
	s.began(s.pos)
	next := s.at(s.pos + 1)
	switch {
	case c == ':' && next == ':':
		s.qualify()
	case c == ':':
		s.colon()
	case c == '.':
		s.dot()
	case c == '<':
		s.less()
	case c == '>':
		s.greater()
	case c == '|':
		s.bar()
	case c == '!' && next != '=' && s.now.prev == rustName:
		s.bang()
	case c == '-' && next == '>':
		s.pos += 2
		s.now.set(rustResult)
		s.now.mode = rustType
		s.now.prev = rustSign
	case c == '=' && next == '>':
		s.arm()
	case c == '=' && next != '=':
		s.assign()
	case c == '$':
		s.pos++
		s.now.dollar = s.pos
	default:
		s.sign(c)
	}
}

// sign reads any other operator.
func (s *rustReader) sign(c byte) {
	s.began(s.pos)
	t := &s.now
	length, compound := s.signLength(c)
	if compound && t.prev == rustName && t.mode == rustExpression {
		s.r.Revise(t.name.mark, source.Assignment)
	}
	s.pos += length
	if t.prev != rustKeyword || c != '*' && c != '&' {
		s.endCast()
	}
	if c == '*' && t.item == rustUse {
		t.set(rustGlob | rustLeaf)
	}
	t.prev = rustSign
	if c == '?' {
		t.prev = rustClose
	}
}

// signLength gives how long the operator at pos is, and whether it assigns.
// Doubled signs that may be two operators in a row are taken one by one.
func (s *rustReader) signLength(c byte) (length int, assigns bool) {
	next := s.at(s.pos + 1)
	switch {
	case next == '=':
		return 2, c != '=' && c != '!' && c != '<' && c != '>'
	case next != c:
		return 1, false
	case (c == '<' || c == '>') && s.at(s.pos+2) == '=':
		return 3, true
	case c == '*' || c == '&' || c == '!' || c == '-':
		return 1, false
	}
	return 2, false
}

// value notes that a literal begins at p.
func (s *rustReader) value(p int) {
	s.began(p)
	s.now.prev, s.now.chain = rustValue, p
}

// began notes where the statement begins, if it does here.
func (s *rustReader) began(p int) {
	if s.now.start < 0 {
		s.now.start = p
	}
}

// quote reads a character, or the name of a lifetime or label; start is where
// it began, prefix included.
func (s *rustReader) quote(start int) {
	p := s.pos + 1
	if s.at(p) != '\\' {
		_, size := utf8.DecodeRune(s.src[min(p, len(s.src)):min(p+4, len(s.src))])
		if s.at(p+size) != '\'' || size == 0 || s.at(p) == '\'' {
			end := s.wordEnd(p)
			if w := string(s.src[p:end]); end > p && w != "static" && w != "_" {
				s.r.Word(source.Span{Start: p, End: end}, source.Reference, source.Plain)
			}
			s.pos = max(end, p)
			if s.now.prev != rustKeyword {
				s.now.prev = rustLifetime
			}
			return
		}
	}
	s.value(start)
	s.quoted(start, '\'', false)
}

// rawString reads the rest of r#"…"# from its first # or quote; start is where
// the prefix began. It gives false where no string begins.
func (s *rustReader) rawString(start, p int) bool {
	hashes := 0
	for ; s.at(p) == '#'; p++ {
		hashes++
	}
	if s.at(p) != '"' {
		return false
	}
	for p++; p < len(s.src); p++ {
		if s.src[p] != '"' {
			continue
		}
		n := 0
		for n < hashes && s.at(p+1+n) == '#' {
			n++
		}
		if n == hashes {
			p += 1 + n
			s.pos = p
			s.r.Text(source.Span{Start: start, End: p}, source.String)
			return true
		}
		p += n
	}
	s.pos = len(s.src)
	s.r.Text(source.Span{Start: start, End: s.pos}, source.String)
	return true
}
