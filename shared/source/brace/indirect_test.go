package brace

import (
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestCallsSayHowTheyAreWritten holds what is said of each use of f: the form of the call and what
// it is called on.
func TestCallsSayHowTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scanner source.Scanner
		src     string
		want    string
	}{
		{JavaScript, "f(1)", "callsite 1+0"},
		{JavaScript, "new f(1)", "callsite new 1+0"},
		{JavaScript, "new f", "callsite new 0+0"},
		{JavaScript, "a.b(1)[2].f(3, 4)", "callsite <- a.b()[] 2+0"},
		{JavaScript, "a?.b!.f(3)", "callsite <- a.b 1+0"},
		{JavaScript, "this.f(3)", "callsite <- self  1+0"},
		{JavaScript, "super.f(3)", "callsite <- super  1+0"},
		{JavaScript, "this.x.f(3)", "callsite <- self .x 1+0"},
		{JavaScript, "new A(1).f(3)", "callsite <- of A 1+0"},
		{JavaScript, "(a + b).f(3)", "callsite <- opaque  1+0"},
		{JavaScript, "(f)(1)", "callsite brackets 1+0"},
		{JavaScript, "((a.f))(1, 2)", "callsite brackets <- a 2+0"},
		{JavaScript, "(0, f)(1)", "callsite brackets 1+0"},
		{JavaScript, "(0, a.f)?.(1)", "callsite brackets <- a 1+0"},
		{JavaScript, "(f || g)(1)", "reference brackets maybe 0+0"},
		{JavaScript, "(a ? f : g)(1)", "reference brackets maybe 0+0"},
		{JavaScript, "(await f)(1)", "reference brackets maybe 0+0"},
		{JavaScript, "[f, g][0](1)", "reference brackets maybe 0+0"},
		{JavaScript, "(f.x)(1)", "reference"},
		{JavaScript, "(f(1) || g)(2)", "callsite 1+0"},
		{JavaScript, "f`a${1}`", "callsite template 1+0"},
		{JavaScript, "a.f`a`", "callsite template <- a 1+0"},
		{JavaScript, "f.call(a, 1)", "reference method 0+0"},
		{JavaScript, "f.apply(a, b)", "reference method 0+0"},
		{JavaScript, "a.f?.bind(1)", "reference method maybe <- a 0+0"},
		{JavaScript, "x = <f.g/>", "reference"},
		{JavaScript, "x = <a.f b={1}></a.f>", "callsite element <- a 1+0\n1 reference"},
		{JavaScript, "@f class A {}", "callsite decorator 1+0"},
		{JavaScript, "@a.f() class A {}", "callsite <- a 0+0"},
		{TypeScript, "(f as any)(1)", "reference brackets maybe 0+0"},
		{TypeScript, "(f!)(1)", "callsite brackets 1+0"},
		{TypeScript, "(<any>f)(1)", "reference brackets maybe 0+0"},
		{Java, "class A { void g() { a.f(1); } }", "callsite <- a 1+0"},
		{Java, "class A { void g() { super.f(); } }", "callsite <- super  0+0"},
		{Java, "class A { @f int b; }", "reference"},
		{CSharp, "class A { void g() { (f)(1); } }", "annotation brackets cast 1+0"},
		{CSharp, "class A { void g() { (a.f)(1); } }", "callsite brackets <- a 1+0"},
		{CSharp, "class A { void g() { base.f(1); } }", "callsite <- super  1+0"},
		{CSharp, "class A { void g() { f?.Invoke(1); } }", "reference method maybe 0+0"},
		{PHP, "<?php $f(1);", "callsite variable 1+0"},
		{PHP, "<?php \\a\\f(1);", "callsite <- ::a 1+0"},
		{PHP, "<?php a\\b\\f(1);", "callsite <- a::b 1+0"},
		{PHP, "<?php $this->f(1);", "callsite <- self  1+0"},
		{PHP, "<?php parent::f(1);", "callsite <- super  1+0"},
		{PHP, "<?php A::f(1);", "callsite <- A 1+0"},
		{PHP, "<?php new f(1);", "callsite new 1+0"},
		{Kotlin, "val x = (f)(1)", "callsite brackets 1+0"},
		{Kotlin, "val x = (a ?: f)(1)", "reference brackets maybe 0+0"},
		{Kotlin, "val x = (if (a) f else g)(1)", "reference brackets maybe 0+0"},
		{Swift, "let x = (f)(1)", "callsite brackets 1+0"},
		{Swift, "let x = (a ?? f)(1)", "reference brackets maybe 0+0"},
		{Swift, "func g() { self.f(1) }", "callsite <- self  1+0"},
	} {
		if got := sourcetest.Calls(c.scanner, c.src, "f"); got != "1 "+c.want+"\n" {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}
