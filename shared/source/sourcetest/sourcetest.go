// Package sourcetest checks what every scanner has to keep, and prints what scanners report. Only tests import it.
package sourcetest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tooltest"
)

// Show prints every word that a scanner reports of src, a line each:
//
//	2:5 name definition Class.method
//
// with its line and column (1-based, bytes), its kind and what encloses it. Strings and comments
// are shown by their first 20 bytes.
func Show(scanner source.Scanner, src string) string {
	f := source.Scan(scanner, []byte(src), source.Want{Words: true})
	var out strings.Builder
	for _, o := range f.Occurrences {
		line := 1 + strings.Count(src[:o.Place.Start], "\n")
		column := o.Place.Start - strings.LastIndexByte(src[:o.Place.Start], '\n')
		word := o.Place.Of([]byte(src))
		if len(word) > 20 {
			word = word[:20] + "…"
		}
		enclosing := "<module>"
		if o.Enclosing != source.None {
			enclosing = f.Qualname([]byte(src), o.Enclosing)
		}
		fmt.Fprintf(&out, "%d:%d %s %s %s\n", line, column, strings.ReplaceAll(word, "\n", "⏎"), o.Kind, enclosing)
	}
	return out.String()
}

// Declarations prints every definition of src, a line each:
//
//	method Class.name 2-5 def name(self, x)
//
// with its symbol, qualified name, first and last line and signature, white space in it made one blank.
func Declarations(scanner source.Scanner, src string) string {
	text := []byte(src)
	f := source.Scan(scanner, text, source.Want{Declarations: true})
	var out strings.Builder
	for i, d := range f.Declarations {
		last := max(d.Span.End-1, d.Span.Start)
		fmt.Fprintf(&out, "%s %s %d-%d %s\n", d.Symbol, f.Qualname(text, i), 1+strings.Count(src[:d.Span.Start], "\n"),
			1+strings.Count(src[:last], "\n"), strings.Join(strings.Fields(d.Signature.Of(text)), " "))
	}
	return out.String()
}

// Calls prints every occurrence of a name that is called or may be, or is used otherwise, a line each:
//
//	3 callsite new in-brackets <- a.b()[] 1+2
//
// with its line, its kind, the form of the call, what it is called on, and how
// many arguments it has by place and by name.
func Calls(scanner source.Scanner, src, name string) string {
	text := []byte(src)
	f := source.Scan(scanner, text, source.Want{Words: true, Bindings: true, Calls: true})
	var out strings.Builder
	for _, o := range f.Occurrences {
		if o.Word.Of(text) != name || o.Kind == source.Definition || !o.Kind.Code() {
			continue
		}
		fmt.Fprintf(&out, "%d %s", 1+strings.Count(src[:o.Word.Start], "\n"), o.Kind)
		if o.Of != source.None && (o.Kind == source.Callsite || o.Kind == source.Reference || o.Kind == source.Annotation || o.Kind == source.Assignment) {
			c := &f.Calls[o.Of]
			for i, form := range []string{"decorator", "brackets", "new", "macro", "variable", "template", "element", "method", "cast", "maybe"} {
				if c.Form&(1<<i) != 0 {
					out.WriteString(" " + form)
				}
			}
			root := [...]string{"", "opaque ", "", "self ", "of ", "super "}[c.Receiver.Root]
			if c.Receiver.Root != source.NoValue {
				fmt.Fprintf(&out, " <- %s%s%s", root, c.Receiver.Name, strings.Join(c.Receiver.Steps, ""))
			}
			fmt.Fprintf(&out, " %d+%d", c.Positional, len(c.Keywords))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// A Case is what a scanner has to say of a text.
type Case struct {
	Name    string
	Scanner source.Scanner
	Src     string
	Want    string // as Declarations prints it
}

// Declared checks that the definitions of each case are those that it wants.
func Declared(t *testing.T, cases []Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if got := Declarations(c.Scanner, c.Src); got != c.Want {
				t.Errorf("got\n%swant\n%s", got, c.Want)
			}
			Hold(t, c.Scanner, []byte(c.Src))
		})
	}
}

// Marked checks that a byte order mark before the text is not part of its first word: the definitions
// stay those that each case wants.
func Marked(t *testing.T, cases []Case) {
	t.Helper()
	for i := range cases {
		cases[i].Src = "\uFEFF" + cases[i].Src
	}
	Declared(t, cases)
}

// A Snippet is a text with what a scanner says of its words and definitions, as Show and
// Declarations print it; an empty first line of each is left aside.
type Snippet struct{ Name, Src, Words, Declarations string }

// Snippets fails t if a scanner says something else of a snippet.
func Snippets(t *testing.T, scanner source.Scanner, snippets []Snippet) {
	t.Helper()
	for _, c := range snippets {
		t.Run(c.Name, func(t *testing.T) {
			src := strings.TrimPrefix(c.Src, "\n")
			if got, want := Show(scanner, src), strings.TrimPrefix(c.Words, "\n"); got != want {
				t.Errorf("%s\nsays\n%s\nnot\n%s", src, got, want)
			}
			if got, want := Declarations(scanner, src), strings.TrimPrefix(c.Declarations, "\n"); got != want {
				t.Errorf("%s\ndeclares\n%s\nnot\n%s", src, got, want)
			}
			Hold(t, scanner, []byte(src))
		})
	}
}

