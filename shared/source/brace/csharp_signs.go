package brace

import "github.com/ct-tools/ct/shared/source"

// csharpSign reads the signs that mean something of their own in C#.
func csharpSign(s *scanner, c byte) bool {
	p := &s.f.part
	switch c {
	case '#':
		return csharpDirective(s)
	case '[':
		return csharpAttributes(s)
	case '@', '$':
		return csharpPrefixed(s)
	case '?':
		if p.typeEnd == 0 || p.typeEnd != s.pos || s.prev.end != s.pos || !s.isLetter(s.next(s.pos+1)) && s.next(s.pos+1) != ')' && s.next(s.pos+1) != '[' || s.at(s.pos+1) == '[' {
			return false
		}
		s.pos++
		p.typeEnd, s.prev.end = s.pos, s.pos
		return true
	case ':':
		return csharpColon(s)
	case '~':
		if s.f.ctx != members || p.phase != fresh {
			return false
		}
		s.begin(s.pos, false)
		s.pos++
		return true
	case '(':
		return csharpRound(s)
	case '=':
		return s.has(s.pos, "=>") && csharpArrow(s)
	}
	return false
}

// csharpColon reads the colons that separate no type from a name.
func csharpColon(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.has(s.pos, "::"):
		s.accessSign(2)
		return true
	case s.f.ctx == code && p.ternary == 0: // the format in {value:format}
		for s.pos < len(s.src) && s.src[s.pos] != '}' && s.src[s.pos] != '"' && s.src[s.pos] != '\n' {
			s.pos++
		}
		return true
	case p.phase == heading && (p.has(csharpConstrained) || p.symbol <= source.Method):
		s.begin(s.pos, true)
		s.passed(':')
		return true
	}
	return false
}

// csharpRound opens the round brackets that the machine would take for others.
func csharpRound(s *scanner) bool {
	p := &s.f.part
	if len(s.frames) >= maxDepth {
		return false
	}
	if p.phase == fresh && !s.prev.operand && (s.f.ctx == members || s.f.ctx == parameters) {
		s.begin(s.pos, false)
		p.phase = expression
		s.push('(', typeGroup)
		s.pos++
		s.set(token{start: s.pos - 1, end: s.pos, kind: openToken, sign: '('})
		return true
	}
	if s.f.ctx == pattern && p.phase == fresh { // var (a, (b, c))
		s.begin(s.pos, false)
		s.push('(', pattern)
		s.pos++
		s.set(token{start: s.pos - 1, end: s.pos, kind: openToken, sign: '('})
		return true
	}
	if s.prev.key == nil {
		return false
	}
	switch text := s.prev.key.text; {
	case p.phase == heading && (text == "base" || text == "this"):
		s.begin(s.pos, true)
		s.openCall()
	case text == "typeof" || text == "sizeof" || text == "default" && s.prev.operand:
		s.begin(s.pos, true)
		s.push('(', typeGroup)
	case text == "delegate":
		s.begin(s.pos, true)
		s.push('(', parameters)
	default:
		return false
	}
	s.opened('(')
	return true
}

// csharpArrow reads => between a head and the value that is the body, and
// behind the pattern of an arm; the arrow of a lambda is left to the machine.
func csharpArrow(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.inArm():
		p.role, p.typeEnd, p.flags = noRole, 0, p.flags&^(certain|mayDeclare)|csharpArrowed
		p.phase = expression
	case p.phase == heading && p.head > 0:
		s.sealHead(p)
		p.opened, p.head = p.opened+p.head, 0
		p.phase, p.typ = expression, noType
	case p.phase == heading:
		p.phase, p.typ = expression, noType
	case p.phase == named && s.f.ctx == members:
		s.declareField()
		p.sigEnd = s.prev.end
		p.phase, p.valueAt = expression, valueNext
	default:
		return false
	}
	s.begin(s.pos, true)
	s.pos += 2
	s.set(token{start: s.pos - 2, end: s.pos, kind: signToken, sign: '='})
	s.chain = -1
	return true
}

// inArm tells whether the pattern of an arm of a switch expression is read.
func (s *scanner) inArm() bool { return s.f.key == &csharpArms && !s.f.part.has(csharpArrowed) }

// csharpAttributes opens the brackets of attributes before a declaration, and
// those of the parameters of an indexer.
func csharpAttributes(s *scanner) bool {
	p := &s.f.part
	ctx := attribute
	switch {
	case len(s.frames) >= maxDepth:
		return false
	case csharpIndexed(s):
		ctx = parameters
	case p.phase != fresh || p.start >= 0:
		return false
	case s.f.ctx == statements && len(s.frames) > 1 && s.f.local && s.f.key != &csharpAccessors:
		return false
	}
	switch s.f.ctx {
	case statements, members, enumerators, parameters, typeNames:
	default:
		return false
	}
	if s.doc.End > 0 {
		p.doc = s.doc
	}
	s.push('[', ctx).typed = false
	s.opened('[')
	return true
}

