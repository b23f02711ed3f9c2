package calls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// A goScope is a package of an absolute folder and a type in it, empty for what
// stands in none.
type goScope struct{ folder, pkg, owner string }

// scoped returns the definitions of the symbol in a package and a type of it.
// There is more than one where files for several systems, or builds, have their
// own.
func (r *resolver) scoped(scope goScope) []*Target {
	if r.goScopes == nil {
		r.goScopes = map[goScope][]*Target{}
		for _, t := range r.found.Definitions {
			if t.Language == "go" && (t.owner != "" || t.ofPackage()) {
				at := goScope{r.golang.abs(t.folder), t.pkg, t.owner}
				r.goScopes[at] = append(r.goScopes[at], t)
			}
		}
	}
	return r.goScopes[scope]
}

// ofPackage reports whether a definition of Go is a name of its package: no member
// of a type, that of one without a name included, and nothing in a function.
func (t *Target) ofPackage() bool {
	return t.owner == "" && !t.nested && !t.method && (t.Definition == nil || t.Definition.Kind != source.Field)
}

// plainTargets returns the definitions of the symbol that a file of the package
// in a folder knows without a receiver.
func (r *resolver) plainTargets(file, folder, pkg string) []*Target {
	all := slices.Clone(r.scoped(goScope{folder: folder, pkg: pkg}))
	return slices.DeleteFunc(all, func(t *Target) bool {
		return strings.HasSuffix(t.Path, "_test.go") && !strings.HasSuffix(file, "_test.go")
	})
}

// exported returns the definitions of the symbol that importers of a folder know.
func (r *resolver) exported(folder string) []*Target {
	var all []*Target
	for at, targets := range r.ofFolder(folder) {
		if at != "main" && !strings.HasSuffix(at, "_test") {
			all = append(all, targets...)
		}
	}
	slices.SortFunc(all, func(a, b *Target) int { return strings.Compare(a.Path, b.Path) })
	return slices.DeleteFunc(all, func(t *Target) bool { return strings.HasSuffix(t.Path, "_test.go") })
}

// ofFolder returns the definitions without an owner in a folder, by package.
func (r *resolver) ofFolder(folder string) map[string][]*Target {
	if r.goFolders == nil {
		r.goFolders = map[string]map[string][]*Target{}
		for _, t := range r.found.Definitions {
			if t.Language != "go" || !t.ofPackage() {
				continue
			}
			in := r.golang.abs(t.folder)
			if r.goFolders[in] == nil {
				r.goFolders[in] = map[string][]*Target{}
			}
			r.goFolders[in][t.pkg] = append(r.goFolders[in][t.pkg], t)
		}
	}
	return r.goFolders[folder]
}

// builds says that there are several.
func builds(all []*Target) string {
	if len(all) > 1 {
		return fmt.Sprintf(", one of %d by build", len(all))
	}
	return ""
}

// sameFunction reports whether two definitions are one function, that of other
// builds too.
func sameFunction(a, b *Target) bool {
	return a == b || a.Language == "go" && b.Language == "go" && a.folder == b.folder && a.pkg == b.pkg && a.owner == b.owner && a.Word == b.Word
}
