package smart

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// Bounds of the texts that an answer tells, in bytes.
const (
	clipText    = 160
	clipSnippet = 400
)

// A classifier turns the places of one file into groups of matches.
type classifier struct {
	search *Search
	file   *file
	text   []byte       // of the file, nil where it was not read
	seen   *source.File // nil where no scanner read it
	places []place
	lines  lineIndex
	byUnit map[unit]int // index in a list of groups
	alone  map[like]int // matches told alone
}

// A unit is what is told in one line: all matches in a definition, or those of
// one kind on one line.
type unit struct {
	hidden    bool
	enclosing int
	alone     int64 // the line, else 0
	kind      source.Kind
}

// like is what matches of one file rank by before their place in it.
type like struct {
	kind       source.Kind
	whole, own bool
	body       bool
}

// all goes over the places.
func (c *classifier) all() {
	c.byUnit, c.alone = map[unit]int{}, map[like]int{}
	lines, last := int64(0), int64(0)
	for i := range c.places {
		m, o := c.match(i)
		if !c.search.accepts(c, i, &m) {
			c.file.dropped++
			continue
		}
		if m.Line != last {
			lines, last = lines+1, m.Line
		}
		c.file.counts[m.Kind]++
		if c.search.Each != nil {
			c.tell(&m)
			c.file.each = append(c.file.each, m)
			continue
		}
		c.add(m, o)
	}
	if c.search.filters() {
		c.file.lines = lines
	}
	slices.SortStableFunc(c.file.groups, func(a, b Group) int { return compare(&a.Match, &b.Match) })
	slices.SortStableFunc(c.file.hidden, func(a, b Group) int { return compare(&a.Match, &b.Match) })
	c.file.groups = c.complete(c.file.groups, mostGroups)
	c.file.hidden = c.complete(c.file.hidden, mostGroups)
	c.define()
}

// match says what stands at place i, as far as ranking needs it.
func (c *classifier) match(i int) (Match, *source.Occurrence) {
	p := &c.places[i]
	m := Match{
		Path: c.file.path, Line: p.hit.Line, Column: p.at.Start + 1, Language: c.file.language, Role: c.file.role,
		Enclosing: Outermost, Whole: whole(p.hit.Text, p.at.Start, p.at.End), At: i,
	}
	if c.seen == nil {
		return m, nil
	}
	o := &c.seen.Occurrences[i]
	m.Kind, m.Access = o.Kind, o.Access
	if m.Kind == source.Definition && o.Of != source.None {
		m.Own = c.search.isName(o.Word.Of(c.text))
		d := &c.seen.Declarations[o.Of]
		m.Body = d.Symbol < source.Macro || d.Symbol == source.Macro && bytes.IndexByte(c.text[d.Signature.Start:d.Signature.End], '(') >= 0
	}
	return m, o
}

// enclose names the definition around place i.
func (c *classifier) enclose(i int, m *Match) {
	if c.seen == nil || c.seen.Occurrences[i].Enclosing == source.None {
		return
	}
	m.Enclosing = c.seen.Qualname(c.text, c.seen.Occurrences[i].Enclosing)
}

// whole tells whether no letter, digit or underscore stands next to line[start:end].
func whole(line []byte, start, end int) bool {
	return (start == 0 || !pattern.IsIdentifier(line[start-1])) && (end >= len(line) || !pattern.IsIdentifier(line[end]))
}

// add puts a match into its group. What no definition encloses is told alone, a
// definition and an import too; of those that rank alike only the first can be
// told, and no more are kept.
func (c *classifier) add(m Match, o *source.Occurrence) {
	u := unit{hidden: !m.Kind.Code() && m.Kind != source.Text, enclosing: source.None}
	if o != nil {
		u.enclosing = o.Enclosing
	}
	if u.enclosing == source.None || m.Kind >= source.FromImport && m.Kind != source.Callsite {
		u.alone, u.kind = m.Line, m.Kind
		if _, known := c.byUnit[u]; !known {
			alike := like{m.Kind, m.Whole, m.Own, m.Body}
			if c.alone[alike]++; c.alone[alike] > mostGroups {
				c.file.untold++
				return
			}
		}
	}
	groups := &c.file.groups
	if u.hidden {
		groups = &c.file.hidden
	}
	at, known := c.byUnit[u]
	if !known {
		c.byUnit[u] = len(*groups)
		*groups = append(*groups, Group{Match: m, Count: 1})
		return
	}
	g := &(*groups)[at]
	g.Count++
	if compare(&m, &g.Match) < 0 {
		g.Match = m
	}
}

