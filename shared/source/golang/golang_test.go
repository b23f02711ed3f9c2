package golang

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

const sample = `package p

import (
	y "gopkg.in/yaml.v3"
	. "strings"
)

// T holds things.
type T[K any] struct {
	io.Reader
	a, _ int ` + "`json:\"a\"`" + `
}

const Max, min = 1, iota

var walk = func(n int) { walk(n + 1) }

//go:noinline

// Add adds.
func (t *T[K]) Add(x ...[]y.Node) (n int) {
	t.a, n = len(x), 'a'
	for i := range x {
		x[i]++
		go fmt.Println(x...)
	}
	return T[int]{a: n}.a
}
`

func TestKinds(t *testing.T) {
	want := `1:9 p reference <module>
4:2 y import <module>
4:4 "gopkg.in/yaml.v3" import <module>
5:4 "strings" import <module>
8:1 // T holds things. comment_match <module>
9:6 T definition <module>
9:8 K assignment T
9:10 any annotation T
10:2 io annotation T
10:5 Reader annotation T
11:2 a definition T
11:5 _ assignment T
11:7 int annotation T
11:11 ` + "`json:\"a\"`" + ` string_match T
14:7 Max definition <module>
14:12 min definition <module>
14:21 iota reference <module>
16:5 walk definition <module>
16:17 n assignment walk
16:19 int annotation walk
16:26 walk callsite walk
16:31 n reference walk
18:1 //go:noinline comment_match <module>
20:1 // Add adds. comment_match <module>
21:7 t assignment T.Add
21:10 T annotation T.Add
21:12 K annotation T.Add
21:16 Add definition <module>
21:20 x assignment T.Add
21:27 y annotation T.Add
21:29 Node annotation T.Add
21:36 n assignment T.Add
21:38 int annotation T.Add
22:2 t reference T.Add
22:4 a assignment T.Add
22:7 n assignment T.Add
22:11 len callsite T.Add
22:15 x reference T.Add
22:19 'a' string_match T.Add
23:6 i assignment T.Add
23:17 x reference T.Add
24:3 x reference T.Add
24:5 i reference T.Add
25:6 fmt reference T.Add
25:10 Println callsite T.Add
25:18 x reference T.Add
27:9 T annotation T.Add
27:11 int annotation T.Add
27:16 a reference T.Add
27:19 n reference T.Add
27:22 a reference T.Add
`
	if diff := cmp.Diff(want, sourcetest.Show(Scan, sample)); diff != "" {
		t.Error(diff)
	}
}

func TestDefinitions(t *testing.T) {
	want := `struct T 9-12 type T[K any] struct
field T.a 11-11 a, _ int
constant Max 14-14 const Max, min
constant min 14-14 const Max, min
function walk 16-16 var walk = func(n int)
method T.Add 21-28 func (t *T[K]) Add(x ...[]y.Node) (n int)
`
	if diff := cmp.Diff(want, sourcetest.Declarations(Scan, sample)); diff != "" {
		t.Error(diff)
	}
	f := source.Scan(Scan, []byte(sample), source.Want{Declarations: true})
	var docs, bases []string
	for _, d := range f.Declarations {
		docs = append(docs, d.Doc.Of([]byte(sample)))
		for _, b := range d.Bases {
			bases = append(bases, b.Of([]byte(sample)))
		}
	}
	if diff := cmp.Diff([]string{"T holds things.", "", "", "", "", "Add adds."}, docs); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"io.Reader"}, bases); diff != "" {
		t.Error(diff)
	}
}

