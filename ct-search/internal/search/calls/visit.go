package calls

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/lexical"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// A file is what a search found in one file.
type file struct {
	occurrence.Head
	definitions []*resolve.Definition
	sites       []*resolve.Site
	uses        []*resolve.Site // with Search.Every
	strings     []occurrence.Match
	passed      []occurrence.Match
	mentions    [source.Definition + 1]int64
	dropped     int64
	lookups     lookups
	unsure      int64    // matches that a scanner could not distinguish from calls
	answering   []string // classes that may answer a call of any method, and where
	meta        []string // classes with a metaclass
}

// visitor looks at files for one goroutine.
type visitor struct {
	*occurrence.Reader
	search *Search
	names  []string
	probe  *probe // of the first pass
	beyond bool   // only definitions are wanted: the files are not searched
}

func (v *visitor) visit(e *walk.Entry) walk.Outcome[[]*file] {
	if v.probe != nil {
		v.probe.path = e.Path()
	}
	v.search.around.add(e.Path())
	seen, why, detail := v.Read(e)
	o := walk.Outcome[[]*file]{Skip: why, Detail: detail}
	if v.probe != nil && why == ledger.None {
		v.search.unknown.add(e.Path())
		v.search.types.add(e.Path())
	}
	var looked *lookups
	if v.probe != nil && v.probe.found && why != ledger.Binary {
		var err error
		if looked, err = v.lookups(e, seen); err != nil && o.Skip == ledger.None {
			o.Skip, o.Detail = ledger.Unreadable, grep.Cause(err)
		}
	}
	if seen.Near == 0 && seen.Matches == 0 && (looked == nil || looked.Decides+looked.Computed == 0) {
		return o
	}
	settle(seen, false)
	o.Value = v.looks(seen)
	if looked != nil {
		o.Value[0].lookups.add(looked)
	}
	o.Keep = true
	if len(seen.Places) < int(seen.Matches) && o.Skip == ledger.None && seen.Seen != nil {
		o.Skip = ledger.MaxMatches
	}
	o.Size = 500
	for _, f := range o.Value {
		o.Size += 1000 * (len(f.sites) + len(f.uses) + len(f.definitions))
	}
	return o
}

// looks says what a file has of each name.
func (v *visitor) looks(seen *occurrence.File) []*file {
	if len(v.names) == 1 {
		return []*file{v.look(seen, v.names[0])}
	}
	var all []*file
	for _, name := range v.names {
		all = append(all, v.look(seen.Of(name), name))
	}
	return all
}

// look says what a file has of a name.
func (v *visitor) look(seen *occurrence.File, name string) *file {
	f := &file{Head: seen.Head}
	if seen.Matches == 0 {
		return f
	}
	x := newReader(seen, v.search, f, name)
	x.beyond = v.beyond
	x.all()
	if x.python != nil && x.Seen != nil && len(f.sites)+len(f.definitions) > 0 {
		f.answering, f.meta = x.python.Answering()
	}
	if v.beyond {
		return f
	}
	for _, alias := range x.aliases() {
		if other := seen.Look(alias); other != nil {
			settle(other, false)
			x := newReader(other, v.search, f, name)
			x.alias = alias
			x.all()
		}
	}
	return f
}

// A reader reads what one file says of the name.
type reader struct {
	*resolve.Facts
	search *Search
	file   *file
	alias  string // the name that the file gives to what is searched; empty for its own
	beyond bool   // see visitor

	language  resolve.Reader
	python    *pycalls.Reader // language, if that is Python
	lexical   *lexical.Reader
	enclosing map[int]string // qualified names of declarations
	given     []source.Span  // see givenByName; nil until something asks
}

// newReader returns a reader of a file.
func newReader(seen *occurrence.File, s *Search, f *file, name string) *reader {
	x := &resolve.Facts{File: seen, Name: name}
	r := &reader{Facts: x, search: s, file: f, language: rows.Get()[rowOf(x.Language)].reader(x), lexical: lexical.NewReader(x)}
	r.python, _ = r.language.(*pycalls.Reader)
	return r
}

