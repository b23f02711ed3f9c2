// Package imports reads the names in import statements of languages with braces.
package imports

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
)

// A Reader reads the names in import statements, from Pos of the text on.
type Reader struct {
	*ahead.Text
	Comment  func() bool // reads the comment at Pos and reports whether one is there
	Newlines bool        // a line's end ends the statement
}

// A Path is a dotted name that an import names.
type Path struct {
	Whole source.Span
	Last  source.Span   // its last word
	Mark  source.Mark   // of the last word
	Marks []source.Mark // of those words that somebody asked for
	Words int
	Star  bool // it ends in a star
}

// Path reads words separated by sign ('.' or '\\'), with a star at the end if there is one.
func (s *Reader) Path(sign byte, kind source.Kind) Path {
	p := Path{Whole: source.Span{Start: s.Pos, End: s.Pos}}
	for s.Pos < len(s.Src) {
		s.Skip()
		if s.Pos >= len(s.Src) {
			return p
		}
		c := s.Src[s.Pos]
		switch {
		case c == sign:
			s.Pos++
			continue
		case c == '*' && p.Whole.End > p.Whole.Start:
			s.Pos++
			p.Star = true
			return p
		case s.IsLetter(c) || c == '`' || c == '@':
		default:
			return p
		}
		p.read(s, kind)
		s.Skip()
		if s.Pos >= len(s.Src) || s.Src[s.Pos] != sign {
			return p
		}
	}
	return p
}

// read reads one word of p.
func (p *Path) read(s *Reader, kind source.Kind) {
	at := s.TakeName()
	if p.Words == 0 {
		p.Whole.Start = at.Start
	}
	p.Words++
	p.Whole.End, p.Last = at.End, at
	p.Mark = s.Rec.Word(at, kind, source.Plain)
	if p.Mark.Wanted() {
		p.Marks = append(p.Marks, p.Mark)
	}
}

// Leads passes over word if it is at Pos, before a blank, and reports whether it is.
func (s *Reader) Leads(word string) bool {
	if !s.Has(s.Pos, word) || s.At(s.Pos+len(word)) > ' ' {
		return false
	}
	s.Pos += len(word)
	return true
}

// Alias reads the name after "as"; it is empty if that is not at Pos.
func (s *Reader) Alias() (source.Span, source.Mark) {
	if !s.Leads("as") {
		return source.Span{}, source.Mark{}
	}
	if s.Skip(); !s.IsLetter(s.At(s.Pos)) && s.At(s.Pos) != '`' {
		return source.Span{}, source.Mark{}
	}
	alias := s.TakeName()
	return alias, s.Rec.Word(alias, source.FromImport, source.Plain)
}

// Skip passes over white space and comments, on the line if that ends the statement.
func (s *Reader) Skip() { s.skip(s.Newlines) }

func (s *Reader) skip(line bool) {
	for s.Pos < len(s.Src) {
		switch c := s.Src[s.Pos]; {
		case c == '\n' && line:
			return
		case c <= ' ':
			s.Pos++
		case c != '/' || !s.Comment():
			return
		}
	}
}

// Module returns the path before its last word.
func (p *Path) Module(src []byte) string {
	end := max(p.Last.Start-1, p.Whole.Start)
	for end > p.Whole.Start && src[end-1] <= ' ' {
		end--
	}
	return string(src[p.Whole.Start:end])
}

// Member reports the import of p, a member of the module before its last word, or of all its members.
func (s *Reader) Member(p Path, start int, alias source.Span, aliasMark source.Mark) {
	im := source.ImportOf{Statement: source.Span{Start: start, End: s.Pos}, Module: p.Module(s.Src), Name: p.Last.Of(s.Src)}
	if p.Star {
		im.Module, im.Name = p.Whole.Of(s.Src), "*"
	}
	s.Report(im, source.FromImport, p.Marks, p.Last, alias, aliasMark)
}

// Whole reports the import of p as a whole.
func (s *Reader) Whole(p Path, start int, alias source.Span, aliasMark source.Mark) {
	im := source.ImportOf{Statement: source.Span{Start: start, End: s.Pos}, Module: p.Whole.Of(s.Src)}
	s.Report(im, source.Import, p.Marks, p.Last, alias, aliasMark)
}

// Report reports an import, and binds name or, if there is one, alias.
func (s *Reader) Report(im source.ImportOf, kind source.Kind, marks []source.Mark, name, alias source.Span, aliasMark source.Mark) {
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
	b := source.Binding{Name: name.Of(s.Src), Kind: source.Imported, Place: name, Import: of, Declaration: source.None}
	if im.Name == "*" {
		b.Kind = source.Unknown
	}
	s.Rec.Bind(b)
}
