package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

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
		if p.typeEnd == 0 || p.typeEnd != s.Pos || s.prev.end != s.Pos || !s.IsLetter(s.Next(s.Pos+1)) && s.Next(s.Pos+1) != ')' && s.Next(s.Pos+1) != '[' || s.At(s.Pos+1) == '[' {
			return false
		}
		s.Pos++
		p.typeEnd, s.prev.end = s.Pos, s.Pos
		return true
	case ':':
		return csharpColon(s)
	case '~':
		if s.f.ctx != members || p.phase != fresh {
			return false
		}
		s.begin(s.Pos, false)
		s.Pos++
		return true
	case '(':
		return csharpRound(s)
	case '=':
		return s.Has(s.Pos, "=>") && csharpArrow(s)
	}
	return false
}

// csharpColon reads the colons that do not separate a type from a name.
func csharpColon(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.Has(s.Pos, "::"):
		s.accessSign(2)
		return true
	case s.f.ctx == code && p.ternary == 0: // the format in {value:format}
		s.skipTo("}\"\n")
		return true
	case p.phase == heading && (p.has(csharpConstrained) || p.symbol <= source.Method):
		s.begin(s.Pos, true)
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
		s.begin(s.Pos, false)
		p.phase = expression
		return s.pushed('(', typeGroup)
	}
	if s.f.ctx == pattern && p.phase == fresh { // var (a, (b, c))
		s.begin(s.Pos, false)
		return s.pushed('(', pattern)
	}
	if s.prev.key == nil {
		return false
	}
	switch text := s.prev.key.text; {
	case p.phase == heading && (text == "base" || text == "this"):
		s.begin(s.Pos, true)
		s.openCall()
	case text == "typeof" || text == "sizeof" || text == "default" && s.prev.operand:
		s.begin(s.Pos, true)
		s.push('(', typeGroup)
	case text == "delegate":
		s.begin(s.Pos, true)
		s.push('(', parameters)
	default:
		return false
	}
	s.opened('(')
	return true
}

// csharpArrow reads => between a head and the value that is the body, and after the pattern of an
// arm; the arrow of a lambda is left to the machine.
func csharpArrow(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.inArm():
		p.role, p.typeEnd, p.flags = noRole, 0, p.flags&^(certain|mayDeclare)|csharpArrowed
		p.phase = expression
	case p.phase == heading:
		s.headEnds(p)
	case p.phase == named && s.f.ctx == members:
		s.declareField()
		p.sigEnd = s.prev.end
		p.phase, p.valueAt = expression, valueNext
	default:
		return false
	}
	s.begin(s.Pos, true)
	return s.signRead(2, '=')
}

// inArm reports whether the pattern of an arm of a switch expression is read.
func (s *scanner) inArm() bool { return s.f.key == &csharpArms && !s.f.part.has(csharpArrowed) }

// csharpAttributes opens the brackets of attributes before a declaration, and those of the
// parameters of an indexer.
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

// csharpIndexed reports whether the bracket at pos holds the parameters of an indexer. That of an
// interface is defined here: I.this[int i].
func csharpIndexed(s *scanner) bool {
	p := &s.f.part
	if s.f.ctx != members {
		return false
	}
	if p.phase == heading && p.has(csharpIndexer) {
		return s.prev.kind == nameToken && s.prev.start == p.name.at.Start
	}
	if p.phase != expression || !p.has(csharpExplicit) || s.prev.key == nil || s.prev.key.text != "this" || !s.Has(s.prev.start-1, ".") {
		return false
	}
	csharpKeywordNames(s, source.Span{Start: s.prev.start, End: s.prev.end})
	p.flags |= csharpIndexer
	return true
}

// csharpClosed goes on after attributes and accessors.
func csharpClosed(s *scanner, f *frame) {
	p := &s.f.part
	switch {
	case f.ctx == attribute:
		s.attributed(f.start)
		s.prev = token{start: s.Pos, end: s.Pos}
		s.newline = false
	case f.ctx == list && f.sign == '{' && p.has(certain):
		p.typeEnd = s.Pos // a name may follow { … } after is
	case f.key == &csharpAccessors:
		if s.Next(s.Pos) != '=' {
			s.endPart()
		}
	case f.ctx == typeGroup && f.sign == '(' && (s.f.ctx == members || s.f.ctx == parameters):
		p.typeEnd = s.Pos // a tuple is the type
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
		s.push('{', statements).key = &csharpAccessors
	case s.prev.key == &csharpArms:
		f := s.push('{', list)
		f.key, f.part.role = &csharpArms, labels
	case s.prev.created, s.prev.key != nil && s.prev.key.role == creates:
		s.push('{', list)
	case p.has(certain) && (!s.prev.operand || p.typeEnd == s.prev.end):
		s.push('{', list)
	default:
		return false
	}
	return true
}

// csharpDirective reads a line of the preprocessor: the words of a condition are references.
func csharpDirective(s *scanner) bool {
	at := s.Pos
	for at > 0 && s.Src[at-1] != '\n' {
		if s.Src[at-1] > ' ' && s.Src[at-1] < 0x80 {
			return false
		}
		at--
	}
	s.Pos = s.SkipBlank(s.Pos + 1)
	word := s.Pos
	for s.IsLetter(s.At(s.Pos)) {
		s.Pos++
	}
	switch string(s.Src[word:s.Pos]) {
	case "if", "elif", "define", "undef":
		for s.Pos < len(s.Src) && s.Src[s.Pos] != '\n' && !s.Has(s.Pos, "//") {
			if !s.IsLetter(s.Src[s.Pos]) {
				s.Pos++
				continue
			}
			name := s.TakeName()
			if s.t.keywordOf(s.Src[name.Start:name.End]) == nil {
				s.Rec.Word(name, source.Reference, source.Plain)
			}
		}
	case "pragma", "else", "endif":
		for s.Pos < len(s.Src) && s.Src[s.Pos] != '\n' && !s.Has(s.Pos, "//") {
			s.Pos++
		}
	default:
		s.lineEnd()
	}
	return true
}

// csharpPrefixed reads a string with a prefix, or a name after @.
func csharpPrefixed(s *scanner) bool {
	start, at := s.Pos, s.Pos
	verbatim, holes := false, 0
	for ; at < len(s.Src) && at < start+16 && (s.Src[at] == '@' || s.Src[at] == '$'); at++ {
		if s.Src[at] == '@' {
			verbatim = true
		} else {
			holes++
		}
	}
	if s.At(at) != '"' {
		s.Pos = at
		if s.IsLetter(s.At(at)) && verbatim {
			s.anyName(s.TakeName())
		}
		return true
	}
	q := cursor.Quote{Open: `"`, Close: `"`, Raw: verbatim, Doubled: verbatim, Lines: verbatim}
	from := at + 1
	if s.Has(at, `"""`) && !verbatim {
		q = cursor.Quote{Open: `"""`, Close: `"""`, Raw: true, Lines: true}
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
