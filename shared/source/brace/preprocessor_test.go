package brace

import "testing"

var preprocessorTable = []nativeCase{
	{
		name: "includes and macros",
		src: `
#include <a/b.h>
#include "c.h" // d
#define MAX(a, b) \
	((a) > f(b) ? "x" : N)
#undef N
`,
		words: `
1:11 a/b.h import <module>
2:11 c.h import <module>
2:16 // d comment_match <module>
3:9 MAX definition <module>
3:13 a assignment <module>
3:16 b assignment <module>
4:4 a reference <module>
4:9 f callsite <module>
4:11 b reference <module>
4:16 "x" string_match <module>
4:22 N reference <module>
5:8 N reference <module>
`,
		declarations: `
macro MAX 3-4 #define MAX(a, b)
`,
	},
	{
		name: "a condition names macros and calls them",
		src: `
#if defined(A) && IS_ENABLED(B)
#endif /* A */
#ifdef C
#endif
`,
		words: `
1:13 A reference <module>
1:19 IS_ENABLED callsite <module>
1:30 B reference <module>
2:8 /* A */ comment_match <module>
3:8 C reference <module>
`,
	},
	{
		name: "of branches with an unbalanced brace the first counts",
		src: `
#if A
int f(void) {
#else
int g(void) {
#endif
	h();
}
int i(void) { }
`,
		words: `
1:5 A reference <module>
2:5 f definition <module>
4:5 g reference f
6:2 h callsite f
8:5 i definition <module>
`,
		declarations: `
function f 2-7 int f(void)
function i 8-8 int i(void)
`,
	},
	{
		name: "a branch that is never taken does not count",
		src: `
#if 0
}
#else
int f(void)
#endif
{
	g();
}
`,
		words: `
4:5 f definition <module>
7:2 g callsite f
`,
		declarations: `
function f 4-8 int f(void) #endif
`,
	},
	{
		name: "directives in the head of a function",
		src: `
int f(
#ifdef A
	int a)
#else
	int b)
#endif
{
	g();
}
`,
		words: `
1:5 f definition <module>
2:8 A reference f
3:6 a assignment f
5:6 b reference f
8:2 g callsite f
`,
		declarations: `
function f 1-9 int f( #ifdef A int a) #else int b) #endif
`,
	},
	{
		name: "nothing is defined within a macro",
		src: `
#define F(n) int n(void) { return g(n); }
F(a)
int b;
`,
		words: `
1:9 F definition <module>
1:11 n assignment <module>
1:18 n reference <module>
1:35 g callsite <module>
1:37 n reference <module>
2:1 F callsite <module>
2:3 a reference <module>
3:5 b definition <module>
`,
		declarations: `
macro F 1-1 #define F(n)
variable b 3-3 int b
`,
	},
}

func TestPreprocessor(t *testing.T) { showNative(t, C, preprocessorTable) }
