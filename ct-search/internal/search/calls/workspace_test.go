package calls

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/tooltest"
)

// TestAModuleOfTheTreeIsImportedByItsName has a small tree of each kind that says where the modules of a name are.
func TestAModuleOfTheTreeIsImportedByItsName(t *testing.T) {
	for _, c := range []struct {
		what  string
		files map[string]string
	}{
		{"workspaces of npm", map[string]string{
			"package.json":                       `{"private": true, "workspaces": ["packages/*", "!packages/old"]}`,
			"packages/core/package.json":         `{"name": "@vue/core", "main": "index.js", "types": "dist/core.d.ts"}`,
			"packages/core/src/index.ts":         "export { f } from './f';\nexport * from '@vue/shared';\n",
			"packages/core/src/f.ts":             "export function f(a) {}\n",
			"packages/core/test/a.ts":            "import { f } from '@vue/core';\nf(1); // => high packages/core/src/f.ts:f\n",
			"packages/shared/package.json":       `{"name": "@vue/shared", "exports": {".": {"types": "./dist/x.d.ts", "default": "./lib/main.js"}, "./more/*": "./lib/more-*.js", "./one": "./lib/one.js", "./up": "../core/src/f.ts"}}`,
			"packages/shared/lib/main.js":        "",
			"packages/shared/lib/one.js":         "export function f(b) {}\n",
			"packages/shared/lib/more-a.js":      "export function f(c) {}\n",
			"packages/old/package.json":          `{"name": "@vue/old"}`,
			"packages/old/index.js":              "export function f(d) {}\n",
			"packages/app/a.ts":                  "import { f } from '@vue/core';\nf(1); // => high packages/core/src/f.ts:f\n",
			"packages/app/b.ts":                  "import { f } from '@vue/shared/one';\nf(1); // => high packages/shared/lib/one.js:f\n",
			"packages/app/c.ts":                  "import { f } from '@vue/shared/more/a';\nf(1); // => high packages/shared/lib/more-a.js:f\n",
			"packages/app/d.ts":                  "import { f } from '@vue/old';\nf(1); // => low\n",
			"packages/app/e.ts":                  "import { f } from '@vue/shared/up';\nf(1); // => low\n",
			"packages/app/g.js":                  "const core = require('@vue/core');\ncore.f(1); // => high packages/core/src/f.ts:f\n",
			"packages/app/h.ts":                  "import { f } from 'core';\nf(1); // => low\n",
			"packages/app/node_modules/x/pkg.js": "",
			"packages/z/package.json":            `{"name": "z", "exports": {".": "./index.js", "./v4": {"source": "./src/v4/index.ts", "import": "./v4/index.js"}, "./v5": "./v5/index.js"}}`,
			"packages/z/src/index.ts":            "export function f(e) {}\n",
			"packages/z/src/v4/index.ts":         "export function f(g) {}\n",
			"packages/z/src/v5/index.ts":         "export function f(h) {}\n",
			"packages/app/i.ts":                  "import { f } from 'z';\nf(1); // => high packages/z/src/index.ts:f\n",
			"packages/app/j.ts":                  "import * as v from 'z/v4';\nv.f(1); // => high packages/z/src/v4/index.ts:f\n",
			"packages/app/k.ts":                  "import { f } from 'z/v5';\nf(1); // => high packages/z/src/v5/index.ts:f\n",
		}},
		{"workspaces of yarn and pnpm", map[string]string{
			"package.json":             `{"workspaces": {"packages": ["nowhere/*"]}}`,
			"pnpm-workspace.yaml":      "packages:\n  - 'libs/**'\n  - '!**/skip/**'\n",
			"libs/deep/a/package.json": `{"name": "a", "module": "./dist/esm/index.mjs"}`,
			"libs/deep/a/src/index.ts": "export * from './f.js';\n",
			"libs/deep/a/src/f.ts":     "export const f = () => 1;\n",
			"libs/skip/b/package.json": `{"name": "b"}`,
			"libs/skip/b/index.ts":     "export function f(b) {}\n",
			"app/x.ts":                 "import { f } from 'a';\nf(); // => high libs/deep/a/src/f.ts:f\n",
			"app/y.ts":                 "import { f } from 'b';\nf(); // => low\n",
			"app/z.ts":                 "import * as all from 'a/src/f';\nall.f(); // => high libs/deep/a/src/f.ts:f\n",
		}},
		{"paths of tsconfig.json", map[string]string{
			"tsconfig.base.json":     "// all\n{ \"compilerOptions\": { /* x */ \"paths\": { \"@lib/*\": [\"gone/*\", \"./libs/*/src\"], \"one\": [\"libs/one/src/f.ts\"], }, }, }\n",
			"libs/one/src/index.ts":  "export { f } from './f';\n",
			"libs/one/src/f.ts":      "export function f(a) {}\n",
			"libs/two/f.ts":          "export function f(b) {}\n",
			"app/tsconfig.json":      "{\"extends\": [\"./none.json\", \"../tsconfig.base\"]}",
			"app/a.ts":               "import { f } from '@lib/one';\nf(1); // => high libs/one/src/f.ts:f\n",
			"app/b.ts":               "import { f } from 'one';\nf(1); // => high libs/one/src/f.ts:f\n",
			"other/c.ts":             "import { f } from '@lib/one';\nf(1); // => low\n",
			"vite/tsconfig.json":     `{"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "../app"}]}`,
			"vite/tsconfig.app.json": `{"compilerOptions": {"baseUrl": "..", "paths": {"~/*": ["${configDir}/src/*"]}}}`,
			"vite/src/g.ts":          "export function f(c) {}\n",
			"vite/d.ts":              "import { f } from '~/g';\nf(1); // => high vite/src/g.ts:f\n",
			"vite/e.ts":              "import { f } from 'libs/two/f';\nf(1); // => high libs/two/f.ts:f\n",
			"vite/h.ts":              "import { T } from '~/t';\nfunction g(t: T) { t.f(); } // => high vite/src/t.ts:T.f\n",
			"vite/src/t.ts":          "export class T { f() {} }\n",
		}},
		{"crates of Cargo", map[string]string{
			"Cargo.toml":                   "[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\nshared = { path = \"crates/shared-x\", package = \"shared-x\" }\n",
			"crates/core-a/Cargo.toml":     "[package]\nname = \"core-a\"\n[dependencies]\nserde = \"1\"\nshared.workspace = true\n",
			"crates/core-a/src/lib.rs":     "pub mod m;\nmod private;\npub use m::f;\npub use private::*;\npub struct T;\nimpl T { pub fn g(&self) {} }\n",
			"crates/core-a/src/m.rs":       "pub fn f(a: u8) {}\npub mod inner { pub fn f(b: u8) {} }\n",
			"crates/core-a/src/private.rs": "pub mod deep { pub fn f(c: u8) {} }\n",
			"crates/core-a/src/n.rs":       "use serde::m::f;\nfn n() { f(1); } // => low\n",
			"crates/core-a/src/o.rs":       "fn o() { serde::m::f(1); } // => low\n",
			"crates/core-a/src/p.rs":       "use crate::f;\nfn p() { f(1); } // => high crates/core-a/src/m.rs:f\n",
			"crates/core-a/src/q.rs":       "fn q() { super::m::f(1); } // => high crates/core-a/src/m.rs:f\n",
			"crates/core-a/src/r.rs":       "use shared::f;\nfn r() { f(1); } // => high crates/shared-x/lib.rs:f\n",
			"crates/core-a/tests/t.rs":     "use core_a::m;\nfn t() { m::f(1); } // => high crates/core-a/src/m.rs:f\n",
			"crates/shared-x/Cargo.toml":   "[package]\nname = \"shared-x\"\n[lib]\npath = \"lib.rs\"\n",
			"crates/shared-x/lib.rs":       "pub fn f(d: u8) {}\n",
			"crates/app/Cargo.toml":        "[package]\nname = \"app\"\n[dependencies]\ncore-a = { path = \"../core-a\" }\n[target.'cfg(unix)'.dependencies]\nother = { path = \"../shared-x\", package = \"shared-x\" }\n[dev-dependencies]\nup = { path = \"../../../..\" }\n",
			"crates/app/src/main.rs":       "use core_a::f;\nfn main() { f(1); } // => high crates/core-a/src/m.rs:f\n",
			"crates/app/src/b.rs":          "fn b() { core_a::m::inner::f(1); } // => high crates/core-a/src/m.rs:inner.f\n",
			"crates/app/src/c.rs":          "use core_a::deep::f as g;\nfn c() { g(1); } // => high crates/core-a/src/private.rs:deep.f\n",
			"crates/app/src/d.rs":          "fn d() { other::f(1); } // => high crates/shared-x/lib.rs:f\n",
			"crates/app/src/e.rs":          "use core_a::nowhere::f;\nfn e() { f(1); } // => low\n",
			"crates/app/src/h.rs":          "use core_a::m::*;\nfn h() { f(1); } // => high crates/core-a/src/m.rs:f\n",
		}},
	} {
		t.Run(c.what, func(t *testing.T) { holdLines(t, "f", c.files) })
	}
}

