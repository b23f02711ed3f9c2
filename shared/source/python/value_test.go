package python

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestCallsSayWhatTheyAreCalledOn checks what is recorded of each call of f: its form and what it is a member of.
func TestCallsSayWhatTheyAreCalledOn(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"f(1)":                         "callsite 1+0",
		"a.b(1)[2].f(3, c=4)":          "callsite <- a.b()[] 1+1",
		"x = 1; a . b . f (3)":         "callsite <- a.b 1+0",
		"(1 + a).f(3)":                 "callsite <- opaque  1+0",
		"'a'.f(3)":                     "callsite <- opaque  1+0",
		"super().f(3)":                 "callsite <- super  1+0",
		"super(A, self).f(3)":          "callsite <- super A 1+0",
		"super(type(self), self).f(3)": "callsite <- opaque  1+0",
		"(f)(1)":                       "callsite brackets 1+0",
		"((a.f))(1)":                   "callsite brackets <- a 1+0",
		"(f or g)(1)":                  "reference brackets maybe 0+0",
		"(a if f else g)(1)":           "reference brackets maybe 0+0",
		"[f, g][0](1)":                 "reference brackets maybe 0+0",
		"{1: f}[x](1)":                 "reference brackets maybe 0+0",
		"[g][f](1)":                    "reference",
		"(f.x)(1)":                     "reference",
		"(f + g)(1)":                   "reference",
		"f[0](1)":                      "reference",
		"@f\ndef g(): pass":            "callsite decorator 1+0",
		"@a.f\ndef g(): pass":          "callsite decorator <- a 1+0",
		"@a[f]\ndef g(): pass":         "reference",
	} {
		if got := sourcetest.Calls(Scan, src, "f"); got != "1 "+want+"\n" {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

// TestBindingsSayWhatTheyAreGiven checks where the values of names come from.
func TestBindingsSayWhatTheyAreGiven(t *testing.T) {
	t.Parallel()
	src := []byte("a = b.C(1)\nd = e = f\ng, h = i()\nj: 'k.L' = m()\nn = lambda o: p\nq = r() + s()\nclass T:\n  def u(self, v: w.X, y=z): self.aa = bb()\n  cc = property(lambda dd, ee: ff())\n" +
		"  @staticmethod\n  def gg(hh): pass\n")
	seen := source.Scan(Scan, src, source.Want{Bindings: true})
	var got []string
	for i := range seen.Bindings {
		b := &seen.Bindings[i]
		v := seen.Value(src, b)
		if b.Given != source.NotGiven || b.Object {
			got = append(got, fmt.Sprintf("%s %d %t %d %s%s", b.Name, b.Given, b.Object, v.Root, v.Name, strings.Join(v.Steps, "")))
		}
	}
	want := []string{
		"a 2 false 2 b.C()", "e 2 false 2 f", "j 1 false 4 k.L", "n 3 false 0 ", "self 0 true 0 ", "v 1 false 4 w.X", "aa 2 false 2 bb()",
		"cc 2 false 2 property()", "dd 0 true 0 ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
