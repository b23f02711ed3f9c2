package brace

import "testing"

func TestJavaSeparatesTypesMembersAndCalls(t *testing.T) {
	const src = `import static a.b.C.*;
class A<T extends B> {
  A(int x) { this.x = new C<D>(x).f(y -> y++); }
  int[] f(List<String>... a) throws E { for (K k : ks) { k.g(); } return (int[]) a; }
  R r = new R() { void run() { go(); } };
}
`
	shown(t, Java, src, `
1:15 a from_import <module>
1:17 b from_import <module>
1:19 C from_import <module>
2:7 A definition <module>
2:9 T assignment A
2:19 B annotation A
3:3 A definition A
3:9 x assignment A.A
3:19 x assignment A.A
3:27 C callsite A.A
3:29 D annotation A.A
3:32 x reference A.A
3:35 f callsite A.A
3:37 y assignment A.A
3:42 y assignment A.A
4:9 f definition A
4:11 List annotation A.f
4:16 String annotation A.f
4:27 a assignment A.f
4:37 E annotation A.f
4:46 K annotation A.f
4:48 k assignment A.f
4:52 ks reference A.f
4:58 k reference A.f
4:60 g callsite A.f
4:82 a reference A.f
5:3 R annotation A
5:5 r definition A
5:13 R callsite A
5:24 run definition A
5:32 go callsite A.run
`)
	declared(t, Java, src, `
class A 2-6 class A<T extends B>
method A.A 3-3 A(int x)
method A.f 4-4 int[] f(List<String>... a) throws E
field A.r 5-5 R r
method A.run 5-5 void run()
`)
}

func TestJavaReadsRecordsEnumsPatternsAndAnnotationTypes(t *testing.T) {
	const src = `sealed interface S permits P {}
record P(int x, Q q) implements S {
  P { check(x); }
  static String m(Object o) {
    return switch (o) { case P(int a, var b) when a > b -> "yes"; case Q q -> q.s(); default -> """
      text " \""" block"""; };
  }
}
enum E { A(1) { void f() {} }, @Old B; final int n = 0; }
@interface N { int[] value() default {1}; String s() default X; }
`
	shown(t, Java, src, `
1:18 S definition <module>
1:28 P reference S
2:8 P definition <module>
2:14 x definition P
2:17 Q annotation P
2:19 q definition P
2:33 S reference P
3:3 P definition P
3:7 check callsite P.P
3:13 x reference P.P
4:10 String annotation P.m
4:17 m definition P
4:19 Object annotation P.m
4:26 o assignment P.m
5:20 o reference P.m
5:30 P annotation P.m
5:36 a assignment P.m
5:43 b assignment P.m
5:51 a reference P.m
5:55 b reference P.m
5:60 "yes" string_match P.m
5:72 Q annotation P.m
5:74 q assignment P.m
5:79 q reference P.m
5:81 s callsite P.m
5:97 """⏎      text " \""… string_match P.m
9:6 E definition <module>
9:10 A definition E
9:22 f definition E
9:33 Old reference E
9:37 B definition E
9:50 n definition E
10:12 N definition <module>
10:22 value definition N
10:43 String annotation N.s
10:50 s definition N
10:62 X reference N.s
`)
	declared(t, Java, src, `
interface S 1-1 sealed interface S permits P
class P 2-8 record P(int x, Q q) implements S
field P.x 2-2 int x
field P.q 2-2 Q q
method P.P 3-3 P
method P.m 4-7 static String m(Object o)
enum E 9-9 enum E
field E.A 9-9 A(1) { void f() {} }
method E.f 9-9 void f()
field E.B 9-9 B
field E.n 9-9 final int n
interface N 10-10 @interface N
method N.value 10-10 int[] value() default
method N.s 10-10 String s() default X
`)
}

func TestJavaReadsAnnotationsComparisonsAndMethodReferences(t *testing.T) {
	const src = `@Path("a") class A {
  @Get(value = V, b = 1) @Deprecated int a, b[] = {c}, d = e < f ? g : h;
  { if (o instanceof Foo<?> x && x.y) A.super.z(); B::new; a.<T>c(); Object[].class.d(); label: break label; }
}
`
	shown(t, Java, src, `
1:2 Path callsite <module>
1:7 "a" string_match <module>
1:18 A definition <module>
2:4 Get callsite A
2:8 value reference A
2:16 V reference A
2:19 b reference A
2:27 Deprecated reference A
2:42 a definition A
2:45 b definition A
2:52 c reference A
2:56 d definition A
2:60 e reference A
2:64 f reference A
2:68 g reference A
2:72 h reference A
3:9 o reference A
3:22 Foo annotation A
3:29 x assignment A
3:34 x reference A
3:36 y reference A
3:39 A reference A
3:47 z callsite A
3:52 B reference A
3:60 a reference A
3:63 T annotation A
3:65 c callsite A
3:70 Object annotation A
3:85 d callsite A
3:90 label reference A
3:103 label reference A
`)
	declared(t, Java, src, `
class A 1-4 class A
field A.a 2-2 int a
field A.b 2-2 b[]
field A.d 2-2 d
`)
}
