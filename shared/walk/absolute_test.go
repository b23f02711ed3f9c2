package walk

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	t.Parallel()
	there := []string{"b.go", "A.GO", ".hidden.go", "c.txt", "é.md", "[x].go"}
	list := func(dir string) ([]string, error) {
		if filepath.ToSlash(dir) != "src" {
			return nil, errors.New("no such folder")
		}
		return slices.Clone(there), nil
	}
	for pattern, want := range map[string]string{
		"src/*.go": "src/A.GO src/[x].go src/b.go", "src/.*": "src/.hidden.go", "src/?.*": "src/A.GO src/b.go src/c.txt src/é.md",
		"src/[x].?o": "src/[x].go", "plain src/c*": "plain src/c.txt", "src/x*": "", "other/*": "",
	} {
		got, err := expand(strings.Fields(pattern), list)
		if strings.Join(got, " ") != want || (err != nil) != (want == "") {
			t.Errorf("%s: %q, %v, want %q", pattern, got, err, want)
		}
	}
}

func FuzzWildcards(f *testing.F) {
	f.Add("a*b?", "aXXbc")
	f.Add("**", "")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		var text strings.Builder
		for _, r := range pattern {
			switch r {
			case '*':
				text.WriteString(`.*`)
			case '?':
				text.WriteString(`.`)
			default:
				text.WriteString(regexp.QuoteMeta(string(r)))
			}
		}
		slow := regexp.MustCompile(`(?s)\A` + text.String() + `\z`)
		if got, want := matchesWildcards(pattern, name), slow.MatchString(name); got != want {
			t.Errorf("%q, %q: %v, want %v", pattern, name, got, want)
		}
	})
}
