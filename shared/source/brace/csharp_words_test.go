package brace

import "testing"

func TestCSharpReadsHeadsMembersAndUsings(t *testing.T) {
	const src = `using System.Text;
using static A.B;
using X = A.B.C<D>;
namespace N {
[Attr, With(1)] public class C<T> : Base<T>, I where T : D, new() {
  int a = 1, b; event H E;
  public string P { get; private set; } = "p";
  public int Q => a;
  D this[int i] { get { return d[i]; } }
  public C(int x) : base(x) { }
  void I.M(out int r, params string[] s) { f(n: 1, out var z); }
  public static C<T> operator +(C<T> l, C<T> m) => l;
}
}
`
	shown(t, CSharp, src, `
1:7 System import <module>
1:14 Text import <module>
2:14 A from_import <module>
2:16 B from_import <module>
3:7 X import <module>
3:11 A import <module>
3:13 B import <module>
3:15 C import <module>
3:17 D import <module>
4:11 N definition <module>
5:2 Attr reference N
5:8 With callsite N
5:30 C definition N
5:32 T assignment N.C
5:37 Base reference N.C
5:42 T annotation N.C
5:46 I reference N.C
5:54 T annotation N.C
5:58 D annotation N.C
6:7 a definition N.C
6:14 b definition N.C
6:23 H annotation N.C
6:25 E definition N.C
7:17 P definition N.C
7:43 "p" string_match N.C
8:14 Q definition N.C
8:19 a reference N.C
9:3 D annotation N.C.this
9:5 this definition N.C
9:14 i assignment N.C.this
9:32 d reference N.C.this
9:34 i reference N.C.this
10:10 C definition N.C
10:16 x assignment N.C.C
10:26 x reference N.C.C
11:8 I reference N.C.M
11:10 M definition N.C
11:20 r assignment N.C.M
11:39 s assignment N.C.M
11:44 f callsite N.C.M
11:46 n reference N.C.M
11:60 z assignment N.C.M
12:17 C annotation N.C.operator
12:19 T annotation N.C.operator
12:22 operator definition N.C
12:33 C annotation N.C.operator
12:35 T annotation N.C.operator
12:38 l assignment N.C.operator
12:41 C annotation N.C.operator
12:43 T annotation N.C.operator
12:46 m assignment N.C.operator
12:52 l reference N.C.operator
`)
	declared(t, CSharp, src, `
module N 4-14 namespace N
class N.C 5-13 public class C<T> : Base<T>, I where T : D, new()
field N.C.a 6-6 int a
field N.C.b 6-6 b
field N.C.E 6-6 event H E
field N.C.P 7-7 public string P
field N.C.Q 8-8 public int Q
method N.C.this 9-9 D this[int i]
method N.C.C 10-10 public C(int x) : base(x)
method N.C.M 11-11 void I.M(out int r, params string[] s)
method N.C.operator 12-12 public static C<T> operator +(C<T> l, C<T> m)
`)
}

func TestCSharpReadsPatternsQueriesAndInterpolation(t *testing.T) {
	const src = `record R(int X, E Y) : B(X);
class K {
  async Task<int> F(object o) {
    var s = $"a {x.f(b):N2} {{y}}" + @"c""d" + $@"e {g}
";
    if (o is D { P: 1 } q && o is not E) await q.G();
    return o switch { int j => j, A.B => h(), _ => new() { Z = 1 } };
  }
  int L() { int M(int p) { return p; } return (from v in vs where v.k select v.w(c)).Sum(); }
}
`
	shown(t, CSharp, src, `
1:8 R definition <module>
1:14 X definition R
1:17 E annotation R
1:19 Y definition R
1:24 B callsite R
1:26 X reference R
2:7 K definition <module>
3:9 Task annotation K.F
3:19 F definition K
3:28 o assignment K.F
4:9 s assignment K.F
4:13 $"a  string_match K.F
4:18 x reference K.F
4:20 f callsite K.F
4:22 b reference K.F
4:28  {{y}}" string_match K.F
4:38 @"c""d" string_match K.F
4:48 $@"e  string_match K.F
4:54 g reference K.F
4:56 ⏎" string_match K.F
6:9 o reference K.F
6:14 D annotation K.F
6:18 P reference K.F
6:25 q assignment K.F
6:30 o reference K.F
6:39 E annotation K.F
6:48 q reference K.F
6:50 G callsite K.F
7:12 o reference K.F
7:27 j assignment K.F
7:32 j reference K.F
7:35 A reference K.F
7:37 B reference K.F
7:42 h callsite K.F
7:47 _ reference K.F
7:60 Z assignment K.F
9:7 L definition K
9:17 M definition K.L
9:23 p assignment K.L.M
9:35 p reference K.L.M
9:53 v assignment K.L
9:58 vs reference K.L
9:67 v reference K.L
9:69 k reference K.L
9:78 v reference K.L
9:80 w callsite K.L
9:82 c reference K.L
9:86 Sum callsite K.L
`)
	declared(t, CSharp, src, `
class R 1-1 record R(int X, E Y) : B(X)
field R.X 1-1 int X
field R.Y 1-1 E Y
class K 2-10 class K
method K.F 3-8 async Task<int> F(object o)
method K.L 9-9 int L()
function K.L.M 9-9 int M(int p)
`)
}

func TestCSharpReadsDeconstructionsAndMembersNamedByKeywords(t *testing.T) {
	const src = `class A {
  public static implicit operator B<T>(A a) => h(a);
  D I.this[int i] { get => w; set { w = value; } }
  void M() {
    var (d, (e, g)) = t();
    foreach (var (k, v) in z) { f(k, v); }
  }
}
`
	shown(t, CSharp, src, `
1:7 A definition <module>
2:26 operator definition A
2:35 B annotation A.operator
2:37 T annotation A.operator
2:40 A annotation A.operator
2:42 a assignment A.operator
2:48 h callsite A.operator
2:50 a reference A.operator
3:3 D annotation A.this
3:5 I reference A.this
3:7 this definition A
3:16 i assignment A.this
3:28 w reference A.this
3:37 w assignment A.this
3:41 value reference A.this
4:8 M definition A
5:10 d assignment A.M
5:14 e assignment A.M
5:17 g assignment A.M
5:23 t callsite A.M
6:19 k assignment A.M
6:22 v assignment A.M
6:28 z reference A.M
6:33 f callsite A.M
6:35 k reference A.M
6:38 v reference A.M
`)
	declared(t, CSharp, src, `
class A 1-8 class A
method A.operator 2-2 public static implicit operator B<T>(A a)
method A.this 3-3 D I.this[int i]
method A.M 4-7 void M()
`)
}
