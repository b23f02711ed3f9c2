package brace

// The samples hold each construct of their language once; the tests cut them at every byte.
const (
	javaSample = `@A(x = 1) package a.b.c;
import java.util.List;
import static java.util.Arrays.*;
@B public @C final class Foo<T extends Comparable<T>> extends Base<String> implements I, J.K {
  int a = 1, b[]; /* c */ String s = """
   text "x" """;
  Foo(int x) throws E { this.a = x; new Foo<Bar>(1) { void m() {} }; new A.B.C(); }
  record P(int x, @N String... y) { P { } }
  int f(final int q) { for (int i = 0; i < 3; i++) g(i); if (o instanceof String t) {} return switch (o) { case R(int z, var w) -> 1; default -> 2; }; }
  enum E { A, B(1) { void k() {} } ; int z; }
  Object l = (a, b) -> Foo::bar; Class<?> c = int[].class; java.util.Map<K,V> m; Object x = (Foo & Bar) y;
}
`
	csharpSample = `#region x
using System;
using static System.Math;
using A = B.C<int>;
global using X.Y;
namespace N.M {
[Serializable, Foo(1)] public partial class C<T> : Base<T>, I where T : class, new() {
  private int a = 1, b; const string K = "x"; public event EventHandler E; event H E2 { add { } remove { } }
  public int P { get; set; } = 3; public int Q => a; int this[int i] { get { return i; } }
  public C(int x) : base(x) { this.a = x; new D<int>(x) { F = 1, G = 2 }; }
  ~C() { } public static C operator +(C a, C b) => a; public static implicit operator int(C c) => 1;
  void I.M<U>(ref int r, params string[] s) where U : struct { var v = @"a""b"; var w = $"x {a.f(b):N2} {{y}}"; var z = $@"c {d}"; var raw = """ x "q" """; }
  delegate int Del(int x); enum E : byte { A, B = 2 } struct S { } interface J { void m(); int P { get; } }
  record R(int X, string Y) : B(X) { } record struct RS(int Z);
  async Task<int> F() { foreach (var (k, v) in d) { } var qq = from x in xs where x.a select x.b(); if (o is string s && o is D { X: 1 } y) { } int Local(int q) { return q; } var t = (1, n: 2); Func<int, int> l = x => x + 1; catchy: goto catchy; try { } catch (E e) when (e.f()) { } using var u = g(); switch (o) { case int i: break; case P(var a, _): h(); break; } var r = o switch { int j => 1, _ => typeof(C) }; a?.b?.c(); nameof(x); var h1 = (T)y; h1 = x as T; throw new N.E("s"); lock (this) { } f(n: 1, out var zz); await q.ConfigureAwait(false); h1 = delegate (int x) { }; }
}
}
`
	phpSample = `<html><?= $title ?> text <?php
namespace A\B;
use C\D\E as F, G\H;
use function I\j; use K\{L, M as N};
#[Attr(1), Other] abstract class Foo extends \X\Base implements I, J {
  use T1, T2 { a as b; }
  const Z = 1, Y = 2; public static ?int $p = 3; private readonly array|string $q;
  public function __construct(private int $x, string ...$y) { $this->x = $x; self::$p = 1; static::make(); parent::__construct(); new Foo(1); new class(2) extends Bar { function m() {} }; }
  abstract protected function m(int &$r): ?static;
}
interface I2 extends A, B { const Q = 1; function n(); } trait T { } enum Suit: string implements I { case A = 'a'; case B = 'b'; function f() {} }
function top(callable $c = null) { global $g; static $s = 1; [$a, $b] = $t; list($c, 'k' => $d) = $e; foreach ($xs as $k => $v) { } $f = function ($p) use ($q, &$r) { return $p; }; $h = fn(int $z): int => $z + 1;
 echo "x $a {$b->c($d)} $e[0] $o->p ${n} \$y", 'single $x'; $m = <<<EOT
 here $x {$y->z()}
 EOT; $n = <<<'RAW'
 raw $x
RAW;
 match($x) { 1, 2 => foo(), default => throw new E() }; try { } catch (E1 | E2 $e) { } $x->y()?->z(); $x::Y; A\B::c(); \strlen($x); $fn(); $$v; $x instanceof Foo; goto lbl; lbl: f(name: 1, ...$args); strlen(...); (int)$x; ` + "`" + `ls $x` + "`" + `; $x++; $o->p = 1; $a['k'] = 2; isset($x); define('K', 1); Foo::class; [$this, 'm']; new $cls; new static; ` + "`" + `x` + "`" + `; }
# comment
// c ?> html <?php /* b */ /** doc */
`
	kotlinSample = `@file:JvmName("X")
package a.b
import c.d.E as F
import g.*
/** doc */
@A(1) open class Foo<T : Any>(val x: Int = 1, y: String) : Base<T>(x), I {
  companion object { const val Z = 1
   fun h() {} }
  var p: Int = 0
    get() = field
    set(value) { field = value }
  constructor(z: Int) : this(z, "") { }
  init { foo { it.bar() } }
  suspend inline fun <R> List<R>.ext(a: Int, vararg b: String): R? where R : Any { return run(1) { x -> y } }
  val String.q: Int get() = length
  val l by lazy { 1 }
}
data class D(val a: Int)
enum class En(val v: Int) { A(1), B(2) { override fun m() {} }; abstract fun m() }
object O : I { }
fun interface FI { fun m() }
typealias TA = Map<String, Int>
fun main() {
  val (a, b) = pair
  var s = "x $a ${b.c(d)} y"
  val r = """raw ${x} "q" """
  for ((k, v) in map) { k += 1 }
  obj::foo
  when (x) { is Foo -> 1
  in 1..2 -> g()
  else -> 3 }
  try { } catch (e: Exception) { throw Foo() }
  x as Bar
  val f = fun(z: Int) { }
  object : Foo(), Bar { fun z() {} }
  a.b.c = 1
  a?.b(c = 2)!!
  label@ for (i in 0 until 3) break@label
  @Suppress("x") val w = 'c'
  list.map { (a, b) -> a }.filter(::foo)
  ` + "`" + `quoted name` + "`" + `()
  a infix b
  Foo<Bar>(1)
  i++
  a[i] = 1
  val lam: (Int) -> String = { a: Int, b -> "" }
}
`
	swiftSample = `import Foundation
import struct A.B
@objc(Foo) public class Foo<T: P>: Base, Q where T: R {
  @Published var x: Int = 1, y = 2 { didSet { z() } }
  static let k: [String: Int] = [:]
  var c: Int { get { return 1 } set(v) { x = v } }
  init(a b: Int, _ c: String = "s") throws { super.init() }
  deinit { }
  func f<U>(with p: U, q: inout Int) async -> [U] { guard let s = p else { return } ; if let t { } ; return g(x: 1, y) { $0 + 1 } }
  subscript(i: Int) -> Int { return i }
  enum E: String { case a, b = "x"; case c(Int, d: String) }
}
extension Foo: Z { func ext() {} }
protocol P: AnyObject { associatedtype A; func m(x: Int) -> Int; var v: Int { get } }
typealias TA = Foo<Int>
struct S { let a: Int }
actor Ac { }
func top(_ x: Int...) { let (a, b) = t; for i in 0..<3 { x.y.z(i) } ; let s = "a \(b.c(d)) e"; let m = """
 x \(y) "
 """; let r = #"raw \#(z) \n"#; switch v { case .foo(let q): break; case let x as Foo: w() default: break } ; a.b = 3; x += 1
 do { try h() } catch let e { } ; let cl = { (a: Int, b) -> Int in return a }; UIView.animate { } completion: { ok in k() }; Foo<Int>(x); self.x = 1; _ = [1].map(\.foo) ; if #available(iOS 13, *) { }
 lab: while true { break lab } }
infix operator +++: P
/* nested /* c */ */
#if DEBUG
let z = 1
#endif
`
)
