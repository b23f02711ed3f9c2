package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Every place is told by the path that the walk prints, however it was named.
func TestPlacesHoldTheirFiles(t *testing.T) {
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
	for _, test := range []struct {
		named   []string
		printed string
		holding []int
		roots   []string
	}{
		{nil, "src/a/x", []int{0}, []string{"."}},
		{[]string{"src", "src/a"}, "src/a/x", []int{0, 1}, []string{"src", "src/a"}},
		{[]string{"src", "src/a"}, "src/x", []int{0}, []string{"src", "src/a"}},
		{[]string{"src/a", "src"}, "src/x", []int{1}, []string{"src/a", "src"}},
		{[]string{"src", "srcs"}, "srcs/x", []int{1}, []string{"src", "srcs"}},
		{[]string{"./src/", "src"}, "src/x", []int{0, 1}, []string{"./src/", "src"}},
		{[]string{".", "../there"}, "../there/b/x", []int{1}, []string{".", "../there"}},
		{[]string{".", "../there"}, "src/x", []int{0}, []string{".", "../there"}},
		{[]string{"..", "."}, "../here/src/x", []int{0, 1}, []string{"..", "../here"}},
		{[]string{top + "/there", "../there/b"}, top + "/there/b/x", []int{0, 1}, []string{top + "/there", top + "/there/b"}},
		{[]string{top + "/here/src", "src/a"}, "src/a/x", []int{0, 1}, []string{top + "/here/src", top + "/here/src/a"}},
		{[]string{"missing", "src"}, "src/x", []int{1}, []string{"missing", "src"}},
	} {
		p := newPlaces(test.named)
		if got := p.holding(test.printed, nil); fmt.Sprint(got) != fmt.Sprint(test.holding) {
			t.Errorf("%v hold %s: %v, want %v", test.named, test.printed, got, test.holding)
		}
		if got := p.roots(); fmt.Sprint(slashes(got)) != fmt.Sprint(slashes(test.roots)) {
			t.Errorf("%v are walked as %v, want %v", test.named, got, test.roots)
		}
	}
}

func slashes(paths []string) []string {
	clean := make([]string, len(paths))
	for i, p := range paths {
		clean[i] = filepath.ToSlash(filepath.Clean(p))
	}
	return clean
}
