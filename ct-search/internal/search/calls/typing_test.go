package calls

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestReceiversHaveTheirDeclaredTypes checks what the declared type of a receiver makes of a call of run.
func TestReceiversHaveTheirDeclaredTypes(t *testing.T) {
	for _, c := range []struct {
		what  string
		files map[string]string
	}{
		{"Java", map[string]string{
			"a/A.java": "package a;\npublic class A { public void run() {} A self() { return this; } }\n", "a/B.java": "package a;\npublic class B { public void run() {} }\n",
			"b/C.java": `package b;
import a.A;
import java.util.List;
class C extends D {
    private final a.B field = new a.B();
    A made() { return new A(); }
    void go(A x, List<a.B> list, Other o) {
        x.run(); // => high a/A.java:A.run
        field.run(); // => high a/B.java:B.run
        this.field.run(); // => high a/B.java:B.run
        made().self().run(); // => high a/A.java:A.run
        new A().run(); // => high a/A.java:A.run
        var y = new A();
        y.run(); // => high a/A.java:A.run
        for (a.B z : list) z.run(); // => high a/B.java:B.run
        list.get(0).run(); // => high a/B.java:B.run
        ((a.B) o).run(); // => high a/B.java:B.run
        o.run(); // => low
        { B y2 = null; y2.run(); } // => low
        run(); // => high b/D.java:D.run
    }
}
`, "b/D.java": "package b;\nclass D { void run() {} }\n",
		}},
		{"C#", map[string]string{
			"A.cs": "namespace N.M { public class A { public void run() {} } }\n", "B.cs": "namespace N { public class B { public void run() {} } }\n",
			"C.cs": `using N.M;
namespace N.K {
    class C {
        private B field = new B();
        void Go(A x) {
            x.run(); // => high A.cs:N.M.A.run
            field.run(); // => high B.cs:N.B.run
            var y = new A();
            y.run(); // => high A.cs:N.M.A.run
        }
    }
}
`,
		}},
		{"PHP", map[string]string{
			"src/A.php": "<?php\nnamespace N;\nclass A { public function run() {} public static function make(): self {} }\n", "src/B.php": "<?php\nnamespace N;\nclass B { public function run() {} }\n",
			"src/C.php": `<?php
namespace M;
use N\A;
class C {
    private \N\B $field;
    public function go(A $x, ?A $y) {
        $x->run(); // => high src/A.php:A.run
        $y->run(); // => high src/A.php:A.run
        $this->field->run(); // => high src/B.php:B.run
        $z = new A();
        $z->run(); // => med src/A.php:A.run
        A::make()->run(); // => high src/A.php:A.run
    }
}
`,
		}},
		{"Kotlin", map[string]string{
			"A.kt": "package a\nclass A { fun run() {} fun self(): A = this }\n", "B.kt": "package a\nclass B { fun run() {} }\n",
			"C.kt": `package b
import a.A
import a.B
class C(private val field: B) {
    fun go(x: A, y: A?) {
        x.run() // => high A.kt:A.run
        y?.run() // => high A.kt:A.run
        field.run() // => high B.kt:B.run
        val z = A()
        z.run() // => high A.kt:A.run
        x.self().run() // => high A.kt:A.run
    }
}
`,
		}},
		{"Swift", map[string]string{
			"A.swift": "class A { func run() {}\n func me() -> A { return self } }\n", "B.swift": "struct B { func run() {} }\n",
			"C.swift": `class C {
    let field: B
    func go(x: A, y: A?) {
        x.run() // => high A.swift:A.run
        y?.run() // => high A.swift:A.run
        field.run() // => high B.swift:B.run
        self.field.run() // => high B.swift:B.run
        let z = A()
        z.run() // => high A.swift:A.run
        x.me().run() // => high A.swift:A.run
    }
}
`,
		}},
		{"Rust", map[string]string{
			"src/lib.rs": "pub mod a;\npub mod b;\npub use crate::a::A;\n", "src/a.rs": "pub struct A { pub b: crate::b::B }\nimpl A {\n    pub fn new() -> Self { todo!() }\n    pub fn run(&self) {}\n}\n",
			"src/b.rs": "pub struct B;\nimpl B { pub fn run(&self) {} }\n",
			"src/c.rs": `use crate::{A, b::B};
struct C { field: B, list: Vec<A> }
impl C {
    fn go(&mut self, x: &A, y: Option<Box<A>>) {
        x.run(); // => high src/a.rs:A.run
        x.b.run(); // => high src/b.rs:B.run
        self.field.run(); // => high src/b.rs:B.run
        self.list[0].run(); // => high src/a.rs:A.run
        y.unwrap().run(); // => high src/a.rs:A.run
        let z = A::new();
        z.run(); // => high src/a.rs:A.run
        for one in &self.list { one.run(); } // => high src/a.rs:A.run
        if let Some(two) = y { two.run(); } // => high src/a.rs:A.run
        A::run(x); // => high src/a.rs:A.run
    }
    fn any<T: Other>(t: T) {
        t.run(); // => low
        T::run(); // => low
    }
}
`,
		}},
		{"TypeScript", map[string]string{
			"a.ts": "export class A { run() {} self(): A { return this; } }\n", "b.ts": "export class B extends Base { run() {} }\n", "index.ts": "export * from './a';\nexport { B as Bee } from './b';\n",
			"c.ts": `import { A, Bee } from './index';
class C {
  field: Bee;
  constructor(private own: A) {}
  go(x: A, y: A | null, xs: A[]) {
    x.run(); // => high a.ts:A.run
    y!.run(); // => high a.ts:A.run
    this.field.run(); // => high b.ts:B.run
    const z = new A();
    z.run(); // => high a.ts:A.run
    x.self().run(); // => high a.ts:A.run
    for (const one of xs) one.run(); // => high a.ts:A.run
    xs[0].run(); // => high a.ts:A.run
  }
}
`,
		}},
		{"JavaScript", map[string]string{
			"a.js": "export class A { run() {} }\n", "b.js": "export class B { run() {} }\n",
			"c.js": `import { A } from './a';
import { B } from './b';
class C {
  field = new B();
  /**
   * @param {A} x
   */
  go(x) {
    x.run(); // => med a.js:A.run
    this.field.run(); // => med b.js:B.run
    const z = new A();
    z.run(); // => high a.js:A.run
  }
}
`,
		}},
	} {
		t.Run(c.what, func(t *testing.T) { holdLines(t, "run", c.files) })
	}
}

