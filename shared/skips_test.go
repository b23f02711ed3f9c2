package shared_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// reasoned is how the reason for a skipped test begins: the summary of a run of tests (shared/tooltest/gotest) lists
// what follows.
const reasoned = "skipped: "

func TestEverySkippedTestHasAReason(t *testing.T) {
	skips, without := unreasoned(os.DirFS(".."))
	for _, at := range without {
		t.Errorf("%s: the reason does not begin with %q", at, reasoned)
	}
	if skips < 200 {
		t.Errorf("only %d skips were looked at", skips)
	}
}

// unreasoned returns how many skips are in the scripts and tests below root, and the places of those that have no
// reason in the form that the summary reads. An input that a fuzz target passes over is no skipped test.
func unreasoned(root fs.FS) (skips int, without []string) {
	report := func(at string, line int, fine bool) {
		skips++
		if !fine {
			without = append(without, at+":"+strconv.Itoa(line))
		}
	}
	err := fs.WalkDir(root, ".", func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && at != "." && (strings.HasPrefix(d.Name(), ".") || at == "bin" || at == "dist"):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		script := path.Ext(at) == ".txt" && path.Base(path.Dir(at)) == "script"
		if !script && path.Ext(at) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(root, at)
		if err != nil {
			return err
		}
		if script {
			skipsOfAScript(string(text), func(line int, fine bool) { report(at, line, fine) })
			return nil
		}
		return skipsOfATest(text, func(line int, fine bool) { report(at, line, fine) })
	})
	if err != nil {
		without = append(without, err.Error())
	}
	return skips, without
}

// skipsOfAScript reports the lines of a script of testscript that skip it, which end where its files begin.
func skipsOfAScript(text string, report func(line int, fine bool)) {
	line := 0
	for l := range strings.Lines(text) {
		line++
		if strings.HasPrefix(l, "-- ") {
			return
		}
		words := strings.Fields(l)
		for len(words) > 0 && strings.HasPrefix(words[0], "[") {
			words = words[1:]
		}
		if len(words) > 0 && words[0] == "skip" {
			_, why, _ := strings.Cut(l, "skip")
			report(line, strings.HasPrefix(strings.TrimSpace(why), "'"+reasoned))
		}
	}
}

// skipsOfATest reports the calls in a file of Go that skip a test.
func skipsOfATest(text []byte, report func(line int, fine bool)) error {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil //nolint:nilerr // a file of testdata need not be Go
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := method.X.(*ast.Ident)
		switch {
		case !ok:
			return true
		case of.Name == "f" && method.Sel.Name == "Fuzz":
			return false
		case slices.Contains([]string{"t", "tb", "ts"}, of.Name) && slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, method.Sel.Name):
			report(set.Position(call.Pos()).Line, len(call.Args) > 0 && strings.HasPrefix(beginning(call.Args[0]), reasoned))
		}
		return true
	})
	return nil
}

// beginning returns the constant text that an expression begins with.
func beginning(of ast.Expr) string {
	for {
		switch e := of.(type) {
		case *ast.BinaryExpr:
			of = e.X
		case *ast.BasicLit:
			text, _ := strconv.Unquote(e.Value)
			return text
		default:
			return ""
		}
	}
}

func TestSkipsWithoutAReasonAreFound(t *testing.T) {
	const head = "package a\n\nfunc f(t *testing.T) { "
	for _, c := range []struct {
		file, text string
		skips      int
		want       string
	}{
		{"x/testdata/script/a.txt", "# Skip it.\n[!unix] skip 'skipped: no unix'\n", 1, ""},
		{"x/testdata/script/a.txt", "# Skip it.\n[!unix] [!exec:git] skip 'no git'\n", 1, "x/testdata/script/a.txt:2"},
		{"x/testdata/script/a.txt", "skip\n", 1, "x/testdata/script/a.txt:1"},
		{"x/testdata/script/a.txt", "exec ct\n-- .gitignore --\nskip\n", 0, ""},
		{"x/testdata/a.txt", "skip\n", 0, ""},
		{"a_test.go", head + `t.Skip("skipped: no " + x) }`, 1, ""},
		{"a_test.go", head + `t.Skipf("skipped: %v", err) }`, 1, ""},
		{"a_test.go", head + `t.Skip("no " + x) }`, 1, "a_test.go:3"},
		{"a_test.go", head + `t.Skip(err) }`, 1, "a_test.go:3"},
		{"a_test.go", head + `t.SkipNow() }`, 1, "a_test.go:3"},
		{"a_test.go", head + `out.Skip(why) }`, 0, ""},
		{"a_test.go", "package a\n\nfunc FuzzX(f *testing.F) { f.Fuzz(func(t *testing.T, b []byte) { t.Skip(err) }) }", 0, ""},
	} {
		skips, without := unreasoned(fstest.MapFS{c.file: {Data: []byte(c.text)}})
		if got := strings.Join(without, " "); skips != c.skips || got != c.want {
			t.Errorf("%q: %d skips, without a reason %q; want %d, %q", c.text, skips, got, c.skips, c.want)
		}
	}
}
