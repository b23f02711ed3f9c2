package gocalls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// A packageScope is a package of an absolute folder and a type in it, empty for what stands in none.
type packageScope struct{ folder, pkg, owner string }

// scoped returns the definitions of the symbol in a package and a type of it. There is more than one where files for
// several systems, or builds, have their own.
func (r *Resolver) scoped(scope packageScope) []*resolve.Definition {
	if r.scopes == nil {
		r.scopes = map[packageScope][]*resolve.Definition{}
		for _, t := range r.Definitions {
			if t.Language == Language && (t.Owner != "" || t.OfPackage()) {
				at := packageScope{r.tree.Abs(t.Folder), t.Package, t.Owner}
				r.scopes[at] = append(r.scopes[at], t)
			}
		}
	}
	return r.scopes[scope]
}

// plainTargets returns the definitions of the symbol that a file of the package in a folder knows without a receiver.
func (r *Resolver) plainTargets(file, folder, pkg string) []*resolve.Definition {
	all := slices.Clone(r.scoped(packageScope{folder: folder, pkg: pkg}))
	return slices.DeleteFunc(all, func(t *resolve.Definition) bool {
		return strings.HasSuffix(t.Path, "_test.go") && !strings.HasSuffix(file, "_test.go")
	})
}

// exported returns the definitions of the symbol that importers of a folder know.
func (r *Resolver) exported(folder string) []*resolve.Definition {
	var all []*resolve.Definition
	for at, targets := range r.ofFolder(folder) {
		if at != "main" && !strings.HasSuffix(at, "_test") {
			all = append(all, targets...)
		}
	}
	slices.SortFunc(all, func(a, b *resolve.Definition) int { return strings.Compare(a.Path, b.Path) })
	return slices.DeleteFunc(all, func(t *resolve.Definition) bool { return strings.HasSuffix(t.Path, "_test.go") })
}

// ofFolder returns the definitions without an owner in a folder, by package.
func (r *Resolver) ofFolder(folder string) map[string][]*resolve.Definition {
	if r.folders == nil {
		r.folders = map[string]map[string][]*resolve.Definition{}
		for _, t := range r.Definitions {
			if t.Language != Language || !t.OfPackage() {
				continue
			}
			in := r.tree.Abs(t.Folder)
			if r.folders[in] == nil {
				r.folders[in] = map[string][]*resolve.Definition{}
			}
			r.folders[in][t.Package] = append(r.folders[in][t.Package], t)
		}
	}
	return r.folders[folder]
}

// builds says that there are several.
func builds(all []*resolve.Definition) string {
	if len(all) > 1 {
		return fmt.Sprintf(", one of %d by build", len(all))
	}
	return ""
}

// SameFunction reports whether two definitions are one function, that of other builds too.
func SameFunction(a, b *resolve.Definition) bool {
	return a == b || a.Language == Language && b.Language == Language && a.Folder == b.Folder && a.Package == b.Package && a.Owner == b.Owner && a.Word == b.Word
}
