package calls

import (
	"context"
	"os"
	"strings"
	"testing"

	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tooltest"
)

// The first letters of tiers by the number after # in a line: h, m and u; what
// is left out is not shown.
func marked(t *testing.T, found *Found) string {
	t.Helper()
	var all []string
	for _, tier := range []string{"h", "m", "u"} {
		var of []string
		for _, s := range found.Sites {
			if map[resolve.Tier]string{resolve.High: "h", resolve.Med: "m", resolve.Unresolved: "u"}[s.Tier] != tier {
				continue
			}
			text, err := os.ReadFile(s.Path)
			if err != nil {
				t.Fatal(err)
			}
			line := strings.Split(string(text), "\n")[s.Line-1]
			_, mark, _ := strings.Cut(line, "#")
			of = append(of, strings.Fields(mark)[0])
		}
		all = append(all, tier+strings.Join(of, ","))
	}
	return strings.Join(all, " ")
}

func TestOfAMethodOfPythonNoCallThatMayReachItIsLeftOut(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{
		"base.py": `class Base:
    def ff(self): pass
    def own(self): self.ff() #1
class Sub(Base):
    def ff(self):
        super().ff() #2
class Plain(Base):
    def g(self): self.ff() #3
class Other:
    def ff(self): pass
    def o(self): self.ff() #4
Base.ff(None) #5
Plain.ff(None) #6
def f(b: Base): b.ff() #7
Sub().ff() #8
`,
		"mixed.py": `from base import Base, Other, Plain, Sub
class Mixin(Base):
    def ff(self): super().ff() #9
class Both(Plain, Sub): pass
class First(Mixin, Other): pass
`,
		"heir.py": "from base import Plain\nclass Heir(Plain): pass\n",
	})
	for symbol, want := range map[string]string{
		"Base":  "h1,2,3,5,6,7,9 m u8",
		"Sub":   "h8 m u1,3,7",         // 3 by Both
		"Plain": "h1,2,3,5,6,7,9 m u8", // it is Base.ff
		"Heir":  "h1,2,3,5,6,7,9 m u8",
		"Both":  "h8 m u1,3,7",
		"Mixin": "h m u1,4,7", // 4 by First; 8 is of Sub alone
		"Other": "h4 m u9",    // by First
	} {
		found := searchChain(t, "ff", []string{symbol}, dir)
		if got := marked(t, found); got != want {
			t.Errorf("%s.ff: got %s, want %s", symbol, got, want)
		}
	}
}

func TestOfAMethodOfGoNoCallThatMayReachItIsLeftOut(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"go.mod": "module x\n", "a.go": `package x

import "os"
import "io"

type I interface{ ff() }
type A struct{}

func (A) ff() {}

type E struct{ A }
type O struct{ *E }

func (o O) ff() { o.A.ff() } // #1
type P O
func f(i I, e E, o *O, a A, g interface{ I }, w io.Writer, h *os.File) {
	i.ff() // #2
	e.ff() // #3
	o.ff() // #4
	a.ff() // #5
	E{}.ff() // #6
	w.ff() // #7
	h.ff() // #8
}
`})
	for symbol, want := range map[string]string{
		"I": "h2 m u7",
		"A": "h1,3,5,6 m u2,7",
		"E": "h1,3,5,6 m u2,7",
		"O": "h4 m u2,7",
	} {
		found := searchChain(t, "ff", []string{symbol}, dir)
		if got := marked(t, found); got != want {
			t.Errorf("%s.ff: got %s, want %s", symbol, got, want)
		}
	}
}

// TestTheSearchForTypesMayBeCutToo checks that the pass that looks for the type of
// a dotted symbol makes the whole search a cut one where its time is over.
func TestTheSearchForTypesMayBeCutToo(t *testing.T) {
	t.Chdir(tooltest.Tree(t, map[string]string{"a.py": "class A:\n    def f(self): pass\nclass B(A): pass\nB().f()\n"}))
	s := searchOf(t, "f", []string{"B"}, ".")
	all, l, err := s.pass(context.Background(), s.Matcher, []string{"f"})
	if err != nil {
		t.Fatal(err)
	}
	found := all[0]
	found.Ledger = l
	over, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := s.family(over, found); err != nil || found.Ledger.Count(ledger.Timeout) != 1 {
		t.Errorf("%v, timeouts: %d", err, found.Ledger.Count(ledger.Timeout))
	}
}