// TestModulesOfGoAreFoundByTheirWorkspace has modules that go.work and replace lead to.
func TestModulesOfGoAreFoundByTheirWorkspace(t *testing.T) {
	for _, c := range []struct {
		what  string
		files map[string]string
	}{
		{"go.work", map[string]string{
			"go.work":    "go 1.26\n\nuse (\n\t./app // first\n\t\"./lib\"\n)\n\nuse ./sub/deep\n",
			"app/go.mod": "module example.com/app\n", "lib/go.mod": "module example.com/lib\n", "sub/deep/go.mod": "module example.com/lib/deep\n", "other/go.mod": "module example.com/other\n",
			"lib/a.go": "package lib\nfunc F(a int) {}\n", "lib/deep/a.go": "package deep\nfunc F(b int) {}\n", "sub/deep/a.go": "package deep\nfunc F(c int) {}\n",
			"app/a.go":   "package app\nimport \"example.com/lib\"\nfunc a() { lib.F(1) } // => high lib/a.go:F\n",
			"app/b.go":   "package app\nimport \"example.com/lib/deep\"\nfunc b() { deep.F(1) } // => high sub/deep/a.go:F\n",
			"app/c.go":   "package app\nimport \"example.com/library\"\nfunc c() { library.F(1) } // => low\n",
			"other/d.go": "package other\nimport \"example.com/lib\"\nfunc d() { lib.F(1) } // => low\n",
		}},
		{"replace", map[string]string{
			"app/go.mod": "module example.com/app\nrequire example.com/lib v1.0.0\nreplace (\n\texample.com/lib v1.0.0 => ../lib\n\texample.com/x => example.com/lib v1.0.0\n)\nreplace example.com/bad =>\n",
			"lib/go.mod": "module example.com/other\n", "lib/in/a.go": "package in\nfunc F(a int) {}\n",
			"app/a.go": "package app\nimport \"example.com/lib/in\"\nfunc a() { in.F(1) } // => high lib/in/a.go:F\n",
			"app/b.go": "package app\nimport \"example.com/x/in\"\nfunc b() { in.F(1) } // => low\n",
		}},
		{"a go.work without end", map[string]string{
			"go.work": "use (\n\t.\n\t./app/..\n\t/\n\t../../../..\n\t./nowhere\nuse\nuse )\n", "go.mod": "module example.com/app\n", "lib/a.go": "package lib\nfunc F(a int) {}\n",
			"a.go": "package app\nimport \"example.com/app/lib\"\nfunc a() { lib.F(1) } // => high lib/a.go:F\n",
		}},
	} {
		t.Run(c.what, func(t *testing.T) { holdLines(t, "F", c.files) })
	}
}

