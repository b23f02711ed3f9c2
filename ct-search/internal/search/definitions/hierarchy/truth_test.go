package hierarchy

import (
	"cmp"
	"fmt"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/walk"
)

// A place is a file below the searched folder, and a line.
type place struct {
	file string
	line int
}

// A score compares what a search found with what a compiler says.
type score struct {
	all, right   [resolve.Unresolved + 1]int
	wanted, have int
	wrong, open  []string
}

func (s *score) String() string {
	return fmt.Sprintf("high %d of %d right, med %d of %d, low %d of %d; found %d of %d", s.right[resolve.High], s.all[resolve.High], s.right[resolve.Med], s.all[resolve.Med], s.right[resolve.Unresolved], s.all[resolve.Unresolved], s.have, s.wanted)
}

// compare adds the implementations of a symbol; known are the types that the compiler saw.
func (s *score) compare(t *testing.T, symbol string, levels int, truth map[place]bool, known func(place) bool) {
	t.Helper()
	search := &Search{Symbol: symbol, Levels: levels, Files: walk.Options{Roots: []string{"."}}}
	found, err := search.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[place]bool{}
	for _, i := range found.Items {
		at := place{i.Path, int(i.Line)}
		if !known(at) || seen[at] {
			continue
		}
		seen[at] = true
		s.all[i.Confidence]++
		if truth[at] {
			s.right[i.Confidence]++
		} else if i.Confidence != resolve.Unresolved {
			s.wrong = append(s.wrong, fmt.Sprintf("%s: %s:%d %s (%s)", symbol, i.Path, i.Line, i.qualname, i.Reason))
		}
	}
	for at := range truth {
		s.wanted++
		if seen[at] {
			s.have++
		} else {
			s.open = append(s.open, fmt.Sprintf("%s: not found %s:%d", symbol, at.file, at.line))
		}
	}
}

// judged fails if too little is right.
func (s *score) judged(t *testing.T, what string, least int) {
	t.Helper()
	t.Logf("%s: %s", what, s)
	if os.Getenv("CT_ACCURACY") != "" || s.right[resolve.High]*100 < s.all[resolve.High]*99 {
		t.Log(strings.Join(slices.Concat(s.wrong[:min(len(s.wrong), 40)], s.open[:min(len(s.open), 40)]), "\n"))
	}
	switch {
	case s.right[resolve.High]*100 < s.all[resolve.High]*99:
		t.Errorf("%s: of those that are high %d of %d are right", what, s.right[resolve.High], s.all[resolve.High])
	case s.right[resolve.Med]*100 < s.all[resolve.Med]*90:
		t.Errorf("%s: of those that are med %d of %d are right", what, s.right[resolve.Med], s.all[resolve.Med])
	case s.have*100 < s.wanted*least || s.wanted == 0:
		t.Errorf("%s: %d of %d are found", what, s.have, s.wanted)
	}
}

func hash(text string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return h.Sum32()
}

// A checked is what go/types says of packages.
type checked struct {
	set        *token.FileSet
	root       string
	types      []*types.TypeName
	interfaces []*types.TypeName
}

// check type-checks the packages of a module in the working folder; of the standard library if module is "".
func check(t *testing.T, module string, paths []string) *checked {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	c := &checked{set: token.NewFileSet(), root: root}
	from, ok := importer.ForCompiler(c.set, "source", nil).(types.ImporterFrom)
	if !ok {
		t.Fatal("no importer of sources")
	}
	for _, path := range paths {
		name := path
		if module != "" {
			name = strings.TrimSuffix(module+"/"+path, "/.")
		}
		p, err := from.ImportFrom(name, root, 0)
		if err != nil || p == nil {
			continue
		}
		for _, one := range p.Scope().Names() {
			typ, ok := p.Scope().Lookup(one).(*types.TypeName)
			if !ok || typ.IsAlias() {
				continue
			}
			named, _ := typ.Type().(*types.Named)
			if named == nil || named.TypeParams().Len() > 0 {
				continue
			}
			c.types = append(c.types, typ)
			if i, is := named.Underlying().(*types.Interface); is && i.NumMethods() > 0 && i.IsMethodSet() {
				c.interfaces = append(c.interfaces, typ)
			}
		}
	}
	return c
}

