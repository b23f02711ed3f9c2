package gocalls

import (
	"bytes"
	"go/ast"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source/golang"
	"github.com/ct-tools/ct/shared/walk"
)

// A Tree knows the packages of Go modules as far as their declarations.
type Tree struct {
	view    walk.View
	young   held                // packages that were asked for since the last were put aside
	old     held                // those that were put aside
	modules map[string]goModule // by absolute folder
	folders map[string]string   // absolute ones, by what paths begin with
	systems map[string]uint32   // by absolute path of a file
	there   map[string]bool     // whether an absolute folder is there
	buffer  bytes.Buffer
	resolve.Reads
}

// held are packages that are held, and the files that they were made of.
type held struct {
	packages map[string]*declarations // by absolute folder, name and whether tests are in it
	files    map[folderKey]files
	size     int // of all files
}

// files are the files of a folder, and the bytes of their declarations, nearly.
type files struct {
	all     []parsedFile
	size    int
	lacking bool // the folder was not read
}

func newHeld() held {
	return held{packages: map[string]*declarations{}, files: map[folderKey]files{}}
}

// mostHeld bounds the declarations that are young, and those that are old, in
// bytes of their text; in memory they take some twenty times as much.
const mostHeld = 128 << 10

// A folderKey is the tests of an absolute folder, or its other files.
type folderKey struct {
	path  string
	tests bool
}

// A parsedFile is a file as far as what it declares.
type parsedFile struct {
	path  string
	tree  *ast.File
	usual bool // it is in the first of systems
}

// A goModule is where the module of a folder begins, and its path.
type goModule struct {
	root, path string
	lacking    bool       // a go.mod was not read
	others     []goModule // of the tree, which its go.mod or the go.work around it leads to
}

// NewTree returns a tree that is still unread; it reads the files of a view.
func NewTree(view walk.View) *Tree {
	return &Tree{view: view, young: newHeld(), old: newHeld(), modules: map[string]goModule{}, folders: map[string]string{}, there: map[string]bool{}, systems: map[string]uint32{}, Reads: resolve.Reads{Most: resolve.MaxRead}}
}

// View returns where the tree reads files.
func (t *Tree) View() walk.View { return t.view }

// Abs returns the absolute form of a folder.
func (t *Tree) Abs(folder string) string {
	known, ok := t.folders[folder]
	if !ok {
		known, _ = filepath.Abs(filepath.FromSlash(folder))
		known = filepath.ToSlash(known)
		t.folders[folder] = known
	}
	return known
}

// Text reads a file into a buffer that the next one uses again; nil where it cannot.
func (t *Tree) Text(name string) []byte {
	if !t.May(1) {
		return nil
	}
	in, err := t.view.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = in.Close() }()
	t.buffer.Reset()
	if _, err := t.buffer.ReadFrom(io.LimitReader(in, resolve.MaxModule)); err != nil {
		return nil
	}
	return t.buffer.Bytes()
}

// module returns the module that an absolute folder is of: that of the nearest go.mod upward.
func (t *Tree) module(folder string) goModule {
	if m, ok := t.modules[folder]; ok {
		t.Lacks(m.lacking)
		return m
	}
	m := goModule{lacking: !t.Left(1)}
	if text := t.Text(path.Join(folder, "go.mod")); text != nil {
		m = t.read(folder, string(text))
	} else if up := path.Dir(folder); up != folder && !m.lacking {
		m = t.module(up)
	}
	t.modules[folder] = m
	return m
}

// isImportPath reports whether a package outside of its own folder can have the
// path: one that does not climb, begins at no root and has no empty name.
func isImportPath(name string) bool {
	return name != "" && name[0] != '/' && path.Clean(name) == name && name != "." && name != ".." && !strings.HasPrefix(name, "../") && !strings.ContainsAny(name, "\\\x00")
}

// Folder returns the absolute folder of an imported package, as a package in the
// absolute folder from imports it; "" for one that is not in its module.
func (t *Tree) Folder(from, name string) string {
	m := t.module(from).nearest(name)
	rest, inside := strings.CutPrefix(name, m.path)
	switch {
	case m.path == "" || !isImportPath(name):
		return ""
	case inside && (rest == "" || rest[0] == '/'):
		return path.Join(m.root, rest)
	case m.path == "std" || m.path == "cmd":
		root := m.root
		if m.path == "cmd" {
			if vendored := path.Join(root, "vendor", name); t.isFolder(vendored) {
				return vendored
			}
			root = path.Dir(root)
		}
		if below := path.Join(root, name); t.isFolder(below) {
			return below
		}
		return path.Join(root, "vendor", name)
	}
	for at := from; ; at = path.Dir(at) {
		if vendored := path.Join(at, "vendor", name); t.isFolder(vendored) {
			return vendored
		}
		if at == m.root || at == path.Dir(at) {
			return ""
		}
	}
}

