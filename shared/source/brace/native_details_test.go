package brace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// details prints what a scan tells of calls, imports, bindings and definitions
// beyond their places.
func details(scanner source.Scanner, src string) string {
	text := []byte(src)
	f := source.Scan(scanner, text, source.Want{Words: true, Bindings: true})
	var out strings.Builder
	for _, c := range f.Calls {
		fmt.Fprintf(&out, "call %s %d %s\n", c.Callee.Of(text), c.Positional, c.Span.Of(text))
	}
	for _, im := range f.Imports {
		fmt.Fprintf(&out, "import %s|%s|%s\n", im.Module, im.Name, im.Alias)
	}
	for _, b := range f.Bindings {
		scope := "file"
		if b.Scope != source.None {
			scope = f.Qualname(text, b.Scope)
		}
		fmt.Fprintf(&out, "binding %s %d %s\n", b.Name, b.How, scope)
	}
	for i, d := range f.Declarations {
		fmt.Fprintf(&out, "declaration %s %s %q", f.Qualname(text, i), d.Visibility, d.Doc.Of(text))
		for _, s := range append(d.Bases, d.Decorators...) {
			fmt.Fprintf(&out, " %s", s.Of(text))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// What is told beyond kinds: callees with their arguments, imports, bindings with
// How and scope, visibility, first line of the comment, bases, attributes.
func TestNativeDetails(t *testing.T) {
	for _, c := range []struct {
		name    string
		scanner source.Scanner
		src     string
		want    string
	}{
		{"calls, bindings, comments", C, `
#include "a.h"
/* License. */

/**
 * f - adds
 * more
 */
static int f(int a, char *b)
{
	int c = g(a, h(), "x");
	return p->q.r(c);
}
// Says.
#define M 1
struct s { int x; };
`, `
call g 3 g(a, h(), "x")
call h 0 h()
call p->q.r 1 p->q.r(c)
import a.h|*|
binding * 4 file
binding f 0 file
binding a 1 f
binding b 1 f
binding c 2 f
binding M 0 file
binding s 0 file
binding x 0 s
declaration f private "f - adds"
declaration M public "Says."
declaration s public ""
declaration s.x public ""
`},
		{"imports, bases, visibility", CPP, `
#include <a>
using namespace std;
using b::c;
/// Doc.
class D : public E, private n::F<int> {
	int g;
protected:
	void h(int i);
public:
	D();
};
`, `
import a|*|
import std|*|
import b|c|
binding * 4 file
binding * 4 file
binding c 3 file
binding D 0 file
binding g 0 D
binding h 0 D
binding D 0 D
declaration D public "Doc." E n::F<int>
declaration D.g private ""
declaration D.h internal ""
declaration D.D public ""
`},
		{"use trees, attributes, methods", Rust, `
use a::{b as c, d::*, e::{self, f}};
extern crate g as h;
use i;
/// Doc.
/// More.
#[derive(A)]
#[b]
pub struct S { c: u8 }
impl T for S { pub(crate) fn m(&self, x: u8) { let y = x; self.n(x, y).o(); } }
trait V: W + k::X {}
`, `
call derive 1 derive(A)
call self.n 2 self.n(x, y)
call self.n(x, y).o 0 self.n(x, y).o()
import a|b|c
import a::d|*|
import a::e||
import a::e|f|
import g||h
import |i|
binding c 3 file
binding * 4 file
binding e 3 file
binding f 3 file
binding h 3 file
binding i 3 file
binding S 0 file
binding x 1 S.m
binding y 2 S.m
binding V 0 file
declaration S public "Doc." #[derive(A)] #[b]
declaration S.c private ""
declaration S.m internal ""
declaration V private "" W k::X
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.TrimPrefix(c.src, "\n")
			if got, want := details(c.scanner, src), strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("%s\ntells\n%s\nnot\n%s", src, got, want)
			}
		})
	}
}
