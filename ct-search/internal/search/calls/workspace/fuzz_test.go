package workspace

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// FuzzPlain checks that JSON stays as it is, whatever comments and commas are put between its parts.
func FuzzPlain(f *testing.F) {
	for _, seed := range []string{`{"a": [1, "//x", "/*", "\\\"", ","], "b": {}}`, `[]`, `"`, `{"a": 1,}`, "// x\n[1, /* ] */ ]", "/*", "/", `["\`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if out := Plain(text); len(out) > len(text) {
			t.Fatalf("%q became %q", text, out)
		}
		if !json.Valid(text) {
			return
		}
		if !bytes.Equal(Plain(text), text) {
			t.Fatalf("%q is JSON and became %q", text, Plain(text))
		}
		var indented bytes.Buffer
		if err := json.Indent(&indented, text, "", "\t"); err != nil {
			t.Fatal(err)
		}
		noisy := Plain([]byte(strings.ReplaceAll(indented.String(), "\n", " // ,\"]\n/* , } \" // */")))
		var plain bytes.Buffer
		if err := json.Compact(&plain, noisy); err != nil {
			t.Fatalf("%q: %v", noisy, err)
		}
		var want bytes.Buffer
		_ = json.Compact(&want, text)
		if !bytes.Equal(plain.Bytes(), want.Bytes()) {
			t.Fatalf("%q became %q", text, noisy)
		}
	})
}

// FuzzCargo checks that a crate never begins outside of its folder.
func FuzzCargo(f *testing.F) {
	for _, seed := range []string{"[package]\nname = \"a-b\"\n[lib]\npath = \"x/../../y.rs\"\n", "dependencies = {a = {path = \"../a\"}, b.workspace = true}", "[lib]\npath = 1", "[[lib]]\npath = \"/x\""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c := &crate{folder: "/t/c", root: "/t/c/src/lib.rs", needs: map[string]*need{}, shared: map[string]*need{}}
		c.read(text)
		if !strings.HasPrefix(c.root, "/t/c") || strings.Contains(c.root, "/../") {
			t.Fatalf("%q begins in %s", text, c.root)
		}
	})
}

func TestGlobsMatchFolders(t *testing.T) {
	for _, c := range []struct {
		glob, path string
		want       bool
	}{
		{"packages/*", "packages/a", true},
		{"packages/*", "packages/a/b", false},
		{"**", "a/b", true},
		{"**/test/**", "a/test/b/c", true},
		{"**/test/**", "test", true},
		{"**/test/**", "a/tests", false},
		{"a/**/b", "a/b", true},
		{"a/**/b", "a/x/y/b", true},
		{"a/?", "a/b", true},
	} {
		if got := matches(parts(c.glob), strings.Split(c.path, "/")); got != c.want {
			t.Errorf("%s matches %s: %v", c.glob, c.path, got)
		}
	}
	if got := strings.Join(braces("{a,b}/{c,d}/*"), " "); got != "a/c/* a/d/* b/c/* b/d/*" {
		t.Errorf("braces: %s", got)
	}
}
