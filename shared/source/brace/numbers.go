package brace

// number reads a number at pos.
func (s *scanner) number() {
	start := s.Pos
	s.begin(start, false)
	hex := s.Has(start, "0x") || s.Has(start, "0X")
	for s.Pos++; s.Pos < len(s.Src) && s.inNumber(s.Src[s.Pos], hex); s.Pos++ {
		continue
	}
	s.operand(token{start: start, end: s.Pos, kind: literalToken, operand: true})
}

// inNumber tells whether the byte c at pos belongs to the number before it.
func (s *scanner) inNumber(c byte, hex bool) bool {
	switch {
	case s.t.plain[c] == digit:
		return true
	case s.isLetter(c):
		return c < 0x80
	case c == '+' || c == '-':
		return s.Src[s.Pos-1]|0x20 == 'e' && !hex
	case c == '.' && s.Pos+1 < len(s.Src) && s.Src[s.Pos-1] != '.' && !s.access:
		after := s.Src[s.Pos+1]
		if s.l.TypeFirst && after < 0x80 && s.isLetter(after) {
			return !s.isLetter(s.At(s.Pos+2)) && (after|0x20 == 'f' || after|0x20 == 'd' || after|0x20 == 'e')
		}
		return after != '.' && !s.isLetter(after)
	}
	return false
}

// operand makes what was read, a value without a name, the last token.
func (s *scanner) operand(t token) {
	if p := &s.f.part; p.phase == fresh {
		p.phase = expression
		if s.f.ctx == members || s.f.ctx == literal || s.f.ctx == pattern && s.f.sign == '{' {
			p.phase = named
		}
	}
	s.set(t)
	s.chain = -1
}
