// Package golang reads Go source with the parser of the standard library, and by its tokens if it does not parse.
package golang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"

	"github.com/ct-tools/ct/shared/source"
)

// A tree takes twenty times the size of the file, a bracket a kibibyte of stack. What is beyond these is generated.
const (
	maxParsed = 4 << 20 // bytes
	maxNested = 10_000  // brackets
)

// Scan reads a Go file. What its words are follows from go/ast: the last name of what is called is a callsite, a name
// in a type an annotation, a target of an assignment, a parameter or a local declaration an assignment. The path of an
// import counts as its name. A package that is imported without an alias is bound to the last element of its path
// before a version such as /v2 or .v3.
//
// A file that does not parse, or has over 4 MiB or 10,000 open brackets, is read by tokens; File.Doubt says so.
func Scan(src []byte, r *source.Recorder) {
	var why string
	set, mode := token.NewFileSet(), parser.ParseComments
	switch {
	case len(src) > maxParsed:
		why, mode = "is larger than 4 MiB", parser.PackageClauseOnly
	case nesting(src) > maxNested:
		why, mode = "has more than 10,000 open brackets", parser.PackageClauseOnly
	case !r.Calls():
		mode |= parser.SkipObjectResolution
	}
	tree, err := parser.ParseFile(set, "", src, mode) // what does not parse returns a part of the tree
	if tree != nil && tree.Name != nil {
		r.Package(tree.Name.Name)
	}
	if why == "" && err == nil {
		newWalker(src, r, set, tree).file(tree)
		return
	}
	if why == "" {
		why = "does not parse: " + first(err)
	}
	r.Doubt(why + "; read by tokens")
	r.Operands(&operands)
	scanTokens(src, r)
	if r.Calls() && tree != nil {
		newWalker(src, r, set, tree).complete(tree)
	}
}

var operands = source.Operands{Signs: []string{"."}, Comments: []string{"//"}, Quotes: "\"'`", Closures: true}

// first returns the first of the parser's errors, with its line and column.
func first(err error) string {
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 { //nolint:errorlint // the parser gives it bare
		return fmt.Sprintf("%d:%d: %s", list[0].Pos.Line, list[0].Pos.Column, list[0].Msg)
	}
	return err.Error()
}

// nesting returns how many brackets are open at most, those in strings and comments included.
func nesting(src []byte) int {
	deepest, depth := 0, 0
	for _, c := range src {
		switch c {
		case '(', '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return deepest
}

// A walker goes through a syntax tree in the order of the source and reports what it sees, with the comments between.
type walker struct {
	src      []byte
	r        *source.Recorder
	base     int // of the file in its set: the offset of a position p is p-base
	comments []*ast.CommentGroup
	next     int // the first comment of comments[0] that was not reported
	local    bool
	outer    *ast.Scope //nolint:staticcheck // names of one file are all that is resolved; nil where calls are not wanted

	tree      *ast.File
	typeNames map[string]bool     // see namesType
	objects   map[int]*ast.Object //nolint:staticcheck // see object: by where the names begin
}

func newWalker(src []byte, r *source.Recorder, set *token.FileSet, tree *ast.File) *walker {
	return &walker{src: src, r: r, base: set.File(tree.FileStart).Base(), comments: tree.Comments, outer: tree.Scope, tree: tree}
}

func (w *walker) file(tree *ast.File) {
	w.word(tree.Name, source.Reference, source.Plain)
	for _, d := range tree.Decls {
		w.commentsBefore(w.at(d.Pos()))
		if w.r.Done(w.at(d.Pos())) {
			return
		}
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.function(d)
		case *ast.GenDecl:
			w.declarations(d)
		}
	}
	w.commentsBefore(len(w.src))
}

func (w *walker) at(p token.Pos) int { return min(max(int(p)-w.base, 0), len(w.src)) }

func (w *walker) span(n ast.Node) source.Span {
	return source.Span{Start: w.at(n.Pos()), End: w.at(n.End())}
}

// word records an identifier, and the comments before it.
func (w *walker) word(id *ast.Ident, k source.Kind, a source.Access) source.Mark {
	s := w.span(id)
	w.commentsBefore(s.Start)
	return w.r.Word(s, k, a)
}

// commentsBefore records the comments that begin before pos.
func (w *walker) commentsBefore(pos int) {
	for len(w.comments) > 0 {
		c := w.comments[0].List[w.next]
		start := w.at(c.Slash)
		if start >= pos {
			return
		}
		w.r.Text(source.Span{Start: start, End: commentEnd(w.src, start)}, source.Comment)
		if w.next++; w.next == len(w.comments[0].List) {
			w.comments, w.next = w.comments[1:], 0
		}
	}
}

// bind keeps a binding in the function around, or in the file.
func (w *walker) bind(id *ast.Ident, kind source.BindingKind) {
	if id.Name != "_" {
		w.r.BindName(w.span(id), kind)
	}
}
