package calls

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/walk"
)

// A goTree knows the packages of Go modules as far as their declarations.
type goTree struct {
	sandbox  string
	packages map[string]*goPackage // by absolute folder and name
	modules  map[string]goModule   // by absolute folder
	folders  map[string]string     // absolute ones, by what paths begin with
	read     int
}

// A goModule is where the module of a folder begins, and its path.
type goModule struct{ root, path string }

// A goPackage holds the declarations of a package.
type goPackage struct {
	folder  string
	types   map[string]goSpec
	funcs   map[string]goFunction
	methods map[string]map[string]goFunction
	vars    map[string]goVariable
}

type goSpec struct {
	spec *ast.TypeSpec
	in   *goFile
}

type goFunction struct {
	results *ast.FieldList
	name    *ast.Ident
	in      *goFile
}

type goVariable struct {
	typ, value ast.Expr
	in         *goFile
}

// A goFile is a file whose declarations were read.
type goFile struct {
	path    string
	pkg     *goPackage
	imports goImports
	base    token.Pos
}

// A goExpr is a type as a file writes it.
type goExpr struct {
	e  ast.Expr
	in *goFile
}

func newGoTree(sandbox string) *goTree {
	return &goTree{sandbox: sandbox, packages: map[string]*goPackage{}, modules: map[string]goModule{}, folders: map[string]string{}}
}

// abs gives the absolute form of a folder.
func (t *goTree) abs(folder string) string {
	known, ok := t.folders[folder]
	if !ok {
		known, _ = filepath.Abs(filepath.FromSlash(folder))
		known = filepath.ToSlash(known)
		t.folders[folder] = known
	}
	return known
}

// text reads a file; nil where it cannot.
func (t *goTree) text(name string) []byte {
	if t.read++; t.read > maxRead {
		return nil
	}
	in, err := walk.OpenFile(t.sandbox, name)
	if err != nil {
		return nil
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(io.LimitReader(in, maxModule))
	if err != nil {
		return nil
	}
	return text
}

// module gives the module that an absolute folder is of: that of the nearest
// go.mod upward.
func (t *goTree) module(folder string) goModule {
	if m, ok := t.modules[folder]; ok {
		return m
	}
	m := goModule{}
	if text := t.text(path.Join(folder, "go.mod")); text != nil {
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
				name, _, _ = strings.Cut(name, "//")
				m = goModule{folder, strings.Trim(strings.TrimSpace(name), "\"`")}
				break
			}
		}
	} else if up := path.Dir(folder); up != folder {
		m = t.module(up)
	}
	t.modules[folder] = m
	return m
}

// folder gives the absolute folder of an imported package, as a package in the
// absolute folder from imports it; "" for one that is not in its module.
func (t *goTree) folder(from, name string) string {
	m := t.module(from)
	rest, inside := strings.CutPrefix(name, m.path)
	switch {
	case m.path == "":
		return ""
	case inside && (rest == "" || rest[0] == '/'):
		return path.Join(m.root, rest)
	case m.path == "std" || m.path == "cmd":
		root := m.root
		if m.path == "cmd" {
			if vendored := path.Join(root, "vendor", name); isFolder(vendored) {
				return vendored
			}
			root = path.Dir(root)
		}
		if below := path.Join(root, name); isFolder(below) {
			return below
		}
		return path.Join(root, "vendor", name)
	}
	for at := from; ; at = path.Dir(at) {
		if vendored := path.Join(at, "vendor", name); isFolder(vendored) {
			return vendored
		}
		if at == m.root || at == path.Dir(at) {
			return ""
		}
	}
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// pkg gives the declarations of the package called name in an absolute folder;
// without a name, of the one that others import.
func (t *goTree) pkg(folder, name string) *goPackage {
	key := folder + "\x00" + name
	if p, ok := t.packages[key]; ok {
		return p
	}
	p := &goPackage{folder: folder, types: map[string]goSpec{}, funcs: map[string]goFunction{}, methods: map[string]map[string]goFunction{}, vars: map[string]goVariable{}}
	t.packages[key] = p
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		base := e.Name()
		if !strings.HasSuffix(base, ".go") || name == "" && strings.HasSuffix(base, "_test.go") {
			continue
		}
		file := path.Join(folder, base)
		text := t.text(file)
		if text == nil {
			continue
		}
		set := token.NewFileSet()
		tree, _ := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
		if tree == nil || tree.Name == nil || name != "" && tree.Name.Name != name || tree.Name.Name == "main" && name == "" && len(p.types) > 0 {
			continue
		}
		p.add(file, tree)
	}
	return p
}

// add takes the declarations of a file.
func (p *goPackage) add(name string, tree *ast.File) {
	in := &goFile{path: name, pkg: p, base: tree.FileStart, imports: goImports{pkg: tree.Name.Name, paths: map[string]string{}}}
	in.imports.add(tree)
	for _, spec := range tree.Imports {
		if spec.Name == nil {
			imported, _ := strconv.Unquote(spec.Path.Value)
			in.imports.paths[called(imported)] = imported
		}
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			d.Body = nil // only what it declares is kept
			f := goFunction{results: d.Type.Results, name: d.Name, in: in}
			if d.Recv == nil || len(d.Recv.List) == 0 {
				p.funcs[d.Name.Name] = f
				continue
			}
			if owner := named(d.Recv.List[0].Type); owner != "" {
				if p.methods[owner] == nil {
					p.methods[owner] = map[string]goFunction{}
				}
				p.methods[owner][d.Name.Name] = f
			}
		case *ast.GenDecl:
			p.general(d, in)
		}
	}
}

// called gives the name that a package is taken to have by its path.
func called(imported string) string {
	base := path.Base(imported)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" && path.Dir(imported) != "." {
		base = path.Base(path.Dir(imported))
	}
	if at := strings.LastIndex(base, ".v"); at > 0 {
		base = base[:at]
	}
	return base
}

func (p *goPackage) general(d *ast.GenDecl, in *goFile) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			p.types[s.Name.Name] = goSpec{s, in}
		case *ast.ValueSpec:
			for i, name := range s.Names {
				v := goVariable{typ: s.Type, in: in}
				if i < len(s.Values) {
					v.value = s.Values[i]
				}
				p.vars[name.Name] = v
			}
		}
	}
}

// named gives the name of a type without pointers and type arguments.
func named(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return named(e.X)
	case *ast.ParenExpr:
		return named(e.X)
	case *ast.IndexExpr:
		return named(e.X)
	case *ast.IndexListExpr:
		return named(e.X)
	}
	return ""
}
