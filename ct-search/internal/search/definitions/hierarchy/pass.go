package hierarchy

import (
	"bytes"
	"context"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/heritage"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A query is what one pass over the tree looks for.
type query struct {
	names      map[string]bool // bases
	stems      map[string]bool // names of modules whose export without a name is one of the bases
	families   map[string]bool // of the languages that are read; nil for all
	method     string          // the method whose overriding ones are looked for, "" for types
	structural bool            // classes that define a function of one of the names are looked for
}

// A file is what one file says of the names.
type file struct {
	path, language string
	role           rank.Role
	definitions    []definition
	candidates     []candidate
}

// A definition is a declaration of one of the names.
type definition struct {
	name, qual, owner string // owner is the type that a method is of
	start             int
	line              int64
	kind              source.Symbol
	shape             *parameters
	protocol          bool // of Python
	exported          bool // of a script: what its module is without a name
}

// A candidate is a type that has one of the names as its base, as it is written.
type candidate struct {
	name         string // of the base, one of the names; "" if only its import can say it
	written      string // the base
	relation     string
	start        int // where the name of the type begins
	line         int64
	qual, around string // its qualified name, and that of what is around it
	kind         source.Symbol
	alias        bool                // it is another name for the base
	exported     bool                // of a script: what its module is without a name
	own          *source.Declaration // that no scanner reports
	nameless     bool
	every        string // of Rust: it is for every type with these bounds
	members      []method
}

// A method is a method of a candidate that has the name of the one that was asked for.
type method struct {
	start int
	line  int64
	qual  string
	shape *parameters
}

// family returns the name that languages share whose types have each other as bases.
func family(language string) string {
	switch language {
	case "ts", "js":
		return "script"
	case "java", "kotlin":
		return "jvm"
	case "c", "cpp":
		return "c"
	}
	return language
}

// matcher returns the matcher of the names, nil if there are too many.
func (q *query) matcher() (match.Matcher, error) {
	names := maps.Clone(q.names)
	maps.Copy(names, q.stems)
	if len(names) > mostNames {
		return nil, nil //nolint:nilnil // no matcher: all files
	}
	var patterns []*pattern.Pattern
	for _, name := range slices.Sorted(maps.Keys(names)) {
		p, err := pattern.Compile(name, pattern.Options{Mode: pattern.Identifier, Case: pattern.Sensitive})
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, p)
	}
	return match.New(patterns...)
}

// pass reads the files that have one of the names.
func (s *Search) pass(ctx context.Context, q *query) ([]*file, ledger.Ledger, error) {
	m, err := q.matcher()
	if err != nil {
		return nil, ledger.Ledger{}, err
	}
	words := q.words()
	var files []*file
	newVisit := func() walk.Visit[*file] {
		c := occurrence.NewChooser(ctx, m)
		v := &visitor{search: s, query: q, words: words, chooser: c}
		c.Bindings, c.Choose, c.Prototypes = true, v.look, q.method != ""
		return v.visit
	}
	l, err := walk.Run(ctx, s.Files, newVisit, func(f *file) bool {
		files = append(files, f)
		return true
	})
	return files, l, err
}

// words matches the names as whole words.
func (q *query) words() *regexp.Regexp {
	if len(q.names) > mostNames {
		return anyWord.Get()
	}
	var quoted []string
	for _, name := range slices.Sorted(maps.Keys(q.names)) {
		quoted = append(quoted, regexp.QuoteMeta(name))
	}
	return regexp.MustCompile(strings.Join(quoted, "|"))
}

// anyWord matches every name.
var anyWord = lazy.Regexp(`[\pL_$][\pL\pN_$]*`)

// visitor reads files for one goroutine.
type visitor struct {
	search  *Search
	query   *query
	words   *regexp.Regexp
	chooser *occurrence.Chooser
	found   *file
}

func (v *visitor) visit(e *walk.Entry) walk.Outcome[*file] {
	name := e.Path()
	if v.query.families == nil {
		v.search.note(name)
	} else if l := languages.Of(name, nil); l != nil && !v.query.families[family(l.Name)] && !languages.ByText(name) {
		return walk.Outcome[*file]{}
	}
	v.found = nil
	seen, why, detail := v.chooser.Read(e)
	o := walk.Outcome[*file]{Skip: why, Detail: detail, Count: walk.NoMatches}
	if why == ledger.None && seen.Matches > 0 && seen.Seen == nil && (languages.IsForeign(name) || languages.ByText(name)) && v.query.families == nil {
		v.search.mutex.Lock()
		v.search.foreign = append(v.search.foreign, name)
		v.search.mutex.Unlock()
	}
	if f := v.found; f != nil && len(f.definitions)+len(f.candidates) > 0 {
		o.Value, o.Keep, o.Size = f, true, 300+500*(len(f.definitions)+len(f.candidates))
	}
	return o
}

