package cfamily

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
		{C, "void g(void) { f(1); }", "callsite 1+0"},
		{C, "void g(void) { p->a.f(1); }", "callsite <- p.a 1+0"},
		{C, "void g(void) { (f)(1, 2); }", "reference brackets cast 2+0"},
		{C, "void g(void) { (*f)(1); }", "callsite brackets 1+0"},
		{C, "void g(void) { return (*p->f)(1); }", "callsite brackets <- p 1+0"},
		{C, "void g(void) { ((f))(1); }", "reference brackets cast 1+0"},
		{C, "void g(void) { (f)(long)x; }", "reference brackets cast maybe 1+0"},
		{C, "void g(void) { (a ? f : h)(1); }", "reference brackets maybe 0+0"},
		{C, "void g(void) { ((void (*)(int))f)(1); }", "reference brackets maybe 0+0"},
		{C, "void g(void) { h(x)(f)(1); }", "reference brackets cast maybe 1+0"},
		{C, "void g(void) { h(f)(1); }", "reference"},
		{C, "int g(void) { return sizeof(f)(1); }", "reference"},
		{CPP, "void g() { std::f(1); }", "callsite <- std 1+0"},
		{CPP, "void g() { ::f(1); }", "callsite <-  1+0"},
		{CPP, "void g() { a::b<int>::f(1); }", "callsite <- a::b 1+0"},
		{CPP, "void g() { T::template f<int>(1); }", "callsite <- opaque  1+0"},
		{CPP, "void g() { new f(1); }", "callsite new 1+0"},
		{CPP, "void g() { this->f(1); }", "callsite <- self  1+0"},
		{CPP, "void g() { (o->*f)(1); }", "callsite brackets <- opaque  1+0"},
		{CPP, "void g() { f{}; }", "reference maybe 0+0"},
		{CPP, "void g() { f p(1); }", "annotation maybe 0+0"},
		{CPP, "A::A() : f(1) {}", "assignment maybe 0+0"},
	} {
		if got := sourcetest.Calls(c.scanner, c.src, "f"); got != "1 "+c.want+"\n" {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}
