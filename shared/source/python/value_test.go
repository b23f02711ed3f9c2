package python

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// TestCallsSayWhatTheyAreCalledOn holds what is told of each call of f: its
// form, what it is a member of and where its statement begins.
func TestCallsSayWhatTheyAreCalledOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"f(1)", []string{"callsite 0 0 "}},
		{"a.b(1)[2].f(3)", []string{"callsite 0 2 a.b()[]"}},
		{"x = 1; a . b . f (3)", []string{"callsite 0 2 a.b"}},
		{"(1 + a).f(3)", []string{"callsite 0 1 "}},
		{"'a'.f(3)", []string{"callsite 0 1 "}},
		{"super().f(3)", []string{"callsite 0 4 "}},
		{"super(A, self).f(3)", []string{"callsite 0 4 A"}},
		{"super(type(self), self).f(3)", []string{"callsite 0 1 "}},
		{"(f)(1)", []string{"callsite 2 0 "}},
		{"((a.f))(1)", []string{"callsite 2 2 a"}},
		{"(f or g)(1)", []string{"reference 6 0 "}},
		{"(a if f else g)(1)", []string{"reference 6 0 "}},
		{"[f, g][0](1)", []string{"reference 6 0 "}},
		{"{1: f}[x](1)", []string{"reference 6 0 "}},
		{"[g][f](1)", []string{"reference"}},
		{"(f.x)(1)", []string{"reference"}},
		{"(f + g)(1)", []string{"reference"}},
		{"f[0](1)", []string{"reference"}},
		{"@f\ndef g(): pass", []string{"callsite 1 0 "}},
		{"@a.f\ndef g(): pass", []string{"callsite 1 2 a"}},
		{"@a[f]\ndef g(): pass", []string{"reference"}},
	} {
		src := []byte(c.src)
		seen := source.Scan(Scan, src, source.Want{Words: true, Calls: true})
		var got []string
		for i := range seen.Occurrences {
			o := &seen.Occurrences[i]
			if o.Word.Of(src) != "f" {
				continue
			}
			line := o.Kind.String()
			if o.Of != source.None {
				call := &seen.Calls[o.Of]
				line += fmt.Sprintf(" %d %d %s%s", call.Form, call.Receiver.Root, call.Receiver.Name, strings.Join(call.Receiver.Steps, ""))
			}
			got = append(got, line)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}

// TestBindingsSayWhatTheyAreGiven holds where the values of names come from.
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
		"a 2 false 2 b.C()", "e 2 false 2 f", "j 1 false 3 k.L", "n 3 false 0 ", "self 0 true 0 ", "v 1 false 3 w.X", "aa 2 false 2 bb()",
		"cc 2 false 2 property()", "dd 0 true 0 ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