// csharpIndexed tells whether the bracket at pos holds the parameters of an
// indexer. That of an interface is defined here: I.this[int i].
func csharpIndexed(s *scanner) bool {
	p := &s.f.part
	if s.f.ctx != members {
		return false
	}
	if p.phase == heading && p.has(csharpIndexer) {
		return s.prev.kind == nameToken && s.prev.start == p.name.at.Start
	}
	if p.phase != expression || !p.has(csharpExplicit) || s.prev.key == nil || s.prev.key.text != "this" || !s.has(s.prev.start-1, ".") {
		return false
	}
	csharpKeywordNames(s, source.Span{Start: s.prev.start, End: s.prev.end})
	p.flags |= csharpIndexer
	return true
}

// csharpClosed goes on behind attributes and accessors.
func csharpClosed(s *scanner, f *frame) {
	p := &s.f.part
	switch {
	case f.ctx == attribute:
		s.decorators = append(s.decorators, source.Span{Start: f.start, End: s.pos})
		s.prev = token{start: s.pos, end: s.pos}
		s.newline = false
	case f.ctx == list && f.sign == '{' && p.has(certain):
		p.typeEnd = s.pos // a name may follow { … } behind is
	case f.key == &csharpAccessors:
		if s.next(s.pos) != '=' {
			s.endPart()
		}
	case f.ctx == typeGroup && f.sign == '(' && (s.f.ctx == members || s.f.ctx == parameters):
		p.typeEnd = s.pos // a tuple is the type
	}
}

// csharpCurly opens the curly brackets that are of C# alone.
func csharpCurly(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.f.ctx == members && p.phase == heading && p.has(csharpIndexer):
		s.openBody()
		s.f.key = &csharpAccessors
	case s.f.ctx == members && p.phase == named:
		s.declareField()
		p.sigEnd = s.prev.end
		p.phase = expression
		f := s.push('{', statements)
		f.key = &csharpAccessors
	case s.prev.key == &csharpArms:
		f := s.push('{', list)
		f.key = &csharpArms
		f.part.role = labels
	case s.prev.created, s.prev.key != nil && s.prev.key.role == creates:
		s.push('{', list)
	case p.has(certain) && (!s.prev.operand || p.typeEnd == s.prev.end):
		s.push('{', list)
	default:
		return false
	}
	return true
}

// csharpDirective reads a line of the preprocessor: the words of a condition
// are references.
func csharpDirective(s *scanner) bool {
	at := s.pos
	for at > 0 && s.src[at-1] != '\n' {
		if s.src[at-1] > ' ' && s.src[at-1] < 0x80 {
			return false
		}
		at--
	}
	s.pos = s.skipBlank(s.pos + 1)
	word := s.pos
	for s.isLetter(s.at(s.pos)) {
		s.pos++
	}
	switch string(s.src[word:s.pos]) {
	case "if", "elif", "define", "undef":
		for s.pos < len(s.src) && s.src[s.pos] != '\n' && !s.has(s.pos, "//") {
			if !s.isLetter(s.src[s.pos]) {
				s.pos++
				continue
			}
			name := s.readWord()
			if s.t.keywordOf(s.src[name.Start:name.End]) == nil {
				s.r.Word(name, source.Reference, source.Plain)
			}
		}
	case "pragma", "else", "endif":
		for s.pos < len(s.src) && s.src[s.pos] != '\n' && !s.has(s.pos, "//") {
			s.pos++
		}
	default:
		s.lineEnd()
	}
	return true
}

// csharpName reads a name that stood behind @ and so is no keyword.
func csharpName(s *scanner, at source.Span) {
	if s.access {
		s.memberName(at)
		return
	}
	s.name(at)
}

// csharpPrefixed reads a string with a prefix, or a name behind @.
func csharpPrefixed(s *scanner) bool {
	start, at := s.pos, s.pos
	verbatim, holes := false, 0
	for ; at < len(s.src) && at < start+16 && (s.src[at] == '@' || s.src[at] == '$'); at++ {
		if s.src[at] == '@' {
			verbatim = true
		} else {
			holes++
		}
	}
	if s.at(at) != '"' {
		s.pos = at
		if s.isLetter(s.at(at)) && verbatim {
			csharpName(s, s.readWord())
		}
		return true
	}
	q := Quote{Open: `"`, Close: `"`, Raw: verbatim, Doubled: verbatim, Lines: verbatim}
	from := at + 1
	if s.has(at, `"""`) && !verbatim {
		q = Quote{Open: `"""`, Close: `"""`, Raw: true, Lines: true}
		from = at + 3
	}
	switch holes {
	case 0:
	case 1:
		q.Code, q.Escape = "{", "{{"
	default:
		q.Code = "{{"
	}
	s.text(&q, start, from)
	return true
}
