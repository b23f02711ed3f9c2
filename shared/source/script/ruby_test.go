package script

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

const rubySample = `require 'set'
# Says.
class A::B < C::D
  include Enumerable
  attr_accessor :x, :y
  MAX = 10
  private
  def run(a, b = 1, *rest, k: 2, **kw, &blk) = a + b
  def x=(v)
    @x = v if v / 2 > /a#{b}c/
    puts <<~EOS, "z"
      hi #{v + 1} there
    EOS
    a, @b, self.c = foo v, key: 1, *list
  end
  def self.go; [1, 2].map { |e; t| e.abs }.each do |(p, q), r| yield p end end
  def ==(o) = o.x == x
end
`

func TestRubyKinds(t *testing.T) {
	want := `1:1 require callsite <module>
1:9 'set' import <module>
2:1 # Says. comment_match <module>
3:7 A reference A.B
3:10 B definition <module>
3:14 C reference A.B
3:17 D reference A.B
4:3 include callsite A.B
4:11 Enumerable reference A.B
5:3 attr_accessor callsite A.B
5:18 x definition A.B
5:22 y definition A.B
6:3 MAX definition A.B
7:3 private callsite A.B
8:7 run definition A.B
8:11 a assignment A.B.run
8:14 b assignment A.B.run
8:22 rest assignment A.B.run
8:28 k assignment A.B.run
8:36 kw assignment A.B.run
8:41 blk assignment A.B.run
8:48 a reference A.B.run
8:52 b reference A.B.run
9:7 x= definition A.B
9:10 v assignment A.B.x=
10:5 @x assignment A.B.x=
10:10 v reference A.B.x=
10:15 v reference A.B.x=
10:23 /a string_match A.B.x=
10:27 b callsite A.B.x=
10:29 c/ string_match A.B.x=
11:5 puts callsite A.B.x=
11:10 <<~EOS string_match A.B.x=
11:18 "z" string_match A.B.x=
12:1       hi  string_match A.B.x=
12:12 v reference A.B.x=
12:18  there⏎    EOS string_match A.B.x=
14:5 a assignment A.B.x=
14:8 @b assignment A.B.x=
14:17 c assignment A.B.x=
14:21 foo callsite A.B.x=
14:25 v reference A.B.x=
14:28 key reference A.B.x=
14:37 list callsite A.B.x=
16:12 go definition A.B
16:23 map callsite A.B.go
16:30 e assignment A.B.go
16:33 t assignment A.B.go
16:36 e reference A.B.go
16:38 abs callsite A.B.go
16:44 each callsite A.B.go
16:54 p assignment A.B.go
16:57 q assignment A.B.go
16:61 r assignment A.B.go
16:70 p reference A.B.go
17:10 o assignment A.B.==
17:15 o reference A.B.==
17:17 x callsite A.B.==
17:22 x callsite A.B.==
`
	if diff := cmp.Diff(want, sourcetest.Show(Ruby, rubySample)); diff != "" {
		t.Error(diff)
	}
}

func TestRubyDefinitions(t *testing.T) {
	want := `class A.B 3-18 class A::B < C::D
field A.B.x 5-5 attr_accessor :x
field A.B.y 5-5 attr_accessor :x, :y
constant A.B.MAX 6-6 MAX
method A.B.run 8-8 def run(a, b = 1, *rest, k: 2, **kw, &blk)
method A.B.x= 9-15 def x=(v)
method A.B.go 16-16 def self.go
method A.B.== 17-17 def ==(o)
`
	if diff := cmp.Diff(want, sourcetest.Declarations(Ruby, rubySample)); diff != "" {
		t.Error(diff)
	}
	f := source.Scan(Ruby, []byte(rubySample), source.Want{Declarations: true})
	if got := f.Declarations[0].Doc.Of([]byte(rubySample)); got != "Says." {
		t.Errorf("doc is %q", got)
	}
	if got := f.Declarations[0].Bases[0].Of([]byte(rubySample)); got != "C::D" {
		t.Errorf("base is %q", got)
	}
	if f.Declarations[4].Visibility != source.Private {
		t.Errorf("run is %s", f.Declarations[4].Visibility)
	}
}

// TestRubyBindings checks that a method knows its parameters, and the methods and constants of its
// class by their names alone.
func TestRubyBindings(t *testing.T) {
	f := source.Scan(Ruby, []byte(rubySample), source.Want{Bindings: true})
	run := slices.IndexFunc(f.Declarations, func(d source.Declaration) bool { return d.Name.Of([]byte(rubySample)) == "run" })
	for name, kind := range map[string]source.BindingKind{"a": source.Parameter, "MAX": source.Defined, "go": source.Defined, "B": source.Defined} {
		if found := f.Lookup(name, run, source.None); len(found) != 1 || found[0].Kind != kind {
			t.Errorf("%s is bound %v, not by %d", name, found, kind)
		}
	}
}

// TestRubyAmbiguous checks how signs are read that are operators between operands and begin an
// operand elsewhere.
func TestRubyAmbiguous(t *testing.T) {
	for src, want := range map[string]string{
		"a = 1; a /b; c/d":            "a assignment a reference b callsite c callsite d callsite ",
		"f /b; c/":                    "f callsite /b; c/ string_match ",
		"a = 1; x = a %w[b]":          "a assignment x assignment a reference w callsite b callsite ",
		"f %w[b]":                     "f callsite %w[b] string_match ",
		"a = 1; a <<B\nB\n":           "a assignment a reference B reference B reference ",
		"f <<B\nx y\nB\nz 1":          "f callsite <<B string_match x y⏎B string_match z callsite ",
		"c ? x : y":                   "c callsite x callsite y callsite ",
		"f ?x, :y":                    "f callsite ?x string_match y reference ",
		"x.end.if = y.class":          "x callsite end callsite if assignment y callsite class callsite ",
		"return if a\nb if c\n":       "a callsite b callsite c callsite ",
		"a\n  .b\n  &.c 1":            "a callsite b callsite c callsite ",
		"{ \"a\": b, c: d, :e => f }": "\"a\" string_match b callsite c reference d callsite e reference f callsite ",
	} {
		f := source.Scan(Ruby, []byte(src), source.Want{Words: true})
		got := ""
		for _, o := range f.Occurrences {
			got += strings.ReplaceAll(o.Place.Of([]byte(src)), "\n", "⏎") + " " + o.Kind.String() + " "
		}
		if got != want {
			t.Errorf("%q is read\n%s, not\n%s", src, got, want)
		}
	}
}

// TestRubyUnended checks that a method without its end does not swallow the next one of its column.
func TestRubyUnended(t *testing.T) {
	want := `class C 1-8 class C
method C.a 2-4 def a
method C.b 5-7 def b
`
	if diff := cmp.Diff(want, sourcetest.Declarations(Ruby, "class C\n  def a\n    if x\n    y\n  def b\n    z\n  end\nend\n")); diff != "" {
		t.Error(diff)
	}
}
