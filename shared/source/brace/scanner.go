package brace

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
	"github.com/ct-tools/ct/shared/source/brace/imports"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// maxDepth bounds the brackets that are kept; what is nested deeper is read as if its brackets were not there.
const maxDepth = 1 << 17

// maxPending bounds the words that are kept for correction though nobody asked for them.
const maxPending = 1 << 12

// scanner is the machine at work on one file. Its memory is a frame for each open bracket and the
// words of the unfinished statement that may yet prove to be something else.
type scanner struct {
	ahead.Text
	l       *Language
	t       *table
	imports imports.Reader

	frames []frame
	f      *frame // the innermost
	curly  int    // curly ones among them
	over   int    // brackets that are open beyond maxDepth

	prev    token
	noRegex int         // before this place no regular expression is looked for
	stepAt  int         // after ++ or -- before its operand
	newline bool        // a line ended since prev
	access  bool        // prev says that the next word is a member of what stands before it
	chain   int         // where the dotted chain begins that prev ends; -1 if it is none
	callee  source.Span // the name before type arguments
	object  token       // the name before the sign that the last member is after
	calls   bool        // it is wanted what calls are called on
	creates bool        // prev belongs to a chain after new

	doc        source.Span  // the doc comment directly before pos
	inside     *cursor.Held // what the last closed bracket held, where calls are wanted
	insideFrom int          // where that begins and ends
	insideTo   int

	pending    []pending
	decorators []source.Span
	blocks     []*source.Block // of heads whose statements are not yet ended
	waiting    int             // 1 + the index of the frame whose part has a declarator that is not yet declared
}

// token is what the machine remembers of the last significant token.
type token struct {
	start, end int
	kind       tokenKind
	sign       byte // of signs and brackets, the last byte
	operand    bool // it ends an operand
	key        *keyword
	mark       source.Mark // of a name
	member     bool        // a name after a dot
	created    bool        // of a bracket: the arguments of new end with it
}

type tokenKind uint8

const (
	nothing tokenKind = iota
	nameToken
	keywordToken
	literalToken
	signToken
	openToken
	closeToken
)

// pending is a word that what follows may prove to be a target or a parameter.
type pending struct {
	at   source.Span
	mark source.Mark
	key  source.Mark // of a pattern {key: name}
	from source.Span // the key's place
	name bool        // a pattern binds it
}

// declarator is a word that may become a definition.
type declarator struct {
	at   source.Span
	mark source.Mark
}

// Scan reads src by the rules of the language.
func (l *Language) Scan(src []byte, r *source.Recorder) {
	t := l.prepare()
	s := &scanner{Text: ahead.Text{Cursor: cursor.Cursor{Src: src, Rec: r}, Rules: &t.rules}, l: l, t: t, chain: -1, calls: r.Calls()}
	s.imports = imports.Reader{Text: &s.Text, Comment: s.comment, Newlines: l.Newlines}
	s.frames = append(make([]frame, 0, 32), frame{ctx: statements, call: source.None, deco: -1})
	s.f = &s.frames[0]
	s.resetPart()
	r.Operands(&l.Operands)
	r.Loaders(l.Loaders...)
	if l.MembersInScope {
		r.MembersInScope()
	}
	s.run()
}

// run reads the file.
func (s *scanner) run() {
	s.Preamble()
	if s.l.Start != nil {
		s.l.Start(s)
	}
	for s.Pos < len(s.Src) {
		if s.f.ctx >= templateText {
			if !s.literalText() {
				break
			}
			continue
		}
		c := s.Src[s.Pos]
		k := s.Class[c]
		if k == ahead.Asked {
			if s.l.Sign(s, c) {
				continue
			}
			k = s.Letters[c]
		}
		switch k {
		case ahead.Blank:
			s.Pos++
		case ahead.Newline:
			s.newline = true
			s.Pos++
			if s.done() {
				return
			}
		case ahead.Begins:
			s.readAny()
		case ahead.Digit:
			s.number()
		case ahead.Opener:
			s.open(c)
		case ahead.Closer:
			s.close(c)
		default:
			if k != ahead.Quote || !s.quoted() {
				s.sign(c)
			}
		}
	}
	s.finish()
}

