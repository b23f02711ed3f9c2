package script

import (
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestRubyPatterns checks that the variables of a pattern are targets, and that the => of a hash
// begins none.
func TestRubyPatterns(t *testing.T) {
	for src, want := range map[string]string{
		"case x\nin {name: String => name} then p name\nend":         "x callsite name reference String reference name assignment p callsite name reference ",
		"case x\nin [first, *rest]\n p first, rest\nend":             "x callsite first assignment rest assignment p callsite first reference rest reference ",
		"case x\nin {user:}\n user\nin {a: [b, {c:}], **d}\n c\nend": "x callsite user assignment user reference a reference b assignment c assignment d assignment c reference ",
		"case x\nin a:, b: Integer\n a\nend":                         "x callsite a assignment b reference Integer reference a reference ",
		"case x\nin a:, b:\n c a\nend":                               "x callsite a assignment b assignment c callsite a reference ",
		"case x\nin Point(x:, y:) if y > z\n y\nend":                 "x callsite Point reference x assignment y assignment y reference z callsite y reference ",
		"case x\nin A::B[c, _] | nil => d unless c\n e => f\nend":    "x callsite A reference B reference c assignment _ assignment d assignment c reference e callsite f assignment ",
		"a = 1\ncase x\nin ^a | ^(b + 1) | ^@c\n d\nend":             "a assignment x callsite a reference b callsite @c reference d callsite ",
		"config => {port:}\nport":                                    "config callsite port assignment port reference ",
		"if x in {a:} and b\n a\nend":                                "x callsite a assignment b callsite a reference ",
		"f a => b\ng(a => b)\nyield a => b\nreturn a => b\n":         "f callsite a callsite b callsite g callsite a callsite b callsite a callsite b callsite a callsite b callsite ",
		"h = {a => b, c: d}\nbegin\nrescue A => e\nend":              "h assignment a callsite b callsite c reference d callsite A reference e assignment ",
		"for a in b do c end":                                        "a assignment b callsite c callsite ",
	} {
		f := source.Scan(Ruby, []byte(src), source.Want{Words: true})
		got := ""
		for _, o := range f.Occurrences {
			got += o.Place.Of([]byte(src)) + " " + o.Kind.String() + " "
		}
		if got != want {
			t.Errorf("%q is read\n%s, not\n%s", src, got, want)
		}
		sourcetest.Hold(t, Ruby, []byte(src))
	}
}

// TestRubyRequireBindsAnything checks that a name which the file does not bind may come from what it
// requires.
func TestRubyRequireBindsAnything(t *testing.T) {
	for _, call := range []string{"require 'm'", "require_relative('m')", "load \"m\"", "x = 1; require 'm' if x"} {
		f := source.Scan(Ruby, []byte(call+"\ndef g; end\n"), source.Want{Bindings: true})
		found := f.Lookup("h", source.None, source.None)
		if len(found) != 1 || found[0].Kind != source.Unknown || found[0].Import == source.None || f.Imports[found[0].Import].Module != "m" {
			t.Errorf("%s: h is bound %+v", call, found)
		}
		if found := f.Lookup("g", source.None, source.None); len(found) != 1 || found[0].Kind != source.Defined {
			t.Errorf("%s: g is bound %+v", call, found)
		}
	}
}