// complete keeps the first most groups and gives their matches what an answer
// tells of them.
func (c *classifier) complete(groups []Group, most int) []Group {
	for i := range groups[min(len(groups), most):] {
		c.file.untold += groups[most+i].Count
	}
	groups = slices.Clone(groups[:min(len(groups), most)])
	for i := range groups {
		c.tell(&groups[i].Match)
	}
	return groups
}

// define keeps the first definitions of the file.
func (c *classifier) define() {
	for i := range c.places {
		if len(c.file.definitions) == mostDefinitions || c.seen == nil {
			return
		}
		o := &c.seen.Occurrences[i]
		assigned := o.Kind == source.Assignment && o.Enclosing == source.None && len(c.file.assigned) == 0
		if o.Kind != source.Definition && !(assigned && c.search.isName(o.Word.Of(c.text))) {
			continue
		}
		m, _ := c.match(i)
		if !c.search.accepts(c, i, &m) {
			continue
		}
		c.tell(&m)
		if assigned {
			c.file.assigned = append(c.file.assigned, m)
		} else {
			c.file.definitions = append(c.file.definitions, m)
		}
	}
}

// tell adds to a match its texts and details. Until then m.At is its place.
func (c *classifier) tell(m *Match) {
	i := m.At
	p := &c.places[i]
	line, start, end := p.hit.Text, p.at.Start, p.at.End
	m.End, m.EndColumn = endOf(line, m.Line, start, end)
	if cut := bytes.IndexByte(line, '\n'); cut >= 0 { // several lines: the first is told
		line = line[:cut]
		end = min(end, cut)
	}
	c.enclose(i, m)
	m.Word, _ = budget.Clip(line[start:end], 0, 0, clipText)
	text, from := budget.Clip(line, start, end, clipText)
	m.Text, m.At = text, start-from
	if from > 0 {
		m.At += len(budget.Ellipsis)
	}
	enclosing := source.None
	if c.seen != nil {
		o := &c.seen.Occurrences[i]
		enclosing = o.Enclosing
		c.detail(m, o)
		if m.Kind == source.Definition {
			enclosing = o.Of
		}
	}
	m.Snippet = c.snippet(p, enclosing)
}

// endOf gives the line and the column behind the end of text[start:end], whose
// first line has the number line.
func endOf(text []byte, line int64, start, end int) (int64, int) {
	breaks := bytes.Count(text[start:end], []byte{'\n'})
	if breaks == 0 {
		return line, end + 1
	}
	return line + int64(breaks), end - bytes.LastIndexByte(text[:end], '\n')
}

// detail adds what the scanner knows of a definition, a call or an import.
func (c *classifier) detail(m *Match, o *source.Occurrence) {
	if o.Of == source.None {
		return
	}
	switch m.Kind {
	case source.Definition:
		m.Definition = c.definition(o.Of)
	case source.Callsite:
		call := &c.seen.Calls[o.Of]
		m.Call = &Call{
			Callee: c.one(call.Callee), Text: c.one(call.Span), Positional: call.Positional,
			Keywords: c.few(call.Keywords), Spread: call.Spread, SpreadNames: call.SpreadNames,
		}
	case source.Import, source.FromImport:
		im := &c.seen.Imports[o.Of]
		m.Import = &Import{Module: im.Module, Name: im.Name, Alias: im.Alias, Text: c.one(im.Statement)}
	}
}

func (c *classifier) definition(of int) *Definition {
	d := &c.seen.Declarations[of]
	return &Definition{
		Symbol: d.Name.Of(c.text), Qualname: c.seen.Qualname(c.text, of), Kind: d.Symbol, Signature: c.one(d.Signature),
		Doc: c.one(d.Doc), Decorators: c.few(d.Decorators), Bases: c.few(d.Bases), Visibility: d.Visibility,
		First: c.lines.of(c.text, d.Span.Start), Last: c.lines.of(c.text, max(d.Span.End-1, d.Span.Start)),
	}
}

// mostInList bounds the lists inside details.
const mostInList = 5

// few gives the texts of the first spans.
func (c *classifier) few(spans []source.Span) []string {
	var texts []string
	for _, s := range spans[:min(len(spans), mostInList)] {
		texts = append(texts, c.one(s))
	}
	return texts
}

// one gives the text of a span as one line, clipped.
func (c *classifier) one(s source.Span) string {
	text := c.text[s.Start:min(s.End, s.Start+4*clipText)]
	line, _ := budget.Clip([]byte(strings.Join(strings.Fields(string(text)), " ")), 0, 0, clipText)
	return line
}
