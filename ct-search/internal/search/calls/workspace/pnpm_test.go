package workspace

import (
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

// library is the slow twin of pnpmPackages.
func library(text string) ([]string, error) {
	var doc struct {
		Packages []string `yaml:"packages"`
	}
	err := yaml.Unmarshal([]byte(text), &doc)
	return doc.Packages, err
}

var pnpmRead = []string{
	"", "# nothing\n", "packages:\n", "packages: []\n", "packages:\n  - 'libs/**'\n  - '!**/skip/**'\n", "packages:\n- a\n- \"b/*\" # all\n\n# after\ncatalog:\n  x: ^1.0.0\n",
	"---\npackages:\n  # first\n  - apps/*\n\n  - packages/{a,b}/*\n", "\ufeffpackages:\r\n  - a\r\n  - b\r\n", "packages: [a, 'b/*', \"c\"]\n", "packages: [\n  a,\n  'b',\n]\nx: 1\n",
	"catalog: {\n  a: b\n}\nlink: true\npackages:\n  - ./x\n", "name: \"x\"\nonlyBuiltDependencies:\n- esbuild\n- packages\npackages:\n - x#y\n", "overrides:\n  \"a>b\": \"c\"\n  packages:\n    - z\npackages: [\"a\"]",
	"packages:\n  - ./a b\nx: {a: b}\n", "a: 'x'\npackages:\n  - 'a # b'\n",
}

var pnpmRefused = []string{
	"packages: {a: b}\n", "packages: a\n", "packages:\n  - a\n   b\n", "packages:\n  - *a\n", "packages:\n  - !x a\n", "packages:\n  - a: b\n", "packages:\n  - |\n    a\n", "- a\n", "packages: [a\n",
	"packages:\n  - \"a\\n\"\n", "packages:\n  - 'a''b'\n", "packages:\n  - [a]\n", "packages:\n  - a\npackages:\n  - b\n", "{packages: [a]}\n", "x: \"a\npackages: [b]\n\"\n", "x: [a\npackages: [b]\n]\n", "packages:\n  - true\n", "packages:[a]\n",
	"packages:\n  a: b\n", "a: b\n---\npackages: [c]\n", "packages:\n  - 'a' b\n", "packages:\n  -\n", "%YAML 1.2\n---\npackages: [a]\n", "x: {\npackages: [a]\n}\n",
}

func TestPackagesOfPnpm(t *testing.T) {
	t.Parallel()
	for _, text := range pnpmRead {
		got, ok := pnpmPackages(text)
		if want, err := library(text); err != nil || !ok || !slices.Equal(got, want) {
			t.Errorf("%q: %q %v; the library says %q %v", text, got, ok, want, err)
		}
	}
	for _, text := range pnpmRefused {
		if got, ok := pnpmPackages(text); ok {
			t.Errorf("%q: %q is not refused", text, got)
		}
	}
}

// FuzzPnpm writes lists in several ways and checks that they are refused or read as the library reads them.
func FuzzPnpm(f *testing.F) {
	for i, seed := range []string{"libs/**", "!x", "a b", "a, b", "a: b", "#a", "a #b", "'", `"`, `\`, "- a", "~", "1", "0x1", "é", "[", "{a,b}", "\t", ".5", "=", "<<"} {
		f.Add(seed, "b/*", uint8(i), false)
		f.Add(seed, seed, uint8(i), true)
	}
	f.Fuzz(func(t *testing.T, a, b string, style uint8, raw bool) {
		ways := []string{
			"packages:\n  - " + a + "\n  - " + b + "\n", "packages:\n- '" + a + "'\n- \"" + b + "\" # x\n", "packages: [" + a + ", " + b + "]\n",
			"packages: ['" + a + "',\n \"" + b + "\"\n]\n", "x:\n  - " + a + "\npackages:\n - " + b + "\n", "x: " + a + "\npackages:\n - " + b + "\n",
		}
		text := ways[int(style)%len(ways)]
		if !raw {
			list, err := yaml.Marshal(map[string][]string{"packages": {a, b}})
			if err != nil {
				return
			}
			text = string(list)
		}
		got, ok := pnpmPackages(text)
		if want, err := library(text); ok && err == nil && !slices.Equal(got, want) {
			t.Errorf("%q: %q; the library says %q", text, got, want)
		}
	})
}
