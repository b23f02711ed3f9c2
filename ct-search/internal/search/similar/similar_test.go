package similar

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

const sample = `
def get_query_set(self): pass
def getattr_static(): pass
class ModelForm: pass
class ModelFormMetaclass: pass
class HTTPServer: pass
def run_until_complete(): pass
def parse(): pass
def f(): pass

def use():
    modelForm = 1
    return get_query_sett(modelFrom)
`

// TestNamesAreFoundByWhatIsNearlyTheirs looks for names as they are mistyped.
func TestNamesAreFoundByWhatIsNearlyTheirs(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.py": sample, "b.txt": "def parsee(): pass\n"})
	for name, want := range map[string]string{
		"getQuerySet": "get_query_set", "GET_QUERY_SET": "get_query_set", "get_query_sett": "get_query_set", "getqueryset": "get_query_set",
		"modelform": "ModelForm ModelFormMetaclass", "MoedlForm": "ModelForm", "Model": "ModelForm", "MyModelForm": "ModelForm",
		"HttpServer": "HTTPServer", "run_until": "run_until_complete", "run_untli_complete": "run_until_complete", "prase": "parse",
		"F": "f", "g": "", "nothing_like_it": "", "parse": "parse", "": "", "$": "",
	} {
		s := &Search{Files: walk.Options{Base: dir}, Name: name}
		r, err := s.Run(context.Background())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var names []string
		for _, n := range r.Names {
			names = append(names, n.Name)
		}
		if got := strings.Join(names, " "); got != want || !r.Whole {
			t.Errorf("%s: %q, whole %v; want %q", name, got, r.Whole, want)
		}
	}
}

// TestTheNearestComeFirst checks the order: spelling, edits, parts; then what is
// wanted, then rank.
func TestTheNearestComeFirst(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{
		"a.py":      "def total_sum(): pass\ndef totals(): pass\nclass Total: pass\n",
		"test_a.py": "def Total(): pass\n", "z.py": "def TOTAL(): pass\n",
	})
	s := &Search{Files: walk.Options{Base: dir}, Name: "total", Wanted: func(k source.Symbol) bool { return k == source.Function }}
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range r.Names {
		got = append(got, fmt.Sprintf("%s %s:%d:%d", n.Name, n.Path, n.Line, n.Column))
	}
	if want := []string{"Total test_a.py:1:5", "TOTAL z.py:1:5", "totals a.py:2:5", "total_sum a.py:1:5"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestThoseOfTheNearestOwnerComeFirst checks that of a name which several define
// the one of the owner that was asked for is given, wherever it stands.
func TestThoseOfTheNearestOwnerComeFirst(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{
		"a.py": "def close_all(): pass\n", "b.py": "class Door:\n  def close_all(self): pass\n", "z.py": "class Roof:\n  def close_all(self): pass\nclass Window:\n  def close_all(self): pass\n",
	})
	for owner, want := range map[string]string{
		"Window": "z.py:4", "window": "z.py:4", "Windwo": "z.py:4", "Door": "b.py:2", "a": "a.py:1", "nosuch": "a.py:1", "": "a.py:1",
	} {
		s := &Search{Files: walk.Options{Base: dir}, Name: "closeAll", Owner: owner}
		r, err := s.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Names) != 1 || fmt.Sprintf("%s:%d", r.Names[0].Path, r.Names[0].Line) != want {
			t.Errorf("%s: %v, want one at %s", owner, r.Names, want)
		}
	}
}

// TestBothHalvesOfADottedNameCount looks for names whose owner is mistyped, or that are too short to be found without one.
func TestBothHalvesOfADottedNameCount(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{
		"a.py": "class Maker:\n  def make(self): pass\n  def get(self): pass\nclass Other:\n  def mak(self): pass\n  def take(self): pass\n", "shop.py": "def make(): pass\n",
	})
	for name, want := range map[string]string{
		"Maker.mak": "Maker.make", "Mkaer.make": "Maker.make", "Mkaer.mak": "Maker.make", "Maker.gat": "Maker.get", "Maker.gt": "", "Other.maek": "Other.mak", "shpo.make": "shop.make", "shop.mkae": "shop.make",
		"Zebra.gat": "", "Zebra.take": "take", "maker.get": "Maker.get",
	} {
		owner, last, _ := strings.Cut(name, ".")
		r, err := (&Search{Files: walk.Options{Base: dir}, Name: last, Owner: owner}).Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(r.Names) > 0 {
			got = r.Names[0].Dotted()
		}
		if got != want || !r.Whole {
			t.Errorf("%s: %q, whole %v; want %q", name, got, r.Whole, want)
		}
	}
}

