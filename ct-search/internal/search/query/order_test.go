package query_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/query"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// search looks for a symbol in a tree of files.
func search(t *testing.T, name string, chain []string, files map[string]string) *query.Found {
	t.Helper()
	p, err := pattern.Compile(name, pattern.Options{Mode: pattern.Identifier})
	if err != nil {
		t.Fatal(err)
	}
	matcher, err := match.New(p)
	if err != nil {
		t.Fatal(err)
	}
	s := query.Search{
		Files: walk.Options{Roots: []string{tooltest.Tree(t, files)}}, Matcher: matcher, Name: name, Chain: occurrence.Chain{Names: chain}, Window: findings.Window{Before: 1, After: 1, Limit: 20},
	}
	result, err := s.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	found, ok := result.(*query.Found)
	if !ok {
		t.Fatalf("a result of type %T", result)
	}
	return found
}

// lines returns the categories and lines of groups, with their numbers.
func lines(groups []occurrence.Group) string {
	text := ""
	for i := range groups {
		g := &groups[i]
		text += fmt.Sprintf("%s:%d %s x%d\n", g.Path[len(g.Path)-1:], g.Line, g.Category(), g.Count)
	}
	return text
}

// TestCodeComesBeforeHeadings has documents with a heading of the name, in their own folder and elsewhere.
func TestCodeComesBeforeHeadings(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"", "docs/", "tests/"} {
		for _, code := range []string{"def alloc(): pass\n", "import a\na.alloc()\n", "alloc = 1\n"} {
			found := search(t, "alloc", nil, map[string]string{folder + "README.md": "# alloc\n\n## alloc\n\ntext on alloc\n", "docs/z.py": code})
			want := "y:" + strconv.Itoa(strings.Count(code, "\n"))
			got := lines(found.Groups)
			before, after, _ := strings.Cut(got, want)
			if strings.Contains(before, "definition") || !strings.Contains(after, "d:1 definition x1\nd:3 definition x1\n") {
				t.Errorf("%s%q: %s", folder, code, got)
			}
		}
	}
}

// TestTheRealDefinitionOfManyComesFirst has the definitions that a kernel has of
// one name: in the header that all include, and in files that do without it.
func TestTheRealDefinitionOfManyComesFirst(t *testing.T) {
	t.Parallel()
	real := "static inline void *alloc(int n)\n{\n\treturn 0;\n}\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a header of all before a macro of one file", map[string]string{"include/linux/z.h": real, "lib/a.c": "#define alloc(n) malloc(n)\n"}, "include/linux/z.h"},
		{"a header of all before that of a driver", map[string]string{"include/linux/z.h": real, "a/a.h": "#define alloc(n) (n)\n"}, "include/linux/z.h"},
		{"the tree's own before a tool's", map[string]string{"mm/deep/er/z.c": "void *alloc(int n) { return 0; }\n", "tools/a.c": "void *alloc(int n) { return 0; }\n"}, "mm/deep/er/z.c"},
		{"a function before a static one", map[string]string{"mm/deep/z.c": "void *alloc(int n) { return 0; }\n", "a.c": "static void *alloc(int n) { return 0; }\n"}, "mm/deep/z.c"},
		{"an interface before what has it", map[string]string{"z/z.go": "package z\n\ntype Pool interface { alloc() }\n", "a.go": "package a\n\nfunc (p pool) alloc() {}\n"}, "z/z.go"},
		{"a property before namespaces", map[string]string{"a.cs": "namespace B.alloc.C { class D {} }\n", "z/z.cs": "class Z { int alloc { get; set; } }\n"}, "z/z.cs"},
		{"code before tests", map[string]string{"z/z.go": "package z\n\nfunc alloc() {}\n", "a_test.go": "package a\n\nfunc alloc() {}\n"}, "z/z.go"},
	} {
		found := search(t, "alloc", nil, c.files)
		if len(found.Groups) < 2 || len(found.Defined) < 2 {
			t.Errorf("%s: %s", c.name, lines(found.Groups))
			continue
		}
		if end := found.Groups[0].Path; len(end) < len(c.want) || end[len(end)-len(c.want):] != c.want || found.Defined[0].Path != end {
			t.Errorf("%s: %s comes first", c.name, end)
		}
	}
}
