package lookup

import (
	"go/token"
	"maps"
	"slices"
	"testing"
)

// FuzzFind checks that what is found of any text is in order and inside it, and that a text whose literal parts cannot
// spell the name has no place that spells it.
func FuzzFind(f *testing.F) {
	all := New()
	languages := slices.Sorted(maps.Keys(all))
	for _, text := range []string{
		`getattr(x, "do_" + name)(); getattr(o, f"do_{n}x"); methodcaller('do_%s' % v)`, `o["do_" + k](1); o[x](); o?.['do_start']()`,
		"#define API(x) RM_ ## x\nAPI(foo)\n#define B(a, b) a##_##b\\\n", `send("do_#{x}"); obj.send :do_start; define_method(:a) { }`,
		`$this->$name(); call_user_func([$o, 'do_' . $x]); "${x}_start"`, "[<get_ $name>]", "\"$cmd\" do_$x; eval do_${y}_z", `{"a": [do_start, ("x"`, "%w[do_start]",
	} {
		f.Add(text, "do_start", uint8(0))
	}
	for i := range languages {
		f.Add("x = 'do_'; getattr(o, x + y); o[x + 'start'](", "do_start", uint8(i)) //nolint:gosec // few
	}
	f.Fuzz(func(t *testing.T, text, name string, which uint8) {
		if !token.IsIdentifier(name) {
			return
		}
		n, rule := NewName(name), all[languages[int(which)%len(languages)]]
		spelled := rule.MayBeIn([]byte(text), n)
		for _, every := range []bool{true, false} {
			last := -1
			for _, p := range rule.Find([]byte(text), n, false, every) {
				if p.At <= last || p.At >= len(text) {
					t.Fatalf("%q: place %d after %d of %d", text, p.At, last, len(text))
				}
				if last = p.At; !p.Computed && !spelled {
					t.Fatalf("%q: %q is spelled at %d, though no part of it is in the text", text, name, p.At)
				}
			}
		}
	})
}
