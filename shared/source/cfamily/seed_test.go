package cfamily

const cSeed = `/** Adds.
 * more */
static int __init add(struct foo *a, int b) { list_for_each_entry(x, y, z) { use(x->y.z(1), sizeof(int)); } return a->n + b; }
SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf) { return ksys_read(fd, buf); }
static DEFINE_MUTEX(lock);
int old(a, b) int a; char *b; { goto out; out: return 0; }
extern int x, *y; int (*fp)(void) = 0; EXPORT_SYMBOL_GPL(foo);
static const struct foo bar[] = { { .x = 1, .y = foo(2) }, [3] = {1} };
struct foo { int a:3, *b; int (*cb)(int x); struct { int z; } in; union { int q; }; } __packed;
typedef int (*cb_t)(int a); typedef struct foo { int k; } foo_t, *pfoo; enum e { A, B = 2 };
void __attribute__((noreturn)) die(void); char c = '\'', *s = L"a\"b" "c";
`

const preprocessorSeed = `#include <linux/fs.h>
#include "foo.h" // why
#define MAX(a, b) \
	((a) > (b) ? call(a) : "x")
#if A
int a() {
#else
int b() {
#endif
}
#if 0
}
#elif defined(B)
{
#endif
#undef MAX
# pragma once
`

const cppSeed = `template <typename T, class U = int> class Foo : public Bar<T>, private Baz { public: Foo(int a) : x_(a), y{2} {} ~Foo();
  virtual void f() const override = 0; static int x; int operator()(int) const; operator bool() const; friend class Q; using T2 = T;
  enum class E : int { A, B }; Foo(const Foo&) = delete; template <class V> void g(V v) { v.template h<int>(1); } int m{2}; };
namespace a::b { void Foo<int>::g() { auto f = [&](int q) -> int { return q; }; f(1); new Foo(1); Foo z(2); std::move(x); static_cast<int>(x); foo<int>(3); T{3}; } }
using namespace std; using std::string; using S = int; A::~A() noexcept {} A::A(int x) : Base(x), b_{x} { }
bool operator==(const A& a, const A& b) { return a.x() == b.x() && a < b; }
template <typename T> concept C = requires(T t) { t.foo(); }; auto r = R"x(foo)" )x"; int d = 1'000;
TEST(Foo, Bar) { EXPECT_EQ(1, 2) << "x"; } extern "C" { int f(void); } template <> struct hash<int> { [[nodiscard]] int (max)() { } };
`
