// Package cfamily reads C and C++ without preprocessing: declarators, conditional branches and macros as they stand.
package cfamily

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// C reads C. Macros are read as they stand: what only the preprocessor knows is guessed from names and what follows.
func C(src []byte, r *source.Recorder) { newReader(src, r, false).run(len(src)) }

// CPP reads C++, and headers that may be either.
func CPP(src []byte, r *source.Recorder) { newReader(src, r, true).run(len(src)) }

// reader reads C and C++ in one pass. Its memory is a frame for each open bracket and a condition for each open #if.
type reader struct {
	cursor.Cursor
	cursor.Nesting
	plus       bool // C++
	end        int  // where reading stops: the end of the file or of a directive
	now        statement
	frames     []frame
	conditions []condition
	untracked  int           // conditions open beyond those kept
	directive  bool          // inside of a directive, where nothing is defined
	floor      int           // frames up to it, outside of a directive or of a branch that is not the first, are left alone
	bases      []source.Span // of the class whose head is read
	noAngle    int           // no template arguments that begin before it end within reach
	marks      []source.Mark
	names      []cursor.Word // of a using or namespace statement
	parameters []source.Span
}

// How receivers of calls are written in C and C++.
var (
	cOperands   = source.Operands{Signs: []string{"->", "."}, Comments: []string{"//"}, Quotes: "\"'", Path: "::", Self: "this"} // headers of C++ are read as C too
	cppOperands = source.Operands{
		Signs: []string{"->", "."}, Scope: "::", Comments: []string{"//"}, Quotes: "\"'", Generics: true, Creates: true,
		Path: "::", Self: "this", Hides: "template",
	}
)

func newReader(src []byte, r *source.Recorder, plus bool) *reader {
	s := &reader{Cursor: cursor.Cursor{Src: src, Rec: r}, plus: plus}
	s.Calls = r.Calls()
	s.now.reset()
	s.frames = append(make([]frame, 0, 16), frame{scope: inFile, Bracket: cursor.Bracket{Call: source.None}})
	r.Operands(&cOperands)
	if plus {
		r.Operands(&cppOperands)
		r.MembersInScope()
	}
	return s
}

// run reads to end.
func (s *reader) run(end int) {
	s.end = end
	for s.Pos < s.end {
		switch c := s.Src[s.Pos]; {
		case cursor.StartsWord(c):
			s.word()
		case c == '\n':
			s.Pos++
			if s.now.start < 0 && s.Unsettled == 0 && !s.directive && s.Rec.Done(s.Pos) {
				return
			}
		case cursor.IsBlank(c) || c == '\\':
			s.Pos++
		case cursor.IsWord(c) || c == '.' && s.At(s.Pos+1)-'0' < 10:
			s.began(s.Pos)
			s.Number()
			s.now.prev = tokenValue
		default:
			s.punctuation(c)
		}
	}
	s.Pos = min(s.Pos, len(s.Src)) // an escape or a sign of two bytes may reach beyond
	if !s.directive {
		s.finish()
	}
}

// finish ends what is open at the end of the file.
func (s *reader) finish() {
	for len(s.frames) > 1 {
		s.pop(s.Pos)
	}
	s.endStatement(s.Pos)
}

// punctuation reads what is neither a word nor a number.
func (s *reader) punctuation(c byte) {
	switch c {
	case '"', '\'':
		s.began(s.Pos)
		closed := s.Quoted(s.Pos, c, false)
		s.now.prev = tokenValue
		if !closed {
			s.unclosed()
		}
	case '/':
		switch s.At(s.Pos + 1) {
		case '/':
			s.LineComment(true)
		case '*':
			s.BlockComment(false)
		default:
			s.operator(c)
		}
	case '#':
		if !s.directive && s.BeginsLine(s.Pos) {
			s.readDirective()
			return
		}
		s.Pos++
	case '(':
		s.openParen()
	case '[':
		s.openBracket()
	case '{':
		s.openBrace()
	case ')', ']', '}':
		s.closeBracket(c)
	case ';':
		s.Pos++
		s.endStatement(s.Pos)
	case ',':
		s.comma()
	default:
		s.operator(c)
	}
}

// unclosed ends the statement if a string that nothing closed took the semicolon at the end of its line.
func (s *reader) unclosed() {
	if s.directive || s.Pos == 0 || s.Src[s.Trim(0, s.Pos)-1] != ';' {
		return
	}
	for len(s.frames)-1 > s.floor && s.top().Sign != '}' {
		s.pop(s.Pos)
	}
	s.endStatement(s.Pos)
}

// operator reads a sign that is not a bracket and ends nothing.
func (s *reader) operator(c byte) {
	next := s.At(s.Pos + 1)
	switch {
	case c == ':' && next == ':':
		s.qualify()
	case c == ':':
		s.colon()
	case c == '.' && next == '.':
		s.Pos += 2
		if s.At(s.Pos) == '.' {
			s.Pos++
		}
	case c == '.', c == '-' && next == '>':
		s.arrow(c)
	case c == '<':
		s.less()
	case c == '>':
		s.greater()
	case c == '*', c == '&':
		s.star(c)
	case c == '=' && next != '=':
		s.assign()
	default:
		s.sign(c, next)
	}
}

// sign reads any other operator, of one byte or two.
func (s *reader) sign(c, next byte) {
	s.began(s.Pos)
	if c == '~' && s.now.prev == tokenSign && s.now.sign == ':' { // A::~A
		s.Pos++
		return
	}
	compound := next == '=' && c != '=' && c != '!'
	switch {
	case compound && c != '~':
		s.target()
		s.Pos += 2
	case next == c || next == '=':
		s.Pos += 2
	default:
		s.Pos++
	}
	if c == '?' {
		s.now.set(flagTernary)
	}
	if c == '?' || c == '|' && next == c {
		s.top().Chooses = true
	}
	s.now.prev, s.now.sign = tokenSign, c
	if c != '~' || s.now.has(flagExpression) {
		s.now.set(flagExpression)
	}
	s.now.clear(flagLambda)
}

// began notes where the statement begins, if it does here.
func (s *reader) began(p int) {
	if s.now.start < 0 {
		s.now.start = p
	}
}
