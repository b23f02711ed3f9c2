package runner

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/render"
)

// rust returns the command for a test of Rust.
func (f *Finder) rust(t *Test) (Command, string) {
	dir, ok := f.crate(t.Path)
	if !ok {
		return Command{}, "no Cargo.toml with a package above it"
	}
	rel := from(dir, t.Path)
	module, place, _ := strings.Cut(strings.TrimSuffix(rel, ".rs"), "/")
	var target, names []string
	switch parts := strings.Split(place, "/"); {
	case module == "src" && parts[0] == "bin":
		target, names = []string{"--bin", parts[1%len(parts)]}, parts[min(2, len(parts)):]
	case module == "src" && place == "main":
		target = []string{"--bins"}
	case module == "src":
		names = parts
	case module == "tests" && (len(parts) == 1 || len(parts) == 2 && parts[1] == "main"):
		target = []string{"--test", parts[0]}
	case module == "tests" && len(parts) > 1:
		if _, is := f.text(path.Join(dir, "tests", parts[0], "main.rs")); !is {
			return Command{}, "it is a part of other files of tests"
		}
		target, names = []string{"--test", parts[0]}, parts[1:]
	default:
		return Command{}, "it is not below src or tests of its package"
	}
	names = modules(names)
	words := []string{"cargo", "test"}
	if !isAbove(dir) {
		words = append(words, "--manifest-path", path.Join(dir, "Cargo.toml"))
	}
	words = append(words, target...)
	if len(target) == 0 {
		words = append(words, "--lib")
		if _, ok := f.text(path.Join(dir, "src/lib.rs")); !ok {
			words[len(words)-1] = "--bins"
		}
	}
	if t.Open {
		around := slices.Concat(names, t.Names[:max(len(t.Names)-2, 0)])
		return Command{}, "a macro names it; all of its module: " + render.Shell(append(words, strings.Join(around, "::"))...)
	}
	c := Command{Key: strings.Join(words, " "), Selector: strings.Join(append(names, t.Names...), "::")}
	c.line = func(names []string) []string {
		return append(append(append([]string{}, words...), "--", "--exact"), names...)
	}
	return c, ""
}

// modules returns the names of modules that the parts of a path are, without that of the file for a folder or a crate.
func modules(parts []string) []string {
	n := len(parts)
	if n > 0 && (parts[n-1] == "mod" || parts[n-1] == "lib" && n == 1 || parts[n-1] == "main") {
		return parts[:n-1]
	}
	return parts
}

// crate returns the nearest folder above a file with a Cargo.toml that has a package.
func (f *Finder) crate(name string) (dir string, ok bool) {
	for at := name; ; at = path.Join(dir, "..", "x") {
		if dir, _, ok = f.up(at, "Cargo.toml"); !ok {
			return "", false
		}
		if text, _ := f.text(path.Join(dir, "Cargo.toml")); strings.Contains(text, "[package]") {
			return dir, true
		}
	}
}
