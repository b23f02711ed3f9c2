package opt_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// What messages refer to are options and arguments that there are.
func TestReferencesNameRows(t *testing.T) {
	known := map[string]bool{}
	guides, err := filepath.Glob("../../docs/explain/*.md")
	if err != nil || len(guides) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	guides = append(guides, "../../ct-search/ct-fleet/guide.md")
	name := regexp.MustCompile("`[^`]*`|\\b[A-Z]{3,}\\b")
	for _, guide := range guides {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range name.FindAllString(string(text), -1) {
			for _, word := range strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune(" `,[]…|", r) }) {
				known[strings.ReplaceAll(strings.TrimPrefix(word, "--"), "_", "-")] = true
			}
		}
	}
	reference := regexp.MustCompile(`\{([a-zA-Z-]+)\}`)
	referred := 0
	err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); !ok || f.Sel.Name != "Usagef" {
				return true
			}
			ast.Inspect(call.Args[1], func(n ast.Node) bool {
				literal, ok := n.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				text, _ := strconv.Unquote(literal.Value)
				for _, m := range reference.FindAllStringSubmatch(text, -1) {
					if referred++; !known[m[1]] {
						t.Errorf("%s: no option or argument is named %s: %q", path, m[1], text)
					}
				}
				return true
			})
			return true
		})
		return nil
	})
	if err != nil || referred < 50 {
		t.Errorf("%d references: %v", referred, err)
	}
}
