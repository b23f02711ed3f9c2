package main

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// The bindings of an index that scip-typescript made are those of the compiler, whichever names are asked for. CT_SCIP is
// a folder in which `npm install @sourcegraph/scip-typescript` was run, CT_CORPORA one with typescript/rxjs-7.8.2, as npm
// pack makes it.
func TestBindingsAgreeWithTypeScript(t *testing.T) {
	scip, corpora := os.Getenv("CT_SCIP"), os.Getenv("CT_CORPORA")
	if scip == "" {
		t.Skip("skipped: no CT_SCIP")
	}
	source := filepath.Join(corpora, "typescript", "rxjs-7.8.2", "src")
	if _, err := os.Stat(source); err != nil {
		t.Skip("skipped: no CT_CORPORA")
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "src"), os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "package.json", []byte(`{"name":"x","version":"1.0.0"}`))
	write(t, dir, "tsconfig.json", []byte(`{"compilerOptions":{"strict":true,"module":"commonjs","target":"es2019","lib":["es2020","dom"],"types":[]},"include":["src/internal","src/index.ts","src/operators/index.ts"]}`))
	command := func(name string, args ...string) []byte {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return out
	}
	command(filepath.Join(scip, "node_modules", ".bin", "scip-typescript"), "index")
	judge, err := filepath.Abs("testdata/judge.cjs")
	if err != nil {
		t.Fatal(err)
	}
	truth, names := map[string][]string{}, map[string]bool{}
	for line := range strings.Lines(string(command("node", judge, dir))) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		truth[strings.Join(fields[:3], ":")] = fields[3:]
		names[fields[3]] = true
	}
	asked := slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return int(int64(crc32.ChecksumIEEE([]byte(a))) - int64(crc32.ChecksumIEEE([]byte(b))))
	})
	var sum tally
	for _, name := range asked[:min(len(asked), 200)] {
		sum.compare(t, dir, name, truth)
	}
	t.Logf("%d names: %+v", min(len(asked), 200), sum)
	if sum.Right < 1000 || sum.Wrong > 0 || sum.Missing > 0 {
		t.Errorf("wrong or missing: %+v", sum)
	}
}

// tally counts occurrences: NoTarget are bound to a symbol of another name, whose place is not looked up.
type tally struct{ Right, MedRight, Wrong, Low, Missing, NoTarget, Unjudged int }

// compare compares what is found of a name with what the compiler says.
func (c *tally) compare(t *testing.T, dir, name string, truth map[string][]string) {
	t.Helper()
	out, stderr := run(t, dir, "--limit", "1000000", "--format", "jsonl", name, "src/internal", "src/index.ts", "src/operators/index.ts")
	if stderr != "" {
		t.Errorf("%s: %s", name, stderr)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		var row struct {
			Path, Category string
			Line, Column   int
			Text           string
			Confidence     string `json:"binding_confidence"`
			Reason         string `json:"binding_reason"`
			Target         struct {
				File string
				Line int
			}
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprintf("%s:%d:%d", row.Path, row.Line, row.Column)
		seen[at] = true
		to := "-"
		if row.Target.File != "" {
			to = fmt.Sprintf("%s:%d", row.Target.File, row.Target.Line)
		}
		want, right, med := truth[at], &c.Right, row.Confidence == "med"
		if med {
			right = &c.MedRight
		}
		switch {
		case want == nil && row.Confidence == "high":
			c.Unjudged++
		case want == nil:
		case !med && row.Confidence != "high":
			c.Low++
		case slices.Contains(want[1:], to):
			*right++
		case to == "-" && !strings.HasSuffix(strings.Fields(row.Reason)[5], name): // another symbol under this name
			c.NoTarget++
		default:
			if c.Wrong++; c.Wrong < 20 {
				t.Logf("%s %s: %s to %s (%s), the compiler says %v", at, row.Text, row.Confidence, to, row.Reason, want)
			}
		}
	}
	for at, want := range truth {
		if want[0] == name && !seen[at] {
			if c.Missing++; c.Missing < 20 {
				t.Logf("%s %s: missing", at, name)
			}
		}
	}
}

// An index of scip-python binds what it says, and a call that a class below may have is not left out.
func TestBindingsOfScipPython(t *testing.T) {
	indexer := filepath.Join(os.Getenv("CT_SCIP"), "node_modules", ".bin", "scip-python")
	if _, err := os.Stat(indexer); os.Getenv("CT_SCIP") == "" || err != nil {
		t.Skip("skipped: no scip-python in CT_SCIP")
	}
	dir := tooltest.Tree(t, map[string]string{
		"src/__init__.py": "",
		"src/a.py":        "class A:\n    def run(self): pass\nclass B(A):\n    def run(self): pass\nclass C:\n    def run(self): pass\ndef go(): pass\n",
		"src/b.py":        "from .a import A as Other, C, go as start\ndef f(a: Other, c: C, x):\n    a.run()\n    c.run()\n    x.run()\n    start()\n",
	})
	cmd := exec.Command(indexer, "index", ".", "--project-name", "x", "--project-version", "1")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for symbol, want := range map[string][]string{
		"run":   {"b.py:3:7 callsite high → src/a.py:2 A.run", "b.py:4:7 callsite high → src/a.py:6 C.run", "b.py:5:7 callsite low"},
		"A.run": {"b.py:3:7 callsite high → src/a.py:2 A.run", "b.py:5:7 callsite low"},
		"B.run": {"b.py:3:7 callsite low", "b.py:5:7 callsite low"},
		"C.run": {"b.py:4:7 callsite high → src/a.py:6 C.run", "b.py:5:7 callsite low"},
		"go":    {"b.py:6:5 callsite high → src/a.py:7 go"},
	} {
		if got, stderr := rows(t, dir, "--calls", symbol); !slices.Equal(got, want) || stderr != "" {
			t.Errorf("%s:\n%s\nwant\n%s\n%s", symbol, strings.Join(got, "\n"), strings.Join(want, "\n"), stderr)
		}
	}
}
