package brace

import (
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

var scripts = map[string]source.Scanner{"JavaScript": JavaScript, "TypeScript": TypeScript, "TSX": TSX}

// TestAMegabyteOfOneSignIsReadInLinearTime checks the scanners to a bound that quadratic reading
// misses by far.
func TestAMegabyteOfOneSignIsReadInLinearTime(t *testing.T) {
	sourcetest.Alone(t)
	signs := []string{
		"(", "[", "{", "<", ")", "]", "}", ">", "`", "\"", "'", "/*", "/", "\\", "${", "`${", "<a>", "</", "a<", "a<b,", "=>", "(a)=>", "@", "@a(", "a.", "?", ":",
		";", ",", "=", "function ", "class ", "class A extends ", "const a = ", "import ", "import {", "export {", "export * as a ", "new ", "async (", "x = y => ", "({", "[a, ", "`${`",
		"case ", "type A<", "a as ", "a\n", "\n", "{(", "{([<", "((((}", "#", "\x80", "0", "0.", "a ? ", "get ", "<T,>(", "{}", "=/[", "const a=(function(){`", "=require(\"", "interface A { a(",
	}
	for name, scanner := range scripts {
		size := 1 << 18
		if name == "TSX" {
			size = 1 << 20
		}
		for _, sign := range tooltest.Sample(signs, 10) {
			text := []byte(strings.Repeat(sign, size/len(sign)) + "\n")
			begin := time.Now()
			source.Scan(scanner, text, source.Want{Places: []source.Span{{Start: len(text) - 1, End: len(text)}}, Bindings: true})
			if took := time.Since(begin); took > 20*time.Second {
				t.Errorf("%s: %d bytes of %q took %v", name, size, sign, took)
			}
		}
	}
}

func TestDeepNestingIsSound(t *testing.T) {
	sourcetest.Alone(t)
	for name, scanner := range scripts {
		for _, unit := range tooltest.Sample([][2]string{{"(", ")"}, {"[", "]"}, {"{", "}"}, {"f({", "})"}, {"function f(){", "}"}, {"`${", "}`"}, {"a=>{", "}"}}, 4) {
			const deep = 100_000
			text := strings.Repeat(unit[0], deep) + "x" + strings.Repeat(unit[1], deep) + "\nfunction last() { called() }\n"
			at := strings.Index(text, "called")
			f := source.Scan(scanner, []byte(text), source.Want{Places: []source.Span{{Start: at, End: at + 6}}})
			if got := f.Occurrences[0]; got.Kind != source.Callsite || got.Enclosing == source.None || f.Declarations[got.Enclosing].Name.Of([]byte(text)) != "last" {
				t.Errorf("%s: behind %d %q: %+v", name, deep, unit[0], got)
			}
		}
	}
}

func FuzzJavaScript(f *testing.F) { fuzzScript(f, JavaScript) }
func FuzzTypeScript(f *testing.F) { fuzzScript(f, TypeScript) }
func FuzzTSX(f *testing.F)        { fuzzScript(f, TSX) }

func fuzzScript(f *testing.F, scanner source.Scanner) {
	for _, seed := range scriptSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sourcetest.Hold(t, scanner, []byte(text))
	})
}

var scriptSeeds = []string{
	"#!/usr/bin/env node\nimport d, * as n from \"m\"; export * from 'x'\nexport { a as b, default as c } from \"y\"",
	"const f = async ({a, b: [c] = [], ...d}, e = (x => x)) => { await g(a?.b?.(c), ...d) }",
	"class A extends B.C(D) { static #p = () => 1; get [x]() { return `${a + `${b}`}` } constructor(private readonly y: T<U[]>) { super() } static { z() } }",
	"A.prototype.f = function g(x) { if (/[/]re/.test(x) / 2) return; label: for (const k of o) continue label }",
	"const { a, b: c } = require(\"m\"), d = require('n').x\nvar e\n++e\n(f)",
	"export default abstract class D<in out T extends keyof U = V> implements I<T>, J { abstract m?(a: string, ...b: any[]): a is string; declare x }",
	"type M<T> = { -readonly [K in keyof T]?: T[K] extends (infer R)[] ? `${K & string}-x` : [a: R, b?: string] } & (new <T>(x: T) => void)",
	"declare module \"m\" { global { namespace N.O { enum E { A = 1, \"b\" } } } export = N }\nimport x = require(\"y\"); import type { T, type U as V } from 'z'",
	"return <div a={b} {...c} d=\"e\">text {f(g)} <b.c/> <>x</> &amp; </div>",
	"@Dec({a: 1}) class K { @Input() @b.c name!: string = <any>y as const satisfies Z; @HostListener('x') on() {} }",
	"let g = <T,>(x: T): asserts x is T & { a: 1 } => x as unknown as T[], h = a < b && c > (d)",
	"const A(\n0", "A%async(A,A0,A0.A00000)=>000000", "class A{A@0()", "00 class A const A0", "0000000000000 function A0 const A",
}
