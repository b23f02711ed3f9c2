package calls

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/tooltest"
)

// TestCallsAreBoundWhereTheirFilesSaySo checks in several languages how sure each
// call is, and to which file it is bound.
func TestCallsAreBoundWhereTheirFilesSaySo(t *testing.T) {
	for _, c := range []struct {
		what, name string
		files      map[string]string
		want       []string // place, tier, and file of the definition
	}{
		{"a named import", "run", map[string]string{
			"a.js": "export function run(x) { return x; }\n", "lib/b.js": "import { run } from '../a.js';\nrun(1);\n", "c.ts": "import { run as go } from './a';\ngo(1);\n",
			"d.js": "import { run } from 'elsewhere';\nrun(1);\n",
		}, []string{"c.ts:2 resolved_high a.js", "d.js:2 unresolved ", "lib/b.js:2 resolved_high a.js"}},
		{"the package in which the search stands", "run", map[string]string{
			"__init__.py": "", "a.py": "def run(): pass\n", "b.py": "from shop.a import run\nrun()\n", "c.py": "from shoe.a import run\nrun()\n",
		}, []string{"b.py:2 resolved_high a.py", "c.py:2 resolved_med a.py"}},
		{"a required module", "run", map[string]string{
			"a.js": "function run() {}\nmodule.exports = { run };\n", "b.js": "const { run } = require('./a');\nrun();\n",
		}, []string{"b.js:2 resolved_high a.js"}},
		{"a method of Java", "run", map[string]string{
			"A.java": "class A {\n  void run() {}\n  void go() { this.run(); }\n}\n", "B.java": "class B {\n  void go(A a) { a.run(); }\n}\n",
		}, []string{"A.java:3 resolved_high A.java", "B.java:2 resolved_high A.java"}},
		{"a function of Rust", "run", map[string]string{
			"src/a.rs": "pub fn run() {}\nfn own() { run(); }\n", "src/b.rs": "use crate::a::run;\nfn go() { run(); }\n",
		}, []string{"src/a.rs:2 resolved_high src/a.rs", "src/b.rs:2 resolved_high src/a.rs"}},
		{"a static function of two files", "run", map[string]string{
			"a.c": "static int run(int x) { return x; }\nint a(void) { return run(1); }\n", "b.c": "static int run(int x) { return -x; }\nint b(void) { return run(2); }\n",
		}, []string{"a.c:2 resolved_high a.c", "b.c:2 resolved_high b.c"}},
		{"a method of PHP", "run", map[string]string{
			"a.php": "<?php\nclass A {\n  function run() {}\n  function go() { $this->run(); }\n}\n", "b.php": "<?php\nfunction go($x) { $x->run(); }\n",
		}, []string{"a.php:4 resolved_high a.php", "b.php:2 unresolved "}},
		{"scopes of Go", "Do", map[string]string{
			"go.mod": "module m\n",
			"a.go":   "package m\ntype A struct{}\nfunc (A) Do() {}\ntype B struct{}\nfunc (B) Do() {}\nfunc f(x A) {\n\tif x := (B{}); true {\n\t\tx.Do()\n\t}\n\tfunc(x B) {\n\t\tx.Do()\n\t}(B{})\n\tx.Do()\n\ttype A struct{ B }\n\tvar y A\n\ty.Do()\n}\nfunc g[A any](x A) {\n\tx.Do()\n}\n",
		}, []string{"a.go:11 resolved_high a.go:5", "a.go:13 resolved_high a.go:3", "a.go:16 unresolved ", "a.go:19 unresolved ", "a.go:8 resolved_high a.go:5"}},
		{"embedded types of Go", "Do", map[string]string{
			"go.mod": "module m\n",
			"a.go":   "package m\ntype In struct{}\nfunc (In) Do() {}\ntype Mid struct{ In }\ntype Flat struct{}\nfunc (Flat) Do() {}\ntype T struct {\n\tMid\n\tFlat\n}\ntype F struct {\n\tFlat\n\tDo func()\n}\nfunc f(t T, x F) {\n\tt.Do()\n\tx.Do()\n}\n",
		}, []string{"a.go:16 resolved_high a.go:6", "a.go:17 unresolved "}},
		{"builds of Go", "open", map[string]string{
			"go.mod": "module m\n", "a_linux.go": "package m\nfunc open() {}\n", "a_windows.go": "package m\nfunc open() {}\n",
			"b.go": "package m\nfunc b() { open() }\n", "c_windows.go": "package m\nfunc c() { open() }\n", "d.go": "//go:build windows\n\npackage m\nfunc d() { open() }\n",
		}, []string{"b.go:2 resolved_high a_linux.go", "c_windows.go:2 resolved_high a_windows.go", "d.go:4 resolved_high a_windows.go"}},
		{"a field of a struct without a name of Go is not a name of its package", "run", map[string]string{
			"go.mod": "module m\n",
			"a.go":   "package m\nfunc a() {\n\ttests := []struct{ run func() }{}\n\ttests[0].run()\n\trun(2)\n}\nfunc b(y interface{ run() }) { run(3) }\nvar x struct{ run func() }\n",
			"b.go":   "package m\nfunc run(x int) {}\nfunc c() { run(1) }\n",
			"d.go":   "package m\nimport . \"m/d\"\nfunc d() { run(1) }\n",
		}, []string{"a.go:4 unresolved ", "a.go:5 resolved_high b.go", "a.go:7 resolved_high b.go", "b.go:3 resolved_high b.go", "d.go:3 resolved_high b.go"}},
		{"the predeclared error of Go", "Error", map[string]string{
			"go.mod": "module m\n",
			"a.go":   "package m\ntype E struct{}\nfunc (E) Error() string { return \"\" }\ntype W struct{ error }\nfunc a(x E, y W, err error) {\n\tx.Error()\n\ty.Error()\n\terr.Error()\n\tvar z error\n\tz.Error()\n}\nfunc b[T error](x T) {\n\tx.Error()\n}\n",
		}, []string{"a.go:10 unresolved ", "a.go:13 unresolved ", "a.go:6 resolved_high a.go", "a.go:7 unresolved ", "a.go:8 unresolved "}},
		{"a conversion of Go is no call", "Header", map[string]string{
			"go.mod": "module m\n", "a.go": "package m\ntype Header int\nfunc f(x int) Header { return Header(x) }\n",
		}, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Chdir(tooltest.Tree(t, c.files))
			var got []string
			lines := slices.ContainsFunc(c.want, func(w string) bool { return w[len(w)-1] >= '0' && w[len(w)-1] <= '9' })
			for _, s := range search(t, c.name, ".").Sites {
				to := ""
				if s.Target != nil && s.Tier != resolve.Unresolved {
					to = s.Target.Path
					if lines {
						to += fmt.Sprintf(":%d", s.Target.Line)
					}
				}
				got = append(got, fmt.Sprintf("%s:%d %s %s", s.Path, s.Line, s.Tier, to))
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}
