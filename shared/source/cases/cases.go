// Package cases finds the tests of a file: functions that a test runner calls by their names, marks or titles, and the
// code that it runs before them. What is a test is a column of the table of languages; see lang.Cases.
package cases

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
)

// A Case is one test.
type Case struct {
	Span  source.Span // from its first keyword or the call that defines it to the end of its body
	Names []string    // of what is around it, the outermost first, and its own last
	// Titled says that its names are titles, texts in its file. Open says that some of its own is computed when the program
	// runs; its name is then what precedes that. Without titles, a macro makes a test for each name that it is given.
	Titled, Open bool
	Macro        string      // that defines it
	Signature    source.Span // of a function; else of its first line
	Bases        []string    // what its class extends
	from         int         // where its decorators begin
}

// Name returns its own name.
func (c *Case) Name() string { return c.Names[len(c.Names)-1] }

// A setup is code that runs before tests of its scope: each, or those that take what it makes, by its name.
type setup struct {
	span, scope source.Span
	name        string
	tests       []int // indexes in Cases
}

// A File is the tests of a file.
type File struct {
	Cases  []Case // by their starts
	setups []setup
}

// A finder looks for the tests of a file.
type finder struct {
	File
	text   []byte
	source *source.File
	of     *lang.Cases
}

// Want is what a file must have been scanned for.
var Want = source.Want{Words: true, Bindings: true}

// MayHold reports whether a file may have tests, by its language and name; test says whether it is one for tests as a whole.
func MayHold(l *lang.Language, name string, test bool) bool {
	switch of := l.Cases; {
	case of == nil, of.Files != "" && !hasEnd(of.Files, path.Base(name)):
		return false
	default:
		return test || of.Any || of.Files != "" || of.Marks != ""
	}
}

// Find returns the tests of a file; test says whether it is one for tests as a whole.
func Find(l *lang.Language, name string, test bool, text []byte, seen *source.File) *File {
	f := &finder{text: text, source: seen, of: l.Cases}
	if !MayHold(l, name, test) {
		return &f.File
	}
	for i := range seen.Declarations {
		f.declared(i, test)
	}
	if test && f.of.Calls != "" {
		f.called()
	}
	slices.SortStableFunc(f.Cases, func(a, b Case) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	for i := range f.setups {
		s := &f.setups[i]
		for k := range f.Cases {
			if c := &f.Cases[k]; s.scope.Holds(c.Span) && (s.name == "" || f.takes(c, s.name)) {
				s.tests = append(s.tests, k)
			}
		}
	}
	return &f.File
}

// Around returns the tests that run what stands at an offset: the innermost around it, or those that it prepares. shared
// is the name of what it makes for tests that take a parameter of that name, which may also be in other files.
func (f *File) Around(at int) (all []*Case, shared string) {
	var inner *Case
	for i := range f.Cases {
		if c := &f.Cases[i]; c.from <= at && at < c.Span.End {
			inner = c
		}
	}
	if inner != nil {
		return []*Case{inner}, ""
	}
	for _, s := range f.setups {
		if at < s.span.Start || at >= s.span.End {
			continue
		}
		shared = s.name
		for _, k := range s.tests {
			all = append(all, &f.Cases[k])
		}
	}
	return all, shared
}

// takes reports whether a test has a parameter of that name.
func (f *finder) takes(c *Case, name string) bool {
	words := strings.FieldsFunc(c.Signature.Of(f.text), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.Contains(words, name)
}

// declared adds a declaration that is a test or a setup.
func (f *finder) declared(i int, test bool) {
	d := &f.source.Declarations[i]
	if d.Symbol != source.Function && d.Symbol != source.Method || d.Prototype {
		return
	}
	name := d.Name.Of(f.text)
	switch {
	case f.marked(d, f.of.Setups), test && has(f.of.Setups, name):
		f.setups = append(f.setups, setup{span: d.Span, scope: f.scope(d)})
	case f.marked(d, f.of.Shared):
		f.setups = append(f.setups, setup{span: d.Span, scope: f.scope(d), name: name})
	case f.marked(d, f.of.Marks), f.macro(d) != "", test && f.named(d, name):
		c := Case{Span: d.Span, Names: strings.Split(strings.ReplaceAll(f.source.Qualname(f.text, i), "`", ""), "."), Macro: f.macro(d), Signature: d.Signature, from: d.Span.Start}
		if len(d.Decorators) > 0 {
			c.from = min(c.from, d.Decorators[0].Start)
		}
		if d.Parent != source.None {
			for _, b := range f.source.Declarations[d.Parent].Bases {
				c.Bases = append(c.Bases, b.Of(f.text))
			}
		}
		if at := d.Name.Start; at > 0 && f.text[at-1] == '$' { // a macro of Rust puts a name there
			c.Names[len(c.Names)-1], c.Open = "$"+name, true
		}
		if title, open, ok := f.title(d.Name.End); c.Macro != "" && d.Receiver == "" && name == c.Macro && ok {
			c.Names, c.Titled, c.Open = []string{title}, true, open
		}
		f.Cases = append(f.Cases, c)
	}
}

// scope returns what a setup is for: its class, or the whole file.
func (f *finder) scope(d *source.Declaration) source.Span {
	if d.Parent != source.None {
		return f.source.Declarations[d.Parent].Span
	}
	return source.Span{End: len(f.text)}
}

// named reports whether a runner finds a function by its name.
func (f *finder) named(d *source.Declaration, name string) bool {
	begin := ""
	for word := range strings.FieldsSeq(f.of.Names) {
		if strings.HasPrefix(name, word) {
			begin = word
		}
	}
	if next, _ := utf8.DecodeRuneInString(name[len(begin):]); begin == "" || f.of.Cased && unicode.IsLower(next) {
		return false
	}
	if f.of.Cased {
		return d.Parent == source.None && d.Receiver == ""
	}
	if d.Parent == source.None {
		return f.of.Bases == ""
	}
	class := &f.source.Declarations[d.Parent]
	if class.Symbol == source.Function || class.Symbol == source.Method {
		return false
	}
	return f.of.Bases == "" || slices.ContainsFunc(class.Bases, func(s source.Span) bool { return strings.Contains(s.Of(f.text), f.of.Bases) })
}

// marked reports whether a declaration has an annotation or attribute of some.
func (f *finder) marked(d *source.Declaration, marks string) bool {
	return marks != "" && slices.ContainsFunc(d.Decorators, func(s source.Span) bool { return has(marks, lastName(s.Of(f.text))) })
}

// lastName returns the last name of an attribute: test of #[tokio::test(flavor = "x")].
func lastName(mark string) string {
	mark = strings.TrimLeftFunc(mark, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' })
	if end := strings.IndexFunc(mark, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.:\\", r)
	}); end >= 0 {
		mark = mark[:end]
	}
	return mark[strings.LastIndexAny(mark, ".:\\")+1:]
}

// macro returns the macro that a definition begins with, if it defines a test.
func (f *finder) macro(d *source.Declaration) string {
	text := f.text[d.Span.Start:d.Span.End]
	if open := slices.Index(text, '('); open > 0 && f.of.Macros != "" {
		if word := strings.TrimSpace(string(text[:min(open, 40)])); has(f.of.Macros, word) {
			return word
		}
	}
	return ""
}

func has(words, word string) bool {
	return word != "" && slices.Contains(strings.Fields(words), word)
}

func hasEnd(ends, name string) bool {
	return slices.ContainsFunc(strings.Fields(ends), func(end string) bool { return strings.HasSuffix(name, end) })
}
