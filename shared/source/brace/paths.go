package brace

import "github.com/ct-tools/ct/shared/source"

// path is a dotted name that an import names.
type path struct {
	whole source.Span
	last  source.Span
	marks []source.Mark
	mark  source.Mark // of the last word
	n     int         // of its words
	star  bool
}

// readPath reads words parted by sign ('.' or '\\') from pos, a star last
// allowed; it leaves pos behind.
func (s *scanner) readPath(sign byte, kind source.Kind) path {
	p := path{whole: source.Span{Start: s.pos, End: s.pos}}
	for s.pos < len(s.src) {
		s.skipSpace()
		if s.pos >= len(s.src) {
			return p
		}
		c := s.src[s.pos]
		switch {
		case c == sign:
			s.pos++
			continue
		case c == '*' && p.whole.End > p.whole.Start:
			s.pos++
			p.star = true
			return p
		case s.isLetter(c) || c == '`' || c == '@':
		default:
			return p
		}
		p.word(s, kind)
		s.skipSpace()
		if s.pos >= len(s.src) || s.src[s.pos] != sign {
			return p
		}
	}
	return p
}

// word reads one word of p.
func (p *path) word(s *scanner, kind source.Kind) {
	at := s.readWord()
	if p.n == 0 {
		p.whole.Start = at.Start
	}
	p.n++
	p.whole.End, p.last = at.End, at
	p.mark = s.r.Word(at, kind, source.Plain)
	if p.mark.Wanted() {
		p.marks = append(p.marks, p.mark)
	}
}

// leads passes over word, if it stands at pos before a blank.
func (s *scanner) leads(word string) bool {
	if !s.has(s.pos, word) || s.at(s.pos+len(word)) > ' ' {
		return false
	}
	s.pos += len(word)
	return true
}

// readAlias reads the name behind "as", if that stands at pos; it is empty else.
func (s *scanner) readAlias() (source.Span, source.Mark) {
	if !s.leads("as") {
		return source.Span{}, source.Mark{}
	}
	if s.skipSpace(); !s.isLetter(s.at(s.pos)) && s.at(s.pos) != '`' {
		return source.Span{}, source.Mark{}
	}
	alias := s.readWord()
	return alias, s.r.Word(alias, source.FromImport, source.Plain)
}

// readWord reads the identifier at pos, whose first byte is taken as part of it.
func (s *scanner) readWord() source.Span {
	start := s.pos
	for s.pos++; s.pos < len(s.src); s.pos++ {
		if k := s.t.plain[s.src[s.pos]]; k != letter && k != digit && s.src[s.pos] != '`' {
			break
		}
	}
	return source.Span{Start: start, End: s.pos}
}

// skipSpace skips white space and comments.
func (s *scanner) skipSpace() {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == '\n' && s.l.Newlines:
			return
		case c <= ' ':
			s.pos++
		case c != '/' || !s.comment():
			return
		}
	}
}

// module gives the path before its last word.
func (p *path) module(src []byte) string {
	end := max(p.last.Start-1, p.whole.Start)
	for end > p.whole.Start && src[end-1] <= ' ' {
		end--
	}
	return string(src[p.whole.Start:end])
}

// imported tells of the import of p, a member of the module before its last
// word, or of all its members.
func (s *scanner) imported(p path, start int, alias source.Span, aliasMark source.Mark) {
	im := source.ImportOf{Statement: source.Span{Start: start, End: s.pos}, Module: p.module(s.src), Name: p.last.Of(s.src)}
	if p.star {
		im.Module, im.Name = p.whole.Of(s.src), "*"
	}
	s.imports(im, source.FromImport, p.marks, p.last, alias, aliasMark)
}

// importedModule tells of the import of p as a whole.
func (s *scanner) importedModule(p path, start int, alias source.Span, aliasMark source.Mark) {
	im := source.ImportOf{Statement: source.Span{Start: start, End: s.pos}, Module: p.whole.Of(s.src)}
	s.imports(im, source.Import, p.marks, p.last, alias, aliasMark)
}

func (s *scanner) imports(im source.ImportOf, kind source.Kind, marks []source.Mark, name, alias source.Span, aliasMark source.Mark) {
	if alias.Len() > 0 {
		im.Alias, name = alias.Of(s.src), alias
		if aliasMark.Wanted() {
			marks = append(marks, aliasMark)
		}
	}
	of := s.r.Import(im, kind, marks...)
	if name.Len() == 0 {
		return
	}
	b := source.Binding{Name: name.Of(s.src), How: source.Imported, Place: name, Import: of, Declaration: source.None}
	if im.Name == "*" {
		b.How = source.Unknown
	}
	s.r.Bind(b)
}
