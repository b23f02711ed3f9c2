package walk

import (
	"path/filepath"
	"strings"
	"testing"
)

// An error about a path that is not there names the one beside it that was
// meant, except in a sandbox, about whose surroundings nothing is told.
func TestAMissingPathNamesTheOneThatWasMeant(t *testing.T) {
	dir := makeTree(t, "source/main.go", "docs/x")
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Base: dir, Roots: []string{"sorce"}}, "sorce: no such file or directory; did you mean source?"},
		{Options{Base: dir, Roots: []string{"source/mian.go"}}, "source/mian.go: no such file or directory; did you mean source/main.go?"},
		{Options{Base: dir, Roots: []string{"zzzzzz"}}, "zzzzzz: no such file or directory"},
		{Options{Base: dir, Roots: []string{filepath.Join(dir, "doks")}}, "did you mean " + filepath.ToSlash(dir) + "/docs?"},
		{Options{Base: dir + "/sorce"}, "did you mean " + filepath.ToSlash(dir) + "/source?"},
	} {
		_, _, err := visit(t.Context(), c.o)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o.Roots, err, c.want)
		}
		c.o.Sandbox = dir
		if _, _, err := visit(t.Context(), c.o); err == nil || strings.Contains(err.Error(), "did you mean") {
			t.Errorf("%+v in a sandbox: %v", c.o.Roots, err)
		}
	}
}
