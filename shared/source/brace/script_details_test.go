package brace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

func scanned(scanner source.Scanner, text string) *source.File {
	return source.Scan(scanner, []byte(text), source.Want{Words: true, Declarations: true, Bindings: true})
}

// showDetails prints what a scan says beside the kinds of words.
func showDetails(f *source.File, text string) string {
	src := []byte(text)
	var out strings.Builder
	spans := func(all []source.Span) string {
		var texts []string
		for _, s := range all {
			texts = append(texts, s.Of(src))
		}
		return strings.Join(texts, ", ")
	}
	for i, d := range f.Declarations {
		fmt.Fprintf(&out, "%s %s {%s} [%s]", d.Symbol, f.Qualname(src, i), d.Signature.Of(src), d.Span.Of(src)[max(0, d.Span.Len()-6):])
		if d.Doc.Len() > 0 {
			fmt.Fprintf(&out, " doc=%s", d.Doc.Of(src))
		}
		if len(d.Decorators) > 0 {
			fmt.Fprintf(&out, " decorators=%s", spans(d.Decorators))
		}
		if len(d.Bases) > 0 {
			fmt.Fprintf(&out, " bases=%s", spans(d.Bases))
		}
		if d.Visibility != source.Unsaid {
			fmt.Fprintf(&out, " %s", d.Visibility)
		}
		out.WriteByte('\n')
	}
	for _, c := range f.Calls {
		fmt.Fprintf(&out, "call %s {%s} %d [%s] %v\n", c.Callee.Of(src), c.Span.Of(src), c.Positional, spans(c.Keywords), c.Spread)
	}
	for _, im := range f.Imports {
		fmt.Fprintf(&out, "import %q name %q alias %q {%s}\n", im.Module, im.Name, im.Alias, im.Statement.Of(src))
	}
	return out.String()
}

func TestScriptDeclarations(t *testing.T) {
	const text = `/** Says it.
 * More. */
@Dec({ a: 1 })
@ns.plain
export default abstract class K<T> extends L<T> implements I, ns.J {
  @Input() private readonly name!: string = x;
  /**
   * Does it.
   */
  protected m(a: string): void { }
  static #q = 1
  f = (a) => a
}
export const g = async (x) => { x }, h = 1
/* no doc */ function i() { /** within */ }
let j: number
A.prototype.k = function () {}
/** @param {a} b is no
 * summary */
A.prototype.l = function l(n) { return n.l() }
/** @brief is one */
function m() {}
interface N { o(): void; p: T }
`
	const want = `class K {export default abstract class K<T> extends L<T> implements I, ns.J} [=> a
}] doc=Says it. decorators=@Dec({ a: 1 }), @ns.plain bases=L, I, ns.J public
field K.name {private readonly name!: string} [ng = x] decorators=@Input() private
method K.m {protected m(a: string): void} [id { }] doc=Does it. internal
field K.#q {static #q} [#q = 1] private
method K.f {f = (a)} [) => a]
function g {export const g = async (x)} [ { x }] public
constant h {h} [h = 1] public
function i {function i()} [n */ }]
variable j {let j: number} [number]
function A.k {A.prototype.k = function ()} [ () {}]
function A.l {A.prototype.l = function l(n)} [.l() }]
function m {function m()} [m() {}] doc=is one
interface N {interface N} [p: T }]
method N.o {o(): void} [: void]
field N.p {p: T} [p: T]
`
	f := source.Scan(TypeScript, []byte(text), source.Want{Declarations: true})
	if got := showDetails(f, text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestScriptCalls(t *testing.T) {
	const text = "a.b?.c(1, ...x, { k: v })(2)\nnew Foo\nnew ns.Bar<T>(f(), g)\nh`t`; (await i)(j)\nk()[0].l()"
	const want = `call a.b?.c {a.b?.c(1, ...x, { k: v })} 2 [] true
call Foo {Foo} 0 [] false
call ns.Bar {ns.Bar<T>(f(), g)} 2 [] false
call f {f()} 0 [] false
call k {k()} 0 [] false
call k()[0].l {k()[0].l()} 0 [] false
`
	if got := showDetails(scanned(TypeScript, text), text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestScriptImports(t *testing.T) {
	const text = `import d, { a as b, type T } from "m"
import * as ns from 'n'; import "side"
export { q as r } from "x"
const fs = require("fs"), { p, s: t } = require('u')
import y = require("y")`
	const want = `import "m" name "default" alias "d" {import d, { a as b, type T } from "m"}
import "m" name "a" alias "b" {import d, { a as b, type T } from "m"}
import "m" name "T" alias "" {import d, { a as b, type T } from "m"}
import "n" name "" alias "ns" {import * as ns from 'n'}
import "side" name "" alias "" {import "side"}
import "x" name "q" alias "r" {export { q as r } from "x"}
import "fs" name "" alias "fs" {const fs = require("fs")}
import "u" name "p" alias "" {{ p, s: t } = require('u')}
import "u" name "s" alias "t" {{ p, s: t } = require('u')}
import "y" name "" alias "y" {import y = require("y")}
`
	f := source.Scan(TypeScript, []byte(text), source.Want{Bindings: true})
	f.Declarations = nil
	if got := showDetails(f, text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestScriptBindings(t *testing.T) {
	const text = `import d, { a as b } from "m"
export * from "x"
function f(p, { q: r }, ...s) { let l = (m) => m; for (const n of p) n }
class C { g(h) {} }
const { k } = z
`
	f := source.Scan(TypeScript, []byte(text), source.Want{Bindings: true})
	hows := [...]string{"defined", "parameter", "local", "imported", "unknown"}
	var got strings.Builder
	for _, b := range f.Bindings {
		scope := "<module>"
		if b.Scope != source.None {
			scope = f.Qualname([]byte(text), b.Scope)
		}
		fmt.Fprintf(&got, "%s %s in %s %d %d\n", b.Name, hows[b.Kind], scope, b.Import, b.Declaration)
	}
	const want = `d imported in <module> 0 -1
b imported in <module> 1 -1
* unknown in <module> 2 -1
f defined in <module> -1 0
p parameter in f -1 -1
r parameter in f -1 -1
s parameter in f -1 -1
l defined in f -1 1
m parameter in f.l -1 -1
n local in f -1 -1
C defined in <module> -1 2
g defined in C -1 3
h parameter in C.g -1 -1
k defined in <module> -1 4
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestUnfinishedScriptsAreReadOn(t *testing.T) {
	for _, text := range []string{
		"const a = 'unfinished\nfunction last() { called() }",
		"if (a { b( }\nfunction last() { called() }",
		"x = a / b /\nfunction last() { called() }",
		"var o = { a: [1, 2 }\nfunction last() { called() }",
		")]}\nfunction last() { called() }",
	} {
		if got := sourcetest.Show(JavaScript, text); !strings.Contains(got, "called callsite last\n") {
			t.Errorf("%q:\n%s", text, got)
		}
	}
}
