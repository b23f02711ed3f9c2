package brace

import (
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestMarkedFile checks that a byte order mark is not part of the first word.
func TestMarkedFile(t *testing.T) {
	sourcetest.Marked(t, []sourcetest.Case{
		{Name: "JavaScript", Scanner: JavaScript, Src: "function f() { g() }\n", Want: "function f 1-1 function f()\n"},
		{Name: "TypeScript", Scanner: TypeScript, Src: "function f() { g() }\n", Want: "function f 1-1 function f()\n"},
	})
}

// TestKeysOfObjectsAreNotInScope checks that a member of an object is bound in no scope: only the
// object leads to it.
func TestKeysOfObjectsAreNotInScope(t *testing.T) {
	const text = `const o = {
  m() { m() }, get g() { return 1 }, async *n() {}, f: function () {}, a: () => 1, b: x => { x() },
  i: function inner() { inner() },
}
function q(h) { const l = () => 1; m(); return { k(p) { p() } } }
`
	f := scanned(JavaScript, text)
	q := -1
	for i := range f.Declarations {
		if f.Declarations[i].Name.Of([]byte(text)) == "q" {
			q = i
		}
	}
	for _, name := range []string{"m", "g", "n", "f", "a", "b", "i", "k"} {
		if found := f.Lookup(name, q, source.None); len(found) > 0 {
			t.Errorf("%s is bound %+v", name, found[0])
		}
	}
	for name, kind := range map[string]source.BindingKind{"o": source.Defined, "q": source.Defined, "h": source.Parameter, "l": source.Defined} {
		if found := f.Lookup(name, q, source.None); len(found) != 1 || found[0].Kind != kind {
			t.Errorf("%s is bound %v, not by %d", name, found, kind)
		}
	}
}
