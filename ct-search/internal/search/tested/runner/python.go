package runner

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
)

// identifier matches a name of Python.
var identifier = lazy.Regexp(`^[A-Za-z_][A-Za-z_0-9]*$`)

// python returns the command for a test of Python: pytest if something says so, else unittest.
func (f *Finder) python(t *Test) (Command, string) {
	class := len(t.Names) > 1
	unit := slices.ContainsFunc(t.Bases, func(b string) bool { return strings.Contains(b, "Test") || strings.Contains(b, "Case") })
	switch {
	case f.pytest(t):
		if class && !unit && !strings.HasPrefix(t.Names[0], "Test") {
			return Command{}, "pytest runs it in the classes that extend " + t.Names[0]
		}
		c := Command{Key: "pytest", Selector: t.Path + "::" + strings.Join(t.Names, "::")}
		c.line = func(nodes []string) []string { return append([]string{"python", "-m", "pytest"}, nodes...) }
		return c, ""
	case !class:
		return Command{}, "a function outside of a class, and nothing says that pytest runs it"
	case !unit:
		return Command{}, "it runs in the classes that extend " + t.Names[0]
	}
	if c, ok := f.django(t); ok {
		return c, ""
	}
	module, dir := strings.TrimSuffix(t.Path, ".py"), ""
	if f.siblings(t) {
		dir, module = path.Dir(t.Path), path.Base(module)
	}
	for part := range strings.SplitSeq(module, "/") {
		if !identifier.Get().MatchString(part) {
			return Command{}, "its path is not the name of a module"
		}
	}
	c := Command{Key: "unittest " + dir, Selector: strings.Join(append(strings.Split(module, "/"), t.Names...), "."), dir: dir}
	c.line = func(names []string) []string { return append([]string{"python", "-m", "unittest"}, names...) }
	return c, ""
}

// siblings reports whether the test's file imports files of its folder as they are, so that it runs only in that folder.
func (f *Finder) siblings(t *Test) bool {
	dir := path.Dir(t.Path)
	if _, ok := f.text(path.Join(dir, "__init__.py")); ok {
		return false
	}
	return slices.ContainsFunc(t.Modules, func(m string) bool {
		_, ok := f.text(path.Join(dir, m+".py"))
		return ok
	})
}

// pytest reports whether a file of the project, or the test's own, says that pytest runs its tests.
func (f *Finder) pytest(t *Test) bool {
	if slices.ContainsFunc(t.Modules, func(m string) bool { return m == "pytest" || strings.HasPrefix(m, "pytest.") }) {
		return true
	}
	dir := path.Dir(t.Path)
	for range mostUp {
		for name, mark := range map[string]string{"pytest.ini": "", "conftest.py": "", "pyproject.toml": "pytest", "setup.cfg": "[tool:pytest]", "tox.ini": "pytest"} {
			if text, ok := f.text(path.Join(dir, name)); ok && strings.Contains(text, mark) {
				return true
			}
		}
		var ok bool
		if dir, ok = above(dir); !ok || f.isRoot(dir) {
			return false
		}
	}
	return false
}

// isRoot reports whether a folder is above the one that begins a repository, as far as seen.
func (f *Finder) isRoot(dir string) bool { return strings.HasPrefix(dir, "../../../") }

// django returns the command for a test of Django, whose tests its own command runs.
func (f *Finder) django(t *Test) (Command, bool) {
	if !slices.ContainsFunc(t.Modules, func(m string) bool { return strings.HasPrefix(m, "django") }) {
		return Command{}, false
	}
	dir, _, ok := f.up(t.Path, "manage.py")
	if !ok {
		return Command{}, false
	}
	module := strings.ReplaceAll(strings.TrimSuffix(from(dir, t.Path), ".py"), "/", ".")
	c := Command{Key: "manage " + dir, Selector: module + "." + strings.Join(t.Names, "."), dir: dir}
	c.line = func(names []string) []string { return append([]string{"python", "manage.py", "test"}, names...) }
	return c, true
}
