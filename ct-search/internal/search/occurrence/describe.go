package occurrence

import (
	"bytes"
	"path"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// ClipText bounds the texts that an answer shows, in bytes.
const ClipText = 160

// MostInList bounds the lists inside details.
const MostInList = 5

// Match classifies place i, as far as ranking needs it.
func (f *File) Match(i int) Match {
	p := &f.Places[i]
	m := Match{
		Path: f.Path, Line: p.hit.Line, Column: p.at.Start + 1, Language: f.Language, Role: f.Role,
		Aside: f.Aside, Enclosing: Outermost, Whole: whole(p.hit.Text, p.at.Start, p.at.End), At: i,
	}
	if f.given != nil && !f.bound {
		m.Given = &f.given[i]
	}
	if f.score != nil {
		m.Approx = f.score(p.hit.Text[p.at.Start:p.at.End])
	}
	if f.Seen == nil || m.Given != nil {
		return m
	}
	o := &f.Seen.Occurrences[i]
	m.Kind, m.Access, m.Prototype = o.Kind, o.Access, o.Access == source.Declares && f.IsName(o.Word)
	if m.Kind == source.Definition && o.Of != source.None {
		m.Own = f.IsName(o.Word)
		d := &f.Seen.Declarations[o.Of]
		m.Private = !f.public && (d.Visibility == source.Private || d.Symbol == source.Macro)
		m.Maker = d.Symbol == source.Method && f.namedAsClass(d)
		m.Inner, m.Local = f.inner(d, o.Enclosing), f.local(o.Enclosing)
		m.Namesake = m.Own && stem(f.Path) == f.name
		m.Heading, m.Space = d.Symbol == source.Section || d.Symbol == source.Key, d.Symbol == source.Module && f.language.Namespaces
		m.Prototype = d.Prototype
		m.Body = d.Symbol < source.Macro && !d.Prototype && !f.forward(d) || d.Symbol == source.Macro && bytes.IndexByte(f.Text[d.Signature.Start:d.Signature.End], '(') >= 0
	}
	return m
}

// forward reports whether a type is only another name for the tag of the same name: typedef struct T T.
func (f *File) forward(d *source.Declaration) bool {
	return d.Symbol == source.Type && lang.Related(f.Language, "c") && len(bytes.Fields(f.Text[d.Span.Start:d.Span.End])) == 4 && bytes.Count(f.Text[d.Span.Start:d.Span.End], []byte(d.Name.Of(f.Text))) == 2
}

// namedAsClass reports whether a method has the name of its class, as constructors do, and destructors after a sign.
func (f *File) namedAsClass(d *source.Declaration) bool {
	class := d.Receiver[strings.LastIndexByte(d.Receiver, '.')+1:]
	if class == "" && d.Parent != source.None {
		class = f.Seen.Declarations[d.Parent].Name.Of(f.Text)
	}
	return class != "" && strings.TrimPrefix(d.Name.Of(f.Text), "~") == class
}

// inner reports whether a declaration is in a function, or is a member of a type other than an interface or trait.
func (f *File) inner(d *source.Declaration, enclosing int) bool {
	inner := d.Symbol == source.Method
	for of := enclosing; of != source.None; of = f.Seen.Declarations[of].Parent {
		switch f.Seen.Declarations[of].Symbol {
		case source.Interface, source.Trait:
			inner = false
		case source.Module:
		default:
			return true
		}
	}
	return inner
}

// local reports whether a function is among the definitions around a place.
func (f *File) local(enclosing int) bool {
	for of := enclosing; of != source.None; of = f.Seen.Declarations[of].Parent {
		if s := f.Seen.Declarations[of].Symbol; s == source.Function || s == source.Method {
			return true
		}
	}
	return false
}

// stem returns the name of a file without its extension.
func stem(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}

// IsName reports whether a word is the name that is searched.
func (f *File) IsName(word source.Span) bool { return f.name != "" && word.Of(f.Text) == f.name }

// enclose names the definition around place i.
func (f *File) enclose(i int, m *Match) {
	if f.Seen == nil || f.Seen.Occurrences[i].Enclosing == source.None {
		return
	}
	m.Enclosing = f.Seen.Qualname(f.Text, f.Seen.Occurrences[i].Enclosing)
}

// whole reports whether no letter, digit or underscore is next to line[start:end].
func whole(line []byte, start, end int) bool {
	return (start == 0 || !pattern.IsIdentifier(line[start-1])) && (end >= len(line) || !pattern.IsIdentifier(line[end]))
}

// Describe adds to a match its texts and details, with the given lines of context, as far as they are in the definition
// around it. Until then m.At is its place.
func (f *File) Describe(m *Match, before, after int) {
	i := m.At
	p := &f.Places[i]
	line, start, end := p.hit.Text, p.at.Start, p.at.End
	m.End, m.EndColumn = endOf(line, m.Line, start, end)
	if cut := bytes.IndexByte(line, '\n'); cut >= 0 { // several lines: the first is shown
		line = line[:cut]
		end = min(end, cut)
	}
	f.enclose(i, m)
	m.Word, _ = budget.Clip(line[start:end], 0, 0, ClipText)
	text, from := budget.Clip(line, start, end, ClipText)
	m.Text, m.At = text, start-from
	if from > 0 {
		m.At += len(budget.Ellipsis)
	}
	enclosing := source.None
	if f.Seen != nil {
		o := &f.Seen.Occurrences[i]
		enclosing = o.Enclosing
		f.detail(m, o)
		if m.Kind == source.Definition {
			enclosing = o.Of
			f.reach(p, m, o.Of)
		}
	}
	if m.Given != nil {
		m.Matched, m.GivenBy = f.clip(p.Span), f.by
		for _, c := range m.Given.Captures {
			m.Captures = append(m.Captures, Capture{c.Name, f.clip(source.Span{Start: c.Start, End: c.End})})
		}
	}
	if f.bound && m.Kind.Code() {
		m.bind(f.given[i].Binding)
	}
	m.Snippet = f.snippet(p, enclosing, before, after)
}

// reach lets a match that is a definition end where that does.
func (f *File) reach(p *Place, m *Match, of int) {
	if of == source.None {
		return
	}
	if end := f.Seen.Declarations[of].Span.End; end > p.Span.End {
		m.End, m.EndColumn = f.lines.of(f.Text, end), end-match.LineStart(f.Text, 0, end)+1
	}
}

// bind adds to a described match what a matcher reports that it refers to.
func (m *Match) bind(b *foreign.Binding) {
	if b == nil {
		return
	}
	if m.Call == nil {
		m.Call = &Call{}
	}
	m.Call.Confidence, m.Call.Reason = b.Confidence.String(), b.Reason
	if b.Path != "" {
		m.Call.Target = &Bound{Path: b.Path, Qualname: b.Qualname, Line: int64(b.Line)}
	}
}

// endOf returns the line and the column after the end of text[start:end], whose first line has the number line.
func endOf(text []byte, line int64, start, end int) (int64, int) {
	breaks := bytes.Count(text[start:end], []byte{'\n'})
	if breaks == 0 {
		return line, end + 1
	}
	return line + int64(breaks), end - bytes.LastIndexByte(text[:end], '\n')
}

// detail adds what the scanner knows of a definition, a call or an import.
func (f *File) detail(m *Match, o *source.Occurrence) {
	if o.Of == source.None {
		return
	}
	switch m.Kind {
	case source.Definition:
		m.Definition = f.Definition(o.Of)
	case source.Callsite:
		call := &f.Seen.Calls[o.Of]
		m.Call = &Call{
			Callee: f.oneLine(call.Callee), Text: f.oneLine(call.Span), Positional: call.Positional,
			Keywords: f.few(call.Keywords), Spread: call.Spread, SpreadNames: call.SpreadNames,
		}
	case source.Import, source.FromImport:
		im := &f.Seen.Imports[o.Of]
		m.Import = &Import{Module: im.Module, Name: im.Name, Alias: im.Alias, Text: f.oneLine(im.Statement)}
	}
}

// Definition describes a declaration, by its index.
func (f *File) Definition(of int) *Definition {
	d := &f.Seen.Declarations[of]
	return &Definition{
		Symbol: d.Name.Of(f.Text), Qualname: f.Seen.Qualname(f.Text, of), Kind: d.Symbol, Signature: f.oneLine(d.Signature),
		Doc: f.sentence(d.Doc), Decorators: f.few(d.Decorators), Bases: f.few(d.Bases), Visibility: d.Visibility,
		First: f.lines.of(f.Text, d.Span.Start), Last: f.lines.of(f.Text, max(d.Span.End-1, d.Span.Start)),
	}
}

// Described returns the signature and the first sentence of the documentation, as the end of a sentence.
func (d *Definition) Described() string {
	text := ""
	if d.Signature != "" {
		text = ": " + d.Signature
	}
	if d.Doc != "" {
		text += "  — " + d.Doc
	}
	return text
}

// sentence returns the first sentence of the documentation that begins with the line doc, or as much of it as
// mostSentence lines have.
func (f *File) sentence(doc source.Span) string {
	if doc.Start == doc.End {
		return ""
	}
	text := f.oneLine(doc)
	mark := strings.TrimSpace(string(f.Text[match.LineStart(f.Text, 0, doc.Start):doc.Start])) // "//", "*", "#", or of a docstring none
	mark = strings.Trim(strings.TrimPrefix(mark, "/*"), `rRuUbB"'`)
	rest := f.Text[doc.End:]
	for range mostSentence {
		if end := sentenceEnd(text); end > 0 {
			text = text[:end]
			break
		}
		_, after, found := bytes.Cut(rest, []byte{'\n'})
		if !found {
			break
		}
		line, _, _ := bytes.Cut(after, []byte{'\n'})
		rest = after
		words, same := strings.CutPrefix(strings.TrimSpace(string(line)), mark)
		words, _, closed := cutAny(strings.TrimSpace(words), "*/", `"""`, "'''")
		if !same || words == "" || strings.HasPrefix(words, "@") || strings.HasPrefix(words, ":") || strings.HasPrefix(words, "\\") {
			break
		}
		text += " " + strings.Join(strings.Fields(words), " ")
		if closed {
			break
		}
	}
	text, _ = budget.Clip([]byte(text), 0, 0, ClipText)
	return text
}

// mostSentence is how many further lines a sentence may take.
const mostSentence = 3

// sentenceEnd returns where the first sentence of a text ends, 0 if it does not end there.
func sentenceEnd(text string) int {
	if end := strings.Index(text, ". "); end >= 0 {
		return end + 1
	}
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, ":") {
		return len(text)
	}
	return 0
}

