package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-survey/survey"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func TestScripts(t *testing.T) { tooltest.Scripts(t, "testdata/script", "ct-survey") }

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../docs/explain/ct-survey.md", survey.Tool().WholeTable())
}

// If a path cannot be read, nothing is searched.
func TestAnUnreadablePathIsRefused(t *testing.T) {
	nobody := tooltest.Nobody(t)
	dir := tooltest.Tree(t, map[string]string{"a.txt": "needle\n", "locked/b.txt": "needle\n"})
	locked := filepath.Join(dir, "locked")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(locked, 0o755) })
	program := filepath.Join(tooltest.Bin(t, "ct-survey"), "ct-survey")
	for _, args := range [][]string{{"--term", "needle", "a.txt", "locked"}, {"--scout", "needle", "locked"}} {
		r := tooltest.Run{Dir: dir, As: nobody}.Do(t, program, args...)
		if r.Exit != 2 || r.Stdout != "" || r.Stderr != "ct-survey: locked: permission denied\n" {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", args, r.Exit, r.Stdout, r.Stderr)
		}
	}
}

// TestCountsEndAtTheirLimit counts more matching lines than a term's count may have, in one file
// and over several, together with a term that has fewer.
func TestCountsEndAtTheirLimit(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-survey"), "ct-survey")
	many := strings.Repeat("often\n", grep.ScanLines-1)
	for _, test := range []struct {
		name  string
		files map[string]string
		args  []string
		exit  int
		want  []string
		not   string
	}{
		{"at the limit", map[string]string{"a": many + "often\n"}, []string{"--scout", "often"}, 0, []string{"matches: 100000\n", "  files: 1\n"}, "at_least"},
		{"after the limit in one file", map[string]string{"a": many + "often\noften\n", "b": "often\n"}, []string{"--scout", "often"}, 0,
			[]string{"matches: 100000\n", "at_least: true\n", "at least 100000 matching lines", "searched 1 file; cut: ", "(a"}, "b,"},
		{"far after the limit in one file", map[string]string{"a": many + many, "b": "often\n"}, []string{"--scout", "often"}, 0,
			[]string{"matches: 100000\n", "at_least: true\n", "searched 1 file; cut: 1 by", "(a)"}, "b,"},
		{"after the limit over files", map[string]string{"a": many, "b": "often\noften\n", "c": "often\n"}, []string{"--scout", "often"}, 0,
			[]string{"matches: 100000\n", "files: 2\n", "at_least: true\n", "    b,1\n", "searched 2 files; cut: ", "(b: the count of often ended"}, "c,"},
		{"of two terms the one", map[string]string{"a": many, "b": "often\noften rare\n", "c": "rare\noften\n"}, []string{"--term=often", "--term=rare"}, 0,
			[]string{"often,100000,2,.\n", "rare,2,2,.\n", "often,rare,1,b\n", "at_least: true\n", "searched 3 files"}, "rare;"},
		{"whole for the other", map[string]string{"a": many + "often\noften rare\n"}, []string{"--term=often", "--term=rare", "--expect", `expr:terms["rare"] == 1`}, 0, nil, "UNDECIDED"},
		{"a bound that decides", map[string]string{"a": many + "often\noften\n"}, []string{"--scout", "often", "--expect", "100000"}, 0, nil, "undecided"},
		{"a bound that does not", map[string]string{"a": many + "often\noften\n"}, []string{"--scout", "often", "--expect", "=100000"}, 2, []string{"undecided", "(a"}, ""},
		{"nor for its term", map[string]string{"a": many + "often\noften rare\n"}, []string{"--term=often", "--term=rare", "--expect", `expr:terms["often"] < 100001`}, 2, []string{"undecided"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := tooltest.Run{Dir: tooltest.Tree(t, test.files)}.Do(t, program, test.args...)
			all := r.Stdout + r.Stderr
			if r.Exit != test.exit || test.not != "" && strings.Contains(all, test.not) {
				t.Errorf("exit %d\n%s", r.Exit, all)
			}
			for _, want := range test.want {
				if !strings.Contains(all, want) {
					t.Errorf("lacks %q:\n%s", want, all)
				}
			}
		})
	}
}
