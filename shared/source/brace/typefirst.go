package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
)

// A statement of a type-first language begins as an expression may: the words of what looks like a type are kept, and
// part.typeEnd says where it ends; a name directly after it makes it the type of what the name declares.

// typeFirst reads a name that may be part of a type, or be declared after one. It returns false if the name is neither.
func (s *scanner) typeFirst(at source.Span) bool {
	f := s.f
	p := &f.part
	if p.phase > expression || f.ctx == enumerators {
		return false
	}
	behind := p.typeEnd > 0 && p.typeEnd == s.prev.end
	joined := behind && s.prev.kind == signToken && (s.prev.sign == '|' || s.prev.sign == '&')
	switch {
	case behind && !joined && s.declaring():
		s.declaresOrNames(at)
		return true
	case p.role != labels && !s.inArm() && s.ArrowFollows(at.End):
		s.nameRead(at, source.Assignment) // the arrow binds it
		return true
	case p.phase == fresh && f.ctx == members && s.constructs(at):
		return true
	case p.phase == fresh && f.ctx != attribute || joined:
		s.beginsType(at)
		return true
	}
	return false
}

// declaresOrNames reads the name after a type: it is declared, or begins the name of the interface
// whose member is declared.
func (s *scanner) declaresOrNames(at source.Span) {
	if s.f.ctx == members && s.l.LocalFunctions && !s.EndsExplicit(at.End) {
		s.explicitly(at)
		return
	}
	s.declaresName(at)
}

// beginsType reads a name that may begin a type.
func (s *scanner) beginsType(at source.Span) {
	kind := source.Reference
	if s.f.part.has(certain) {
		kind = source.Annotation
	}
	m := s.Rec.Word(at, kind, source.Plain)
	s.keep(pending{at: at, mark: m})
	s.creates = s.behind(creates)
	s.wordRead(at, m, false)
	s.f.part.typeEnd = at.End
}

// declaring reports whether something can be declared within the bracket.
func (s *scanner) declaring() bool {
	switch s.f.ctx {
	case arguments, list, subscript, code, attribute:
		return s.f.part.role == labels || s.f.part.has(mayDeclare) || s.inArm()
	}
	return true
}

// constructs begins the definition of a constructor, a member with a name and no type, if at is the name of one.
func (s *scanner) constructs(at source.Span) bool {
	p := &s.f.part
	after := s.Next(at.End)
	compact := after == '{' && s.f.owner.Len() > 0 && bytes.Equal(s.Src[s.f.owner.Start:s.f.owner.End], s.Src[at.Start:at.End])
	if after != '(' && !compact {
		return false
	}
	m := s.Rec.Word(at, source.Reference, source.Plain)
	p.name, p.from = declarator{at, m}, p.start
	s.wordRead(at, m, false)
	p.phase = named
	if compact {
		s.openMethod(source.Method)
	}
	return true
}

// typeGoesOn keeps a name after a dot that goes on with a type.
func (s *scanner) typeGoesOn(at source.Span, m source.Mark) {
	p := &s.f.part
	if p.has(flagB) && s.f.ctx == members && s.l.LocalFunctions && p.phase == expression && s.EndsExplicit(at.End) {
		p.name, p.from, p.symbol = declarator{at, m}, p.start, source.Field
		p.phase, p.typeEnd = named, 0
		return
	}
	if p.typeEnd > 0 && p.typeEnd == s.prev.end {
		s.keep(pending{at: at, mark: m})
		p.typeEnd = at.End
		if p.has(certain) {
			s.Rec.Revise(m, source.Annotation)
		}
	}
}

// explicitly reads the first word of the interface whose member is declared.
func (s *scanner) explicitly(at source.Span) {
	p := &s.f.part
	s.typesRead(p.base)
	s.nameRead(at, source.Reference)
	p.typeEnd = 0
	p.flags |= flagB
}

// testsType reads the keyword of a test of a value's type: a type follows, and perhaps a name that is bound.
func (s *scanner) testsType(at source.Span, k *keyword) {
	s.take(at, true, k, false)
	s.chain = -1
	p := &s.f.part
	p.phase, p.typeEnd, p.base = fresh, 0, len(s.pending)
	p.flags |= certain | mayDeclare
}

