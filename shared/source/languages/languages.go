// Package languages chooses the scanner of a file.
package languages

import (
	"bytes"
	"path"
	"slices"
	"strings"

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
	Name  string // the usual name, as --lang takes it
	Scan  source.Scanner
	Lines outline.Lines // of documents and data: names what encloses lines, of files of any size

	extensions string // with their dots, lower case
	names      string // whole base names
	programs   string // that a #! line runs
}

// table has a row for every language.
var table = []Language{
	{Name: "c", Scan: cfamily.C, extensions: ".c .h"},
	{Name: "cpp", Scan: cfamily.CPP, extensions: ".cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .inl .tpp .ipp"},
	{Name: "cs", Scan: brace.CSharp, extensions: ".cs"},
	{Name: "go", Scan: golang.Scan, extensions: ".go"},
	{Name: "java", Scan: brace.Java, extensions: ".java"},
	{Name: "js", Scan: brace.JavaScript, extensions: ".js .jsx .mjs .cjs", programs: "node nodejs"},
	{
		Name: "json", Scan: outline.JSON, Lines: outline.JSONLines, extensions: ".json .jsonc .json5 .jsonl .ndjson .geojson .webmanifest .ipynb .har",
		names: "composer.lock Pipfile.lock .babelrc .eslintrc .jshintrc .swcrc",
	},
	{Name: "kotlin", Scan: brace.Kotlin, extensions: ".kt .kts"},
	{Name: "lua", Scan: script.Lua, extensions: ".lua", programs: "lua luajit"},
	{Name: "markdown", Scan: outline.Markdown, Lines: outline.MarkdownLines, extensions: ".md .markdown .mdown .mkd .mkdn .mdx"},
	{Name: "php", Scan: brace.PHP, extensions: ".php .phtml .php3 .php4 .php5 .php7 .php8", programs: "php"},
	{Name: "py", Scan: python.Scan, extensions: ".py .pyi", programs: "python"},
	{Name: "ruby", Scan: script.Ruby, extensions: ".rb .rbw .gemspec .rbi", names: "Gemfile Rakefile config.ru .irbrc", programs: "ruby"},
	{Name: "rust", Scan: rust.Scan, extensions: ".rs"},
	{Name: "sh", Scan: script.Bash, extensions: ".sh .bash .ksh .zsh .bashrc .bats", names: ".bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zprofile", programs: "sh bash dash ksh zsh"},
	{Name: "swift", Scan: brace.Swift, extensions: ".swift"},
	{
		Name: "toml", Scan: outline.TOML, Lines: outline.TOMLLines, extensions: ".toml",
		names: "Cargo.lock poetry.lock uv.lock pdm.lock Pipfile Gopkg.lock",
	},
	{Name: "ts", Scan: brace.TypeScript, extensions: ".ts .mts .cts"},
	{Name: "ts", Scan: brace.TSX, extensions: ".tsx"},
	{Name: "yaml", Scan: outline.YAML, Lines: outline.YAMLLines, extensions: ".yaml .yml", names: ".clang-format .clang-tidy pubspec.lock"},
}

// Of gives the language of a file by its path, or where that has no extension
// by the #! line at the beginning of its text; nil for a language without a
// scanner.
func Of(name string, head []byte) *Language {
	base := path.Base(name)
	extension := strings.ToLower(path.Ext(base))
	program := ""
	if extension == "" {
		program = interpreter(head)
	}
	for i := range table {
		l := &table[i]
		if extension != "" && contains(l.extensions, extension) || contains(l.names, base) || program != "" && contains(l.programs, program) {
			return l
		}
	}
	return nil
}

// Names gives the names of all languages, sorted.
func Names() []string {
	var all []string
	for _, l := range table {
		all = append(all, l.Name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func contains(words, word string) bool {
	return slices.Contains(strings.Fields(words), word)
}

// interpreter gives the program that a #! line runs, without its version.
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