// A type that has a method from another one is asked for by its own name.
func TestAnInheritedMethodIsAskedForByTheTypeThatHasIt(t *testing.T) {
	t.Chdir(tooltest.Tree(t, map[string]string{
		"A.java": "class A { void run() {} }\n", "B.java": "class B extends A {}\n", "C.java": "class C { void run() {} }\n",
		"D.java": "class D { void go(A a, B b, C c) {\n  a.run();\n  b.run();\n  c.run();\n} }\n",
	}))
	for symbol, want := range map[string][]int64{"A": {2, 3}, "B": {2, 3}, "C": {4}, "Z": {2, 3, 4}} {
		var got []int64
		for _, s := range searchChain(t, "run", []string{symbol}, ".").Sites {
			got = append(got, s.Line)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s.run: lines %v, want %v", symbol, got, want)
		}
	}
}

// A type that was not searched, or that cannot be read, may be below the one that is asked for.
func TestACallOfATypeThatIsNotSeenStays(t *testing.T) {
	t.Chdir(tooltest.Tree(t, map[string]string{
		"a/A.java": "package a;\npublic class A { public void run() {} }\n", "b/B.java": "package b;\npublic class B extends a.A {}\n",
		"c/C.java": "package c;\nimport b.B;\nimport java.util.Timer;\nclass C extends B { void go(B b, C c, Timer t) {\n  b.run();\n  c.run();\n  t.run();\n} }\n",
		"src/a.rs": "pub struct A;\nimpl A { pub fn run(&self) {} }\npub struct W;\nimpl AsRef<A> for W { }\n",
		"src/b.rs": "use crate::a::{A, W};\nuse std::collections::HashMap;\nfn go(w: W, m: HashMap<W, A>, r: Result<A, W>) {\n    w.as_ref().run();\n    m.get(&w).unwrap().run();\n    if let Ok(x) = r { x.run(); }\n}\n",
	}))
	lines := func(roots ...string) (got []string) {
		for _, s := range searchChain(t, "run", []string{"A"}, roots...).Sites {
			got = append(got, fmt.Sprintf("%s:%d", s.Path, s.Line))
		}
		slices.Sort(got)
		return got
	}
	for _, c := range []struct{ roots, want []string }{
		{[]string{"a", "c"}, []string{"c/C.java:5", "c/C.java:6"}},
		{[]string{"a", "b", "c"}, []string{"c/C.java:5", "c/C.java:6"}},
		{[]string{"src"}, []string{"src/b.rs:4", "src/b.rs:5", "src/b.rs:6"}},
	} {
		if got := lines(c.roots...); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.roots, got, c.want)
		}
	}
}

