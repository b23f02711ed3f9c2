package main_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A judge lists what the files of a folder import, without ct.
type judge struct {
	language, separator string
	list                func(t *testing.T, dir string) map[string]string // the first file by module
	parts               bool                                             // who imports a part of a package imports it
	missing             []string                                         // modules that some trees do not import
}

func judges() map[string]judge {
	python := judge{"py", ".", listed("python3", "imports.py", ""), true, []string{"numpy", "requests", "django.db", "flask", "yaml", "six", "attr", "xml.sax", "sqlite3", "telnetlib", "google.protobuf", "no_such_module"}}
	script := judge{"", "/", listed("node", "imports.cjs", "CT_PARSERS"), true, []string{"lodash", "react", "express", "left-pad", "fs", "child_process", "@babel/core", "rxjs/operators", "zod", "no-such-module"}}
	golang := judge{"go", "/", goImports, false, []string{"github.com/spf13/cobra", "golang.org/x/net/html", "plugin", "expvar", "example.com/no/such"}}
	return map[string]judge{"python": python, "javascript": script, "typescript": script, "tsx": script, "go": golang}
}

// listed returns a judge's list by a program of testdata/imports, skipped if the program or what needs names is not there.
func listed(program, file, needs string) func(*testing.T, string) map[string]string {
	return func(t *testing.T, dir string) map[string]string {
		t.Helper()
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("skipped: no " + program)
		}
		if needs != "" && os.Getenv(needs) == "" {
			t.Skip("skipped: no " + needs)
		}
		out, err := exec.Command(program, filepath.Join("testdata", "imports", file), dir).Output()
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		for line := range bytes.Lines(out) {
			module, path, _ := strings.Cut(strings.TrimSpace(string(line)), "\t")
			if found[module] == "" {
				found[module] = path
			}
		}
		return found
	}
}

func goImports(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return nil //nolint:nilerr // what is no Go is no import
		}
		for _, im := range f.Imports {
			if module, err := strconv.Unquote(im.Path.Value); err == nil && found[module] == "" {
				found[module] = path
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// withParts adds the packages that the modules are parts of.
func (j judge) withParts(modules map[string]string) map[string]string {
	all := map[string]string{}
	for module, path := range modules {
		if strings.HasPrefix(module, ".") {
			continue
		}
		all[module] = path
		for outer := module; j.parts && strings.Contains(outer, j.separator); {
			outer = outer[:strings.LastIndex(outer, j.separator)]
			all[outer] = path
		}
	}
	return all
}

// importTrees returns the trees of a kind: packages below $CT_CORPORA, of Go's own source and of Python's library, and
// the Python packages that are installed.
func importTrees(t *testing.T, kind, corpora string) []string {
	t.Helper()
	var globs []string
	switch kind {
	case "go":
		globs = []string{filepath.Join(tooltest.GoSource(t), "*")}
	case "python":
		out, err := exec.Command("python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib')); print(sysconfig.get_path('purelib'))").Output()
		if err != nil {
			t.Skip("skipped: no python3")
		}
		for _, dir := range append(strings.Fields(string(out)), "/usr/lib/python3/dist-packages") {
			globs = append(globs, filepath.Join(dir, "*"))
		}
	default:
		globs = []string{filepath.Join(corpora, kind, "*")}
	}
	var dirs []string
	for _, glob := range globs {
		found, _ := filepath.Glob(glob)
		dirs = append(dirs, found...)
	}
	return slices.DeleteFunc(dirs, func(dir string) bool {
		i, err := os.Stat(dir)
		return err != nil || !i.IsDir() || filepath.Base(dir) == "site-packages"
	})
}

// perTree is how many modules are asked for in each tree.
const perTree = 60

// TestNoImportIsMissed asks of every module that a compiler's own parser finds imported whether nothing imports it, and
// of others how often that stays open.
func TestNoImportIsMissed(t *testing.T) {
	corpora := os.Getenv("CT_CORPORA")
	if corpora == "" {
		t.Skip("skipped: no CT_CORPORA")
	}
	bin := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for kind, j := range judges() {
		t.Run(kind, func(t *testing.T) {
			asked, absent, trees := map[int]int{}, map[int]int{}, 0
			for _, dir := range importTrees(t, kind, corpora) {
				imported := j.withParts(j.list(t, dir))
				if len(imported) == 0 {
					continue
				}
				trees++
				var missing []string
				for _, m := range j.missing {
					if imported[m] == "" {
						missing = append(missing, m)
					}
				}
				count := func(verdicts map[int]int, modules []string, check func(module string, exit int)) {
					var mu sync.Mutex
					each(modules, func(m string) {
						r := tooltest.Run{Dir: dir}.Do(t, bin, "--entity", "import", "--symbol", m, "--expect", "none", "--no-ignore", "--quiet", ".")
						mu.Lock()
						defer mu.Unlock()
						verdicts[r.Exit]++
						check(m, r.Exit)
					})
				}
				names := slices.Sorted(maps.Keys(imported))
				var some []string
				for i := range min(perTree, len(names)) {
					some = append(some, names[i*len(names)/min(perTree, len(names))])
				}
				count(asked, some, func(m string, exit int) {
					if exit == 0 {
						t.Errorf("%s: %q is imported in %s", dir, m, imported[m])
					}
				})
				count(absent, missing, func(m string, exit int) {
					if exit == 1 {
						t.Logf("%s: %q is found, and the judge does not find it", dir, m)
					}
				})
			}
			t.Logf("%d trees: of imported modules %d are found, %d undecided, %d missed; of others %d are absent, %d undecided, %d found",
				trees, asked[1], asked[2], asked[0], absent[0], absent[2], absent[1])
		})
	}
}

// each calls f for each of the names, several at a time.
func each(names []string, f func(string)) {
	var wait sync.WaitGroup
	work := make(chan string)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for name := range work {
				f(name)
			}
		})
	}
	for _, name := range names {
		work <- name
	}
	close(work)
	wait.Wait()
}
