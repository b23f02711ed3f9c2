// Package methodsets finds the method sets of the types of Go packages, as far as declarations say, and whether they implement
// an interface. Types are identical as the Go specification says (Type identity), read through imports and aliases.
package methodsets

import (
	"bytes"
	"go/ast"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/shared/source/golang"
)

// A Tree reads packages. What was not asked for of late is read again.
type Tree struct {
	modules    *gocalls.Tree
	young, old held
}

type held struct {
	packages map[key][]*Package
	size     int
}

// A key is the packages of an absolute folder, with those of tests or without.
type key struct {
	folder string
	tests  bool
}

// mostHeld bounds the declarations that are young, and those that are old, in bytes of their text.
const mostHeld = 4 << 20

// NewTree returns a tree that reads through another one.
func NewTree(modules *gocalls.Tree) *Tree {
	return &Tree{modules: modules, young: held{packages: map[key][]*Package{}}, old: held{packages: map[key][]*Package{}}}
}

// A Package is the types of a package.
type Package struct {
	Folder, Name string // the folder is absolute
	types        map[string]*Type
	files        int
}

// A Type is a type that a package declares.
type Type struct {
	Name string
	File string // its absolute path
	At   int    // where its name begins
	Line int64

	pkg     *Package
	spec    *ast.TypeSpec
	file    *file
	methods map[string]*method
}

// IsInterface reports whether it is declared as an interface.
func (t *Type) IsInterface() bool { _, is := t.spec.Type.(*ast.InterfaceType); return is }

// Package returns the name of the package that declares it.
func (t *Type) Package() string { return t.pkg.Name }

// In reports whether the type is of the package in a folder.
func (t *Type) In(folder string) bool { return t.pkg.Folder == folder }

// A method is a method as it is declared, for a type or in an interface.
type method struct {
	name   string
	ptr    bool
	typ    *ast.FuncType
	file   *file
	params []string // the type parameters of its receiver, as it names them
	at     int
	line   int64
}

// A file is what the declarations of a file need to know of it.
type file struct {
	path    string
	pkg     *Package
	imports map[string]string // paths by names
	dots    []string
	usual   bool // it belongs to the first build
}

// Packages returns the packages of an absolute folder, with those of tests or without.
func (t *Tree) Packages(folder string, tests bool) []*Package {
	k := key{folder, tests}
	if all, ok := t.young.packages[k]; ok {
		return all
	}
	all, ok := t.old.packages[k]
	if !ok {
		var size int
		all, size = t.read(folder, tests)
		if t.young.size += size; t.young.size > mostHeld {
			t.old, t.young = t.young, held{packages: map[key][]*Package{}}
		}
	}
	t.young.packages[k] = all
	return all
}

func (t *Tree) read(folder string, tests bool) (all []*Package, size int) {
	entries, _ := t.modules.View().ReadDir(folder)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return !strings.HasSuffix(e.Name(), ".go") || !tests && strings.HasSuffix(e.Name(), "_test.go")
	})
	type parsed struct {
		tree *ast.File
		in   *file
		text []byte
	}
	var files []parsed
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		text := t.modules.Text(name)
		if text == nil {
			continue
		}
		usual, whole := gocalls.Usual(name, text), bytes.Clone(text) // the outline has no line ends in bodies
		tree, own := golang.Outline(text)
		size += own
		if tree == nil {
			continue
		}
		in := &file{path: name, imports: map[string]string{}, usual: usual}
		in.bring(tree)
		files = append(files, parsed{tree, in, whole})
	}
	slices.SortStableFunc(files, func(a, b parsed) int { // the last one of declarations for several builds counts
		if a.in.usual == b.in.usual {
			return 0
		}
		if a.in.usual {
			return 1
		}
		return -1
	})
	byName := map[string]*Package{}
	for _, f := range files {
		name := f.tree.Name.Name
		p := byName[name]
		if p == nil {
			p = &Package{Folder: folder, Name: name, types: map[string]*Type{}}
			byName[name], all = p, append(all, p)
		}
		p.files++
		f.in.pkg = p
		p.declare(f.tree, f.in, f.text)
	}
	for _, f := range files {
		byName[f.tree.Name.Name].attach(f.tree, f.in, f.text)
	}
	return all, size
}

// lineAt returns the number of the line of a byte of a text.
func lineAt(text []byte, at int) int64 {
	return int64(bytes.Count(text[:min(at, len(text))], []byte{'\n'})) + 1
}

// bring adds the imports of a file.
func (f *file) bring(tree *ast.File) {
	for _, spec := range tree.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		switch {
		case spec.Name == nil:
			f.imports[gocalls.Called(imported)] = imported
		case spec.Name.Name == ".":
			f.dots = append(f.dots, imported)
		default:
			f.imports[spec.Name.Name] = imported
		}
	}
}

// declare adds the types of a file.
func (p *Package) declare(tree *ast.File, in *file, text []byte) {
	for _, d := range tree.Decls {
		general, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range general.Specs {
			if spec, ok := s.(*ast.TypeSpec); ok {
				at := int(spec.Name.Pos() - tree.FileStart)
				p.types[spec.Name.Name] = &Type{Name: spec.Name.Name, File: in.path, At: at, Line: lineAt(text, at), pkg: p, spec: spec, file: in, methods: map[string]*method{}}
			}
		}
	}
}

// attach adds the methods of a file to their types.
func (p *Package) attach(tree *ast.File, in *file, text []byte) {
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil || len(f.Recv.List) == 0 {
			continue
		}
		name, ptr, params := receiver(f.Recv.List[0].Type)
		if t := p.types[name]; t != nil {
			at := int(f.Name.Pos() - tree.FileStart)
			t.methods[f.Name.Name] = &method{name: f.Name.Name, ptr: ptr, typ: f.Type, file: in, params: params, at: at, line: lineAt(text, at)}
		}
	}
}

// receiver returns the name of the type of a receiver, and its type parameters.
func receiver(e ast.Expr) (name string, ptr bool, params []string) {
	switch e := e.(type) {
	case *ast.StarExpr:
		name, _, params = receiver(e.X)
		return name, true, params
	case *ast.ParenExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		name, _, _ = receiver(e.X)
		return name, false, []string{nameOf(e.Index)}
	case *ast.IndexListExpr:
		for _, i := range e.Indices {
			params = append(params, nameOf(i))
		}
		name, _, _ = receiver(e.X)
		return name, false, params
	}
	return nameOf(e), false, nil
}

func nameOf(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// imported returns the package that a file imports by a path, nil if it is not in the tree.
func (t *Tree) imported(in *file, name string) *Package {
	folder := t.modules.Folder(in.pkg.Folder, name)
	if folder == "" {
		return nil
	}
	var best *Package
	for _, p := range t.Packages(folder, false) {
		if p.Name != "main" && p.Name != "documentation" && (best == nil || p.files > best.files) {
			best = p
		}
	}
	return best
}

// ByName returns the type of a package in a folder, of a file that is a test or not.
func (t *Tree) ByName(folder, file, name string) *Type {
	for _, p := range t.Packages(folder, strings.HasSuffix(file, "_test.go")) {
		if found := p.types[name]; found != nil && (path.Base(found.File) == path.Base(file) || file == "") {
			return found
		}
	}
	return nil
}

// IsAlias reports whether it is another name for a type.
func (t *Type) IsAlias() bool { return t.spec.Assign.IsValid() }
