package rust

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// mode says what the words that come are.
type mode uint8

const (
	modeExpression mode = iota
	modeType
	modePattern
)

// token is what stood directly before.
type token uint8

const (
	tokenNone token = iota // the beginning of a statement or of what a comma parts
	tokenName
	tokenKeyword
	tokenSign
	tokenClose // a closing bracket
	tokenAngle // the end of generic arguments
	tokenValue
	tokenLifetime
	tokenBang // ! after the name of a macro
	tokenDot
	tokenPath // ::
)

// item is the keyword that leads a statement.
type item uint8

const (
	itemNone item = iota
	itemFn
	itemStruct
	itemUnion
	itemEnum
	itemTrait
	itemType
	itemConst
	itemStatic
	itemMod
	itemImpl
	itemUse
	itemExtern
	itemCrate
	itemMacroRules
	itemLet
	itemFor
)

type flag uint16

const (
	flagHead    flag = 1 << iota // a block follows, and no struct literal
	flagMatches                  // it is that of a match
	flagCast                     // after as
	flagResult                   // after ->
	flagPub
	flagCratePub // pub(crate)
	flagParams   // the parameters of a function stood
	flagBound    // a definition was opened for the closure that a name is bound to
	flagArm      // after the => of an arm
	flagWhere
	flagAlias       // after as in a use tree
	flagLeaf        // a use tree has something to import
	flagGlob        // its last word is *
	flagStatementIf // a keyword whose block ends the statement leads it
	flagOverrides   // impl Trait for
)

// statement is what is known of the statement, or the part between commas, that is being read.
type statement struct {
	start    int // of its first token, attributes left aside; -1 before it
	chain    int // where the dotted chain begins that name ends
	dollar   int // after a $ sign
	before   int // where its signature ends, 0 if not known
	declared int // index of a declaration to complete
	flags    flag
	mode     mode
	prev     token
	item     item
	name     cursor.Word // the last identifier
	tag      cursor.Word // the name that is defined
	alias    cursor.Word // of a use tree
	doc      source.Span
}

func (t *statement) has(f flag) bool { return t.flags&f != 0 }

func (t *statement) set(f flag) { t.flags |= f }

func (t *statement) clear(f flag) { t.flags &^= f }

// scope is what is in a bracket.
type scope uint8

const (
	inBlock scope = iota // items and statements
	inFields
	inVariants
	inTuple // the types of a tuple struct or variant
	inArms
	inParameters
	inClosure // between the bars
	inGroup   // of expressions
	inPatterns
	inKeyed // { x: y } of a pattern
	inTypes
	inAngles
	inLiteral
	inTree // of a use declaration
	inAttribute
	inVisibility
	inRules   // of macro_rules!
	inMatcher // of one rule
)

// frame is an open bracket with the statement that it interrupts.
type frame struct {
	cursor.Bracket
	outer    statement
	path     int // words of the path before it
	receiver string
	scope    scope
	local    bool // in the body of a function
	members  bool // of a trait, or of an implementation of one
	foreign  bool // of an extern block
	generic  bool // of angles: parameters
	body     bool // of rules: after =>
	armBody  bool // the block that an arm is
	blockish bool // a block that may end an arm
}

// maxDecorators bounds how many attributes of one item are kept.
const maxDecorators = 1 << 8

func (s *reader) top() *frame { return &s.frames[len(s.frames)-1] }

// reset begins a statement, in the mode that its bracket asks for.
func (s *reader) reset() {
	f := s.top()
	s.now = statement{start: -1, chain: -1, dollar: -1, declared: source.None}
	switch f.scope {
	case inTuple, inTypes, inAngles:
		s.now.mode = modeType
	case inArms, inParameters, inClosure, inPatterns, inKeyed:
		s.now.mode = modePattern
	}
	s.decorators, s.bases = nil, nil
}

// push opens a bracket at pos, which it leaves after.
func (s *reader) push(sign byte, scope scope) *frame {
	s.began(s.Pos)
	start := s.Pos
	s.Pos++
	if len(s.frames) >= cursor.MaxNesting {
		s.Over++
		return &frame{Bracket: cursor.Bracket{Call: source.None}}
	}
	outer := s.top()
	s.frames = append(s.frames, frame{
		Bracket: cursor.Bracket{Start: start, Call: source.None, Sign: sign}, outer: s.now, path: len(s.path), scope: scope, local: outer.local,
	})
	f := s.top()
	if scope == inGroup || scope == inBlock {
		f.receiver = "" // what stands in an expression belongs to no type
	}
	s.Deepen(sign)
	decorators, bases := s.decorators, s.bases
	s.reset()
	s.decorators, s.bases = decorators, bases
	return f
}

// closeBracket reads a closing bracket: of what is open it ends the innermost that it fits.
func (s *reader) closeBracket(c byte) {
	s.Pos++
	at := s.Fits(c, len(s.frames)-1, 0, func(i int) *cursor.Bracket { return &s.frames[i].Bracket })
	for at > 0 && len(s.frames) > at {
		s.pop(s.Pos)
	}
}

// pop ends the innermost bracket before end and goes on with the statement around it.
func (s *reader) pop(end int) {
	inner := s.now
	s.endPart(max(end-1, s.Closed))
	f := *s.top()
	s.Ended(&f.Bracket, s.Rec, end)
	s.frames = s.frames[:len(s.frames)-1]
	s.now = f.outer
	f.Called(s.Rec, inner.prev != tokenNone, end)
	if s.Calls {
		s.enclose(&f, &inner)
	}
	s.after(&f, end)
}

// after says what the bracket was to the statement around it.
func (s *reader) after(f *frame, end int) {
	t := &s.now
	t.prev = tokenClose
	switch f.scope {
	case inAngles:
		t.prev = tokenAngle
	case inAttribute:
		t.prev = f.outer.prev
		if t.start == f.Start {
			t.start = -1
		}
		if f.Sign == ']' && s.Src[f.Start-1] == '#' && len(s.decorators) < maxDecorators {
			s.decorators = append(s.decorators, source.Span{Start: f.Start - 1, End: end})
		}
	case inTree:
		t.clear(flagLeaf)
	case inVisibility:
		t.prev = tokenKeyword
		t.set(flagCratePub)
	case inParameters:
		t.set(flagParams)
	case inClosure:
		t.prev, t.mode = tokenSign, modeExpression
	}
	switch {
	case f.Ends:
		s.reset()
	case f.armBody:
		if c := s.Next(end); c != '.' && c != '?' {
			s.Pos = end
			if c == ',' {
				s.Pos = s.SkipBlank(end) + 1
			}
			s.reset()
		}
	case f.blockish && s.top().scope == inArms && t.has(flagArm) && s.armFollows(end):
		s.reset()
	}
}

// armFollows reports whether what follows the block of an arm begins the next arm.
func (s *reader) armFollows(p int) bool {
	p = s.SkipBlank(p)
	switch c := s.At(p); {
	case cursor.StartsWord(c):
		w := string(s.Src[p:s.WordEnd(p)])
		return w != "else" && w != "as"
	case cursor.IsWord(c), c == '"', c == '\'', c == '#', c == '(', c == '[':
		return true
	}
	return false
}
