package grep

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

func TestAnEchoIsValidAndBounded(t *testing.T) {
	for text, want := range map[string]string{"a": "a", "\xff": `\xff`, "é\xc3": `é\xc3`, strings.Repeat("x", 70): strings.Repeat("x", 61) + "…", "\uFFFD": "\uFFFD"} {
		if got := Echo(text, LeanEcho); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestOnlyAnExpressionsAlternationIsRefused(t *testing.T) {
	for _, test := range []struct {
		source  string
		mode    pattern.Mode
		refused bool
	}{{"a|b", pattern.Regex, true}, {`a\|b`, pattern.Regex, false}, {"a|b", pattern.Literal, false}} {
		p, err := pattern.Compile(test.source, pattern.Options{Mode: test.mode})
		if err != nil {
			t.Fatal(err)
		}
		if err := RefuseAlternation(p); (err != nil) != test.refused {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

func TestTheGlobOfNamesTakesATextAsItStands(t *testing.T) {
	for text, want := range map[string]string{"a": "*a*", "a*[b]{c}?": `*a\*\[b]\{c}\?*`, `a\b`: `*a\\b*`, "a/b": "", "a\nb": "", strings.Repeat("x", 61): ""} {
		if got, ok := NameGlob(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", text, got, ok, want)
		}
	}
}

// The path to name is that of the innermost component that a glob strikes below
// the root.
func TestWhatIsPrunedIsNamedByItsInnermostComponent(t *testing.T) {
	for _, test := range []struct{ path, below, at, glob string }{
		{"src/build/a/x.c", "build/a/x.c", "src/build", "build"},
		{"src/build/a/x.xml", "build/a/x.xml", "src/build/a/x.xml", "*.xml"},
		{"build/a/x.c", "a/x.c", "", ""},
		{"x.xml", "", "", ""},
		{"build/vendor/x", "vendor/x", "build/vendor", "vendor"},
	} {
		if at, glob := pruned(Found{Path: test.path, Below: test.below}, Noise()); at != test.at || glob != test.glob {
			t.Errorf("%+v: %s, %s", test, at, glob)
		}
	}
}
