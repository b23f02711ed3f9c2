package shared_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// banned are words of ct's own that readers stumbled over, each with what to
// write instead: docs/CONTRIBUTING.md, "Words". They are looked for in
// documentation, comments, messages, identifiers and names of files.
//
// Exceptions are names that others rely on, such as the kinds smart_search.*,
// `case: smart`, tool names and JSON keys, and quoted inputs. They stand in
// quotes, in code spans or in blocks of code, where prose is not looked for.
// English are look-behind, an assertion of expressions, and what is left behind.
var banned = []struct {
	words string // a regular expression, of whole words in lower case
	use   string
	where scope
}{
	{"doors?", "form", everywhere},
	{"tells?|told|telling|untold", "show, print, report, find, distinguish", everywhere},
	{"heard|unheard", "reported", everywhere},
	{"cures?", "hint, follow-up", everywhere},
	{"anew", "again, from scratch", everywhere},
	{"as ever", "unchanged", prose},
	{"(?:,|\\w*s|file|first|last|list|match|name|place|receiver|table|tree) of which", "a second sentence", prose}, // each of which is English
	{"behind", "after", prose},
	{"rulings?|claims?", "binding, resolution", identifiers}, // what a person claims is English
	{"how", "mode, kind", wholeIdentifiers},                  // as in knowHow it says more
	{"memory", "cache, table", wholeIdentifiers},             // as in memoryLimit it is the computer's
	{"gives|tells", "returns, reports whether", openings},
}

// A scope says where a word is banned.
type scope uint8

const (
	prose            scope = 1 << iota
	parts                  // of identifiers and names of files
	wholeIdentifiers       // but not their parts
	openings               // of doc comments, after the name

	identifiers = parts | wholeIdentifiers
	everywhere  = prose | identifiers
)

func TestWords(t *testing.T) {
	files, found := unwanted(os.DirFS(".."))
	for _, f := range found {
		t.Error(f)
	}
	if files < 500 {
		t.Errorf("only %d files were looked at", files)
	}
}

// unwanted returns the number of files below root that were looked at, and where
// they have banned words.
func unwanted(root fs.FS) (files int, found []string) {
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"testdata", "bin", "dist"}, d.Name())):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		c := wordCheck{at: name, found: &found}
		c.identifier(strings.TrimSuffix(d.Name(), path.Ext(name)))
		ext := path.Ext(name)
		if ext != ".go" && ext != ".md" && d.Name() != "Makefile" || name == "shared/words_test.go" {
			return nil
		}
		files++
		text, err := fs.ReadFile(root, name)
		switch {
		case err != nil:
			return err
		case ext == ".go" && !ast.IsGenerated(parsed(text)):
			c.golang(text, strings.HasSuffix(name, "_test.go"))
		case ext != ".go":
			c.markdown(string(text))
		}
		return nil
	})
	if err != nil {
		found = append(found, err.Error())
	}
	return files, found
}

func parsed(text []byte) *ast.File {
	tree, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return &ast.File{}
	}
	return tree
}

// A wordCheck reports the banned words of one place.
type wordCheck struct {
	at    string
	found *[]string
}

func (c wordCheck) look(text string, where scope) {
	text = strings.ToLower(text)
	for i := range banned {
		if b := &banned[i]; b.where&where != 0 {
			if word := patterns[i].FindString(text); word != "" {
				*c.found = append(*c.found, c.at+": "+strconv.Quote(word)+", write: "+b.use)
			}
		}
	}
}

// patterns are the words of banned.
var patterns = func() (all []*regexp.Regexp) {
	for _, b := range banned {
		all = append(all, regexp.MustCompile(`\b(?:`+b.words+`)\b`))
	}
	return all
}()

var (
	humps  = regexp.MustCompile(`\p{Lu}+(?:\P{Ll}|$)|\p{Lu}?\p{Ll}+`)
	quoted = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|“[^”]*”|look-behind|lea?[fv][^.]* behind")
	opened = regexp.MustCompile(`^(?:A |An |The )?\w+ (\w+)`)
)

// identifier looks at a name, whole and by its words.
func (c wordCheck) identifier(name string) {
	whole := wholeIdentifiers
	if parts := humps.FindAllString(name, -1); len(parts) > 1 {
		whole = 0
	}
	c.look(strings.Join(humps.FindAllString(name, -1), " "), whole|parts)
}

