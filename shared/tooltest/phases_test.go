package tooltest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A phase is work other than the search of texts. Its call takes seconds without --timeout.
type phase struct {
	name    string
	program string
	tree    func() map[string]string
	args    func() []string
	cut     bool // the answer is cut; otherwise it is whole, and lacks what the phase adds
}

// phases has what a program does before and after it searches.
var phases = []phase{
	{
		"ignore files", "ct-search",
		func() map[string]string {
			var rules strings.Builder
			for i := 0; rules.Len() < 1_000_000; i++ {
				fmt.Fprintf(&rules, "**/a%d*b%d/*.x%d\n", i, i%7, i)
			}
			files := map[string]string{}
			for i := range 100 {
				files[fmt.Sprintf("d%d/.gitignore", i)] = rules.String()
				files[fmt.Sprintf("d%d/a.txt", i)] = "needle\n"
			}
			return files
		},
		func() []string { return strings.Fields("-c -e needle .") }, true,
	},
	{
		"paths", "ct-search",
		func() map[string]string {
			files := map[string]string{}
			for i := range 30_000 {
				files[fmt.Sprintf("d/f%d", i)] = ""
			}
			return files
		},
		func() []string {
			args := []string{"-c", "-e", "needle"}
			for i := range 30_000 {
				args = append(args, fmt.Sprintf("d/f%d", i))
			}
			return args
		}, true,
	},
	{
		"front matter", "ct-spec",
		func() map[string]string {
			files := map[string]string{}
			for i := range 2000 {
				files[fmt.Sprintf(".spec/n%d/spec.md", i)] = "---\ntitle: a\n" + strings.Repeat("- [a, b, {c: d, e: [f, g]}]\n", 2000) + "---\n# T\nneedle\n"
			}
			return files
		},
		func() []string { return []string{"needle", "."} }, true,
	},
	{
		"near names", "ct-search",
		func() map[string]string {
			files := map[string]string{}
			for i := range 300 {
				var text strings.Builder
				for j := range 3000 {
					fmt.Fprintf(&text, "def function_%d_%d_name(): return 1\n", i, j)
				}
				files[fmt.Sprintf("m%d.py", i)] = text.String()
			}
			return files
		},
		func() []string { return strings.Fields("--entity function --symbol function_100_200_nane .") }, false,
	},
	{
		"calls of calls", "ct-search",
		func() map[string]string {
			files := map[string]string{"p/__init__.py": "", "p/m600.py": "def target(n): pass\n"}
			for i := range 600 {
				text := fmt.Sprintf("from p.m%d import target\n", i+1)
				for j := range 60 {
					text += fmt.Sprintf("def c%d_%d():\n    target(%d); x.target()\n", i, j, j)
				}
				files[fmt.Sprintf("p/m%d.py", i)] = text
			}
			return files
		},
		func() []string { return strings.Fields("--calls target --depth 3 .") }, true,
	},
}

// TestTimeoutEndsEveryPhase runs calls that spend their time in one phase with and without a --timeout.
func TestTimeoutEndsEveryPhase(t *testing.T) {
	if Brief() {
		t.Skip("skipped: -short")
	}
	bin := Bin(t, "ct-search", "ct-spec")
	for _, p := range phases {
		t.Run(p.name, func(t *testing.T) {
			dir := Tree(t, p.tree())
			t.Cleanup(func() { _ = os.RemoveAll(dir) })
			run := func(options ...string) (Result, time.Duration) {
				start := time.Now()
				r := Run{Dir: dir}.Do(t, filepath.Join(bin, p.program), append(options, p.args()...)...)
				return r, time.Since(start)
			}
			_, whole := run("--timeout", "600")
			var cut time.Duration
			for range 3 { // another program may take the processors meanwhile
				var r Result
				if r, cut = run("--timeout", "0.05", "--expect", "=1000000", "--emit-stderr", "{REASON}"); p.cut && (r.Exit != 2 || !strings.Contains(r.Stderr, "by --timeout")) {
					t.Errorf("exit %d\n%.2000s", r.Exit, r.Stderr)
				}
				if cut < whole*3/4 {
					break
				}
			}
			t.Logf("%v, with --timeout 0.05 %v", whole, cut)
			if cut > whole*3/4 {
				t.Errorf("with --timeout 0.05 it takes %v, without %v", cut, whole)
			}
		})
	}
}
