package brace

import "github.com/ct-tools/ct/shared/source"

// specifier is one name of an import or export of a module.
type specifier struct {
	name, alias source.Span // alias is empty where there is none
	marks       [2]source.Mark
	kind        source.Kind
}

// module reads the names and the module of an import or export statement.
type module struct {
	*scanner
	start     int
	exporting bool
	names     []specifier
	inBraces  bool
	star      bool // * was the last sign
	as        bool // the next name is an alias
	due       bool // a bracket or comma stood last: the next word is a name
}

// scriptImport reads an import of JavaScript or TypeScript.
func scriptImport(s *scanner, at source.Span, _ *keyword) bool {
	switch s.next(s.pos) {
	case '(':
		s.dynamicImport(at)
		return false
	case '.':
		return false
	}
	s.begin(at.Start, false)
	m := module{scanner: s, start: s.f.part.start}
	m.read()
	return true
}

// scriptExport reads an export of names; it gives false for an export of a
// declaration.
func scriptExport(s *scanner, at source.Span) bool {
	after := s.skipBlank(s.pos)
	if s.has(after, "type") && !s.isLetter(s.next(after+4)) {
		after = s.skipBlank(after + 4)
	}
	if !s.has(after, "{") && !s.has(after, "*") {
		return false
	}
	s.begin(at.Start, false)
	m := module{scanner: s, start: s.f.part.start, exporting: true}
	m.read()
	return true
}

// read reads up to the module's name or the end of the statement.
func (m *module) read() {
	for more := true; more; {
		m.gap()
		more = m.pos < len(m.src) && m.item(m.src[m.pos])
	}
	m.part().phase = expression
	m.set(token{start: m.start, end: m.pos, kind: literalToken, operand: true})
	m.chain = -1
}

// item reads what begins with c at pos. It gives false where the statement ends.
func (m *module) item(c byte) bool {
	switch {
	case c == '*':
		m.star = true
		m.pos++
	case c == '{' || c == '}' || c == ',':
		m.star, m.as, m.inBraces = false, false, c == '{' || c == ',' && m.inBraces
		m.due = c != '}'
		m.pos++
		return c != '}' || !m.exporting || m.fromFollows()
	case m.isLetter(c):
		return m.word()
	case c == '"' || c == '\'':
		start := m.pos
		m.pos = m.textEnd(&Quote{Close: string(c)}, start+1)
		m.r.Text(source.Span{Start: start, End: m.pos}, source.String)
		if !m.inBraces {
			m.imported(m.unquoted(start, m.pos))
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

func (m *module) part() *part { return &m.f.part }

// fromFollows tells whether a list of names is followed by its module.
func (m *module) fromFollows() bool {
	m.gap()
	return m.has(m.pos, "from")
}

// word reads a name or one of the words between them. It gives false at a word
// that belongs to the next statement.
func (m *module) word() bool {
	start := m.pos
	for m.pos < len(m.src) && (m.isLetter(m.src[m.pos]) || m.t.plain[m.src[m.pos]] == digit) {
		m.pos++
	}
	at := source.Span{Start: start, End: m.pos}
	if m.between(at) {
		return true
	}
	if !m.inBraces && !m.star && !m.as && len(m.names) > 0 {
		m.pos = start
		return false
	}
	m.add(at)
	return true
}

// between tells whether the word at at is no name: as, from, type.
func (m *module) between(at source.Span) bool {
	after := m.next(m.pos)
	quoted := after == '"' || after == '\''
	switch string(m.src[at.Start:at.End]) {
	case "as":
		if !m.as && m.nameStands() && (quoted || m.isLetter(after)) {
			m.as = true
			return true
		}
	case "from":
		return quoted
	case "type", "typeof", "defer":
		return after == '{' || after == '*' || m.isLetter(after) && !m.wordFollows("from") && !m.wordFollows("as")
	}
	return false
}

// nameStands tells whether a name stands before, which may get an alias.
func (m *module) nameStands() bool {
	return !m.due && (m.star || len(m.names) > 0 && m.names[len(m.names)-1].name.End > 0)
}

// wordFollows tells whether a word stands behind pos, and no other behind it.
func (m *module) wordFollows(word string) bool {
	at := m.skipBlank(m.pos)
	return m.has(at, word) && !m.isLetter(m.next(at+len(word)))
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
	mark := m.r.Word(at, first, source.Plain)
	switch {
	case m.as && m.star:
		m.names = append(m.names, specifier{alias: at, marks: [2]source.Mark{mark}, kind: source.Import})
		m.star = false
	case m.as && len(m.names) > 0:
		last := &m.names[len(m.names)-1]
		last.alias, last.marks[1] = at, mark
	default:
		m.names = append(m.names, specifier{name: at, marks: [2]source.Mark{mark}, kind: kind})
	}
	m.as, m.due = false, false
}

// imported tells of the names once their module is known.
func (m *module) imported(from string) {
	statement := source.Span{Start: m.start, End: m.pos}
	if len(m.names) == 0 {
		im := source.ImportOf{Statement: statement, Module: from}
		if m.star {
			im.Name = "*"
		}
		i := m.r.Import(im, source.Import)
		if m.star && m.exporting {
			m.r.BindImport("*", statement, i)
		}
		return
	}
	for _, n := range m.names {
		im := source.ImportOf{Statement: statement, Module: from, Name: n.name.Of(m.src), Alias: n.alias.Of(m.src)}
		local := n.alias
		switch {
		case n.kind == source.Import && n.name.End > 0:
			im.Name, im.Alias, local = "default", n.name.Of(m.src), n.name
		case local.End == 0:
			local = n.name
		}
		i := m.r.Import(im, n.kind, n.marks[0], n.marks[1])
		m.r.BindImport(local.Of(m.src), local, i)
	}
}

// equated reads import name = require("module") and import name = a.b.
func (m *module) equated() {
	m.pos++
	m.gap()
	from := ""
	for m.pos < len(m.src) && m.src[m.pos] != ';' && m.src[m.pos] != '\n' {
		switch c := m.src[m.pos]; {
		case m.isLetter(c):
			start := m.pos
			for m.pos < len(m.src) && (m.isLetter(m.src[m.pos]) || m.t.plain[m.src[m.pos]] == digit) {
				m.pos++
			}
			if m.has(start, "require(") {
				m.r.Text(source.Span{}, source.String)
				continue
			}
			m.r.Word(source.Span{Start: start, End: m.pos}, source.Import, source.Plain)
			from = string(m.src[start:m.pos])
		case c == '"' || c == '\'':
			start := m.pos
			m.pos = m.textEnd(&Quote{Close: string(c)}, start+1)
			m.r.Text(source.Span{Start: start, End: m.pos}, source.String)
			from = m.unquoted(start, m.pos)
		default:
			m.pos++
		}
	}
	if len(m.names) > 0 {
		m.names = m.names[len(m.names)-1:]
		m.names[0].alias, m.names[0].name = m.names[0].name, source.Span{}
		m.imported(from)
	}
}

// gap passes over white space and comments.
func (s *scanner) gap() {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c <= ' ':
			s.pos++
		case c == '/' && s.comment():
		default:
			return
		}
	}
}
