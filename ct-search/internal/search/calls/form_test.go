package calls

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/tooltest"
)

// TestTheFormOfACallSaysWhatItCanMean compares the calls on each line with what the
// line says after "=>": their tier and, where it is not low, the definition.
func TestTheFormOfACallSaysWhatItCanMean(t *testing.T) {
	for _, c := range []struct {
		what, name string
		files      map[string]string
	}{
		{"paths of Rust", "write", map[string]string{"a.rs": `use std::io;
fn write(n: u8) {}
mod m {
    pub fn write() { super::write(1); } // => high write
    fn own() { self::write(); } // => high m.write
}
struct S;
impl S {
    fn write(&self) {}
    fn go(&self) {
        self.write(); // => high S.write
        Self::write(self); // => high S.write
        write(2); // => high write
    }
}
impl T for Vec<u8> {
    fn write(&self) {
        self.write(); // => med Vec.write
    }
}
impl Display for S2 {
    fn write(&self) {
        self.write(); // => high S2.write
    }
}
struct S2;
impl Q { fn go(&self) {
    self.write(); // => low
    Self::write(); // => low
} }
fn go() {
    Box::write(3); // => low
    Box::<u8>::write(3); // => low
    io::write(); // => low
    other::Q::write(); // => low
    write!(o); // => low
    <S as T>::write(2); // => low
    ::write(3); // => low
    m::write(); // => high m.write
    self::write(4); // => high write
    super::write(4); // => low
    S::write(&s); // => high S.write
    write::<u8>(5); // => high write
}
`}},
		{"a macro of Rust", "probe", map[string]string{"a.rs": "macro_rules! probe { () => {} }\nfn go() {\n    probe!(); // => high probe\n    probe(); // => low\n}\n"}},
		{"paths of C++", "get", map[string]string{"a.cpp": `namespace n { void get(int) {} }
void get(int a) {}
struct S {
    int get() { return 1; }
    void go() {
        get(); // => high S.get
        this->get(); // => high S.get
        S::get(); // => high S.get
    }
};
void P::go() {
    this->get(); // => high P.get
    P::get(); // => high P.get
    get(); // => high P.get
}
int P::get() { return 0; }
TEST(T, get) { get(3); } // => high get
void go() {
    get(1); // => high get
    ::get(1); // => high get
    std::get<0>(t); // => low
    std::get(a); // => low
    n::get(2); // => high n.get
    Q::get(); // => low
    new get(1); // => low
    a.S::get(); // => low
    typename C::template get<int>()(a); // => low
}
`}},
		{"names of PHP", "f", map[string]string{"a.php": `<?php
function f($x) {}
f(1); // => high f
$f(9); // => low
\Foo\f(4); // => low
new f(8); // => low
$x->$f(3); // => low
`}},
		{"what C# makes", "f", map[string]string{"a.cs": `class A {
    int f(int x) { return 1; }
    void g() {
        f(1); // => high A.f
        this.f(2); // => high A.f
        new f(10); // => low
        new f<int>(11); // => low
        f(1, 2); // => med A.f
    }
}
`}},
		{"methods of a type of Ruby", "f", map[string]string{"a.rb": `def f; end
class A
  def self.f; end
  def g
    f(1) # => high f
    self.class.f # => med A.f
    A.f # => high A.f
  end
  def self.h
    f(2) # => high A.f
    self.f # => high A.f
  end
  class << self
    def k
      f(3) # => high A.f
    end
  end
end
module M
  module_function
  def self.go
    f(4) # => med f
  end
end
`}},
		{"the order in a body of Ruby", "new", map[string]string{"a.rb": `class A
  @instance = new # => low
  @later = lambda { new } # => med A.new
  if DEBUG
    new # => low
  end
  each do
    new # => med A.new
  end
  def self.new; end
  @again = new # => high A.new
  def self.g
    new # => high A.new
  end
end
`}},
		{"declarations of C++ below their types", "put", map[string]string{"a.hpp": `class A {
  template<int M>
  BOOST_CONSTEXPR
  A&
  put(int i, const A<M>& s);
  template<
    class I
  #ifndef DOCS
    ,class = typename std::enable_if<
      std::is_constructible<value,
        typename std::iterator_traits<
          I>::value_type>::value>::type
  #endif
  >
  iterator
  put(int pos, I last, int n);
  void go() {
    return
    put(1, 2); // => high A.put
  }
};
`}},
		{"functions of C++ that arguments choose", "get", map[string]string{
			"a.hpp": `#include "b.hpp"
namespace n {
int get(K m, int k) { return 1; }
void go(K i) { get(i, 2); } // => med n.get
void whole(int i) { get(i, 2); } // => high n.get
void at(int i) { n::get(i, 2); } // => high n.get
}
`,
			"b.hpp": "namespace o { int get(K m, int k) { return 2; } }\n",
		}},
		{"a function of C++ that is declared in its header", "get", map[string]string{
			"a.cpp": "int get(int k) { return 1; }\nvoid go(int i) { get(i); } // => high get\n",
			"a.hpp": "int get(int k);\n",
		}},
		{"marks of Ruby", "save", map[string]string{"a.rb": `class A
  def save; end
  def g
    save! 1
    save? 1
    save(1) # => high A.save
    x.save!
    x&.save # => med A.save
  end
end
`}},
		{"overloads of Java", "f", map[string]string{"A.java": `class A {
    void f() {}
    void f(int x, Map<String, Integer> y) {}
    void f(int x, String y) {}
    void g() {
        f(); // => high A.f
        this.f(); // => high A.f
        f(1, "a"); // => high A.f
        f(1); // => med A.f
        new Runnable() { public void run() {
            this.f(); // => low
        } };
    }
}
`}},
		{"this of JavaScript", "f", map[string]string{"a.js": `class A {
    f() {}
    static f() {}
    g() {
        this.f(1); // => high A.f
        const w = () => {
            this.f(2); // => high A.f
        };
        function u() {
            this.f(3); // => low
        }
    }
}
A.f(4); // => high A.f
`}},
		{"blocks of JavaScript", "f", map[string]string{"a.js": `function f() {}
{ let f = 2; /* } */ g("}"); f(1); } // => low
f(2); // => high f
try { g(); } catch (f) {
    f(3); // => low
}
f(4); // => high f
for (const f of fs) {
    f(5); // => low
}
f(6); // => high f
function k() {
    f(7); // => high f
    if (x) {
        const f = 1;
        f(8); // => low
    }
    f(9); // => high f
}
function v() {
    if (x) { var f = 1; }
    f(10); // => low
}
function s() {
    for (const f of fs) g(f);
    if (x) {
        f(12); // => high f
    }
}
function r() {
    if (x) { let f = /}/; }
    f(11); // => high f
}
`}},
	} {
		t.Run(c.what, func(t *testing.T) { holdLines(t, c.name, c.files) })
	}
}