// all goes over the places.
func (x *reader) all() {
	for i := range x.Places {
		m := x.Match(i)
		if !m.Whole {
			continue
		}
		m.Kind = x.kind(i, m.Kind)
		if x.beyond && m.Kind != source.Definition {
			if m.Kind == source.Assignment && x.python != nil {
				x.assign(i, m)
			}
			continue
		}
		if x.alias != "" && m.Kind != source.Callsite {
			continue
		}
		switch m.Kind {
		case source.Definition:
			x.define(i, m)
		case source.Callsite:
			x.call(i, m)
		default:
			x.mention(i, m)
		}
	}
}

// kind corrects what stands at a place for what is asked here: a definition or a call that is not of the name is none.
func (x *reader) kind(i int, k source.Kind) source.Kind {
	if k == source.Definition && !x.IsName(x.Seen.Occurrences[i].Word) {
		return source.Text
	}
	if k == source.Callsite && !x.lexical.IsCalled(&x.Seen.Occurrences[i]) {
		return source.Text
	}
	return k
}

// define keeps a definition.
func (x *reader) define(i int, m occurrence.Match) {
	o := &x.Seen.Occurrences[i]
	d := &x.Seen.Declarations[o.Of]
	t := &resolve.Definition{Start: d.Name.Start, Folder: path.Dir(x.Path)}
	t.Package = x.Seen.Package
	switch {
	case d.Receiver != "" && d.Parent != source.None && x.Seen.Declarations[d.Parent].Symbol == source.Module:
		t.Owner = x.Seen.Qualname(x.Text, d.Parent) + "." + d.Receiver
	case d.Receiver != "":
		t.Owner = d.Receiver
	case d.Parent != source.None && x.Seen.Declarations[d.Parent].Symbol != source.Function && x.Seen.Declarations[d.Parent].Symbol != source.Method:
		t.Owner = x.Seen.Qualname(x.Text, d.Parent)
	}
	t.Class = d.Symbol >= source.Class && d.Symbol <= source.Type
	t.Value = d.Symbol >= source.Constant
	x.lexical.ShapeOf(t, d)
	if x.search.Every {
		x.traits(t, o.Of)
	}
	x.Describe(&m, x.search.Before, x.search.After)
	t.Match = m
	x.file.definitions = append(x.file.definitions, t)
}

// call keeps a call.
func (x *reader) call(i int, m occurrence.Match) {
	if x.search.within != nil && x.search.within[x.Path] == nil {
		return
	}
	if !x.Holds(x.search.Where, i, &m) {
		x.file.dropped++
		return
	}
	o := &x.Seen.Occurrences[i]
	s := &resolve.Site{Start: o.Word.Start, Callee: x.callee(o)}
	s.Caller.Path = m.Path
	s.Match = x.light(i, m, s)
	s.Hazards = x.hazards(o)
	if x.search.Every {
		s.Shape, s.Renamed, s.Local = x.shape(o), x.alias != "", x.alias == "" && x.isLocalCall(o, &s.Callee)
	}
	x.file.sites = append(x.file.sites, s)
}

// callee reads the callee of a call.
func (x *reader) callee(o *source.Occurrence) resolve.Callee {
	c := resolve.Callee{}
	if o.Of != source.None {
		c.Written = x.CalleeOf(o)
	}
	if at := x.TypeAround(o.Enclosing); at != source.None {
		c.Class = x.Seen.Qualname(x.Text, at)
	}
	x.language.Callee(o, &c)
	return c
}

// hazards says what at the call itself makes it hard to follow.
func (x *reader) hazards(o *source.Occurrence) []string {
	var all []string
	if o.Of != source.None {
		if c := &x.Seen.Calls[o.Of]; c.SpreadNames || c.Spread && c.Positional == 0 && len(c.Keywords) == 0 {
			all = append(all, forwarding)
		}
		if x.Seen.Calls[o.Of].Form&source.ByDecorator != 0 {
			all = append(all, metaprogramming)
		}
	}
	if x.Role == rank.Generated {
		all = append(all, generated)
	}
	return all
}

