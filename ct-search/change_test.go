package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A place is one line of --format jsonl, as far as the tests look at it.
type place struct {
	Path         string
	Line, Column int
	Part, Symbol string
	Confidence   string `json:"binding_confidence"`
	TestsOnly    bool   `json:"tests_only"`
}

// placesOf returns the lines of jsonl of a request, and what standard error says.
func placesOf(t *testing.T, dir string, args ...string) (all []place, notes string) {
	t.Helper()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	r := tooltest.Run{Dir: dir}.Do(t, program, append([]string{"--format=jsonl", "--limit=1000000"}, args...)...)
	for line := range strings.Lines(r.Stdout) {
		var p place
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all, r.Stderr
}

// TestEveryWordIsAPlace compares the places of names in Go's source with the words that ripgrep finds: none may be missing, and none may be
// listed twice.
func TestEveryWordIsAPlace(t *testing.T) {
	t.Parallel()
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("skipped: no rg")
	}
	root := tooltest.GoSource(t)
	for _, name := range tooltest.Sample([]string{"ReadAtLeast", "indexFunc", "ErrUnexpectedEOF", "Splice", "copyCheck", "parseRequestLine", "Unwrap"}, 3) {
		out, err := exec.Command(rg, "--no-config", "-w", "-o", "-n", "--column", "--no-heading", "-F", name, root).Output()
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]bool{}
		for line := range strings.Lines(string(out)) {
			parts := strings.SplitN(strings.TrimPrefix(line, root+"/"), ":", 4)
			words[strings.Join(parts[:3], ":")] = true
		}
		places, notes := placesOf(t, root, "--impact="+name)
		seen := map[string]bool{}
		for _, p := range places {
			at := fmt.Sprintf("%s:%d:%d", p.Path, p.Line, p.Column)
			if seen[at] {
				t.Errorf("%s: %s is listed twice", name, at)
			}
			if seen[at] = true; !words[at] {
				t.Errorf("%s: rg finds no word at %s", name, at)
			}
		}
		left := 0
		if i := strings.Index(notes, " of another "+name+" left out"); i >= 0 {
			left, _ = strconv.Atoi(notes[strings.LastIndexAny(notes[:i], " ;,")+1 : i])
		}
		if len(places)+left != len(words) {
			t.Errorf("%s: %d places and %d left out, rg finds %d words", name, len(places), left, len(words))
		}
		t.Logf("%s: %d places, %d left out, %d words", name, len(places), left, len(words))
	}
}

// TestPagesOfPlacesAreTheWhole follows the cursors of small pages.
func TestPagesOfPlacesAreTheWhole(t *testing.T) {
	t.Parallel()
	root := tooltest.GoSource(t)
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for _, args := range [][]string{{"--impact=ReadAtLeast", "io", "net"}, {"--dead=ReadAtLeast", "io"}, {"--dead-all", "bufio", "text/tabwriter"}} {
		want := messages(t, tooltest.Run{Dir: root}.Do(t, program, append([]string{"--json", "--max-bytes=64000"}, args...)...).Stdout, nil)
		var got []string
		cursor := ""
		for range 100 {
			more := []string{"--json", "--limit=7"}
			if cursor != "" {
				more = append(more, "--cursor="+cursor)
			}
			got = append(got, messages(t, tooltest.Run{Dir: root}.Do(t, program, append(more, args...)...).Stdout, &cursor)...)
			if cursor == "" {
				break
			}
		}
		if len(want) < 8 || !slices.Equal(got, want) {
			t.Errorf("%s: pages have %d places, the whole %d", args, len(got), len(want))
		}
	}
}

// messages returns the messages of the section Top Matches of an answer, and sets its cursor.
func messages(t *testing.T, text string, cursor *string) []string {
	t.Helper()
	var a struct {
		Sections []struct {
			Title    string
			Findings []struct{ Message string }
		}
		Next *string `json:"next_cursor"`
	}
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if cursor != nil {
		*cursor = ""
		if a.Next != nil {
			*cursor = *a.Next
		}
	}
	var all []string
	for _, s := range a.Sections {
		for _, f := range s.Findings {
			if s.Title == "Top Matches" {
				all = append(all, f.Message)
			}
		}
	}
	return all
}

