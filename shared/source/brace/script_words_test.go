package brace

import (
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestScriptWords says of each word of a snippet what it is.
func TestScriptWords(t *testing.T) {
	for _, c := range scriptWordCases {
		t.Run(c.rule, func(t *testing.T) {
			if got := "\n" + sourcetest.Show(c.scanner, c.text[1:]); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

var scriptWordCases = []struct {
	rule    string
	scanner source.Scanner
	text    string
	want    string
}{
	{"functions enclose their parameters and anonymous ones enclose nothing", JavaScript, `
#!/usr/bin/env node
async function* add(a, {b, c: d}, [e] = [], ...rest) {
  let x = a, y = () => x + b(1);
}
const f = (a, b = 1) => g(a), h = async x => x, k = 2;
(function inner() {})();
`, `
1:1 #!/usr/bin/env node comment_match <module>
2:17 add definition <module>
2:21 a assignment add
2:25 b assignment add
2:28 c reference add
2:31 d assignment add
2:36 e assignment add
2:48 rest assignment add
3:7 x assignment add
3:11 a reference add
3:14 y definition add
3:24 x reference add.y
3:28 b callsite add.y
5:7 f definition <module>
5:12 a assignment f
5:15 b assignment f
5:25 g callsite f
5:27 a reference f
5:31 h definition <module>
5:41 x assignment h
5:46 x reference h
5:49 k definition <module>
6:11 inner definition <module>
`},
	{"members of a class are definitions", JavaScript, `
class A extends B.C {
  static #p = 1;
  q = () => { this.z = 1 }
  constructor(x) { super(x) }
  get foo() { return 1 }
  static async *get() {}
  [computed]() { call() }
  'quoted'() {}
  static { init() }
}
`, `
1:7 A definition <module>
1:17 B reference A
1:19 C reference A
2:10 #p definition A
3:3 q definition A
3:20 z assignment A.q
4:3 constructor definition A
4:15 x assignment A.constructor
4:26 x reference A.constructor
5:7 foo definition A
6:17 get definition A
7:4 computed reference A
7:18 call callsite A
8:3 'quoted' string_match A
9:12 init callsite A
`},
	{"functions bound to keys and members are definitions", JavaScript, `
const o = { m() {}, k: function() { a }, z: 1, w: v => v, [q]: r, s, "t": u, get y() {}, async: 2 }
A.prototype.f = function (x) { x.y = 1 }
exports.g = async () => {}
module.exports = function named() {}
f = function () {}
`, `
1:7 o definition <module>
1:13 m definition <module>
1:21 k definition <module>
1:37 a reference o.k
1:42 z definition <module>
1:48 w definition <module>
1:51 v assignment o.w
1:56 v reference o.w
1:60 q reference <module>
1:64 r reference <module>
1:67 s reference <module>
1:70 "t" string_match <module>
1:75 u reference <module>
1:82 y definition <module>
1:90 async definition <module>
2:1 A reference A.f
2:3 prototype reference A.f
2:13 f definition <module>
2:27 x assignment A.f
2:32 x reference A.f
2:34 y assignment A.f
3:1 exports reference g
3:9 g definition <module>
4:1 module reference <module>
4:8 exports assignment <module>
4:27 named definition <module>
5:1 f assignment <module>
`},
	{"targets of loops, catches and patterns are assignments", JavaScript, `
for (const [k, v] of Object.entries(o)) k
for (x in y) if (x in z) continue outer
try { } catch ({ message }) { message }
[a, b.c] = [b, a]; ({ d, e: f = 1 } = g)
x += 1, y ||= x
`, `
1:13 k assignment <module>
1:16 v assignment <module>
1:22 Object reference <module>
1:29 entries callsite <module>
1:37 o reference <module>
1:41 k reference <module>
2:6 x assignment <module>
2:11 y reference <module>
2:18 x reference <module>
2:23 z reference <module>
2:35 outer reference <module>
3:18 message assignment <module>
3:31 message reference <module>
4:2 a assignment <module>
4:5 b reference <module>
4:7 c assignment <module>
4:13 b reference <module>
4:16 a reference <module>
4:23 d assignment <module>
4:26 e reference <module>
4:29 f assignment <module>
4:39 g reference <module>
5:1 x assignment <module>
5:9 y assignment <module>
5:15 x reference <module>
`},
	{"code in templates is code and a slash is no regular expression behind an operand", JavaScript, `
a = ` + "`" + `x${f(` + "`" + `y${z}` + "`" + `)}w` + "`" + ` + 'it\'s' + "b" // line
if (x) /re[/"]/g.test(y); z = a / b / c; d = e++ / 2
/* block */ g()
`, `
1:1 a assignment <module>
1:5 ` + "`" + `x string_match <module>
1:9 f callsite <module>
1:11 ` + "`" + `y string_match <module>
1:15 z reference <module>
1:17 ` + "`" + ` string_match <module>
1:20 w` + "`" + ` string_match <module>
1:25 'it\'s' string_match <module>
1:35 "b" string_match <module>
1:39 // line comment_match <module>
2:5 x reference <module>
2:8 /re[/"]/g string_match <module>
2:18 test callsite <module>
2:23 y reference <module>
2:27 z assignment <module>
2:31 a reference <module>
2:35 b reference <module>
2:39 c reference <module>
2:42 d assignment <module>
2:46 e reference <module>
3:1 /* block */ comment_match <module>
3:13 g callsite <module>
`},
	{"names of modules are imports", JavaScript, `
import d, { a as b, default as c } from "m"
import * as ns from 'n'
import "side"
export { b as bb, d }
export * from "x"; export { q as r } from "y"
const fs = require("fs"), { p, s: t } = require('u'), z = require("z").w
import("dyn").then(m => m)
`, `
1:8 d import <module>
1:13 a from_import <module>
1:18 b from_import <module>
1:21 default from_import <module>
1:32 c from_import <module>
1:41 "m" string_match <module>
2:13 ns import <module>
2:21 'n' string_match <module>
3:8 "side" string_match <module>
4:10 b reference <module>
4:15 bb reference <module>
4:19 d reference <module>
5:15 "x" string_match <module>
5:29 q from_import <module>
5:34 r from_import <module>
5:43 "y" string_match <module>
6:7 fs import <module>
6:12 require callsite <module>
6:20 "fs" string_match <module>
6:29 p from_import <module>
6:32 s from_import <module>
6:35 t from_import <module>
6:41 require callsite <module>
6:49 'u' string_match <module>
6:55 z definition <module>
6:59 require callsite <module>
6:67 "z" string_match <module>
6:72 w reference <module>
7:8 "dyn" string_match <module>
7:15 then callsite <module>
7:20 m assignment <module>
7:25 m reference <module>
`},
	{"a line end closes a complete statement", JavaScript, `
let a = b
let c = d
f
++g
return
h()
var i = j
(k)
`, `
1:5 a definition <module>
1:9 b reference <module>
2:5 c definition <module>
2:9 d reference <module>
3:1 f reference <module>
4:3 g reference <module>
6:1 h callsite <module>
7:5 i definition <module>
7:9 j callsite <module>
8:2 k reference <module>
`},
	{"elements are code and their text is string", JavaScript, `
const E = ({ a }) => <div className="x" data-y={f(a)} {...a}>
  text {g(b)} more <Foo.Bar c />
  {/* note */}<></>
</div>
`, `
1:7 E definition <module>
1:14 a assignment E
1:23 div reference E
1:27 className reference E
1:37 "x" string_match E
1:41 data-y reference E
1:49 f callsite E
1:51 a reference E
1:59 a reference E
2:3 text string_match E
2:9 g callsite E
2:11 b reference E
2:15 more string_match E
2:21 Foo reference E
2:25 Bar reference E
2:29 c reference E
3:4 /* note */ comment_match E
4:3 div reference E
`},
	{"types are annotations", TypeScript, `
function f<T extends U = V>(a: T[], b?: string, ...c: Array<W>): a is X { return <Y>a }
const g = async <T,>(x: Map<string, T>): Promise<T> => x as unknown as T, n = a < b
new Map<K, V>().get<T>(k!)?.x satisfies Z
type M<T> = { -readonly [K in keyof T]?: T[K] extends (infer R)[] ? ` + "`" + `${R & string}-x` + "`" + ` : [l: R] } & (new (y: T) => void)
`, `
1:10 f definition <module>
1:12 T assignment f
1:22 U annotation f
1:26 V annotation f
1:29 a assignment f
1:32 T annotation f
1:37 b assignment f
1:52 c assignment f
1:55 Array annotation f
1:61 W annotation f
1:66 a annotation f
1:71 X annotation f
1:83 Y annotation f
1:85 a reference f
2:7 g definition <module>
2:18 T assignment g
2:22 x assignment g
2:25 Map annotation g
2:37 T annotation g
2:42 Promise annotation g
2:50 T annotation g
2:56 x reference g
2:72 T annotation g
2:75 n definition <module>
2:79 a reference <module>
2:83 b reference <module>
3:5 Map callsite <module>
3:9 K annotation <module>
3:12 V annotation <module>
3:17 get callsite <module>
3:21 T annotation <module>
3:24 k reference <module>
3:29 x reference <module>
3:41 Z annotation <module>
4:6 M definition <module>
4:8 T assignment M
4:26 K assignment M
4:37 T annotation M
4:42 T annotation M
4:44 K annotation M
4:62 R assignment M
4:69 ` + "`" + ` string_match M
4:72 R annotation M
4:83 -x` + "`" + ` string_match M
4:90 l reference M
4:93 R annotation M
4:106 y assignment M
4:109 T annotation M
`},
	{"interfaces, enums and namespaces", TypeScript, `
interface I<T> extends J, K<T> { m?(a: T): void; readonly p: { q: number }; [k: string]: any; new (x: T): I<T>
  n: T
}
declare enum E { A = 1, B = A << 1 }
namespace N.O { export const v: T = 1; function w() {} }
declare module "mod" { export function z(): void }
declare const d: number
`, `
1:11 I definition <module>
1:13 T assignment I
1:24 J reference I
1:27 K reference I
1:29 T annotation I
1:34 m definition I
1:37 a assignment I.m
1:40 T annotation I.m
1:59 p definition I
1:64 q reference I
1:78 k assignment I
1:100 x assignment I
1:103 T annotation I
1:107 I annotation I
1:109 T annotation I
2:3 n definition I
2:6 T annotation I
4:14 E definition <module>
4:18 A definition E
4:25 B definition E
4:29 A reference E
5:11 N definition <module>
5:13 O definition N
5:30 v definition N.O
5:33 T annotation N.O
5:49 w definition N.O
6:16 "mod" string_match <module>
6:40 z definition <module>
7:15 d definition <module>
`},
	{"decorators, overloads and parameter properties", TypeScript, `
/** Says. More. */
@Dec({ a: 1 })
@ns.plain
export default abstract class K<T> extends L<T> implements I, ns.J {
  @Input() private readonly name!: string = x;
  abstract m(a: string): void
  m(a: any, @Inject(T) b?: T): void { a }
  constructor(protected y: T) { super() }
  declare z
}
`, `
1:1 /** Says. More. */ comment_match <module>
2:2 Dec callsite <module>
2:8 a reference <module>
3:2 ns reference <module>
3:5 plain reference <module>
4:31 K definition <module>
4:33 T assignment K
4:44 L reference K
4:46 T annotation K
4:60 I reference K
4:63 ns reference K
4:66 J reference K
5:4 Input callsite K
5:29 name definition K
5:45 x reference K
6:12 m definition K
6:14 a assignment K.m
7:3 m definition K
7:5 a assignment K.m
7:14 Inject callsite K.m
7:21 T reference K.m
7:24 b assignment K.m
7:28 T annotation K.m
7:39 a reference K.m
8:3 constructor definition K
8:25 y assignment K.constructor
8:28 T annotation K.constructor
9:11 z definition K
`},
	{"imports of types", TypeScript, `
import type { T, type U as V } from "t"
import x = require("y")
import type D from "d"; export type { W } from './w'
export import q = N.r
`, `
1:15 T from_import <module>
1:23 U from_import <module>
1:28 V from_import <module>
1:37 "t" string_match <module>
2:8 x import <module>
2:20 "y" string_match <module>
3:13 D import <module>
3:20 "d" string_match <module>
3:39 W from_import <module>
3:48 './w' string_match <module>
4:15 q import <module>
4:19 N import <module>
4:21 r import <module>
`},
}
