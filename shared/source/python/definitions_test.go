package python

import "testing"

func TestScanFindsDefinitionsAndWhatTheyEnclose(t *testing.T) {
	holdSeen(t, []seenCase{
		{"decorators: reference without arguments, callsite with", `@a.b
@c(1, k=d)
@e
def f(): pass
@g
class C: pass
`, `
a:reference b:reference c:callsite k:reference d:reference e:reference f:definition g:reference C:definition`},
		{"decorators lie outside of what they decorate", `class C:
    @prop
    def m(self): pass
    @m.setter
    async def n(self): pass
`, `
C:definition prop:reference@C m:definition@C self:assignment@C.m m:reference@C setter:reference@C
n:definition@C self:assignment@C.n`},
		{"nested and async scopes", `async def f():
    async with a as b:
        async for c in d:
            await e
    def g():
        def h(): pass
        return h
    x
y
`, `
f:definition a:reference@f b:assignment@f c:assignment@f d:reference@f e:reference@f g:definition@f
h:definition@f.g h:reference@f.g x:reference@f y:reference`},
		{"class in function in class", `class A:
    def f(self):
        class B(A):
            def g(self): self.x = y
        return B
`, `
A:definition f:definition@A self:assignment@A.f B:definition@A.f A:reference@A.f.B g:definition@A.f.B
self:assignment@A.f.B.g self:reference@A.f.B.g x:assignment@A.f.B.g y:reference@A.f.B.g B:reference@A.f`},
		{"header and body on one line", `class A: x = 1; y = z
def f(a): return a
if p: q = 1
else: r = 2
`, `
A:definition x:assignment@A y:assignment@A z:reference@A f:definition a:assignment@f a:reference@f p:reference
q:assignment r:assignment`},
		{"parameters and their annotations", `def f(a, /, b: int = c, *args: T.u, d=(e, g), **kw: 'H') -> list[r]: pass
`, `
f:definition a:assignment@f b:assignment@f int:annotation@f c:reference@f args:assignment@f T:annotation@f
u:annotation@f d:assignment@f e:reference@f g:reference@f kw:assignment@f 'H':string@f list:annotation@f
r:annotation@f`},
		{"type parameters", `def f[T: int, *U, **V](a: T) -> U: pass
class C[T = str](B[T]): pass
type X[K: (int, V)] = dict[K, W]
type = X
`, `
f:definition T:assignment@f int:annotation@f U:assignment@f V:assignment@f a:assignment@f T:annotation@f
U:annotation@f C:definition T:assignment@C str:annotation@C B:reference@C T:reference@C X:definition
K:assignment@X int:annotation@X V:annotation@X dict:reference@X K:reference@X W:reference@X type:assignment
X:reference`},
		{"docstrings", `'''m'''
'no'
class C:
    # c
    r'd' "e"
    x = 'no'
def f(): "g"
def g():
    ('h'
     'i')
def h():
    b'no'
def i():
    f'no'
def j():
    'no' + k
def l():
    'no'.m
`, `
'''m''':docstring 'no':string C:definition # c:comment@C r'd':docstring@C "e":docstring@C x:assignment@C
'no':string@C f:definition "g":docstring@f g:definition 'h':docstring@g 'i':docstring@g h:definition
b'no':string@h i:definition f'no':string@i j:definition 'no':string@j k:reference@j l:definition 'no':string@l
m:reference@l`},
		{"comments belong to the definition whose line they are on", `def f():  # a
    # b
    x  # c
    # d
# e
y
`, `
f:definition # a:comment@f # b:comment@f x:reference@f # c:comment@f # d:comment # e:comment y:reference`},
	})
}
