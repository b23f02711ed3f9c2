package walk

import (
	"slices"
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

func TestLanguages(t *testing.T) {
	names := Langs()
	if !slices.IsSorted(names) || len(names) < 40 {
		t.Errorf("%d languages: %q", len(names), names)
	}
	seen := map[string]bool{}
	for _, l := range languages() {
		for name := range strings.FieldsSeq(l.names) {
			if seen[name] {
				t.Errorf("%s stands twice", name)
			}
			seen[name] = true
			globs, ok := LangGlobs(name)
			if !ok || len(globs) == 0 {
				t.Errorf("%s has no globs", name)
			}
			for _, g := range globs {
				if err := ValidGlob(g); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	for lang, file := range map[string]string{"go": "a.go", "Python": "x.pyi", "py": "a.py", "c": "a.h", "cpp": "a.hpp", "make": "Makefile", "md": "README.md", "sh": ".bashrc", "yml": "a.yaml", "docker": "Dockerfile", "ts": "a.tsx"} {
		globs, _ := LangGlobs(lang)
		if g := newGlobs(globs, true); g == nil || !g.match([]byte(file), false, nil) {
			t.Errorf("%s does not have %s", lang, file)
		}
	}
	if _, ok := LangGlobs("klingon"); ok {
		t.Error("an unknown language has globs")
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
