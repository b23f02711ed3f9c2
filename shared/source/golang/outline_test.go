package golang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// declarations returns the functions and types that a file declares outermost,
// with their places; nil where it does not parse.
func declarations(text []byte) []string {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	all := []string{}
	name := func(id *ast.Ident) { all = append(all, fmt.Sprintf("%s %d", id.Name, set.Position(id.Pos()).Offset)) }
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name(d.Name)
			ast.Inspect(d.Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					name(id)
				}
				return true
			})
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					ast.Inspect(s, func(n ast.Node) bool {
						if id, ok := n.(*ast.Ident); ok {
							name(id)
						}
						return true
					})
				}
			}
		}
	}
	return all
}

func TestWithoutBodiesAFileDeclaresTheSame(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(tooltest.GoSource(t), "[a-n]*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := declarations(text)
		blankBodies(text)
		if got := declarations(text); !slices.Equal(got, want) {
			t.Errorf("%s: %d, want %d", file, len(got), len(want))
		}
	}
}

func TestBodiesAreBlank(t *testing.T) {
	t.Parallel()
	text := []byte("package a\nfunc f() { g(1) } // {\nfunc h() struct{ x int } { return k(\"}\") }\nvar v = T{`}`, '}'}\n")
	blankBodies(text)
	want := "package a\nfunc f() {      }     \nfunc h() struct{ x int } {               }\nvar v = T{        }\n"
	if string(text) != want {
		t.Errorf("got\n%s", text)
	}
}

func FuzzBlankBodies(f *testing.F) {
	f.Add([]byte("package a\nfunc f() { g(1) }\ntype T struct { a, b int; c interface { M() } }\n"))
	f.Add([]byte("package a\nvar x = []T{{1}, {'}'}}\nfunc (T[K]) M(func() struct{}) chan struct{} { /* } */ }\nconst ( a = 1 )\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		size := len(text)
		want := declarations(text)
		blankBodies(text)
		if len(text) != size {
			t.Fatalf("%d bytes of %d", len(text), size)
		}
		if want == nil {
			return
		}
		if got := declarations(text); !slices.Equal(got, want) {
			t.Errorf("%q\n%q\n%s", got, want, text)
		}
	})
}