// note keeps what later passes need to know of the tree.
func (s *Search) note(name string) {
	golang := path.Ext(name) == ".go"
	if !golang && !typing.Declares(name) {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.golang = s.golang || golang
	if !golang {
		s.typed = append(s.typed, name)
	}
}

// look reads what a file says; no occurrence of it is kept.
func (v *visitor) look(f *occurrence.File) []source.Occurrence {
	v.found = &file{path: f.Path, language: f.Language, role: rank.RoleOf(f.Path, true, f.Text[:min(len(f.Text), 1024)])}
	x := &reader{File: f, out: v.found, query: v.query, aliases: map[string]string{}}
	if v.query.structural {
		x.classesWith()
	} else {
		x.bases(v.words)
	}
	slices.SortStableFunc(v.found.candidates, func(a, b candidate) int { return a.start - b.start })
	for i := range v.found.candidates {
		v.found.candidates[i].line = f.LineOf(v.found.candidates[i].start)
	}
	return nil
}

// bases adds the definitions of the names, and the types that have one of them as their base.
func (x *reader) bases(words *regexp.Regexp) {
	x.imports()
	for i := range x.Seen.Declarations {
		x.declaration(i)
	}
	if x.Language != gocalls.Language {
		x.relations(words)
	}
}

// A reader reads one file.
type reader struct {
	*occurrence.File
	out     *file
	query   *query
	aliases map[string]string // of names, and of what has none; by the names that the file gives them
}

// imports notes the other names that the file gives to the bases.
func (x *reader) imports() {
	for i := range x.Seen.Imports {
		im := &x.Seen.Imports[i]
		last := im.Name
		if last == "" {
			last = lastName(im.Module)
		}
		switch {
		case im.Name == "default" && len(x.query.stems) > 0:
			x.aliases[im.Alias] = ""
		case im.Alias != "" && im.Alias != last && x.query.names[last]:
			x.aliases[im.Alias] = last
		}
	}
}

// lastName returns the last name of a type, as it is written with the names before it and its arguments.
func lastName(written string) string {
	head := written
	if at := strings.IndexAny(head, "<[("); at > 0 {
		head = head[:at]
	}
	head = strings.TrimRight(head, " \t\r\n")
	return head[strings.LastIndexAny(head, `.:\/ *&`)+1:]
}

// declaration adds a declaration if it is one of the names, or has one as its base.
func (x *reader) declaration(i int) {
	d := &x.Seen.Declarations[i]
	name := d.Name.Of(x.Text)
	if d.Symbol == source.Extension {
		name = lastName(name)
	}
	if x.query.names[name] {
		x.define(i, name)
	}
	if d.Symbol < source.Class || d.Symbol > source.Module || x.Language == gocalls.Language {
		return
	}
	bases := d.Bases
	for _, b := range bases {
		x.base(i, b, relationOf(x.Text, d, b), false)
	}
	if d.Symbol == source.Type && len(bases) == 0 {
		for _, b := range aliased(x.Text, d, x.query.names, family(x.Language) == "script") {
			x.base(i, b, "alias", true)
		}
	}
}

// define adds a definition of a name.
func (x *reader) define(i int, name string) {
	d := &x.Seen.Declarations[i]
	def := definition{name: name, qual: x.Seen.Qualname(x.Text, i), start: d.Name.Start, line: x.LineOf(d.Name.Start), kind: d.Symbol}
	if d.Symbol == source.Method || d.Symbol == source.Function {
		def.owner, def.shape = x.owner(i), parametersOf(x.Text, d)
	}
	def.exported, def.protocol = x.exported(d), x.isProtocol(d)
	x.out.definitions = append(x.out.definitions, def)
}

// exported reports whether a script exports a declaration as what its module is without a name.
func (x *reader) exported(d *source.Declaration) bool {
	if family(x.Language) != "script" {
		return false
	}
	name := d.Name.Of(x.Text)
	for _, word := range []string{"export default ", "module.exports = ", "export = "} {
		if bytes.Contains(x.Text, []byte(word+name)) {
			return true
		}
	}
	start := max(0, d.Span.Start-len("export default abstract "))
	return bytes.Contains(x.Text[start:d.Name.Start], []byte("export default "))
}

// owner returns the qualified name of the type that a method is of, "" without one.
func (x *reader) owner(i int) string {
	d := &x.Seen.Declarations[i]
	switch {
	case d.Receiver != "" && d.Parent != source.None && x.Seen.Declarations[d.Parent].Symbol == source.Module:
		return x.Seen.Qualname(x.Text, d.Parent) + "." + d.Receiver
	case d.Receiver != "":
		return d.Receiver
	case d.Parent != source.None && x.Seen.Declarations[d.Parent].Symbol > source.Method:
		return x.Seen.Qualname(x.Text, d.Parent)
	}
	return ""
}

// base adds a declaration with a base if that is one of the names.
func (x *reader) base(i int, b source.Span, relation string, alias bool) {
	written := strings.Join(strings.Fields(b.Of(x.Text)), " ")
	name := lastName(written)
	if !x.query.names[name] {
		real, is := x.aliases[name]
		if !is {
			return
		}
		name = real
	}
	d := &x.Seen.Declarations[i]
	c := candidate{name: name, written: written, relation: relation, start: d.Name.Start, qual: x.Seen.Qualname(x.Text, i), kind: d.Symbol, alias: alias, exported: x.exported(d)}
	if d.Parent != source.None {
		c.around = x.Seen.Qualname(x.Text, d.Parent)
	}
	if d.Symbol == source.Extension {
		c.qual = strings.TrimSpace(d.Name.Of(x.Text))
	}
	x.methods(&c, func(m *source.Declaration, at int) bool {
		return m.Parent == i || m.Parent != source.None && x.owner(at) == c.qual
	})
	x.out.candidates = append(x.out.candidates, c)
}

// methods adds to a candidate its methods of the name that was asked for.
func (x *reader) methods(c *candidate, in func(d *source.Declaration, i int) bool) {
	if x.query.method == "" {
		return
	}
	for i := range x.Seen.Declarations {
		d := &x.Seen.Declarations[i]
		if (d.Symbol == source.Method || d.Symbol == source.Function || d.Symbol >= source.Constant) && d.Name.Of(x.Text) == x.query.method && in(d, i) {
			if shape := parametersOf(x.Text, d); !shape.hidden {
				c.members = append(c.members, method{d.Name.Start, x.LineOf(d.Name.Start), x.Seen.Qualname(x.Text, i), shape})
			}
		}
	}
}

// relations adds the types that have a base in other words than in their heads.
func (x *reader) relations(words *regexp.Regexp) {
	language := languages.Of(x.Path, x.Text[:min(len(x.Text), 1024)])
	if language == nil {
		return
	}
	var places []source.Span
	if len(x.aliases) > 0 {
		words = anyWord.Get()
	}
	for _, m := range words.FindAllIndex(x.Text, -1) {
		if (m[0] == 0 || !pattern.IsIdentifier(x.Text[m[0]-1])) && (m[1] == len(x.Text) || !pattern.IsIdentifier(x.Text[m[1]])) {
			if word := x.Text[m[0]:m[1]]; x.query.names[string(word)] || x.aliases[string(word)] != "" {
				places = append(places, source.Span{Start: m[0], End: m[1]})
			}
		}
	}
	for _, r := range heritage.Of(language.Name, language.Scan, x.Text, places) {
		x.relation(&r)
	}
}

// relation adds one of these types.
func (x *reader) relation(r *heritage.Relation) {
	written := r.Base.Of(x.Text)
	if r.New == nil {
		for i := range x.Seen.Declarations {
			if x.Seen.Declarations[i].Name.Start == r.Type {
				x.base(i, r.Base, string(r.Kind), false)
				return
			}
		}
		return
	}
	name := lastName(written)
	if real, is := x.aliases[name]; is && !x.query.names[name] {
		name = real
	}
	c := candidate{name: name, written: written, relation: string(r.Kind), start: r.New.Name.Start, kind: r.New.Symbol, own: r.New, nameless: r.Nameless, every: r.Every}
	span := r.New.Span
	parent := source.None
	for i := range x.Seen.Declarations { // the innermost around it
		if d := &x.Seen.Declarations[i]; d.Span.Holds(span) && d.Symbol.Encloses() {
			parent = i
		}
	}
	r.New.Parent = parent
	if parent != source.None {
		c.around = x.Seen.Qualname(x.Text, parent)
	}
	c.qual = r.New.Name.Of(x.Text)
	if r.Nameless {
		c.qual = strings.Trim(c.around+".<anonymous>", ".")
	}
	x.methods(&c, func(d *source.Declaration, _ int) bool { return span.Holds(d.Span) })
	x.out.candidates = append(x.out.candidates, c)
}
