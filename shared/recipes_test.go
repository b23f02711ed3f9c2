package shared_test

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// In the recipes, -run and -bench choose tests by expressions. If one matches no test, go test does not fail.
func TestEveryTestThatARecipeNamesIsThere(t *testing.T) {
	tests := namesOfTests(t)
	named := 0
	for _, at := range []string{"../Makefile", "../.ci/run", "../.ci/try-packages", "../docs/CONTRIBUTING.md"} {
		text, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		all, absent := absentTests(string(text), tests)
		named += all
		for _, name := range absent {
			t.Errorf("%s names %s, which is no test", at, name)
		}
	}
	if named < 20 {
		t.Errorf("only %d names were found", named)
	}
}

var (
	chosen   = regexp.MustCompile(`-(?:run|bench) '([^']+)'`)
	testName = regexp.MustCompile(`\b(?:Test|Benchmark)\p{Lu}\w*`)
)

// absentTests returns how many names of tests are in a text, and those that no test has. A name is that of a whole test
// in an expression with an end, and otherwise what one begins with.
func absentTests(text string, tests []string) (named int, absent []string) {
	look := func(text string, has func(test, name string) bool) {
		for _, name := range testName.FindAllString(text, -1) {
			named++
			if !slices.ContainsFunc(tests, func(test string) bool { return has(test, name) }) {
				absent = append(absent, name)
			}
		}
	}
	for _, m := range chosen.FindAllStringSubmatch(text, -1) {
		if strings.HasSuffix(m[1], "$") {
			look(m[1], func(test, name string) bool { return test == name })
		}
	}
	look(text, strings.HasPrefix)
	return named, absent
}

// namesOfTests returns the names of all tests and benchmarks of the repository.
func namesOfTests(t *testing.T) (names []string) {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\p{Lu}\w*)\(`)
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && at != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"testdata", "bin", "dist"}, d.Name())):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(at, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, at)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestNamesOfNoTestAreFound(t *testing.T) {
	tests := []string{"TestScripts", "TestWindowsManifests", "BenchmarkRead"}
	for _, c := range []struct{ text, want string }{
		{"go test -run '^TestScripts$$' .", ""},
		{"go test -run '^(TestScripts|TestWindows)$$' .", "TestWindows"},
		{"go test -run '^TestWindows' .", ""},
		{"LEFT_OUT := Whole$$|^TestAbsent", "TestAbsent"},
		{"go test -run '^$$' -bench '^BenchmarkWrite$$'", "BenchmarkWrite"},
		{"`go test -run TestScripts/files -v`", ""},
	} {
		_, absent := absentTests(c.text, tests)
		if got := strings.Join(slices.Compact(absent), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
