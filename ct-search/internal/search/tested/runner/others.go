package runner

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/walk"
)

// packageOf matches the clause that names the package of a file of Java or Kotlin, namespaceOf that of a file of C#.
var (
	packageOf   = lazy.Regexp(`(?m)^\s*package\s+([\w.]+)`)
	namespaceOf = lazy.Regexp(`(?m)^\s*namespace\s+([\w.]+)\s*;`)
)

// qualified returns the name of a test's class with its package, and with sign between nested classes.
func qualified(t *Test, clause *regexp.Regexp, sign string) string {
	class := strings.Join(t.Names[:len(t.Names)-1], sign)
	if found := clause.FindStringSubmatch(t.Head); found != nil {
		return found[1] + "." + class
	}
	return class
}

// jvm returns the command for a test of Java or Kotlin, by the file that builds it.
func (f *Finder) jvm(t *Test) (Command, string) {
	if len(t.Names) < 2 {
		return Command{}, "it is in no class"
	}
	dir, file, ok := f.up(t.Path, "pom.xml", "build.gradle", "build.gradle.kts")
	if !ok {
		return Command{}, "no pom.xml or build.gradle above it"
	}
	class := qualified(t, packageOf.Get(), "$")
	if file == "pom.xml" {
		words := []string{"mvn", "test"}
		if dir != "." {
			words = []string{"mvn", "-f", path.Join(dir, file), "test"}
		}
		c := Command{Key: strings.Join(words, " "), Selector: class + "#" + t.own()}
		c.line = func(tests []string) []string { return append(slices.Clone(words), "-Dtest="+strings.Join(tests, ",")) }
		return c, ""
	}
	words := []string{"gradle"}
	if at, _, ok := f.up(t.Path, "gradlew"); ok {
		words[0] = path.Join(at, "gradlew")
		if !strings.HasPrefix(words[0], "..") && !path.IsAbs(words[0]) {
			words[0] = "./" + words[0]
		}
	}
	if dir != "." {
		words = append(words, "-p", dir)
	}
	c := Command{Key: strings.Join(words, " "), Selector: class + "." + t.own()}
	c.line = func(tests []string) []string {
		line := append(slices.Clone(words), "test")
		for _, test := range tests {
			line = append(line, "--tests", test)
		}
		return line
	}
	return c, ""
}

// dotnet returns the command for a test of C#.
func (f *Finder) dotnet(t *Test) (Command, string) {
	project := f.project(t.Path)
	if project == "" || len(t.Names) < 2 {
		return Command{}, "no .csproj above it"
	}
	c := Command{Key: "dotnet " + project, Selector: qualified(t, namespaceOf.Get(), "+") + "." + t.own()}
	c.line = func(tests []string) []string {
		return []string{"dotnet", "test", project, "--filter", "FullyQualifiedName=" + strings.Join(tests, "|FullyQualifiedName=")}
	}
	return c, ""
}

// project returns the nearest file above a file that builds a project of C#, "" without one.
func (f *Finder) project(name string) string {
	dir := path.Dir(name)
	for range mostUp {
		if inside, err := f.inside(dir); err == nil {
			entries, _ := f.view.ReadDir(inside)
			for _, e := range entries {
				if path.Ext(e.Name()) == ".csproj" {
					return path.Join(dir, e.Name())
				}
			}
		}
		var ok bool
		if dir, ok = above(dir); !ok || strings.HasPrefix(dir, "..") {
			return ""
		}
	}
	return ""
}

// inside returns a folder with its links resolved if it may not be outside of a sandbox.
func (f *Finder) inside(dir string) (string, error) {
	if f.view.Sandbox == "" || f.view.At != nil {
		return dir, nil
	}
	return walk.Inside(f.view.Sandbox, dir)
}

// ruby returns the command for a test of Ruby.
func (f *Finder) ruby(t *Test) (Command, string) {
	root, _, ok := f.up(t.Path, "Gemfile", ".rspec", "Rakefile")
	if !ok {
		return Command{}, "no Gemfile, .rspec or Rakefile above it"
	}
	file := t.Path
	if root != "." {
		file = from(root, t.Path)
	}
	var words []string
	if _, ok := f.text(path.Join(root, "Gemfile")); ok {
		words = []string{"bundle", "exec"}
	}
	if strings.HasSuffix(t.Path, "_spec.rb") {
		words = append(words, "rspec")
		c := Command{Key: "rspec " + root, Selector: file + ":" + strconv.FormatInt(t.Line, 10), dir: root}
		c.line = func(places []string) []string { return append(slices.Clone(words), places...) }
		return c, ""
	}
	if t.Titled {
		return Command{}, "its title is turned into a name when it runs"
	}
	words = append(words, "ruby", "-Ilib", "-Itest", file, "-n")
	c := Command{Key: strings.Join(append(words, root), " "), Selector: t.own(), dir: root}
	c.line = func(names []string) []string { return append(slices.Clone(words), "/"+oneOf(names)+"/") }
	return c, ""
}

// php returns the command for a test of PHP.
func (f *Finder) php(t *Test) (Command, string) {
	root, _, ok := f.up(t.Path, "phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml", "composer.json")
	if !ok || len(t.Names) < 2 {
		return Command{}, "no phpunit.xml or composer.json above it"
	}
	file := t.Path
	if root != "." {
		file = from(root, t.Path)
	}
	c := Command{Key: "phpunit " + root + " " + file, Selector: t.own(), dir: root}
	c.line = func(names []string) []string {
		return []string{"vendor/bin/phpunit", "--filter", "/::(" + strings.Join(names, "|") + ")( |$)/", file}
	}
	return c, ""
}

// swift returns the command for a test of Swift.
func (f *Finder) swift(t *Test) (Command, string) {
	root, _, ok := f.up(t.Path, "Package.swift")
	if !ok {
		return Command{}, "no Package.swift above it"
	}
	parts := strings.Split(from(root, t.Path), "/")
	if len(parts) < 3 || parts[0] != "Tests" || len(t.Names) < 2 {
		return Command{}, "it is not in a class below Tests/TARGET of its package"
	}
	words := []string{"swift", "test"}
	if root != "." {
		words = append(words, "--package-path", root)
	}
	c := Command{Key: strings.Join(words, " "), Selector: parts[1] + "." + strings.Join(t.Names[:len(t.Names)-1], ".") + "/" + t.own() + "$"}
	c.line = func(names []string) []string {
		line := slices.Clone(words)
		for _, name := range names {
			line = append(line, "--filter", name)
		}
		return line
	}
	return c, ""
}

// native says that what was built from a test of C or C++ is not known, or how ctest runs it.
func (f *Finder) native(t *Test) (Command, string) {
	name := strings.Join(t.Names, ".")
	switch {
	case !strings.HasPrefix(t.Macro, "TEST") && !strings.HasPrefix(t.Macro, "TYPED") || t.Titled:
		return Command{}, "the program that is built from it is not known"
	case t.Macro == "TEST_P" || strings.HasPrefix(t.Macro, "TYPED"):
		return Command{}, "the program that is built from it is not known; it takes --gtest_filter='*" + name + "*'"
	}
	if _, ok := f.text("build/CTestTestfile.cmake"); ok {
		c := Command{Key: "ctest", Selector: name}
		c.line = func(names []string) []string { return []string{"ctest", "--test-dir", "build", "-R", oneOf(names)} }
		return c, ""
	}
	return Command{}, "the program that is built from it is not known; it takes --gtest_filter=" + name
}