// stepped makes a name the target of the ++ or -- before it.
func (s *scanner) stepped(at source.Span, m source.Mark, member bool) {
	if at.Start != s.stepAt && (!member || s.chain != s.stepAt) {
		return
	}
	switch next := s.SkipBlank(at.End); s.At(next) {
	case '.', '(', '[':
		return
	case '-', '?', ':':
		if s.At(next+1) == '>' || s.At(next+1) == ':' || s.Has(next, "?->") || s.Has(next, "?.") {
			return
		}
	}
	s.Rec.Revise(m, source.Assignment)
}

// typeSign goes on with a type over the sign that ends at end, if one is directly before it.
func (s *scanner) typeSign(end int) {
	if p := &s.f.part; s.l.TypeFirst && p.typeEnd > 0 && p.typeEnd == s.prev.end {
		p.typeEnd = end
	}
}

// emptyRank reads the brackets of an array type, with nothing but commas in them, at pos. It
// returns false if no such brackets stand there.
func (s *scanner) emptyRank() bool {
	at := s.SkipBlank(s.Pos + 1)
	for at < len(s.Src) && s.Src[at] == ',' {
		at = s.SkipBlank(at + 1)
	}
	if at >= len(s.Src) || s.Src[at] != ']' || !s.prev.operand {
		return false
	}
	s.begin(s.Pos, true)
	s.creates = false
	p := &s.f.part
	mark := s.prev.mark
	if p.phase <= expression {
		s.Rec.Revise(mark, source.Annotation)
	}
	if p.typeEnd == s.prev.end {
		p.typeEnd = at + 1
	}
	s.prev = token{start: s.Pos, end: at + 1, kind: closeToken, sign: ']', operand: true, mark: mark}
	s.access, s.chain = false, -1
	s.Pos = at + 1
	return true
}

// createdArray makes the name after new, before its brackets, a type.
func (s *scanner) createdArray() {
	if s.creates && s.l.TypeFirst {
		s.Rec.Revise(s.prev.mark, source.Annotation)
		s.creates = false
	}
}

// declaresName reads the name of a declaration whose type was read.
func (s *scanner) declaresName(at source.Span) {
	s.typesRead(s.f.part.base)
	p := &s.f.part
	m := s.Rec.Word(at, source.Assignment, source.Plain)
	p.name, p.from, p.symbol = declarator{at, m}, p.start, source.Variable
	if p.flags&(certain|mayDeclare) == 0 && p.role != labels {
		p.flags |= hasType
	}
	p.flags &^= certain | mayDeclare
	p.typeEnd = 0
	s.wordRead(at, m, false)
	p.phase = bound
	switch s.f.ctx {
	case members:
		p.phase, p.symbol = named, source.Field
	case parameters:
		s.declaresParameter(at, m)
	case group:
		s.Rec.BindName(at, source.Parameter)
	default:
		if s.l.LocalFunctions && s.f.ctx == statements && (s.Next(at.End) == '(' || s.Next(at.End) == '<') {
			s.openMethod(source.Function)
			return
		}
		s.Rec.BindName(at, source.Local)
	}
}

// declaresParameter binds a parameter; that of a record is a field of it.
func (s *scanner) declaresParameter(at source.Span, m source.Mark) {
	if around := &s.frames[len(s.frames)-2].part; around.phase != heading || !around.has(fieldParameters) {
		s.Rec.BindName(at, source.Parameter)
	} else {
		s.f.part.declared = s.declare(s.declaration(at, source.Field, s.f.part.start), m)
	}
}

// typesRead makes the words kept since base types.
func (s *scanner) typesRead(base int) {
	base = min(base, len(s.pending))
	for _, w := range s.pending[base:] {
		s.Rec.Revise(w.mark, source.Annotation)
	}
	s.pending = s.pending[:base]
}

// castRead makes what a round bracket, which closes at pos, holds a type if it is all a type and an operand follows.
func (s *scanner) castRead() {
	f := s.f
	if f.ctx != group || f.part.typeEnd == 0 || f.part.typeEnd != s.prev.end {
		return
	}
	at := s.SkipBlank(s.Pos + 1)
	if at >= len(s.Src) {
		return
	}
	switch c := s.Src[at]; {
	case c == '(' || c == '!' && !s.Has(at, "!=") || c == '~' || c == '"' || c == '\'' || c == '@' || c == '$':
	case s.IsLetter(c):
		if s.JoinsOperands(at) {
			return
		}
	case s.Letters[c] == ahead.Digit:
	default:
		return
	}
	s.typesRead(f.base)
}
