package calls

import (
	"go/ast"
	"path"
	"strconv"

	"github.com/ct-tools/ct/shared/source"
)

// A goCallee is what a Go file says of a callee.
type goCallee struct {
	file *goImports
	// imported is the path of the package that the callee is of, if its
	// receiver is one.
	imported string
	receiver source.Value
	scope    source.Scope // of a callee without a receiver
}

// goImports is what the callees of one Go file share.
type goImports struct {
	pkg   string            // the name of its package
	paths map[string]string // of imports, by the names they have in the file
	dots  []string          // imports without a name
}

// add takes the imports of a file.
func (g *goImports) add(tree *ast.File) {
	for _, spec := range tree.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		switch {
		case spec.Name == nil:
			g.paths[path.Base(name)] = name
		case spec.Name.Name == ".":
			g.dots = append(g.dots, name)
		default:
			g.paths[spec.Name.Name] = name
		}
	}
}

// goFile returns what the callees of the file share.
func (x *reader) goFile() *goImports {
	if x.golang != nil {
		return x.golang
	}
	g := &goImports{pkg: x.Seen.Package, paths: map[string]string{}}
	x.golang = g
	for i := range x.Seen.Imports {
		switch im := &x.Seen.Imports[i]; {
		case im.Name == "*":
			g.dots = append(g.dots, im.Module)
		case im.Alias == "":
			g.paths[path.Base(im.Module)] = im.Module
		}
	}
	for _, b := range x.Seen.Bindings { // the names that packages have, or are taken to have
		if b.Kind == source.Imported && b.Import != source.None {
			g.paths[b.Name] = x.Seen.Imports[b.Import].Module
		}
	}
	return g
}

// goCallee reads the callee of a Go call.
func (x *reader) goCallee(o *source.Occurrence) *goCallee {
	c := &goCallee{file: x.goFile()}
	if o.Of == source.None {
		return c
	}
	call := &x.Seen.Calls[o.Of]
	c.receiver, c.scope = call.Receiver, call.Scope
	if c.receiver.Root == source.Named && len(c.receiver.Steps) == 0 {
		c.imported = c.file.paths[c.receiver.Name]
	}
	return c
}
