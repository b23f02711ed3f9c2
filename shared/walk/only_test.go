package walk

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// With Only a walk enters just the folders that lead to the listed files.
func TestOnlyWhatIsNamedIsVisited(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "a/x", "a/y", "b/c/z", "b/c/d/w", "d", "ign/i", ".gitignore: ign\n", ".hid/q")
		for _, tt := range []struct {
			roots, want string
			only        []string
		}{
			{"", "a/y b/c/z", []string{"b/c/z", "a/y"}},
			{"a b", "a/y b/c/z", []string{"a/y", "b/c/z"}},
			{"b/c", "b/c/z", []string{"b/c/z", "a/y"}},
			{"", "", []string{}},
			{"", "", []string{"missing", "ign/i", ".hid/q"}},
			{"ign", "ign/i", []string{"ign/i"}},
		} {
			got, l := visited(t, Options{Base: dir, Roots: strings.Fields(tt.roots), Only: tt.only, force: f})
			if want := strings.Fields(tt.want); strings.Join(got, " ") != tt.want || l.Searched != int64(len(want)) || l.Skipped() > 2 {
				t.Errorf("only %q of %q: %q, %s", tt.only, tt.roots, got, l.String())
			}
		}
	})
}

// With HiddenIn hidden folders are entered in some of the roots; ignore rules hold there.
func TestHiddenFoldersOfOneRoot(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "a/.h/x", "a/.h/.f", "a/.f", "a/y", "a/.git/q", "a/.ign/i", "b/.h/z", "b/.spec/.h/w", "b/.spec/v", "a/.gitignore: .ign\n")
		got, _ := visited(t, Options{Base: dir, Roots: []string{"a", "b", "b/.spec"}, HiddenIn: []string{"a", "b/.spec"}, Exclude: []string{".gitignore"}, force: f})
		if want := "a/.h/x a/y b/.spec/.h/w b/.spec/v"; strings.Join(got, " ") != want {
			t.Errorf("%q, want %s", got, want)
		}
	})
}

// An entry knows its root and its path below the root.
func TestAnEntryKnowsItsRoot(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "a/x", "a/b/y", "a/b/c/z", "file", "ln -> a/b")
		for roots, want := range map[string]string{
			"":           "0:a/b/c/z 0:a/b/y 0:a/x 0:file",
			"a/b a":      "0:c/z 0:y 1:x",
			"file a a":   "1:b/c/z 1:b/y 1:x 0:",
			"ln a/x":     "1: 0:c/z 0:y",
			"a/b/c . a":  "0:z 2:b/y 2:x 1:file",
			dir + "/a/b": "0:c/z 0:y",
		} {
			var got []string
			newVisit := func() Visit[string] {
				return func(e *Entry) Outcome[string] {
					path := e.Path()
					return Outcome[string]{Value: fmt.Sprint(e.Root(), ":", path[len(path)-e.Below():]), Keep: true}
				}
			}
			_, err := Run(context.Background(), Options{Base: dir, Roots: strings.Fields(roots), force: f}, newVisit, func(s string) bool {
				got = append(got, s)
				return true
			})
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("%s: %q, want %s, %v", roots, got, want, err)
			}
		}
	})
}
