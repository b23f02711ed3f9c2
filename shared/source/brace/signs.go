package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
)

// sign reads an operator or separator at pos.
func (s *scanner) sign(c byte) {
	switch c {
	case '/', '#':
		if s.comment() || c == '/' && s.slash() {
			return
		}
	case '<', '>':
		if s.angle(c) {
			return
		}
	case ';':
		s.semicolon()
		return
	case ',':
		s.comma()
		return
	case '.':
		s.dot()
		return
	case ':':
		s.colon()
		return
	case '=':
		s.equals()
		return
	case '?':
		s.question()
		return
	case '@':
		if s.l.Attribute == '@' {
			s.attributeSign()
			return
		}
	case '-':
		if s.Has(s.Pos, "->") && (s.l.Arrow == "->" || s.l.Returns == "->") {
			s.arrowSign()
			return
		}
	}
	s.operator(c)
}

// passed passes over the sign at pos, which means nothing by itself.
func (s *scanner) passed(c byte) {
	s.Pos++
	s.set(token{start: s.Pos - 1, end: s.Pos, kind: signToken, sign: c})
}

// passOver reads the sign c at pos, which joins what is before it and means nothing by itself. It returns true.
func (s *scanner) passOver(c byte) bool {
	s.begin(s.Pos, true)
	s.passed(c)
	return true
}

// slash reads / if it is not an operator.
func (s *scanner) slash() bool {
	switch {
	case s.f.ctx == tag:
		s.f.closing = true
		s.passed('/')
	case s.l.Regexes && !s.prev.operand:
		s.regex()
	default:
		return false
	}
	return true
}

// angle reads < or > if it is a bracket.
func (s *scanner) angle(c byte) bool {
	switch {
	case c == '<':
		s.begin(s.Pos, s.f.ctx != members && s.f.ctx != typeBody)
		return s.openAngle()
	case s.f.ctx == tag:
		s.tagEnd()
	case s.f.sign == '<':
		s.closeAngle()
	default:
		return false
	}
	return true
}

// operator reads an operator whose only meaning to the machine is whether an operand follows.
func (s *scanner) operator(c byte) {
	run := s.repeated(c)
	twice := run > s.Pos+1
	step := twice && (c == '+' || c == '-')
	s.begin(s.Pos, !step && c != '!' && c != '~')
	p := &s.f.part
	if p.phase == fresh && c != '*' && s.f.ctx != typeBody {
		p.phase = expression
	}
	if p.typ == castType && (c != '|' && c != '&' || twice) {
		p.typ = noType
	}
	switch {
	case step:
		s.step()
	case c == '!' && s.prev.operand && s.l.TypeAfter == ':' && !s.Has(s.Pos, "!="):
		// A postfix assertion leaves what it is after.
		s.Pos++
		s.prev.end = s.Pos
	default:
		s.binary(c, run)
	}
}

// repeated returns where the sign c at pos stops being repeated, as in >>>.
func (s *scanner) repeated(c byte) int {
	run := s.Pos + 1
	for run < len(s.Src) && run < s.Pos+3 && s.Src[run] == c && c != '!' && c != '~' {
		run++
	}
	return run
}

// step reads ++ or --.
func (s *scanner) step() {
	t := token{start: s.Pos, end: s.Pos + 2, kind: signToken, sign: s.Src[s.Pos], operand: s.prev.operand && !s.newline}
	s.Pos += 2
	if s.l.Steps && !s.newline && s.prev.kind == nameToken {
		s.Rec.Revise(s.prev.mark, source.Assignment)
	} else {
		s.stepAt = s.SkipBlank(s.Pos)
	}
	s.set(t)
	s.chain = -1
}

