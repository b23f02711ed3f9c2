package python

import (
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestPassedLinesAreReadTheSame checks that what lies before the asked word and
// is passed over ends where it ends when every word is read.
func TestPassedLinesAreReadTheSame(t *testing.T) {
	for _, before := range []string{
		"x = 1", "'doc (a)'", "f(\nreturn\n  )", "f(\\\nreturn\n  )", "f(\nasync def g(): pass\n  )", "([)\n])", "f'''{'''\n'''}'''", `f'''\{'''` + "\n'''}'''",
		"def f(); x: pass", "def f()\n  : x", "f(a, [b, {c: d}])", "f(\n a,\n\n # )\n b)", "f(\nreturn", "f(\n async", "f(\\\nreturn", "f(\n  def g(): pass", ")", "f(]", "f(\n]\n)",
		"x = '#('", "x = ')", `x = '\''`, "x = '''\n(\n'''", `x = '''\'''('''`, `x = '''\\'''('`, "x = ''''a'''", `x = r'\'`, `x = Rb'(' "("`, "x = 1if'('",
		"f'('", "f'{a}('", "f'{a[b](c)}('", "f'{a:(}('", "f'{a!r:>{b}}'", `f'{"("}'`, "f'{{('", `f'\N{DIGIT ONE}('`, `rf'\{a}'`, "f'''{\na}('''", "f'{a", "f'{a(}'\n)", "x = 1_f'{(}'",
		"if a: b = (c)", "if a: def f(): pass", "if a: \\\n class A: pass", "a; @b", "a; async def f(b: c): pass", "x: lambda: def_", "type X = int", "type = (\n1)",
		"x = \\\n (1)", "x \\\r\n", "x = 1\r", "x # (\r", "\f x", "\t(\n\t)", "`(`", "lambda a: (b)", "import a, (b\n)", "from . import (a,\n b)", "@a(\n)", "match (a): pass", "case [a, b]: pass",
		"def f(a: int = (1), *b) -> 'c': pass", "def f(): return (a)", "def f(a=lambda: (b)): pass", "def f() \\\n : pass", "def f() -> :\n pass", "def f() -> lambda: x: pass", "def f():= 1",
		"def f() # :\n : pass", "def f(a\nreturn", "def f(): '''(\n'''", "class A(B, c=D): x = [\n1]", "class A:\n  def f(self): pass\n  async def g(self): 'doc'\n  x = 1",
		"@a\nx = 1\ndef f(): pass", "x = 1\n@a\ndef f(): pass",
	} {
		for _, src := range []string{"0\n" + before + "\nlast", "class K:\n def f(self):\n  " + before + "\n\n  last", "def f():\n 0\n " + before + "\n def g(x): pass\n last()"} {
			sourcetest.Hold(t, Scan, []byte(src))
		}
	}
}

// TestLinesWithoutAnAskedWordArePassed checks that of lines on which nobody asked for a word none is read.
func TestLinesWithoutAnAskedWordArePassed(t *testing.T) {
	for _, line := range []string{"x = f('a', [b])  # c\n", "if x: y = f\"{x!r} {x[0]}\"\n", "return {\n  'a': '''\n''' \\\n}\n"} {
		source.Scan(func(src []byte, r *source.Recorder) {
			s := &scanner{src: src, r: r, asked: -1}
			if !s.pass() || s.at != len(src) {
				t.Errorf("%q is read", src)
			}
		}, []byte(line), source.Want{Places: []source.Span{{Start: len(line), End: len(line) + 1}}})
	}
}
