package brace

import "github.com/ct-tools/ct/shared/source"

// angleReach bounds how far the end of template arguments is looked for.
const (
	angleReach    = 1024
	templateReach = 8192
)

// templateKeyword takes template: of a declaration, of an explicit
// instantiation, or before the name of a member.
func (s *cReader) templateKeyword() {
	t := &s.now
	p := s.skipBlank(s.pos)
	if s.at(p) == '<' && t.prev != cSign {
		t.set(cTemplate)
		return
	}
	if t.prev == cSign && (t.sign == '.' || t.sign == ':') {
		t.prev = cSign
		return
	}
	if s.scope() == cFile {
		t.set(cFriend)
	}
}

// less takes <: a comparison, a shift, or the beginning of template arguments.
func (s *cReader) less() {
	s.began(s.pos)
	t := &s.now
	if s.plus {
		if t.prev == cKeyword && t.has(cTemplate) {
			if end := s.angleEnd(s.pos, templateReach, true); end > 0 {
				t.clear(cTemplate)
				s.push('>', cAngles, cTemplated).closes = end
				return
			}
		}
		if t.prev == cName || t.prev == cKeyword && t.has(cExpression) {
			if end := s.angleEnd(s.pos, angleReach, false); end > 0 {
				if t.prev == cKeyword {
					t.name = cWord{}
				}
				s.push('>', cAngles, cNothing).closes = end
				return
			}
		}
	}
	next := s.at(s.pos + 1)
	switch {
	case next == '<' && s.at(s.pos+2) == '=':
		s.target()
		s.pos += 3
	case next == '<' || next == '=':
		s.pos += 2
	default:
		s.pos++
	}
	t.set(cExpression)
	t.prev, t.sign = cSign, '<'
}

// greater takes >: the end of template arguments, or an operator.
func (s *cReader) greater() {
	s.began(s.pos)
	if f := s.top(); f.scope == cAngles && f.closes <= s.pos {
		s.pos++
		s.pop(s.pos)
		return
	}
	t := &s.now
	switch next := s.at(s.pos + 1); {
	case next == '>' && s.at(s.pos+2) == '=':
		s.target()
		s.pos += 3
	case next == '=' || next == '>' && s.top().scope != cAngles:
		s.pos += 2
	default:
		s.pos++
	}
	t.set(cExpression)
	t.prev, t.sign = cSign, '>'
}

// angleEnd gives the place of the sign that closes template arguments or
// parameters that may begin at p; 0 where they do not look like such. Where it
// is certain that they do, they may hold any expression.
func (s *cReader) angleEnd(p, reach int, certain bool) int {
	if p < s.noAngle {
		return 0
	}
	depth, round := 0, 0
	for end := min(p+reach, s.end); p < end; p++ {
		c := s.src[p]
		switch {
		case c == '/' && (s.at(p+1) == '/' || s.at(p+1) == '*'):
			p = s.commentEnd(p) - 1
		case c == '(' || c == '[':
			round++
		case c == ')' || c == ']':
			if round--; round < 0 {
				return 0
			}
		case s.endsAngle(p, round > 0 || certain):
			return 0
		case round > 0:
		case c == '<':
			depth++
		case c == '>' && s.src[p-1] != '-':
			if depth--; depth > 0 {
				continue
			}
			if certain || s.afterAngle(p+1) {
				return p
			}
			return 0
		}
	}
	s.noAngle = p
	return 0
}

// endsAngle tells whether what stands at p does not stand in template
// arguments; an expression may hold what types do not.
func (s *cReader) endsAngle(p int, expression bool) bool {
	switch c := s.src[p]; c {
	case ';', '#', '"':
		return true
	case '<':
		return s.at(p+1) == '=' || s.at(p+1) == '<' && !expression
	case '{', '}':
		return !expression
	case '&', '|':
		return s.at(p+1) == c && !expression && !s.typeLike(p+2)
	}
	return false
}

// typeLike tells whether && was a reference: what closes or parts follows.
func (s *cReader) typeLike(p int) bool {
	switch s.next(p) {
	case '>', ',', ')', '.':
		return true
	}
	return false
}

// commentEnd gives where the comment at p ends.
func (s *cReader) commentEnd(p int) int {
	line := s.at(p+1) == '/'
	for p += 2; p < s.end; p++ {
		if line && s.src[p] == '\n' || !line && s.src[p] == '/' && s.src[p-1] == '*' {
			return p + 1
		}
	}
	return s.end
}

// afterAngle tells whether what follows p may follow template arguments.
func (s *cReader) afterAngle(p int) bool {
	if s.scope() != cCode && s.scope() != cArguments && s.scope() != cHeads && !s.now.has(cExpression) {
		return true
	}
	q := s.skipBlank(p)
	switch c := s.at(q); c {
	case '(', '{', '>', ',', ')', ';', '.', '[', ']', '}':
		return true
	case ':':
		return s.at(q+1) == ':'
	case '&', '*':
		return !s.now.has(cExpression)
	case '=':
		return s.at(q+1) != '='
	default:
		return startsWord(c) && !s.now.has(cExpression)
	}
}

// endUsing takes the end of a using declaration or alias.
func (s *cReader) endUsing(end int) {
	t := &s.now
	if len(s.names) == 0 {
		return
	}
	if t.before > 0 {
		s.declare(s.names[0], source.Type, end)
		s.names = s.names[:0]
		return
	}
	if s.scope() == cClass {
		s.names = s.names[:0]
		return
	}
	s.importNames(source.Span{Start: t.start, End: end}, t.has(cNamespace) || s.namespaceUsed(t.start))
	s.names = s.names[:0]
}

// namespaceUsed tells using namespace x from using x::y.
func (s *cReader) namespaceUsed(p int) bool {
	p = s.skipBlank(s.wordEnd(p))
	return string(s.src[p:s.wordEnd(p)]) == "namespace"
}

// importNames tells of what a using declaration brings.
func (s *cReader) importNames(statement source.Span, all bool) {
	n := len(s.names)
	last := s.names[n-1].at
	im := source.ImportOf{Statement: statement, Name: last.Of(s.src)}
	how, name := source.Imported, im.Name
	if n > 1 {
		im.Module = string(s.src[s.names[0].at.Start:s.names[n-2].at.End])
	}
	if all {
		im.Module, im.Name = string(s.src[s.names[0].at.Start:last.End]), "*"
		how, name = source.Unknown, "*"
	}
	s.marks = s.marks[:0]
	for _, w := range s.names {
		s.marks = append(s.marks, w.mark)
	}
	of := s.r.Import(im, source.FromImport, s.marks...)
	for _, w := range s.names {
		s.r.Revise(w.mark, source.FromImport)
	}
	if s.r.Bindings() {
		s.r.Bind(source.Binding{Name: name, How: how, Place: last, Import: of, Declaration: source.None})
	}
}
