package brace

import "github.com/ct-tools/ct/shared/source"

// rustMode says what the words that come are.
type rustMode uint8

const (
	rustExpression rustMode = iota
	rustType
	rustPattern
)

// rustToken is what stood directly before.
type rustToken uint8

const (
	rustNone rustToken = iota // the beginning of a statement or of what a comma parts
	rustName
	rustKeyword
	rustSign
	rustClose // a closing bracket
	rustAngle // the end of generic arguments
	rustValue
	rustLifetime
	rustBang // ! behind the name of a macro
	rustDot
	rustPath // ::
)

// rustItem is the keyword that leads a statement.
type rustItem uint8

const (
	rustNoItem rustItem = iota
	rustFn
	rustStruct
	rustUnion
	rustEnum
	rustTrait
	rustTypeItem
	rustConst
	rustStatic
	rustMod
	rustImpl
	rustUse
	rustExtern
	rustCrate
	rustMacroRules
	rustLet
	rustFor
)

type rustFlag uint16

const (
	rustHead    rustFlag = 1 << iota // a block follows, and no struct literal
	rustMatches                      // it is that of a match
	rustCast                         // behind as
	rustResult                       // behind ->
	rustPub
	rustCratePub // pub(crate)
	rustParams   // the parameters of a function stood
	rustBound    // a definition was opened for the closure that a name is bound to
	rustArm      // behind the => of an arm
	rustWhere
	rustAlias       // behind as in a use tree
	rustLeaf        // a use tree has something to import
	rustGlob        // its last word is *
	rustStatementIf // a keyword whose block ends the statement leads it
	rustOverrides   // impl Trait for
)

// rustStatement is what is known of the statement, or the part between commas,
// that is being read.
type rustStatement struct {
	start    int // of its first token, attributes left aside; -1 before it
	chain    int // where the dotted chain begins that name ends
	dollar   int // behind a $ sign
	before   int // where its signature ends, 0 if not known
	declared int // index of a declaration to complete
	flags    rustFlag
	mode     rustMode
	prev     rustToken
	item     rustItem
	name     cWord // the last identifier
	tag      cWord // the name that is defined
	alias    cWord // of a use tree
	doc      source.Span
}

func (t *rustStatement) has(f rustFlag) bool { return t.flags&f != 0 }

func (t *rustStatement) set(f rustFlag) { t.flags |= f }

func (t *rustStatement) clear(f rustFlag) { t.flags &^= f }

// rustScope is what stands in a bracket.
type rustScope uint8

const (
	rustBlock rustScope = iota // items and statements
	rustFields
	rustVariants
	rustTuple // the types of a tuple struct or variant
	rustArms
	rustParameters
	rustClosure // between the bars
	rustGroup   // of expressions
	rustPatterns
	rustKeyed // { x: y } of a pattern
	rustTypes
	rustAngles
	rustLiteral
	rustTree // of a use declaration
	rustAttribute
	rustVisibility
	rustRules   // of macro_rules!
	rustMatcher // of one rule
)

// rustFrame is an open bracket with the statement that it interrupts.
type rustFrame struct {
	bracket
	outer    rustStatement
	path     int // words of the path before it
	receiver string
	scope    rustScope
	local    bool // in the body of a function
	members  bool // of a trait, or of an implementation of one
	foreign  bool // of an extern block
	generic  bool // of angles: parameters
	body     bool // of rules: behind =>
	armBody  bool // the block that an arm is
	blockish bool // a block that may end an arm
}

// rustDecorators bounds how many attributes of one item are kept.
const rustDecorators = 1 << 8

func (s *rustReader) top() *rustFrame { return &s.frames[len(s.frames)-1] }

// reset begins a statement, in the mode that its bracket asks for.
func (s *rustReader) reset() {
	f := s.top()
	s.now = rustStatement{start: -1, chain: -1, dollar: -1, declared: source.None}
	switch f.scope {
	case rustTuple, rustTypes:
		s.now.mode = rustType
	case rustAngles:
		s.now.mode = rustType
	case rustArms, rustParameters, rustClosure, rustPatterns, rustKeyed:
		s.now.mode = rustPattern
	}
	s.decorators, s.bases = nil, nil
}

// push opens a bracket at pos, which it leaves behind.
func (s *rustReader) push(sign byte, scope rustScope) *rustFrame {
	s.began(s.pos)
	start := s.pos
	s.pos++
	if len(s.frames) >= maxNesting {
		s.over++
		return &rustFrame{bracket: bracket{call: source.None}}
	}
	outer := s.top()
	s.frames = append(s.frames, rustFrame{
		bracket: bracket{start: start, call: source.None, sign: sign}, outer: s.now, path: len(s.path), scope: scope, local: outer.local,
	})
	f := s.top()
	if scope == rustGroup || scope == rustBlock {
		f.receiver = "" // what stands in an expression belongs to no type
	}
	s.deepen(sign)
	decorators, bases := s.decorators, s.bases
	s.reset()
	s.decorators, s.bases = decorators, bases
	return f
}

// closeBracket takes a closing bracket: of what is open it ends the innermost
// that it fits.
func (s *rustReader) closeBracket(c byte) {
	s.pos++
	at := s.fits(c, len(s.frames)-1, 0, func(i int) *bracket { return &s.frames[i].bracket })
	for at > 0 && len(s.frames) > at {
		s.pop(s.pos)
	}
}

// pop ends the innermost bracket before end and goes on with the statement
// around it.
func (s *rustReader) pop(end int) {
	inner := s.now
	s.endPart(max(end-1, s.closed))
	f := *s.top()
	s.ended(&f.bracket, s.r, end)
	s.frames = s.frames[:len(s.frames)-1]
	s.now = f.outer
	f.called(s.r, inner.prev != rustNone, end)
	s.after(&f, end)
}

// after says what the bracket was to the statement around it.
func (s *rustReader) after(f *rustFrame, end int) {
	t := &s.now
	t.prev = rustClose
	switch f.scope {
	case rustAngles:
		t.prev = rustAngle
	case rustAttribute:
		t.prev = f.outer.prev
		if t.start == f.start {
			t.start = -1
		}
		if f.sign == ']' && s.src[f.start-1] == '#' && len(s.decorators) < rustDecorators {
			s.decorators = append(s.decorators, source.Span{Start: f.start - 1, End: end})
		}
	case rustTree:
		t.clear(rustLeaf)
	case rustVisibility:
		t.prev = rustKeyword
		t.set(rustCratePub)
	case rustParameters:
		t.set(rustParams)
	case rustClosure:
		t.prev, t.mode = rustSign, rustExpression
	}
	switch {
	case f.ends:
		s.reset()
	case f.armBody:
		if c := s.next(end); c != '.' && c != '?' {
			s.pos = end
			if c == ',' {
				s.pos = s.skipBlank(end) + 1
			}
			s.reset()
		}
	case f.blockish && s.top().scope == rustArms && t.has(rustArm) && s.armFollows(end):
		s.reset()
	}
}

// armFollows tells whether what follows the block of an arm begins the next arm.
func (s *rustReader) armFollows(p int) bool {
	p = s.skipBlank(p)
	switch c := s.at(p); {
	case startsWord(c):
		w := string(s.src[p:s.wordEnd(p)])
		return w != "else" && w != "as"
	case isWord(c), c == '"', c == '\'', c == '#', c == '(', c == '[':
		return true
	}
	return false
}
