// Package sourcetest holds scanners to what every scanner has to keep, and
// prints what they see. Only tests import it.
package sourcetest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// Show prints every word that a scanner reports of src, a line each:
//
//	2:5 name definition Class.method
//
// with its line and column (1-based, bytes), its kind and what encloses it.
// Strings and comments are shown by their first 20 bytes.
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
// with its symbol, qualified name, first and last line and signature, white
// space in it made one blank.
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

// A Case is what a scanner has to say of a text.
type Case struct {
	Name    string
	Scanner source.Scanner
	Src     string
	Want    string // as Declarations gives it
}

// Declared holds that the definitions of each case are those that it wants.
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

// Marked holds that a byte order mark before the text is no part of its first
// word: the definitions stay those that each case wants.
func Marked(t *testing.T, cases []Case) {
	t.Helper()
	for i := range cases {
		cases[i].Src = "\uFEFF" + cases[i].Src
	}
	Declared(t, cases)
}

// Hold fails t unless what a scanner says of src is sound: words ascend and do
// not overlap, declarations nest and come parents first, every index and span
// is within bounds, and a scan for some of the words, or for the definitions
// alone, says the same of them as the scan for all.
func Hold(t testing.TB, scanner source.Scanner, src []byte) {
	t.Helper()
	full := source.Scan(scanner, src, source.Want{Words: true, Bindings: true})
	soundWords(t, full, src)
	soundDeclarations(t, full, src)
	for _, step := range []int{1, 4, 7, 50} {
		sameOfSome(t, scanner, src, full, step)
	}
	sameDeclarations(t, scanner, src, full)
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
			t.Fatalf("%s at %v tells of %d, there are %d", o.Kind, o.Place, o.Of, details(f, o.Kind))
		}
		last = o.Place.End
	}
	for _, c := range f.Calls {
		within(t, "call", c.Span, src)
		within(t, "callee", c.Callee, src)
	}
}

// details counts what the occurrences of a kind can tell more of.
func details(f *source.File, k source.Kind) int {
	switch k {
	case source.Definition:
		return len(f.Declarations)
	case source.Callsite:
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
