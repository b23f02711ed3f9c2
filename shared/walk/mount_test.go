package walk

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// A mounted folder has the paths that its name gives it. Nothing above it matters, and nothing leads out of it.
func TestMount(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "top/.gitignore: b\n", "top/.ignore: a\n", "top/in/a/x: 1", "top/in/b/y: 2", "top/in/c/.gitignore: z\n", "top/in/c/z: 3", "top/in/c/w: 4", "top/secret: 5", "top/in/out -> ../secret")
		m := &Mount{Name: "group/one", Dir: filepath.Join(dir, "top", "in")}
		for _, tt := range []struct{ roots, want string }{
			{"group/one", "group/one/a/x group/one/b/y group/one/c/w"},
			{"group/one/c group/one/a/x", "group/one/a/x group/one/c/w"},
			{"./group/one/b/", "group/one/b/y"},
		} {
			got, l := visited(t, Options{Mount: m, Roots: strings.Fields(tt.roots), Follow: true, force: f})
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%s: %q, want %s; %s", tt.roots, got, tt.want, l.String())
			}
		}
		for _, outside := range []string{".", "group", "group/one/../../x", "group/one/out", "top/in"} {
			if _, _, err := visit(t.Context(), Options{Mount: m, Roots: []string{outside}, force: f}); err == nil {
				t.Errorf("%s is walked", outside)
			}
		}
	})
}

// What is read beside a walk of a mounted folder has the same names.
func TestViewOfAMount(t *testing.T) {
	dir := makeTree(t, "in/a/x: 1", "secret: 5", "in/out -> ../secret")
	v := (&Options{Mount: &Mount{Name: "one", Dir: filepath.Join(dir, "in")}}).View()
	file, err := v.Open("one/a/x")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(file)
	must(t, file.Close())
	if err != nil || string(text) != "1" || !v.IsFile("one/a/x") || !v.IsDir("one/a") || v.IsDir("a") {
		t.Errorf("%q, %v", text, err)
	}
	here, err := filepath.Abs("")
	if err != nil || !v.IsFile(filepath.Join(here, "one", "a", "x")) || v.IsFile(filepath.Join(here, "a", "x")) {
		t.Errorf("absolute names of the mounted folder are not those in the working folder: %v", err)
	}
	entries, err := v.ReadDir("one")
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
	for _, name := range []string{"one/out", "one/../secret", "in/a/x", "one/none"} {
		switch _, err := v.Open(name); {
		case err == nil:
			t.Errorf("%s is opened", name)
		case !strings.HasPrefix(err.Error(), name+": "):
			t.Errorf("%s: %v", name, err)
		}
	}
}
