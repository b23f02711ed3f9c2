package survey

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Places that lie inside one another, however they are named, are walked separately, and the answer
// says so.
func TestOverlappingPlacesAreWalkedApart(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"here/src/a", "here/srcs", "there/b"} {
		if err := os.MkdirAll(filepath.Join(top, filepath.FromSlash(dir)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(top, "here"))
	link := os.Symlink("src", "ln") == nil
	for _, test := range []struct {
		named    []string
		walks    string
		overlaps string
	}{
		{nil, "[[0]]", ""},
		{[]string{"src", "srcs"}, "[[0 1]]", ""},
		{[]string{"src", "src/a"}, "[[0] [1]]", "src/a in src"},
		{[]string{"src/a", "src", "srcs"}, "[[0 2] [1]]", "src/a in src"},
		{[]string{"./src/", "src"}, "[[0] [1]]", "src is ./src/"},
		{[]string{".", ".", "../there"}, "[[0 2] [1]]", ". 2 times"},
		{[]string{"..", ".", "src"}, "[[0] [1] [2]]", ". in .., src in .."},
		{[]string{"src", "missing", "../there/b"}, "[[0 1 2]]", ""},
		{[]string{"ln", "src/a"}, "[[0] [1]]", "src/a in ln"},
	} {
		if !link && strings.Contains(test.overlaps, "ln") {
			continue
		}
		p := newPlaces(test.named, located)
		if got := fmt.Sprint(p.walks); got != test.walks {
			t.Errorf("%v: walks %s, want %s", test.named, got, test.walks)
		}
		if got := strings.Join(p.overlapping(), ", "); got != test.overlaps {
			t.Errorf("%v: overlaps %q, want %q", test.named, got, test.overlaps)
		}
	}
}
