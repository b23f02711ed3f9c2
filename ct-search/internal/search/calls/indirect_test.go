package calls

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/tooltest"
)

// TestADecoratorIsACallOfItsName checks that a decorator without brackets is
// listed among the calls and bound like any other.
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

func TestACalledFieldOfRustIsNoMethod(t *testing.T) {
	t.Chdir(tooltest.Tree(t, map[string]string{"a.rs": "impl S {\n  fn ff(&self) {\n    (self.ff)(24);\n  }\n}\n"}))
	if s := search(t, "ff", ".").Sites; len(s) != 1 || s[0].Tier == resolve.High {
		t.Errorf("%+v", s)
	}
}

// TestACalleeInBracketsIsACall checks what is reported for callees in brackets: calls
// where they are nothing but names, and else matches that may be calls, which
// leave --expect none undecided.
func TestACalleeInBracketsIsACall(t *testing.T) {
	for _, c := range []struct {
		file, code string
		calls      []string
		unsure     int64
	}{
		{"a.c", "struct s { int (*ff)(int); };\nint g(struct s *p, int (*ff)(int)) {\n  (*p->ff)(4);\n  (*ff)(5);\n  (ff)(6);\n  p->x[(ff)](1);\n  if (ff)\n    (g)(p, 0);\n}\n", []string{"3 p->ff", "4 ff", "5 ff"}, 0},
		{"b.c", "long g(int x) {\n  return (ff)(x);\n}\ntypedef int ff2;\n", nil, 1},
		{"c.c", "typedef int ff;\nlong g(int x) {\n  return (ff)(x) + (ff)x;\n}\n", nil, 0},
		{"e.c", "DEFINE_FN(ff);\nlong g(int x) {\n  return (ff)(long)x + (ff)(x + 1);\n}\nstruct s { __printf(2, 0) void (*ff)(int); };\n", nil, 2},
		{"d.c", "int ff(int x);\nint (ff)(int x) { return x; }\nint g(void) {\n  (void)(ff)(1);\n  return sizeof(ff)(1);\n}\n", nil, 1},
		{"a.cpp", "void g() {\n  (ff)(6);\n  (*ff)(6);\n  (a::ff)(2);\n  auto h = (p->*ff)(2);\n}\n", []string{"3 ff", "5 (p->*ff)"}, 2},
		{"a.rs", "impl S {\n  fn g(&self) {\n    (self.ff)(24);\n    (ff)(1);\n    (*ff)(1);\n    h(ff)(2);\n    h!(ff)(2);\n  }\n}\n", []string{"3 self.ff", "4 ff", "5 ff"}, 0},
		{"a.py", "(m.ff)(1)\nx = (ff)(2, b=3, *c)\nh(ff)(3)\n(ff or h)(4)\n(h or ff)(5)\nif (ff)(6): pass\n((ff))(7)\n(ff)\n(8)\n(h(ff) or h)(9)\n(x - ff)(10)\nt[(ff)](11)\n(await ff)(12)\n", []string{"1 m.ff", "2 ff", "6 ff", "7 ff"}, 2},
		{"a.js", "(ff)(45);\n(0,ff)(46);\n(a.ff)(47);\n(a.ff)?.(48);\nif (ff) (g)(1);\nh(ff)(2);\n(ff || h)(3);\nx = ff`tagged`;\na.b.ff`tagged ${1}`;\nx = b ? (ff)(4) : 1;\n", []string{"1 ff", "10 ff", "2 ff", "3 a.ff", "4 a.ff", "8 ff", "9 a.b.ff"}, 1},
		{"a.ts", "(this.ff)(1);\nif (a) (ff)(2);\n", []string{"1 this.ff", "2 ff"}, 0},
		{"a.lua", "x()\n;(ff)(1);\n(m.ff)(2)\n", []string{"2 ff", "3 m.ff"}, 0},
		{"a.php", "<?php\nx();\n($this->ff)(1);\n", []string{"3 $this->ff"}, 0},
		{"c.js", "function ff() {}\nff.call(this, 1);\nff.apply(a, b);\nff.bind(a);\nhooks.ff.call(1);\nff.called(2);\n", []string{"2 ff", "3 ff"}, 2},
		{"c.cs", "class A { void g() { ff?.Invoke(1); ff.Invoke(2); ff.Other(3); } }\n", nil, 2},
		{"d.ts", "(ff as any)(3);\n(<any>ff)(3);\n(ff!)(4);\nh(ff as any)(5);\n", []string{"3 ff"}, 2},
		{"d.js", "new (a.ff)(1);\n(await ff)(1);\n(ff)`x`;\n[ff][0](1);\n[ff][0];\n", []string{"1 a.ff", "3 ff"}, 2},
		{"f.c", "void g(long ff) {\n  ((void (*)(int))ff)(1);\n}\n", nil, 1},
		{"f.cpp", "void g() {\n  (o->*ff)(3);\n  ff{}(3);\n  ff p(1);\n  ff q;\n}\nA::A() : ff(1) {}\n", []string{"2 (o->*ff)"}, 3},
		{"f.py", "[ff][0](1)\n{1: ff}[1](2)\n[ff][0]\n", nil, 2},
		{"run.yaml", "run: ff(1)\nwhat: ff stands\n", nil, 1},
		{"main.toml", "main = \"a:ff\"\nname = \"ff\"\n", nil, 1},
		{"p.json", "{\"run\": \"ff(1)\", \"ff\": 2}\n", nil, 1},
		{"Kconfig.net", "config A\n\thelp\n\t  allows you to put ff\n", nil, 0},
		{"README.packaging", "how to ff\n", nil, 0},
		{"A.java", "class A { long g(int x) { return (ff)(x); } }\n", nil, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Chdir(tooltest.Tree(t, map[string]string{c.file: c.code}))
			found := search(t, "ff", ".")
			var got []string
			for _, s := range found.Sites {
				got = append(got, fmt.Sprintf("%d %s", s.Line, s.Text))
			}
			slices.Sort(got)
			if !slices.Equal(got, c.calls) || found.Unread != c.unsure {
				t.Errorf("got  %q, %d that may be calls\nwant %q, %d", got, found.Unread, c.calls, c.unsure)
			}
		})
	}
}

// TestAnElementOfJSXIsACall checks that a component is called where an element
// names it, and that types and what the page itself has are no calls.
func TestAnElementOfJSXIsACall(t *testing.T) {
	t.Chdir(tooltest.Tree(t, map[string]string{
		"a.tsx": "function Ff() {}\nx = <Ff size={1}/>;\ny = (<div><m.Ff>text</m.Ff></div>);\nz = useRef<Ff>(null);\nconst w = <Ff extends K>(v: Ff) => v < Ff;\nreturn <Ff\n  a/>;\n",
		"b.ts":  "x = <Ff>y;\n",
		"c.jsx": "import { Ff } from './a';\nconst v = <Ff/>;\nlet w = <Ff.Item/>;\n",
	}))
	found := search(t, "Ff", ".")
	var got []string
	for _, s := range found.Sites {
		got = append(got, fmt.Sprintf("%s:%d %s %s", s.Path, s.Line, s.Text, s.Tier))
	}
	slices.Sort(got)
	want := []string{"a.tsx:2 Ff resolved_high", "a.tsx:3 m.Ff unresolved", "a.tsx:6 Ff resolved_high", "c.jsx:2 Ff resolved_high"}
	if !slices.Equal(got, want) || found.Unread != 0 {
		t.Errorf("got  %q, %d that may be calls\nwant %q", got, found.Unread, want)
	}
}
