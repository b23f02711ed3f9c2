package query_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestMatchesOfOneDefinitionAreOneFinding has uses in and outside of functions.
func TestMatchesOfOneDefinitionAreOneFinding(t *testing.T) {
	t.Parallel()
	found := search(t, "Cart", nil, map[string]string{"a.py": strings.Join([]string{
		"from shop import Cart", // an import is a finding by itself
		"def one():",
		"    x = Cart",
		"    return Cart()", // the call stands for the function, with the other
		"def two():",
		"    'Cart'", // hidden, and apart
	}, "\n")})
	if got, want := lines(found.Groups), "y:4 callsite x2\ny:1 from_import x1\n"; got != want {
		t.Errorf("shown\n%swant\n%s", got, want)
	}
	if got, want := lines(found.Hidden), "y:6 docstring_match x1\n"; got != want {
		t.Errorf("hidden\n%swant\n%s", got, want)
	}
}

// TestAFileHasThreeFindings counts the others.
func TestAFileHasThreeFindings(t *testing.T) {
	t.Parallel()
	text := ""
	for i := range 9 {
		text += fmt.Sprintf("def f%d():\n    return cart() + cart()\n", i)
	}
	found := search(t, "cart", nil, map[string]string{"a.py": text, "b.py": "cart = 1\n"})
	if got, want := lines(found.Groups), "y:2 callsite x2\ny:4 callsite x2\ny:6 callsite x2\ny:1 assignment x1\n"; got != want {
		t.Errorf("shown\n%swant\n%s", got, want)
	}
	if found.Matches != 19 {
		t.Errorf("%d matches", found.Matches)
	}
}

// TestDefinitionsElsewhereAreThoseAroundTheQuery asks for a name that a module
// exports: of the definitions with other qualified names only one in a file below
// the module is shown, however deep.
func TestDefinitionsElsewhereAreThoseAroundTheQuery(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"db/models/fields/related.py": "class Key:\n    pass\n",
		"a.py":                        "class Key:\n    pass\n",
		"use.py":                      "models.Key()\n",
	}
	found := search(t, "Key", []string{"models"}, files)
	if found.Matches != 1 || len(found.Elsewhere) != 1 || !found.Apart || !strings.HasSuffix(found.Elsewhere[0].Path, "related.py") {
		t.Errorf("%d matches, elsewhere %d: %+v", found.Matches, len(found.Elsewhere), found.Elsewhere)
	}
	if found.Dropped != 2 || found.Own != 0 {
		t.Errorf("%d left out, %d definitions of its own", found.Dropped, found.Own)
	}
}
