package cfamily

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

var preprocessorTable = []sourcetest.Snippet{
	{
		Name: "includes and macros",
		Src: `
#include <a/b.h>
#include "c.h" // d
#define MAX(a, b) \
	((a) > f(b) ? "x" : N)
#undef N
`,
		Words: `
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
		Declarations: `
macro MAX 3-4 #define MAX(a, b)
`,
	},
	{
		Name: "a condition names macros and calls them",
		Src: `
#if defined(A) && IS_ENABLED(B)
#endif /* A */
#ifdef C
#endif
`,
		Words: `
1:13 A reference <module>
1:19 IS_ENABLED callsite <module>
1:30 B reference <module>
2:8 /* A */ comment_match <module>
3:8 C reference <module>
`,
	},
	{
		Name: "of branches with an unbalanced brace the first counts",
		Src: `
#if A
int f(void) {
#else
int g(void) {
#endif
	h();
}
int i(void) { }
`,
		Words: `
1:5 A reference <module>
2:5 f definition <module>
4:5 g reference f
6:2 h callsite f
8:5 i definition <module>
`,
		Declarations: `
function f 2-7 int f(void)
function i 8-8 int i(void)
`,
	},
	{
		Name: "a branch that is never taken does not count",
		Src: `
#if 0
}
#else
int f(void)
#endif
{
	g();
}
`,
		Words: `
4:5 f definition <module>
7:2 g callsite f
`,
		Declarations: `
function f 4-8 int f(void) #endif
`,
	},
	{
		Name: "directives in the head of a function",
		Src: `
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
		Words: `
1:5 f definition <module>
2:8 A reference f
3:6 a assignment f
5:6 b reference f
8:2 g callsite f
`,
		Declarations: `
function f 1-9 int f( #ifdef A int a) #else int b) #endif
`,
	},
	{
		Name: "nothing is defined within a macro",
		Src: `
#define F(n) int n(void) { return g(n); }
F(a)
int b;
`,
		Words: `
1:9 F definition <module>
1:11 n assignment <module>
1:18 n reference <module>
1:35 g callsite <module>
1:37 n reference <module>
2:1 F callsite <module>
2:3 a reference <module>
3:5 b definition <module>
`,
		Declarations: `
macro F 1-1 #define F(n)
variable b 3-3 int b
`,
	},
}

func TestPreprocessor(t *testing.T) { sourcetest.Snippets(t, C, preprocessorTable) }