func (t *Tree) isFolder(name string) bool {
	known, ok := t.there[name]
	if !ok {
		known = t.view.IsDir(name)
		t.there[name] = known
	}
	return known
}

// packageOf returns the declarations of the package of a file, with those in tests if the file is a test.
func (t *Tree) packageOf(in *file) *declarations {
	if in.pkg == nil {
		in.pkg = t.of(in.folder, in.imports.Package, strings.HasSuffix(in.path, "_test.go"))
	}
	t.Lacks(in.pkg.lacking)
	return in.pkg
}

// pkg returns the declarations of the package in an absolute folder that others import.
func (t *Tree) pkg(folder string) *declarations { return t.of(folder, "", false) }

// of returns the declarations of the package called name in an absolute folder, with those of tests or without.
func (t *Tree) of(folder, name string, tests bool) *declarations {
	key := folder + "\x00" + name
	if tests {
		key += "\x00"
	}
	if p, ok := t.young.packages[key]; ok {
		t.Lacks(p.lacking)
		return p
	}
	if p, ok := t.old.packages[key]; ok {
		t.Lacks(p.lacking)
		t.young.packages[key] = p
		delete(t.old.packages, key)
		t.keep(folderKey{folder, false})
		if tests {
			t.keep(folderKey{folder, true})
		}
		return p
	}
	p := &declarations{folder: folder, types: map[string]typeSpec{}, funcs: map[string]function{}, methods: map[string]map[string]function{}, vars: map[string]variable{}}
	files := t.parsed(folder, false)
	parsed := files.all
	if p.lacking = files.lacking; tests {
		files = t.parsed(folder, true)
		parsed = slices.Concat(parsed, files.all)
		p.lacking = p.lacking || files.lacking
	}
	t.Lacks(p.lacking)
	for _, f := range parsed {
		if own := f.tree.Name.Name; name != "" && own != name || own == "main" && name == "" && len(p.types) > 0 {
			continue
		}
		p.add(f.path, f.tree)
	}
	t.young.packages[key] = p
	return p
}

// keep makes files that are old young again, and returns those that are young.
func (t *Tree) keep(key folderKey) (f files, ok bool) {
	f, ok = t.old.files[key]
	if ok {
		delete(t.old.files, key)
		t.old.size -= f.size
		t.young.files[key] = f
		t.young.size += f.size
		return f, true
	}
	f, ok = t.young.files[key]
	return f, ok
}

// parsed returns the Go files of an absolute folder that are tests, or the others, as far as what they declare.
func (t *Tree) parsed(folder string, tests bool) files {
	key := folderKey{folder, tests}
	if f, ok := t.keep(key); ok {
		return f
	}
	if t.young.size > mostHeld { // what nobody asked for since is read again when it is needed
		t.old, t.young = t.young, newHeld()
	}
	size := 0
	var all []parsedFile
	entries, _ := t.view.ReadDir(folder)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return !strings.HasSuffix(e.Name(), ".go") || tests != strings.HasSuffix(e.Name(), "_test.go")
	})
	whole := t.Left(len(entries)) // a package is read whole or not at all
	if !whole {
		entries = nil
	}
	for _, e := range entries {
		file := path.Join(folder, e.Name())
		text := t.Text(file)
		if text == nil {
			continue
		}
		usual := builtIn(file, text, systems[0])
		tree, own := golang.Outline(text)
		size += own
		if tree != nil {
			lighten(tree)
			all = append(all, parsedFile{file, tree, usual})
		}
	}
	// The last one of declarations for several builds counts.
	slices.SortStableFunc(all, func(a, b parsedFile) int {
		if a.usual == b.usual {
			return 0
		}
		if a.usual {
			return 1
		}
		return -1
	})
	read := files{all: all, size: size, lacking: !whole}
	t.young.files[key] = read
	t.young.size += size
	return read
}

// lighten takes from a tree what nothing asks for: the parameters of functions.
func lighten(tree *ast.File) {
	none := &ast.FieldList{}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			d.Body, d.Type.Params = nil, none
		case *ast.GenDecl:
			ast.Inspect(d, func(n ast.Node) bool {
				if f, ok := n.(*ast.FuncType); ok {
					f.Params = none
				}
				return true
			})
		}
	}
}
