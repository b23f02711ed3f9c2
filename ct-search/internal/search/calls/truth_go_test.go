package calls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// A listed package is what go list says of it.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	ImportMap               map[string]string
}

// list asks go for packages and all they import, with export data.
func list(t testing.TB, patterns ...string) map[string]*listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,ImportMap"}, patterns...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod -modfile="+modfile(t), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("skipped: go list: %v %.200s", err, stderr.String())
	}
	all := map[string]*listed{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listed{}
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
}

// A truePlace is a file and a line.
type truePlace struct {
	file   string
	line   int
	column int
}

// truth says of every call in the packages below folder what it calls there.
type truth struct {
	files map[string]bool                    // that were checked
	calls map[string]map[truePlace]truePlace // by name, the place of the call → that of the definition, without column
}

// truthOf checks the types of the packages below a folder.
func truthOf(t testing.TB, folder string, packages map[string]*listed) *truth {
	t.Helper()
	out := &truth{files: map[string]bool{}, calls: map[string]map[truePlace]truePlace{}}
	set := token.NewFileSet()
	for _, p := range packages {
		if p.Dir != folder && !strings.HasPrefix(p.Dir, folder+string(filepath.Separator)) {
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
			out.files[filepath.Join(p.Dir, name)] = true
		}
		lookup := func(path string) (io.ReadCloser, error) {
			if mapped := p.ImportMap[path]; mapped != "" {
				path = mapped
			}
			if packages[path] == nil {
				return nil, fmt.Errorf("no export data for %s", path)
			}
			return os.Open(packages[path].Export)
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		c := types.Config{Importer: importer.ForCompiler(set, "gc", lookup), Error: func(error) {}}
		_, _ = c.Check(p.ImportPath, set, files, info)
		for _, f := range files {
			out.collect(set, f, info, packages)
		}
	}
	return out
}

func (o *truth) collect(set *token.FileSet, f *ast.File, info *types.Info, packages map[string]*listed) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fun := ast.Unparen(call.Fun)
		switch x := fun.(type) {
		case *ast.IndexExpr:
			fun = x.X
		case *ast.IndexListExpr:
			fun = x.X
		}
		var id *ast.Ident
		switch x := fun.(type) {
		case *ast.Ident:
			id = x
		case *ast.SelectorExpr:
			id = x.Sel
		}
		if id == nil {
			return true
		}
		if callee, ok := info.Uses[id].(*types.Func); ok {
			callee = callee.Origin()
			at, def := set.Position(id.Pos()), set.Position(callee.Pos())
			if o.calls[id.Name] == nil {
				o.calls[id.Name] = map[truePlace]truePlace{}
			}
			if p := callee.Pkg(); p != nil && packages[p.Path()] != nil { // export data names files in ways of their own
				def.Filename = filepath.Join(packages[p.Path()].Dir, filepath.Base(def.Filename))
			}
			o.calls[id.Name][truePlace{at.Filename, at.Line, at.Column}] = truePlace{def.Filename, def.Line, 0}
		}
		return true
	})
}

// A score counts sites by tier and whether they are right.
type score struct {
	right, all    [resolve.Unresolved + 1]int
	found, wanted int
	wrong, open   []string
}

func (s *score) add(o *score) {
	for t := range s.all {
		s.right[t] += o.right[t]
		s.all[t] += o.all[t]
	}
	s.found += o.found
	s.wanted += o.wanted
	s.wrong = append(s.wrong, o.wrong...)
}

// row prints a score as the table of docs/calls.md has it.
func (s *score) row(what string) string {
	ratio := func(a, b int) string {
		if b == 0 {
			return "–"
		}
		return fmt.Sprintf("%.2f %%", 100*float64(a)/float64(b))
	}
	return fmt.Sprintf("| %s | %d | %d | %s | %d | %s | %d | %s |", what, s.wanted, s.all[resolve.High], ratio(s.right[resolve.High], s.all[resolve.High]), s.all[resolve.Med], ratio(s.right[resolve.Med], s.all[resolve.Med]), s.all[resolve.Unresolved], ratio(s.found, s.wanted))
}

// search runs a search for a name below folders.
func search(t testing.TB, name string, roots ...string) *Found {
	t.Helper()
	return searchChain(t, name, nil, roots...)
}

