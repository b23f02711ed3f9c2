package impact

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
)

// shown writes a signature in one line: ? for optional, = by name alone, / by place alone, * for any number, ** for any names.
func shown(s *Signature) string {
	var all []string
	if s.Receiver != "" {
		all = append(all, "<"+s.Receiver+">")
	}
	for _, p := range s.Parameters {
		text := p.Name
		if text == "" {
			text = "_"
		}
		if p.Optional {
			text += "?"
		}
		if p.ByName {
			text += "="
		}
		if p.ByPlace {
			text += "/"
		}
		all = append(all, text)
	}
	if s.Rest {
		all = append(all, "*")
	}
	if s.RestNames {
		all = append(all, "**")
	}
	return strings.Join(all, " ")
}

func TestSignaturesOfAnyLanguageAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"f(a, b, c=1)": "a b c?",
		"(a, b)":       "a b",
		"f()":          "",
		"f(a,)":        "a",
		"def f(self, a: int, b: dict[str, int] = {}, *args, key=None, **kw) -> list[int]": "<self> a b? key?= * **",
		"f(a, /, b, *, c, d=2)":                                             "a/ b c= d?=",
		"int f(int a, String b)":                                            "a b",
		"void f(void)":                                                      "",
		"int f(const char *s, int n[], ...)":                                "s n *",
		"f(a: number, b?: string, ...rest: string[]): void":                 "a b? *",
		"f(cb: (x: number) => void, o = {a: 1, b: 2})":                      "cb o?",
		"fn f<'a>(&mut self, x: &'a str, y: &'a str) -> Vec<u8>":            "<self> x y",
		"func (c *Client) Get(ctx context.Context, url string) error":       "ctx string",
		"(t T) M(x, y int)":                                                 "x int",
		"(*T) M(a string)":                                                  "string",
		"func (t *T[K]) M[V any](x V, b bool) (a, c int)":                   "V bool",
		"(x int) func(y, z int)":                                            "int",
		"(int a) noexcept(true)":                                            "a",
		"fn f<F: Fn(i32) -> i32>(a: F, b: i32)":                             "a b",
		"bool operator<(const A &a, const A &b)":                            "a b",
		"func f(format string, args ...any)":                                "string *",
		"Map<String, List<Integer>> f(Map<String, Integer> m, int... rest)": "m *",
		"fun f(a: Int, b: String = \"x, y\", vararg rest: Any)":             "a b? *",
		"func f(_ a: Int, with b: Int = 1)":                                 "_ with?",
		"f($a, &$b, $c = null)":                                             "a b c?",
		"f({a, b}, [c])":                                                    "_ _",
		"f(a = b == c, d)":                                                  "a? d",
	} {
		s, err := ParseSignature(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := shown(s); got != want {
			t.Errorf("%s: read as %q, want %q", text, got, want)
		}
	}
}

func TestWrongSignaturesAreRefusedInOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "has no brackets",
		"f":                                      "has no brackets",
		"f(a":                                    "that nothing closes",
		"f(a, , b)":                              "parameter 2",
		"f(a, a)":                                "two parameters are named a",
		"f(a=)":                                  "nothing stands after =",
		"f(1)":                                   "not a parameter",
		"f(\xff)":                                "not UTF-8",
		"f(" + strings.Repeat("a, ", 2000) + ")": "longer than",
	} {
		_, err := ParseSignature(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func FuzzSignature(f *testing.F) {
	for _, text := range []string{"f(a, b=1, *c, **d)", "f(int a, String b)", "f(a: int, b?, ...rest)", "fn f<'a>(&self)", "f((", "f(\"", "func (r *T) f(a int)", "(r T) f[K any](a K)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSignature(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") && !strings.ContainsAny(text, "\n\r") {
				t.Errorf("error of several lines: %q", err)
			}
			return
		}
		if len(s.Parameters) > mostParameters {
			t.Errorf("%d parameters", len(s.Parameters))
		}
		// A call that gives every parameter in its own way always fits.
		shape := &resolve.Shape{}
		for _, p := range s.Parameters {
			if p.ByName && p.Name != "" {
				shape.Keywords = append(shape.Keywords, p.Name)
			} else {
				shape.Positional++
			}
		}
		for _, language := range []string{"go", "py"} {
			site := &resolve.Site{Match: occurrence.Match{Language: language}, Shape: shape}
			nameless := strings.Contains(fmt.Sprint(s.Parameters), "{ ")
			if fit, why := s.fit(site); fit != Fits && !nameless && distinct(shape.Keywords, s) {
				t.Errorf("%q: %s: %+v with %+v: %v %s", text, language, s, shape, fit, why)
			}
		}
	})
}

// distinct reports whether no two parameters have one name: languages that write types after names give several one name.
func distinct(_ []string, s *Signature) bool {
	seen := map[string]bool{}
	for _, p := range s.Parameters {
		if seen[p.Name] {
			return false
		}
		seen[p.Name] = true
	}
	return true
}
