package python

import "testing"

func TestScanClassifiesNames(t *testing.T) {
	holdSeen(t, []seenCase{
		{"a call in an annotation is a call", `x: Annotated[int, Field(gt=y, le=z)] = w
`, `
x:assignment Annotated:annotation int:annotation Field:callsite gt:reference y:reference le:reference
z:reference w:reference`},
		{"annotations of locals, with and without a value", `def f():
    a: int
    b.c: int = d
    (e): g = h
    i[j]: k = l
    m: [n for o in p]
`, `
f:definition a:assignment@f int:annotation@f b:reference@f c:assignment@f int:annotation@f d:reference@f
e:assignment@f g:annotation@f h:reference@f i:reference@f j:reference@f k:annotation@f l:reference@f
m:assignment@f n:annotation@f o:assignment@f p:annotation@f`},
		{"lambda", `f = lambda a, *b, c=d, **e: a + g
h(lambda: i, lambda x, y=lambda z: w: x, k=j)
{lambda u: v: t}
`, `
f:assignment a:assignment b:assignment c:assignment d:reference e:assignment a:reference g:reference
h:callsite i:reference x:assignment y:assignment z:assignment w:reference x:reference k:reference j:reference
u:assignment v:reference t:reference`},
		{"walrus", `if (a := b(c)) and [d := e for g in h]: pass
x[y := 1]
f(z := 2, w=3)
`, `
a:assignment b:callsite c:reference d:assignment e:reference g:assignment h:reference x:reference y:assignment
f:callsite z:assignment w:reference`},
		{"comprehension targets", `[a for b, (c, d.e) in f if g]
{h: i for h[j], *k in l for m in n}
f(x async for x in y)
`, `
a:reference b:assignment c:assignment d:reference e:assignment f:reference g:reference h:reference i:reference
h:reference j:reference k:assignment l:reference m:assignment n:reference f:callsite x:reference x:assignment
y:reference`},
		{"targets of assignments", `a = b.c = d[e] = (f, [g, *h]) = i
j.k(l).m = n
(o or p).q = r
[s, t][0] = u
`, `
a:assignment b:reference c:assignment d:reference e:reference f:assignment g:assignment h:assignment
i:reference j:reference k:callsite l:reference m:assignment n:reference o:reference p:reference q:assignment
r:reference s:reference t:reference u:reference`},
		{"augmented assignment", `a += b
c.d //= e
f[g] @= h
i >>= j
k <= l
m ** n
`, `
a:assignment b:reference c:reference d:assignment e:reference f:reference g:reference h:reference i:assignment
j:reference k:reference l:reference m:reference n:reference`},
		{"comparison is no assignment", `a == b
c <= d >= e != f
g(h == i)
`, `
a:reference b:reference c:reference d:reference e:reference f:reference g:callsite h:reference i:reference`},
		{"for, with, except", `for a, b.c in d, e: pass
with f(g) as h, i as (j, k[l]): pass
with (m as n, o() as p.q,): pass
try: pass
except* (r, s.t) as u: v
except w: pass
`, `
a:assignment b:reference c:assignment d:reference e:reference f:callsite g:reference h:assignment i:reference
j:assignment k:reference l:reference m:reference n:assignment o:callsite p:reference q:assignment r:reference
s:reference t:reference u:assignment v:reference w:reference`},
		{"del, global, nonlocal", `def f():
    global a, b
    nonlocal c
    del d, e.g, h[i], (j, [k])
`, `
f:definition a:reference@f b:reference@f c:reference@f d:assignment@f e:reference@f g:assignment@f
h:reference@f i:reference@f j:assignment@f k:assignment@f`},
		{"match with every pattern", `match a, b:
    case P.Q(c, d=e) | {'k': g, h.i: _, **j} as l if m: n
    case [o, *_, *p] | (q): pass
    case -1 | 'r' | None | s.t: u = v
    case _: pass
`, `
a:reference b:reference P:reference Q:reference c:assignment d:reference e:assignment 'k':string g:assignment
h:reference i:reference _:reference j:assignment l:assignment m:reference n:reference o:assignment _:reference
p:assignment q:assignment 'r':string s:reference t:reference u:assignment v:reference _:reference`},
		{"soft keywords as names", `match = case = type = 1
match(a)
match.b
match[c] = d
case(e)
type(f)
type in g
match in h
match not in i
case, type = j
match: k = l
`, `
match:assignment case:assignment type:assignment match:callsite a:reference match:reference b:reference
match:reference c:reference d:reference case:callsite e:reference type:callsite f:reference type:reference
g:reference match:reference h:reference match:reference i:reference case:assignment type:assignment
j:reference match:assignment k:annotation l:reference`},
		{"soft keywords before brackets", `match (a):
    case (b): pass
    case [c, d]: e
    case -1: pass
match [f]:  # g
    case {}: pass
match -h:
    case *i, j: pass
match not k:
    case l: pass
match ...:
    case m: pass
match [lambda: n][0], lambda: o:
    case p: pass
match (lambda: q)
`, `
a:reference b:assignment c:assignment d:assignment e:reference f:reference # g:comment h:reference
i:assignment j:assignment k:reference l:assignment m:assignment n:reference o:reference p:assignment
match:callsite q:reference`},
		{"imports", `import a, b.c, d.e as f
from .g.h import (i, j as k,  # l
    m)
from . import n
from ... import o
from p import *
`, `
a:import b:import c:import d:import e:import f:import g:from_import h:from_import i:from_import j:from_import
k:from_import # l:comment m:from_import n:from_import o:from_import p:from_import`},
		{"conditional imports", `try:
    import a
except ImportError:
    a = None
if b: from c import d; e
def f():
    import g
`, `
a:import ImportError:reference a:assignment b:reference c:from_import d:from_import e:reference f:definition
g:import@f`},
		{"star expressions", `a, *b = *c, d
f(*g, **h)
[*i, *j]
{**k, 'l': m}
print(*n, sep=o)
x[*p]
def f(*, q): pass
return *r, s
`, `
a:assignment b:assignment c:reference d:reference f:callsite g:reference h:reference i:reference j:reference
k:reference 'l':string m:reference print:callsite n:reference sep:reference o:reference x:reference
p:reference f:definition q:assignment@f r:reference s:reference`},
		{"semicolons", `a = 1; b.c = d; e(f); import g; del h
`, `
a:assignment b:reference c:assignment d:reference e:callsite f:reference g:import h:assignment`},
		{"keyword arguments are no targets", `a = b(c=d, e=g(h=i))
`, `
a:assignment b:callsite c:reference d:reference e:reference g:callsite h:reference i:reference`},
		{"ellipsis", `a[..., b] = ...
...
x: tuple[int, ...]
`, `
a:reference b:reference x:assignment tuple:annotation int:annotation`},
		{"conditional expressions and comparisons chain nothing", `a = b if c else d
e = g < h > i
`, `
a:assignment b:reference c:reference d:reference e:assignment g:reference h:reference i:reference`},
		{"yield, await, return with names", `def f():
    a = yield b
    c = yield from d
    e = await g
    return (yield h)
`, `
f:definition a:assignment@f b:reference@f c:assignment@f d:reference@f e:assignment@f g:reference@f
h:reference@f`},
	})
}
