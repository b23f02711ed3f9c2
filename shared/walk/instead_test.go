package walk

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// An error about a path that does not exist names a similar path beside it; in a sandbox only one
// inside it.
func TestAMissingPathNamesTheOneThatWasMeant(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "box/source/main.go", "box/docs/x", "bocs/main.go", "box/out -> ../bocs", "box/in -> source", "box/lost -> nothing")
		box := filepath.Join(dir, "box")
		for _, c := range []struct {
			base  string
			roots []string
			want  string
			held  string // in the sandbox, where it is something else
		}{
			{box, []string{"sorce"}, "sorce: no such file or directory; did you mean source?", ""},
			{box, []string{"source/mian.go"}, "source/mian.go: no such file or directory; did you mean source/main.go?", ""},
			{box, []string{"in/mian.go"}, "in/mian.go: no such file or directory; did you mean in/main.go?", ""},
			{box, []string{"lost"}, "lost: no such file or directory; it is a link that leads nowhere", ""},
			{box, []string{"zzzzzz"}, "zzzzzz: no such file or directory", ""},
			{box, []string{filepath.Join(box, "doks")}, "did you mean " + filepath.ToSlash(box) + "/docs?", ""},
			{box + "/sorce", nil, "did you mean " + filepath.ToSlash(box) + "/source?", ""},
			{filepath.Join(box, "source"), []string{"../doks"}, "did you mean ../docs?", ""},
			{box, []string{"../bosc"}, "did you mean ../bocs?", "../bosc: outside the sandbox"},
			{box, []string{"out/mian.go"}, "did you mean out/main.go?", "out/mian.go: outside the sandbox"},
			{filepath.Join(dir, "bosc"), nil, "did you mean " + filepath.ToSlash(dir) + "/bocs?", "bosc: outside the sandbox"},
			{filepath.Join(dir, "bocs", "main.go"), nil, "bocs/main.go: not a directory; a file to look in is an argument", "bocs/main.go: outside the sandbox"},
		} {
			o := Options{Base: c.base, Roots: c.roots, force: f}
			if _, _, err := visit(t.Context(), o); err == nil || !strings.HasSuffix(filepath.ToSlash(err.Error()), c.want) {
				t.Errorf("%q %q: %v, want %q", c.base, c.roots, err, c.want)
			}
			o.Sandbox = box
			if c.held != "" {
				c.want = c.held
			}
			_, _, err := visit(t.Context(), o)
			if err == nil || !strings.HasSuffix(filepath.ToSlash(err.Error()), c.want) {
				t.Errorf("%q %q in a sandbox: %v, want %q", c.base, c.roots, err, c.want)
			}
			named, ok := errors.AsType[*PathError](err)
			if whole := append(c.roots, c.base)[0]; !ok || named.Named != whole {
				t.Errorf("%q %q: the error names %+v, want %q", c.base, c.roots, named, whole)
			}
		}
	})
}
