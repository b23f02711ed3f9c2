package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestANULEndsTheSearchOfEveryForm asks every form that there be no ff where the
// file is binary from its beginning, where a NUL stands before ff, and where it
// stands after it: what is binary is scope, and what stood before counts.
func TestANULEndsTheSearchOfEveryForm(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	const defined = "def ff(): pass\nff()\nimport ff\n"
	long := strings.Repeat("# much that is text\n", 1000)
	dir := t.TempDir()
	for name, text := range map[string]string{"begins.py": "x\x00y\n" + defined, "before.py": long + "\x00\n" + defined, "behind.py": defined + long + "\x00\n" + defined} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	forms := [][]string{
		{"--grep=ff"}, {"ff"}, {"--calls=ff"}, {"--entity=function", "--symbol=ff"}, {"--entity=function", "--symbol=~f+"}, {"--entity=function"}, {"--entity=import", "--symbol=ff"},
		{"--entity=import"},
	}
	for _, form := range forms {
		for name, want := range map[string]string{"begins.py": "SUCCESS 0\n", "before.py": "SUCCESS 0\n", "behind.py": "ERROR 1\n"} {
			args := append([]string{"--expect=none", "--quiet", "--emit={RESULT} {COUNT}"}, form...)
			if form[0] == "--grep=ff" {
				args = append(args, "--name="+name)
			} else {
				args = append(args, name)
			}
			r := tooltest.Run{Dir: dir}.Do(t, program, args...)
			if form[0] == "ff" {
				want = strings.Replace(want, "ERROR 1", "ERROR 3", 1) // the definition, the call and the import
			}
			if r.Stdout != want {
				t.Errorf("%q in %s: %q, want %q", form, name, r.Stdout, want)
			}
		}
	}
}
