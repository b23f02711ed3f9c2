package languages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
)

// TestFacts checks what scanners report of definitions, imports and calls, which other packages
// would otherwise read from text.
func TestFacts(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.ts", "class A { static async f() {} g() {} static h = () => 1 }", "f static h static h arrow"},
		{"a.js", "const f = (a) => a, g = function() {}, h = ((a) => a);\nexport function k() {}", "f arrow h arrow"},
		{"a.rb", "class A\n def self.f; end\n class << self\n  def g; end\n end\n def h; end\nend", "f static g static"},
		{"a.rb", "class A\n class << self; attr_accessor :y end\n def f; end\n class <<self\n def g; end\n end\nend", "g static"},
		{"a.rb", "module M\n module N\n  module_function\n  def a; end\n end\n module O\n  extend self\n end\nend", "N shared O shared"},
		{"a.rb", "class A\n f(1)\n if x\n  g(1)\n end\n h(i(1),\n  j(1))\n each { k(1) }\n p -> do\n  l(1)\n end\nend", "k in block l in block"},
		{"a.rs", "impl T for A { fn f() {} }\nimpl A { fn g() {} pub fn h() {} }", "f loose"},
		{"a.cc", "void A::f() {}\nTEST(Suite, g) {}\nA::~A() {}", "g loose"},
		{"a.ts", `import { a, type B } from "x"; import type { C } from "x"; import type D from "x"`, "B type-only C type-only default type-only"},
		{"a.ts", `import type from "x"; export type { A } from "x"; export * from "y"; import z = require("z")`, "A re-export type-only * re-export z require"},
		{"a.js", `const a = require("a"); import("b"); import "c"`, "a require b dynamic"},
		{"a.c", "#include <a.h>\n", "a.h include"},
		{"a.rb", "require 'a'\n", "a require"},
		{"a.lua", "local a = require 'a'\n", "a require"},
		{"a.sh", ". ./a.sh\n", "./a.sh include"},
		{"a.py", "import a\nfrom b import c\n", ""},
		{"a.js", "const a = require('a')(1); require(b + '.js'); f(require(\"c\").d); import(`./${x}`); o.require(e); const {g} = require('h'), i = require(`i`)", "a require b + '.js' require computed c require `./${x}` dynamic computed h require i require"},
		{"a.ts", "const a = await import('a'); let b: import('b').T; x = import.meta.url; f(() => import(c))", "a dynamic b dynamic c dynamic computed"},
		{"a.js", "export { a }\nexport { b }\nimport('w')\nexport { c } /* d */ from 'e'", "w dynamic c re-export"},
		{"a.cc", "#include /* c */ <m>\n#include \"a b.h\"\n", "m include a b.h include"},
		{"a.py", "__import__('a')\nimportlib.import_module(\n  f'b.{c}', d)\nimport_module(name)\nx.import_module(y)\n", "a dynamic f'b.{c}' dynamic computed name dynamic computed"},
		{"a.c", "#include HEADER(a) // b\n#include <c.h>\n", "HEADER(a) // b include computed c.h include"},
		{"a.rb", "require 'a'\nrequire name\nload(\"#{x}.rb\")\n", "a require name require computed \"#{x}.rb\" require computed"},
		{"a.lua", "local a = require('a')\nrequire(b .. '.c')\nlocal d = require 'd'.e\n", "a require b .. '.c' require computed d require"},
		{"a.php", "<?php require 'a.php'; include_once($b); require __DIR__ . '/c.php';", "a.php include $b include computed __DIR__ . '/c.php' include computed"},
		{"a.sh", ". \"$DIR/a.sh\"\n", "$DIR/a.sh include computed"},
		{"a.go", "package a\n\nimport \"fmt\"\n", ""},
	} {
		text := []byte(c.text)
		f := source.Scan(languages.Of(c.name, text).Scan, text, source.Want{Words: true, Bindings: true, Calls: true})
		if got := strings.Join(slices.Concat(declared(f, text), imported(f), called(f, text)), " "); got != c.want {
			t.Errorf("%s:\n%s\ngot  %s\nwant %s", c.name, c.text, got, c.want)
		}
	}
}

func declared(f *source.File, text []byte) (all []string) {
	for _, d := range f.Declarations {
		for _, fact := range []struct {
			is   bool
			name string
		}{{d.Static, "static"}, {d.Shared, "shared"}, {d.Arrow, "arrow"}, {d.Loose, "loose"}} {
			if fact.is {
				all = append(all, d.Name.Of(text)+" "+fact.name)
			}
		}
	}
	return all
}

func imported(f *source.File) (all []string) {
	kinds := [...]string{"", " re-export", " dynamic", " include", " require"}
	for _, im := range f.Imports {
		name := im.Name
		if name == "" || im.Kind >= source.Include {
			name = im.Module
		}
		fact := kinds[im.Kind]
		if im.TypeOnly {
			fact += " type-only"
		}
		if im.Computed {
			fact += " computed"
		}
		if fact != "" {
			all = append(all, fmt.Sprint(name, fact))
		}
	}
	return all
}

func called(f *source.File, text []byte) (all []string) {
	for _, o := range f.Occurrences {
		if o.Kind == source.Callsite && o.Of != source.None && f.Calls[o.Of].InBlock {
			all = append(all, o.Word.Of(text)+" in block")
		}
	}
	return all
}

// TestBrokenText scans text that once made a scan panic.
func TestBrokenText(t *testing.T) {
	for name, text := range map[string]string{"a.js": "(function?e(_()))(", "a.py": "class A:\n def f(self):\n  super(A"} {
		src := []byte(text)
		source.Scan(languages.Of(name, src).Scan, src, source.Want{Words: true, Bindings: true, Calls: true})
	}
}
