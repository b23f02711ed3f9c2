package dead

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A candidate is a definition of the table.
type candidate struct {
	path, name, language string
	kind                 source.Symbol
	line                 int64
	start                int         // where its name begins, in bytes
	span                 source.Span // of the definition
	public, computable   bool
	method, required     bool     // of a type; of an interface or trait
	doubts               []string // why something may use it without its name
	tier                 int      // of its file

	confidence string // once the words are counted
	reasons    []string
	testsOnly  bool
}

// A word is a name of the table.
type word struct {
	defined []*candidate
	alive   atomic.Bool // code that is no test uses it
	tested  atomic.Bool // a test does
	text    string      // the first text that is or has it
	marked  string      // an attribute of a prototype of it
}

// A table has the names of the definitions of a tree.
type table struct {
	names   map[string]*word
	n       int
	foreign foreign
	aside   int64 // definitions that are not listed: those of tests, examples and generated files, and entry points
	pasted  pieces
	lookups map[string]string   // by language, the first file that may look up names when the program runs
	hazards map[string][]string // by language, the files that may spell names
}

// mostDefinitions bounds the table; beyond it the search is cut.
const mostDefinitions = 2_000_000

// define reads the definitions of a tree into the table, if they are listed.
func (s *listing) define(ctx context.Context, t *table) (ledger.Ledger, error) {
	places := scopeOf(&s.Files)
	seen := newTexts()
	cut := ""
	l, err := walk.Run(ctx, s.Files, func() walk.Visit[*defined] {
		c := occurrence.NewChooser(ctx, nil)
		var found *defined
		var at *walk.Entry
		c.Choose = func(f *occurrence.File) []source.Occurrence {
			found = s.definitions(f, at, places, seen)
			return nil
		}
		return func(e *walk.Entry) walk.Outcome[*defined] {
			found, at, c.Bindings = nil, e, isPython(e.Path())
			_, why, detail := c.Read(e)
			if found == nil && why == ledger.None && languages.IsForeign(e.Path()) {
				found = &defined{foreign: e.Path()}
			}
			o := walk.Outcome[*defined]{Value: found, Keep: found != nil, Skip: why, Detail: detail}
			if found != nil {
				o.Size = 200 * len(found.all)
			}
			return o
		}
	}, func(f *defined) bool {
		t.aside += f.aside
		t.foreign.add(f.foreign)
		for _, c := range f.all {
			w := t.names[c.name]
			if w == nil {
				w = &word{}
				t.names[c.name] = w
			}
			w.defined = append(w.defined, c)
			cut = c.path
		}
		t.n += len(f.all)
		return t.n < mostDefinitions
	})
	if t.n >= mostDefinitions {
		l.Skip(ledger.MaxMatches, cut, "")
	}
	return l, err
}

// defined is what one file defines.
type defined struct {
	all     []*candidate
	aside   int64
	foreign string // its path, if it is of a programming language without a scanner
}

// foreign are the files of programming languages without a scanner, whose definitions are not seen.
type foreign struct {
	n     int64
	first string
}

// text says that there are such files, "" if there are none.
func (f *foreign) text() string {
	if f.n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of a language without a scanner (%s)", grep.Plural(f.n, "file is", "files are"), budget.EscapeName(f.first))
}

// add counts a file; name is "" if it is none.
func (f *foreign) add(name string) {
	if name != "" && (f.n == 0 || name < f.first) {
		f.first = name
	}
	if name != "" {
		f.n++
	}
}

// texts has each text once: thousands of definitions have the same doubt.
type texts struct {
	sync.Mutex
	known map[string]string
}

func newTexts() *texts { return &texts{known: map[string]string{}} }

func (t *texts) once(text string) string {
	t.Lock()
	defer t.Unlock()
	if known, ok := t.known[text]; ok {
		return known
	}
	t.known[text] = text
	return text
}

