package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// context is what a bracket holds.
type context uint8

const (
	statements  context = iota // the file, a body, a block
	members                    // of a class, interface, trait
	enumerators                // of an enum
	typeBody                   // { a: T } as a type
	literal                    // members of an object
	list                       // [a, b]
	parameters                 // of a function that is declared
	arguments                  // of a call
	group                      // (a), perhaps the parameters of a lambda
	subscript                  // a[b]
	header                     // of if, for, while, switch, catch
	pattern                    // names in braces or brackets after let, var
	typeGroup                  // (…), […] or <…> of types
	typeNames                  // <T extends U> of a declaration
	code                       // within a string or markup
	attribute                  // [X(…)]
	tag                        // <Name a="b">
	// What follows is not code and has a reader of its own.
	templateText
	markupText
)

// frame is an open bracket.
type frame struct {
	sign         byte // the bracket; 0 of text
	ctx          context
	local        bool // names that are declared directly within are locals
	operand      bool // its end leaves an operand
	resume       bool // its end does not end the part around it
	typed        bool // all within are types
	targets      bool // its words may prove to be targets or parameters
	symbol       source.Symbol
	own          int           // definitions that end with it
	deco         int           // where the attribute begins whose arguments it holds, else -1
	call         int           // index of the call whose arguments it holds, else None
	start        int           // of the bracket
	base         int           // of pending
	quote        *cursor.Quote // of text
	closing      bool          // of a tag: nothing stands between it and its end
	owner        source.Span   // name of the class or object whose members it holds
	mark         source.Mark   // of the word before it: a callee
	key          *keyword      // that stood before a header
	before       int           // of <: where what stands before it ends
	afterOperand bool          // of <: it stands after an operand
	member       bool          // of <: after a member
	chain        int           // of <
	creating     bool          // of <, and of arguments: after new
	block        *source.Block // of the names that are bound in it alone
	held         *cursor.Held  // what in it may be called, where calls are wanted
	chooses      bool          // an operator in it chooses between operands
	access       bool          // of <: a dot stands before it
	part         part
}

// phase says how far a part has come.
type phase uint8

const (
	fresh      phase = iota // nothing but modifiers
	expression              // a value
	naming                  // after a declaring keyword: the name follows
	heading                 // after the name of a definition, before its body
	binding                 // after let, var, const: a name or pattern follows
	bound                   // after such a name
	named                   // after the name of a member or key, or a type-first name
	exporting               // after export
	ignored                 // the rest says nothing: a package clause
)

// typing says whether a part is in a type, and what ends it.
type typing uint8

const (
	noType     typing = iota
	annotation        // after the colon of a name
	result            // after the colon of a function's head
	arrowType         // after the colon of what may be a lambda's parameters
	castType          // after as
	bases             // after extends, implements
	aliased           // type X = …
)

// valueAt of a part: no value yet expected, and one that begins with the next token.
const (
	noValue   = -2
	valueNext = -1
)

// part is what lies between two separators of a frame: a statement, an argument, a parameter, a member.
type part struct {
	phase   phase
	typ     typing
	symbol  source.Symbol
	vis     source.Visibility
	role    role          // of the keyword that declares or binds
	binds   source.Symbol // of declarators
	flags   flags
	permits bool // the types that follow in a head are those below, and no bases
	start   int  // of its first token, modifiers included, attributes not; -1 if there is none
	name    declarator
	from    int // where the declaration of name begins
	doc     source.Span

	candidate int // where the name begins that is pending, -1 without

	ternary  int // conditions that wait for their colon
	valueAt  int // where the value of name begins
	group    int // where the bracket or word that may hold a lambda's parameters begins, -1 without
	gbase    int // and of its pending words
	lit      int // base of the pending words of the literal that was closed last, -1 without
	head     int // definitions whose body is to come
	opened   int // definitions that end with the part
	declared int // index of a declaration to be completed, None without
	sigEnd   int // where the signature of it ends, 0 if not known
	base     int // of pending
	decoBase int // of decorators
	blocks   int // of blocks
	typeEnd  int // type-first: where the type ends that is all there is of it so far
}

// flags of a part.
type flags uint32

