package python

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// boundIn prints the bindings of each scope: the scope, then its names with how they are bound.
func boundIn(t *testing.T, src string) []string {
	t.Helper()
	f := scanAll(t, src)
	scopes := map[string][]string{}
	for _, b := range f.Bindings {
		scope := "<module>"
		if b.Scope != source.None {
			scope = f.Qualname([]byte(src), b.Scope)
		}
		bound := [...]string{"definition", "parameter", "local", "import", "unknown", "attribute", "deleted"}[b.Kind]
		if b.Block != nil {
			bound += " in " + strings.TrimSpace(b.Block.Span.Of([]byte(src)))
		}
		switch {
		case b.Kind == source.Defined:
			bound += " of " + f.Qualname([]byte(src), b.Declaration)
		case b.Import != source.None:
			bound += " " + f.Imports[b.Import].Module
		}
		scopes[scope] = append(scopes[scope], fmt.Sprintf("%s (%s)", b.Name, bound))
	}
	var out []string
	for scope, names := range scopes {
		out = append(out, scope+": "+strings.Join(names, ", "))
	}
	slices.Sort(out)
	return out
}

func TestBindingsFollowTheScopesOfPython(t *testing.T) {
	hold(t, boundIn(t, `
import a, b.c, d.e as f
from .g import h as i, j
from k import *
l, (m.n, o[p]) = q = 1
r += 1
class C(D):
    s: int
    def t(self, u, *v, w=x, **y):
        z = [aa for bb in cc if (dd := bb)]
        for ee, ff in gg: pass
        with hh as ii, jj as (kk, ll.mm): pass
        try: pass
        except E as nn: pass
        match oo:
            case F(pp, qq=rr) | [*ss] | {**tt} as uu: pass
        del vv
        lambda ww: xx
        import yy.zz
        def inner[T](): z = 1
        return z
    type X[U] = U
`), `
<module>: a (import a), b (import b.c), f (import d.e), i (import .g), j (import .g), * (unknown k), l (local), n (attribute), q (local), r (local), C (definition of C)
C.X: U (parameter)
C.t.inner: T (parameter), z (local)
C.t: self (parameter), u (parameter), v (parameter), w (parameter), y (parameter), z (local), bb (local in aa for bb in cc if (dd := bb)]), dd (local), ee (local), ff (local), ii (local), kk (local), mm (attribute), nn (local), pp (local), rr (local), ss (local), tt (local), uu (local), vv (deleted), ww (parameter in xx), yy (import yy.zz), inner (definition of C.t.inner)
C: s (local), t (definition of C.t), X (definition of C.X)
`)
}

func TestGlobalAndNonlocalNamesBindElsewhere(t *testing.T) {
	hold(t, boundIn(t, `
def f():
    global a, g
    a = 1
    b = 2
    def g(): pass
    def h():
        nonlocal b
        b = 3
        a = 4
`), `
<module>: f (definition of f), a (local), g (definition of f.g)
f.h: a (local)
f: b (local), h (definition of f.h)
`)
}

func TestLookupLeavesClassScopesAside(t *testing.T) {
	src := "x = 1\nclass C:\n    x = 2\n    y = x\n    def f(self):\n        return x\n"
	f := scanAll(t, src)
	for scope, want := range map[string]int{"C": 1, "C.f": 0} {
		i := slices.IndexFunc(f.Declarations, func(d source.Declaration) bool {
			return strings.HasSuffix("."+scope, "."+d.Name.Of([]byte(src)))
		})
		found := f.Lookup("x", i, source.None)
		if len(found) != 1 || strings.Count(src[:found[0].Place.Start], "class") != want {
			t.Errorf("x in %s is %+v", scope, found)
		}
	}
}

// lookedUp returns how a name is bound that is looked up where a text begins, in the declaration of a qualified name.
func lookedUp(t *testing.T, src, name, scope, at string) []source.BindingKind {
	t.Helper()
	f := scanAll(t, src)
	for i := range f.Declarations {
		if f.Qualname([]byte(src), i) != scope {
			continue
		}
		var hows []source.BindingKind
		for _, b := range f.Lookup(name, i, strings.LastIndex(src, at)) {
			hows = append(hows, b.Kind)
		}
		return hows
	}
	t.Fatalf("no %s in %q", scope, src)
	return nil
}

func TestNamesOfBlocksShadowOuterDefinitions(t *testing.T) {
	for _, c := range []struct {
		src, name, scope, at string
		want                 source.BindingKind
	}{
		{"def g(): pass\ndef f(): return [g() for g in h]\n", "g", "f", "g() for", source.Local},
		{"def g(): pass\ndef f(): return [1 for g in g(2)], g(3)\n", "g", "f", "g(2)", source.Defined},
		{"def g(): pass\ndef f(): return [1 for g in g(2) for i in g()], g(3)\n", "g", "f", "g()]", source.Local},
		{"def g(): pass\ndef f(): return [1 for g in h], g(3)\n", "g", "f", "g(3)", source.Defined},
		{"def g(): pass\ndef f(): return {k: v() for k, (g, *v) in h}\n", "v", "f", "v()", source.Local},
		{"def g(): pass\ndef f(): return lambda g, *a, k=1: g()\n", "g", "f", "g()", source.Parameter},
		{"def g(): pass\ndef f(): return (lambda g, k=g(1): 2), g(3)\n", "g", "f", "g(1)", source.Defined},
		{"def g(): pass\ndef f(): return (lambda g: 2), g(3)\n", "g", "f", "g(3)", source.Defined},
		{"def g(): pass\ndef f(): return lambda a=g: 1\n", "g", "f", "lambda", source.Defined},
		{"def g(): pass\nclass C:\n def g(): pass\n x = [g() for i in g(2)]\n", "g", "C", "g() for", source.Defined},
		{"T = 1\nclass C[T]:\n def m(self): return T\n", "T", "C.m", "T\n", source.Parameter},
		{"T = 1\nclass C[T: int, *U]:\n class D:\n  def m(self): return T\n", "T", "C.D.m", "T\n", source.Parameter},
		{"T = 1\nclass C[U]:\n def m(self): return T\n", "T", "C.m", "T\n", source.Local},
	} {
		if got := lookedUp(t, c.src, c.name, c.scope, c.at); !slices.Equal(got, []source.BindingKind{c.want}) {
			t.Errorf("%s in %s of %q is bound %v, not %v", c.name, c.scope, c.src, got, c.want)
		}
	}
}