// definitions returns the definitions of a file that the table lists.
func (s *listing) definitions(f *occurrence.File, e *walk.Entry, places *scope, seen *texts) *defined {
	r := newReader(f, e, s.crates)
	out := &defined{}
	for i := range f.Seen.Declarations {
		d := &f.Seen.Declarations[i]
		if listed(f, d) && s.wants(d.Symbol, d.Name.Of(f.Text)) {
			c := &candidate{start: d.Name.Start, span: d.Span, line: f.LineOf(d.Name.Start)}
			out.add(s, r.item(i), c, places, seen)
		}
	}
	for _, b := range r.variables() {
		if s.wants(source.Variable, b.Name) {
			c := &candidate{start: b.Place.Start, span: b.Place, line: f.LineOf(b.Place.Start)}
			out.add(s, r.variable(b), c, places, seen)
		}
	}
	return out
}

// wants reports whether the list may hold a definition of a kind and name.
func (s *listing) wants(kind source.Symbol, name string) bool {
	return s.kinds(kind) && (s.expr == nil || s.expr.MatchString(name))
}

// add adds a definition, or counts it if it is not listed; c has its place.
func (out *defined) add(s *listing, it *item, c *candidate, places *scope, seen *texts) {
	if it.role != rank.Source && it.role != rank.Script && it.role != rank.Unknown || it.forTests || it.entry() != "" {
		out.aside++
		return
	}
	if s.publicOnly && !it.public {
		return
	}
	c.path, c.name, c.language, c.kind = it.path, strings.Clone(it.name), it.language, it.kind
	c.public, c.computable, c.method, c.required, c.tier = places.outside(it) != "", it.computable(), it.owner != "", it.required, it.role.Tier()
	for _, text := range append(it.doubts(), places.unseen(it)) {
		if text != "" {
			c.doubts = append(c.doubts, seen.once(text))
		}
	}
	out.all = append(out.all, c)
}

// listed reports whether a declaration is one that a list of unused ones may hold.
func listed(f *occurrence.File, d *source.Declaration) bool {
	switch d.Symbol {
	case source.Section, source.Key, source.Field, source.Module, source.Extension:
		return false
	case source.Constant, source.Variable:
		return !inFunction(f, d.Parent)
	}
	return !d.Prototype && d.Name.Len() > 0
}

// A mention is a text of a file that is or has a name of the table.
type mention struct {
	word      *word
	line      int64
	attribute string // of a prototype; else it is a text
}

// counted is what one file says of the names.
type counted struct {
	path     string
	info     walk.Info
	mentions []mention
	pasted   pieces
	language string // of a file with a rule for names that are looked up
	spells   bool   // it may spell a name
	computes bool   // it may compute one when the program runs
}

// count counts the words of a tree: it marks the names that code uses outside of what they define.
func (s *listing) count(ctx context.Context, t *table, tree *cursor.Tree) (ledger.Ledger, error) {
	return walk.Run(ctx, s.Files, func() walk.Visit[*counted] {
		v := &counter{ctx: ctx, table: t}
		return v.visit
	}, func(f *counted) bool {
		tree.Add(f.path, f.info.Size, f.info.ModTime)
		for _, m := range f.mentions {
			if m.attribute != "" {
				m.word.marked = m.attribute
			} else if m.word.text == "" {
				m.word.text = placeAt(f.path, m.line)
			}
		}
		t.pasted.add(&f.pasted)
		if f.computes && t.lookups[f.language] == "" {
			t.lookups[f.language] = f.path
		}
		if f.spells {
			t.hazards[f.language] = append(t.hazards[f.language], f.path)
		}
		return true
	})
}

// settle chooses the candidates that nothing uses, and says how sure that is.
func (t *table) settle() []*candidate {
	var all []*candidate
	for name, w := range t.names {
		if w.alive.Load() {
			continue
		}
		for _, c := range w.defined {
			c.testsOnly = w.tested.Load()
			c.judge(t, name, w)
			all = append(all, c)
		}
	}
	return all
}

// arrange sorts candidates by group, confidence and place.
func arrange(all []*candidate) {
	slices.SortFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.group(), b.group()), cmp.Compare(rankOf(a.confidence), rankOf(b.confidence)), strings.Compare(a.path, b.path), cmp.Compare(a.start, b.start))
	})
}

