package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// smallTree has every word of Go's vocabulary, and text that the two programs print differently:
// control characters and DOS line ends.
func smallTree(t *testing.T) string {
	t.Helper()
	v := goWords()
	files := map[string]string{
		"words.go":         strings.Join(append(append([]string{v.word}, v.four...), v.twelve...), "\n") + "\n",
		"dos.go":           "func a()\r\nfunc b() // \a\u200b\r\n",
		"deep/er/greek.go": "func λ()\nErrUnexpectedEOF",
		"deep/a.go":        "io.ErrUnexpectedEOF\nO_NONBLOCK x.Write(x)\nthese words ought match every time\n",
		"deep-er/a.go":     "func " + strings.Repeat("x", bufferSize) + "\n",
		"ignored/a.go":     "func\n",
		".gitignore":       "ignored\n",
		".hidden.go":       "func\n",
	}
	return tooltest.Tree(t, files)
}

// harness returns the arguments for measuring dir with what is built from this source, or skips the
// test.
func harness(t *testing.T, dir string, more ...string) []string {
	t.Helper()
	if _, err := exec.LookPath("rg"); err != nil {
		t.Skip("skipped: no rg")
	}
	return append([]string{"-runs", "1", "-tree", dir, "-bin", tooltest.Bin(t, suite()...)}, more...)
}

// prepared returns what measuring dir needs: the options of harness, and the programs that they
// name.
func prepared(t *testing.T, dir string) (options, programs) {
	t.Helper()
	o, err := parse(harness(t, dir), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	p, err := findPrograms(o)
	if err != nil {
		t.Fatal(err)
	}
	return o, p
}

func TestEveryRowIsMeasured(t *testing.T) {
	t.Parallel()
	dir := smallTree(t)
	o, p := prepared(t, dir)
	tr, err := findTree(o, p)
	if err != nil {
		t.Fatal(err)
	}
	if tr.files != 5 || tr.small != "deep" {
		t.Errorf("%d files, small folder %s", tr.files, tr.small)
	}
	specs, remove, err := temporarySpecs()
	defer remove()
	if err != nil {
		t.Fatal(err)
	}
	matchers, removeMatchers, err := exampleMatcher("go")
	defer removeMatchers()
	if err != nil {
		t.Fatal(err)
	}
	p.matchers = matchers
	var results []result
	for _, r := range rows(vocabularyOf(tr.dir), tr.small, specs, matchers) {
		done := r.measure(p, tr.dir, o.runs)
		if done.refused != "" {
			t.Errorf("%s: %s", r.name, done.refused)
		}
		if done.lines == 0 {
			t.Errorf("%s: finds nothing", r.name)
		}
		if pairs := max(1, r.times); len(done.ours) != pairs || len(done.theirs) != pairs {
			t.Errorf("%s: %d and %d runs of %d", r.name, len(done.ours), len(done.theirs), pairs)
		}
		results = append(results, done)
	}
	page := filepath.Join(t.TempDir(), "page.md")
	if err := writePage(page, section{tr.name, treeSection(tr, p, o.runs, results, summary(results))}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`- theirs: ripgrep \d`, `- ours: ct-search \S+.*, built with go1`, `- tree: 5 files, 0\.1 MB`,
		`\| literal \| [\d.]+ \([\d.]+–[\d.]+\) \| [\d.]+ \([\d.]+–[\d.]+\) \| [\d.]+ \| 0\.65 \| (yes|no) \| \S+ / \S+ \| 3 \|\n`,
		`\| ct NAME over ct-NAME \|.* ms \| \+2\.0 ms \|`, `\| geometric mean of 17 ratios \| \d`,
		`# look-around\nct-search .*'\(\?<=io\\\.\)ErrUnexpectedEOF'\nrg .*\n`} {
		if !regexp.MustCompile(want).Match(text) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, secret := range []string{filepath.Dir(dir) + "/", o.bin, p.paths[rgName]} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the page shows %s", secret)
		}
	}
	if t.Failed() {
		t.Logf("%s", text)
	}
}

// A file that is binary only for ripgrep is a difference: its NUL comes late.
func TestARowWhoseResultsDifferGetsNoRatio(t *testing.T) {
	t.Parallel()
	dir := smallTree(t)
	if err := os.WriteFile(filepath.Join(dir, "late.go"), []byte(strings.Repeat("x\n", 5000)+"\x00\nfunc late\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	status := run(harness(t, dir, "-rows", "^(every line of a common word|fifty files|start)$"), &stdout, &stderr)
	if status != 1 {
		t.Errorf("status %d", status)
	}
	want := `bench: every line of a common word: results differ in line 5: ours "late.go:5002:func late", theirs ends` + "\n"
	if stderr.String() != want {
		t.Errorf("%swant %s", &stderr, want)
	}
	for _, line := range []string{`(?m)^every line of a common word +none: results differ`, `(?m)^fifty files .* of 0\.90 `, `(?m)^start .* of 1\.80 `, `(?m)^geometric mean of 2 ratios +none of`} {
		if !regexp.MustCompile(line).MatchString(stdout.String()) {
			t.Errorf("no line %s:\n%s", line, &stdout)
		}
	}
}

func TestAProgramThatFailsIsNamed(t *testing.T) {
	t.Parallel()
	dir := smallTree(t)
	_, p := prepared(t, dir)
	for want, r := range map[string]row{
		"rg: exit status 2: ":                    counts("x", 1, list("-F", "-e", "func"), list("(")),
		"ct-search: exit status 2: ct-search":    counts("x", 1, list("--regex", "-e", "("), list("func")),
		"ct-search: exit status 2: ct-search: u": {name: "x", form: anything, ours: search("--no-such"), theirs: ripgrep("func", ".")},
	} {
		if done := r.measure(p, dir, 1); !strings.HasPrefix(done.refused, want) || done.ours != nil {
			t.Errorf("%q, want %q", done.refused, want)
		}
	}
}

func TestMistakesAreReportedBeforeAnythingRuns(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	built := t.TempDir()
	for _, name := range suite() {
		if err := os.WriteFile(filepath.Join(built, filepath.Base(name)), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"x"}, 2, "say -tree x"},
		{[]string{"-runs", "0"}, 2, "-runs 0: at least one pair"},
		{[]string{"-rows", "("}, 2, "-rows: error parsing regexp"},
		{[]string{"-rows", "x", "-write"}, 2, "leave one of them out"},
		{[]string{"-no"}, 2, "not defined"},
		{[]string{"-bin", empty}, 1, "ct is not in " + empty + ": build it with make"},
		{[]string{"-bin", built, "-rg", filepath.Join(empty, "rg")}, 1, "name ripgrep with RG=PROGRAM"},
	} {
		var stdout, stderr strings.Builder
		status := run(c.args, &stdout, &stderr)
		if status != c.status || !strings.Contains(stderr.String(), c.want) || stdout.Len() > 0 {
			t.Errorf("%q: status %d, %s%s; want %d, %s", c.args, status, &stdout, &stderr, c.status, c.want)
		}
	}
	if _, err := findTree(options{tree: filepath.Join(empty, "none")}, programs{}); err == nil || !strings.Contains(err.Error(), "TREE=DIR") {
		t.Errorf("no tree: %v", err)
	}
}
