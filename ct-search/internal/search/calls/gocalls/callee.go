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

// ImportsOf returns what the callees of a file share.
func ImportsOf(seen *source.File) *resolve.Imports {
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

// CalleeOf reads the callee of a call in a file.
func CalleeOf(seen *source.File, imports *resolve.Imports, o *source.Occurrence) *resolve.GoCallee {
	c := &resolve.GoCallee{File: imports}
	if o.Of == source.None {
		return c
	}
	call := &seen.Calls[o.Of]
	c.Receiver, c.Scope = call.Receiver, call.Scope
	if c.Receiver.Root == source.Named && len(c.Receiver.Steps) == 0 {
		c.Imported = imports.Paths[c.Receiver.Name]
	}
	return c
}
