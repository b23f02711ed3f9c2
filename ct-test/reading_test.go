package main

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

func TestTheHintNamesAnotherReading(t *testing.T) {
	long := strings.Repeat("-", 200)
	for _, c := range []struct{ name, pattern, text, want string }{
		{"expression", "call(x)", "call\ncall(x)\nz call(x) call(x)\n", `"call(x)" was read as a regex and matches nothing, but occurs literally in 2 lines; use --mode literal`},
		{"it matches too", "call(x)", "call(x)\ncallx\n", ""},
		{"glob", "arr[0]", "x\narr[0] = 1", `"arr[0]" was read as a glob and matches nothing, but occurs literally in 1 line; use --mode literal`},
		{"long line", "price: $5", long + "price: $5" + long + "price: $5" + long + "\n", `"price: $5" was read as a regex and matches nothing, but occurs literally in 1 line; use --mode literal`},
		{"not there", "price: $5", "price", ""},
		{"literal", "price", "", ""},
		{"over a slash", "error*failed", "error: /tmp/x failed\nerror", `"error*failed" was read as a glob and matches nothing, but does in 1 line if * and ? may match a /; use --mode regex 'error.*failed'`},
		{"a single one", "a?b[0-9]", "a/b1\na/b2\n", `"a?b[0-9]" was read as a glob and matches nothing, but does in 2 lines if * and ? may match a /; use --mode regex 'a.b[0-9]'`},
		{"over a slash in a long line", "error*failed", long + "error / failed" + long, `"error*failed" was read as a glob and matches nothing, but does in 1 line if * and ? may match a /; use --mode regex 'error.*failed'`},
		{"the text itself first", "a*b", "a*b/\na/*b", ""},
		{"a class does not cross one", "a[!x]b", "a/b", ""},
		{"it matches before a slash", "a*", "a/b", ""},
		{"a percent sign", "%d*%s", "%d/%s", `"%d*%s" was read as a glob and matches nothing, but does in 1 line if * and ? may match a /; use --mode regex '%d.*%s'`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := found(t, compiled(t, c.pattern), small, c.text)
			if f.hint != c.want {
				t.Errorf("found %v, hint %q", f.first(), f.hint)
			}
		})
	}
}

func TestMaskAndFocusThatMissAreNamed(t *testing.T) {
	p := func(text string) *pattern.Pattern { return compiled(t, text) }
	for _, c := range []struct {
		name  string
		focus *pattern.Pattern
		masks []*pattern.Pattern
		want  string
	}{
		{"nothing missed", p("x*y"), []*pattern.Pattern{p(`\d+`)}, ""},
		{"focus", p("arr[0]"), nil, `--focus: "arr[0]" was read as a glob and matches nothing, but occurs literally in 1 line; use --mode literal`},
		{"focus without a hint", p("absent()"), nil, ""},
		{"mask", nil, []*pattern.Pattern{p("12"), p("call(x)")}, `--mask: "call(x)" was read as a regex and matches nothing, but occurs literally in 1 line; use --mode literal`},
		{"mask without a hint", nil, []*pattern.Pattern{p("absent"), p("absent2")}, "--mask 'absent' matches nothing; --mask 'absent2' matches nothing"},
		{"a mask that another run has", nil, []*pattern.Pattern{p("first")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := observed(t, looks{focus: c.focus, compare: true, masks: c.masks}, small, fixed(), "first\n", "")
			o.begin()
			deliver(t, o.stdout, "arr[0] 12\nxy\n", fixed())
			deliver(t, o.stderr, "call(x)\n", fixed())
			o.close()
			if got := strings.Join(o.unmatched(), "; "); got != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}