func TestARelativeImportLeadsToWhatAFileHandsOn(t *testing.T) {
	holdLines(t, "f", map[string]string{
		"util.py":      "def f(x): pass\n",
		"lib/x.js":     "export { f } from './y';\nfunction outer() { function f() {} }\n",
		"lib/y.js":     "export function f(a) { return a; }\n",
		"lib/z.ts":     "export * from './x.js';\n",
		"lib/w.js":     "import { f } from './y';\nexport { f };\n",
		"lib/inner.js": "function outer() { function f() {} }\n",
		"lib/loop.js":  "export * from './loop';\n",
		"a.js":         "import { f } from './lib/x';\nf(2); // => high lib/y.js:f\n",
		"b.js":         "import { f } from './util';\nf(3); // => low\n",
		"c.ts":         "import { f } from './lib/z';\nf(4); // => high lib/y.js:f\n",
		"d.js":         "import { f } from './lib/inner';\nf(5); // => low\n",
		"e.js":         "import * as w from './lib/w';\nw.f(6); // => high lib/y.js:f\n",
		"g.js":         "import { f } from './lib/loop';\nf(7); // => low\n",
	})
}

// holdLines compares the calls of a name in files with what their lines say.
func holdLines(t *testing.T, name string, files map[string]string) {
	t.Helper()
	want, got := map[string]string{}, map[string]string{}
	for file, text := range files {
		for i, line := range strings.Split(text, "\n") {
			line = strings.Replace(line, "# => ", "// => ", 1)
			if _, says, ok := strings.Cut(line, "// => "); ok {
				want[fmt.Sprintf("%s:%d", file, i+1)] = says
			}
		}
	}
	t.Chdir(tooltest.Tree(t, files))
	for _, s := range search(t, name, ".").Sites {
		says := s.Tier.Confidence()
		if s.Target != nil && s.Tier != resolve.Unresolved {
			says += " "
			if s.Target.Path != s.Path {
				says += path.Clean(s.Target.Path) + ":"
			}
			says += s.Target.Qualname()
			if at := fmt.Sprintf(" at line %d", s.Target.Line); strings.HasSuffix(want[fmt.Sprintf("%s:%d", s.Path, s.Line)], at) {
				says += at
			}
		}
		got[fmt.Sprintf("%s:%d", s.Path, s.Line)] = says
	}
	for _, place := range slices.Sorted(maps.Keys(got)) {
		if got[place] != want[place] {
			t.Errorf("%s: %s, not %q", place, got[place], want[place])
		}
	}
	for place := range want {
		if got[place] == "" {
			t.Errorf("%s: no call", place)
		}
	}
}
