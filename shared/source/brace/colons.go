package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
)

// question reads ?, ?., ?? and ??=.
func (s *scanner) question() {
	s.begin(s.Pos, true)
	start := s.Pos
	switch {
	case s.Has(s.Pos, "?.") && (s.Pos+2 >= len(s.Src) || s.Letters[s.Src[s.Pos+2]] != ahead.Digit):
		if s.Has(s.Pos+2, "(") || s.Has(s.Pos+2, "[") {
			s.Pos += 2 // an optional call or subscript
			return
		}
		s.accessSign(2)
		return
	case s.Has(s.Pos, "??"):
		s.Pos += 2
		if s.Has(s.Pos, "=") {
			s.Pos++
			s.Rec.Revise(s.prev.mark, source.Assignment)
		}
	default:
		s.Pos++
		if s.optional() {
			s.prev.end = s.Pos
			return
		}
		s.condition()
	}
	s.set(token{start: start, end: s.Pos, kind: signToken, sign: '?'})
	s.chain = -1
}

// optional reports whether the ? before pos says that a name may be absent.
func (s *scanner) optional() bool {
	if s.l.TypeAfter != ':' || !s.prev.operand {
		return false
	}
	switch s.Next(s.Pos) {
	case ':', ',', ')', '=', ';', '}':
		return true
	case '(', '<':
		return s.f.part.phase == named
	}
	return false
}

// condition notes that a colon is due.
func (s *scanner) condition() {
	p := &s.f.part
	p.ternary++
	if p.typ == castType {
		p.typ = noType
	}
	if p.phase == fresh {
		p.phase = expression
	}
}

// colon reads a colon: the end of a condition, a key, a label, or the beginning of a type.
func (s *scanner) colon() {
	s.begin(s.Pos, true)
	f, p := s.f, &s.f.part
	start := s.Pos
	s.Pos++
	switch {
	case p.ternary > 0:
		p.ternary--
		if p.typ == noType {
			p.group = -1
		}
		if p.typ == castType {
			p.typ = noType
		}
	case f.typed:
		if p.phase == fresh || p.phase == named {
			p.phase = expression
		}
	case p.phase == heading && (s.l.Returns == ":" || s.l.ColonBases):
		if p.symbol <= source.Method {
			p.typ = result
		} else if s.l.ColonBases {
			p.typ = bases
		}
	case s.keyColon():
	case s.l.TypeAfter == ':':
		p.typ = s.typeBegins()
	}
	s.set(token{start: start, end: s.Pos, kind: signToken, sign: ':'})
	s.chain = -1
}

// keyColon acts on the colon after a key, the name of an argument or a label. It returns false if
// it is none.
func (s *scanner) keyColon() bool {
	f, p := s.f, &s.f.part
	begins := s.prev.kind == nameToken && s.prev.start == p.start
	switch {
	case f.ctx == literal && p.phase == named:
		p.phase, p.valueAt = expression, valueNext
		s.dropPending(p.name.at.Start)
	case f.ctx == pattern && p.phase == named:
		p.phase = fresh
	case f.ctx == arguments && s.l.KeywordArgument == ':' && begins:
		p.flags |= keywordArg
		p.name.at = source.Span{Start: s.prev.start, End: s.prev.end}
	case f.ctx == statements && (p.role == labels || begins && p.phase == expression):
		s.endPart()
	default:
		return false
	}
	return true
}

// typeBegins returns what type a colon begins.
func (s *scanner) typeBegins() typing {
	f, p := s.f, &s.f.part
	switch {
	case p.phase == bound || p.phase == named || f.ctx == parameters || f.ctx == subscript:
		return annotation
	case s.prev.kind == closeToken && p.group >= 0 && s.Src[p.group] == '(':
		return arrowType
	case f.ctx == group || f.ctx == header:
		return annotation
	}
	return p.typ
}
