// Package rust reads Rust.
package rust

import (
	"bytes"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// Scan reads Rust. The tokens of a macro are read as the code they look like.
func Scan(src []byte, r *source.Recorder) {
	r.Operands(&operands)
	s := &reader{Cursor: cursor.Cursor{Src: src, Rec: r}}
	s.Calls = r.Calls()
	s.frames = append(make([]frame, 0, 16), frame{scope: inBlock, Bracket: cursor.Bracket{Call: source.None}})
	s.reset()
	s.run()
}

var operands = source.Operands{
	Signs: []string{"."}, Scope: "::", Suffixes: "?", Comments: []string{"//"}, Quotes: "\"'", Generics: true, Lifetimes: true, Macros: true,
	Path: "::", Self: "self Self",
}

// reader reads Rust in one pass. Its memory is a frame for each open bracket.
type reader struct {
	cursor.Cursor
	cursor.Nesting
	now        statement
	frames     []frame
	decorators []source.Span
	bases      []source.Span // of the trait whose head is read
	parameters []source.Span // of the function whose head is read, if bindings are wanted
	path       []cursor.Word // of a use tree, as far as it is read
	reported   int           // words of path that an import has
	marks      []source.Mark
}

// run reads to the end.
func (s *reader) run() {
	if bytes.HasPrefix(s.Src, []byte("\xef\xbb\xbf")) {
		s.Pos = 3
	}
	if s.At(s.Pos) == '#' && s.At(s.Pos+1) == '!' && s.Next(s.Pos+2) != '[' {
		s.LineComment(false)
	}
	for s.Pos < len(s.Src) {
		switch c := s.Src[s.Pos]; {
		case c == '$':
			s.operator(c)
		case cursor.StartsWord(c):
			s.word()
		case c == '\n':
			s.Pos++
			if s.now.start < 0 && s.Unsettled == 0 && s.Rec.Done(s.Pos) {
				return
			}
		case cursor.IsBlank(c):
			s.Pos++
		case cursor.IsWord(c):
			s.value(s.Pos)
			s.Number()
		default:
			s.punctuation(c)
		}
	}
	s.Pos = min(s.Pos, len(s.Src)) // an escape or a sign of two bytes may reach beyond
	for len(s.frames) > 1 {
		s.pop(s.Pos)
	}
	s.endStatement(s.Pos)
}

// punctuation reads what is neither a word nor a number.
func (s *reader) punctuation(c byte) {
	switch c {
	case '"':
		s.value(s.Pos)
		s.Quoted(s.Pos, '"', true)
	case '\'':
		s.began(s.Pos)
		s.quote(s.Pos)
	case '/':
		switch s.At(s.Pos + 1) {
		case '/':
			s.LineComment(false)
		case '*':
			s.BlockComment(true)
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
func (s *reader) operator(c byte) {
	s.began(s.Pos)
	next := s.At(s.Pos + 1)
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
	case c == '!' && next != '=' && s.now.prev == tokenName:
		s.bang()
	case c == '-' && next == '>':
		s.Pos += 2
		s.now.set(flagResult)
		s.now.mode = modeType
		s.now.prev = tokenSign
	case c == '=' && next == '>':
		s.arm()
	case c == '=' && next != '=':
		s.assign()
	case c == '$':
		s.Pos++
		s.now.dollar = s.Pos
	default:
		s.sign(c)
	}
}

// sign reads any other operator.
func (s *reader) sign(c byte) {
	s.began(s.Pos)
	t := &s.now
	length, compound := s.signLength(c)
	if compound && t.prev == tokenName && t.mode == modeExpression {
		s.Rec.Revise(t.name.Mark, source.Assignment)
	}
	s.top().Chooses = s.top().Chooses || length == 2 && (c == '&' || c == '|')
	s.Pos += length
	if t.prev != tokenKeyword || c != '*' && c != '&' {
		s.endCast()
	}
	if c == '*' && t.item == itemUse {
		t.set(flagGlob | flagLeaf)
	}
	t.prev = tokenSign
	if c == '?' {
		t.prev = tokenClose
	}
}

// signLength returns the operator's length at pos, and whether it assigns. Doubled signs that may be two are split.
func (s *reader) signLength(c byte) (length int, assigns bool) {
	next := s.At(s.Pos + 1)
	switch {
	case next == '=':
		return 2, c != '=' && c != '!' && c != '<' && c != '>'
	case next != c:
		return 1, false
	case (c == '<' || c == '>') && s.At(s.Pos+2) == '=':
		return 3, true
	case c == '*' || c == '&' || c == '!' || c == '-':
		return 1, false
	}
	return 2, false
}

// value notes that a literal begins at p.
func (s *reader) value(p int) {
	s.began(p)
	s.now.prev, s.now.chain = tokenValue, p
}

// began notes where the statement begins, if it does here.
func (s *reader) began(p int) {
	if s.now.start < 0 {
		s.now.start = p
	}
}

// quote reads a character, or the name of a lifetime or label; start is where it began, prefix included.
func (s *reader) quote(start int) {
	if p := s.Pos + 1; s.At(p) != '\\' {
		_, size := utf8.DecodeRune(s.Src[min(p, len(s.Src)):min(p+4, len(s.Src))])
		if s.At(p+size) != '\'' || size == 0 || s.At(p) == '\'' {
			end := s.WordEnd(p)
			if w := string(s.Src[p:end]); end > p && w != "static" && w != "_" {
				s.Rec.Word(source.Span{Start: p, End: end}, source.Reference, source.Plain)
			}
			s.Pos = max(end, p)
			if s.now.prev != tokenKeyword {
				s.now.prev = tokenLifetime
			}
			return
		}
	}
	s.value(start)
	s.Quoted(start, '\'', false)
}

// rawString reads the rest of r#"…"# from its first # or quote; start is where the prefix began. It
// returns false if no string begins.
func (s *reader) rawString(start, p int) bool {
	hashes := p
	for s.At(p) == '#' {
		p++
	}
	if s.At(p) != '"' {
		return false
	}
	closing := `"` + string(s.Src[hashes:p])
	if n := bytes.Index(s.Src[p+1:], []byte(closing)); n >= 0 {
		s.Pos = p + 1 + n + len(closing)
	} else {
		s.Pos = len(s.Src)
	}
	s.Rec.Text(source.Span{Start: start, End: s.Pos}, source.String)
	return true
}