// done reports whether nothing that follows can be asked for or change what was said: no unfinished
// statement is around.
func (s *scanner) done() bool {
	const deep = 64 // more is not looked through at every line
	if s.f.part.start >= 0 || s.waiting > 0 || len(s.frames) > deep || !s.Rec.Done(s.Pos) {
		return false
	}
	for i := range s.frames {
		if f := &s.frames[i]; f.resume || f.ctx != statements && f.ctx != members && f.ctx != enumerators {
			return false
		}
	}
	return true
}

// finish ends all that is open at the end of the file.
func (s *scanner) finish() {
	s.Pos = len(s.Src)
	for len(s.frames) > 1 {
		s.pop(s.prev.end)
	}
	s.endPart()
}

// begin prepares for a token at start; joins says that it cannot begin a statement: an operator
// that needs an operand before it.
func (s *scanner) begin(start int, joins bool) {
	p := &s.f.part
	if s.newline {
		s.breakLine(start, joins)
		s.newline = false
	}
	if s.waiting == len(s.frames) && p.typ != arrowType && p.valueAt >= 0 && s.prev.end > p.valueAt && s.prev.sign != '>' && s.Src[start] != '=' && s.Src[start] != ':' && s.Src[start] != '-' {
		s.settle()
	}
	if p.start < 0 {
		p.start = start
		if s.doc.End > 0 {
			p.doc = s.doc
		}
	}
	s.doc = source.Span{}
	if p.valueAt == valueNext {
		p.valueAt = start
	}
	if s.creates && (s.prev.kind == nameToken || s.l.TypeFirst && s.prev.kind == closeToken && s.prev.sign == '>') && !strings.ContainsRune(".([<\\", rune(s.Src[start])) {
		s.createdBare()
	}
}

// breakLine ends the statement at the end of a line before start, if it is complete and what follows does not join it.
func (s *scanner) breakLine(start int, joins bool) {
	if s.l.Newlines && s.prev.operand && !joins && s.f.ctx <= typeBody && s.ends(start) {
		s.endPart()
		s.prev.operand = false
	}
}

// ends reports whether a line's end before start ends the statement: prev ended an operand, and
// what comes does not join.
func (s *scanner) ends(start int) bool {
	p := &s.f.part
	switch p.phase {
	case heading:
		// The head of a function or class goes on in the next line, unless it needs no body.
		return s.Src[start] != '{' && p.symbol <= source.Method
	case naming, binding:
		return false
	}
	return true
}

// set makes what was read the last token.
func (s *scanner) set(t token) {
	s.prev = t
	s.access = false
	if t.kind == signToken && t.sign == '?' {
		s.f.chooses = true
	}
}

// keywordRead makes the keyword k at a place the last token.
func (s *scanner) keywordRead(at source.Span, k *keyword, operand bool) {
	s.set(token{start: at.Start, end: at.End, kind: keywordToken, key: k, operand: operand})
}

// take reads the keyword k, which joins what is before it or begins a token of its own, without
// acting on it. It returns true.
func (s *scanner) take(at source.Span, joins bool, k *keyword, operand bool) bool {
	s.begin(at.Start, joins)
	s.keywordRead(at, k, operand)
	return true
}

// signRead passes over a sign of n bytes and makes it the last token. It returns true.
func (s *scanner) signRead(n int, sign byte) bool {
	s.Pos += n
	s.set(token{start: s.Pos - n, end: s.Pos, kind: signToken, sign: sign})
	s.chain = -1
	return true
}

// skipTo goes to the next of some signs.
func (s *scanner) skipTo(signs string) {
	for s.Pos < len(s.Src) && !oneOf(signs, s.Src[s.Pos]) {
		s.Pos++
	}
}

func oneOf(signs string, c byte) bool { return strings.IndexByte(signs, c) >= 0 }
