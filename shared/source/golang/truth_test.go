package golang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

// corpus returns the Go files of the standard library, with their texts.
func corpus(t testing.TB, most int) map[string][]byte {
	t.Helper()
	root := tooltest.GoSource(t)
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() && strings.HasSuffix(name, ".go") && len(files) < most {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			files[name] = text
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}

// truth is what go/ast says of one file: the kind of every identifier by its offset, and the name of what encloses it.
type truth struct {
	kinds map[int]source.Kind
	in    map[int]string
	types map[ast.Node]bool
	set   *token.File

	packages map[string]bool // the names of imported packages
}

// truthOf looks at every node once, by what its type says of its children; no order is relied on.
func truthOf(set *token.File, tree *ast.File) *truth {
	tr := &truth{kinds: map[int]source.Kind{}, in: map[int]string{}, types: map[ast.Node]bool{}, set: set, packages: map[string]bool{}}
	for _, spec := range tree.Imports {
		name := strings.Trim(spec.Path.Value, `"`)
		name = name[strings.LastIndexByte(name, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		tr.packages[name] = true
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name != "." {
			tr.put(id, source.Reference, false)
		}
		return true
	})
	ast.Inspect(tree, func(n ast.Node) bool {
		tr.typeRoots(n)
		return true
	})
	ast.Inspect(tree, func(n ast.Node) bool {
		tr.spread(n)
		return true
	})
	ast.Inspect(tree, func(n ast.Node) bool {
		tr.roles(n)
		return true
	})
	local := map[ast.Node]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		b, ok := n.(*ast.BlockStmt)
		if ok {
			ast.Inspect(b, func(n ast.Node) bool { local[n] = true; return true })
		}
		return !ok
	})
	ast.Inspect(tree, func(n ast.Node) bool {
		if n, ok := n.(*ast.ValueSpec); ok {
			for _, id := range n.Names {
				k := source.Definition
				if local[n] || id.Name == "_" {
					k = source.Assignment
				}
				tr.put(id, k, true)
			}
		}
		return true
	})
	tr.enclose(tree)
	return tr
}

func (tr *truth) put(id *ast.Ident, k source.Kind, force bool) {
	at := tr.set.Offset(id.Pos())
	if _, known := tr.kinds[at]; !known || force {
		tr.kinds[at] = k
	}
}

var basic = strings.Fields("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr")

// typeRoots marks the expressions that are types by where they stand.
func (tr *truth) typeRoots(n ast.Node) {
	mark := func(list ...ast.Expr) {
		for _, e := range list {
			if e != nil {
				tr.types[e] = true
			}
		}
	}
	switch n := n.(type) {
	case *ast.Field:
		mark(n.Type)
	case *ast.ValueSpec:
		mark(n.Type)
	case *ast.TypeSpec:
		mark(n.Type)
	case *ast.CompositeLit:
		mark(n.Type)
	case *ast.TypeAssertExpr:
		mark(n.Type)
	case *ast.ArrayType:
		mark(n.Elt)
	case *ast.MapType:
		mark(n.Key, n.Value)
	case *ast.ChanType:
		mark(n.Value)
	case *ast.Ellipsis:
		mark(n.Elt)
	case *ast.IndexListExpr:
		mark(n.Indices...)
	case *ast.IndexExpr:
		if id, ok := n.Index.(*ast.Ident); ok && slices.Contains(basic, id.Name) {
			mark(id)
		}
	case *ast.CallExpr:
		if len(n.Args) == 1 && !n.Ellipsis.IsValid() && tr.isType(n.Fun, false) {
			mark(n.Fun)
		}
		if id, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && (id.Name == "new" || id.Name == "make") {
			mark(n.Args[0])
		}
	case *ast.TypeSwitchStmt:
		for _, c := range n.Body.List {
			clause, ok := c.(*ast.CaseClause)
			if !ok {
				continue
			}
			for _, e := range clause.List {
				if id, ok := e.(*ast.Ident); !ok || id.Name != "nil" {
					mark(e)
				}
			}
		}
	}
}

// spread carries from a type to its parts.
func (tr *truth) spread(n ast.Node) {
	if n == nil || !tr.types[n] {
		return
	}
	switch n := n.(type) {
	case *ast.Ident:
		tr.put(n, source.Annotation, true)
	case *ast.SelectorExpr:
		tr.types[n.X], tr.types[n.Sel] = true, true
	case *ast.StarExpr:
		tr.types[n.X] = true
	case *ast.ParenExpr:
		tr.types[n.X] = true
	case *ast.UnaryExpr:
		tr.types[n.X] = true
	case *ast.BinaryExpr:
		tr.types[n.X], tr.types[n.Y] = true, true
	case *ast.IndexExpr:
		tr.types[n.X], tr.types[n.Index] = true, true
	case *ast.IndexListExpr:
		tr.types[n.X] = true
	}
}

