package python

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// scanAll scans src for everything.
func scanAll(t *testing.T, src string) *source.File {
	t.Helper()
	sourcetest.Hold(t, Scan, []byte(src))
	return source.Scan(Scan, []byte(src), source.Want{Words: true, Bindings: true})
}

// hold compares what was printed, a line each, with the lines of want.
func hold(t *testing.T, got []string, want string) {
	t.Helper()
	if text := strings.Join(got, "\n"); text != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", text, strings.TrimSpace(want))
	}
}

func spans(src string, all []source.Span) string {
	var out []string
	for _, s := range all {
		out = append(out, s.Of([]byte(src)))
	}
	return strings.Join(out, " | ")
}

// declared prints the definitions: symbol, visibility and name; then signature,
// decorators, bases and doc as far as they are there.
func declared(t *testing.T, src string) []string {
	t.Helper()
	f := scanAll(t, src)
	var out []string
	for i, d := range f.Declarations {
		line := fmt.Sprintf("%s %s %s [%s]", d.Visibility, d.Symbol, f.Qualname([]byte(src), i), d.Signature.Of([]byte(src)))
		if len(d.Decorators) > 0 {
			line += " decorators: " + spans(src, d.Decorators)
		}
		if len(d.Bases) > 0 {
			line += " bases: " + spans(src, d.Bases)
		}
		if d.Doc.Len() > 0 {
			line += " doc: " + d.Doc.Of([]byte(src))
		}
		out = append(out, line)
	}
	return out
}

func TestDeclarationsHaveTheirDetails(t *testing.T) {
	hold(t, declared(t, `
@a.b
@c(1,
   2)
class C(D, e.F[G], # no
        *h, metaclass=M, i=1):
    """

    First line.  
    Second.
    """
    @property
    async def m(self, x: int = {1: 2}[1]) -> 'T' :  # no
        r'''Doc.'''
        def inner(): 'one'  'two'
    def _n(self): "\"quoted\""
    class __I: pass
    def __init__(self): """"""
def f[T: (int)](
    a,
    b=lambda: 0,
): return 1
type _X[T] = list[T]  # c
class E(): x = ''
`), `
public class C [class C(D, e.F[G], # no
        *h, metaclass=M, i=1)] decorators: @a.b | @c(1,
   2) bases: D | e.F[G] | *h doc: First line.
public method C.m [async def m(self, x: int = {1: 2}[1]) -> 'T'] decorators: @property doc: Doc.
public function C.m.inner [def inner()] doc: one
private method C._n [def _n(self)] doc: \"quoted\"
private class C.__I [class __I]
public method C.__init__ [def __init__(self)]
public function f [def f[T: (int)](
    a,
    b=lambda: 0,
)]
private type _X [type _X[T] = list[T]]
public class E [class E()]
`)
}

func TestDeclarationsEndWithTheirLastStatement(t *testing.T) {
	src := "class A:\n    def f(self):\n        return (1,\n            2)  # c\n\n    # d\n\n    x = 1;\n\n# e\ndef g(): pass"
	f := scanAll(t, src)
	var got []string
	for _, d := range f.Declarations {
		got = append(got, fmt.Sprintf("%q", d.Span.Of([]byte(src))))
	}
	hold(t, got, `
"class A:\n    def f(self):\n        return (1,\n            2)  # c\n\n    # d\n\n    x = 1;"
"def f(self):\n        return (1,\n            2)  # c"
"def g(): pass"`)
}

