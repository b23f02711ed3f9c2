package backend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/sibling"
)

// If a file is a link to a place outside, which our own Open would not follow, the program does not
// read it either.
func TestProgramReadsNothingElse(t *testing.T) {
	if !confine.Probe().Enforced {
		t.Skip("skipped: no Landlock")
	}
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	for _, path := range []string{filepath.Join(dir, "a"), outside} {
		if err := os.WriteFile(path, []byte("foo\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	for _, name := range Names() {
		if _, err := sibling.Look(name); err != nil {
			t.Logf("skipped: no %s", name)
			continue
		}
		b, err := Find(t.Context(), name, "", Rights{Confine: confine.Require, Readable: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		s := &Search{Dir: dir, Pattern: compiled(t, "foo", pattern.Literal, pattern.Smart), Scan: scan.Request{Want: match.Spans}, Open: opener(dir)}
		if got := searched(t, b, s, []string{"a"}); got[0].Result.Lines != 1 {
			t.Errorf("%s: %+v", name, got)
		}
		to := judging(t, s.Pattern)
		to.names, to.byFile = []string{"./a", "./b"}, make([]report, 2)
		err = b.report(t.Context(), dir, "foo", to)
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), "permission denied") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
