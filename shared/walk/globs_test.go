package walk

import (
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

func TestValidGlob(t *testing.T) {
	for glob, valid := range map[string]bool{"*.go": true, "src/**": true, "{a,b}": true, "[a-z]": true, "": false, "[a": false, "{a": false, `a\`: false, "a b": true} {
		if err := ValidGlob(glob); (err == nil) != valid {
			t.Errorf("%q: %v", glob, err)
		}
	}
}

// Globs that are looked up in maps match what the matcher matches.
func TestPlainGlobsMatchAsDoublestarDoes(t *testing.T) {
	names := []string{"a.min.js", ".min.js", "min.js", "a.min.jsx", "a.js", "A.MIN.JS", "x.a.min.js", "build", "built", ".log", "a.log", "a.log.b", "a.b.c.d", "\xff.min.js"}
	for _, glob := range []string{"*.min.js", "*.log", "build", "*.b.c.d", "*.min.*", "*.c.d/"} {
		pattern, dirOnly := strings.CutSuffix(glob, "/")
		g := newGlobs([]string{glob}, false)
		for _, name := range names {
			for _, isDir := range []bool{false, true} {
				want := doublestar.MatchUnvalidated(pattern, name) && (isDir || !dirOnly)
				if got := g.match([]byte(name), isDir, nil); got != want {
					t.Errorf("%s, %q: %v", glob, name, got)
				}
			}
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		globs  string
		folder string
		want   bool
	}{
		{"b", "a/b", true}, {"a", "a/b", true}, {"/a", "a/b", true}, {"a/", "a/b", true}, {"a/b", "a/b", true}, {"/a/*", "a/b", true}, {"a/**", "a/b", true}, {"*", "a", true},
		{"c", "a/b", false}, {"b/a", "a/b", false}, {"/b", "a/b", false}, {"a/b/c", "a/b", false}, {"ab", "a/b", false}, {"", "a", false},
	} {
		if got := Covers([]string{c.globs}, c.folder); got != c.want {
			t.Errorf("Covers(%q, %q) is %v", c.globs, c.folder, got)
		}
	}
	name := `a*[b]{c}\?`
	if !Covers([]string{"/" + EscapeGlob(name)}, name) || Covers([]string{"/" + EscapeGlob(name)}, "axb") {
		t.Errorf("%q does not match just %q", EscapeGlob(name), name)
	}
}