func TestVisibilityFollowsAll(t *testing.T) {
	const definitions = "def a(): pass\ndef _b(): pass\nclass c:\n    def d(self): pass\ndef _e(): pass\ndef __f__(): pass\n"
	visible := func(src string) string {
		var out []string
		for _, line := range declared(t, src) {
			fields := strings.Fields(line)
			out = append(out, fields[2]+":"+fields[0])
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct{ name, all, want string }{
		{"none", "", "a:public _b:private c:public c.d:public _e:private __f__:public"},
		{"list", "__all__ = ['a', \"_b\"]\n", "a:public _b:public c:internal c.d:public _e:private __f__:internal"},
		{"tuple with a type", "__all__: tuple[str, ...] = (\n  'c',  # 'a'\n)\n", "a:internal _b:private c:public c.d:public _e:private __f__:internal"},
		{"grown", "__all__ = []\n__all__ += ['a']\nif x:\n    __all__.append('c')\n__all__.extend(('_e',))\n",
			"a:public _b:private c:public c.d:public _e:public __f__:internal"},
		{"with names from elsewhere", "__all__ = ['_b'] + m.__all__\n", "a:public _b:public c:public c.d:public _e:private __f__:public"},
		{"no statement", "x = __all__\n__all__s = [b]\n'''\n  __all__ = ['a']\n'''\n", "a:public _b:private c:public c.d:public _e:private __f__:public"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := visible(c.all + definitions); got != c.want {
				t.Errorf("before: got %s\nwant %s", got, c.want)
			}
			if got := visible(definitions + c.all); got != c.want {
				t.Errorf("behind: got %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestACalleeBeginsWithItsPrimary(t *testing.T) {
	src := "a(b).c[d(e)].f()\nx = -g().h()\n[i][0].j()\n'k' \"l\".m()\nf'{n().o()}'.p()\nNone.q()\nawait r(*s(), t=u()).v()\n" +
		"(a\n .b()\n  # c\n .y())\nz = {1: 2}.aa\nbb = cc if dd() else super().ee()\n...; ff().gg()\n1 .hh()\n"
	f := scanAll(t, src)
	var got []string
	for _, c := range f.Calls {
		got = append(got, fmt.Sprintf("%q", c.Callee.Of([]byte(src))))
	}
	hold(t, got, `
"a"
"d"
"a(b).c[d(e)].f"
"g"
"g().h"
"[i][0].j"
"'k' \"l\".m"
"n"
"n().o"
"f'{n().o()}'.p"
"None.q"
"r"
"s"
"u"
"r(*s(), t=u()).v"
"a\n .b"
"a\n .b()\n  # c\n .y"
"dd"
"super"
"super().ee"
"ff"
"ff().gg"
"hh"
`)
}

func TestCallsHaveTheirArguments(t *testing.T) {
	src := "a.b.c(1, x, y=2, *p, z=q(), **r)\n" +
		"f()\ng(\n  (1, 2),  # c\n  [3, 4], )\n" +
		"h(i for i in j)(k)\nl[0].m(n)\n'o'.p(q,)\n(s, t).u(lambda v, w: x, {y: 1})\n" +
		"class A(B(c, d=1)): pass\nf'{e(f\"{g(1)}\", h)!r}'\nx(a\ndef y(): pass\n@deco(1)\ndef z(k=w(1, 2)): pass\n"
	f := scanAll(t, src)
	var got []string
	for _, c := range f.Calls {
		line := fmt.Sprintf("%s %q %d", c.Callee.Of([]byte(src)), c.Span.Of([]byte(src)), c.Positional)
		if len(c.Keywords) > 0 {
			line += " " + spans(src, c.Keywords)
		}
		if c.Spread {
			line += " *"
		}
		if c.SpreadNames {
			line += " **"
		}
		got = append(got, line)
	}
	hold(t, got, `
a.b.c "a.b.c(1, x, y=2, *p, z=q(), **r)" 2 y | z * **
q "q()" 0
f "f()" 0
g "g(\n  (1, 2),  # c\n  [3, 4], )" 2
h "h(i for i in j)" 1
l[0].m "l[0].m(n)" 1
'o'.p "'o'.p(q,)" 1
(s, t).u "(s, t).u(lambda v, w: x, {y: 1})" 2
B "B(c, d=1)" 1 d
e "e(f\"{g(1)}\", h)" 2
g "g(1)" 1
x "x(a\n" 1
deco "deco(1)" 1
w "w(1, 2)" 2
`)
}

func TestImportsHaveModuleNameAndAlias(t *testing.T) {
	src := "import a, b.c as d; import e . f\nfrom . import g\nfrom ..h.i import (\n  j as k,  # c\n  l,\n)\nfrom m import *\n"
	f := scanAll(t, src)
	var got []string
	for _, im := range f.Imports {
		got = append(got, fmt.Sprintf("module %q name %q alias %q in %q", im.Module, im.Name, im.Alias, im.Statement.Of([]byte(src))))
	}
	hold(t, got, `
module "a" name "" alias "" in "import a, b.c as d"
module "b.c" name "" alias "d" in "import a, b.c as d"
module "e.f" name "" alias "" in "import e . f"
module "." name "g" alias "" in "from . import g"
module "..h.i" name "j" alias "k" in "from ..h.i import (\n  j as k,  # c\n  l,\n)"
module "..h.i" name "l" alias "" in "from ..h.i import (\n  j as k,  # c\n  l,\n)"
module "m" name "*" alias "" in "from m import *"
`)
	for _, o := range f.Occurrences {
		if o.Kind.Code() && o.Of == source.None {
			t.Errorf("%q tells of no import", o.Place.Of([]byte(src)))
		}
	}
}

func TestNamesBehindDotsAreMembers(t *testing.T) {
	src := "a.b(c).d\n"
	var got []string
	for _, o := range scanAll(t, src).Occurrences {
		got = append(got, fmt.Sprintf("%s %v", o.Place.Of([]byte(src)), o.Access == source.Member))
	}
	hold(t, got, "a false\nb true\nc false\nd true")
}

func TestOnePlaceHasTheWholeDefinitionAroundIt(t *testing.T) {
	src := "def f():\n    a\n    b\n    c  # end\n\ndef g():\n    d\n"
	at := strings.Index(src, "a\n")
	f := source.Scan(Scan, []byte(src), source.Want{Places: []source.Span{{Start: at, End: at + 1}}})
	o := f.Occurrences[0]
	if o.Kind != source.Reference || len(f.Declarations) != 1 || o.Enclosing != 0 {
		t.Fatalf("got %+v", f)
	}
	if got := f.Declarations[0].Span.Of([]byte(src)); got != "def f():\n    a\n    b\n    c  # end" {
		t.Errorf("got %q", got)
	}
}
