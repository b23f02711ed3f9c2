package brace

import "github.com/ct-tools/ct/shared/source"

// requireModule gives the string of require("module"), if that is what follows
// the = at pos.
func (s *scanner) requireModule() (source.Span, bool) {
	at := s.SkipBlank(s.SkipBlank(s.Pos) + 1)
	const call = "require("
	if !s.Has(at, call) {
		return source.Span{}, false
	}
	from := s.SkipBlank(at + len(call))
	if from >= len(s.Src) || s.Src[from] != '"' && s.Src[from] != '\'' {
		return source.Span{}, false
	}
	end := s.textEnd(&Quote{Close: string(s.Src[from])}, from+1)
	if s.Next(end) != ')' {
		return source.Span{}, false
	}
	switch s.Next(s.SkipBlank(end) + 1) {
	case '.', '(', '[', '?':
		return source.Span{}, false // a part of the module
	}
	return source.Span{Start: from, End: end}, true
}

// requireNames makes the names before the = at pos imports, if it binds a
// module. Names of a pattern are kept from base on.
func (s *scanner) requireNames(base int) bool {
	p := &s.f.part
	text, ok := s.requireModule()
	if !ok {
		return false
	}
	im := source.ImportOf{Statement: source.Span{Start: p.start, End: text.End + 1}, Module: s.unquoted(text.Start, text.End)}
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

// dynamicImport tells of import("module").
func (s *scanner) dynamicImport(at source.Span) {
	open := s.SkipBlank(s.Pos)
	from := s.SkipBlank(open + 1)
	if !s.Rec.Bindings() || from >= len(s.Src) || s.Src[from] != '"' && s.Src[from] != '\'' {
		return
	}
	end := s.textEnd(&Quote{Close: string(s.Src[from])}, from+1)
	s.Rec.Import(source.ImportOf{Statement: source.Span{Start: at.Start, End: end}, Module: s.unquoted(from, end)}, source.Import)
}

// unquoted gives the text of the string from start to end.
func (s *scanner) unquoted(start, end int) string {
	if end-start < 2 {
		return ""
	}
	return string(s.Src[start+1 : end-1])
}
