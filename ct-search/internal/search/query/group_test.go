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
		"from shop import Cart", // an import is told alone
		"def one():",
		"    x = Cart",
		"    return Cart()", // the call tells the function, with the other
		"def two():",
		"    'Cart'", // hidden, and told apart
	}, "\n")})
	if got, want := told(found.Groups), "y:4 callsite x2\ny:1 from_import x1\n"; got != want {
		t.Errorf("told\n%swant\n%s", got, want)
	}
	if got, want := told(found.Hidden), "y:6 docstring_match x1\n"; got != want {
		t.Errorf("hidden\n%swant\n%s", got, want)
	}
}

// TestAFileTellsThreeFindings counts the others.
func TestAFileTellsThreeFindings(t *testing.T) {
	t.Parallel()
	text := ""
	for i := range 9 {
		text += fmt.Sprintf("def f%d():\n    return cart() + cart()\n", i)
	}
	found := search(t, "cart", nil, map[string]string{"a.py": text, "b.py": "cart = 1\n"})
	if got, want := told(found.Groups), "y:2 callsite x2\ny:4 callsite x2\ny:6 callsite x2\ny:1 assignment x1\n"; got != want {
		t.Errorf("told\n%swant\n%s", got, want)
	}
	if found.Untold != 12 || found.Matches != 19 {
		t.Errorf("%d matches, %d of them untold", found.Matches, found.Untold)
	}
}

// TestDefinitionsElsewhereAreThoseAroundTheQuery asks for a name that a module
// gives out: of the definitions under other names that of a file below the
// module is told, however deep, and no other.
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