func TestCalls(t *testing.T) {
	const src = "package p\nfunc f(v *func(int)) { a.b.g(1, x...); h()(2); q().r(); (*v)(p) }\n"
	f := source.Scan(Scan, []byte(src), source.Want{Words: true})
	var got []string
	for _, c := range f.Calls {
		spread := ""
		if c.Spread {
			spread = " spread"
		}
		got = append(got, c.Callee.Of([]byte(src))+" "+c.Span.Of([]byte(src))+" "+strings.Repeat("i", c.Positional)+spread)
	}
	want := []string{"a.b.g a.b.g(1, x...) i spread", "h h() ", "q q() ", "q().r q().r() ", "v v)(p) i"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestConversions distinguishes what converts from what calls, whatever is asked.
func TestConversions(t *testing.T) {
	const src = `package p
import ("a"; b "x/y"; "unsafe")
type T func(int)
var v, g = T(f), G(f)
func _[P any](T T, c C, x P) {
	T(1)
	_, _, _, _ = (*U)(nil), (*a.V)(x), b.W(x), unsafe.Pointer(x)
	_, _, _ = P(x), string(x), c.f(x)
	type L int
	_, _, _ = L(x), (*c.f)(x), string(x, y)
	string := f
	string(x)
}
`
	for _, calls := range []bool{false, true} {
		f := source.Scan(Scan, []byte(src), source.Want{Words: true, Calls: calls})
		var got []string
		for _, o := range f.Occurrences {
			if o.Kind == source.Callsite {
				got = append(got, o.Word.Of([]byte(src)))
			}
		}
		if diff := cmp.Diff(strings.Fields("G T W f f string string"), got); diff != "" {
			t.Errorf("calls %v: %s", calls, diff)
		}
	}
}

func TestBindings(t *testing.T) {
	src := []byte(sample)
	for _, scanner := range []source.Scanner{Scan, scanTokens} {
		f := source.Scan(scanner, src, source.Want{Bindings: true})
		add := len(f.Declarations) - 1
		for name, kind := range map[string]source.BindingKind{"x": source.Parameter, "i": source.Local, "y": source.Imported, "T": source.Defined, "Println": source.Unknown} {
			found := f.Lookup(name, add, source.None)
			if len(found) != 1 || found[0].Kind != kind {
				t.Errorf("%s is bound %v, not by %d", name, found, kind)
			}
		}
		if b := f.Lookup("T", add, source.None); len(b) == 1 && f.Declarations[b[0].Declaration].Symbol != source.Struct {
			t.Errorf("T is bound to declaration %d", b[0].Declaration)
		}
	}
}

func TestPackageName(t *testing.T) {
	for module, want := range map[string]string{
		"fmt": "fmt", "go/ast": "ast", "example.com/m/v2": "m", "gopkg.in/yaml.v3": "yaml", "v2": "v2", "example.com/vet": "vet", "math/rand/v2": "rand",
	} {
		if got := packageName(module); got != want {
			t.Errorf("%s is named %s, not %s", module, got, want)
		}
	}
}

// TestCarriageReturns checks that spans go by the bytes of the file: go/ast
// leaves carriage returns out of comments and raw strings.
func TestCarriageReturns(t *testing.T) {
	src := "package p\r\n\r\n/* a\r\nb\r\n*/\r\nvar x = `1\r\n2` // c\r\nvar y int\r\n"
	want := []string{"p", "/* a\r\nb\r\n*/", "x", "`1\r\n2`", "// c", "y", "int"}
	for _, scanner := range []source.Scanner{Scan, scanTokens} {
		f := source.Scan(scanner, []byte(src), source.Want{Words: true, Declarations: true})
		var got []string
		for _, o := range f.Occurrences {
			got = append(got, o.Place.Of([]byte(src)))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if got := f.Declarations[0].Span.Of([]byte(src)); got != "var x = `1\r\n2`" {
			t.Errorf("x is declared by %q", got)
		}
	}
}

func TestBrokenFile(t *testing.T) {
	const src = `package p

func (t *T) one(a, b int) {
	if x := f(a); x {
		y.z = g(

// two is whole.
func two(n int) string { return h(n) }

type S struct {
	name string
}
`
	f := source.Scan(Scan, []byte(src), source.Want{Words: true})
	if want := "does not parse: 8:6: "; !strings.HasPrefix(f.Doubt, want) || !strings.HasSuffix(f.Doubt, "; read by tokens") {
		t.Errorf("doubt is %q", f.Doubt)
	}
	want := `method T.one 3-5 func (t *T) one(a, b int)
function two 8-8 func two(n int) string
struct S 10-12 type S struct
field S.name 11-11 name
`
	if diff := cmp.Diff(want, sourcetest.Declarations(Scan, src)); diff != "" {
		t.Error(diff)
	}
	if got := sourcetest.Show(Scan, src); !strings.Contains(got, "5:5 z assignment T.one\n5:9 g callsite T.one\n") || !strings.Contains(got, "8:33 h callsite two\n") {
		t.Error(got)
	}
}

func TestDoubts(t *testing.T) {
	for src, want := range map[string]string{
		"package p": "",
		"package":   "does not parse: 1:8: expected 'IDENT', found 'EOF'; read by tokens",
		"package p\nvar x = " + strings.Repeat("(", 10_001): "has more than 10,000 open brackets; read by tokens",
		"package p\n" + strings.Repeat("// x\n", 4<<20/5):   "is larger than 4 MiB; read by tokens",
	} {
		if got := source.Scan(Scan, []byte(src), source.Want{}).Doubt; got != want {
			t.Errorf("doubt of %.20q is %q, not %q", src, got, want)
		}
	}
}

// TestRepeated reads what grows without an end: nothing of it may take stack
// by the bracket or time by the square.
func TestRepeated(t *testing.T) {
	for _, s := range tooltest.Sample([]string{"(", "[", "{", ")", "\"", "`", "'", "/*", "//\n", "<", "\\", "!", "-", "*", "[]", "f(", "func(){", "a.", "a,", "a:=", "if a {} else ", "struct{", "x int;", "\x00", "func", "type T struct{a ", "\nfunc f(", "case "}, 8) {
		for _, head := range []string{"package p; func f() {", ""} {
			src := []byte(head + strings.Repeat(s, 1<<20/len(s)))
			source.Scan(Scan, src, source.Want{Declarations: true})
		}
	}
}

// TestDamaged checks what every scanner keeps over real files, whole and with
// pieces left out.
func TestDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range corpus(t, 200) {
		if len(text) > 20_000 {
			continue
		}
		sourcetest.Hold(t, Scan, text)
		for range 3 {
			cut := random.IntN(len(text))
			short := slices.Concat(text[:cut], text[min(cut+1+random.IntN(60), len(text)):])
			sourcetest.Hold(t, Scan, short[:len(short)-random.IntN(len(short)+1)])
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("package p; type I interface { ~int | m(a, b T) (int, error); E }; func f[T any](x T) { L: for i, *p = range m { x.y, z[i] = <-c, func() {}; goto L } }"))
	f.Add([]byte("package p; import `a\r\n`; var f, g = func(a struct{b int}) chan int { return []int{1, f(2)}[0:1](x) }, map[K]V{a: {b}}"))
	f.Add([]byte("func (t T[K, V]) x(\nvar y = (\ntype z [n]struct { a, b.c; *d; e[int] }\n\"\n'\n`"))
	f.Fuzz(func(t *testing.T, src []byte) {
		sourcetest.Hold(t, Scan, src)
		sourcetest.Hold(t, scanTokens, src)
	})
}

// places returns every 50th word of a file, as a search might find them.
func places(src []byte) []source.Span {
	var found []source.Span
	for i, o := range source.Scan(Scan, src, source.Want{Words: true}).Occurrences {
		if i%50 == 0 {
			found = append(found, o.Place)
		}
	}
	return found
}

func BenchmarkScan(b *testing.B) {
	files := corpus(b, 1500)
	asked := map[string][]source.Span{}
	size := int64(0)
	for name, src := range files {
		asked[name] = places(src)
		size += int64(len(src))
	}
	for name, scanner := range map[string]source.Scanner{"tree": Scan, "tokens": scanTokens} {
		for _, words := range []bool{false, true} {
			b.Run(name+map[bool]string{false: "/places", true: "/words"}[words], func(b *testing.B) {
				b.SetBytes(size)
				for b.Loop() {
					for name, src := range files {
						source.Scan(scanner, src, source.Want{Places: asked[name], Words: words})
					}
				}
			})
		}
	}
}
