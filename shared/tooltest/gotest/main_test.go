package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// files are a module whose tests end in every way.
var files = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26\n",
	"a/a_test.go": `package a

import "testing"

func TestPasses(t *testing.T)    { t.Log("not of interest") }
func TestSkipped(t *testing.T)   { t.Skip("skipped: no rg: not on PATH") }
func TestParts(t *testing.T)     { t.Run("part", func(t *testing.T) { t.Skip("skipped: no rg") }); t.Run("long", func(t *testing.T) { t.Skip("skipped: long") }) }
func FuzzInputs(f *testing.F)    { f.Add(1); f.Fuzz(func(t *testing.T, _ int) { t.Skip("not of interest") }) }
`,
	"b/b_test.go": `package b

import "testing"

func TestFails(t *testing.T)  { t.Log("of interest"); t.Run("part", func(t *testing.T) { t.Error("this part") }) }
func TestPasses(t *testing.T) { t.Log("not of interest") }
func TestPanics(t *testing.T) { t.Log("before the end"); panic("at the end") }
`,
	"c/c_test.go": "package c\n\nvar x int = \"\"\n",
}

// tested runs gotest in the module and returns its status and what it prints,
// without the times.
func tested(t *testing.T, args ...string) (int, string) {
	t.Helper()
	return testedBy(t, append([]string{"go", "test", "-json", "-count=1"}, args...)...)
}

// testedBy does the same with a whole command line.
func testedBy(t *testing.T, line ...string) (int, string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -vet=off")
	t.Setenv("GOWORK", "off")
	var out strings.Builder
	status := run(&out, line)
	return status, out.String()
}

func TestWhatIsSkippedIsListedLast(t *testing.T) {
	status, out := tested(t, "./a")
	first, rest, _ := strings.Cut(out, "\t")
	_, rest, _ = strings.Cut(rest, "\n")
	if diff := cmp.Diff([]string{"ok  ", "passed: 3 tests, failed: 0\nskipped: 3 tests: no rg (2), long (1)\n"}, []string{first, rest}); status != 0 || diff != "" {
		t.Errorf("status %d, %s", status, diff)
	}
}

func TestWhatFailsIsPrinted(t *testing.T) {
	status, out := tested(t, "./...")
	for _, want := range []string{"ok  \texample.com/m/a\t", "of interest\n", "--- FAIL: TestFails/part", "this part\n", "before the end\n", "panic: at the end", "FAIL\texample.com/m/b\t", "c_test.go:3:13: cannot use", "FAIL\texample.com/m/c [build failed]\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q:\n%s", want, out)
		}
	}
	if status != 1 || strings.Contains(out, "not of interest") || strings.Contains(out, "TestPasses") || strings.Contains(out, "===") || !strings.HasSuffix(out, "\npassed: 4 tests, failed: 3\nskipped: 3 tests: no rg (2), long (1)\n") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

func TestEverythingIsPrintedWithV(t *testing.T) {
	status, out := tested(t, "-v", "./a")
	if status != 0 || !strings.Contains(out, "not of interest\n--- PASS: TestPasses") || strings.Count(out, "PASS\n") != 1 {
		t.Errorf("status %d:\n%s", status, out)
	}
}

func TestACommandThatCannotRunFails(t *testing.T) {
	if status, out := tested(t, "-no-such-flag"); status == 0 {
		t.Errorf("status 0:\n%s", out)
	}
	if status := run(os.Stderr, []string{filepath.Join(t.TempDir(), "none")}); status != 2 {
		t.Errorf("status %d", status)
	}
}

// slow are tests: one does not end, and others come after it.
const slow = `package d

import (
	"testing"
	"time"
)

func TestPasses(t *testing.T)  {}
func TestHangs(t *testing.T)   { time.Sleep(time.Hour) }
func TestHangsPolitely(t *testing.T) {
	end, _ := t.Deadline()
	time.Sleep(time.Until(end.Add(-time.Second / 5)))
	t.Error("context deadline exceeded")
}
func TestLater(t *testing.T)   { t.Run("part", func(t *testing.T) { t.Skip("skipped: no rg") }) }
func TestLeftOut(t *testing.T) { t.Error("it was to be left out") }
`

func TestATestWithoutEndDoesNotHoldUpOthers(t *testing.T) {
	files["d/d_test.go"] = slow
	defer delete(files, "d/d_test.go")
	bounded := append([]string{"-bound", "2s"}, "go", "test", "-json", "-count=1", "-skip", "LeftOut")
	status, out := testedBy(t, append(bounded, "./a", "./d")...)
	for _, want := range []string{
		"| example.com/m/a | 3 | 3 | 0 | 0 | ", "| long (1); no rg (2) |\n",
		"| example.com/m/d | 2 | 1 | 0 | 2 | ", "| no rg (1); timed out: TestHangs TestHangsPolitely |\n",
		"| all | 5 | 4 | 0 | 2 | ", "\nskipped: 4 tests: no rg (3), long (1)\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q:\n%s", want, out)
		}
	}
	if status != 0 || strings.Contains(out, "goroutine ") {
		t.Errorf("status %d:\n%s", status, out)
	}
	status, out = testedBy(t, append(bounded, "./b")...)
	if status != 1 || !strings.Contains(out, "| example.com/m/b | 1 | 0 | ") || !strings.Contains(out, "this part") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

func TestABoundIsADurationAndHasPackages(t *testing.T) {
	for _, line := range [][]string{{"-bound", "ten", "go"}, {"-bound", "-1s", "go"}, {"-bound", "1s", "go", "test", "-json"}, {"-bound", "1s"}, nil} {
		if status := run(os.Stderr, line); status != 2 {
			t.Errorf("%q: status %d", line, status)
		}
	}
}
