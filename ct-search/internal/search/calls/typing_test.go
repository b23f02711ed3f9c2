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
		{"C between directives", map[string]string{
			"a.c": "void run(int a)\n{\n}\n",
			"C.c": "#ifdef SOLO\nvoid run(int a)\n{\n}\n#endif\nvoid go(void)\n{\n  run(1); // => low\n}\n",
		}},
		{"C# in files of other names", map[string]string{
			"Types.cs": "namespace N.M\n{\n\tpublic class A { public void run() {} }\n\tpublic partial class P { void other() {} }\n\tpublic class Base : BinaryReader { public void run() {} }\n\tpublic class Json { public static implicit operator Json(string s) { return null; } }\n}\n",
			"Parts.cs": "namespace N.M { public partial class P { public void run() {} } }\n",
			"Twice.cs": "namespace N.M { public class D { public void run() {} }\npublic class Timer { public void run() {} } }\n", "Again.cs": "namespace N.M { public class D { public void run() {} } }\n",
			"Extra.cs": "namespace N.M {\n\tpublic static class Extra {\n\t\tpublic static void run(this string s, int n) {}\n\t}\n}\n",
			"Many.cs": `namespace N.M {
    public class Many {
        public void run(bool b, string s) {}
        public void run(object o, string s) {}
        public void run(ref bool b, string s) {}
        public void run(Json j) {}
        public void run(A a) {}
        public Many() {}
        static void Go(bool b, A a, Many m, string s) {
            m.run(b, "x"); // => high N.M.Many.run at line 3
            m.run(a, "x"); // => high N.M.Many.run at line 4
            m.run(ref b, "x"); // => high N.M.Many.run at line 5
            m.run(a); // => high N.M.Many.run at line 7
            m.run(s); // => low
            new Many().run(1, null); // => med N.M.Many.run at line 4
        }
    }
}
`,
			"C.cs": `namespace N.M {
    class C : Base {
        public A Prop { get { return null; } }
        void Go(P p, D d) {
            Prop.run(); // => high Types.cs:N.M.A.run
            p.run(); // => high Parts.cs:N.M.P.run
            run(); // => high Types.cs:N.M.Base.run
            "a {0}".run(1); // => med Extra.cs:N.M.Extra.run
            d.run(); // => med Again.cs:N.M.D.run
        }
    }
}
`,
		}},
		{"Swift by labels", map[string]string{
			"A.swift": "class A {\n  func run() {}\n  func run(a: Int, _ b: String = \"x, y\") {}\n  func run(a: Int, then: @escaping (Int) -> Void) {}\n  func run(_ all: Int...) {}\n  func run(b: Int, c: Int = 1) {}\n  func run(b: Int) {}\n}\nfunc lone(_ a: A) { a.run() } // => high A.run at line 2\n",
			"B.swift": "protocol Q {}\ntypealias Both = A & Q\nclass D: Both {}\n",
			"C.swift": `func go(a: A, d: D, o: Any) {
  a.run(a: 1) // => high A.swift:A.run at line 3
  a.run(a: 1, "(, )") // => high A.swift:A.run at line 3
  _ = a.run(a: 1) { _ in } // => high A.swift:A.run at line 4
  if a.run(a: 1) { } // => low
  a.run(a: 1, then: { _ in }) // => high A.swift:A.run at line 4
  a.run(1, 2, 3) // => high A.swift:A.run at line 5
  a.run(b: 1) // => high A.swift:A.run at line 7
  a.run(c: 1) // => low
  d.run(b: 2) // => high A.swift:A.run at line 7
  if let x = o as? A { x.run(b: 2) } // => high A.swift:A.run at line 7
  let y = try? A.make()
  y.run(b: 2) // => low
}
`,
		}},
		{"Kotlin by labels", map[string]string{
			"A.kt": "package p\nclass A {\n  fun run() {}\n  fun run(a: Int, b: String = \"x\",) {}\n  fun run(a: Int, body: (Int) -> Unit) {}\n  fun run(vararg all: String) {}\n}\n",
			"C.kt": `package p
fun go(a: A) {
  a.run() // => high A.kt:A.run at line 3
  a.run(b = "y", a = 1) // => high A.kt:A.run at line 4
  a.run(a = 1, body = { }) // => high A.kt:A.run at line 5
  a.run("a", "b", "c") // => high A.kt:A.run at line 6
  a.run(c = 1) // => low
}
`,
		}},
		{"PHP", map[string]string{
			"src/A.php":  "<?php\nnamespace N;\nclass A { public function run() {} public static function make(): self {}\n/** @return $this */ public function me() {}\n public function fluent() { return $this; } }\n",
			"src/B.php":  "<?php\nnamespace N;\nclass B { public function run() {} }\n",
			"src/T.php":  "<?php\nnamespace N\\Sub;\ntrait T { public function run() {} }\n",
			"src/T2.php": "<?php\nnamespace N\\Sub;\nclass T2 implements \\Countable { use T; }\n",
			"src/C.php": `<?php
namespace M;
use N\A;
use N\Sub;
class C extends D {
    private \N\B $field;
    /** @var A[] */
    private $list;
    private $given;
    protected $made;
    private $several;
    public function __construct(private A $promoted, A $given) {
        $this->given = $given;
        $this->made = new \N\B($given->name());
        $this->several = new A();
    }
    /** @return array<string, \N\B> */
    public function all() {}
    /** {@inheritdoc} */
    public function up() {}
    public function other($x) { $this->several = $x; }
    /**
     * @param A|null $doc
     * @param \N\B[] $docs
     */
    public function go(A $x, ?A $y, $doc, array $docs, $any, A|\N\B $both, A $null = null) {
        $x->run(); // => high src/A.php:A.run
        $y->run(); // => high src/A.php:A.run
        $null->run(); // => high src/A.php:A.run
        $doc->run(); // => med src/A.php:A.run
        $any->run(); // => low
        $both->run(); // => low
        $this->field->run(); // => high src/B.php:B.run
        $this->promoted->run(); // => high src/A.php:A.run
        $this->given->run(); // => med src/A.php:A.run
        $this->made->run(); // => med src/B.php:B.run
        $this->several->run(); // => low
        $this->up()->run(); // => med src/B.php:B.run
        $z = new A();
        $z->run(); // => high src/A.php:A.run
        A::make()->run(); // => high src/A.php:A.run
        \N\A::make()->run(); // => high src/A.php:A.run
        $z->me()->fluent()->run(); // => high src/A.php:A.run
        (new Sub\T2)->run(); // => high src/T.php:T.run
        foreach ($docs as $k => $d) { $d->run(); } // => med src/B.php:B.run
        foreach ($this->list as $l) {
            $l->run(); // => med src/A.php:A.run
        }
        foreach ($this->all() as $b) { $b->run(); } // => med src/B.php:B.run
        $f = function (\N\B $x) use ($z) {
            $x->run(); // => high src/B.php:B.run
            $z->run(); // => high src/A.php:A.run
        };
        $x->run(); // => high src/A.php:A.run
        array_map(fn(\N\B $x) => $x->run(), []); // => high src/B.php:B.run
        if ($any instanceof A) {
            $any->run(); // => high src/A.php:A.run
        }
        try {} catch (Sub\T2 $any) {
            $any->run(); // => high src/T.php:T.run
        }
        $any->run(); // => low
        if ($k) { $w = new A; } else { $w = new \N\B; }
        $w->run(); // => med src/B.php:B.run
        if ($k) $z = new \N\B;
        $z->run(); // => med src/A.php:A.run
        /** @var A $v */
        $v = $this->unknown();
        $v->run(); // => med src/A.php:A.run
        $n = '}'; $m = new A; // }
        $m->run(); // => high src/A.php:A.run
        while ($k) {
            $m->run(); // => med src/A.php:A.run
            $m = new \N\B;
        }
        switch ($k) { case 1: $s = new A; break; case 2:
            $s->run(); // => med src/A.php:A.run
        }
        [$m] = $docs;
        $m->run(); // => low
    }
}
`,
			"src/D.php": "<?php\nnamespace M;\nabstract class D {\n/** @return \\N\\B */\nabstract function up(); }\n",
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
		{"C++", map[string]string{
			"include/x/a.h": `#pragma once
namespace x {
class B;
class A {
 public:
  void run();
  A* self() { return this; }
  static A* make();
  B& b() const;
  void over(const char* s);
  void over(int n);
};
class B { public: void run() {} };
typedef B C;
using P = std::shared_ptr<B>;
template <typename T> class Box { public: void go() { T t;
 t.run(); // => low
 } };
}
`,
			"src/a.cc":    "#include \"x/a.h\"\nnamespace x {\nvoid A::run() {}\nA* A::make() { return new A(); }\n}\n",
			"src/other.h": "namespace y { class A { public: void run() {} }; void run(int) {} }\n",
			"src/d.h": `#include "x/a.h"
namespace x {
class D : public A {
  void go(const A& x, std::vector<B*> list, std::unique_ptr<A> u, P p, T&& t);
  B* const field_ = nullptr;
  std::map<int, B> map_;
  A first_, second_;
  B many_[4];
};
}
`,
			"src/d.cc": `#include "d.h"
namespace x {
void D::go(const A& x, std::vector<B*> list, std::unique_ptr<A> u, P p, T&& t) {
    x.run(); // => high src/a.cc:x.A.run
    field_->run(); // => high include/x/a.h:x.B.run
    this->field_->run(); // => high include/x/a.h:x.B.run
    second_.run(); // => high src/a.cc:x.A.run
    many_[2].run(); // => high include/x/a.h:x.B.run
    A::make()->self()->run(); // => high src/a.cc:x.A.run
    auto y = new A();
    y->run(); // => high src/a.cc:x.A.run
    for (auto* z : list) z->run(); // => high include/x/a.h:x.B.run
    for (const auto& z : list) { z->run(); } // => high include/x/a.h:x.B.run
    u->run(); // => high src/a.cc:x.A.run
    p->run(); // => high include/x/a.h:x.B.run
    map_[3].run(); // => high include/x/a.h:x.B.run
    auto it = map_.find(3);
    it->second.run(); // => high include/x/a.h:x.B.run
    static_cast<B*>(q)->run(); // => high include/x/a.h:x.B.run
    static_cast<B*>(q)->next()->run(); // => low
    C c;
    c.run(); // => high include/x/a.h:x.B.run
    t.run(); // => low
    run(); // => high src/a.cc:x.A.run
}
}
`,
			"src/e.cc":      "#include \"other.h\"\nvoid f(y::A a, x::A b) {\n    a.run(); // => high src/other.h:y.A.run\n    b.run(); // => med src/a.cc:x.A.run\n    y::run(1); // => high src/other.h:y.run\n}\n",
			"src/f_test.cc": "#include \"x/a.h\"\nnamespace x {\nTEST(A, B) { run(1); } // => low\nTEST_F(A, C) { run(); } // => high src/a.cc:x.A.run\n}\n",
		}},
		{"Python", map[string]string{
			"p/__init__.py": "", "p/a.py": "class A:\n    def run(self): pass\n    def me(self) -> 'A': return self\n    @property\n    def b(self) -> B: pass\nclass B:\n    def run(self): pass\n",
			"p/c.py": `from typing import Optional
from .a import A, B
class C:
    kind: B
    def __init__(self, given: A):
        self.declared: Optional[B] = None
        self._made = A()
        self.made = A()
        self.given = given
        self._list = []
    def go(self, x: A, y: "Optional[B]", z: A | None, u: list[A], w):
        x.run() # => high p/a.py:A.run
        y.run() # => high p/a.py:B.run
        z.run() # => high p/a.py:A.run
        self.declared.run() # => high p/a.py:B.run
        self.kind.run() # => high p/a.py:B.run
        self._made.run() # => high p/a.py:A.run
        self.made.run() # => med p/a.py:A.run
        self.given.run() # => med p/a.py:A.run
        self._list.run() # => low
        x.me().run() # => high p/a.py:A.run
        x.b.run() # => high p/a.py:B.run
        v = A()
        v.run() # => high p/a.py:A.run
        t = A() if w else B()
        t.run() # => low
        u.run() # => low
        w.run() # => low
        A().me().run() # => high p/a.py:A.run
`,
		}},
		{"Rust", map[string]string{
			"src/lib.rs": "pub mod a;\npub mod b;\npub use crate::a::A;\n", "src/a.rs": "pub struct A { pub b: crate::b::B }\nimpl A {\n    pub fn new() -> Self { todo!() }\n    pub fn run(&self) {}\n}\n",
			"src/b.rs": "pub struct B;\nimpl B { pub fn run(&self) {} }\n",
			"src/c.rs": `use crate::{A, b::B};
struct C { field: B, list: Vec<A> }
type Ref<'a> = &'a A;
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
    fn named(r: Ref<'_>) {
        r.run(); // => high src/a.rs:A.run
    }
    fn any<T: Other>(t: T) {
        t.run(); // => low
        T::run(); // => low
    }
}
`,
		}},
		{"Rust's traits, patterns and closures", map[string]string{
			"src/lib.rs": "pub mod t;\n",
			"src/t.rs":   "pub struct A;\nimpl A {\n    pub fn run(&self) {}\n}\npub trait T: Sized {\n    fn run(&self);\n}\npub trait Q {\n    fn other(&self);\n}\npub struct Pair(pub A, u8);\npub enum E { One(A), Two(u8, A) }\n",
			"src/c.rs": `use crate::t::{A, T, Q, Pair, E};
pub struct G<I> { inner: I }
impl<I> G<I>
where
    I: Send + T,
{
    fn go(&self) {
        self.inner.run(); // => high src/t.rs:T.run
    }
}
fn free<X, Y>(x: X, y: Y) -> impl Fn(X)
where
    X: Q + T,
{
    x.run(); // => high src/t.rs:T.run
    y.run(); // => low
    X::run(&x); // => high src/t.rs:T.run
    move |i: X| i.run() // => high src/t.rs:T.run
}
fn more(p: Pair, e: E, o: Option<A>, l: Vec<A>) {
    p.0.run(); // => high src/t.rs:A.run
    p.1.run(); // => low
    match e {
        E::One(ref a) => a.run(), // => high src/t.rs:A.run
        E::Two(n, a) => a.run(), // => high src/t.rs:A.run
    }
    o.as_ref().map(|a| a.run()); // => high src/t.rs:A.run
    l.iter()
        .for_each(|a| a.run()); // => high src/t.rs:A.run
    l.iter().fold(0, |n, a| a.run()); // => low
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
		{"modules and callbacks of TypeScript", map[string]string{
			"lib.ts": `export class Sub<T> { run(v: T) {} }
export class Obs<T> { constructor(subscribe?: (this: Obs<T>, s: Sub<T>) => void) {} each(f: (s: Sub<T>, i: number) => void): void {} }
export class Str { static create = (p?: string): Str => new Str(); run() {} opt(): Sub<string> { return new Sub() } }
const stringType = Str.create
export { stringType as string }
export function operate<T>(init: (source: Obs<T>, sub: Sub<T>) => void): void {}
export function made(): Str { return new Str() }
export const arrow = (f: (s: Sub<string>) => void) => {}
export function pick<T>(f: (one: T) => void): T {}
export interface Twice { run(a: string): void; run(a: number): void }
`,
			"index.ts": "import * as z from './lib'\nexport * from './lib'\nexport { z }\nexport default z\n",
			"use.ts": `import { z, operate, made, arrow, pick, Obs, Twice } from './index'
import * as all from './index'
import whole from './index'
operate((source, sub) => { sub.run(1) }) // => high lib.ts:Sub.run
operate(function (source, s2) { s2.run(1) }) // => high lib.ts:Sub.run
arrow(s3 => s3.run('')) // => high lib.ts:Sub.run
new Obs<string>((s4) => s4.run('')) // => high lib.ts:Sub.run
function f(o: Obs<string>, twice: Twice) {
  o.each((s5, i) => { s5.run('') }) // => high lib.ts:Sub.run
  o.each(async (s6) => { s6.run('') }) // => high lib.ts:Sub.run
  o.each(f("(", (s7) => s7.run(''))) // => low
  twice.run('') // => high lib.ts:Twice.run
}
made().run() // => high lib.ts:Str.run
z.string().run() // => high lib.ts:Str.run
z.string().opt().run('') // => high lib.ts:Sub.run
all.string().run() // => high lib.ts:Str.run
whole.made().run() // => high lib.ts:Str.run
const x = all.made()
x.run() // => high lib.ts:Str.run
pick((s8) => s8.run('')) // => low
unknown((s9) => s9.run()) // => low
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
		{"a type that another program has under the same name, and a virtual method", []string{"A"}, map[string]string{
			"a.h":  "namespace n { class Base { public: virtual void equals(); }; class A : public Base { public: void equals() override; }; class Z { public: void equals(); }; }\n",
			"c.cc": "#include \"a.h\"\n#include \"gone.h\"\nvoid go(n::Base* b, n::A a, n::Z z, Gone* g, std::string s) {\n  b->equals();\n  a.equals();\n  z.equals();\n  g->equals();\n  s.equals();\n}\n",
		}, []string{"c.cc:4", "c.cc:5", "c.cc:7"}},
		{"a class of Python below, above, and of a library that it may be", []string{"A"}, map[string]string{
			"a.py": "class Base:\n    def equals(self): pass\nclass A(Base):\n    def equals(self): pass\nclass Z:\n    def equals(self): pass\nclass Both(Z, A): pass\nclass Y:\n    def equals(self): pass\n",
			"c.py": "from a import A, Base, Z, Y\ndef go(b: Base, a: A, z: Z, y: Y, d: dict):\n    b.equals()\n    a.equals()\n    z.equals()\n    y.equals()\n    d.equals()\n",
		}, []string{"c.py:3", "c.py:4"}},
		{"a name of the library that the tree declares elsewhere", []string{"Timer"}, map[string]string{
			"A.cs": "namespace N { public class Timer { public void equals() {} } }\nclass Z { public void equals() {} }\n",
			"C.cs": "class C {\n  void Go(Timer s, Z z, Stream t) {\n    s.equals();\n    z.equals();\n    t.equals();\n  }\n}\n",
		}, []string{"C.cs:3"}},
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
