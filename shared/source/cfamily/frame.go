package cfamily

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// scope is what is in a bracket.
type scope uint8

const (
	inFile  scope = iota // the file, a namespace, extern "C"
	inClass              // members
	inEnumerators
	inCode      // statements
	inValues    // a braced initialiser
	inArguments // of a call, and any group
	inHead      // of for, if, while
	inParameters
	inDeclarator // (*name)
	inSubscript
	inAngles    // template arguments and parameters
	inAttribute // of an attribute
	inUnpacked  // the names of auto [a, b]
)

// frame is an open bracket with the statement that it interrupts.
type frame struct {
	cursor.Bracket
	outer  statement
	closes int // of an angle bracket: where it ends
	class  source.Span
	first  cursor.Word // the first arguments that are nothing but a name
	second cursor.Word
	scope  scope
	access source.Visibility
	typed  bool // of parameters: the function has a type; of a head: it is that of catch
	kind   kind
}

// kind says what a bracket leaves after for what follows it.
type kind uint8

const (
	kindNothing    kind = iota
	kindDeclares        // the parameters of what may be a function
	kindControl         // a head: a statement follows
	kindTypeName        // typeof(x)
	kindUnnoticed       // an attribute
	kindCaptures        // [x] of a lambda
	kindLambdaHead      // its parameters
	kindLambdaBody
	kindClassBody
	kindCalled
	kindTemplated // the parameters after template
	kindLaunch    // <<<a, b>>>
)

func (s *reader) top() *frame { return &s.frames[len(s.frames)-1] }

func (s *reader) scope() scope { return s.frames[len(s.frames)-1].scope }

// declarative reports whether declarations stand here and no expressions.
func (s *reader) declarative() bool {
	switch s.scope() {
	case inFile, inClass, inParameters, inDeclarator, inAngles:
		return true
	}
	return false
}

// push opens a bracket at pos, which it leaves after, with a statement of its own. The frame may be
// completed until the next push; it is not kept if the nesting is too deep.
func (s *reader) push(sign byte, scope scope, kind kind) *frame {
	s.began(s.Pos)
	start := s.Pos
	s.Pos++
	if len(s.frames) >= cursor.MaxNesting {
		s.Over++
		return &frame{}
	}
	s.frames = append(s.frames, frame{Bracket: cursor.Bracket{Start: start, Call: source.None, Sign: sign}, outer: s.now, scope: scope, kind: kind})
	s.Deepen(sign)
	s.now.reset()
	return s.top()
}

// closeBracket reads a closing bracket: of what is open it ends the innermost that it fits.
func (s *reader) closeBracket(c byte) {
	s.Pos++
	at := s.Fits(c, len(s.frames)-1, s.floor, func(i int) *cursor.Bracket { return &s.frames[i].Bracket })
	for at > 0 && len(s.frames) > at {
		s.pop(s.Pos)
	}
}

// pop ends the innermost bracket before end and goes on with the statement around it.
func (s *reader) pop(end int) {
	inner := s.now
	s.lastDeclarator(end)
	f := *s.top()
	s.Ended(&f.Bracket, s.Rec, end)
	s.frames = s.frames[:len(s.frames)-1]
	s.now = f.outer
	f.Called(s.Rec, inner.prev != tokenNone || f.Args > 0, end)
	if s.Calls {
		s.enclose(&f, &inner)
		s.Doubt(&f.Bracket, s.Rec, cursor.StartsWord(s.Next(s.Pos)))
	}
	s.after(&f, &inner, end)
}

// lastDeclarator ends what the bracket's own last statement declared.
func (s *reader) lastDeclarator(end int) {
	switch s.scope() {
	case inDeclarator:
	case inCode, inFile, inClass, inHead:
		if s.now.start >= 0 {
			s.endStatement(s.Trim(s.now.start, max(end-1, s.now.start)))
		}
	default:
		s.endItem()
	}
}

// after says what the bracket was to the statement around it.
func (s *reader) after(f *frame, inner *statement, end int) {
	t := &s.now
	if f.Ends {
		t.reset()
		return
	}
	switch f.Sign {
	case ')':
		t.prev = tokenParen
	case ']':
		t.prev = tokenBracket
	case '>':
		t.prev = tokenAngle
	default:
		t.prev = tokenBrace
	}
	switch f.kind {
	case kindDeclares:
		t.set(flagFunction)
		t.parens = source.Span{Start: f.Start, End: end}
		t.args, t.first, t.second = f.Args, f.first, f.second
		if inner.prev != tokenNone || f.Args > 0 {
			t.args++
		}
	case kindControl:
		t.reset()
	case kindTypeName:
		t.prev = tokenType
		t.clear(flagTypeof)
	case kindUnnoticed:
		t.prev = f.outer.prev
		t.clear(flagAttribute)
		if t.start == f.Start {
			t.start = -1
		}
	case kindCaptures, kindLambdaHead:
		t.set(flagLambda)
	case kindLambdaBody:
		t.clear(flagLambda)
		t.set(flagExpression)
	case kindClassBody:
		t.clear(flagTag | flagBases | flagExpression)
		t.set(flagTyped)
	case kindTemplated:
		t.prev = tokenKeyword
	}
	if f.scope == inAngles && t.has(flagBases) {
		s.extendBase(end)
	}
	if f.scope == inDeclarator {
		s.declarator(inner)
	}
}

// declarator reads what brackets around a name declare: (*name) or (*f(a)).
func (s *reader) declarator(inner *statement) {
	t := &s.now
	t.name, t.scope = inner.name, inner.scope
	t.set(flagTyped | flagCandidate)
	if inner.has(flagFunction) {
		t.set(flagFunction | flagAnyWord)
		t.fn, t.owner, t.parens, t.args = inner.fn, inner.owner, inner.parens, inner.args
		t.first = cursor.Word{}
		return
	}
	if inner.has(flagPointer) {
		t.set(flagPointer)
	} else if t.name.At.Len() > 0 {
		t.prev, t.chain = tokenName, t.name.At.Start
	}
}
