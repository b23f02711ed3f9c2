package python

import "testing"

func TestScanReadsBrokenSource(t *testing.T) {
	holdSeen(t, []seenCase{
		{"an open bracket before a definition", `a = f(b,
def g():
    c = [d
    return e
async def h(): pass
x = {
class I: pass
`, `
a:assignment f:callsite b:reference g:definition c:assignment@g d:reference@g e:reference@g h:definition
x:assignment I:definition`},
		{"an unterminated string ends with its line", `a = 'b
c = "d
f'{e} g
f'{h['i
j = k
`, `
a:assignment 'b:string c:assignment "d:string f'{:string e:reference } g:string f'{:string h:reference
'i:string j:assignment k:reference`},
		{"stray brackets", `a)] = b
f(c]
, d=e)
g = h}
g(f'{a)}', b=c)
`, `
a:assignment b:reference f:callsite c:reference d:reference e:reference g:assignment h:reference g:callsite
f'{:string a:reference }':string b:reference c:reference`},
		{"a definition half written", `def
x = 1
class
def (a): pass
def f(a, b
    c = d
class G(
`, `
x:assignment a:reference f:definition a:assignment@f b:assignment@f c:assignment@f d:reference@f G:definition`},
		{"Python 2", "print 'a', b\n" +
			"exec c in d\n" +
			"raise e, g\n" +
			"def f(a, (b, c)): pass\n" +
			"except h, i: pass\n" +
			"`j`\n" +
			"k <> l\n" +
			"class A:\n" +
			"\tdef f(): pass\n" +
			"        def g(): pass\n", `
print:reference 'a':string b:reference exec:reference c:reference d:reference e:reference g:reference
f:definition a:assignment@f b:reference@f c:reference@f h:reference i:reference j:reference k:reference
l:reference A:definition f:definition@A g:definition@A`},
	})
}
