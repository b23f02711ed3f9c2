package python

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// imports holds what is known of an import statement before its end.
type imports struct {
	module    source.Span // after from
	items     []imported
	marks     []source.Mark // the words that somebody asked for
	next      bool          // the next word begins an item
	aliasNext bool
}

// imported is one name in an import statement.
type imported struct {
	name, alias source.Span
	words       int // marks up to its last word
}

func (s *scanner) startImport() {
	i := &s.imports
	i.module, i.items, i.marks = source.Span{}, i.items[:0], i.marks[:0]
	i.next, i.aliasNext = true, false
}

// importWord reads a word of an import statement.
func (s *scanner) importWord(at source.Span) {
	i := &s.imports
	kind := source.FromImport
	if s.statement.kind == importing {
		kind = source.Import
	}
	if m := s.r.Word(at, kind, source.Plain); m.Wanted() {
		i.marks = append(i.marks, m)
	}
	if s.statement.kind == fromModule {
		i.extendModule(at)
		return
	}
	s.importName(at)
}

// importName takes a word, or a star, as one of the names.
func (s *scanner) importName(at source.Span) {
	i := &s.imports
	if i.next {
		i.items = append(i.items, imported{name: at})
		i.next = false
	}
	if len(i.items) == 0 {
		return
	}
	item := &i.items[len(i.items)-1]
	item.words = len(i.marks)
	if i.aliasNext {
		item.alias, i.aliasNext = at, false
	} else {
		item.name.End = at.End
	}
}

func (i *imports) extendModule(at source.Span) {
	if i.module.Len() == 0 {
		i.module.Start = at.Start
	}
	i.module.End = at.End
}

// importOperator reads what stands between the words of an import statement.
func (s *scanner) importOperator(c byte) {
	at := source.Span{Start: s.at, End: s.at + 1}
	switch {
	case c == ';':
		s.semicolon()
		return
	case c == ',':
		s.imports.next, s.imports.aliasNext = true, false
	case c == '.' && s.statement.kind == fromModule:
		s.imports.extendModule(at)
	case c == '*' && s.statement.kind == fromNames:
		s.importName(at)
		s.tokenEnd = at.End
	}
	s.at++
}

// endImport records every name of the statement, with its last token.
func (s *scanner) endImport() {
	i := &s.imports
	from := 0
	for n := range i.items {
		item := &i.items[n]
		words := i.marks[from:max(item.words, from)]
		from = max(item.words, from)
		if len(words) > 0 || s.bindings {
			s.recordImport(item, words)
		}
	}
}

func (s *scanner) recordImport(item *imported, words []source.Mark) {
	kind := source.Import
	im := source.ImportOf{
		Statement: source.Span{Start: s.statement.start, End: s.tokenEnd},
		Module:    s.dotted(item.name), Alias: item.alias.Of(s.src),
	}
	if s.statement.kind != importing {
		kind = source.FromImport
		im.Module, im.Name = s.dotted(s.imports.module), im.Module
	}
	b := source.Binding{Kind: source.Imported, Place: item.name, Import: s.r.Import(im, kind, words...), Declaration: source.None}
	switch {
	case !s.bindings:
		return
	case im.Name == "*":
		b.Kind = source.Unknown
	case im.Alias != "":
		b.Place = item.alias
	case kind == source.Import: // import a.b binds a
		b.Place.End = wordEnd(s.src, b.Place.Start)
	}
	s.bindAs(b, 0)
}

// dotted returns a dotted name without the white space that may stand in it.
func (s *scanner) dotted(at source.Span) string {
	name := s.src[at.Start:at.End]
	if bytes.ContainsAny(name, " \t\f\\\r\n") {
		name = bytes.Join(bytes.FieldsFunc(name, func(r rune) bool { return r <= ' ' || r == '\\' }), nil)
	}
	return string(name)
}
