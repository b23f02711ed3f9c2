package cfamily

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

var cTable = []sourcetest.Snippet{
	{
		Name: "a function, its parameters, locals and calls",
		Src: `
static int add(struct foo *a, unsigned n)
{
	int i, *p = &i;
	for (i = 0; i < n; i++)
		use(a->b.c(1), (bar_t *)p);
	a->n = i;
	return 0;
}
`,
		Words: `
1:12 add definition <module>
1:23 foo annotation add
1:28 a assignment add
1:40 n assignment add
3:6 i assignment add
3:10 p assignment add
3:15 i reference add
4:7 i assignment add
4:14 i reference add
4:18 n reference add
4:21 i reference add
5:3 use callsite add
5:7 a reference add
5:10 b reference add
5:12 c callsite add
5:19 bar_t annotation add
5:27 p reference add
6:2 a reference add
6:5 n assignment add
6:9 i reference add
`,
		Declarations: `
function add 1-8 static int add(struct foo *a, unsigned n)
`,
	},
	{
		Name: "a prototype and a forward declaration are references",
		Src: `
int f(int a);
struct s;
extern int x;
int y;
`,
		Words: `
1:5 f reference <module>
1:11 a assignment <module>
2:8 s reference <module>
3:12 x reference <module>
4:5 y definition <module>
`,
		Declarations: `
variable y 4-4 int y
`,
	},
	{
		Name: "macros that stand for attributes",
		Src: `
static void __user *f(void)
{
}
static int __init g(void) {}
static int v[] __initdata = { 1 };
struct s { int a; } __packed;
`,
		Words: `
1:13 __user annotation f
1:21 f definition <module>
4:12 __init annotation g
4:19 g definition <module>
5:12 v definition <module>
5:16 __initdata reference <module>
6:8 s definition <module>
6:16 a definition s
6:21 __packed reference <module>
`,
		Declarations: `
function f 1-3 static void __user *f(void)
function g 4-4 static int __init g(void)
variable v 5-5 static int v[] __initdata
struct s 6-6 struct s
field s.a 6-6 int a
`,
	},
	{
		Name: "macros in a list of values define nothing",
		Src: `
DEVICE(1, NULL),
DEVICE(2, NULL),
{
	ID(3),
},
DEVICE(4, other) {
	ID(5)
}
int f(void) { return 0; }
`,
		Words: `
1:1 DEVICE callsite <module>
1:11 NULL reference <module>
2:1 DEVICE callsite <module>
2:11 NULL reference <module>
4:2 ID callsite <module>
6:1 DEVICE callsite <module>
6:11 other reference <module>
7:2 ID callsite <module>
9:5 f definition <module>
`,
		Declarations: `
function f 9-9 int f(void)
`,
	},
	{
		Name: "a macro that opens a function defines its argument",
		Src: `
SYSCALL_DEFINE1(close, unsigned int, fd)
{
	return f(fd);
}
TEST_F(suite, name) { g(); }
static DEFINE_MUTEX(lock);
MODULE_LICENSE("GPL");
LIST_HEAD(all);
`,
		Words: `
1:1 SYSCALL_DEFINE1 callsite close
1:17 close definition <module>
1:38 fd reference close
3:9 f callsite close
3:11 fd reference close
5:1 TEST_F callsite suite.name
5:8 suite reference suite.name
5:15 name definition <module>
5:23 g callsite suite.name
6:8 DEFINE_MUTEX callsite <module>
6:21 lock definition <module>
7:1 MODULE_LICENSE callsite <module>
7:16 "GPL" string_match <module>
8:1 LIST_HEAD callsite <module>
8:11 all definition <module>
`,
		Declarations: `
function close 1-4 SYSCALL_DEFINE1(close, unsigned int, fd)
method suite.name 5-5 TEST_F(suite, name)
variable lock 6-6 static DEFINE_MUTEX(lock)
variable all 8-8 LIST_HEAD(all)
`,
	},
	{
		Name: "a macro with a block is called",
		Src: `
void f(void)
{
	list_for_each_entry(a, b, c) {
		g(a);
	}
}
`,
		Words: `
1:6 f definition <module>
3:2 list_for_each_entry callsite f
3:22 a reference f
3:25 b reference f
3:28 c reference f
4:3 g callsite f
4:5 a reference f
`,
		Declarations: `
function f 1-6 void f(void)
`,
	},
	{
		Name: "parameters in the old style",
		Src: `
int f(a, b, c, d)
	int a;
	char *b;
	unsigned c, *d;
{
	return a;
}
int g(void) { }
`,
		Words: `
1:5 f definition <module>
1:7 a annotation f
1:10 b annotation f
1:13 c annotation f
1:16 d annotation f
2:6 a assignment f
3:8 b assignment f
4:11 c assignment f
4:15 d assignment f
6:9 a reference f
8:5 g definition <module>
`,
		Declarations: `
function f 1-7 int f(a, b, c, d) int a; char *b; unsigned c, *d;
function g 8-8 int g(void)
`,
	},
	{
		Name: "parameters in the old style whose types have names",
		Src: `
int EXPORT f(a, b)
	name_t a;
	char_t *b;
{
	return a;
}
static int g(int a) attribute(b);
`,
		Words: `
1:5 EXPORT annotation f
1:12 f definition <module>
1:14 a annotation f
1:17 b annotation f
2:2 name_t annotation f
2:9 a assignment f
3:2 char_t annotation f
3:10 b assignment f
5:9 a reference f
7:12 g reference <module>
7:18 a assignment <module>
7:21 attribute callsite <module>
7:31 b reference <module>
`,
		Declarations: `
function f 1-6 int EXPORT f(a, b) name_t a; char_t *b;
`,
	},
	{
		Name: "pointers to functions",
		Src: `
int (*fp)(void) = 0;
typedef int (*cb_t)(int a);
static int (*get(int a))(int)
{
}
struct s { void (*call)(int x); };
`,
		Words: `
1:7 fp definition <module>
2:15 cb_t definition <module>
2:25 a assignment <module>
3:14 get definition <module>
3:22 a assignment get
6:8 s definition <module>
6:19 call definition s
6:29 x assignment s
`,
		Declarations: `
variable fp 1-1 int (*fp)(void)
type cb_t 2-2 typedef int (*cb_t)(int a)
function get 3-5 static int (*get(int a))(int)
struct s 6-6 struct s
field s.call 6-6 void (*call)(int x)
`,
	},
	{
		Name: "structs, unions, enums, bit-fields",
		Src: `
struct a {
	int b:3, *c;
	union { int d; } e;
	enum f { G, H = 2 } i;
};
typedef struct { int j; } k, *l;
`,
		Words: `
1:8 a definition <module>
2:6 b definition a
2:12 c definition a
3:14 d definition a
3:19 e definition a
4:7 f definition a
4:11 G definition a.f
4:14 H definition a.f
4:22 i definition a
6:22 j definition <module>
6:27 k definition <module>
6:31 l definition <module>
`,
		Declarations: `
struct a 1-5 struct a
field a.b 2-2 int b
field a.c 2-2 c
field a.d 3-3 int d
field a.e 3-3 union { int d; } e
enum a.f 4-4 enum f
field a.f.G 4-4 G
field a.f.H 4-4 H
field a.i 4-4 i
field j 6-6 int j
type k 6-6 typedef struct { int j; } k
type l 6-6 l
`,
	},
	{
		Name: "a macro without a semicolon",
		Src: `
EXPORT_SYMBOL(a)
static int b;
void f(void)
{
	DECLARE(c)
	typedef int d;
	int e = c ? f : g;
}
`,
		Words: `
1:1 EXPORT_SYMBOL callsite <module>
1:15 a reference <module>
2:12 b definition <module>
3:6 f definition <module>
5:2 DECLARE callsite f
5:10 c reference f
6:14 d definition f
7:6 e assignment f
7:10 c reference f
7:14 f reference f
7:18 g reference f
`,
		Declarations: `
variable b 2-2 static int b
function f 3-8 void f(void)
type f.d 6-6 typedef int d
`,
	},
	{
		Name: "initialisers with designators",
		Src: `
struct s x = { .a = 1, .b = f(2), [K] = { .c = g } };
`,
		Words: `
1:8 s annotation <module>
1:10 x definition <module>
1:17 a reference <module>
1:25 b reference <module>
1:29 f callsite <module>
1:36 K reference <module>
1:44 c reference <module>
1:48 g reference <module>
`,
		Declarations: `
variable x 1-1 struct s x
`,
	},
	{
		Name: "labels, goto, casts and sizeof",
		Src: `
void f(void)
{
	goto out;
out:
	a = (struct s *)b + sizeof(struct s) + sizeof(t);
}
`,
		Words: `
1:6 f definition <module>
3:7 out reference f
4:1 out reference f
5:2 a assignment f
5:14 s annotation f
5:18 b reference f
5:36 s annotation f
5:48 t reference f
`,
		Declarations: `
function f 1-6 void f(void)
`,
	},
	{
		Name: "strings and characters",
		Src: `
char *s = "a\"b" L"c"; int c = '\'' + '"'; /* d */ // e
`,
		Words: `
1:7 s definition <module>
1:11 "a\"b" string_match <module>
1:18 L"c" string_match <module>
1:28 c definition <module>
1:32 '\'' string_match <module>
1:39 '"' string_match <module>
1:44 /* d */ comment_match <module>
1:52 // e comment_match <module>
`,
		Declarations: `
variable s 1-1 char *s
variable c 1-1 int c
`,
	},
	{
		Name: "an unterminated string ends with its line",
		Src: `
char *s = "abc;
int f(void) { }
`,
		Words: `
1:7 s definition <module>
1:11 "abc; string_match <module>
2:5 f definition <module>
`,
		Declarations: `
variable s 1-1 char *s
function f 2-2 int f(void)
`,
	},
	{
		Name: "a statement at the margin ends what was never closed",
		Src: `
void f(void)
{
	g((;

static int h(void)
{
}
`,
		Words: `
1:6 f definition <module>
3:2 g callsite f
5:12 h definition <module>
`,
		Declarations: `
function f 1-4 void f(void)
function h 5-7 static int h(void)
`,
	},
}

func TestC(t *testing.T) { sourcetest.Snippets(t, C, cTable) }
