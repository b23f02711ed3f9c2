package calls

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that does not fit into one block is looked at block by block, and as a whole if a literal text may be the name.
func TestTextsThatCallInLongFiles(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("x = 1  # a line of a long file\n", 40_000)
	text := "m = 'do_' + y\n" + long + "getattr(o, m)()\n" + long + "getattr(o, n)()\n"
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"do_quit": "[a.py:40002] 1 a.py:80003", "gone": "[] 1 a.py:40002"} {
		l := search(t, name, dir).Texts
		got := strings.ReplaceAll(fmt.Sprintf("%s %d %s", l.Spelled, l.Computed, l.First), dir+"/", "")
		if got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}
