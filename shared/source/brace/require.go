package brace

import (
	"github.com/ct-tools/ct/shared/source"
)

// requireNames makes the names before the = at pos imports, if it binds a
// module. Names of a pattern are kept from base on.
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
