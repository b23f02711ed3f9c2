package rust

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

var rustTable = []sourcetest.Snippet{
	{
		Name: "a function and what it calls",
		Src: `
/// Adds.
#[inline(always)]
pub fn add<'a, T: Num>(a: &'a T, (b, c): (u8, T)) -> Option<T> {
	let mut d = a.plus(b)?;
	d += Self::new(1).x;
	macros::log!("{}", f(d));
	Some(d)
}
`,
		Words: `
1:1 /// Adds. comment_match <module>
2:3 inline callsite <module>
2:10 always reference <module>
3:8 add definition <module>
3:13 a reference add
3:16 T assignment add
3:19 Num annotation add
3:24 a assignment add
3:29 a reference add
3:31 T annotation add
3:35 b assignment add
3:38 c assignment add
3:47 T annotation add
3:54 Option annotation add
3:61 T annotation add
4:10 d assignment add
4:14 a reference add
4:16 plus callsite add
4:21 b reference add
5:2 d assignment add
5:13 new callsite add
5:20 x reference add
6:2 macros reference add
6:10 log callsite add
6:15 "{}" string_match add
6:21 f callsite add
6:23 d reference add
7:2 Some callsite add
7:7 d reference add
`,
		Declarations: `
function add 3-8 pub fn add<'a, T: Num>(a: &'a T, (b, c): (u8, T)) -> Option<T>
`,
	},
	{
		Name: "a use tree",
		Src: `
use std::{fmt::{self, Display as D}, io::*};
pub(crate) use super::a;
extern crate core as k;
mod b;
`,
		Words: `
1:5 std from_import <module>
1:11 fmt from_import <module>
1:23 Display from_import <module>
1:34 D from_import <module>
1:38 io from_import <module>
2:23 a from_import <module>
3:14 core import <module>
3:22 k import <module>
4:5 b import <module>
`,
	},
	{
		Name: "methods name the type of their impl",
		Src: `
impl<T> Tr<T> for m::Ty<T> where T: A {
	const C: u8 = 1;
	type I = T;
	fn f(self) { g() }
}
`,
		Words: `
1:6 T assignment <module>
1:9 Tr annotation <module>
1:12 T annotation <module>
1:19 m reference <module>
1:22 Ty annotation <module>
1:25 T annotation <module>
1:34 T annotation <module>
1:37 A annotation <module>
2:8 C definition <module>
3:7 I definition <module>
3:11 T annotation <module>
4:5 f definition <module>
4:15 g callsite Ty.f
`,
		Declarations: `
constant Ty.C 2-2 const C: u8
type Ty.I 3-3 type I
method Ty.f 4-4 fn f(self)
`,
	},
	{
		Name: "structs, enums, unions, traits",
		Src: `
struct A<T> { pub a: Vec<T>, r#type: u8 }
struct B(C, D);
enum E { F, G(H), I { j: K } = 3 }
union U { l: M }
trait N: O { const P: u8; type Q: R; fn s(&self) -> T; fn t() {} }
`,
		Words: `
1:8 A definition <module>
1:10 T assignment A
1:19 a definition A
1:22 Vec annotation A
1:26 T annotation A
1:30 r#type definition A
2:8 B definition <module>
2:10 C annotation <module>
2:13 D annotation <module>
3:6 E definition <module>
3:10 F definition E
3:13 G definition E
3:15 H annotation E
3:19 I definition E
3:23 j definition E
3:26 K annotation E
4:7 U definition <module>
4:11 l definition U
4:14 M annotation U
5:7 N definition <module>
5:10 O annotation N
5:20 P definition N
5:32 Q definition N
5:35 R annotation N
5:41 s definition N
5:53 T annotation N
5:59 t definition N
`,
		Declarations: `
struct A 1-1 struct A<T>
field A.a 1-1 pub a: Vec<T>
field A.r#type 1-1 r#type: u8
struct B 2-2 struct B(C, D)
enum E 3-3 enum E
field E.F 3-3 F
field E.G 3-3 G(H)
field E.I 3-3 I { j: K } = 3
field E.j 3-3 j: K
struct U 4-4 union U
field U.l 4-4 l: M
trait N 5-5 trait N: O
constant N.P 5-5 const P: u8
type N.Q 5-5 type Q: R
method N.s 5-5 fn s(&self) -> T
method N.t 5-5 fn t()
`,
	},
	{
		Name: "constants of files and functions are definitions",
		Src: `
const A: &str = B;
static mut C: u8 = f();
fn g() { const D: u8 = 1; static E: u8 = 2; const _: F<()> = h(); }
`,
		Words: `
1:7 A definition <module>
1:17 B reference <module>
2:12 C definition <module>
2:20 f callsite <module>
3:4 g definition <module>
3:16 D definition g
3:34 E definition g
3:54 F annotation g
3:62 h callsite g
`,
		Declarations: `
constant A 1-1 const A: &str
variable C 2-2 static mut C: u8
function g 3-3 fn g()
constant g.D 3-3 const D: u8
variable g.E 3-3 static E: u8
`,
	},
	{
		Name: "patterns bind, and call nothing",
		Src: `
fn f() {
	match x {
		Some(a) | B { a, c: (d, ..) } if a > g(a) => h(a),
		K => {}
		ref e @ 1..=5 => match e { _ => i() },
		j => unsafe { k() }
	}
	if let Ok(l) = m { }
	for (n, o) in p() { }
	let Q { r, .. } = s else { return };
}
`,
		Words: `
1:4 f definition <module>
2:8 x reference f
3:3 Some reference f
3:8 a assignment f
3:13 B reference f
3:17 a assignment f
3:20 c reference f
3:24 d assignment f
3:36 a reference f
3:40 g callsite f
3:42 a reference f
3:48 h callsite f
3:50 a reference f
4:3 K reference f
5:7 e assignment f
5:26 e reference f
5:35 i callsite f
6:3 j assignment f
6:17 k callsite f
8:9 Ok reference f
8:12 l assignment f
8:17 m reference f
9:7 n assignment f
9:10 o assignment f
9:16 p callsite f
10:6 Q reference f
10:10 r assignment f
10:20 s reference f
`,
		Declarations: `
function f 1-11 fn f()
`,
	},
	{
		Name: "a closure that a name is bound to",
		Src: `
fn f() {
	let g = move |a: u8, b| -> u8 { h(a) };
	i(|| j(g), |k| k || l);
}
`,
		Words: `
1:4 f definition <module>
2:6 g definition f
2:16 a assignment f.g
2:23 b assignment f.g
2:34 h callsite f.g
2:36 a reference f.g
3:2 i callsite f
3:7 j callsite f
3:9 g reference f
3:14 k assignment f
3:17 k reference f
3:22 l reference f
`,
		Declarations: `
function f 1-4 fn f()
function f.g 2-2 let g
`,
	},
	{
		Name: "macros are read as code",
		Src: `
macro_rules! m {
	($a:expr, $($b:ident),*) => { fn f() { g($a); } };
}
cfg! { struct S; }
vec![h(1); 2];
`,
		Words: `
1:1 macro_rules reference m
1:14 m definition <module>
2:4 a reference m
2:6 expr reference m
2:15 b reference m
2:17 ident reference m
2:35 f definition m
2:41 g callsite m.f
2:44 a reference m.f
4:1 cfg callsite <module>
4:15 S definition <module>
5:1 vec callsite <module>
5:6 h callsite <module>
`,
		Declarations: `
macro m 1-3 macro_rules! m
function m.f 2-2 fn f()
struct S 4-4 struct S
`,
	},
	{
		Name: "lifetimes, characters, strings",
		Src: `
fn f<'a>(x: &'static str) -> char {
	'l: loop { break 'l; }
	g('a', b'\'', '\u{1}', r#"""#, br"x", "a
 b")
}
/* a /* b */ c */
`,
		Words: `
1:4 f definition <module>
1:7 a reference f
1:10 x assignment f
2:3 l reference f
2:20 l reference f
3:2 g callsite f
3:4 'a' string_match f
3:9 b'\'' string_match f
3:16 '\u{1}' string_match f
3:25 r#"""# string_match f
3:33 br"x" string_match f
3:40 "a⏎ b" string_match f
6:1 /* a /* b */ c */ comment_match <module>
`,
		Declarations: `
function f 1-5 fn f<'a>(x: &'static str) -> char
`,
	},
	{
		Name: "extern blocks and raw identifiers",
		Src: `
extern "C" { fn f(a: u8); static S: u8; }
unsafe extern "C" fn r#try() {}
`,
		Words: `
1:8 "C" string_match <module>
1:17 f definition <module>
1:19 a assignment <module>
1:34 S definition <module>
2:15 "C" string_match r#try
2:22 r#try definition <module>
`,
		Declarations: `
function f 1-1 fn f(a: u8)
variable S 1-1 static S: u8
function r#try 2-2 unsafe extern "C" fn r#try()
`,
	},
	{
		Name: "modules and visibility",
		Src: `
pub mod a { pub(super) fn f() {} }
#[cfg(test)]
mod tests { use super::*; fn g() { f(); } }
`,
		Words: `
1:9 a definition <module>
1:27 f definition a
2:3 cfg callsite <module>
2:7 test reference <module>
3:5 tests definition <module>
3:30 g definition tests
3:36 f callsite tests.g
`,
		Declarations: `
module a 1-1 pub mod a
function a.f 1-1 pub(super) fn f()
module tests 3-3 mod tests
function tests.g 3-3 fn g()
`,
	},
	{
		Name: "an item at the margin ends what was never closed",
		Src: `
fn f() {
	g((

pub fn h() {}
`,
		Words: `
1:4 f definition <module>
2:2 g callsite f
4:8 h definition <module>
`,
		Declarations: `
function f 1-3 fn f()
function h 4-4 pub fn h()
`,
	},
	{
		Name: "struct literals are no blocks",
		Src: `
fn f() {
	if a == b { c() }
	let d = E { f: g(), h };
	x as usize < y;
	let z = <T as A<u8>>::new();
}
`,
		Words: `
1:4 f definition <module>
2:5 a reference f
2:10 b reference f
2:14 c callsite f
3:6 d assignment f
3:10 E reference f
3:14 f reference f
3:17 g callsite f
3:22 h reference f
4:2 x reference f
4:15 y annotation f
5:6 z assignment f
5:11 T annotation f
5:16 A annotation f
5:24 new callsite f
`,
		Declarations: `
function f 1-6 fn f()
`,
	},
}

func TestRust(t *testing.T) { sourcetest.Snippets(t, Scan, rustTable) }

// A byte order mark is not part of the first word.
func TestMarkedFile(t *testing.T) {
	sourcetest.Marked(t, []sourcetest.Case{
		{Name: "Rust", Scanner: Scan, Src: "fn f() { g() }\n", Want: "function f 1-1 fn f()\n"},
		{Name: "Rust with an interpreter", Scanner: Scan, Src: "#!/usr/bin/x\nfn f() { g() }\n", Want: "function f 2-2 fn f()\n"},
	})
}