// cutAny cuts text at the first of the marks that it has.
func cutAny(text string, marks ...string) (before, after string, found bool) {
	for _, mark := range marks {
		if before, after, found := strings.Cut(text, mark); found {
			return strings.TrimSpace(before), after, true
		}
	}
	return text, "", false
}

// few returns the texts of the first spans.
func (f *File) few(spans []source.Span) []string {
	var texts []string
	for _, s := range spans[:min(len(spans), MostInList)] {
		texts = append(texts, f.oneLine(s))
	}
	return texts
}

// clip returns the text of a span, clipped.
func (f *File) clip(s source.Span) string {
	text, _ := budget.Clip(f.Text[s.Start:s.End], 0, 0, ClipText)
	return text
}

// oneLine returns the text of a span as one line, clipped.
func (f *File) oneLine(s source.Span) string {
	text := f.Text[s.Start:min(s.End, s.Start+4*ClipText)]
	line, _ := budget.Clip([]byte(strings.Join(strings.Fields(string(text)), " ")), 0, 0, ClipText)
	return line
}

// snippet returns the lines around a place, so many before and after it, within the enclosing definition.
func (f *File) snippet(p *Place, enclosing, before, after int) Snippet {
	if f.Text == nil {
		line, _, _ := bytes.Cut(p.hit.Text, []byte{'\n'})
		return Snippet{First: p.hit.Line, Lines: []string{clipped(line, p.at.Start)}}
	}
	from, to := 0, len(f.Text)
	if enclosing != source.None {
		d := f.Seen.Declarations[enclosing].Span
		from, to = d.Start, d.End
	}
	start := match.LineStart(f.Text, 0, p.Span.Start)
	s := Snippet{First: p.hit.Line}
	for range before {
		if start == 0 || start <= match.LineStart(f.Text, 0, from) {
			break
		}
		start = match.LineStart(f.Text, 0, start-1)
		s.First--
	}
	for line, at := s.First, start; at < len(f.Text); line++ {
		end := match.LineEnd(f.Text, at)
		mark := 0
		if line == p.hit.Line {
			mark = p.at.Start
		}
		s.Lines = append(s.Lines, clipped(bytes.TrimSuffix(f.Text[at:end], []byte{'\r'}), mark))
		at = end + 1
		if line >= p.hit.Line+int64(after) || line >= p.hit.Line && at >= to {
			break
		}
	}
	return s
}

func clipped(line []byte, at int) string {
	at = min(at, len(line))
	text, _ := budget.Clip(line, at, at, ClipText)
	return text
}

// A lineIndex counts lines from the last place it was asked for.
type lineIndex struct {
	at   int
	line int64 // of at, less 1
}

// of returns the number of the line of text[at].
func (x *lineIndex) of(text []byte, at int) int64 {
	if at < x.at {
		*x = lineIndex{}
	}
	x.line += int64(bytes.Count(text[x.at:at], []byte{'\n'}))
	x.at = at
	return x.line + 1
}

// LineOf returns the number of the line of a byte of the file.
func (f *File) LineOf(at int) int64 { return f.lines.of(f.Text, at) }