// roles returns the names that a node defines, binds, assigns or calls.
func (tr *truth) roles(n ast.Node) {
	assigned := func(list ...ast.Expr) {
		for _, e := range list {
			for p, ok := e.(*ast.ParenExpr); ok; p, ok = e.(*ast.ParenExpr) {
				e = p.X
			}
			switch e := e.(type) {
			case *ast.Ident:
				tr.put(e, source.Assignment, true)
			case *ast.SelectorExpr:
				tr.put(e.Sel, source.Assignment, true)
			}
		}
	}
	members := func(list *ast.FieldList, k source.Kind) {
		if list == nil {
			return
		}
		for _, f := range list.List {
			for _, id := range f.Names {
				as := k
				if id.Name == "_" {
					as = source.Assignment
				}
				tr.put(id, as, true)
			}
		}
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		tr.put(n.Name, source.Definition, true)
		members(n.Recv, source.Assignment)
	case *ast.TypeSpec:
		tr.put(n.Name, source.Definition, true)
		members(n.TypeParams, source.Assignment)
	case *ast.FuncType:
		members(n.TypeParams, source.Assignment)
		members(n.Params, source.Assignment)
		members(n.Results, source.Assignment)
	case *ast.StructType:
		members(n.Fields, source.Definition)
	case *ast.InterfaceType:
		members(n.Methods, source.Definition)
	case *ast.ImportSpec:
		if n.Name != nil && n.Name.Name != "." {
			tr.put(n.Name, source.Import, true)
		}
	case *ast.AssignStmt:
		assigned(n.Lhs...)
	case *ast.IncDecStmt:
		assigned(n.X)
	case *ast.RangeStmt:
		assigned(n.Key, n.Value)
	case *ast.CallExpr:
		if !tr.types[n.Fun] {
			tr.called(n.Fun)
		}
	}
}

// isType reports whether the resolved names of the file say that a callee is a type, stars and brackets left aside.
func (tr *truth) isType(e ast.Expr, starred bool) bool {
	switch e := e.(type) {
	case *ast.Ident:
		if e.Obj != nil {
			return e.Obj.Kind == ast.Typ
		}
		return starred || slices.Contains(basic, e.Name)
	case *ast.SelectorExpr:
		id, ok := e.X.(*ast.Ident)
		return ok && id.Obj == nil && tr.packages[id.Name] && (starred || id.Name == "unsafe" && e.Sel.Name == "Pointer")
	case *ast.ParenExpr:
		return tr.isType(e.X, starred)
	case *ast.StarExpr:
		return tr.isType(e.X, true)
	case *ast.IndexExpr:
		return tr.isType(e.X, starred)
	case *ast.IndexListExpr:
		return tr.isType(e.X, starred)
	}
	return false
}

func (tr *truth) called(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
		tr.put(e, source.Callsite, true)
	case *ast.SelectorExpr:
		tr.put(e.Sel, source.Callsite, true)
	case *ast.ParenExpr:
		tr.called(e.X)
	case *ast.StarExpr:
		tr.called(e.X)
	case *ast.IndexExpr:
		tr.called(e.X)
	case *ast.IndexListExpr:
		tr.called(e.X)
	}
}

// enclose returns every identifier the name of the innermost function or type around it.
func (tr *truth) enclose(tree *ast.File) {
	type scope struct {
		from, to int
		name     string
		at       int // of the name
	}
	var scopes []scope
	add := func(n ast.Node, id *ast.Ident, name string) {
		scopes = append(scopes, scope{tr.set.Offset(n.Pos()), tr.set.Offset(n.End()), name, tr.set.Offset(id.Pos())})
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n, n.Name, n.Name.Name)
		case *ast.GenDecl:
			for _, s := range n.Specs {
				node := ast.Node(s)
				if !n.Lparen.IsValid() {
					node = n
				}
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(node, s.Name, s.Name.Name)
				case *ast.ValueSpec:
					if slices.Contains(tree.Decls, ast.Decl(n)) && len(s.Names) == 1 && len(s.Values) == 1 && s.Names[0].Name != "_" {
						if _, ok := s.Values[0].(*ast.FuncLit); ok {
							add(node, s.Names[0], s.Names[0].Name)
						}
					}
				}
			}
		}
		return true
	})
	for at := range tr.kinds {
		tr.in[at] = "<module>"
	}
	offsets := slices.Sorted(maps.Keys(tr.kinds))
	for _, s := range scopes { // inner ones come later
		i, _ := slices.BinarySearch(offsets, s.from)
		for ; i < len(offsets) && offsets[i] < s.to; i++ {
			if offsets[i] != s.at {
				tr.in[offsets[i]] = s.name
			}
		}
	}
}

