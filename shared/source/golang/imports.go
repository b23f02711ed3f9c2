package golang

import (
	"go/ast"
	"path"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// imports records one imported package. Its path counts as a name, so that a
// search for the package finds where it is imported.
func (w *walker) imports(spec *ast.ImportSpec, statement source.Span) {
	module, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		module = spec.Path.Value
	}
	im := source.ImportOf{Statement: statement, Module: module}
	var alias source.Mark
	place := spec.Path.Pos()
	if spec.Name != nil {
		place = spec.Name.Pos()
		im.Alias = spec.Name.Name
		if im.Alias == "." {
			im.Alias, im.Name = "", "*"
		} else {
			alias = w.word(spec.Name, source.Import, source.Plain)
		}
	}
	literal := w.span(spec.Path)
	w.commentsBefore(literal.Start)
	of := w.r.Import(im, source.Import, alias, w.r.Word(literal, source.Import, source.Plain))
	b := source.Binding{Name: im.Alias, Kind: source.Imported, Import: of, Declaration: source.None}
	b.Place = source.Span{Start: w.at(place), End: literal.End}
	switch {
	case im.Name == "*":
		b.Kind = source.Unknown
	case im.Alias == "_":
		return
	case im.Alias == "":
		b.Name = packageName(module)
	default:
		b.Place.End = w.at(spec.Name.End())
	}
	w.r.Bind(b)
}

// packageName guesses what the package at an import path calls itself.
func packageName(module string) string {
	base := path.Base(module)
	if version(base) && path.Dir(module) != "." {
		base = path.Base(path.Dir(module))
	}
	if at := strings.LastIndex(base, ".v"); at > 0 && version(base[at+1:]) {
		base = base[:at]
	}
	return base
}

// version reports whether s is v and a number.
func version(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	_, err := strconv.ParseUint(s[1:], 10, 32)
	return err == nil
}
