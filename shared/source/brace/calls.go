package brace

import "github.com/ct-tools/ct/shared/source"

// openCall opens the arguments of what prev ends.
func (s *scanner) openCall() {
	f := s.f
	call := source.None
	mark, member := s.prev.mark, s.prev.member
	at := source.Span{Start: s.prev.start, End: s.prev.end}
	if s.prev.kind == closeToken && s.prev.sign == '>' {
		mark, member, at = s.prev.mark, s.prev.member, s.callee
	}
	if !member && s.prev.kind == nameToken {
		s.Rec.Load(at, source.Require, false)
	}
	switch {
	case mark.Wanted():
		callee := s.chained(at)
		call = s.Rec.Call(mark, accessOf(member), source.Call{Callee: callee, Span: callee})
		if s.l.Variable != 0 && s.calls && at.Start > 0 && s.Src[at.Start-1] == s.l.Variable {
			s.Rec.CallAt(call).Form = source.ByVariable
		}
	case s.calls && s.prev.kind == closeToken:
		call = s.callInside()
	}
	if s.calls && member {
		if of := s.callObject(); call == source.None {
			call = of
		}
	}
	if f.part.phase == fresh {
		f.part.phase = expression
	}
	creating := s.creates
	s.push('(', arguments).call = call
	s.f.creating = creating
	s.f.mark = mark
}

// chained returns a callee with the dotted chain before it.
func (s *scanner) chained(at source.Span) source.Span {
	if s.chain >= 0 && s.chain <= at.Start {
		at.Start = s.chain
	}
	return at
}

// callRead completes the call whose arguments ended.
func (s *scanner) callRead(f *frame) {
	if f.call != source.None {
		s.Rec.CallAt(f.call).Span.End = s.Pos
		s.completeIndirect(f)
	}
	if f.deco >= 0 {
		s.attributed(f.deco)
		s.prev = token{start: s.Pos, end: s.Pos}
		s.newline = false
	}
}

// createdBare makes the last name a call: it is after new, without arguments.
func (s *scanner) createdBare() {
	s.creates = false
	s.prev.created = true
	if s.prev.kind == nameToken || s.prev.sign == '>' {
		at := s.chained(source.Span{Start: s.prev.start, End: s.prev.end})
		s.Rec.Call(s.prev.mark, source.Plain, source.Call{Callee: at, Span: at})
	}
}

// countArgument counts the argument that a part was.
func (s *scanner) countArgument(p *part) {
	if s.f.call == source.None || p.start < 0 {
		return
	}
	c := s.Rec.CallAt(s.f.call)
	switch {
	case p.has(spread):
		c.Spread = true
	case p.has(keywordArg):
		c.Keywords = append(c.Keywords, p.name.at)
	default:
		c.Positional++
	}
}

// readAttribute reads an attribute, @Name or @Name(…), whose sign is at pos. It leaves the
// statement that it belongs to unbegun.
func (s *scanner) readAttribute() {
	start := s.Pos
	s.Pos++
	if p := &s.f.part; p.start < 0 && s.doc.End > 0 {
		p.doc, s.doc = s.doc, source.Span{}
	}
	chain, last, mark := -1, source.Span{}, source.Mark{}
	for {
		from := s.Pos
		s.Pos = s.NameEnd(s.Pos)
		if s.Pos == from {
			break
		}
		if chain < 0 {
			chain = from
		}
		at := source.Span{Start: from, End: s.Pos}
		dot := s.Pos+1 < len(s.Src) && s.Src[s.Pos] == '.' && s.IsLetter(s.Src[s.Pos+1])
		access := accessOf(chain != from)
		m := s.Rec.Word(at, source.Reference, access)
		last, mark = at, m
		if dot {
			s.Pos++
			continue
		}
		if s.Pos < len(s.Src) && s.Src[s.Pos] == '(' && len(s.frames) < maxDepth {
			s.prev = token{start: from, end: s.Pos, kind: nameToken, operand: true, mark: m, member: access == source.Member}
			s.chain = chain
			phase := s.f.part.phase
			s.openCall()
			s.frames[len(s.frames)-2].part.phase = phase
			s.f.deco = start
			s.opened('(')
			return
		}
		break
	}
	s.decorated(start, chain, last, mark)
	s.attributed(start)
	s.prev = token{end: s.prev.end}
}

// attributed keeps the attribute from start to pos for the declaration that follows.
func (s *scanner) attributed(start int) {
	s.decorators = append(s.decorators, source.Span{Start: start, End: s.Pos})
}

// accessOf returns how a name is reached that may be a member.
func accessOf(member bool) source.Access {
	if member {
		return source.Member
	}
	return source.Plain
}
