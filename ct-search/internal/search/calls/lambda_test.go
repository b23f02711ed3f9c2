package calls

import (
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

func TestALambdaDoesNotTakeSelfForTheObject(t *testing.T) {
	tiers := map[int64]resolve.Tier{}
	for _, s := range sitesOf(t, "a.py", `class K:
    def ff(self): pass
    aa = lambda self: self.ff()
    bb = property(lambda self: self.ff())
    cc = sorted([], key=lambda self: self.ff())
    dd = lambda x, self: self.ff()
    def m(self):
        ee = [lambda self: (self,
                            self.ff()), 1]
        return self.ff()
    def n(self): return lambda: self.ff()
class L:
    def ff(self): pass
`) {
		tiers[s.Line] = s.Tier
	}
	for line, want := range map[int64]resolve.Tier{3: resolve.Med, 4: resolve.Med, 5: resolve.Unresolved, 6: resolve.Unresolved, 9: resolve.Unresolved, 10: resolve.High, 11: resolve.High} {
		if got, ok := tiers[line]; !ok || got != want {
			t.Errorf("line %d: %v, not %v", line, got, want)
		}
	}
}

func TestAParameterOfALambdaHidesANameInItsBodyAlone(t *testing.T) {
	sites := sitesOf(t, "a.py", "def ff(): pass\ndef g():\n    h(lambda ff: ff(), 1)\n    ff()\n")
	if len(sites) != 2 {
		t.Fatalf("%d calls", len(sites))
	}
	for _, s := range sites {
		if (s.Tier == resolve.High) != (s.Line == 4) {
			t.Errorf("line %d: %v: %s", s.Line, s.Tier, s.Reason)
		}
	}
}

func TestANameBoundToALambdaIsADefinitionAndADeletedOneIsNot(t *testing.T) {
	found := searchText(t, "a.py", "ff = lambda: 1\ndef g(): return ff()\n")
	if len(found.Definitions) != 1 || len(found.Sites) != 1 || found.Sites[0].Tier != resolve.High {
		t.Errorf("%d definitions, %+v", len(found.Definitions), found.Sites)
	}
	found = searchText(t, "a.py", "def ff(): pass\nff()\ndel ff\ndel(g, ff)\n")
	if len(found.Definitions) != 1 {
		t.Errorf("%d definitions", len(found.Definitions))
	}
}
