package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// function records a function or method with all that is in it.
func (w *walker) function(d *ast.FuncDecl) {
	span := w.span(d)
	declared := source.Declaration{
		Name: w.span(d.Name), Symbol: source.Function, Span: span, Signature: span,
		Doc: w.doc(d.Doc), Visibility: visibility(d.Name.Name),
	}
	if d.Body != nil {
		declared.Signature.End = w.trimmed(span.Start, w.at(d.Body.Lbrace))
	}
	if d.Recv != nil {
		declared.Symbol = source.Method
		declared.Receiver = receiver(d.Recv)
		w.params(d.Recv, false) // the scope of their names has not begun
	}
	name := w.word(d.Name, source.Reference, source.Plain)
	w.r.Open(declared, name)
	if d.Recv == nil {
		w.define(d.Name, 1, w.r.Innermost())
	} else {
		for _, f := range d.Recv.List {
			for _, id := range f.Names {
				w.bind(id, source.Parameter)
			}
		}
	}
	w.signature(d.Type)
	w.body(d.Body)
	w.close(span.End)
}

// receiver returns the name of the type that a method belongs to.
func receiver(list *ast.FieldList) string {
	if len(list.List) == 0 {
		return ""
	}
	if id, ok := callee(list.List[0].Type).(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// close ends the innermost definition before the byte end.
func (w *walker) close(end int) {
	w.commentsBefore(end)
	w.r.Close(end)
}

// define binds the name of a definition in the scope that lies depth levels outside the innermost.
func (w *walker) define(id *ast.Ident, depth, declaration int) {
	if id.Name != "_" {
		w.r.BindDefinition(w.span(id), depth, declaration)
	}
}

func visibility(name string) source.Visibility {
	if ast.IsExported(name) {
		return source.Public
	}
	return source.Internal
}

// trimmed returns the end of the text between start and end without white space at its end.
func (w *walker) trimmed(start, end int) int {
	return start + len(bytes.TrimRight(w.src[start:max(start, end)], " \t\r\n"))
}

// declarations records an import, const, var or type declaration.
func (w *walker) declarations(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		span, doc := w.span(spec), (*ast.CommentGroup)(nil)
		if !d.Lparen.IsValid() {
			span, doc = w.span(d), d.Doc
		}
		switch spec := spec.(type) {
		case *ast.ImportSpec:
			w.imports(spec, span)
		case *ast.TypeSpec:
			w.typeSpec(spec, span, w.doc(spec.Doc, doc, spec.Comment))
		case *ast.ValueSpec:
			w.values(spec, span, d)
		}
	}
}

// values reads the names of a const or var declaration: definitions at the top of the file, local ones in a function.
func (w *walker) values(spec *ast.ValueSpec, span source.Span, d *ast.GenDecl) {
	if w.local {
		for _, id := range spec.Names {
			w.word(id, source.Assignment, source.Plain)
			w.bind(id, source.Local)
		}
		w.typ(spec.Type)
		w.exprs(spec.Values...)
		return
	}
	declared := source.Declaration{Symbol: source.Variable, Span: span, Signature: span, Doc: w.doc(spec.Doc, spec.Comment)}
	if d.Tok == token.CONST {
		declared.Symbol = source.Constant
	}
	if !d.Lparen.IsValid() {
		declared.Doc = w.doc(d.Doc, spec.Comment)
	}
	declared.Signature.End = w.at(spec.Names[len(spec.Names)-1].End())
	if spec.Type != nil {
		declared.Signature.End = w.at(spec.Type.End())
	}
	if f, ok := soleFunction(spec); ok && spec.Names[0].Name != "_" {
		w.namedLiteral(spec, f, declared)
		return
	}
	for _, id := range spec.Names {
		w.declare(id, declared)
	}
	w.typ(spec.Type)
	w.exprs(spec.Values...)
}

// declare reports a name that is defined and encloses nothing. The blank name defines nothing.
func (w *walker) declare(id *ast.Ident, d source.Declaration) {
	if id.Name == "_" {
		w.word(id, source.Assignment, source.Plain)
		return
	}
	name := w.word(id, source.Reference, source.Plain)
	d.Name, d.Visibility = w.span(id), visibility(id.Name)
	of := w.r.Declare(d, name)
	if d.Symbol == source.Variable || d.Symbol == source.Constant {
		w.define(id, 0, of)
	}
}

// soleFunction returns the function that a declaration of one variable binds.
func soleFunction(spec *ast.ValueSpec) (*ast.FuncLit, bool) {
	if len(spec.Names) != 1 || len(spec.Values) != 1 {
		return nil, false
	}
	f, ok := spec.Values[0].(*ast.FuncLit)
	return f, ok
}

// namedLiteral reads a variable that holds a function from the beginning: it encloses what stands in the function.
func (w *walker) namedLiteral(spec *ast.ValueSpec, f *ast.FuncLit, d source.Declaration) {
	id := spec.Names[0]
	d.Symbol, d.Name, d.Visibility = source.Function, w.span(id), visibility(id.Name)
	d.Signature.End = w.trimmed(d.Span.Start, w.at(f.Body.Lbrace))
	w.r.Open(d, w.word(id, source.Reference, source.Plain))
	w.define(id, 1, w.r.Innermost())
	w.typ(spec.Type)
	w.exprs(f)
	w.close(d.Span.End)
}

// typeSpec records a type with its fields or methods.
func (w *walker) typeSpec(spec *ast.TypeSpec, span source.Span, doc source.Span) {
	d := source.Declaration{
		Name: w.span(spec.Name), Symbol: source.Type, Span: span, Signature: span,
		Doc: doc, Visibility: visibility(spec.Name.Name),
	}
	switch x := spec.Type.(type) {
	case *ast.StructType:
		d.Symbol = source.Struct
		d.Signature.End = w.trimmed(span.Start, w.at(x.Fields.Opening))
		d.Bases = w.embedded(x.Fields)
	case *ast.InterfaceType:
		d.Symbol = source.Interface
		d.Signature.End = w.trimmed(span.Start, w.at(x.Methods.Opening))
		d.Bases = w.embedded(x.Methods)
	}
	w.r.Open(d, w.word(spec.Name, source.Reference, source.Plain))
	w.define(spec.Name, 1, w.r.Innermost())
	if spec.TypeParams != nil {
		w.params(spec.TypeParams, true)
	}
	w.typ(spec.Type)
	w.close(span.End)
}

// embedded returns the embedded types of a struct or interface.
func (w *walker) embedded(list *ast.FieldList) []source.Span {
	var bases []source.Span
	for _, f := range list.List {
		if len(f.Names) == 0 {
			bases = append(bases, w.span(f.Type))
		}
	}
	return bases
}

// imports records one imported package, whose path counts as a name: a search for the package finds it.
func (w *walker) imports(spec *ast.ImportSpec, statement source.Span) {
	name, module := importedAs(spec)
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
		b.Name = name
	default:
		b.Place.End = w.at(spec.Name.End())
	}
	w.r.Bind(b)
}

// importedAs returns the name that a package gets in the file, and its path.
func importedAs(spec *ast.ImportSpec) (name, module string) {
	module, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		module = spec.Path.Value
	}
	if spec.Name != nil {
		return spec.Name.Name, module
	}
	return packageName(module), module
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
