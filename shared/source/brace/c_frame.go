package brace

import "github.com/ct-tools/ct/shared/source"

// cScope is what stands in a bracket.
type cScope uint8

const (
	cFile  cScope = iota // the file, a namespace, extern "C"
	cClass               // members
	cEnumerators
	cCode      // statements
	cValuesIn  // a braced initialiser
	cArguments // of a call, and any group
	cHeads     // of for, if, while
	cParameters
	cDeclarator // (*name)
	cSubscript
	cAngles      // template arguments and parameters
	cAttribution // of an attribute
	cUnpacked    // the names of auto [a, b]
)

// cFrame is an open bracket with the statement that it interrupts.
type cFrame struct {
	bracket
	outer  cStatement
	closes int // of an angle bracket: where it ends
	class  source.Span
	first  cWord // the first arguments that are nothing but a name
	second cWord
	scope  cScope
	access source.Visibility
	typed  bool // of parameters: the function has a type; of a head: it is that of catch
	kind   cAfter
}

// cAfter says what a bracket leaves behind for what follows it.
type cAfter uint8

const (
	cNothing    cAfter = iota
	cDeclares          // the parameters of what may be a function
	cControl           // a head: a statement follows
	cTypeName          // typeof(x)
	cUnnoticed         // an attribute
	cCaptures          // [x] of a lambda
	cLambdaHead        // its parameters
	cLambdaBody
	cClassBody
	cCalled
	cTemplated // the parameters behind template
)

func (s *cReader) top() *cFrame { return &s.frames[len(s.frames)-1] }

func (s *cReader) scope() cScope { return s.frames[len(s.frames)-1].scope }

// declarative tells whether declarations stand here and no expressions.
func (s *cReader) declarative() bool {
	switch s.scope() {
	case cFile, cClass, cParameters, cDeclarator, cAngles:
		return true
	}
	return false
}

// push opens a bracket at pos, which it leaves behind, with a statement of its
// own. The frame may be completed until the next push; it is not kept if the
// nesting is too deep.
func (s *cReader) push(sign byte, scope cScope, kind cAfter) *cFrame {
	s.began(s.pos)
	start := s.pos
	s.pos++
	if len(s.frames) >= maxNesting {
		s.over++
		return &cFrame{}
	}
	s.frames = append(s.frames, cFrame{bracket: bracket{start: start, call: source.None, sign: sign}, outer: s.now, scope: scope, kind: kind})
	s.deepen(sign)
	s.now.reset()
	return s.top()
}

// closeBracket takes a closing bracket: of what is open it ends the innermost
// that it fits.
func (s *cReader) closeBracket(c byte) {
	s.pos++
	at := s.fits(c, len(s.frames)-1, s.floor, func(i int) *bracket { return &s.frames[i].bracket })
	for at > 0 && len(s.frames) > at {
		s.pop(s.pos)
	}
}

// pop ends the innermost bracket before end and goes on with the statement
// around it.
func (s *cReader) pop(end int) {
	inner := s.now
	s.lastDeclarator(end)
	f := *s.top()
	s.ended(&f.bracket, s.r, end)
	s.frames = s.frames[:len(s.frames)-1]
	s.now = f.outer
	f.called(s.r, inner.prev != cNone || f.args > 0, end)
	s.after(&f, &inner, end)
}

// lastDeclarator ends what the bracket's own last statement declared.
func (s *cReader) lastDeclarator(end int) {
	switch s.scope() {
	case cDeclarator:
	case cCode, cFile, cClass, cHeads:
		if s.now.start >= 0 {
			s.endStatement(s.trim(s.now.start, max(end-1, s.now.start)))
		}
	default:
		s.endItem()
	}
}

// after says what the bracket was to the statement around it.
func (s *cReader) after(f *cFrame, inner *cStatement, end int) {
	t := &s.now
	if f.ends {
		t.reset()
		return
	}
	switch f.sign {
	case ')':
		t.prev = cParen
	case ']':
		t.prev = cBracket
	case '>':
		t.prev = cAngle
	default:
		t.prev = cBrace
	}
	switch f.kind {
	case cDeclares:
		t.set(cFunction)
		t.parens = source.Span{Start: f.start, End: end}
		t.args, t.first, t.second = f.args, f.first, f.second
		if inner.prev != cNone || f.args > 0 {
			t.args++
		}
	case cControl:
		t.reset()
	case cTypeName:
		t.prev = cType
		t.clear(cTypeof)
	case cUnnoticed:
		t.prev = f.outer.prev
		t.clear(cAttribute)
		if t.start == f.start {
			t.start = -1
		}
	case cCaptures:
		t.set(cLambda)
	case cLambdaHead:
		t.set(cLambda)
	case cLambdaBody:
		t.clear(cLambda)
		t.set(cExpression)
	case cClassBody:
		t.clear(cTag | cBases | cExpression)
		t.set(cTyped)
	case cTemplated:
		t.prev = cKeyword
	}
	if f.scope == cAngles && t.has(cBases) {
		s.extendBase(end)
	}
	if f.scope == cDeclarator {
		s.declarator(inner)
	}
}

// declarator takes what brackets around a name declare: (*name) or (*f(a)).
func (s *cReader) declarator(inner *cStatement) {
	t := &s.now
	t.name, t.scope = inner.name, inner.scope
	t.set(cTyped | cCandidate)
	if inner.has(cFunction) {
		t.set(cFunction | cAnyWord)
		t.fn, t.owner, t.parens, t.args = inner.fn, inner.owner, inner.parens, inner.args
		t.first = cWord{}
		return
	}
	if inner.has(cPointer) {
		t.set(cPointer)
	} else if t.name.at.Len() > 0 {
		t.prev, t.chain = cName, t.name.at.Start
	}
}
