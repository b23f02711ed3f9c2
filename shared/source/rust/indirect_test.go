package rust

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestCallsSayHowTheyAreWritten holds what is said of each use of f: the form of the call and what
// it is called on.
func TestCallsSayHowTheyAreWritten(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"fn g() { f(1); }":           "callsite 1+0",
		"fn g() { f!(1); }":          "callsite macro 1+0",
		"fn g() { f! { 1 } }":        "callsite macro 1+0",
		"fn g() { a.b().f(1); }":     "callsite <- a.b() 1+0",
		"fn g() { self.f(1); }":      "callsite <- self  1+0",
		"fn g() { std::io::f(1); }":  "callsite <- std::io 1+0",
		"fn g() { Vec::<T>::f(1); }": "callsite <- Vec 1+0",
		"fn g() { <T as S>::f(1); }": "callsite <- opaque  1+0",
		"fn g() { Self::f(1); }":     "callsite <- Self 1+0",
		"fn g() { (f)(1); }":         "callsite brackets 1+0",
		"fn g() { (*f)(1); }":        "callsite brackets 1+0",
		"fn g() { (self.f)(1, 2); }": "callsite brackets <- opaque  2+0",
		"fn g() { h(f)(2); }":        "reference",
		"fn g() { h!(f)(2); }":       "reference",
		"fn g() { (f || h)(2); }":    "reference brackets maybe 0+0",
	} {
		if got := sourcetest.Calls(Scan, src, "f"); got != "1 "+want+"\n" {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}
