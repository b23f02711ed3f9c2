package brace

import (
	"github.com/ct-tools/ct/shared/source"
)

// scriptImport reads an import of JavaScript or TypeScript.
func scriptImport(s *scanner, at source.Span, _ *keyword) bool {
	switch s.Next(s.Pos) {
	case '(':
		s.dynamicImport(at)
		return false
	case '.':
		return false
	}
	s.begin(at.Start, false)
	s.readModule(false)
	return true
}

// scriptExport reads an export of names; it returns false for an export of a declaration.
func scriptExport(s *scanner, at source.Span) bool {
	after := s.SkipBlank(s.Pos)
	if s.Has(after, "type") && !s.IsLetter(s.Next(after+4)) {
		after = s.SkipBlank(after + 4)
	}
	if !s.Has(after, "{") && !s.Has(after, "*") {
		return false
	}
	s.begin(at.Start, false)
	s.readModule(true)
	return true
}

// readModule reads the names and the module of an import or export statement.
func (s *scanner) readModule(exporting bool) {
	start := s.f.part.start
	s.imports.Module(start, exporting)
	s.f.part.phase = expression
	s.set(token{start: start, end: s.Pos, kind: literalToken, operand: true})
	s.chain = -1
}

// requireNames makes the names before the = at pos imports, if it binds a module. Names of a
// pattern are kept from base on.
func (s *scanner) requireNames(base int) bool {
	p := &s.f.part
	text, ok := s.RequireModule()
	if !ok {
		return false
	}
	im := source.ImportOf{Statement: source.Span{Start: p.start, End: text.End + 1}, Module: s.Unquoted(text)}
	if p.name.at.End > 0 {
		im.Alias = p.name.at.Of(s.Src)
		s.Rec.BindImport(im.Alias, p.name.at, s.Rec.Import(im, source.Import, p.name.mark))
		p.name = declarator{}
		p.flags &^= unbound
		return true
	}
	for _, w := range s.pending[min(base, len(s.pending)):] {
		im.Name, im.Alias = w.at.Of(s.Src), ""
		if w.from.End > 0 {
			im.Name, im.Alias = w.from.Of(s.Src), im.Name
		}
		s.Rec.BindImport(w.at.Of(s.Src), w.at, s.Rec.Import(im, source.FromImport, w.mark, w.key))
	}
	return true
}

// dynamicImport reports import("module").
func (s *scanner) dynamicImport(at source.Span) {
	if text, ok := s.StringAt(s.SkipBlank(s.SkipBlank(s.Pos) + 1)); ok {
		s.Rec.Import(source.ImportOf{Statement: source.Span{Start: at.Start, End: text.End}, Module: s.Unquoted(text)}, source.Import)
	}
}
