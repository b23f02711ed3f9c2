package brace

import "github.com/ct-tools/ct/shared/source"

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

// slash reads / if it is not an operator.
func (s *scanner) slash() bool {
	switch {
	case s.f.ctx == tag:
		s.tagSlash()
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

// binary reads an operator of the sign c, which is repeated up to run, with the = that makes it
// assign.
func (s *scanner) binary(c byte, run int) {
	t := token{start: s.Pos, end: s.Pos + 1, kind: signToken, sign: c}
	s.Pos++
	if c != '-' && c != '+' {
		s.Pos = run
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
