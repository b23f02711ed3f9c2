package cfamily

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// What is reported beyond kinds: callees with their arguments, imports, bindings with their scope,
// visibility, first line of the comment, bases, attributes.
func TestDetails(t *testing.T) {
	for _, c := range []sourcetest.Case{
		{Name: "calls, bindings, comments", Scanner: C, Src: `
#include "a.h"
/* License. */

/**
 * f - adds
 * more
 */
static int f(int a, char *b)
{
	int c = g(a, h(), "x");
	return p->q.r(c);
}
// Says.
#define M 1
struct s { int x; };
`, Want: `
call g 3 g(a, h(), "x")
call h 0 h()
call p->q.r 1 p->q.r(c)
import a.h|*|
binding * 4 file
binding f 0 file
binding a 1 f
binding b 1 f
binding c 2 f
binding M 0 file
binding s 0 file
binding x 0 s
declaration f private "f - adds"
declaration M public "Says."
declaration s public ""
declaration s.x public ""
`},
		{Name: "imports, bases, visibility", Scanner: CPP, Src: `
#include <a>
using namespace std;
using b::c;
/// Doc.
class D : public E, private n::F<int> {
	int g;
protected:
	void h(int i);
public:
	D();
};
`, Want: `
import a|*|
import std|*|
import b|c|
binding * 4 file
binding * 4 file
binding c 3 file
binding D 0 file
binding g 0 D
binding h 0 D
binding D 0 D
declaration D public "Doc." E n::F<int>
declaration D.g private ""
declaration D.h internal ""
declaration D.D public ""
`},
	} {
		t.Run(c.Name, func(t *testing.T) {
			src := strings.TrimPrefix(c.Src, "\n")
			if got, want := sourcetest.Details(c.Scanner, src), strings.TrimPrefix(c.Want, "\n"); got != want {
				t.Errorf("%s\nsays\n%s\nnot\n%s", src, got, want)
			}
		})
	}
}

// Each megabyte of the same few bytes is read in a time that grows with its length alone.
func TestHostileInput(t *testing.T) {
	sourcetest.Alone(t)
	sourcetest.Linear(t, C, "c", "", sourcetest.Hostile())
	sourcetest.Linear(t, CPP, "cpp", "", sourcetest.Hostile())
}

func FuzzC(f *testing.F)   { sourcetest.Fuzz(f, C, cSeed, preprocessorSeed) }
func FuzzCPP(f *testing.F) { sourcetest.Fuzz(f, CPP, cSeed, cppSeed, preprocessorSeed) }

// TestPrototypes lists prototypes where they are wanted, by the names that they declare.
func TestPrototypes(t *testing.T) {
	for _, c := range []struct {
		scan      source.Scanner
		text, all string
	}{
		{C, "int f(int a);\nextern struct s *g(void), h(int (*cb)(int));\nint i(void) { return f(1); }", "f g h"},
		{C, "int __must_check f(int) __attribute__((x)) __nonnull((1));\n__printf(1, 2) void g(char *f, ...) ALLOC_SIZE(2);", "f g"},
		{C, "extern int __REDIRECT(f, (int x), g);\nvoid __raw(int);", "f __raw"},
		{C, "typedef int f(int);\nint (*p)(int);\nint x;\nMODULE(a);\nvoid g(void) { int h(int); }\n#define F int k(int);", ""},
		{CPP, "namespace n { template <class T> T f(T); class K { void m(); friend void g(); }; }\nvoid h() = delete;\nn::K::K();\nextern \"C\" int i(int) noexcept;", "f i"},
	} {
		for _, wanted := range []bool{false, true} {
			var names []string
			for _, d := range source.Scan(c.scan, []byte(c.text), source.Want{Declarations: true, Prototypes: wanted}).Declarations {
				if d.Prototype {
					names = append(names, d.Name.Of([]byte(c.text)))
				}
			}
			want := ""
			if wanted {
				want = c.all
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%s\ngot %q, want %q", c.text, got, want)
			}
		}
		var names []string
		for _, o := range source.Scan(c.scan, []byte(c.text), source.Want{Words: true}).Occurrences {
			if o.Access == source.Declares {
				names = append(names, o.Word.Of([]byte(c.text)))
			}
		}
		if got := strings.Join(names, " "); got != c.all {
			t.Errorf("%s\nwords %q, want %q", c.text, got, c.all)
		}
	}
}