// TestModulesOfPythonAreFoundInTheFoldersOfSources has a layout with src, and packages without __init__.py.
func TestModulesOfPythonAreFoundInTheFoldersOfSources(t *testing.T) {
	holdLines(t, "f", map[string]string{
		"src/pkg/__init__.py":     "from .a import f\n",
		"src/pkg/a.py":            "def f(a): pass\n",
		"src/ns/part/b.py":        "def f(b): pass\n",
		"lib/ns/other/c.py":       "def f(c): pass\n",
		"src/pkg/json.py":         "def f(d): pass\n",
		"tests/deep/test_a.py":    "from pkg import f\nf(1)  # => high src/pkg/a.py:f\n",
		"tests/deep/test_b.py":    "import ns.part.b\nns.part.b.f(1)  # => high src/ns/part/b.py:f\n",
		"tests/deep/test_c.py":    "from ns.other import c\nc.f(1)  # => high lib/ns/other/c.py:f\n",
		"tests/deep/test_d.py":    "from json import f\nf(1)  # => low\n",
		"one/src/one/e.py":        "def f(e): pass\n",
		"two/src/two/__init__.py": "",
		"two/src/two/g.py":        "from one.e import f\nf(1)  # => med one/src/one/e.py:f\n",
		"two/src/two/h.py":        "from three.e import f\nf(1)  # => low\n",
	})
}

