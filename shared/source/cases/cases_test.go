package cases

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
)

// list returns the tests that run each call of add in a text, a line for each.
func list(t *testing.T, name, text string) string {
	t.Helper()
	language := languages.Of(name, []byte(text))
	if language == nil {
		t.Fatalf("%s: no scanner", name)
	}
	seen := source.Scan(language.Scan, []byte(text), Want)
	f := Find(lang.Of(name, []byte(text)), name, true, []byte(text), seen)
	var out strings.Builder
	for at := 0; ; at++ {
		next := strings.Index(text[at:], "add(")
		if next < 0 {
			return out.String()
		}
		at += next
		all, shared := f.Around(at)
		var names []string
		for _, c := range all {
			name := strings.Join(c.Names, " > ")
			if c.Open {
				name += "…"
			}
			names = append(names, name)
		}
		if shared != "" {
			names = append(names, "shared "+shared)
		}
		fmt.Fprintf(&out, "%s\n", strings.Join(names, " | "))
	}
}

// What each call of add is run by.
func TestAround(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a_test.go", "package a\nfunc TestAdd(t *testing.T) { add(1) }\nfunc Testing() { add(2) }\nfunc BenchmarkAdd(b *testing.B) { add(3) }\n" +
			"func (s S) TestM() { add(4) }\nfunc TestMain(m *testing.M) { add(5) }\n", "TestAdd\n\nBenchmarkAdd\n\nTestAdd | BenchmarkAdd\n"},
		{"testdata/a.go", "package a\nfunc TestAdd(t *testing.T) { add(1) }\n", "\n"},
		{"test_a.py", "@pytest.fixture\ndef cart(): return add(1)\nclass TestCart:\n    def setup_method(self): add(2)\n    def test_total(self):\n" +
			"        add(3)\n    def helper(self): add(4)\ndef test_top(cart):\n    def inner(): add(5)\n",
			"test_top | shared cart\nTestCart > test_total\nTestCart > test_total\n\ntest_top\n"},
		{"a.test.ts", "describe('Cart', () => {\n  beforeEach(() => { add(1) })\n  it('adds \"two\"', async () => { add(2) })\n" +
			"  it.each([1, 2])('adds %i', (n) => { add(3) })\n  test.skip(`tpl ${x}`, function () { add(4) })\n  describe('inner', () => { it('deep', () => add(5)) })\n})\n" +
			"test(name, () => { add(6) })\nre.test(add(7))\ntest(add(8))\n",
			"Cart > adds \"two\" | Cart > adds … | Cart > tpl … | Cart > inner > deep\nCart > adds \"two\"\nCart > adds …\nCart > tpl …\nCart > inner > deep\nname…\n\n\n"},
		{"a.rs", "#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() { add(1); }\n    #[tokio::test(flavor = \"x\")]\n    async fn later() { add(2); }\n    fn help() { add(3); }\n}\n",
			"tests > adds\ntests > later\n\n"},
		{"a_test.cc", "TEST(Cart, Adds) { add(1); }\nTEST_F(Fix, More) { add(2); }\nTEST_CASE(\"catches it\", \"[x]\") { add(3); }\nint help() { return add(4); }\n",
			"Cart > Adds\nFix > More\ncatches it\n\n"},
		{"a_spec.rb", "RSpec.describe Cart do\n  before { add(1) }\n  it 'adds' do\n    add(2) if x\n  end\n  context \"empty\" do\n    it(\"is none\") { add(3) }\n  end\nend\n",
			"Cart > adds… | Cart > empty > is none…\nCart > adds…\nCart > empty > is none…\n"},
		{"a_test.rb", "class CartTest < Minitest::Test\n  def test_add\n    add(1)\n  end\nend\n", "CartTest > test_add\n"},
		{"CartTest.java", "class CartTest {\n  @BeforeEach void init() { add(1); }\n  @Test void two() { add(2); }\n  @ParameterizedTest @ValueSource(ints={1})\n  void many(int n) { add(3); }\n" +
			"  void testOld() { add(4); }\n}\nclass Old extends TestCase { void testOld() { add(5); } }\n", "CartTest > two | CartTest > many\nCartTest > two\nCartTest > many\n\nOld > testOld\n"},
		{"CartTests.cs", "namespace A;\nclass CartTests {\n  [Fact]\n  public void Two() { add(1); }\n  void Help() { add(2); }\n}\n", "CartTests > Two\n\n"},
		{"CartTest.php", "<?php\nclass CartTest extends TestCase {\n  public function testTwo() { add(1); }\n  #[Test]\n  public function three() { add(2); }\n}\n", "CartTest > testTwo\nCartTest > three\n"},
		{"CartTests.swift", "class CartTests: XCTestCase {\n  func testTwo() { add(1) }\n}\n@Test func three() { add(2) }\n", "CartTests > testTwo\nthree\n"},
		{"CartTest.kt", "class CartTest {\n  @Test fun `adds two`() { add(1) }\n}\n", "CartTest > adds two\n"},
	} {
		if got := list(t, c.name, c.text); got != c.want {
			t.Errorf("%s:\n%sgot:\n%s\nwant:\n%s", c.name, c.text, got, c.want)
		}
	}
}

// Any text has tests that are within it.
func FuzzFind(f *testing.F) {
	f.Add("a.test.js", "it.each([1])('a %i', () => { x(')') })")
	f.Add("a_spec.rb", "it 'a' do\n x\nend\ndescribe X do\n")
	f.Add("a_test.cc", "TEST(A, B) {")
	f.Add("test_a.py", "def test_a(:\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		language, row := languages.Of(name, []byte(text)), lang.Of(name, []byte(text))
		if language == nil || row == nil {
			return
		}
		seen := source.Scan(language.Scan, []byte(text), Want)
		file := Find(row, name, true, []byte(text), seen)
		for i := range file.Cases {
			if c := &file.Cases[i]; c.Span.Start < 0 || c.Span.End > len(text) || c.Span.Start > c.Span.End || len(c.Names) == 0 || !c.Span.Holds(c.Signature) {
				t.Fatalf("%q: case %+v", text, c)
			}
		}
	})
}
