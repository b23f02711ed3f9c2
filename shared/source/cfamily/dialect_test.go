package cfamily

import "testing"

// TestDialectOf checks what decides that a header is of C++ or Objective-C, and what does not.
func TestDialectOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want Dialect
	}{
		{"class A;", PlusPlus},
		{"class EXPORT A {\n};", PlusPlus},
		{"BEGIN(x)\nclass A : public B {};", PlusPlus},
		{"struct A : B { int x; };", PlusPlus},
		{"namespace a {}", PlusPlus},
		{"namespace a::b {}", PlusPlus},
		{"inline namespace v1 {}", PlusPlus},
		{"namespace {}", PlusPlus},
		{"template <class T> T f(T);", PlusPlus},
		{"struct A {\n Q_OBJECT\n public:\n int x;\n};", PlusPlus},
		{"struct A { ~A(); };", PlusPlus},
		{"class B;\nstruct A { int f() const; };", PlusPlus},
		{"struct A { int f() const; };", Undecided}, // nothing suggests that it is to be read
		{"#ifdef __cplusplus\n#endif\nint f(const A& a);", PlusPlus},
		{"int f(std::string s);", PlusPlus},
		{"using A = int;", PlusPlus},
		{"constexpr int x = 1;", PlusPlus},
		{"#include <vector>\n", PlusPlus},
		{"#include \"a.hpp\"\n", PlusPlus},
		{"#ifndef __cplusplus\n# error \"C++ only\"\n#endif\n", PlusPlus},
		{"int x = 1'000;\nclass A {};", PlusPlus},
		{"#define A(x) \\\n  class x {}\n/* ' */\nclass A {};", PlusPlus},
		{"__global__ void k(int *x);", PlusPlus},

		{"", Undecided},
		{"// class A {};\n/* namespace a {} */\nchar *s = \"class A {}; std::x\";", Undecided},
		{"struct class *class; int f(struct class *class, int new, struct namespace *template);", Undecided},
		{"struct bus { struct class *class; unsigned class:8; u32 class __packed; };", Undecided},
		{"#define class_find(x) class x {}\n#define A std::x\n", Undecided},
		{"static inline int f(void) { x.class = 1; if (y) class = z; private->x = using; return operator == 3; }", Undecided},
		{"#ifdef __cplusplus\nextern \"C\" {\nnamespace a { class B {}; }\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n", ForBoth},
		{"#ifndef __cplusplus\nint f(void);\n#else\nclass A {};\n#endif\n", ForBoth},
		{"#if defined(__cplusplus)\n# if X\nclass A {};\n# endif\nclass B {};\n#endif\n", ForBoth},
		{"#if 0\nclass A {};\n#endif\n", Undecided},
		{"[[gnu::unused]] int x;", Undecided},
		{"asm(\"\" :: \"r\"(x)); asm(\"a::b\");", Undecided},
		{"typedef enum { public, private } access; int x = y ? public : private;", Undecided},
		{"#include <linux/class.h>\n#include \"asm/x\"\n", Undecided},
		{"#", Undecided}, {"\"", Undecided}, {"/*", Undecided}, {"[[", Undecided}, {"class", Undecided}, {"@", Undecided}, {"::", Undecided}, {"#endif\n#else\n#elif\n", Undecided},

		{"#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n", ObjectiveC},
		{"@class A;\nvoid f(A *a);", ObjectiveC},
		{"namespace a { class B; }\n@protocol P\n- (void)f;\n@end\n", ObjectiveC},
		{"#ifdef __OBJC__\n@class A;\n#else\ntypedef struct A A;\n#endif\n", Undecided},
		{"/** @class A\n @interface */\nint f(void);", Undecided},
	} {
		if got := DialectOf([]byte(c.text)); got != c.want {
			t.Errorf("%q: %d, want %d", c.text, got, c.want)
		}
	}
}

// FuzzDialectOf checks that every text ends, and that what follows the bytes that are looked at does not matter.
func FuzzDialectOf(f *testing.F) {
	f.Add([]byte("#if 0\nclass A { R\"(x)\" [[a]] '\\"))
	f.Fuzz(func(t *testing.T, text []byte) {
		whole := make([]byte, DialectReach, DialectReach+20)
		copy(whole, text)
		if DialectOf(whole) != DialectOf(append(whole, "\nclass A {};\n@end\n"...)) {
			t.Error("what is beyond decides")
		}
	})
}
