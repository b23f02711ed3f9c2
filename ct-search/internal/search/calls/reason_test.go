package calls

import (
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/tooltest"
)

// reasons returns the reasons of the sites by their lines.
func reasons(t *testing.T, name string, files map[string]string) map[int64]*resolve.Site {
	t.Helper()
	t.Chdir(tooltest.Tree(t, files))
	all := map[int64]*resolve.Site{}
	for _, s := range search(t, name, ".").Sites {
		all[s.Line] = s
	}
	return all
}

func TestAReceiverOfAnotherNameIsNotSaidToBeCalledLikeAType(t *testing.T) {
	for line, s := range reasons(t, "f", map[string]string{"a.php": "<?php\nclass A { function f() {} }\n$x->f();\n$a->f();\n"}) {
		if alike := line == 4; alike != strings.Contains(s.Reason, "is named like A") || alike != (s.Tier == resolve.Med) {
			t.Errorf("line %d: %v: %s", line, s.Tier, s.Reason)
		}
	}
}

func TestAFieldOfATypeOfTheTreeIsNotOutsideOfIt(t *testing.T) {
	all := reasons(t, "F", map[string]string{
		"go.mod": "module example.com/m\n", "p/p.go": "package p\n\ntype T struct{ F func(int) }\n\ntype U struct{}\n\nfunc (U) F(int) {}\n",
		"a.go": "package m\n\nimport \"example.com/m/p\"\n\nfunc g(v *p.T) {\n\tv.F(17)\n}\n",
	})
	if s := all[6]; s == nil || s.Tier != resolve.Unresolved || strings.Contains(s.Reason, "not in the tree") || !strings.Contains(s.Reason, "field") {
		t.Errorf("%+v", s)
	}
}

func TestACallWhoseReceiverIsKnownIsNoDynamicDispatch(t *testing.T) {
	all := reasons(t, "Do", map[string]string{
		"go.mod": "module m\n",
		"a.go":   "package m\n\ntype A struct{}\n\nfunc (A) Do() {}\n\ntype B struct{}\n\nfunc (B) Do() {}\n\nfunc newA() A { return A{} }\n\nfunc g(x any) {\n\ta := newA()\n\ta.Do()\n\tx.Do()\n}\n",
	})
	if s := all[15]; s == nil || s.Tier != resolve.Med || slices.Contains(s.Hazards, dispatch) {
		t.Errorf("known: %+v", s)
	}
	if s := all[16]; s == nil || s.Tier != resolve.Unresolved || !slices.Contains(s.Hazards, dispatch) {
		t.Errorf("not known: %+v", s)
	}
}

func TestAMacroThatRenamesIsNotWhatIsCalled(t *testing.T) {
	all := reasons(t, "end", map[string]string{
		"a.h": "#define end z_end\n",
		"b.c": "#include \"a.h\"\nvoid f(void) { end(1); }\n",
	})
	if s := all[2]; s == nil || s.Tier != resolve.Unresolved || s.Reason != "nothing in this file binds it; the macro a.h:1 gives it another name" {
		t.Errorf("%+v", s)
	}
}

func TestTheReasonNamesTheFieldOrMethodThatLeadsToAType(t *testing.T) {
	all := reasons(t, "build", map[string]string{"a.rs": `struct B { n: u8 }
impl B { fn build(&self) {} fn own(&self) -> B { B { n: 0 } } }
struct C;
impl C { fn build(&self) {} }
struct W { b: B }
impl W { fn go(&self) {
    self.b.build();
    self.b.own().build();
} }
`})
	for line, want := range map[int64]string{7: "b is a field of type B", 8: "own returns a B"} {
		if s := all[line]; s == nil || s.Tier != resolve.High || s.Reason != want {
			t.Errorf("%d: %+v", line, s)
		}
	}
}
