package tested

import (
	"bytes"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/tested/runner"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cases"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// maxTests bounds what is read of a file of tests, in bytes.
const maxTests = 8 << 20

// headSize is how much of a file commands may depend on, in bytes.
const headSize = 4 << 10

// A file is a file with tests.
type file struct {
	*cases.File
	path, language string
	role           rank.Role
	modules        []string // that it imports
	head           string
	details        []detail // of its tests
}

// A detail is what an answer says of a test, without reading its file again.
type detail struct {
	line, last, endColumn int64
	column                int
	signature             string
	snippet               occurrence.Snippet
}

// read returns the tests of a file whose text was read, nil if it has none; test says whether it is one for tests.
func read(name string, role rank.Role, text []byte) (*file, *source.File) {
	row, language := lang.Of(name, text[:min(len(text), headSize)]), languages.Of(name, text)
	if row == nil || language == nil || !cases.MayHold(row, name, role == rank.Test) {
		return nil, nil
	}
	seen := source.Scan(language.Scan, text, cases.Want)
	f := &file{File: cases.Find(row, name, role == rank.Test, text, seen), path: name, language: language.Name, role: role}
	if len(f.Cases) == 0 {
		return nil, seen
	}
	f.head = string(text[:min(len(text), headSize)])
	for i := range seen.Imports {
		if m := seen.Imports[i].Module; !slices.Contains(f.modules, m) {
			f.modules = append(f.modules, m)
		}
	}
	line, at := int64(1), 0
	for i := range f.Cases {
		c := &f.Cases[i]
		line += int64(bytes.Count(text[at:c.Span.Start], []byte{'\n'}))
		at = c.Span.Start
		f.details = append(f.details, detailOf(text, c, line))
	}
	return f, seen
}

// mostSnippet bounds the lines of a test that an answer shows.
const mostSnippet = 3

// detailOf describes a test whose first line has a number.
func detailOf(text []byte, c *cases.Case, line int64) detail {
	start := match.LineStart(text, 0, c.Span.Start)
	last := max(c.Span.End-1, c.Span.Start)
	d := detail{line: line, last: line + int64(bytes.Count(text[c.Span.Start:last], []byte{'\n'})), column: c.Span.Start - start + 1}
	d.endColumn = int64(c.Span.End - match.LineStart(text, 0, last) + 1)
	signature, _ := budget.Clip(bytes.Join(bytes.Fields(text[c.Signature.Start:min(c.Signature.End, c.Signature.Start+4*occurrence.ClipText)]), []byte{' '}), 0, 0, occurrence.ClipText)
	d.signature = signature
	d.snippet.First = line
	for at := start; len(d.snippet.Lines) < mostSnippet && at < c.Span.End; {
		end := match.LineEnd(text, at)
		clipped, _ := budget.Clip(bytes.TrimSuffix(text[at:end], []byte{'\r'}), 0, 0, occurrence.ClipText)
		d.snippet.Lines = append(d.snippet.Lines, clipped)
		at = end + 1
	}
	return d
}

// test returns a test of the file as a definition.
func (f *file) test(c *cases.Case) Test {
	d := &f.details[slices.IndexFunc(f.Cases, func(o cases.Case) bool { return o.Span.Start == c.Span.Start })]
	name := nameOf(c)
	kind := source.Function
	if len(c.Names) > 1 && !c.Titled {
		kind = source.Method
	}
	return Test{Match: occurrence.Match{
		Path: f.path, Line: d.line, End: d.last, Column: d.column, EndColumn: int(d.endColumn), Kind: source.Definition, Whole: true,
		Text: d.signature, Word: c.Name(), Enclosing: enclosing(c), Language: f.language, Role: f.role, Snippet: d.snippet,
		Definition: &occurrence.Definition{Symbol: c.Name(), Qualname: name, Kind: kind, Signature: d.signature, First: d.line, Last: d.last},
	}}
}

// own reports whether the file is for what defines the symbol: it is named after its file, or stands in its folder.
func (f *file) own(found *Found) bool {
	return slices.ContainsFunc(found.Definitions, func(d *resolve.Definition) bool {
		return d.Wanted && (slices.Equal(bare(stem(f.path)), words(stem(d.Path))) || path.Dir(f.path) == path.Dir(d.Path))
	})
}

// nameOf returns the name of a test as answers show it: titles are separated by a sign that few have.
func nameOf(c *cases.Case) string {
	if !c.Titled {
		return strings.Join(c.Names, ".")
	}
	name := strings.Join(c.Names, " > ")
	if c.Open {
		name += budget.Ellipsis
	}
	return name
}

func enclosing(c *cases.Case) string {
	if len(c.Names) == 1 {
		return occurrence.Outermost
	}
	around := cases.Case{Names: c.Names[:len(c.Names)-1], Titled: c.Titled}
	return nameOf(&around)
}

// described returns what a command for a test depends on.
func (f *file) described(c *cases.Case, line int64) *runner.Test {
	return &runner.Test{
		Path: f.path, Line: line, Language: f.language, Names: c.Names, Titled: c.Titled, Open: c.Open, Macro: c.Macro, Bases: c.Bases,
		Modules: f.modules, Head: f.head,
	}
}

// files are the files with calls on the way to the symbol, with their tests.
type files struct {
	view   walk.View
	known  map[string]*file // nil for one without tests
	missed []string         // that could not be read
}

func newFiles(view walk.View) *files { return &files{view: view, known: map[string]*file{}} }

// of returns the file of a call, nil if it has no tests.
func (x *files) of(site *resolve.Site) *file {
	f, ok := x.known[site.Path]
	if !ok {
		if row := lang.Of(site.Path, nil); row != nil && cases.MayHold(row, site.Path, site.Role == rank.Test) {
			if text, ok := x.text(site.Path); ok {
				f, _ = read(site.Path, site.Role, text)
			} else {
				x.missed = append(x.missed, site.Path)
			}
		}
		x.known[site.Path] = f
	}
	return f
}

// text returns the text of a file, and false if it cannot be had.
func (x *files) text(name string) ([]byte, bool) {
	in, err := x.view.Open(name)
	if err != nil {
		return nil, false
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(io.LimitReader(in, maxTests))
	return text, err == nil && len(text) < maxTests
}

// stem returns the name of a file without its extensions.
func stem(name string) string {
	base, _, _ := strings.Cut(strings.TrimPrefix(path.Base(name), "."), ".")
	return base
}