const (
	spread     flags = 1 << iota // ... stood before
	inner                        // the function or class is an operand
	keywordArg                   // name: or name= stood before the value
	hasType                      // type-first: a type stood before
	hasBody
	mayDeclare      // type-first: after a word that lets an argument declare
	certain         // type-first: what comes is a type
	isDeclared      // a definition of it was declared, asked for or not
	isReadonly      // readonly stood before
	fieldParameters // its parameters are fields
	unbound         // the name is a local that is not yet bound: it may prove to be a function or a module
	isOpen          // the definition of the name was opened before the arrow of its lambda
	defaulted       // = stood in it: what follows is no target
	bindsMore       // a comma begins another declarator
	ofBlock         // its names are of the block around
	isStatic        // static stood before
	flagA           // for the hooks of a language
	flagB
	flagC
	flagD
)

func (p *part) has(f flags) bool { return p.flags&f == f }

// isExpression makes a part an expression if nothing of it was read.
func (p *part) isExpression() {
	if p.phase == fresh {
		p.phase = expression
	}
}

// endCast ends the type after as.
func (p *part) endCast() {
	if p.typ == castType {
		p.typ = noType
	}
}

func (s *scanner) resetPart() {
	p := &s.f.part
	*p = part{start: -1, valueAt: noValue, candidate: -1, group: -1, lit: -1, declared: source.None, base: len(s.pending), decoBase: len(s.decorators), blocks: len(s.blocks)}
}

// push opens a bracket at pos with its part not yet begun. The caller completes the frame.
func (s *scanner) push(sign byte, ctx context) *frame {
	if s.waiting > 0 && (ctx == statements || ctx == members) {
		s.settle()
	}
	s.frames = append(s.frames, frame{
		sign: sign, ctx: ctx, call: source.None, start: s.Pos, base: len(s.pending), local: true, operand: true, resume: true, deco: -1,
		typed: ctx == typeBody || ctx == typeGroup, targets: ctx == pattern,
	})
	if sign == '{' {
		s.curly++
	}
	s.f = &s.frames[len(s.frames)-1]
	s.resetPart()
	s.creates = false
	return s.f
}

// pop ends the innermost bracket before end, and with it its last part and the definitions whose body it is.
func (s *scanner) pop(end int) *frame {
	s.endPart()
	return s.unwind(end)
}

// unwind reads the innermost frame away, whose last part ended. It is valid until the next push.
func (s *scanner) unwind(end int) *frame {
	f := s.f
	for range f.own {
		s.Rec.Close(end)
	}
	if f.sign == '{' {
		s.curly--
	}
	if s.waiting == len(s.frames) {
		s.waiting = 0
	}
	s.frames = s.frames[:len(s.frames)-1]
	s.f = &s.frames[len(s.frames)-1]
	if f.block != nil {
		if f.block.Span.End = end; f.ctx == header {
			s.blocks = append(s.blocks, f.block)
		}
	}
	return f
}

// endPart ends the statement, argument or member.
func (s *scanner) endPart() {
	p := &s.f.part
	if p.phase == named && s.f.ctx == members && p.head == 0 && !p.has(isDeclared) && s.waiting != len(s.frames) {
		s.declareField() // a member without a body
	}
	s.bindPending(p)
	if s.creates {
		s.createdBare()
	}
	for ; len(s.blocks) > p.blocks; s.blocks = s.blocks[:len(s.blocks)-1] {
		s.blocks[len(s.blocks)-1].Span.End = s.Pos
	}
	if p.start < 0 && p.head+p.opened == 0 {
		s.decorators = s.decorators[:min(p.decoBase, len(s.decorators))]
		return
	}
	if s.waiting == len(s.frames) {
		s.settle()
	}
	if p.declared != source.None {
		s.complete(p)
	}
	if p.head > 0 {
		s.sealHead(p)
	}
	for range p.head + p.opened {
		s.Rec.Close(s.prev.end)
	}
	s.countArgument(p)
	if !s.f.targets { // whose words may prove to be targets
		s.pending = s.pending[:min(p.base, len(s.pending))]
	}
	s.decorators = s.decorators[:min(p.decoBase, len(s.decorators))]
	s.resetPart()
}
