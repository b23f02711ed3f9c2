package calls

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestCallsAreNotSettledByFilesThatWereNotRead bounds the files that are read,
// and checks that what they would have settled is reported as open because of it.
func TestCallsAreNotSettledByFilesThatWereNotRead(t *testing.T) {
	for _, c := range []struct {
		what  string
		chain []string
		files map[string]string
		most  int
		want  []string
	}{
		{"all of Go", nil, goReads, 20, []string{"b/b.go:4 resolved_high", "c/c.go:4 resolved_high"}},
		{"one package of Go", nil, goReads, 4, []string{"b/b.go:4 resolved_high", "c/c.go:4 unread"}},
		{"no package of Go", nil, goReads, 1, []string{"b/b.go:4 unread", "c/c.go:4 unread"}},
		{"no go.mod, which would tell what is elsewhere", []string{"T"}, goReads, 0, []string{"b/b.go:4 unread", "c/c.go:4 unread"}},
		{"all of Python", nil, pythonReads, 9, []string{"b.py:2 resolved_high", "c.py:2 resolved_high"}},
		{"one file of Python", nil, pythonReads, 2, []string{"b.py:2 resolved_high", "c.py:2 unread"}},
		{"no file of JavaScript", nil, map[string]string{
			"a.js": "export function f() {}\n", "h.js": "export { f } from './a';\n", "b.js": "import { f } from './h';\nf();\n",
		}, 0, []string{"b.js:2 resolved_med"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Chdir(tooltest.Tree(t, c.files))
			name := "f"
			if _, golang := c.files["go.mod"]; golang {
				name = "F"
			}
			s := searchOf(t, name, c.chain, ".")
			all, _, err := s.pass(context.Background(), s.Matcher, []string{name})
			if err != nil {
				t.Fatal(err)
			}
			cache := newCache(s)
			cache.files.Most, cache.packages.Most = c.most, c.most
			s.resolve(all[0], family{}, cache)
			var got []string
			unread := int64(0)
			for _, site := range all[0].Sites {
				tier := site.Tier.String()
				if strings.Contains(site.Reason, "its package was not read: more than") {
					tier = "unread"
					unread++
				}
				got = append(got, fmt.Sprintf("%s:%d %s", site.Path, site.Line, tier))
			}
			if slices.Sort(got); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			reported := int64(0)
			for _, f := range cache.limit() {
				if strings.HasPrefix(f.Message, fmt.Sprintf("%d call", unread)) {
					reported = unread
				}
			}
			if reported != unread {
				t.Errorf("%d calls are reported as unresolved because of it, want %d", reported, unread)
			}
		})
	}
}

// goReads has calls that need go.mod and a package each; pythonReads a module each.
var (
	goReads = map[string]string{
		"go.mod": "module m\n", "x/x.go": "package x\ntype T struct{}\nfunc (T) F() {}\n", "y/y.go": "package y\ntype T struct{}\nfunc (T) F() {}\n",
		"b/b.go": "package b\nimport \"m/x\"\nfunc b(t x.T) {\n\tt.F()\n}\n", "c/c.go": "package c\nimport \"m/y\"\nfunc c(t y.T) {\n\tt.F()\n}\n",
	}
	pythonReads = map[string]string{
		"a.py": "def f(): pass\n", "h.py": "from a import f\n", "i.py": "from a import f\n",
		"b.py": "from h import f\nf()\n", "c.py": "from i import f\nf()\n",
	}
)
