package brace

import (
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

// TestAFunctionInBracketsHasTheNameItIsBoundTo checks which values in round brackets are functions,
// and that what they hold is enclosed by their name.
func TestAFunctionInBracketsHasTheNameItIsBoundTo(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"const f = ((a) => mark(a));", "f: const f = ((a)"},
		{"const f = (((async (a, b) => { mark(a) })))\nlet x", "f: const f = (((async (a, b)"},
		{"const f = (async a => mark(a)) // comment", "f: const f = (async a"},
		{"const f = (/* pure */ (a) => mark(a)); // comment", "f: const f = (/* pure */ (a)"},
		{"const f = (function () { mark('}') })", "f: const f = (function ()"},
		{"var f = (a => mark(a)), g = 1", "f: var f = (a"},
		{"a.b.f = (() => { /* ) */ mark() });", "a.b.f: a.b.f = (()"},
		{"const o = { f: (() => mark()), g: 1 }", "o.f: f: (()"},
		{"class C { f = (() => mark()); }", "C.f: f = (()"},
		{"const f = (class { m() { mark() } })", "f.m: const f = (class | m()"},
		{"const f = ((a) => mark(a))(1);", ""},
		{"const f = (() => mark())\n(1)", ""},
		{"const f = (function () { mark() })();", ""},
		{"const f = (function () { mark() }());", ""},
		{"const f = (function () { mark() }.bind(1));", ""},
		{"const f = (() => mark()).name", ""},
		{"const f = ((a) => a) ? 1 : mark()", ""},
		{"const f = (() => 1) || (() => mark())", ""},
		{"const f = ((a) => a, (b) => mark(b));", ""},
		{"const f = (a, b => mark(b));", ""},
		{"const f = (a ? b : c => mark(c));", ""},
		{"const f = (1 + mark());", ""},
	} {
		for name, scanner := range map[string]source.Scanner{"JavaScript": JavaScript, "TypeScript": TypeScript} {
			if got := marked(scanner, c.src); got != c.want {
				t.Errorf("%s: %s\ngot  %q\nwant %q", name, c.src, got, c.want)
			}
			sourcetest.Hold(t, scanner, []byte(c.src))
		}
	}
	if got, want := marked(TypeScript, "const f: F = ((a: A): B => mark(a)) as any;"), "f: const f: F = ((a: A): B"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// marked returns what encloses mark, with the signatures of it, empty for nothing.
func marked(scanner source.Scanner, src string) string {
	at := strings.Index(src, "mark")
	f := source.Scan(scanner, []byte(src), source.Want{Places: []source.Span{{Start: at, End: at + 4}}})
	of := f.Occurrences[0].Enclosing
	if of == source.None {
		return ""
	}
	var heads []string
	for i := range f.Declarations {
		if d := &f.Declarations[i]; d.Symbol == source.Class && d.Name.Of([]byte(src)) == "C" {
			continue
		}
		heads = append(heads, f.Declarations[i].Signature.Of([]byte(src)))
	}
	return f.Qualname([]byte(src), of) + ": " + strings.Join(heads, " | ")
}

// TestBracketsThatMayHoldFunctionsTakeLinearTime checks that the look ahead is bounded over a whole
// file too.
func TestBracketsThatMayHoldFunctionsTakeLinearTime(t *testing.T) {
	sourcetest.Alone(t)
	for _, piece := range tooltest.Sample([]string{"a.b=((", "a.b=(()=>{", "a.b=(((((a)\n", "a.b=(function(){"}, 4) {
		start := time.Now()
		source.Scan(JavaScript, []byte(strings.Repeat(piece, 1<<20/len(piece))), source.Want{Words: true})
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%q: %v", piece, took)
		} else {
			t.Logf("%q: %v", piece, took)
		}
	}
}