// TestAgainstTree compares every identifier of the standard library with what go/ast says of it.
func TestAgainstTree(t *testing.T) {
	sourcetest.Alone(t)
	most := 1 << 20
	if tooltest.Brief() {
		most = 300
	}
	agreed, differ := map[source.Kind]int{}, map[string]int{}
	all := map[source.Kind]int{}
	files, size := 0, 0
	for name, text := range corpus(t, most) {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, "", text, parser.ParseComments)
		f := source.Scan(Scan, text, source.Want{Words: true})
		if (f.Doubt == "") != (err == nil) {
			t.Errorf("%s: the parser says %v, the scan %q", name, err, f.Doubt)
		}
		if err != nil {
			continue
		}
		files, size = files+1, size+len(text)
		tr := truthOf(set.File(tree.FileStart), tree)
		seen := 0
		for _, o := range f.Occurrences {
			want, is := tr.kinds[o.Place.Start]
			if !is {
				if o.Kind.Code() && text[o.Place.Start] != '"' && text[o.Place.Start] != '`' {
					t.Errorf("%s: %q at %d is no identifier", name, o.Place.Of(text), o.Place.Start)
				}
				continue
			}
			seen++
			all[want]++
			in := "<module>"
			if o.Enclosing != source.None {
				in = f.Declarations[o.Enclosing].Name.Of(text)
			}
			switch {
			case o.Kind != want:
				differ[fmt.Sprintf("%s, tree %s", o.Kind, want)]++
				t.Errorf("%s:%d: %q is %s, go/ast says %s", name, tr.set.Line(token.Pos(o.Place.Start+tr.set.Base())), o.Place.Of(text), o.Kind, want)
			case in != tr.in[o.Place.Start]:
				t.Errorf("%s:%d: %q is in %s, go/ast says %s", name, tr.set.Line(token.Pos(o.Place.Start+tr.set.Base())), o.Place.Of(text), in, tr.in[o.Place.Start])
			default:
				agreed[want]++
			}
		}
		if seen != len(tr.kinds) {
			t.Errorf("%s: %d of %d identifiers were reported", name, seen, len(tr.kinds))
		}
	}
	for _, k := range slices.Sorted(maps.Keys(all)) {
		t.Logf("Go, %d files, %.1f MB: %-12s %8d of %8d", files, float64(size)/1e6, k, agreed[k], all[k])
	}
}

// TestTokensAgainstTree reads files that do parse by their tokens and compares
// that with the exact scan.
func TestTokensAgainstTree(t *testing.T) {
	sourcetest.Alone(t)
	most := 1 << 20
	if tooltest.Brief() {
		most = 300
	}
	var agreed, all, claimed, right [source.Definition + 1]int
	differ := map[string]int{}
	example := map[string]string{}
	enclosed, words, spans, declared := 0, 0, 0, 0
	for name, text := range corpus(t, most) {
		exact := source.Scan(Scan, text, source.Want{Words: true, Declarations: true})
		if exact.Doubt != "" {
			continue
		}
		rough := source.Scan(scanTokens, text, source.Want{Words: true, Declarations: true})
		if len(rough.Occurrences) != len(exact.Occurrences) {
			t.Errorf("%s: %d words by tokens, %d by the tree", name, len(rough.Occurrences), len(exact.Occurrences))
			continue
		}
		for i, want := range exact.Occurrences {
			got := rough.Occurrences[i]
			all[want.Kind]++
			claimed[got.Kind]++
			words++
			if got.Kind == want.Kind {
				agreed[want.Kind]++
				right[want.Kind]++
			} else {
				key := fmt.Sprintf("%s for %s", got.Kind, want.Kind)
				differ[key]++
				line := 1 + strings.Count(string(text[:want.Place.Start]), "\n")
				example[key] = fmt.Sprintf("%s:%d %s", name, line, want.Place.Of(text))
			}
			if exact.Qualname(text, want.Enclosing) == rough.Qualname(text, got.Enclosing) {
				enclosed++
			}
		}
		have := map[source.Span]source.Span{}
		for _, d := range rough.Declarations {
			have[d.Name] = d.Span
		}
		for _, d := range exact.Declarations {
			declared++
			if have[d.Name] == d.Span {
				spans++
			}
		}
	}
	for k := range all {
		if all[k] > 0 {
			t.Logf("%-14s %8d, found %.2f %%, right %.2f %%", source.Kind(k), all[k], percent(agreed[k], all[k]), percent(right[k], claimed[k]))
		}
	}
	t.Logf("enclosing %.2f %%, spans of definitions %.2f %%", percent(enclosed, words), percent(spans, declared))
	keys := slices.SortedFunc(maps.Keys(differ), func(a, b string) int { return differ[b] - differ[a] })
	for _, k := range keys[:min(10, len(keys))] {
		t.Logf("%6d %s: %s", differ[k], k, example[k])
	}
	if p := percent(agreed[source.Definition], all[source.Definition]); p < 99 {
		t.Errorf("%.2f %% of the definitions", p)
	}
	if p := percent(agreed[source.Callsite], all[source.Callsite]); p < 97 {
		t.Errorf("%.2f %% of the calls", p)
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
