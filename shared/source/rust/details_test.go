package rust

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// What is reported beyond kinds: callees with their arguments, imports, bindings with their scope,
// visibility, first line of the comment, bases, attributes.
func TestDetails(t *testing.T) {
	for _, c := range []sourcetest.Case{
		{Name: "use trees, attributes, methods", Scanner: Scan, Src: `
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
`, Want: `
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
		t.Run(c.Name, func(t *testing.T) {
			src := strings.TrimPrefix(c.Src, "\n")
			if got, want := sourcetest.Details(c.Scanner, src), strings.TrimPrefix(c.Want, "\n"); got != want {
				t.Errorf("%s\nsays\n%s\nnot\n%s", src, got, want)
			}
		})
	}
}

// Each megabyte of the same few bytes is read in a time that grows with its length alone.
func TestHostileInput(t *testing.T) {
	sourcetest.Alone(t)
	sourcetest.Linear(t, Scan, "rust", "", sourcetest.Hostile())
}

const rustSeed = `//! crate
use std::{fmt::{self, Display as D}, io::*}; extern crate foo as bar; mod x;
/// Doc.
#[derive(Debug, Clone)]
pub struct P<T: 'static>(pub(crate) u8); struct Q { pub a: Vec<Option<u8>>, r#type: fn(u8) -> u8 } union U { a: u8 }
impl<T: Foo> Trait<T> for Type<T> where T: A { const X: u8 = 1; type Y = T; fn a(&self) -> u8 { let f = |x| x+1; f(1); a.b::<T>(2); println!("{}", z(3)); Some(1) } }
cfg_rt! { pub fn g<'a>(x: &'a str) { 'l: loop { break 'l; } } }
macro_rules! m { ($x:expr, $(y),*) => { $(foo($x);)* fn q() {} }; () => {}; }
extern "C" { fn e(x: u8); static S: u8; } enum E { A(u8), B { x: u8 }, C = 3 } trait T: A { fn n(&self); const Z: u8; type I: A; }
async fn k() { match x { Some(y) if y > 1 => f(y), A | B { .. } => {}, _ => unsafe { g() } } if let Some(z) = w { } else if a < b { h!(r#"x"#, b'\'', 'c', b"d") } let Foo { a, b: c } = d else { return }; x as usize < 3; }
/* a /* b */ c */ const fn l() -> impl Fn(u8) -> u8 { move |x: u8| -> u8 { x } }
`

func FuzzRust(f *testing.F) { sourcetest.Fuzz(f, Scan, rustSeed) }