// Fuzz checks that a scanner keeps what Hold asks for, over the seeds and what is made of them.
func Fuzz(f *testing.F, scanner source.Scanner, seeds ...string) {
	for _, seed := range seeds {
		for i := 1; i <= 4; i++ {
			f.Add([]byte(seed[:len(seed)*i/4]))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			t.Skip("skipped: too long to look at")
		}
		Hold(t, scanner, src)
	})
}

// Hostile returns what opens, nests or needs a look ahead in C, C++ and Rust.
func Hostile() []string {
	return []string{
		"(", "[", "{", ")", "}", "<", ">", "a<", "a<b ", "\"", "'", "/*", "//", "\\", "\\\n", "#", "#if\n", "#else\n", "#if 0\n", "#define a(\n", "#define a \\\n",
		"(*", "::", "a(", "a::", "a.", "template<", "operator", "struct ", "struct a{", "enum{", "class a:", "fn a(", "fn a(){", "impl a{", "|", "||", "|a|", "match a{", "use a::{",
		"r#\"", "R\"(", "$(", "=>", "a!(", "a!{", "macro_rules! a {(", "mod a{", "namespace a{", "[&", "[&](){", "let a=|", "x = ", "a,", "<a", "a;", "static int a(b) int c;", "([", "{(", "#[",
		"/// a\n", "int a\n", "typedef struct a {", "if (", "for (", "\x00", "é",
	}
}

// Linear fails t unless half a megabyte of each piece, after a prefix, is read in a time that its
// length bounds; the bound leaves room for a slow machine. With -short it reads some of the pieces.
func Linear(t *testing.T, scanner source.Scanner, language, prefix string, pieces []string) {
	t.Helper()
	for _, piece := range tooltest.Sample(pieces, 10) {
		src := []byte(prefix + strings.Repeat(piece, (1<<19)/len(piece)))
		start := time.Now()
		source.Scan(scanner, src, source.Want{Words: true, Bindings: true})
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: half a megabyte of %q takes %v", language, piece, took)
		}
	}
}

