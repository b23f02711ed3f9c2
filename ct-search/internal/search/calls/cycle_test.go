package calls

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestModulesThatImportEachOtherAreAskedOnce has a package of modules each of
// which imports all that the others have: along every path from one to another
// they would be asked more often than any machine can.
func TestModulesThatImportEachOtherAreAskedOnce(t *testing.T) {
	const modules = 24
	var all strings.Builder
	for i := range modules {
		fmt.Fprintf(&all, "from .m%d import *\n", i)
	}
	files := map[string]string{"p/__init__.py": all.String(), "use.py": "from p import f, g\nf()\ng()\n"}
	for i := range modules {
		files[fmt.Sprintf("p/m%d.py", i)] = all.String() + "from . import *\n"
	}
	files["p/m7.py"] += "def f(): pass\n"
	t.Chdir(tooltest.Tree(t, files))
	var got []string
	for _, name := range []string{"f", "g"} {
		for _, s := range search(t, name, ".").Sites {
			to := ""
			if s.Target != nil {
				to = s.Target.Path
			}
			got = append(got, fmt.Sprintf("%s:%d %s %s", s.Path, s.Line, s.Tier, to))
		}
	}
	if want := []string{"use.py:2 resolved_high p/m7.py", "use.py:3 unresolved "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