// binary reads an operator of the sign c, which is repeated up to run, with the = that makes it assign.
func (s *scanner) binary(c byte, run int) {
	t := token{start: s.Pos, end: s.Pos + 1, kind: signToken, sign: c}
	s.Pos++
	if c != '-' && c != '+' {
		s.Pos = run
	}
	if run > t.start+1 && (c == '|' || c == '&') {
		s.f.chooses = true
	}
	if run == t.start+1 && (c == '|' || c == '&') && (s.f.ctx == group || s.f.ctx == header) {
		s.typeSign(s.Pos)
	}
	if s.compound(run - t.start) {
		s.Pos++
		t.end, t.sign = s.Pos, '='
		s.Rec.Revise(s.prev.mark, source.Assignment)
	}
	s.set(t)
	s.chain = -1
}

// attributeSign reads @ at pos.
func (s *scanner) attributeSign() {
	if s.newline && s.l.Newlines && s.prev.operand && s.f.ctx <= typeBody {
		s.endPart()
	}
	s.newline = false
	s.readAttribute()
}

func (s *scanner) semicolon() {
	for s.f.sign == '<' && len(s.frames) > 1 {
		s.pop(s.prev.end)
	}
	s.newline = false
	s.endPart()
	if s.f.ctx == enumerators {
		s.f.ctx = members
	}
	s.Pos++
	s.prev = token{start: s.Pos - 1, end: s.Pos, kind: signToken, sign: ';'}
	s.access, s.chain = false, -1
	s.doc = source.Span{}
}

func (s *scanner) comma() {
	for s.f.sign == '<' && !s.f.typed && len(s.frames) > 1 {
		s.pop(s.prev.end)
	}
	s.newline = false
	s.separate()
	s.signRead(1, ',')
}

// separate acts on a comma: it ends the part, or a declarator of it.
func (s *scanner) separate() {
	p := &s.f.part
	if s.creates {
		s.createdBare()
	}
	switch s.f.ctx {
	case statements, members, header:
		if p.phase == heading || p.phase == ignored || p.typ == bases {
			return
		}
		if s.f.ctx == members && s.l.NamedMembers {
			s.endPart()
			return
		}
		kept := *p
		s.endPart()
		p.flags, p.role, p.symbol, p.vis = kept.flags&^(hasBody|inner), kept.role, kept.symbol, kept.vis
		if p.has(bindsMore) {
			p.role, p.binds, p.symbol = binds, kept.binds, kept.binds
		}
		p.phase = expression
		if p.has(bindsMore) || kept.has(hasType) {
			p.phase, p.doc = binding, kept.doc
		} else if kept.role == labels && s.l.TypeFirst {
			p.phase = fresh
		}
	default:
		if p.typ == bases {
			return
		}
		s.endPart()
	}
}

func (s *scanner) dot() {
	if s.Has(s.Pos, "...") {
		s.begin(s.Pos, false)
		s.f.part.flags |= spread
		s.typeSign(s.Pos + 3)
		s.signRead(3, '.')
		return
	}
	if s.Letters[s.At(s.Pos+1)] == ahead.Digit && !s.prev.operand {
		s.number()
	} else {
		s.accessSign(1)
	}
}

// accessSign reads the sign of length n between a value and its member. It returns true.
func (s *scanner) accessSign(n int) bool {
	s.begin(s.Pos, true)
	s.object = s.prev
	if s.prev.kind != nameToken && (s.prev.kind != keywordToken || !s.prev.operand) {
		s.chain = -1
	}
	if p := &s.f.part; p.typ == castType && s.prev.kind == closeToken && s.prev.sign == ')' {
		p.typ = noType
	}
	s.Pos += n
	s.typeSign(s.Pos)
	s.set(token{start: s.Pos - n, end: s.Pos, kind: signToken, sign: '.'})
	s.access = true
	return true
}

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
	p.endCast()
	p.isExpression()
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
		p.endCast()
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

// keyColon acts on the colon after a key, the name of an argument or a label. It returns false if it is none.
func (s *scanner) keyColon() bool {
	f, p := s.f, &s.f.part
	begins := s.prev.kind == nameToken && s.prev.start == p.start
	switch {
	case f.ctx == literal && p.phase == named:
		p.phase, p.valueAt = expression, valueNext
		s.dropPending(p.name.at.Start)
		s.declareKey()
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