func (c *checked) place(o types.Object) place {
	p := c.set.Position(o.Pos())
	file, err := filepath.Rel(c.root, p.Filename)
	if err != nil {
		file = p.Filename
	}
	return place{filepath.ToSlash(file), p.Line}
}

// implementing returns the types that implement an interface, or pointers to which do.
func (c *checked) implementing(of *types.TypeName) map[place]bool {
	all := map[place]bool{}
	i, _ := of.Type().Underlying().(*types.Interface)
	for _, typ := range c.types {
		if typ != of && (types.Implements(typ.Type(), i) || types.Implements(types.NewPointer(typ.Type()), i)) {
			all[c.place(typ)] = true
		}
	}
	return all
}

// score compares the interfaces that choose picks.
func (c *checked) score(t *testing.T, choose func(name string) bool) *score {
	t.Helper()
	known := map[place]bool{}
	for _, typ := range c.types {
		known[c.place(typ)] = true
	}
	s := &score{}
	for _, of := range c.interfaces {
		truth := c.implementing(of)
		folder := filepath.Base(filepath.Dir(c.place(of).file))
		symbol := strings.TrimPrefix(folder+"."+of.Name(), "..")
		if len(truth) > 0 && choose(of.Pkg().Path()+"."+of.Name()) && c.lone(folder, of) {
			s.compare(t, symbol, 0, truth, func(at place) bool { return known[at] })
		}
	}
	return s
}

// lone reports whether the name of a package and a type mean one interface.
func (c *checked) lone(folder string, of *types.TypeName) bool {
	n := 0
	for _, other := range c.types {
		if other.Name() == of.Name() && filepath.Base(filepath.Dir(c.place(other).file)) == folder {
			n++
		}
	}
	return n == 1
}

// TestImplementationsAsGoTypesSays compares the types of a small tree that implement its interfaces.
func TestImplementationsAsGoTypesSays(t *testing.T) {
	t.Chdir("testdata/go")
	c := check(t, "example.com/shapes", []string{"a", "b", "c"})
	if len(c.interfaces) == 0 {
		t.Skip("skipped: no go command finds the packages")
	}
	c.score(t, func(string) bool { return true }).judged(t, "testdata/go", 100)
}

// TestImplementationsAsGoTypesSaysOfTheLibrary does so for exported interfaces of the standard library: rules were made by one half of
// them, by a hash of their names, and the other half is kept apart.
func TestImplementationsAsGoTypesSaysOfTheLibrary(t *testing.T) {
	if os.Getenv("CT_CORPORA") == "" {
		t.Skip("skipped: no CT_CORPORA")
	}
	t.Chdir(filepath.Join(build.Default.GOROOT, "src"))
	c := check(t, "", goPackages(t))
	for half, what := range []string{"chosen by", "kept apart"} {
		n := 0
		var names []string
		for _, of := range c.interfaces {
			if name := of.Pkg().Path() + "." + of.Name(); of.Exported() && hash(name)%2 == uint32(half) { //nolint:gosec // 0 or 1
				names = append(names, name)
			}
		}
		slices.SortFunc(names, func(a, b string) int { return cmp.Compare(hash(a+"x"), hash(b+"x")) })
		names = names[:min(len(names), 25)]
		c.score(t, func(name string) bool { n++; return slices.Contains(names, name) }).judged(t, what, 90)
	}
}

// goPackages returns the packages of the standard library.
func goPackages(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(".", func(name string, d os.DirEntry, err error) error {
		switch base := d.Name(); {
		case err != nil:
			return err
		case !d.IsDir():
		case base == "testdata" || base == "vendor" || base == "cmd" || name != "." && strings.HasPrefix(base, "_"):
			return filepath.SkipDir
		default:
			if p, err := build.ImportDir(name, 0); err == nil && p.Name != "main" {
				all = append(all, filepath.ToSlash(name))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
