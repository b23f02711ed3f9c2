package languages

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// Each line has one call of ff, whose callee is after the bar.
func TestACalleeBeginsWithItsFirstOperand(t *testing.T) {
	brace := []string{
		"a.b().ff(1); | a.b().ff",
		"x[0].ff(); | x[0].ff",
		"x = \"x\".ff(); | \"x\".ff",
		"return (a || b).ff(); | (a || b).ff",
		"a(\")\", b[c(1)]) . ff(); | a(\")\", b[c(1)]) . ff",
		"if (c) a.b.c(1).d.ff(); | a.b.c(1).d.ff",
		"x = 1 - a(1)(2)[3].ff(); | a(1)(2)[3].ff",
		"a() // it's (\n  /* ) */ .b()\n  .ff(); | a() // it's (\n  /* ) */ .b()\n  .ff",
		"x = y + ff(); | ff",
		"x = y.ff(); | y.ff",
		"x = [ff()]; | ff",
	}
	script := append([]string{
		"x = await a()?.b!.ff(); | a()?.b!.ff", "x = new K(1).ff(); | new K(1).ff", "/a(/g.ff(); | /a(/g.ff", "f(...ff()); | ff",
		"x = a?.[0]?.(1).ff(); | a?.[0]?.(1).ff", "x = b ? `a${1}`.ff() : 0; | `a${1}`.ff", "x = () => ff(); | ff", "x = {}.ff(); | {}.ff",
	}, brace...)
	for _, c := range []struct {
		file, before, behind string
		lines                []string
	}{
		{"a.js", "function g() {", "}", script},
		{"a.ts", "function g() {", "}", append([]string{"x = a.b<T>(1).ff(); | a.b<T>(1).ff"}, script...)},
		{"A.java", "class A { void g() {", "} }", append([]string{
			"x = new K<T>(1).ff(); | new K<T>(1).ff", "run(() -> ff()); | ff", "this.<T>a().ff(); | this.<T>a().ff", "x = a.delete(1).ff(); | a.delete(1).ff", "\"\"\"\n )\"\"\".ff(); | \"\"\"\n )\"\"\".ff",
		}, brace...)},
		{"a.cs", "class A { void G() {", "} }", append([]string{"x = a()?.b!.ff(); | a()?.b!.ff", "x = a?[0].ff(); | a?[0].ff"}, brace...)},
		{"a.c", "void g(void) {", "}", append([]string{
			"p->a()->ff(); | p->a()->ff", "return (*p)->ff(); | (*p)->ff", "x = '\"' + ((struct s *)p)->ff(); | ((struct s *)p)->ff",
		}, brace...)},
		{"a.cpp", "void g() {", "}", append([]string{"a::b<c>(1).ff(); | a::b<c>(1).ff", "p->a()->ff(); | p->a()->ff", "x = ::ff(); | ::ff"}, brace...)},
		{"a.rs", "fn g() {", "}", append([]string{
			"K::new(b'(')?.ff(); | K::new(b'(')?.ff", "let x = vec![1].ff(); | vec![1].ff", "a::<T>(&'b c).ff(); | a::<T>(&'b c).ff", "let z = 0..ff(); | ff",
			"K { a: 1 }.ff(); | K { a: 1 }.ff", "a.await?.ff(); | a.await?.ff",
		}, brace...)},
		{"a.kt", "fun g() {", "}", append([]string{"a.map { it }.ff() | a.map { it }.ff", "a()!!.b?.ff() | a()!!.b?.ff"}, brace...)},
		{"a.swift", "func g() {", "}", append([]string{"a.map { $0 }.ff() | a.map { $0 }.ff", "a()!.b?.ff() | a()!.b?.ff", "x = b ? .ff() : c | ff"}, brace...)},
		{"a.php", "<?php function g() {", "}", []string{
			"$p->a()->ff(); | $p->a()->ff", "$x[0]?->ff(); | $x[0]?->ff", "A::b()->ff(); | A::b()->ff", "(new K(1))->ff(); | (new K(1))->ff",
			"$x = \"a\" . ff(); | ff", "a()::ff(); | a()::ff",
		}},
		{"a.lua", "function g()", "end", []string{
			"a.b():ff(1) | a.b():ff", "x[0].ff() | x[0].ff", "local x = (\"x\"):ff() | (\"x\"):ff", "f\"a\":ff() | f\"a\":ff", "x = a .. ff() | ff",
		}},
		{"a.rb", "def g", "end", []string{
			"a.b(1).ff(1) | a.b(1).ff", "@x[0]&.ff(1) | @x[0]&.ff", "x = \"x\".ff(1) | \"x\".ff", "a.map { |b| b }.ff(1) | a.map { |b| b }.ff",
			"puts (a || b).ff(1) | (a || b).ff", "a?(1).b!.ff(1) | a?(1).b!.ff",
		}},
		{"a.go", "package a; func g() {", "}", []string{
			"a.b().ff(1) | a.b().ff", "x[0].ff() | x[0].ff", "_ = (a).ff() | (a).ff", "_ = T{1}.ff() | T{1}.ff", "_ = a.(T).ff() | a.(T).ff",
		}},
		{"broken.go", "package a; func g() {", "} )", []string{
			"a.b().ff(1) | a.b().ff", "x[0].ff() | x[0].ff", "_ = (a).ff() | (a).ff", "_ = T{1}.ff() | T{1}.ff", "_ = a.(T).ff() | a.(T).ff",
		}},
	} {
		for _, line := range c.lines {
			code, want, _ := strings.Cut(line, " | ")
			text := []byte(c.before + "\n" + code + "\n" + c.behind + "\n")
			at := strings.Index(string(text), "ff")
			seen := source.Scan(Of(c.file, nil).Scan, text, source.Want{Places: []source.Span{{Start: at, End: at + 2}}})
			got := fmt.Sprint(seen.Occurrences[0].Kind)
			if len(seen.Calls) == 1 {
				got = seen.Calls[0].Callee.Of(text)
				if whole := seen.Calls[0].Span.Of(text); !strings.HasPrefix(whole, want) {
					t.Errorf("%s: %s: the call is %q", c.file, code, whole)
				}
			}
			if got != want {
				t.Errorf("%s: %s: the callee is %q, not %q", c.file, code, got, want)
			}
		}
	}
}

// FuzzOperand checks that callees stay within the text.
func FuzzOperand(f *testing.F) {
	for _, seed := range []string{"a.b(\")\")[0]?.`x`.ff()", "/* ' */ x\n // (\n .ff()", "<a<b>>::c(){}.ff()", "'\\''.ff()", "/a/g.ff()->ff()::ff()", "\"\"\"\"\"\".ff()", ".ff()", ">.ff()", "end.ff()"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for key, l := range scanners.Get() {
			src := []byte(text)
			seen := source.Scan(l.Scan, src, source.Want{Words: true})
			for _, c := range seen.Calls {
				if c.Callee.Start < 0 || c.Callee.Start > c.Callee.End || c.Span.Start > c.Span.End || c.Span.End > len(src) {
					t.Fatalf("%s: %+v", key, c)
				}
			}
		}
	})
}
