package calls

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestADecoratorIsACallOfItsName holds that a decorator without brackets is
// told among the calls and bound like any other.
func TestADecoratorIsACallOfItsName(t *testing.T) {
	t.Chdir(tooltest.Tree(t, map[string]string{
		"a.py":   "import functools as u\ndef deco(f):\n    return f\n\n@deco\ndef g(): pass\n\nclass C:\n    @ deco  # why\n    @u.deco\n    @deco(1)\n    def m(self, x=deco): pass\n\nx = deco @ deco\n",
		"b.py":   "from a import deco as d, deco\n@d\n@property\nclass K: pass\n",
		"c.ts":   "function deco(x) { return x; }\n@deco\nclass A { @deco m() {} @deco(2) n() {} }\n",
		"D.java": "class D { @deco void f() {} }\n",
	}))
	found := search(t, "deco", ".")
	var got []string
	for _, s := range found.Sites {
		got = append(got, fmt.Sprintf("%s:%d %s %q %s", s.Path, s.Line, s.Tier, s.Hazards, s.Caller.Qualname))
	}
	slices.Sort(got)
	want := []string{
		`a.py:10 unresolved ["metaprogramming"] C`, `a.py:11 resolved_high [] C`, `a.py:5 resolved_high ["metaprogramming"] `, `a.py:9 resolved_high ["metaprogramming"] C`,
		`b.py:2 resolved_high ["metaprogramming"] `, `c.ts:2 resolved_high ["metaprogramming"] `, `c.ts:3 resolved_high ["metaprogramming"] A`, `c.ts:3 resolved_high [] A`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