// Details prints what a scan says of calls, imports, bindings and definitions beyond their places.
func Details(scanner source.Scanner, src string) string {
	text := []byte(src)
	f := source.Scan(scanner, text, source.Want{Words: true, Bindings: true})
	var out strings.Builder
	for _, c := range f.Calls {
		fmt.Fprintf(&out, "call %s %d %s\n", c.Callee.Of(text), c.Positional, c.Span.Of(text))
	}
	for _, im := range f.Imports {
		fmt.Fprintf(&out, "import %s|%s|%s\n", im.Module, im.Name, im.Alias)
	}
	for _, b := range f.Bindings {
		scope := "file"
		if b.Scope != source.None {
			scope = f.Qualname(text, b.Scope)
		}
		fmt.Fprintf(&out, "binding %s %d %s\n", b.Name, b.Kind, scope)
	}
	for i, d := range f.Declarations {
		fmt.Fprintf(&out, "declaration %s %s %q", f.Qualname(text, i), d.Visibility, d.Doc.Of(text))
		for _, s := range append(d.Bases, d.Decorators...) {
			fmt.Fprintf(&out, " %s", s.Of(text))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// Hold fails t unless what a scanner says of src is sound: words ascend and do not overlap,
// declarations nest and come parents first, every index and span is within bounds, and a scan for
// some of the words, or for the definitions alone, says the same of them as the scan for all.
func Hold(t testing.TB, scanner source.Scanner, src []byte) {
	t.Helper()
	full := source.Scan(scanner, src, source.Want{Words: true, Bindings: true})
	soundWords(t, full, src)
	soundDeclarations(t, full, src)
	for _, step := range []int{1, 4, 7, 50} {
		sameOfSome(t, scanner, src, full, step)
	}
	sameDeclarations(t, scanner, src, full)
	sameWithCalls(t, scanner, src, full)
}

func soundWords(t testing.TB, f *source.File, src []byte) {
	t.Helper()
	last := 0
	for _, o := range f.Occurrences {
		switch {
		case o.Place.Start < last || o.Place.Len() <= 0 || o.Place.End > len(src):
			t.Fatalf("word at %v after %d of %d bytes", o.Place, last, len(src))
		case o.Enclosing < source.None || o.Enclosing >= len(f.Declarations):
			t.Fatalf("word at %v in declaration %d of %d", o.Place, o.Enclosing, len(f.Declarations))
		case o.Of != source.None && o.Of >= details(f, o.Kind):
			t.Fatalf("%s at %v names %d, there are %d", o.Kind, o.Place, o.Of, details(f, o.Kind))
		}
		last = o.Place.End
	}
	for _, c := range f.Calls {
		within(t, "call", c.Span, src)
		within(t, "callee", c.Callee, src)
	}
}

// details counts what the occurrences of a kind can say more about.
func details(f *source.File, k source.Kind) int {
	switch k {
	case source.Definition:
		return len(f.Declarations)
	case source.Callsite, source.Reference, source.Annotation, source.Assignment:
		return len(f.Calls)
	case source.Import, source.FromImport:
		return len(f.Imports)
	}
	return 0
}

func soundDeclarations(t testing.TB, f *source.File, src []byte) {
	t.Helper()
	for i, d := range f.Declarations {
		within(t, "declaration", d.Span, src)
		within(t, "name", d.Name, src)
		within(t, "signature", d.Signature, src)
		within(t, "doc", d.Doc, src)
		if d.Parent >= i || d.Parent < source.None {
			t.Fatalf("declaration %d has parent %d", i, d.Parent)
		}
		if d.Parent != source.None && !f.Declarations[d.Parent].Span.Holds(d.Span) {
			t.Fatalf("declaration %q %v stands outside of its parent %v", d.Name.Of(src), d.Span, f.Declarations[d.Parent].Span)
		}
	}
	ends := []int{}
	for _, d := range f.Declarations {
		if !d.Symbol.Encloses() {
			continue
		}
		for len(ends) > 0 && ends[len(ends)-1] <= d.Span.Start {
			ends = ends[:len(ends)-1]
		}
		if len(ends) > 0 && d.Span.End > ends[len(ends)-1] {
			t.Fatalf("declaration %v crosses one that ends at %d", d.Span, ends[len(ends)-1])
		}
		ends = append(ends, d.Span.End)
	}
}

func within(t testing.TB, what string, s source.Span, src []byte) {
	t.Helper()
	if s.Start < 0 || s.End < s.Start || s.End > len(src) {
		t.Fatalf("%s at %v of %d bytes", what, s, len(src))
	}
}

// sameOfSome scans for every step-th word and compares.
func sameOfSome(t testing.TB, scanner source.Scanner, src []byte, full *source.File, step int) {
	t.Helper()
	var places []source.Span
	for i := 0; i < len(full.Occurrences); i += step {
		places = append(places, full.Occurrences[i].Place)
	}
	some := source.Scan(scanner, src, source.Want{Places: places})
	for i, o := range some.Occurrences {
		want := full.Occurrences[i*step]
		if o.Place != want.Place || o.Kind != want.Kind || name(some, src, o.Enclosing) != name(full, src, want.Enclosing) {
			t.Fatalf("%q at %v is a %s in %s when asked alone, a %s in %s among all", o.Place.Of(src), o.Place,
				o.Kind, name(some, src, o.Enclosing), want.Kind, name(full, src, want.Enclosing))
		}
	}
}

// sameWithCalls scans for what calls are called on too and compares: more words may be calls, and nothing else.
func sameWithCalls(t testing.TB, scanner source.Scanner, src []byte, full *source.File) {
	t.Helper()
	calls := source.Scan(scanner, src, source.Want{Words: true, Bindings: true, Calls: true})
	soundWords(t, calls, src)
	if len(calls.Occurrences) != len(full.Occurrences) {
		t.Fatalf("%d words with calls, %d without", len(calls.Occurrences), len(full.Occurrences))
	}
	for i, o := range calls.Occurrences {
		if want := full.Occurrences[i].Kind; o.Kind != want && (o.Kind != source.Callsite || want != source.Reference && want != source.Annotation) {
			t.Fatalf("%q at %v is a %s with calls, a %s without", o.Place.Of(src), o.Place, o.Kind, want)
		}
		if o.Kind == source.Reference && o.Of != source.None && calls.Calls[o.Of].Form&(source.Maybe|source.ByCast|source.ByMethod) == 0 {
			t.Fatalf("%q at %v is no call, and %+v", o.Place.Of(src), o.Place, calls.Calls[o.Of])
		}
	}
	for _, b := range calls.Blocks {
		within(t, "block", b.Span, src)
	}
}

// sameDeclarations scans for the definitions alone and compares.
func sameDeclarations(t testing.TB, scanner source.Scanner, src []byte, full *source.File) {
	t.Helper()
	alone := source.Scan(scanner, src, source.Want{Declarations: true}).Declarations
	if len(alone) != len(full.Declarations) {
		t.Fatalf("%d definitions when asked for alone, %d among all", len(alone), len(full.Declarations))
	}
	for i, d := range alone {
		if !reflect.DeepEqual(d, full.Declarations[i]) {
			t.Fatalf("definition %q is %+v when asked for alone, %+v among all", d.Name.Of(src), d, full.Declarations[i])
		}
	}
}

func name(f *source.File, src []byte, i int) string {
	if i == source.None {
		return "<module>"
	}
	return f.Qualname(src, i)
}

// Alone skips a long test under the race detector, which finds nothing if one goroutine works.
func Alone(t testing.TB) {
	t.Helper()
	if tooltest.Raced {
		t.Skip("skipped: only one goroutine works here")
	}
}
