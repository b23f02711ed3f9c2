package cfamily

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

var cppTable = []sourcetest.Snippet{
	{
		Name: "a class, its members and their visibility",
		Src: `
template <typename T> class A : public B<T>, C {
public:
	A(int a) : x_(a), y{2} {}
	~A();
	virtual void f() const = 0;
	operator bool() const;
	bool operator==(const A& o) const { return o.f(); }
	using U = T;
	static int s;
	friend class D;
};
`,
		Words: `
1:20 T assignment A
1:29 A definition <module>
1:40 B reference A
1:42 T annotation A
1:46 C reference A
3:2 A definition A
3:8 a assignment A.A
3:13 x_ assignment A.A
3:16 a reference A.A
3:20 y assignment A.A
4:3 A definition A
5:15 f definition A
6:2 operator definition A
7:7 operator== definition A
7:24 A annotation A.operator==
7:27 o assignment A.operator==
7:45 o reference A.operator==
7:47 f callsite A.operator==
8:8 U definition A
8:12 T reference A
9:13 s definition A
10:15 D reference A
`,
		Declarations: `
class A 1-11 template <typename T> class A : public B<T>, C
method A.A 3-3 A(int a) : x_(a), y{2}
method A.~A 4-4 ~A()
method A.f 5-5 virtual void f() const
method A.operator bool 6-6 operator bool() const
method A.operator== 7-7 bool operator==(const A& o) const
type A.U 8-8 using U
field A.s 9-9 static int s
`,
	},
	{
		Name: "methods out of their class",
		Src: `
void ns::A::f() const { g(); }
A::A() : B(1) {}
A::~A() {}
`,
		Words: `
1:6 ns reference ns.A.f
1:10 A reference ns.A.f
1:13 f definition <module>
1:25 g callsite ns.A.f
2:1 A reference A.A
2:4 A definition <module>
2:10 B callsite A.A
3:1 A reference A.~A
3:5 A definition <module>
`,
		Declarations: `
method ns.A.f 1-1 void ns::A::f() const
method A.A 2-2 A::A() : B(1)
method A.~A 3-3 A::~A()
`,
	},
	{
		Name: "namespaces",
		Src: `
namespace a::b { namespace { int x; } }
using namespace std;
using std::string;
namespace c = a::b;
`,
		Words: `
1:11 a definition <module>
1:14 b definition a
1:34 x definition a.b
2:17 std from_import <module>
3:7 std from_import <module>
3:12 string from_import <module>
4:11 c definition <module>
4:15 a reference <module>
4:18 b reference <module>
`,
		Declarations: `
module a 1-1 namespace a::b
module a.b 1-1 b
variable a.b.x 1-1 int x
module c 4-4 namespace c
`,
	},
	{
		Name: "templates, comparisons and casts",
		Src: `
void f() {
	g<int>(1);
	if (a < b && c > d) h();
	auto v = std::vector<std::pair<int, T>>{};
	x = static_cast<T*>(y);
	new Foo(1);
}
`,
		Words: `
1:6 f definition <module>
2:2 g callsite f
3:6 a reference f
3:10 b reference f
3:15 c reference f
3:19 d reference f
3:22 h callsite f
4:7 v assignment f
4:11 std reference f
4:16 vector reference f
4:23 std reference f
4:28 pair reference f
4:38 T annotation f
5:2 x assignment f
5:18 T reference f
5:22 y reference f
6:6 Foo callsite f
`,
		Declarations: `
function f 1-7 void f()
`,
	},
	{
		Name: "a lambda that a name is bound to",
		Src: `
void f() {
	auto add = [&](int a) -> int { return g(a); };
	add(1);
	run([] { h(); });
	Foo z(k());
}
`,
		Words: `
1:6 f definition <module>
2:7 add definition f
2:21 a assignment f.add
2:40 g callsite f.add
2:42 a reference f.add
3:2 add callsite f
4:2 run callsite f
4:11 h callsite f
5:2 Foo annotation f
5:6 z assignment f
5:8 k callsite f
`,
		Declarations: `
function f 1-6 void f()
function f.add 2-2 auto add
`,
	},
	{
		Name: "raw strings and digit separators",
		Src: `
auto s = R"x(a)" )x"; int d = 1'000; char c = u8'a';
`,
		Words: `
1:6 s definition <module>
1:10 R"x(a)" )x" string_match <module>
1:27 d definition <module>
1:43 c definition <module>
1:47 u8'a' string_match <module>
`,
		Declarations: `
variable s 1-1 auto s
variable d 1-1 int d
variable c 1-1 char c
`,
	},
	{
		Name: "concepts and requirements",
		Src: `
template <typename T> concept C = requires(T t) { t.f(); };
template <C T> requires D<T> void g(T t) { }
`,
		Words: `
1:20 T assignment <module>
1:31 C definition <module>
1:44 T annotation <module>
1:46 t reference <module>
1:51 t reference <module>
1:53 f callsite <module>
2:11 C annotation g
2:13 T assignment g
2:25 D reference g
2:27 T annotation g
2:35 g definition <module>
2:37 T annotation g
2:39 t assignment g
`,
		Declarations: `
type C 1-1 template <typename T> concept C
function g 2-2 template <C T> requires D<T> void g(T t)
`,
	},
	{
		Name: "attributes",
		Src: `
[[nodiscard]] int f();
class EXPORT A final : B { [[maybe_unused]] int x = 1, y{2}; };
enum class E : int { F };
`,
		Words: `
1:3 nodiscard reference <module>
1:19 f reference <module>
2:7 EXPORT reference A
2:14 A definition <module>
2:24 B reference A
2:30 maybe_unused reference A
2:49 x definition A
2:56 y definition A
3:12 E definition <module>
3:22 F definition E
`,
		Declarations: `
class A 2-2 class EXPORT A final : B
field A.x 2-2 int x
field A.y 2-2 y
enum E 3-3 enum class E : int
field E.F 3-3 F
`,
	},
	{
		Name: "specialisations",
		Src: `
template <> struct hash<A> { };
template class B<int>;
struct C::D { };
`,
		Words: `
1:20 hash definition <module>
1:25 A annotation hash
2:16 B reference <module>
3:8 C reference D
3:11 D definition <module>
`,
		Declarations: `
struct hash 1-1 template <> struct hash<A>
struct D 3-3 struct C::D
`,
	},
	{
		Name: "linkage",
		Src: `
extern "C" {
int f(void) { return g() ? h : i; }
int x;
}
extern "C" int j(void) { }
`,
		Words: `
1:8 "C" string_match <module>
2:5 f definition <module>
2:22 g callsite f
2:28 h reference f
2:32 i reference f
3:5 x definition <module>
5:8 "C" string_match j
5:16 j definition <module>
`,
		Declarations: `
function f 2-2 int f(void)
variable x 3-3 int x
function j 5-5 extern "C" int j(void)
`,
	},
	{
		Name: "a test of a framework",
		Src: `
TEST(Suite, Name) { EXPECT_EQ(f(), 1) << "a"; }
`,
		Words: `
1:1 TEST callsite Suite.Name
1:6 Suite reference Suite.Name
1:13 Name definition <module>
1:21 EXPECT_EQ callsite Suite.Name
1:31 f callsite Suite.Name
1:42 "a" string_match Suite.Name
`,
		Declarations: `
method Suite.Name 1-1 TEST(Suite, Name)
`,
	},
	{
		Name: "what catch and structured bindings bind",
		Src: `
void f() {
	try { a(); } catch (const E& e) { b(e); } catch (E) {}
	auto [p, q] = r;
	for (const auto& [k, w] : m) g(k, w);
	x[i] = [u](int y) { return u; };
}
`,
		Words: `
1:6 f definition <module>
2:8 a callsite f
2:28 E annotation f
2:31 e assignment f
2:36 b callsite f
2:38 e reference f
2:51 E annotation f
3:8 p assignment f
3:11 q assignment f
3:16 r reference f
4:20 k assignment f
4:23 w assignment f
4:28 m reference f
4:31 g callsite f
4:33 k reference f
4:36 w reference f
5:2 x reference f
5:4 i reference f
5:10 u reference f
5:17 y assignment f
5:29 u reference f
`,
		Declarations: `
function f 1-6 void f()
`,
	},
	{
		Name: "a prototype with the linkage of C, and methods of nested classes",
		Src: `
extern "C" { void ec(void); }
void a::b::K<int>::In::m() {}
template <class T> T a::K<T, X<y>>::n() {}
::a::b::c() {}
struct x::S f() {}
`,
		Words: `
1:8 "C" string_match <module>
1:19 ec reference <module>
2:6 a reference a.b.K.In.m
2:9 b reference a.b.K.In.m
2:12 K reference a.b.K.In.m
2:20 In reference a.b.K.In.m
2:24 m definition <module>
3:17 T assignment a.K.n
3:20 T annotation a.K.n
3:22 a reference a.K.n
3:25 K reference a.K.n
3:27 T annotation a.K.n
3:30 X reference a.K.n
3:32 y annotation a.K.n
3:37 n definition <module>
4:3 a reference a.b.c
4:6 b reference a.b.c
4:9 c definition <module>
5:8 x reference f
5:11 S annotation f
5:13 f definition <module>
`,
		Declarations: `
method a.b.K.In.m 2-2 void a::b::K<int>::In::m()
method a.K.n 3-3 template <class T> T a::K<T, X<y>>::n()
method a.b.c 4-4 ::a::b::c()
function f 5-5 struct x::S f()
`,
	},
	{
		Name: "macros that annotate declarations, and labels of Qt",
		Src: `
class API MUST_USE Q final : public O {
	Q_OBJECT
	Q_PROPERTY(int x READ x)
public slots:
	T f() const LOCKS(mu_) ATTRIBUTE;
signals:
	void g();
	W* w_ GUARDED_BY(mu_);
	int n_[2] GUARDED_BY(mu_) PT_GUARDED_BY(a, b) = {};
	T t_ GUARDED_BY(mu_), *u_;
	NOINLINE T NAME(int a);
};
Q::Q() = default;
`,
		Words: `
1:7 API reference Q
1:11 MUST_USE reference Q
1:20 Q definition <module>
1:37 O reference Q
2:2 Q_OBJECT annotation Q
3:2 Q_PROPERTY reference Q
3:17 x annotation Q
3:19 READ annotation Q
3:24 x assignment Q
4:8 slots reference Q
5:2 T annotation Q
5:4 f definition Q
5:14 LOCKS callsite Q
5:20 mu_ reference Q
5:25 ATTRIBUTE reference Q
6:1 signals reference Q
7:7 g definition Q
8:2 W annotation Q
8:5 w_ definition Q
8:8 GUARDED_BY callsite Q
8:19 mu_ reference Q
9:6 n_ definition Q
9:12 GUARDED_BY callsite Q
9:23 mu_ reference Q
9:28 PT_GUARDED_BY callsite Q
9:42 a reference Q
9:45 b reference Q
10:2 T annotation Q
10:4 t_ definition Q
10:7 GUARDED_BY callsite Q
10:18 mu_ reference Q
10:25 u_ definition Q
11:2 NOINLINE annotation Q
11:11 T annotation Q
11:13 NAME definition Q
11:22 a assignment Q
13:1 Q reference Q.Q
13:4 Q definition <module>
`,
		Declarations: `
class Q 1-12 class API MUST_USE Q final : public O
method Q.f 5-5 T f() const LOCKS(mu_) ATTRIBUTE
method Q.g 7-7 void g()
field Q.w_ 8-8 W* w_ GUARDED_BY(mu_)
field Q.n_ 9-9 int n_[2] GUARDED_BY(mu_) PT_GUARDED_BY(a, b)
field Q.t_ 10-10 T t_ GUARDED_BY(mu_)
field Q.u_ 10-10 u_
method Q.NAME 11-11 NOINLINE T NAME(int a)
method Q.Q 13-13 Q::Q()
`,
	},
	{
		Name: "template arguments with conditions, and launches of CUDA",
		Src: `
template <class T> struct A
	: B<int(a <= b) && C<T>::v, D> {};
template <class T,
#if X
	bool U = F<T>::v && G<T>()>
#else
	bool U = F<T>()>
#endif
struct S { T* const& f(); };
template <> struct S<int> final { int m NOMACRO(int a) { return 1; } int n; };
template <class T> typename E<F<T>::v && G<T>::v, T>::type h(T t) {
	k<<<a, b>>>(t);
	k<T><<<1, n>>>();
	return 1 << 2;
}
`,
		Words: `
1:17 T assignment A
1:27 A definition <module>
2:4 B reference A
2:10 a reference A
2:15 b reference A
2:21 C reference A
2:23 T annotation A
2:27 v reference A
2:30 D annotation A
3:17 T assignment S
4:5 X reference S
5:7 U assignment S
5:11 F reference S
5:13 T annotation S
5:17 v reference S
5:22 G callsite S
5:24 T annotation S
7:7 U reference S
7:11 F callsite S
7:13 T annotation S
9:8 S definition <module>
9:12 T annotation S
9:22 f definition S
10:20 S definition <module>
10:39 m annotation S.NOMACRO
10:41 NOMACRO definition S
10:53 a assignment S.NOMACRO
10:74 n definition S
11:17 T assignment h
11:29 E reference h
11:31 F reference h
11:33 T annotation h
11:37 v annotation h
11:42 G reference h
11:44 T annotation h
11:48 v annotation h
11:51 T annotation h
11:55 type annotation h
11:60 h definition <module>
11:62 T annotation h
11:64 t assignment h
12:2 k callsite h
12:6 a reference h
12:9 b reference h
12:14 t reference h
13:2 k callsite h
13:4 T annotation h
13:12 n reference h
`,
		Declarations: `
struct A 1-2 template <class T> struct A : B<int(a <= b) && C<T>::v, D>
struct S 3-9 template <class T, #if X bool U = F<T>::v && G<T>()> #else bool U = F<T>()> #endif struct S
method S.f 9-9 T* const& f()
struct S 10-10 template <> struct S<int> final
method S.NOMACRO 10-10 int m NOMACRO(int a)
field S.n 10-10 int n
function h 11-15 template <class T> typename E<F<T>::v && G<T>::v, T>::type h(T t)
`,
	},
}

func TestCPP(t *testing.T) { sourcetest.Snippets(t, CPP, cppTable) }