// judge says how sure it is that nothing uses a candidate: high if only its name reaches it and nothing can spell that.
func (c *candidate) judge(t *table, name string, w *word) {
	c.confidence, c.reasons = answer.High, c.doubts
	if c.method && !c.required && slices.ContainsFunc(w.defined, func(o *candidate) bool { return o.required }) {
		c.doubts = append(slices.Clone(c.doubts), "an interface has the method, which its type may implement")
		c.reasons = c.doubts
	}
	if w.marked != "" {
		c.doubts = append(slices.Clone(c.doubts), attributeDoubt(w.marked))
		c.reasons = c.doubts
	}
	if w.text != "" {
		c.reasons = append(slices.Clone(c.reasons), "a text is or has its name ("+w.text+")")
	}
	if first := t.lookup(c.language); first != "" && c.computable {
		c.reasons = append(slices.Clone(c.reasons), "names are computed when the program runs ("+first+")")
	}
	if piece := t.pasted.of(name); piece != "" && family(c.language) == "c" {
		c.reasons = append(slices.Clone(c.reasons), "a macro pastes names with "+piece)
	}
	switch {
	case len(c.doubts) > 0:
		c.confidence = answer.Low
	case len(c.reasons) > 0, c.public:
		c.confidence = answer.Med
	}
}

// lookup returns the first file that may compute names of a language when a program runs, "" if there is none.
func (t *table) lookup(language string) string {
	first := ""
	for other, at := range t.lookups {
		if lang.Related(other, language) && (first == "" || at < first) {
			first = at
		}
	}
	return first
}

// group is the part of the list that a candidate is in: private, used by tests alone, public.
func (c *candidate) group() int {
	switch {
	case c.public:
		return 2
	case c.testsOnly:
		return 1
	}
	return 0
}

func rankOf(confidence string) int { return slices.Index(request.Confidences(), confidence) }

// family returns the language whose programs may use what a language defines, as far as computed names go.
func family(language string) string {
	if language == "cpp" {
		return "c"
	}
	return language
}

// pieces are the parts of names that macros of C paste together.
type pieces struct{ heads, tails map[string]bool }

func (p *pieces) add(of *pieces) {
	for head := range of.heads {
		p.put(&p.heads, head)
	}
	for tail := range of.tails {
		p.put(&p.tails, tail)
	}
}

func (p *pieces) put(in *map[string]bool, text string) {
	if *in == nil {
		*in = map[string]bool{}
	}
	(*in)[strings.Clone(text)] = true
}

// of returns the piece that a name begins or ends with, as macros write it.
func (p *pieces) of(name string) string {
	for i := 1; i < len(name); i++ {
		if p.heads[name[:i]] {
			return name[:i] + "##"
		}
		if p.tails[name[i:]] {
			return "##" + name[i:]
		}
	}
	return ""
}

// leastPiece is how long a piece must be, in bytes: shorter ones are what the parameters of macros are called.
const leastPiece = 2

// read finds the pieces in a text of C: words beside ## that are no parameters of the macro.
func (p *pieces) read(text []byte) {
	for from := 0; ; {
		at := bytes.Index(text[from:], []byte("##"))
		if at < 0 {
			return
		}
		at += from
		from = at + 2
		parameters := macroParameters(text, at)
		before, after := bytes.TrimRight(text[:at], " \t\\\n"), bytes.TrimLeft(text[at+2:], " \t\\\n")
		head := before[len(before)-endingWord(before):]
		tail := after[:beginningWord(after)]
		if len(head) >= leastPiece && !parameters[string(head)] {
			p.put(&p.heads, string(head))
		}
		if len(tail) >= leastPiece && !parameters[string(tail)] {
			p.put(&p.tails, string(tail))
		}
	}
}

// macroParameters returns the names of the parameters of the macro around a byte.
func macroParameters(text []byte, at int) map[string]bool {
	start := bytes.LastIndex(text[:at], []byte("define"))
	if start < 0 {
		return nil
	}
	open := bytes.IndexByte(text[start:at], '(')
	if open < 0 {
		return nil
	}
	end := bytes.IndexByte(text[start+open:], ')')
	if end < 0 {
		return nil
	}
	all := map[string]bool{}
	for name := range bytes.SplitSeq(text[start+open+1:start+open+end], []byte(",")) {
		all[string(bytes.Trim(name, " \t\\\n."))] = true
	}
	return all
}

func endingWord(text []byte) int {
	n := 0
	for n < len(text) && isWordByte(text[len(text)-1-n]) {
		n++
	}
	return n
}

func beginningWord(text []byte) int {
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	return n
}
