package calls

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// partOf returns a search of a part of a tree that is resolved in all of it.
func partOf(t *testing.T, symbol, whole string, part ...string) *Search {
	t.Helper()
	names := strings.Split(symbol, ".")
	s := searchOf(t, names[len(names)-1], names[:len(names)-1], part...)
	s.Files.Exclude, s.Files.NoIgnore = nil, false
	areas, err := request.AreasOf(s.Files, whole)
	if err != nil {
		t.Fatal(err)
	}
	s.Areas = areas
	return s
}

// lines returns the sites of a search below a folder: where they are, how sure they are, and their targets.
func lines(t *testing.T, s *Search, below string) map[string]string {
	t.Helper()
	found, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, site := range found.Sites {
		if !strings.HasPrefix(site.Path, below+"/") {
			continue
		}
		is := site.Tier.String() + ": " + site.Reason
		if site.Target != nil {
			is += fmt.Sprintf(" %s:%d", site.Target.Path, site.Target.Line)
		}
		all[fmt.Sprintf("%s:%d:%d", site.Path, site.Line, site.Column)] = is
	}
	return all
}

// A search of a part of a tree binds its calls as one of the whole tree does. What is compared is Go's own source, by a search
// of all of it.
func TestCallsOfAPartAreBoundAsInTheWhole(t *testing.T) {
	whole := tooltest.GoSource(t)
	symbols := map[string][]string{
		"net/http":      {"ReadAll", "newConn", "Errorf", "Builder.WriteString", "Conn.Close", "Request.Context", "Equal", "cloneURL"},
		"encoding/json": {"Marshal", "IsSpace", "Buffer.Write", "New", "Value.Kind"},
		"go/types":      {"NewScope", "Scope.Lookup", "Unparen"},
	}
	if testing.Short() {
		symbols = map[string][]string{"encoding/json": {"Buffer.WriteByte", "IsSpace"}}
	}
	sites, better := 0, 0
	for part, names := range symbols {
		part = filepath.Join(whole, part)
		for _, name := range names {
			want := lines(t, partOf(t, name, whole, whole), part)
			got := lines(t, partOf(t, name, whole, part), part)
			alone := lines(t, partOf(t, name, part, part), part)
			for at, is := range want {
				if got[at] != is {
					t.Errorf("%s in %s: %s is %q, and %q in a search of all", name, part, at, got[at], is)
				}
				if sites++; !strings.HasPrefix(is, resolve.Unresolved.String()) && alone[at] != is {
					better++
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s in %s: %d calls, and %d in a search of all", name, part, len(got), len(want))
			}
		}
	}
	if sites == 0 || better == 0 {
		t.Errorf("%d calls were compared, and the rest of the tree binds %d", sites, better)
	}
}

// shop is a tree with calls in a part of it.
func shop() map[string]string {
	return map[string]string{
		"src/shop/__init__.py": "",
		"src/shop/till.py":     "def pay(sum):\n    return sum\n\nclass Till:\n    def open(self): pass\n\nclass Door:\n    def open(self): pass\n",
		"tests/test_till.py":   "from shop.till import pay, Till, Door\n\npay(1)\nTill().open()\nDoor().open()\n",
	}
}

// Whatever keeps files outside of the part from being read, the number of calls is the same, none is high, and the ledger says so;
// that of the part does not.
func TestWhatIsNotReadAroundMakesBindingsLessSure(t *testing.T) {
	dir := tooltest.Tree(t, shop())
	part := filepath.Join(dir, "tests")
	for _, c := range []struct {
		what   string
		reason ledger.Reason
		change func(s *Search)
	}{
		{"a file that is too large", ledger.TooLarge, func(s *Search) {
			s.Areas[0].Files.MaxFileSize = 150
			if err := os.WriteFile(filepath.Join(dir, "src/large.py"), make([]byte, 200), 0o644); err != nil {
				t.Fatal(err)
			}
		}},
		{"a folder that is gone", ledger.Unreadable, func(s *Search) { s.Areas[0].Files.Base = filepath.Join(dir, "gone") }},
	} {
		for symbol, count := range map[string]int{"pay": 1, "Till.open": 2} {
			s := partOf(t, symbol, dir, part)
			c.change(s)
			found, err := s.Run(t.Context())
			if err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
			if len(found.Sites) != count || found.Tiers[resolve.High] > 0 || found.Ledger.Cut() {
				t.Errorf("%s: %d calls of %s, %d high, cut: %t", c.what, len(found.Sites), symbol, found.Tiers[resolve.High], found.Ledger.Cut())
			}
			if n := found.Ledger.Resolved.Cut.Count(c.reason); n != 1 || len(found.lacks) != 1 {
				t.Errorf("%s: %d entries of the ledger, limitations %v", c.what, n, found.lacks)
			}
		}
	}
}

// The time of a search may end while the folder is read in which calls are resolved: what was searched stays complete.
func TestTheTimeEndsWhileCallsAreResolved(t *testing.T) {
	dir := tooltest.Tree(t, shop())
	s := partOf(t, "pay", dir, filepath.Join(dir, "tests"))
	s.around = newAround(s.Areas)
	all := []*Found{newFound()}
	ended, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if err := s.beyond(ended, &ledger.Ledger{}, s.Matcher, []string{"pay"}, all); err != nil {
		t.Fatal(err)
	}
	if !s.around.isBlind() || s.around.ledger().Cut.Count(ledger.Timeout) != 1 || len(all[0].Definitions) > 0 {
		t.Errorf("blind: %t, %d definitions", s.around.isBlind(), len(all[0].Definitions))
	}
	v := s.around.unsure(resolve.Bound(&resolve.Definition{}, resolve.High, "imported"))
	if v.Tier != resolve.Med || !strings.HasSuffix(v.Reason, "was read") {
		t.Errorf("a high binding became %s: %s", v.Tier, v.Reason)
	}
	if ctx, cancel := sooner(ended); ctx.Err() == nil {
		t.Error("what follows has more time than the search")
	} else {
		cancel()
	}
}

// The default area of a root is the repository around it, else the working folder, else the root alone.
func TestTheDefaultArea(t *testing.T) {
	files := shop()
	for _, name := range []string{"HEAD", "objects/x", "refs/x"} {
		files[".git/"+name] = "ref: refs/heads/main\n"
	}
	files["tests/deep/a.py"] = ""
	dir := tooltest.Tree(t, files)
	other := tooltest.Tree(t, map[string]string{"a/b/x.py": ""})
	for _, c := range []struct {
		here, sandbox, root, folder, want string
		covered                           bool
	}{
		{dir, "", "tests", "", ".", false},
		{dir, "", ".", "", ".", true},
		{dir, "", "tests/test_till.py", "", ".", false},
		{dir + "/tests", "", ".", "", "..", false},
		{dir + "/tests/deep", "", ".", "", "../..", false},
		{dir + "/tests/deep", "", "../../src", "", "../..", false},
		{dir, "tests", "tests/deep", "", "tests", false},
		{dir, "", "tests", "src", "src", false},
		{dir, "", "tests", "tests", "tests", true},
		{other, "", dir + "/tests", "", dir, false},
		{other, "", "a", "", ".", false},
		{other + "/a", "", "b/x.py", "", ".", false},
		{dir, "", other + "/a", "", "", false},
		{"/", "", other + "/a", "", "", false},
	} {
		t.Chdir(c.here)
		areas, err := request.AreasOf(walk.Options{Roots: []string{c.root}, Sandbox: c.sandbox}, c.folder)
		if err != nil {
			t.Fatal(err)
		}
		got, covered := "", false
		for _, a := range areas {
			got += a.Folder
			covered = a.Covered
		}
		if got != filepath.ToSlash(c.want) || covered != c.covered {
			t.Errorf("%s in %s, sandbox %q, folder %q: area %q, covered %t; want %q, %t", c.root, c.here, c.sandbox, c.folder, got, covered, c.want, c.covered)
		}
	}
}

// The paths of an area are those that a search from the working folder prints.
func TestPathsOfAnArea(t *testing.T) {
	files := shop()
	files["tests/deep/a.py"] = ""
	dir := tooltest.Tree(t, files)
	for _, c := range []struct{ here, below, want string }{
		{"", "src/shop/till.py", "src/shop/till.py"},
		{"tests", "src/shop/till.py", "../src/shop/till.py"},
		{"tests", "tests/deep/a.py", "deep/a.py"},
		{"tests/deep", "tests/test_till.py", "../test_till.py"},
		{"tests/deep", "tests/deep/a.py", "a.py"},
		{"tests/deep", "testsuite/a.py", "../../testsuite/a.py"},
	} {
		t.Chdir(filepath.Join(dir, c.here))
		areas, err := request.AreasOf(walk.Options{}, dir)
		if err != nil || len(areas) != 1 {
			t.Fatal(err, areas)
		}
		if got := areas[0].Printed(c.below); got != c.want || areas[0].Own(got) != got {
			t.Errorf("%s from %q is %q, its own path %q; want %q", c.below, c.here, got, areas[0].Own(got), c.want)
		}
	}
	if got := (&request.Area{}).Own("../x"); got != "../x" {
		t.Errorf("../x is %q", got)
	}
}