// TestFilesThatSayWhereModulesAreMayBeAnything has trees in which they are hostile, and what the answer says then.
func TestFilesThatSayWhereModulesAreMayBeAnything(t *testing.T) {
	call := "import { f } from '@a/b';\nf(1);\n"
	for _, c := range []struct {
		what, reason string
		files        map[string]string
		folders      int
	}{
		{"configurations that extend each other", "imported from @a/b, which is not in the tree", map[string]string{
			"tsconfig.json": `{"extends": "./b.json", "references": [{"path": "."}, {"path": "./b"}, {"path": "/"}]}`, "b.json": `{"extends": ["./tsconfig.json", "./b", "@a/b"]}`,
		}, 0},
		{"a glob of too many folders", "imported from @a/b, and a file that may say where it is was not read: package.json: its workspaces are more than 10000 folders", map[string]string{
			"package.json": `{"workspaces": ["many/*", "many/**/x/**/y", "many/**"]}`,
		}, 12_000},
		{"a long package.json", "imported from @a/b, and a file that may say where it is was not read: package.json: larger than 1 MiB", map[string]string{
			"package.json": `{"workspaces": ["p"], "x": "` + strings.Repeat("x", 10<<20) + `"}`,
		}, 0},
		{"what is no JSON", "imported from @a/b, and a file that may say where it is was not read: package.json: not JSON", map[string]string{
			"package.json": `{"workspaces": ["p"]`,
		}, 0},
		{"what is no YAML", "imported from @a/b, and a file that may say where it is was not read: pnpm-workspace.yaml: packages is not a plain list of globs", map[string]string{
			"pnpm-workspace.yaml": "packages: {a: b}\n",
		}, 0},
		{"values of other types", "imported from @a/b, which is not in the tree", map[string]string{
			"package.json":  `{"workspaces": {"packages": [1, {"a": 2}, "[", "{", "**/**/**", "", "!"]}, "name": ["@a/b"], "exports": 7, "main": {}}`,
			"tsconfig.json": `{"extends": 1, "compilerOptions": {"paths": {"@a/*": 5}, "baseUrl": []}, "references": "x"}`,
		}, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			c.files["p/package.json"], c.files["p/x.ts"] = `{"name": "@a/c"}`, "export function f(a) {}\n"
			c.files["q/a.ts"] = call
			if c.folders > 0 && testing.Short() {
				t.Skip("skipped: many folders")
			}
			root := tooltest.Tree(t, c.files)
			for i := range c.folders {
				if err := os.MkdirAll(filepath.Join(root, "many", strconv.Itoa(i)), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(root)
			found := search(t, "f", ".")
			for _, s := range found.Sites {
				if s.Tier != resolve.Unresolved || s.Reason != c.reason {
					t.Errorf("%s: %s", s.Tier, s.Reason)
				}
			}
			if noted := len(found.lacks) > 0; noted != strings.Contains(c.reason, "not read") || len(found.Sites) != 1 {
				t.Errorf("%d calls, limits: %v", len(found.Sites), found.lacks)
			}
		})
	}
}

// TestModulesOutsideOfTheSandboxAreNotRead has files that lead out of the folder that nothing may lead out of.
func TestModulesOutsideOfTheSandboxAreNotRead(t *testing.T) {
	root := tooltest.Tree(t, map[string]string{
		"package.json": `{"workspaces": ["out", "in/*"]}`, "out/package.json": `{"name": "@a/b"}`, "out/index.ts": "export { f } from '../in/x';\n", "tsconfig.json": `{"compilerOptions": {"paths": {"*": ["in/x"]}}}`,
		"in/package.json": `{"workspaces": ["../out", "/", "..", "./x/../../out"]}`, "in/tsconfig.json": `{"extends": "../tsconfig.json"}`,
		"in/x.ts": "export function f(a) {}\n", "in/a.ts": "import { f } from '@a/b';\nf(1);\n",
	})
	t.Chdir(filepath.Join(root, "in"))
	s := searchOf(t, "f", nil, ".")
	s.Files.Sandbox = "."
	found, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Sites) != 1 || found.Sites[0].Tier != resolve.Unresolved {
		t.Errorf("%v", found.Sites)
	}
	s = searchOf(t, "f", nil, ".") // without it, as the compiler sees it
	if found, err = s.Run(context.Background()); err != nil || found.Sites[0].Tier != resolve.High {
		t.Errorf("%v, %v", found.Sites[0].Reason, err)
	}
}
