package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// drawn is how many symbols of each language are asked for.
func drawn() int {
	if tooltest.Brief() {
		return 20
	}
	return 200
}

// goSource returns a folder of Go's own source.
func goSource(t *testing.T, folder string) string {
	t.Helper()
	return filepath.Join(tooltest.GoSource(t), folder)
}

// firstIsDefinition asks for every symbol and counts those whose first Top
// Match is one of its definitions, places being path:line.
func firstIsDefinition(t *testing.T, dir string, symbols []string, definitions map[string][]string) {
	t.Helper()
	right := 0
	for _, symbol := range symbols {
		answer := answerOf(t, dir, symbol, "--exclude=site-packages", "--exclude=test")
		first := answer.list("sections")[0].list("findings")[0]
		anchor := first.object("anchor")
		place := fmt.Sprintf("%s:%v", anchor.text("file"), anchor.values["line"])
		if slices.Contains(definitions[symbol], place) {
			right++
			continue
		}
		t.Logf("%s: first is the %s at %s, defined at %v", symbol, first.text("category"), place, definitions[symbol])
	}
	t.Logf("%d of %d", right, len(symbols))
	if right*100 < 99*len(symbols) {
		t.Errorf("the definition comes first for %d of %d symbols", right, len(symbols))
	}
}

// spread returns n of the names, evenly over their order.
func spread(definitions map[string][]string, n int) []string {
	var names []string
	for name := range definitions {
		names = append(names, name)
	}
	slices.Sort(names)
	var some []string
	for i := range n {
		some = append(some, names[i*len(names)/n])
	}
	return some
}

// TestTheDefinitionComesFirstInGo draws symbols from Go's own source; go/ast
// says where they are defined.
func TestTheDefinitionComesFirstInGo(t *testing.T) {
	t.Parallel()
	dir := goSource(t, "net")
	definitions := map[string][]string{}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			below, _ := filepath.Rel(dir, path)
			goDefinitions(path, below, definitions)
		}
		return nil
	})
	if len(definitions) < 1000 {
		t.Skip("skipped: no source of Go")
	}
	firstIsDefinition(t, dir, spread(definitions, drawn()), definitions)
}

// goDefinitions adds what a file defines at its outermost level.
func goDefinitions(path, below string, definitions map[string][]string) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	add := func(name *ast.Ident) {
		if len(name.Name) > 3 {
			definitions[name.Name] = append(definitions[name.Name], fmt.Sprintf("%s:%d", below, set.Position(name.Pos()).Line))
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if typed, ok := spec.(*ast.TypeSpec); ok {
					add(typed.Name)
					goMembers(typed, add)
				}
			}
		}
	}
}

// goMembers adds the fields of a struct and the methods of an interface.
func goMembers(typed *ast.TypeSpec, add func(*ast.Ident)) {
	ast.Inspect(typed.Type, func(n ast.Node) bool {
		if list, ok := n.(*ast.FieldList); ok {
			for _, field := range list.List {
				for _, name := range field.Names {
					add(name)
				}
			}
		}
		_, function := n.(*ast.FuncType)
		return !function
	})
}

// TestTheDefinitionComesFirstInPython draws symbols from Python's standard
// library; its ast module says where they are defined.
func TestTheDefinitionComesFirstInPython(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("skipped: no python3")
	}
	out, err := exec.Command(python, "testdata/definitions.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	definitions := map[string][]string{}
	dir := ""
	for line := range strings.Lines(string(out)) {
		if dir == "" {
			dir = strings.TrimSpace(line)
			continue
		}
		name, place, _ := strings.Cut(strings.TrimSpace(line), " ")
		definitions[name] = append(definitions[name], place)
	}
	if len(definitions) < 1000 {
		t.Skip("skipped: no source of Python's library")
	}
	firstIsDefinition(t, dir, spread(definitions, drawn()), definitions)
}
