// Package languages chooses the scanner of a file. It attaches scanners to the rows of the table in shared/lang.
package languages

import (
	"slices"
	"sync"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace"
	"github.com/ct-tools/ct/shared/source/cfamily"
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
var scanners = []struct {
	key   string
	scan  source.Scanner
	lines outline.Lines
}{
	{key: "c", scan: cfamily.C},
	{key: "cpp", scan: cfamily.CPP},
	{key: "cs", scan: brace.CSharp},
	{key: "go", scan: golang.Scan},
	{key: "java", scan: brace.Java},
	{key: "js", scan: brace.JavaScript},
	{key: "json", scan: outline.JSON, lines: outline.JSONLines},
	{key: "kotlin", scan: brace.Kotlin},
	{key: "lua", scan: script.Lua},
	{key: "markdown", scan: outline.Markdown, lines: outline.MarkdownLines},
	{key: "php", scan: brace.PHP},
	{key: "py", scan: python.Scan},
	{key: "ruby", scan: script.Ruby},
	{key: "rust", scan: rust.Scan},
	{key: "sh", scan: script.Bash},
	{key: "swift", scan: brace.Swift},
	{key: "toml", scan: outline.TOML, lines: outline.TOMLLines},
	{key: "ts", scan: brace.TypeScript},
	{key: "tsx", scan: brace.TSX},
	{key: "yaml", scan: outline.YAML, lines: outline.YAMLLines},
}

// all has the rows with a scanner, by their keys.
var all = sync.OnceValue(func() map[string]*Language {
	known := map[string]*Language{}
	rows := lang.Rows()
	for i := range rows {
		for _, s := range scanners {
			if s.key == rows[i].Key() {
				known[s.key] = &Language{&rows[i], s.scan, s.lines}
			}
		}
	}
	return known
})

// Of returns the language of a file by its path or, without an extension, its #! line; nil without a scanner.
func Of(name string, head []byte) *Language {
	if l := lang.Of(name, head); l != nil {
		return all()[l.Key()]
	}
	return nil
}

// Names returns the names of all languages with a scanner, sorted.
func Names() []string {
	var names []string
	for _, l := range all() {
		names = append(names, l.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
