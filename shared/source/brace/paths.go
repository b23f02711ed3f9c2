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
	p := path{whole: source.Span{Start: s.Pos, End: s.Pos}}
	for s.Pos < len(s.Src) {
		s.skipSpace()
		if s.Pos >= len(s.Src) {
			return p
		}
		c := s.Src[s.Pos]
		switch {
		case c == sign:
			s.Pos++
			continue
		case c == '*' && p.whole.End > p.whole.Start:
			s.Pos++
			p.star = true
			return p
		case s.IsLetter(c) || c == '`' || c == '@':
		default:
			return p
		}
		p.read(s, kind)
		s.skipSpace()
		if s.Pos >= len(s.Src) || s.Src[s.Pos] != sign {
			return p
		}
	}
	return p
}

// read reads one word of p.
func (p *path) read(s *scanner, kind source.Kind) {
	at := s.readWord()
	if p.n == 0 {
		p.whole.Start = at.Start
	}
	p.n++
	p.whole.End, p.last = at.End, at
	p.mark = s.Rec.Word(at, kind, source.Plain)
	if p.mark.Wanted() {
		p.marks = append(p.marks, p.mark)
	}
}

// leads passes over word, if it stands at pos before a blank.
func (s *scanner) leads(word string) bool {
	if !s.Has(s.Pos, word) || s.At(s.Pos+len(word)) > ' ' {
		return false
	}
	s.Pos += len(word)
	return true
}

// readAlias reads the name behind "as", if that stands at pos; it is empty else.
func (s *scanner) readAlias() (source.Span, source.Mark) {
	if !s.leads("as") {
		return source.Span{}, source.Mark{}
	}
	if s.skipSpace(); !s.IsLetter(s.At(s.Pos)) && s.At(s.Pos) != '`' {
		return source.Span{}, source.Mark{}
	}
	alias := s.readWord()
	return alias, s.Rec.Word(alias, source.FromImport, source.Plain)
}

// readWord reads the identifier at pos, whose first byte is taken as part of it.
func (s *scanner) readWord() source.Span {
	start := s.Pos
	for s.Pos++; s.Pos < len(s.Src) && (s.InWord(s.Src[s.Pos]) || s.Src[s.Pos] == '`'); s.Pos++ {
		continue
	}
	return source.Span{Start: start, End: s.Pos}
}

// skipSpace skips white space and comments.
func (s *scanner) skipSpace() {
	for s.Pos < len(s.Src) {
		switch c := s.Src[s.Pos]; {
		case c == '\n' && s.l.Newlines:
			return
		case c <= ' ':
			s.Pos++
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
	im := source.ImportOf{Statement: source.Span{Start: start, End: s.Pos}, Module: p.module(s.Src), Name: p.last.Of(s.Src)}
	if p.star {
		im.Module, im.Name = p.whole.Of(s.Src), "*"
	}
	s.imports(im, source.FromImport, p.marks, p.last, alias, aliasMark)
}

// importedModule tells of the import of p as a whole.
func (s *scanner) importedModule(p path, start int, alias source.Span, aliasMark source.Mark) {
	im := source.ImportOf{Statement: source.Span{Start: start, End: s.Pos}, Module: p.whole.Of(s.Src)}
	s.imports(im, source.Import, p.marks, p.last, alias, aliasMark)
}

func (s *scanner) imports(im source.ImportOf, kind source.Kind, marks []source.Mark, name, alias source.Span, aliasMark source.Mark) {
	if alias.Len() > 0 {
		im.Alias, name = alias.Of(s.Src), alias
		if aliasMark.Wanted() {
			marks = append(marks, aliasMark)
		}
	}
	of := s.Rec.Import(im, kind, marks...)
	if name.Len() == 0 {
		return
	}
	b := source.Binding{Name: name.Of(s.Src), How: source.Imported, Place: name, Import: of, Declaration: source.None}
	if im.Name == "*" {
		b.How = source.Unknown
	}
	s.Rec.Bind(b)
}
