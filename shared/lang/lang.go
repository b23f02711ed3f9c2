// Package lang is the table of languages: what their files are called, which programs run them, how their comments
// begin, which files are tests, made by programs or there to be read, and what else the searches need to know of a
// language as a whole. It reads no file. The scanners are attached to the rows in shared/source/languages.
package lang

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
)

// A Language is one row of the table. Lists are separated by blanks; files are base names, or *.x for an extension.
type Language struct {
	Name    string // the usual name, as --lang takes it and answers give it
	Aliases string // other names that --lang takes
	Dialect string // of a row that needs a scanner of its own: its key; empty for the others

	Files    string // what --lang chooses and a scanner reads
	Chosen   string // globs of what --lang chooses beside it
	Scanned  string // what a scanner reads beside it
	Programs string // that a #! line runs, without their versions

	Docs      string // files that are there to be read
	Configs   string // files that configure
	Pages     string // extensions of documents and data that hold code, which no scanner looks for there
	Headers   string // extensions of files that others include
	Scripts   string // files that are run
	Built     string // extensions whose files below folders that builds write to were made from others
	Bundles   string // ends of names of files that a build made
	Generated string // parts of names of files that a program made
	Tests     string // files that belong to tests whatever folder they are in
	Helpers   string // extensions of files that, in a folder called test, may be what tests elsewhere use

	Cases *Cases // which functions are tests; nil if that is not known

	Comment string // begins a comment up to the line's end, empty if nothing does
	Module  string // the file that stands for the folder it is in
	Family  string // rows of one family can use each other's functions by their names
	Loads   string // matches the lines with an import whose module the program may compute: an expression for pattern.Compile

	Data            bool // keys and values, no code
	Namespaces      bool // many files share a namespace, which each of them names
	FolderModules   bool // a module is a folder, not a file
	PathModules     bool // a file's module is its path with dots
	PartsImport     bool // who imports a part of a package imports the package
	Docstrings      bool // a module is documented by the string that it begins with
	Indented        bool // blocks are recognised by how far their lines are indented
	Undeclared      bool // an assignment is all that declares a variable
	LooseStatements bool // an indented assignment outside of functions is one of the file
	ClassVariables  bool // an assignment in a class declares a member of it
}

// Key returns what the scanner of the row is attached to: the dialect, or the name.
func (l *Language) Key() string {
	if l.Dialect != "" {
		return l.Dialect
	}
	return l.Name
}

// Rows returns the rows of the table, sorted by name, the last one without. The caller must not change them.
func Rows() []Language { return table[:] }

// Named returns the row with a name, in any case; nil without one.
func Named(name string) *Language { return known.Get().names[strings.ToLower(name)] }

// Usual returns the usual name of a language, by any of its names in any case, and false if there is none.
func Usual(name string) (string, bool) {
	if l := Named(name); l != nil {
		return l.Name, true
	}
	return "", false
}

// Globs returns the globs of a language's files, by any of its names in any case, and false if there is none.
func Globs(name string) ([]string, bool) {
	usual, ok := Usual(name)
	var globs []string
	for i := range table {
		if l := &table[i]; ok && l.Name == usual {
			globs = append(append(globs, strings.Fields(l.Files)...), strings.Fields(l.Chosen)...)
		}
	}
	return globs, ok
}

// Names returns the usual name of every language, sorted.
func Names() []string {
	var names []string
	for i := range table {
		if l := &table[i]; l.Name != "" && l.Dialect == "" {
			names = append(names, l.Name)
		}
	}
	return names
}

// AllNames returns every name of every language.
func AllNames() []string {
	names := Names()
	for i := range table {
		names = append(names, strings.Fields(table[i].Aliases)...)
	}
	return names
}

// Related reports whether files of two languages, by their usual names, can use each other's functions by their names.
func Related(a, b string) bool {
	if a == b {
		return true
	}
	x, y := Named(a), Named(b)
	return x != nil && y != nil && x.Family != "" && x.Family == y.Family
}

// Of returns the language of a file by the base name of its path: by its extension, in any case; if it has none, by the
// #! line that its text begins with; else by the whole name. It returns nil for a file of no known language.
func Of(name string, head []byte) *Language {
	base := path.Base(name)
	if extension := path.Ext(base); extension != "" {
		if l := known.Get().files["*"+strings.ToLower(extension)]; l != nil {
			return l
		}
	} else if program := interpreter(head); program != "" {
		for i := range table {
			if has(table[i].Programs, program) {
				return &table[i]
			}
		}
	}
	return known.Get().files[base]
}

// interpreter returns the program that a #! line runs, without its version.
func interpreter(head []byte) string {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	rest, ok := bytes.CutPrefix(line, []byte("#!"))
	if !ok {
		return ""
	}
	for word := range strings.FieldsSeq(string(rest)) {
		if program := path.Base(word); program != "env" && !strings.HasPrefix(program, "-") && !strings.Contains(program, "=") {
			return strings.TrimRight(program, "0123456789.")
		}
	}
	return ""
}

func has(words, word string) bool { return slices.Contains(strings.Fields(words), word) }

// An index finds what the rows say.
type index struct {
	names map[string]*Language // by their names
	files map[string]*Language // by the files that scanners read

	purposes map[string]Purpose // of *.x and of whole base names

	tests, helpers, built, bundles, generated, pages, headers map[string]bool // the columns of all rows
}

// known is the index of the table, made when it is first used.
var known = lazy.Value[*index]{Make: func() *index {
	x := &index{
		names: map[string]*Language{}, files: map[string]*Language{}, purposes: map[string]Purpose{},
		tests: map[string]bool{}, helpers: map[string]bool{}, built: map[string]bool{}, bundles: map[string]bool{}, generated: map[string]bool{},
		pages: map[string]bool{}, headers: map[string]bool{},
	}
	for i := range table {
		l := &table[i]
		if l.Name != "" && l.Dialect == "" {
			add(x.names, l.Name+" "+l.Aliases, l)
		}
		add(x.files, l.Files+" "+l.Scanned, l)
		add(x.purposes, l.Docs, Document)
		add(x.purposes, l.Configs, Configuration)
		add(x.purposes, l.Scripts, Script)
		add(x.tests, l.Tests, true)
		add(x.helpers, l.Helpers, true)
		add(x.built, l.Built, true)
		add(x.bundles, l.Bundles, true)
		add(x.generated, l.Generated, true)
		add(x.pages, l.Pages, true)
		add(x.headers, l.Headers, true)
	}
	return x
}}

func add[T any](to map[string]T, words string, value T) {
	for word := range strings.FieldsSeq(words) {
		to[word] = value
	}
}