// A checked is a package of Go that go/types has checked, with its tests of the same package.
type checked struct {
	dir  string
	set  *token.FileSet
	info *types.Info
	pkg  *types.Package
}

// check checks the package in a folder of Go's source, as the go command builds it.
func check(t *testing.T, root, dir string) *checked {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{range .GoFiles}}{{.}}\n{{end}}{{range .TestGoFiles}}{{.}}\n{{end}}", dir).Output()
	if err != nil {
		t.Skipf("skipped: go list %s: %v", dir, err)
	}
	c := &checked{dir: dir, set: token.NewFileSet(), info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
	var files []*ast.File
	for name := range strings.FieldsSeq(string(out)) {
		f, err := parser.ParseFile(c.set, filepath.Join(root, dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: importer.ForCompiler(c.set, "source", nil), Error: func(error) {}}
	c.pkg, _ = conf.Check(dir, c.set, files, c.info)
	return c
}

// used reports whether something other than its own body uses a function.
func (c *checked) used(f *types.Func, own ast.Node) bool {
	for id, to := range c.info.Uses {
		if to == f && (own == nil || id.Pos() < own.Pos() || id.Pos() >= own.End()) {
			return true
		}
	}
	return false
}

// TestWhatIsDeadIsNotUsed asks whether every unexported function of some packages is dead. SUCCESS is false for one that go/types knows to
// be used, ERROR for one that no file, whatever it is built for, names.
func TestWhatIsDeadIsNotUsed(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("skipped: no go")
	}
	root := tooltest.GoSource(t)
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	dirs := []string{"encoding/csv"}
	switch { // each of their functions takes a search
	case os.Getenv("CT_ACCURACY") != "":
		dirs = append(dirs, "strings", "archive/tar", "text/template", "mime/multipart", "net/http", "go/doc", "encoding/json", "bufio", "os/exec")
	case !tooltest.Brief():
		dirs = append(dirs, "archive/tar")
	}
	var asked, success, wrong, unused, failed, undecided int
	for _, dir := range dirs {
		c := check(t, root, dir)
		for id, to := range c.info.Defs {
			f, ok := to.(*types.Func)
			if !ok || f.Exported() || f.Signature().Recv() != nil || id.Name == "init" || id.Name == "_" || f.Parent() != c.pkg.Scope() {
				continue
			}
			asked++
			r := tooltest.Run{Dir: root}.Do(t, program, "--quiet", "--emit={RESULT}", "--dead="+filepath.Base(dir)+"."+id.Name, dir)
			used := c.used(f, bodyOf(c, f))
			if !used {
				unused++
			}
			switch strings.TrimSpace(r.Stdout) {
			case "SUCCESS":
				success++
				if used {
					wrong++
					t.Errorf("%s.%s is used, and said to be dead", dir, id.Name)
				}
			case "ERROR":
				failed++
				if !used {
					t.Logf("%s.%s: said to be used, where go/types sees no use (other builds may)", dir, id.Name)
				}
			default:
				undecided++
			}
		}
	}
	t.Logf("%d functions, %d unused by go/types: %d dead (%d of them used), %d used, %d undecided", asked, unused, success, wrong, failed, undecided)
	if asked < 5 || failed < asked/2 {
		t.Errorf("only %d functions were asked about, %d of them said to be used", asked, failed)
	}
}

// bodyOf returns the declaration of a function.
func bodyOf(c *checked, f *types.Func) ast.Node {
	text, err := os.ReadFile(c.set.Position(f.Pos()).Filename)
	if err != nil {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		return nil
	}
	base := c.set.File(f.Pos())
	for _, d := range file.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name == f.Name() && fd.Recv == nil {
			shift := token.Pos(base.Base()) - 1
			return span{fd.Pos() + shift, fd.End() + shift}
		}
	}
	return nil
}