// mention counts what is no call, and keeps the first strings and values.
func (x *reader) mention(i int, m occurrence.Match) {
	x.file.mentions[m.Kind]++
	if x.search.Every && x.alias == "" {
		x.keep(i, m)
	}
	if x.Seen != nil && x.isUnsure(i) {
		x.file.unsure++
	}
	if x.calledByText(i, &m) {
		x.file.lookups.spells(m.Path, m.Line)
	}
	switch {
	case m.Kind == source.String && len(x.file.strings) < mostStrings && x.Seen != nil && (x.named(i) || x.lexical.InAssembly(&x.Seen.Occurrences[i])):
		x.Describe(&m, x.search.Before, x.search.After)
		x.file.strings = append(x.file.strings, m)
	case m.Kind == source.Reference && len(x.file.passed) < mostPassed && (m.Access == source.Plain && x.bindsToo(i) || x.Seen != nil && x.lexical.IsMethodValue(&x.Seen.Occurrences[i])):
		x.Describe(&m, 0, 0)
		x.file.passed = append(x.file.passed, m)
	case m.Kind == source.Assignment && x.python != nil:
		x.assign(i, m)
	}
}

// assign keeps a variable of a module or class of Python, which may have a function for its value.
func (x *reader) assign(i int, m occurrence.Match) {
	o := &x.Seen.Occurrences[i]
	b := x.python.Variable(o)
	if b == nil {
		return
	}
	x.Describe(&m, x.search.Before, x.search.After)
	t := &resolve.Definition{Match: m, Start: o.Word.Start, Folder: path.Dir(x.Path), Value: true}
	if b.Given == source.GivenFunction {
		t.Value, t.Kind = false, source.Definition
		x.file.mentions[m.Kind]--
	}
	if o.Enclosing != source.None {
		t.Owner = x.Seen.Qualname(x.Text, o.Enclosing)
	}
	x.file.definitions = append(x.file.definitions, t)
}

// calledByText reports whether the name alone, as a text, may be called: in Ruby &:name, in Go //go:linkname, and the
// argument of what returns a function by its name.
func (x *reader) calledByText(i int, m *occurrence.Match) bool {
	if x.Seen == nil {
		return false
	}
	text, start, _ := x.Places[i].Line()
	before := string(text[:start])
	switch {
	case x.Language == "ruby":
		return strings.HasSuffix(before, "&:")
	case x.Language == gocalls.Language && m.Kind == source.Comment:
		return strings.HasPrefix(before, "//go:linkname ")
	}
	return m.Kind == source.String && argumentOf(calling, before)
}

// named reports whether a string is nothing but names with separators between
// them, and one is asked for: what is looked up by name at run time.
func (x *reader) named(i int) bool {
	text := strings.Trim(x.Seen.Occurrences[i].Word.Of(x.Text), "rbuRBU'\"`")
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '.' && r != ':' && r != '_' && r != '/' && r != '-' && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0x80)
	})
}

// bindsToo reports whether a use of the name as a value is of something that is defined or imported.
func (x *reader) bindsToo(i int) bool {
	o := &x.Seen.Occurrences[i]
	for _, b := range x.Seen.Lookup(x.Name, o.Enclosing, o.Word.Start) {
		if b.Kind == source.Defined || b.Kind == source.Imported {
			return true
		}
	}
	return false
}

// aliases returns the other names under which the file imports the name.
func (x *reader) aliases() []string {
	var all []string
	if x.Seen == nil {
		return nil
	}
	for i := range x.Seen.Bindings {
		b := &x.Seen.Bindings[i]
		if b.Kind != source.Imported || b.Import == source.None || b.Name == x.Name {
			continue
		}
		if im := &x.Seen.Imports[b.Import]; im.Name == x.Name && im.Alias == b.Name && !slices.Contains(all, b.Name) {
			all = append(all, b.Name)
		}
	}
	return all
}
