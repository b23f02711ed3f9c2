package brace

import "testing"

func TestSwiftReadsTypesExtensionsAndProtocols(t *testing.T) {
	const src = `import Foundation
import struct A.B
@objc(Foo) public final class C<T: P>: Base, Q where T: R {
  @Published var x: Int = 1, y = 2
  static let k: [String: Int] = [:]
  var c: Int { get { return a } set(v) { b = v } }
  init?(a b: Int, _ d: String = "s") throws { super.init(b) }
  deinit { }
  func f<U>(with p: U, q: inout Int) async -> [U] { g(h: 1) { $0 + z } }
  subscript(i: Int) -> Int { i }
}
enum E: String { case a, b = "x"; case c(Int) }
extension A.D: Z { func ext() {} }
protocol P: AnyObject { associatedtype W; func m(x: Int) -> Int; var v: Int { get } }
`
	shown(t, Swift, src, `
1:8 Foundation import <module>
2:15 A from_import <module>
2:17 B from_import <module>
3:2 objc callsite <module>
3:7 Foo reference <module>
3:31 C definition <module>
3:33 T assignment C
3:36 P annotation C
3:40 Base reference C
3:46 Q reference C
3:54 T annotation C
3:57 R annotation C
4:4 Published reference C
4:18 x definition C
4:21 Int annotation C
4:30 y definition C
5:14 k definition C
5:18 String annotation C
5:26 Int annotation C
6:7 c definition C
6:10 Int annotation C
6:29 a reference C
6:37 v assignment C
6:42 b assignment C
6:46 v reference C
7:3 init definition C
7:9 a reference C.init
7:11 b assignment C.init
7:14 Int annotation C.init
7:21 d assignment C.init
7:24 String annotation C.init
7:33 "s" string_match C.init
7:53 init callsite C.init
7:58 b reference C.init
8:3 deinit definition C
9:8 f definition C
9:10 U assignment C.f
9:13 with reference C.f
9:18 p assignment C.f
9:21 U annotation C.f
9:24 q assignment C.f
9:33 Int annotation C.f
9:48 U annotation C.f
9:53 g callsite C.f
9:55 h reference C.f
9:68 z reference C.f
10:3 subscript definition C
10:13 i assignment C.subscript
10:16 Int annotation C.subscript
10:24 Int annotation C.subscript
10:30 i reference C.subscript
12:6 E definition <module>
12:9 String reference E
12:23 a definition E
12:26 b definition E
12:30 "x" string_match E
12:40 c definition E
12:42 Int annotation E
13:11 A reference A.D
13:13 D reference A.D
13:16 Z reference A.D
13:25 ext definition A.D
14:10 P definition <module>
14:13 AnyObject reference P
14:40 W definition P
14:48 m definition P
14:50 x assignment P.m
14:53 Int annotation P.m
14:61 Int annotation P.m
14:70 v definition P
14:73 Int annotation P
`)
	declared(t, Swift, src, `
class C 3-11 public final class C<T: P>: Base, Q where T: R
variable C.x 4-4 var x: Int
variable C.y 4-4 y
constant C.k 5-5 static let k: [String: Int]
variable C.c 6-6 var c: Int
method C.init 7-7 init?(a b: Int, _ d: String = "s") throws
method C.deinit 8-8 deinit
method C.f 9-9 func f<U>(with p: U, q: inout Int) async -> [U]
method C.subscript 10-10 subscript(i: Int) -> Int
enum E 12-12 enum E: String
field E.a 12-12 case a
field E.b 12-12 b
field E.c 12-12 case c(Int)
extension A.D 13-13 extension A.D: Z
method A.D.ext 13-13 func ext()
interface P 14-14 protocol P: AnyObject
type P.W 14-14 associatedtype W
method P.m 14-14 func m(x: Int) -> Int
variable P.v 14-14 var v: Int
`)
}

func TestSwiftReadsConditionsClosuresAndRawStrings(t *testing.T) {
	const src = `func top(_ xs: Int...) {
  let (a, b) = t
  guard let s = a?.p, s > 3 else { return }
  for i in 0..<n { x.y(i) }
  let u = "a \(b.c("d")) e" + #"r\#(f) \n"#
  switch v { case .foo(let q): q(); case let w as Foo: break
  default: h() }
  do { try g() } catch let e { e.l() }
  run { (j: Int, k) -> T in j } then: { [weak self] m in m.o = 1 }
  /* a /* b */ c */
}
`
	shown(t, Swift, src, `
1:6 top definition <module>
1:12 xs assignment top
1:16 Int annotation top
2:8 a assignment top
2:11 b assignment top
2:16 t reference top
3:13 s assignment top
3:17 a reference top
3:20 p reference top
3:23 s reference top
4:7 i assignment top
4:16 n reference top
4:20 x reference top
4:22 y callsite top
4:24 i reference top
5:7 u assignment top
5:11 "a  string_match top
5:16 b reference top
5:18 c callsite top
5:20 "d" string_match top
5:25  e" string_match top
5:31 #"r string_match top
5:37 f reference top
5:39  \n"# string_match top
6:10 v reference top
6:20 foo callsite top
6:28 q assignment top
6:32 q callsite top
6:46 w assignment top
6:51 Foo annotation top
7:12 h callsite top
8:12 g callsite top
8:28 e assignment top
8:32 e reference top
8:34 l callsite top
9:3 run callsite top
9:10 j assignment top
9:13 Int annotation top
9:18 k assignment top
9:24 T annotation top
9:29 j reference top
9:33 then reference top
9:53 m assignment top
9:58 m reference top
9:60 o assignment top
10:3 /* a /* b */ c */ comment_match top
`)
	declared(t, Swift, src, `
function top 1-11 func top(_ xs: Int...)
`)
}

func TestSwiftsCastEndsBeforeTheValueThatStandsInForNone(t *testing.T) {
	shown(t, Swift, "let a = b as? T ?? c.f(d)\n", `
1:5 a definition <module>
1:9 b reference <module>
1:15 T annotation <module>
1:20 c reference <module>
1:22 f callsite <module>
1:24 d reference <module>
`)
}
