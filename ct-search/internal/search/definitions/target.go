package definitions

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// A target is a file or folder of the tree whose imports are looked for. Imports of some languages name it otherwise
// than by its path: C by a path from the folder of the file or from one that only the build knows, Go by the package,
// Rust by the module.
type target struct {
	view   walk.View
	here   []string // names of the folders down to the working folder
	parts  []string // those down to the target
	golang string   // the package that it is, "" if nothing says
	rust   []string // the module that it is in its crate
	beside sync.Map // of paths: whether there is a file
}

// newTarget returns the target that a module's name is the path of, nil if it is none.
func newTarget(text string, view walk.View, here []string) *target {
	text = path.Clean(text)
	if !strings.Contains(text, "/") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "../") {
		return nil
	}
	kind, err := view.Type(text, false)
	if err != nil {
		return nil
	}
	t := &target{view: view, here: here}
	t.parts = t.full(text)
	switch {
	case kind.IsDir():
		t.golang = occurrence.GoPackage(text, view, here)
	case path.Ext(text) == ".rs":
		t.rust = t.rustModule(text)
	}
	return t
}

// rustModule returns the names of the module that a file is, below the root of its crate; none if it is that root.
func (t *target) rustModule(file string) (names []string) {
	dir, name := path.Split(file)
	dir = path.Clean(dir)
	switch name {
	case "lib.rs", "main.rs":
		return nil
	case "mod.rs":
		names, dir = []string{path.Base(dir)}, path.Dir(dir)
	default:
		names = []string{strings.TrimSuffix(name, ".rs")}
	}
	for last := names; ; dir = path.Dir(dir) {
		for _, root := range []string{"lib.rs", "main.rs"} {
			if _, err := t.view.Type(path.Join(dir, root), false); err == nil {
				return names
			}
		}
		if dir == path.Dir(dir) { // the working folder, or the root of the file system
			return last
		}
		names = append([]string{path.Base(dir)}, names...)
	}
}

// imported reports whether an import of a file, which names these parts, is one of the target, and whether that is
// certain.
func (t *target) imported(f *occurrence.File, im *source.ImportOf, from []string, language *lang.Language) (is, certain bool) {
	switch {
	case t == nil || language == nil:
		return false, false
	case im.Kind == source.Include:
		if beside := path.Join(path.Dir(f.Path), im.Module); t.exists(beside) {
			is = slices.Equal(t.full(beside), t.parts)
			return is, is
		}
		return len(from) > 0 && qualname.EndWith(t.parts, from), false
	case language.Name == "go":
		is = t.golang != "" && strings.Join(from, "/") == t.golang
		return is, is
	case language.Name == "rust" && len(t.rust) > 0:
		if im.Name != "" {
			from = append(slices.Clone(from), im.Name)
		}
		around, names := t.insideRust(f.Path, from)
		is = holds(nil, from, t.rust) || holds(around, names, t.rust)
		return is, is
	}
	return false, false
}

// insideRust returns the module in which a file looks for a name, its own or one around it, and the rest of the names.
func (t *target) insideRust(file string, names []string) (around, rest []string) {
	around = t.rustModule(path.Clean(file))
	for len(names) > 0 && (names[0] == "self" || names[0] == "super") {
		if names[0] == "super" {
			around = around[:max(len(around)-1, 0)]
		}
		names = names[1:]
	}
	return around, names
}

// holds reports whether the wanted names stand one after the other in names, which begin in a module.
func holds(module, names, wanted []string) bool {
	all := append(slices.Clone(module), names...)
	for at := max(len(module)+1-len(wanted), 0); at+len(wanted) <= len(all); at++ {
		if slices.Equal(all[at:at+len(wanted)], wanted) {
			return true
		}
	}
	return false
}

// full returns the names of the folders down to a file, which is relative to the working folder or absolute.
func (t *target) full(file string) []string {
	if !filepath.IsAbs(filepath.FromSlash(file)) {
		file = path.Join("/", path.Join(t.here...), file)
	}
	return strings.Split(strings.TrimPrefix(path.Clean(file), "/"), "/")
}

// exists reports whether there is a file.
func (t *target) exists(file string) bool {
	known, ok := t.beside.Load(file)
	if !ok {
		_, err := t.view.Type(file, false)
		known = err == nil
		t.beside.Store(file, known)
	}
	return known.(bool) //nolint:errcheck,forcetypeassert // exists alone stores them
}
