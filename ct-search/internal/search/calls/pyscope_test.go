package calls

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestAClassBodyIsReadInOrder checks what a name means in a class that defines
// it: its header, and what stands before the definition, see the module's;
// comprehensions and lambdas too but for what they first go over; default
// arguments see the class.
func TestAClassBodyIsReadInOrder(t *testing.T) {
	t.Chdir(tooltest.Tree(t, map[string]string{"a.py": `def f(x): return x

class C(f(4), metaclass=f(5)):
    x: f(6) = f(7)
    def f(self, a=f(8)): return a
    y = f(9)
    z = [f(10) for i in f(11) if f(12)]
    w = {k: f(13) for k in (f(14),) for l in f(15)}
    g = lambda a: f(16)
    h = dict(k=lambda: f(17), l=f(18))
    def m(self, a=f(19), b: f(20) = [f(21)]):
        return f(22)
    class D(f(23)):
        y = f(24)
    @f
    def n(self): pass
    v = [i for i in range(3)
         if f(27)]
`, "b.py": "class C:\n    x = f(2)\n    def f(self): pass\n    y = f(4)\n    f = f(5)\n", "d.py": "def f(x): pass\nclass C:\n    y = [f(3) for f in z]\n    g = lambda f: f(4)\n", "c.py": "class C:\n    def g(f, x=f(2)): return f(2)\n    def f(self): pass\n"}))
	var got []string
	for _, s := range search(t, "f", ".").Sites {
		to := ""
		if s.Target != nil {
			to = s.Target.Qualname()
		}
		got = append(got, fmt.Sprintf("%s:%02d:%d %s %s", s.Path, s.Line, s.Column, s.Tier, to))
	}
	slices.Sort(got)
	want := []string{
		"a.py:03:25 resolved_high f",
		"a.py:03:9 resolved_high f",
		"a.py:04:15 resolved_high f",
		"a.py:04:8 resolved_high f",
		"a.py:05:19 resolved_high f",
		"a.py:06:9 resolved_high C.f",
		"a.py:07:10 resolved_high f",
		"a.py:07:25 resolved_high C.f",
		"a.py:07:34 resolved_high f",
		"a.py:08:13 resolved_high f",
		"a.py:08:29 resolved_high C.f",
		"a.py:08:46 resolved_high f",
		"a.py:09:19 resolved_high f",
		"a.py:10:24 resolved_high f",
		"a.py:10:33 resolved_high C.f",
		"a.py:11:19 resolved_high C.f",
		"a.py:11:29 resolved_high C.f",
		"a.py:11:38 resolved_high C.f",
		"a.py:12:16 resolved_high f",
		"a.py:13:13 resolved_high C.f",
		"a.py:14:13 resolved_high f",
		"a.py:15:6 resolved_high C.f",
		"a.py:18:13 resolved_high f",
		"b.py:02:9 unresolved ",
		"b.py:04:9 resolved_high C.f",
		"b.py:05:9 resolved_high C.f",
		"c.py:02:16 unresolved ",
		"c.py:02:30 unresolved ",
		"d.py:03:10 unresolved ",
		"d.py:04:19 unresolved ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestAnAssignedMethodIsNotHigh checks that self.m() is not sure where the class,
// or a class above, assigns self.m.
func TestAnAssignedMethodIsNotHigh(t *testing.T) {
	t.Chdir(tooltest.Tree(t, map[string]string{
		"a.py": "class A:\n    def __init__(self, lock):\n        self.run = lock.run\n        self.go == 1\n    def run(self): pass\n    def go(self): self.run()\n\nclass B(A):\n    def run(self): pass\n    def other(self): self.run()\n",
		"b.py": "class A:\n    def run(self): pass\n    run = wrap(run)\n    def go(self): self.run()\n",
		"c.py": "class A:\n    def __init__(self, run):\n        self.run_it, self.runs = run.run, self.run\n        if self.run == 1: pass\n    def run(self): pass\n    def go(self): self.run()\n",
		"d.py": "from a import A\nclass D(A):\n    def run(self): pass\n    def go(self): self.run()\n",
	}))
	var got []string
	for _, s := range search(t, "run", ".").Sites {
		got = append(got, fmt.Sprintf("%s:%d %s", s.Path, s.Line, s.Tier))
	}
	slices.Sort(got)
	want := []string{"a.py:10 resolved_med", "a.py:6 resolved_med", "b.py:4 resolved_med", "c.py:6 resolved_high", "d.py:4 resolved_med"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
