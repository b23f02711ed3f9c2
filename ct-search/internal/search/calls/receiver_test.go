package calls

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// sitesOf writes a file into a folder of its own and returns the calls of ff.
func sitesOf(t *testing.T, name, text string) []*resolve.Site {
	t.Helper()
	return searchText(t, name, text).Sites
}

// searchText writes a file into a folder of its own and searches the calls of ff.
func searchText(t *testing.T, name, text string) *Found {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return search(t, "ff", dir)
}

func TestACallOnAReceiverThatIsNoNameIsNotHigh(t *testing.T) {
	for name, text := range map[string]string{
		"a.py":   "def ff(): pass\nclass K: pass\na.b().ff()\nx[0].ff()\n\"x\".ff()\n(a or b).ff()\nK().ff()\na().K.ff()\n(a\n .b()\n .ff())\n",
		"a.js":   "function ff() {}\na.b().ff();\nx[0].ff();\n\"x\".ff();\n(a || b).ff();\nnew K().ff();\na()?.ff();\n",
		"A.java": "class A { void ff() {} void g() {\n a.b().ff();\n x[0].ff();\n \"x\".ff();\n (a).ff();\n new K().ff();\n a()\n  .b.ff();\n} }\n",
		"a.c":    "int ff(void) { return 0; }\nint g(struct s *p) {\n p->a()->ff();\n arr[0].ff();\n arr[1]->ff();\n return (*p).ff();\n}\n",
		"a.rs":   "fn ff() {}\nfn g() {\n a.b().ff();\n x[0].ff();\n \"x\".ff();\n (a).ff();\n}\n",
	} {
		sites := sitesOf(t, name, text)
		if len(sites) < 4 {
			t.Errorf("%s: %d calls", name, len(sites))
		}
		for _, s := range sites {
			if s.Tier == resolve.High {
				t.Errorf("%s:%d: %s: high: %s", name, s.Line, s.Text, s.Reason)
			}
		}
	}
}

func TestACallByNameAloneIsHigh(t *testing.T) {
	for name, text := range map[string]string{
		"a.py":   "def ff(): pass\nff()\nz = [*ff()]\n",
		"a.js":   "function ff() {}\nff();\nx = [...ff()];\n",
		"A.java": "class A { void ff() {} void g() {\n ff();\n this.ff();\n run(() -> ff());\n} }\n",
		"a.c":    "int ff(void) { return 0; }\nint g(void) {\n return ff();\n}\n",
		"a.rs":   "fn ff() {}\nfn g() {\n // It calls.\n ff();\n let z = 0..ff();\n}\n",
	} {
		sites := sitesOf(t, name, text)
		if len(sites) == 0 {
			t.Errorf("%s: no calls", name)
		}
		for _, s := range sites {
			if s.Tier != resolve.High {
				t.Errorf("%s:%d: %s: %v: %s", name, s.Line, s.Text, s.Tier, s.Reason)
			}
		}
	}
}

func TestACallOnAReceiverThatIsNotKnownIsNotLeftOut(t *testing.T) {
	dir := t.TempDir()
	text := "def ff(): pass\n\nclass K:\n    def ff(self): pass\n\nmake(1).ff()\n"
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found := searchChain(t, "ff", []string{"K"}, dir)
	if len(found.Sites) != 1 || found.Elsewhere != 0 || found.Sites[0].Tier == resolve.High {
		t.Errorf("%d calls, %d left out", len(found.Sites), found.Elsewhere)
	}
}

func TestSuperIsBoundByTheBases(t *testing.T) {
	sites := sitesOf(t, "a.py", "class B:\n    def ff(self): pass\nclass O:\n    def ff(self): pass\n"+
		"class D(B):\n    def ff(self):\n        super().ff()\n        super(D, self).ff()\n        super(O, self).ff()\n")
	if len(sites) != 3 {
		t.Fatalf("%d calls", len(sites))
	}
	for _, s := range sites {
		if high := s.Line < 9; high != (s.Tier == resolve.High) || high && s.Target.Qualname() != "B.ff" {
			t.Errorf("line %d: %v: %s", s.Line, s.Tier, s.Reason)
		}
	}
}

func TestAReboundSelfIsNotHigh(t *testing.T) {
	sites := sitesOf(t, "a.py", "class B:\n    def ff(self): pass\n    def g(self):\n        self = other()\n        self.ff()\n")
	if len(sites) != 1 || sites[0].Tier == resolve.High {
		t.Errorf("%d calls, %+v", len(sites), sites)
	}
}

func TestOfBasesThatShareOneTheFirstIsNotSure(t *testing.T) {
	sites := sitesOf(t, "a.py", "class B:\n    def ff(self): pass\nclass Q(B): pass\nclass P(B):\n    def ff(self): pass\n"+
		"class D(Q, P):\n    def g(self):\n        self.ff()\n        super().ff()\nclass E(Q):\n    def g(self):\n        self.ff()\n        super().ff()\n")
	if len(sites) != 4 {
		t.Fatalf("%d calls", len(sites))
	}
	for _, s := range sites {
		if sure := s.Line > 9; sure != (s.Tier == resolve.High) {
			t.Errorf("line %d: %v: %s", s.Line, s.Tier, s.Reason)
		}
	}
}

func TestADefaultImportIsNotAnExportOfTheName(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"m.ts": "export default function zz() {}\nexport function ff() {}\n",
		"a.ts": "import ff from './m'\nff();\n",
		"b.ts": "import { ff } from './m'\nff();\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sites := search(t, "ff", dir).Sites
	if len(sites) != 2 {
		t.Fatalf("%d calls", len(sites))
	}
	for _, s := range sites {
		if named := filepath.Base(s.Path) == "b.ts"; named != (s.Tier == resolve.High) {
			t.Errorf("%s: %v: %s", s.Path, s.Tier, s.Reason)
		}
	}
}
