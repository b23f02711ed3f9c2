package python

import "testing"

func TestScanReadsStringsNumbersAndLines(t *testing.T) {
	holdSeen(t, []seenCase{
		{"strings of every prefix", `a = 'x' "y" rb'\'' BR"z" u'''q
' ''' f'' Rf'{b}' c'd'
`, `
a:assignment 'x':string "y":string rb'\'':string BR"z":string u'''q⏎' ''':string f'':string Rf'{:string
b:reference }':string c:reference 'd':string`},
		{"implicit concatenation", `a = ('b'  # c
     f'{d}' "e")
`, `
a:assignment 'b':string # c:comment f'{:string d:reference }':string "e":string`},
		{"f-strings: conversion, format, nested fields", `f'a{b!r:>{c}.{d}}e{{g}}{h=}{i = !s}{j:%H:%M}{k!=l}{m:=9}{n["o"]:{p[q]:{r}}}'
s
f'{t:{{u}.v()}}'
`, `
f'a{:string b:reference !r:>{:string c:reference }.{:string d:reference }}e{{g}}{:string h:reference
=}{:string i:reference = !s}{:string j:reference :%H:%M}{:string k:reference l:reference }{:string m:reference
:=9}{:string n:reference "o":string :{:string p:reference q:reference :{:string r:reference }}}':string
s:reference f'{:string t:reference :{:string u:reference v:callsite }}':string`},
		{"f-strings: lambda, dictionary and walrus in brackets", `f'{(lambda a: b)(c)}{ {"k": d}[e] }{(g := h)}'
f'{lambda i:j}' k
`, `
f'{:string a:assignment b:reference c:reference }{:string "k":string d:reference e:reference }{:string
g:assignment h:reference }':string f'{:string i:reference :j}':string k:reference`},
		{"f-strings: calls with keywords, comprehensions", `f'{a(b, c=d)} {[e for e in g]!r}'
`, `
f'{:string a:callsite b:reference c:reference d:reference } {:string e:reference e:assignment g:reference
!r}':string`},
		{"f-strings: the same quotes within (PEP 701)", `f'{a['b']} {f'{c}' + 'd'} {'\n'.join(e)}'
g
`, `
f'{:string a:reference 'b':string } {:string f'{:string c:reference }':string 'd':string } {:string
'\n':string join:callsite e:reference }':string g:reference`},
		{"f-strings: over lines, with comments (PEP 701)", `f'''a{
  b  # c
}d'''
f'{
  e
}'
g
`, `
f'''a{:string b:reference # c:comment }d''':string f'{:string e:reference }':string g:reference`},
		{"f-strings: escapes", `f'\{a} \N{BULLET} \\{b} \' {c}'
rf'\{d}\N{e}'
`, `
f'\{:string a:reference } \N{BULLET} \\{:string b:reference } \' {:string c:reference }':string rf'\{:string
d:reference }\N{:string e:reference }':string`},
		{"f-strings as arguments and their trailers", `print(f'{a}', end=f'{b}'.c(d))
`, `
print:callsite f'{:string a:reference }':string end:reference f'{:string b:reference }':string c:callsite
d:reference`},
		{"template strings", `t'{a!r:{b}}'
`, `
t'{:string a:reference !r:{:string b:reference }}':string`},
		{"quoted annotations and type comments are text", `def f(a: 'B') -> "C":  # type: (int) -> str
    x: 'D' = 1  # type: ignore
`, `
f:definition a:assignment@f 'B':string@f "C":string@f # type: (int) -> str:comment@f x:assignment@f
'D':string@f # type: ignore:comment@f`},
		{"line continuation", "a = \\\n" +
			"  b\n" +
			"if c and \\\r\n" +
			"   d: e\n" +
			"with f as \\\n" +
			"     g: pass\n" +
			"x \\\n" +
			"  .y \\\n" +
			"  .z(w)\n", `
a:assignment b:reference c:reference d:reference e:reference f:reference g:assignment x:reference y:reference
z:callsite w:reference`},
		{"tabs and form feeds", "class A:\n" +
			"\tdef f(self):\n" +
			"        \tx\n" +
			"\tdef g(self): pass\n" +
			"\f\n" +
			"def h():\n" +
			" \f  i\n" +
			"j\n" +
			"def k():\n" +
			"  l\n" +
			"  \fdef m(): pass\n", `
A:definition f:definition@A self:assignment@A.f x:reference@A.f g:definition@A self:assignment@A.g
h:definition i:reference@h j:reference k:definition l:reference@k m:definition`},
		{"byte order mark and cookie", "\ufeff# -*- coding: utf-8 -*-\n" +
			"def f(): pass\n", `
# -*- coding: utf-8 …:comment f:definition`},
		{"names beyond ASCII", `größe = naïve.ñandú(变量=π)
`, `
größe:assignment naïve:reference ñandú:callsite 变量:reference π:reference`},
		{"line ends of every kind", "def f():\r\n" +
			"    a\r\n" +
			"b\rdef g():\r    c\rd\r", `
f:definition a:reference@f b:reference g:definition c:reference@g d:reference`},
		{"numbers have no names", `0xFFfor 1e5 1_0j .5e-3if a else 0b1 1.real 10l 1..b 0o7and c
`, `
a:reference real:reference b:reference c:reference`},
	})
}
