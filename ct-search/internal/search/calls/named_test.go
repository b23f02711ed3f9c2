package calls

import "testing"

// TestAnImportAgreesWithWholeParts has imports that nothing but their names leads to the tree's definitions.
func TestAnImportAgreesWithWholeParts(t *testing.T) {
	for _, c := range []struct {
		what  string
		files map[string]string
	}{
		{"JavaScript and TypeScript", map[string]string{
			"pkg/fs.ts": "export function f(a) {}\n",
			"a.ts":      "import { f } from 'fs';\nf(1); // => low\n",
			"b.ts":      "import { f } from 'node:pkg/fs';\nf(1); // => low\n",
			"c.ts":      "import { f } from 'pkg/fs';\nf(1); // => med pkg/fs.ts:f\n",
			"d.ts":      "import { f } from '@/pkg/fs.js';\nf(1); // => med pkg/fs.ts:f\n",
			"e.ts":      "import { f } from 'pkg';\nf(1); // => low\n",
			"g.ts":      "import { f } from 'other/pkg/fs';\nf(1); // => low\n",
			"h.ts":      "import { f } from 'shop/pkg/fs';\nf(1); // => med pkg/fs.ts:f\n",
			"i.ts":      "import * as all from 'fs/promises';\nall.f(1); // => low\n",
		}},
		{"files that are called alike", map[string]string{
			"x/pkg/fs.ts": "export function f(a) {}\n", "y/pkg/fs.ts": "export function f(b) {}\n",
			"c.ts": "import { f } from 'pkg/fs';\nf(1); // => low\n",
		}},
		{"Kotlin", map[string]string{
			"kt/U.kt": "package com.foo\nfun f(a: Int) {}\n",
			"a.kt":    "package q\nimport com.foo.f\nfun go() { f(1) } // => med kt/U.kt:f\n",
			"b.kt":    "package q\nimport com.bar.U.f\nfun go() { f(1) } // => low\n",
			"c.kt":    "package q\nimport kotlin.foo.f\nfun go() { f(1) } // => low\n",
		}},
		{"PHP", map[string]string{
			"lib/f.php": "<?php\nnamespace Foo\\Pkg;\nfunction f($a) {}\n",
			"a.php":     "<?php\nuse function Foo\\Pkg\\f;\nf(1); // => med lib/f.php:f\n",
			"b.php":     "<?php\nuse function Bar\\lib\\f;\nf(1); // => low\n",
		}},
		{"C#", map[string]string{
			"Pkg/C.cs": "namespace Pkg { public static class C { public static void f(int a) {} } }\n",
			"a.cs":     "using Q = Pkg.C;\nclass A { void M() { Q.f(1); } } // => med Pkg/C.cs:Pkg.C.f\n",
			"b.cs":     "using Q = System.C;\nclass B { void M() { Q.f(1); } } // => low\n",
		}},
		{"Rust", map[string]string{
			"src/a.rs": "pub fn f(a: u8) {}\n",
			"src/b.rs": "use crate::a::f;\nfn b() { f(1); } // => high src/a.rs:f\n",
			"src/c.rs": "use std::a::f;\nfn c() { f(1); } // => low\n",
			"src/d.rs": "use other::a::f;\nfn d() { f(1); } // => low\n",
		}},
		{"Lua", map[string]string{
			"lua/x/y.lua": "local M = {}\nfunction M.f(a) end\nreturn M\n",
			"a.lua":       "local y = require('x.y')\ny.f(1) -- // => med lua/x/y.lua:M.f\n",
			"b.lua":       "local y = require('z.y')\ny.f(1) -- // => low\n",
			"c.lua":       "local y = require('y')\ny.f(1) -- // => low\n",
		}},
		{"Java, by packages and modules of Maven and Gradle", map[string]string{
			"core/src/main/java/com/foo/Util.java": "package com.foo;\npublic class Util { public static void f(int a) {} }\n",
			"core/src/main/java/com/bar/Util.java": "package com.bar;\npublic class Util { public static void f(int b) {} }\n",
			"app/src/main/java/app/A.java":         "package app;\nimport com.foo.Util;\nclass A { void a() { Util.f(1); } } // => high core/src/main/java/com/foo/Util.java:Util.f\n",
			"app/src/main/java/app/B.java":         "package app;\nimport static com.foo.Util.f;\nclass B { void b() { f(1); } } // => high core/src/main/java/com/foo/Util.java:Util.f\n",
			"app/src/main/java/app/C.java":         "package app;\nimport java.foo.Util;\nclass C { void c() { Util.f(1); } } // => low\n",
		}},
	} {
		t.Run(c.what, func(t *testing.T) { holdLines(t, "f", c.files) })
	}
}
