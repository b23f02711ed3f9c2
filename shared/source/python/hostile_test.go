package python

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

// TestHostileSourceTakesLinearTime scans a megabyte of what nests, never ends or asks for a look ahead. A scan that is
// linear takes some hundredths of a second for it; one that is quadratic takes minutes.
func TestHostileSourceTakesLinearTime(t *testing.T) {
	sourcetest.Alone(t)
	const size = 1 << 20
	for _, piece := range tooltest.Sample([]string{
		"(", "[", "{", ")", "]", "}", "([{", "(]", "f(", "a[", "'", "\"", "\"\"\"", "'''a", "\\", "\\\n", "<", "/*", "#", "@", ":", "=", ",", ".", "*", "->", ":=", "!", " ", "\t", "\f", "\r", "\n", "\x00", "\xff",
		"f'{", "f\"{", "f'{a:{", "f'''{", "f'{a!r:", "f'}", "f'\\N{", "rf'{'", "(((((f'{\n", "((f'{'\n", "t'{", "b'",
		"lambda ", "lambda: ", "lambda x=", "lambda: (", "for ", "for x in ", "(x for ", "as ", "with (a as ",
		"def ", "def f(", "def f():", "def f():\n ", "class A(", "class A:\n", "@a\n", "async ", "async def f(\n", "import a, ", "import (", "from . import (", "from a import b as ", "from .",
		"match (\n", "match (\nreturn\n", "match -", "match [\n", "case (\n", "case -x\n", "type X[", "type X = ", "type T[(\ntype ",
		"__all__ = [", "__all__ = (\n", "__all__ += 'a'\n", "('a'\n", "def f(): (\n", "def f(): 'a'", "a = ", "a, ", "a: ", "a.", "a.b(c=", "x = (a, ", "(a)(", "()", "(\nreturn\n", "(return\n", "global a\n", "f(a=1, ", "f(*a, **b, ",
		"a(1).", ".a(1)", "(a or ", "[a][0](1)", "((a))(", "x = lambda a: (", "[a for a in ", "x = a.b(1)\n", "x: A = ",
	}, 10) {
		src := []byte(strings.Repeat(piece, size/len(piece)))
		var places []source.Span
		for at := 0; at < len(src); at += 1000 {
			places = append(places, source.Span{Start: at, End: at + 1})
		}
		start := time.Now()
		source.Scan(Scan, src, source.Want{Words: true, Bindings: true, Calls: true})
		source.Scan(Scan, src, source.Want{Places: places})
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%q: %v", piece, took)
		} else if took > time.Second {
			t.Logf("%q: %v", piece, took)
		}
	}
}

// FuzzScan checks the scanner for what every scanner has to keep.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"import os.path as p, sys\nfrom .a import (b as c, d)\n@deco(1)\nasync def f(a, b: int = z, *args, **kw) -> 'T':\n    'doc'\n    return [a for a in b if (c := a)]\n",
		"class C(B, metaclass=M):\n    '''Doc.\n    '''\n    x: List[int] = foo(a=1, *b, **c)\n    def m(self):\n\tdel a, b.c, d[0]; global q\n",
		"match x:\n    case P(a=b, c=[d, *e]) | {'k': v, **r} as w if z: pass\n    case -1: match(x)\n",
		"x = f'{a!r:>{w}} {b[\"c\"]:x}{d=}' rf'''{\n{1: 2}[1]}''' b'\\''\n",
		"def f[T: int](x, /, *, y=lambda z: 1):\n  with (a as b, c() as (d, e)): yield\ntype X[K] = dict[K, int]\n",
		"a = b.c = d[e] = (f, [g, *h]) = i\nj += 1; k: int\nprint(\ndef l():\r\n\tpass\r# end",
		"A\ndef A.",
		"__all__ = ['a']\n__all__ += [b]\n\xef\xbb\xbf\f\\\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sourcetest.Hold(t, Scan, src) })
}

// TestDeepBracketsTakeLittleMemory checks that brackets beyond those that are
// distinguished are only counted, and that what follows them is read unchanged.
func TestDeepBracketsTakeLittleMemory(t *testing.T) {
	sourcetest.Alone(t)
	const deep = maxFrames + 1000
	for _, c := range tooltest.Sample([]string{"()", "[]", "{}"}, 3) {
		src := "x = " + strings.Repeat(c[:1], deep) + "a, 'b', lambda c: d" + strings.Repeat(c[1:], deep) + "\ny = f(z)\n"
		sourcetest.Hold(t, Scan, []byte(src))
		if got, want := seen(src), "x:assignment a:reference 'b':string c:reference d:reference y:assignment f:callsite z:reference"; got != want {
			t.Errorf("%s\ngot  %s\nwant %s", c, got, want)
		}
	}
	for _, piece := range tooltest.Sample([]string{"(", "f'{", "f'''{", "f(", "lambda ", "lambda x=("}, 4) {
		src := []byte("x = " + strings.Repeat(piece, 2*maxFrames) + "\ndef g(): h()\n")
		sourcetest.Hold(t, Scan, src)
	}
	var before, after runtime.MemStats
	src := []byte("x = " + strings.Repeat("(", 16_000_000))
	runtime.ReadMemStats(&before)
	source.Scan(Scan, src, source.Want{Places: []source.Span{{Start: 0, End: 1}}})
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 100<<20 {
		t.Errorf("%d brackets take %d MB", len(src), took>>20)
	}
}
