package gocalls

import (
	"go/ast"
	"path"
	"strconv"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// addImports takes the imports of a file.
func addImports(g *resolve.Imports, tree *ast.File) {
	for _, spec := range tree.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		switch {
		case spec.Name == nil:
			g.Paths[path.Base(name)] = name
		case spec.Name.Name == ".":
			g.Dots = append(g.Dots, name)
		default:
			g.Paths[spec.Name.Name] = name
		}
	}
}

// importsOf returns what the callees of a file share.
func importsOf(seen *source.File) *resolve.Imports {
	g := &resolve.Imports{Package: seen.Package, Paths: map[string]string{}}
	for i := range seen.Imports {
		switch im := &seen.Imports[i]; {
		case im.Name == "*":
			g.Dots = append(g.Dots, im.Module)
		case im.Alias == "":
			g.Paths[path.Base(im.Module)] = im.Module
		}
	}
	for _, b := range seen.Bindings { // the names that packages have, or are taken to have
		if b.Kind == source.Imported && b.Import != source.None {
			g.Paths[b.Name] = seen.Imports[b.Import].Module
		}
	}
	return g
}

// A Reader reads calls in a file of Go.
type Reader struct {
	*resolve.Facts
	imports *resolve.Imports // once a call was read
}

// Callee reads the callee of a call of Go.
func (x *Reader) Callee(o *source.Occurrence, c *resolve.Callee) {
	if x.imports == nil {
		x.imports = importsOf(x.Seen)
	}
	g := &resolve.GoCallee{File: x.imports}
	if o.Of != source.None {
		call := &x.Seen.Calls[o.Of]
		g.Receiver, g.Scope = call.Receiver, call.Scope
		if g.Receiver.Root == source.Named && len(g.Receiver.Steps) == 0 {
			g.Imported = x.imports.Paths[g.Receiver.Name]
		}
	}
	c.Golang = g
	if o.Access == source.Plain {
		c.Roots, c.Stars = x.Roots(x.Word(o), o.Enclosing, o.Word.Start)
	}
}
