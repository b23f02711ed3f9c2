package qualname

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"f": "|| f", "a.B.c": "|| a B c", "std::vec::Vec::push": "|| std vec Vec push", "crate::mod::f": "|| crate mod f",
		"net/http.Server": "net http|| Server", "./a/b.C.d": "a b|| C d", "../a.f": "a|| f", "@scope/pkg.f": "@scope pkg|| f", "github.com/x-y/z.F": "github.com x-y z|| F",
		"src/a.py:Foo.bar": "|src/a.py| Foo bar", "./src/a.ts:f": "|src/a.ts| f", "a.rs:m::f": "|a.rs| m f", "my file.py:f": "|my file.py| f",
		"and/or": "", "a/b": "", "text/html; charset": "", "/abs/a.f": "", "a//b.f": "", "a/.f": "", "a/b.": "", "a/1.2": "", "https://x.y/z.w": "", "a:b:c": "", "a.py:12": "", ":f": "", "a.py:": "",
		"a/b.c-d": "", "a b/c.d": "", "": "", "a/@b.f": "", "a:\nb": "",
	} {
		q, ok := Parse(text)
		got := strings.Join(q.Path, " ") + "|" + q.File + "| " + strings.Join(q.Names, " ")
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestEncloses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, around, names string
		want                bool
	}{
		{"src/net/http/server.go", "", "net http", true},
		{"src/x/http/server.go", "", "net http", false},
		{"net/http/client.go", "Client", "net http Client", true},
		{"src/a.py", "", "src a", true},
		{"src/a.py", "Foo", "src a", false},
		{"src/net/mod.rs", "", "crate net", true},
		{"my-kv/src/store.rs", "Db", "my_kv store Db", true},
		{"src/vec/mod.rs", "Vec", "std vec Vec", true},
		{"src/vec.py", "Vec", "std vec Vec", false},
		{"packages/ui/src/deep/x.ts", "", "@scope ui", true},
		{"packages/ui/src/deep/x.ts", "C", "@scope ui", false},
		{"packages/ui/src/x.ts", "C", "@scope ui C", true},
		{"packages/app/x.ts", "", "@scope ui", false},
	} {
		if got := Encloses(c.file, strings.Fields(c.around), strings.Fields(c.names)); got != c.want {
			t.Errorf("%s, %s, %s: %v", c.file, c.around, c.names, got)
		}
	}
}

// FuzzParse checks that a text that is read as a symbol is made of its parts, and that these are what they have to be.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"net/http.Server", "src/a.py:Foo.bar", "crate::mod::f", "@scope/pkg.f", "and/or", "./a/../b.c", "a:b", "::", "a/é.ß", "\xff/a.b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, ok := Parse(text)
		if !ok {
			return
		}
		if len(q.Names) == 0 || q.File != "" && len(q.Path) > 0 {
			t.Fatalf("%q: %+v", text, q)
		}
		if !Is(strings.Join(q.Names, ".")) {
			t.Errorf("%q: names %q", text, q.Names)
		}
		for _, part := range q.Path {
			if !strings.Contains(text, part) || strings.Contains(part, "/") || part == ".." {
				t.Errorf("%q: path %q", text, q.Path)
			}
		}
		if q.Placed() != (strings.Contains(text, "/") || strings.Contains(strings.ReplaceAll(text, "::", ""), ":")) {
			t.Errorf("%q: placed %v", text, q.Placed())
		}
		around := q.Around()
		file := "x"
		if len(q.Path) > 0 {
			file = strings.Join(q.Path, "/") + ".go"
		}
		if !q.placedIn(file, around) {
			t.Errorf("%q: not in %s", text, file)
		}
	})
}

// placedIn reports whether a definition with all of the names around it, in a file with the path, holds.
func (q *Symbol) placedIn(file string, around []string) bool {
	return Encloses(file, slices.Clone(around[len(q.Path):]), around)
}

func TestIs(t *testing.T) {
	for _, q := range []string{
		"foo", "Foo_bar9", "a.b.c", "Class.method", "$x", "_", "__init__", "std::vector", "a::b.c", "jQuery$1", "$$x", "naïve", "日本", "straße", "_9",
		"e\u0301", "main.go",
	} {
		if !Is(q) {
			t.Errorf("%q is a symbol", q)
		}
	}
	for _, q := range []string{
		"", "foo bar", "3", "9a", "a-b", "..", ".", "a.", ".a", "a..b", "a.3", "$", "$$", "$9", "foo()", "a:b", "::a", "a::", "@x", "a/b", "\xff", "a\xff",
		"\u0301", "x!", "ok?", "--",
	} {
		if Is(q) {
			t.Errorf("%q is no symbol", q)
		}
	}
}