// A span is a node with another place.
type span struct{ from, to token.Pos }

func (s span) Pos() token.Pos { return s.from }
func (s span) End() token.Pos { return s.to }

// TestListedAsUnusedIsNotUsed compares the candidates of high confidence among the functions and methods of packages of Go with go/types.
func TestListedAsUnusedIsNotUsed(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("skipped: no go")
	}
	root := tooltest.GoSource(t)
	total, wrong := 0, 0
	for _, dir := range []string{"net/http", "encoding/json", "strings", "text/template", "archive/zip"} {
		c := check(t, root, dir)
		candidates, _ := placesOf(t, root, "--dead-all", dir)
		for _, p := range candidates {
			if p.Confidence != "high" || p.TestsOnly || filepath.Dir(p.Path) != dir {
				continue
			}
			total++
			for id, to := range c.info.Defs {
				f, ok := to.(*types.Func)
				at := c.set.Position(id.Pos())
				if ok && at.Line == p.Line && at.Filename == filepath.Join(root, p.Path) && c.used(f, bodyOf(c, f)) {
					wrong++
					t.Errorf("%s:%d %s is used", p.Path, p.Line, p.Symbol)
				}
			}
		}
	}
	t.Logf("%d candidates of high confidence, %d of them used", total, wrong)
	if total == 0 {
		t.Error("nothing was compared")
	}
}

// isInterface reports whether a method is of an interface without a name.
func isInterface(f *types.Func) bool {
	recv := f.Signature().Recv()
	if recv == nil {
		return false
	}
	_, is := recv.Type().(*types.Interface)
	return is
}

// TestPlacesLeftOutAreOfOthers compares the places of dotted names with go/types: none that is of the symbol may be left out, and none that
// is bound may be of another.
func TestPlacesLeftOutAreOfOthers(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("skipped: no go")
	}
	root := tooltest.GoSource(t)
	asked, bound := 0, 0
	dirs := []string{"net/url"}
	if !tooltest.Brief() {
		dirs = append(dirs, "strings", "bufio", "encoding/csv")
	}
	for _, dir := range dirs {
		c := check(t, root, dir)
		in := dir // the whole source takes a second for each symbol
		if dir == dirs[0] && !tooltest.Brief() {
			in = "."
		}
		for id, to := range c.info.Defs {
			f, ok := to.(*types.Func)
			if !ok || isInterface(f) || strings.HasSuffix(c.set.Position(id.Pos()).Filename, "_test.go") || id.Name == "_" || id.Name == "init" {
				continue
			}
			symbol := filepath.Base(dir) + "." + id.Name
			if recv := f.Signature().Recv(); recv != nil {
				symbol = filepath.Base(dir) + "." + strings.TrimPrefix(types.TypeString(recv.Type(), func(*types.Package) string { return "" }), "*") + "." + id.Name
			}
			asked++
			places, _ := placesOf(t, root, "--impact="+symbol, "--resolve-in="+in, dir)
			listed := map[string]place{}
			for _, p := range places {
				listed[fmt.Sprintf("%s:%d:%d", p.Path, p.Line, p.Column)] = p
			}
			for use, other := range c.info.Uses {
				at := c.set.Position(use.Pos())
				rel, err := filepath.Rel(root, at.Filename)
				if err != nil || use.Name != id.Name {
					continue
				}
				p, ok := listed[fmt.Sprintf("%s:%d:%d", rel, at.Line, at.Column)]
				switch {
				case other == to && !ok:
					t.Errorf("%s: left out at %s", symbol, at)
				case other != to && ok && p.Confidence == "high":
					t.Errorf("%s: bound at %s, which is %v", symbol, at, other)
				case other == to && p.Confidence != "low":
					bound++
				}
			}
		}
	}
	t.Logf("%d symbols, %d uses bound", asked, bound)
	if asked < 50 || bound < 50 {
		t.Errorf("only %d symbols were asked about, with %d bound uses", asked, bound)
	}
}
