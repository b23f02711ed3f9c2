// Package languages chooses the scanner of a file. It attaches scanners to the rows of the table in shared/lang.
package languages

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace"
	"github.com/ct-tools/ct/shared/source/cfamily"
	"github.com/ct-tools/ct/shared/source/embed"
	"github.com/ct-tools/ct/shared/source/golang"
	"github.com/ct-tools/ct/shared/source/outline"
	"github.com/ct-tools/ct/shared/source/python"
	"github.com/ct-tools/ct/shared/source/rust"
	"github.com/ct-tools/ct/shared/source/script"
)

// A Language is one whose files a scanner understands.
type Language struct {
	*lang.Language
	Scan  source.Scanner
	Lines outline.Lines // of documents and data: names what encloses lines, of files of any size
}

// scanners has the scanner of each row that has one, by its key.
var scanners = lazy.Value[map[string]Language]{Make: func() map[string]Language {
	return map[string]Language{
		"c":        {Scan: cfamily.C},
		"astro":    {Scan: embed.Astro},
		"cpp":      {Scan: cfamily.CPP},
		"cs":       {Scan: brace.CSharp},
		"go":       {Scan: golang.Scan},
		"html":     {Scan: embed.HTML},
		"java":     {Scan: brace.Java},
		"js":       {Scan: brace.JavaScript},
		"json":     {Scan: outline.JSON, Lines: outline.JSONLines},
		"kotlin":   {Scan: brace.Kotlin},
		"lua":      {Scan: script.Lua},
		"markdown": {Scan: outline.Markdown, Lines: outline.MarkdownLines},
		"mdx":      {Scan: embed.MDX, Lines: outline.MarkdownLines},
		"notebook": {Scan: embed.Notebook},
		"php":      {Scan: brace.PHP},
		"py":       {Scan: python.Scan},
		"ruby":     {Scan: script.Ruby},
		"rust":     {Scan: rust.Scan},
		"sh":       {Scan: script.Bash},
		"svelte":   {Scan: embed.HTML},
		"swift":    {Scan: brace.Swift},
		"toml":     {Scan: outline.TOML, Lines: outline.TOMLLines},
		"ts":       {Scan: brace.TypeScript},
		"tsx":      {Scan: brace.TSX},
		"vue":      {Scan: embed.HTML},
		"yaml":     {Scan: outline.YAML, Lines: outline.YAMLLines},
	}
}}

// all has the rows with a scanner, by their keys.
var all = lazy.Value[map[string]*Language]{Make: func() map[string]*Language {
	known := map[string]*Language{}
	rows := lang.Rows()
	for i := range rows {
		if l, ok := scanners.Get()[rows[i].Key()]; ok {
			l.Language = &rows[i]
			known[l.Key()] = &l
		}
	}
	return known
}}

// Of returns the language of a file by its path or, without an extension, its #! line; nil without a scanner. What
// ByText names is C unless its text is another language's.
func Of(name string, text []byte) *Language { return of(name, text, nil) }

// A Place is where a file is: an entry of a walk.
type Place interface {
	Path() string
	Extensions() []string // of the files in its folder, in lower case
}

// In is Of for a file whose neighbours are known. They decide for what ByText names if its text does not.
func In(p Place, text []byte) *Language { return of(p.Path(), text, p) }

// ByText reports whether the language of a file with that name depends on its text: a header (.h), which may be of C, C++
// or Objective-C.
func ByText(name string) bool { return strings.EqualFold(path.Ext(name), ".h") }

// of is Of or, with a place, In.
func of(name string, text []byte, place Place) *Language {
	l := lang.Of(name, text[:min(len(text), maxHead)])
	if l == nil {
		return nil
	}
	key := l.Key()
	if ByText(name) {
		switch cfamily.DialectOf(text) {
		case cfamily.PlusPlus:
			key = "cpp"
		case cfamily.ObjectiveC:
			return nil
		case cfamily.Undecided:
			if place != nil && besidePlusPlus(place.Extensions()) {
				key = "cpp"
			}
		}
	}
	return all.Get()[key]
}

// Reach is how many bytes of what ByText names decide about it.
const Reach = cfamily.DialectReach

// maxHead bounds what is looked at for a #! line, in bytes.
const maxHead = 1024

// besidePlusPlus reports whether files with these extensions are sources of C++ and not of C.
func besidePlusPlus(extensions []string) bool {
	plus := false
	for _, extension := range extensions {
		if extension == ".c" || extension == ".m" {
			return false
		}
		l := lang.Of("a"+extension, nil)
		plus = plus || l != nil && l.Key() == "cpp"
	}
	return plus
}

// Names returns the names of all languages with a scanner, sorted.
func Names() []string {
	var names []string
	for _, l := range all.Get() {
		names = append(names, l.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// IsForeign reports whether a file is, by its path, of a programming language without a scanner.
func IsForeign(name string) bool {
	l := lang.Of(name, nil)
	return l != nil && !l.Data && l.Name != "css" && lang.PurposeOf(path.Base(name)) == lang.NoPurpose && all.Get()[l.Key()] == nil
}