// searchChain searches the calls of a name after others.
func searchChain(t testing.TB, name string, chain []string, roots ...string) *Found {
	t.Helper()
	found, err := searchOf(t, name, chain, roots...).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// searchOf is the search of the calls of a name after others.
func searchOf(t testing.TB, name string, chain []string, roots ...string) *Search {
	t.Helper()
	p, err := pattern.Compile(name, pattern.Options{Mode: pattern.Identifier})
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(p)
	if err != nil {
		t.Fatal(err)
	}
	s := &Search{Files: walk.Options{Roots: roots, NoIgnore: true, Exclude: []string{"site-packages"}}, Folder: "shop", Matcher: m, Name: name, Chain: occurrence.Chain{Names: chain}, Depth: 1}
	if withIndex != nil {
		s.Session = withIndex(name)
	}
	return s
}

// withIndex returns, if it is set, the matcher that binds the calls of a name.
var withIndex func(name string) matchers.Opener

// half returns the half that a name is in.
func half(name string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return int(h.Sum32() % 2)
}

// scoreGo compares the calls of names below a folder with the truth, in two halves.
func scoreGo(t testing.TB, folder string, truth *truth, most int) [2]*score {
	t.Helper()
	scores := [2]*score{{}, {}}
	var names []string
	for name, sites := range truth.calls {
		inside := 0
		for _, def := range sites {
			if truth.files[def.file] {
				inside++
			}
		}
		if inside > 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return strings.Compare(fmt.Sprintf("%08x%s", hash(a), a), fmt.Sprintf("%08x%s", hash(b), b))
	})
	for _, name := range names[:min(len(names), most)] {
		s := scores[half(name)]
		seen := map[truePlace]bool{}
		found := search(t, name, folder)
		for _, site := range found.Sites {
			at := truePlace{site.Path, int(site.Line), site.Column}
			if !truth.files[site.Path] || seen[at] {
				continue
			}
			seen[at] = true
			def, known := truth.calls[name][at]
			s.all[site.Tier]++
			right := known && site.Target != nil && site.Target.Path == def.file && site.Target.Line == int64(def.line)
			if right {
				s.right[site.Tier]++
			} else if site.Tier != resolve.Unresolved {
				s.wrong = append(s.wrong, fmt.Sprintf("%s: %s %s (%s) is %v", site.Tier, answerAt(site), site.Callee.Written, site.Reason, def))
			}
		}
		for at, def := range truth.calls[name] {
			if truth.files[def.file] {
				s.wanted++
				if seen[at] {
					s.found++
				}
			}
		}
	}
	return scores
}

func answerAt(s *resolve.Site) string { return fmt.Sprintf("%s:%d:%d", s.Path, s.Line, s.Column) }

func hash(name string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte("order" + name))
	return h.Sum32()
}

// modfile returns a copy of the module's go.mod beside its go.sum, to which the
// sums of packages are added that only these tests read.
func modfile(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("../../../..", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "go.mod")
}

// holdGo measures modules and fails t below the bounds.
func holdGo(t *testing.T, most int, patterns ...string) (total int) {
	t.Helper()
	sums := [2]*score{{}, {}}
	for _, p := range patterns {
		packages := list(t, p+"/...")
		root := packages[p]
		if root == nil {
			for _, one := range packages {
				if strings.HasPrefix(one.ImportPath, p+"/") && (root == nil || len(one.Dir) < len(root.Dir)) {
					root = &listed{Dir: strings.TrimSuffix(one.Dir, strings.TrimPrefix(one.ImportPath, p))}
				}
			}
		}
		scores := scoreGo(t, root.Dir, truthOf(t, root.Dir, packages), most)
		both := &score{}
		for i := range sums {
			sums[i].add(scores[i])
			both.add(scores[i])
		}
		t.Log(both.row(p))
		for _, w := range both.wrong[:min(len(both.wrong), 30)] {
			t.Log(w)
		}
		both.hold(t)
	}
	for i, s := range sums {
		t.Log(s.row([]string{"one half of the names", "the other half"}[i]))
		s.hold(t)
		total += s.wanted
	}
	return total
}

// hold fails t where a score is below its bounds.
func (s *score) hold(t *testing.T) {
	t.Helper()
	if s.right[resolve.High]*100 < s.all[resolve.High]*98 {
		t.Errorf("high: %d of %d are right", s.right[resolve.High], s.all[resolve.High])
	}
	// In a handful, one is too large a share.
	if s.all[resolve.Med] >= 5 && s.right[resolve.Med]*100 < s.all[resolve.Med]*80 {
		t.Errorf("med: %d of %d are right", s.right[resolve.Med], s.all[resolve.Med])
	}
	if s.found*100 < s.wanted*99 {
		t.Errorf("%d of %d calls are found", s.found, s.wanted)
	}
}

func TestGoCallsAreBoundAsTheCompilerBindsThem(t *testing.T) {
	names, calls := 50, 2000
	patterns := []string{"net", "go", "encoding", "os", "time", "github.com/expr-lang/expr", "github.com/urfave/cli/v2", "github.com/pelletier/go-toml/v2", "go.yaml.in/yaml/v3", "github.com/dlclark/regexp2"}
	if tooltest.Brief() {
		names, calls, patterns = 60, 300, []string{"go/ast", "github.com/pelletier/go-toml/v2", "text/template"}
	}
	if n := holdGo(t, names, patterns...); n < calls {
		t.Errorf("only %d calls", n)
	}
}
