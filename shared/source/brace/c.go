package brace

import "github.com/ct-tools/ct/shared/source"

// C reads C. Macros are read as they stand: what only the preprocessor could
// tell is guessed from how names are written and what follows them.
func C(src []byte, r *source.Recorder) { newC(src, r, false).run(len(src)) }

// CPP reads C++, and headers that may be either.
func CPP(src []byte, r *source.Recorder) { newC(src, r, true).run(len(src)) }

// cReader reads C and C++ in one pass. Its memory is a frame for each open
// bracket and a condition for each open #if.
type cReader struct {
	cursor
	nesting
	plus       bool // C++
	end        int  // where reading stops: the end of the file or of a directive
	now        cStatement
	frames     []cFrame
	conditions []cCondition
	untracked  int           // conditions open beyond those kept
	directive  bool          // inside of a directive, where nothing is defined
	floor      int           // frames up to it, outside of a directive or of a branch that is not the first, are left alone
	bases      []source.Span // of the class whose head is read
	noAngle    int           // no template arguments that begin before it end within reach
	marks      []source.Mark
	names      []cWord // of a using or namespace statement
	parameters []source.Span
}

// How receivers of calls are written in C and C++.
var (
	cOperands   = source.Operands{Signs: []string{"->", "."}, Comments: []string{"//"}, Quotes: "\"'"}
	cppOperands = source.Operands{
		Signs: []string{"->", "."}, Scope: "::", Comments: []string{"//"}, Quotes: "\"'", Generics: true, Creates: true,
	}
)

func newC(src []byte, r *source.Recorder, plus bool) *cReader {
	s := &cReader{cursor: cursor{src: src, r: r}, plus: plus}
	s.now.reset()
	s.frames = append(make([]cFrame, 0, 16), cFrame{scope: cFile, bracket: bracket{call: source.None}})
	r.Operands(&cOperands)
	if plus {
		r.Operands(&cppOperands)
		r.MembersInScope()
	}
	return s
}

// run reads to end.
func (s *cReader) run(end int) {
	s.end = end
	for s.pos < s.end {
		switch c := s.src[s.pos]; {
		case startsWord(c):
			s.word()
		case c == '\n':
			s.pos++
			if s.now.start < 0 && s.unsettled == 0 && !s.directive && s.r.Done(s.pos) {
				return
			}
		case isBlank(c) || c == '\\':
			s.pos++
		case isWord(c) || c == '.' && s.at(s.pos+1)-'0' < 10:
			s.began(s.pos)
			s.number()
			s.now.prev = cValue
		default:
			s.punctuation(c)
		}
	}
	s.pos = min(s.pos, len(s.src)) // an escape or a sign of two bytes may reach beyond
	if !s.directive {
		s.finish()
	}
}

// finish ends what is open at the end of the file.
func (s *cReader) finish() {
	for len(s.frames) > 1 {
		s.pop(s.pos)
	}
	s.endStatement(s.pos)
}

// punctuation reads what is neither a word nor a number.
func (s *cReader) punctuation(c byte) {
	switch c {
	case '"', '\'':
		s.began(s.pos)
		closed := s.quoted(s.pos, c, false)
		s.now.prev = cValue
		if !closed {
			s.unclosed()
		}
	case '/':
		switch s.at(s.pos + 1) {
		case '/':
			s.lineComment(true)
		case '*':
			s.blockComment(false)
		default:
			s.operator(c)
		}
	case '#':
		if !s.directive && s.beginsLine(s.pos) {
			s.readDirective()
			return
		}
		s.pos++
	case '(':
		s.openParen()
	case '[':
		s.openBracket()
	case '{':
		s.openBrace()
	case ')', ']', '}':
		s.closeBracket(c)
	case ';':
		s.pos++
		s.endStatement(s.pos)
	case ',':
		s.comma()
	default:
		s.operator(c)
	}
}

// unclosed ends the statement where a string that nothing closed took the
// semicolon at the end of its line.
func (s *cReader) unclosed() {
	if s.directive || s.pos == 0 || s.src[s.trim(0, s.pos)-1] != ';' {
		return
	}
	for len(s.frames)-1 > s.floor && s.top().sign != '}' {
		s.pop(s.pos)
	}
	s.endStatement(s.pos)
}

// operator reads a sign that is no bracket and ends nothing.
func (s *cReader) operator(c byte) {
	next := s.at(s.pos + 1)
	switch {
	case c == ':' && next == ':':
		s.qualify()
	case c == ':':
		s.colon()
	case c == '.' && next == '.':
		s.pos += 2
		if s.at(s.pos) == '.' {
			s.pos++
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
func (s *cReader) sign(c, next byte) {
	s.began(s.pos)
	if c == '~' && s.now.prev == cSign && s.now.sign == ':' { // A::~A
		s.pos++
		return
	}
	compound := next == '=' && c != '=' && c != '!'
	switch {
	case compound && c != '~':
		s.target()
		s.pos += 2
	case next == c || next == '=':
		s.pos += 2
	default:
		s.pos++
	}
	if c == '?' {
		s.now.set(cTernary)
	}
	s.now.prev, s.now.sign = cSign, c
	if c != '~' || s.now.has(cExpression) {
		s.now.set(cExpression)
	}
	s.now.clear(cLambda)
}

// began notes where the statement begins, if it does here.
func (s *cReader) began(p int) {
	if s.now.start < 0 {
		s.now.start = p
	}
}