// TestShortNamesAreFoundByOneEdit looks for names of four to seven characters.
func TestShortNamesAreFoundByOneEdit(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.py": "def open(): pass\ndef printk(): pass\ndef getenv(): pass\ndef Close(): pass\ndef set_x_y(): pass\n"})
	for name, want := range map[string]string{
		"opne": "open", "poen": "open", "oepn": "open", "opn": "", "oopen": "open", "Opens": "open", "prntk": "printk", "pritnk": "printk", "prinkt": "printk",
		"Getnv": "getenv", "getevn": "getenv", "getexv": "getenv", "get_env": "getenv", "Closse": "Close", "colse": "Close", "setxy": "set_x_y",
	} {
		r, err := (&Search{Files: walk.Options{Base: dir}, Name: name}).Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(r.Names) > 0 {
			got = r.Names[0].Name
		}
		if got != want || !r.Whole {
			t.Errorf("%s: %q, whole %v; want %q", name, got, r.Whole, want)
		}
	}
}

// TestNamesWithoutCallsAreLeftOut checks that names that nothing calls are left out if called ones are asked for.
func TestNamesWithoutCallsAreLeftOut(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{
		"a.py": "def parser(): pass\ndef parses(): pass\n", "b.py": "x = parses(1)\n", "c.go": "package c\n\nfunc parsed() {}\n\nfunc f() {\n\tparsed()\n}\n",
	})
	r, err := (&Search{Files: walk.Options{Base: dir}, Name: "parsex", Called: true}).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, n := range r.Names {
		names = append(names, n.Name)
	}
	if got := strings.Join(names, " "); got != "parses parsed" {
		t.Errorf("%q: only those that something calls", got)
	}
}

// TestFewFilesAreScanned looks for a name near one that many files define, and
// for one that many files only seem to define.
func TestFewFilesAreScanned(t *testing.T) {
	t.Parallel()
	files := map[string]string{"z.py": "def close(): pass\n"}
	for i := range 3 * mostFiles {
		files[fmt.Sprintf("m%03d.py", i)] = "def close(): pass\n\nclosest = 1\n"
		files[fmt.Sprintf("n%03d.go", i)] = "package n\n\nfunc f() {\n\tclos := 1\n}\n"
	}
	dir := tooltest.Tree(t, files)
	r, err := (&Search{Files: walk.Options{Base: dir}, Name: "closs"}).Run(context.Background())
	if err != nil || len(r.Names) == 0 || r.Names[0].Name != "close" || r.Names[0].Path != "m000.py" || r.Whole {
		t.Errorf("%+v %v", r, err)
	}
}

// TestUsesDoNotHaveFilesScanned separates definitions from what only uses a name.
func TestUsesDoNotHaveFilesScanned(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"def name(self):": true, "func (t *T) name() int {": true, "#define name(x) x": true, "static int name(void)": true, "name(int a)": true,
		"  name() {": true, "exports.name = function () {": true, "\tname = 1": true, "type name struct": true, "int *name(void);": true,
		"x = name(1)": false, "return name(1)": false, "\tname(1);": false, "foo(name)": false, "if (!name)": false, "p->name = 1": false, "x.name(1)": false,
		"import name": false, "a < name": false,
	} {
		at := strings.Index(line, "name")
		if got := defines([]byte(line), at, at+len("name")); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// TestLikelyDefinitionsAreScannedFirst separates lines that clearly define a name from others that may.
func TestLikelyDefinitionsAreScannedFirst(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"#define name(x) \\": true, "static int *name(void)": true, "def name(self):": true, "    fn name() {": true, "int name(void);": false, "\tint name(x)": false, "name(1)": false, "name = 1": false,
	} {
		at := strings.Index(line, "name")
		if got := introduces([]byte(line), at, at+len("name")); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func TestNamesAreTakenApart(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"getQuerySet": {"get", "Query", "Set"}, "get__query_set": {"get", "query", "set"}, "HTTPServer": {"HTTPServer"}, "a": {"a"}, "_x": {"x"}, "éÀb": {"é", "Àb"},
	} {
		if got := words(name); !slices.Equal(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func BenchmarkSimilar(b *testing.B) {
	dir := os.Getenv("CT_TEST_TREE")
	if dir == "" {
		b.Skip("skipped: no CT_TEST_TREE")
	}
	for b.Loop() {
		s := &Search{Files: walk.Options{Roots: []string{dir}}, Name: "alloc_pagess"}
		if _, err := s.Run(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}