// markdown looks at prose by the paragraph; blocks of code are left out.
func (c wordCheck) markdown(text string) {
	line, start, file, paragraph, code := 0, 0, c.at, "", false
	end := func() {
		c.at = file + ":" + strconv.Itoa(start)
		c.look(quoted.ReplaceAllString(paragraph, "''"), prose)
		paragraph = ""
	}
	for l := range strings.Lines(text + "\n\n") {
		line++
		fence := strings.HasPrefix(strings.TrimSpace(l), "```")
		if fence || code || strings.TrimSpace(l) == "" || strings.HasPrefix(l, "|") {
			end()
		}
		if code = code != fence; !code && !fence && strings.TrimSpace(l) != "" {
			if paragraph == "" {
				start = line
			}
			paragraph += strings.TrimSpace(l) + " "
		}
	}
}

// golang looks at the comments and identifiers of a file, and unless it is a test
// at the texts that contain a blank.
func (c wordCheck) golang(text []byte, test bool) {
	set, file := token.NewFileSet(), c.at
	tree, err := parser.ParseFile(set, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		*c.found = append(*c.found, err.Error())
		return
	}
	at := func(n ast.Node) wordCheck {
		return wordCheck{file + ":" + strconv.Itoa(set.Position(n.Pos()).Line), c.found}
	}
	for _, group := range tree.Comments {
		said := strings.Join(strings.Fields(group.Text()), " ")
		at(group).look(quoted.ReplaceAllString(said, "''"), prose)
		if verb := opened.FindStringSubmatch(said); verb != nil {
			at(group).look(verb[1], openings)
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			at(n).identifier(n.Name)
		case *ast.Field:
			if n.Tag != nil { // it names keys, not words
				n.Tag = nil
			}
		case *ast.BasicLit:
			if said, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && !test && strings.Contains(said, " ") {
				at(n).look(quoted.ReplaceAllString(said, "''"), prose)
			}
		}
		return true
	})
}

func TestWordsAreFound(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.md", "It is told.\n", `a.md:1: "told"`},
		{"a.md", "Three files,\nof\nwhich two fit.\n", `a.md:1: ", of which"`},
		{"a.md", "Three files, two of which fit.\n", ""},
		{"a.md", "| a |\n| beside the\ndoor |\n", `a.md:2: "door"`},
		{"a.md", "`told` and \"told\"\n\n```\ntold\n```\n", ""},
		{"a.md", "```\nx\n```\n\nIt is told.\n", `a.md:5: "told"`},
		{"Makefile", "# written anew\n", `Makefile:1: "anew"`},
		{"told_test.go", "package a", `told_test.go: "told"`},
		{"a.go", "package a\n\n// f gives 1.\nfunc f() int { return 1 }", `a.go:3: "gives"`},
		{"a.go", "package a\n\n// f returns what a call gives.\nfunc f() int { return 1 }", ""},
		{"a.go", "package a\n\n// It is\n// as ever.\nvar x int", `a.go:3: "as ever"`},
		{"a.go", "package a\n\nvar how int", `a.go:3: "how"`},
		{"a.go", "package a\n\nvar knowHow, memoryLimit, retold int", ""},
		{"a.go", "package a\n\nvar isTold int", `a.go:3: "told"`},
		{"a.go", "package a\n\nvar x = `it is told`", `a.go:3: "told"`},
		{"a.go", "package a\n\nvar x = `told`", ""},
		{"a.go", "package a\n\ntype x struct { y int `json:\"told of\"` }", ""},
		{"a.go", "package a\n\nvar x = \"the kind \\\"told\\\" is\"", ""},
		{"a_test.go", "package a\n\nvar x = `it is told`", ""},
		{"a.go", "// Code generated by x. DO NOT EDIT.\n\npackage a\n\nvar told int", ""},
		{"testdata/a.md", "told", ""},
	} {
		_, found := unwanted(fstest.MapFS{c.file: {Data: []byte(c.text)}})
		if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || !strings.HasPrefix(found[0], c.want)) {
			t.Errorf("%q: %q, want %q", c.text, found, c.want)
		}
	}
}
