package python

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// word reads a name, a keyword, or the prefix of a string.
func (s *scanner) word() {
	start := s.at
	end := wordEnd(s.src, start)
	if end < len(s.src) && classes[s.src[end]] == 'q' && isPrefix(s.src[start:end]) {
		s.literal(start, end)
		return
	}
	s.at = end
	if k := keywordOf(s.src[start:end]); k != none {
		s.keyword(k, start)
		return
	}
	s.tokenEnd = end
	s.name(source.Span{Start: start, End: end})
}

// name reads a word that is no keyword.
func (s *scanner) name(at source.Span) {
	if s.statement.fresh {
		if s.softKeyword(at) {
			return
		}
		s.statement.fresh = false
		s.decorators = s.decorators[:0]
	}
	switch s.statement.kind {
	case function, class, alias:
		s.define(at)
		return
	case importing, fromModule, fromNames:
		s.importWord(at)
		return
	case globals, nonlocals:
		s.declareScope(at)
	}
	s.use(at)
}

// use reads a name in an expression, an annotation, a pattern or a list of parameters.
func (s *scanner) use(at source.Span) {
	top := &s.frames[len(s.frames)-1]
	kind, access := source.Reference, source.Plain
	if s.before == dot {
		access = source.Member
	}
	if access == source.Plain || s.chain < 0 {
		s.chain = at.Start
	}
	mayBind := false
	switch top.mode {
	case target:
		mayBind = true
	case pattern:
		mayBind = access == source.Plain && !(at.Len() == 1 && s.src[at.Start] == '_')
	case annotation:
		kind = source.Annotation
	case parameter:
		kind = source.Assignment
		s.bindParameter(top, at)
	}
	m := s.r.Word(at, kind, access)
	mayBind = mayBind && (s.bindings || m.Wanted())
	if mayBind {
		s.targets = append(s.targets, bound{Mark: m, at: at, plain: access == source.Plain})
	}
	s.last = word{Mark: m, at: at, access: access, target: mayBind}
	if s.calls {
		if n := len(s.frames); n > 1 {
			s.frames[n-1].held = s.frames[n-1].held.Hold(cursor.Word{Mark: m, At: at}, access)
		}
	}
	s.before = name
}