// A call that may reach the method when the program runs stays in the answer of a dotted question.
func TestACallThatMayReachTheMethodStays(t *testing.T) {
	for _, c := range []struct {
		what   string
		symbol []string
		files  map[string]string
		want   []string
	}{
		{"an overridden method, and Object's", []string{"A"}, map[string]string{
			"Base.java": "class Base { public boolean equals(Object o) { return true; } }\n", "A.java": "class A extends Base { public boolean equals(Object o) { return false; } }\n",
			"Z.java": "class Z { public boolean equals(Object o) { return false; } }\n",
			"C.java": "class C { void go(Base b, Object o, Z z, A a) {\n  b.equals(a);\n  o.equals(a);\n  z.equals(a);\n  a.equals(b);\n} }\n",
		}, []string{"C.java:2", "C.java:3", "C.java:5"}},
		{"a trait that another file gives the type", []string{"A"}, map[string]string{
			"src/a.rs": "pub struct A;\npub trait Tr { fn equals(&self) {} }\n", "src/b.rs": "use crate::a::{A, Tr};\nimpl Tr for A { fn equals(&self) {} }\n",
			"src/c.rs": "use crate::a::{A, Tr};\npub struct Z;\nimpl Z { fn equals(&self) {} }\nfn go(d: &dyn Tr, a: A, z: Z) {\n    d.equals();\n    a.equals();\n    z.equals();\n}\n",
		}, []string{"src/c.rs:5", "src/c.rs:6"}},
		{"a variable of JavaScript with two values", []string{"A"}, map[string]string{
			"a.js": "export class A { equals() {} }\nexport class Z { equals() {} }\n",
			"c.js": "import { A, Z } from './a';\nfunction go(c) {\n  let x = new Z();\n  if (c) x = new A();\n  x.equals();\n  const z = new Z();\n  z.equals();\n}\n",
		}, []string{"c.js:5"}},
		{"any, and a promise", []string{"A"}, map[string]string{
			"a.ts": "export class A { equals() {} }\nexport class Z { equals() {} }\nexport async function make(): Promise<A> { return new A(); }\n",
			"c.ts": "import { A, Z, make } from './a';\nasync function go(y: any, z: Z) {\n  y.equals();\n  const x = await make();\n  x.equals();\n  z.equals();\n}\n",
		}, []string{"c.ts:3", "c.ts:5"}},
		{"a method that a class gives a type of the library", []string{"A"}, map[string]string{
			"A.cs": "static class A { public static void equals(this string s) {} }\nclass Z { public void equals() {} }\n",
			"C.cs": "class C {\n  void Go(string s, Z z) {\n    s.equals();\n  }\n}\n",
		}, []string{"C.cs:3"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Chdir(tooltest.Tree(t, c.files))
			var got []string
			for _, s := range searchChain(t, "equals", c.symbol, ".").Sites {
				got = append(got, fmt.Sprintf("%s:%d", s.Path, s.Line))
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
