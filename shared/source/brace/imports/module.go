package imports

import "github.com/ct-tools/ct/shared/source"

// Module reads the rest of an import statement of JavaScript or TypeScript that began at start, or
// of an export statement of names.
func (s *Reader) Module(start int, exporting bool) {
	m := module{Reader: s, start: start, exporting: exporting}
	if s.Has(start, "export") {
		m.kind = source.ReExport
	}
	m.read()
}

// specifier is one name of an import or export of a module.
type specifier struct {
	name, alias source.Span // alias is empty without one
	marks       [2]source.Mark
	kind        source.Kind
	types       bool // it is a type
}

// module reads the names and the module of an import or export statement.
type module struct {
	*Reader
	start     int
	exporting bool
	kind      source.ImportKind
	types     bool // type stood before the names
	typed     bool // type stands before the next name
	names     []specifier
	inBraces  bool
	star      bool // * was the last sign
	as        bool // the next name is an alias
	due       bool // a bracket or comma stood last: the next word is a name
}

// read reads up to the module's name or the end of the statement.
func (m *module) read() {
	for more := true; more; {
		m.skip(false)
		more = m.Pos < len(m.Src) && m.item(m.Src[m.Pos])
	}
}

// item reads what begins with c at pos. It returns false if the statement ends.
func (m *module) item(c byte) bool {
	switch {
	case c == '*':
		m.star = true
		m.Pos++
	case c == '{' || c == '}' || c == ',':
		m.star, m.as, m.inBraces = false, false, c == '{' || c == ',' && m.inBraces
		m.due = c != '}'
		m.Pos++
		return c != '}' || !m.exporting || m.fromFollows()
	case m.IsLetter(c):
		return m.name()
	case c == '"' || c == '\'':
		if text := m.readString(); !m.inBraces {
			m.imported(text)
		}
		return m.inBraces
	case c == '=':
		m.equated()
		return false
	default:
		return false
	}
	return true
}

// fromFollows reports whether a list of names is followed by its module.
func (m *module) fromFollows() bool {
	next := m.SkipBlank(m.Pos)
	if m.At(next) != '/' && !m.Has(next, "from") {
		return false // a line end before it ends the statement
	}
	m.skip(false)
	return m.Has(m.Pos, "from")
}

// name reads a name or one of the words between them. It returns false at a word that belongs to the next statement.
func (m *module) name() bool {
	start := m.Pos
	m.Pos = m.NameEnd(m.Pos)
	at := source.Span{Start: start, End: m.Pos}
	if m.between(at) {
		return true
	}
	if !m.inBraces && !m.star && !m.as && len(m.names) > 0 {
		m.Pos = start
		return false
	}
	m.add(at)
	return true
}

// between reports whether the word at at is not a name: as, from, type.
func (m *module) between(at source.Span) bool {
	after := m.Next(m.Pos)
	quoted := after == '"' || after == '\''
	switch string(m.Src[at.Start:at.End]) {
	case "as":
		if !m.as && m.nameStands() && (quoted || m.IsLetter(after)) {
			m.as = true
			return true
		}
	case "from":
		return quoted
	case "type", "typeof", "defer":
		word := after == '{' || after == '*' || m.IsLetter(after) && !m.onlyWord("from") && !m.onlyWord("as")
		if word && m.Src[at.Start] == 't' {
			m.typed, m.types = m.inBraces, m.types || !m.inBraces
		}
		return word
	}
	return false
}

// nameStands reports whether a name is before, which may get an alias.
func (m *module) nameStands() bool {
	return !m.due && (m.star || len(m.names) > 0 && m.names[len(m.names)-1].name.End > 0)
}

// onlyWord reports whether a word is after pos and not followed by another.
func (m *module) onlyWord(word string) bool {
	at := m.SkipBlank(m.Pos)
	return m.Has(at, word) && !m.IsLetter(m.Next(at+len(word)))
}

// add keeps a name.
func (m *module) add(at source.Span) {
	kind := source.FromImport
	if !m.inBraces {
		kind = source.Import
	}
	first := kind
	if m.exporting {
		first = source.Reference
	}
	mark := m.Rec.Word(at, first, source.Plain)
	switch {
	case m.as && m.star:
		m.names = append(m.names, specifier{alias: at, marks: [2]source.Mark{mark}, kind: source.Import, types: m.types})
		m.star = false
	case m.as && len(m.names) > 0:
		last := &m.names[len(m.names)-1]
		last.alias, last.marks[1] = at, mark
	default:
		m.names = append(m.names, specifier{name: at, marks: [2]source.Mark{mark}, kind: kind, types: m.types || m.typed})
	}
	m.as, m.due, m.typed = false, false, false
}

// imported reports the names once their module is known.
func (m *module) imported(from string) {
	statement := source.Span{Start: m.start, End: m.Pos}
	if len(m.names) == 0 {
		im := source.ImportOf{Statement: statement, Module: from, Kind: m.kind, TypeOnly: m.types}
		if m.star {
			im.Name = "*"
		}
		i := m.Rec.Import(im, source.Import)
		if m.star && m.exporting {
			m.Rec.BindImport("*", statement, i)
		}
		return
	}
	for _, n := range m.names {
		im := source.ImportOf{Statement: statement, Module: from, Name: n.name.Of(m.Src), Alias: n.alias.Of(m.Src), Kind: m.kind, TypeOnly: n.types}
		local := n.alias
		switch {
		case n.kind == source.Import && n.name.End > 0:
			im.Name, im.Alias, local = "default", n.name.Of(m.Src), n.name
		case local.End == 0:
			local = n.name
		}
		i := m.Rec.Import(im, n.kind, n.marks[0], n.marks[1])
		m.Rec.BindImport(local.Of(m.Src), local, i)
	}
}

// equated reads import name = require("module") and import name = a.b.
func (m *module) equated() {
	m.Pos++
	m.skip(false)
	from := ""
	for m.Pos < len(m.Src) && m.Src[m.Pos] != ';' && m.Src[m.Pos] != '\n' {
		switch c := m.Src[m.Pos]; {
		case m.IsLetter(c):
			start := m.Pos
			m.Pos = m.NameEnd(m.Pos)
			if !m.Has(start, "require(") {
				m.Rec.Word(source.Span{Start: start, End: m.Pos}, source.Import, source.Plain)
				from = string(m.Src[start:m.Pos])
			}
		case c == '"' || c == '\'':
			from = m.readString()
			if m.kind == source.Static {
				m.kind = source.Require
			}
		default:
			m.Pos++
		}
	}
	if len(m.names) > 0 {
		m.names = m.names[len(m.names)-1:]
		m.names[0].alias, m.names[0].name = m.names[0].name, source.Span{}
		m.imported(from)
	}
}

// readString reads the string at pos and returns its text.
func (s *Reader) readString() string {
	at, _ := s.StringAt(s.Pos)
	s.Rec.Text(at, source.String)
	s.Pos = at.End
	return s.Unquoted(at)
}
