package calls

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// A resolver follows the callees that files name to their definitions. It reads
// files that stand between the two: a package that hands a name on, a base
// class.
type resolver struct {
	search  *Search
	found   *Found
	byPlace map[place]*Target
	byQual  map[place][]*Target // at 0: by path and qualified name
	wanted  map[*Target]bool    // of a dotted symbol: those that it means
	*cache
	family    family
	related   []entity                        // once kin was asked for
	goPlaces  map[place]*Target               // by absolute path; made when first asked for, as those below
	goScopes  map[goScope][]*Target           // of Go
	goFolders map[string]map[string][]*Target // of Go, without an owner: by absolute folder and package
}

// A cache holds the files that were read to follow bindings.
type cache struct {
	modules map[string]*module
	scripts map[string]*script
	exists  map[string]bool
	golang  *goTree
	settled map[scoped]lookup // names of Python, once looked up
	open    map[scoped]lookup // while one is: those that it leads to
	missed  map[string]bool   // files that were not read
	unread  int64             // calls that may be unresolved because of it
	reads
}

func newCache(sandbox string) *cache {
	return &cache{
		modules: map[string]*module{}, scripts: map[string]*script{}, exists: map[string]bool{}, golang: newGoTree(sandbox),
		settled: map[scoped]lookup{}, open: map[scoped]lookup{}, missed: map[string]bool{}, reads: reads{most: maxRead},
	}
}

// A place is a definition by its file and its qualified name, or the byte where
// its name begins.
type place struct {
	path, qual string
	at         int
}

// A resolution is what came of following a callee.
type resolution struct {
	tier   Tier
	reason string
	target *Target
	other  bool // it is bound to another definition than the symbol's
	away   bool // it is bound to something that is not in the tree
	known  bool // the type of the receiver is
	// conversion is set if it is not a call, but converts to a type.
	conversion bool
	// unread is set if a file that it asked for was not read.
	unread bool
}

// resolve returns every site its tier.
func (s *Search) resolve(found *Found, of family, cache *cache) {
	r := newResolver(s, found, cache)
	r.family = of
	r.inherit()
	reasons := map[string]string{} // each once
	kept := found.Sites[:0]
	for _, site := range found.Sites {
		v := r.judge(site)
		if v.unread {
			r.unread++
		}
		if v.conversion {
			found.Conversions++
			continue
		}
		if v.other {
			found.Elsewhere++
			continue
		}
		site.Tier, site.Reason, site.Target = v.tier, v.reason, v.target
		if v.tier == Unresolved && !v.away && !v.known && site.Access == source.Member && r.rivals(site) > 1 {
			site.Hazards = append(site.Hazards, dispatch)
		}
		if reasons[v.reason] == "" {
			reasons[v.reason] = v.reason
		}
		site.Reason, site.callee = reasons[v.reason], callee{written: site.callee.written}
		kept = append(kept, site)
	}
	clear(found.Sites[len(kept):])
	found.Sites = kept
	found.count()
}

func newResolver(s *Search, found *Found, cache *cache) *resolver {
	r := &resolver{
		search: s, found: found, byPlace: map[place]*Target{}, byQual: map[place][]*Target{}, wanted: map[*Target]bool{},
		cache: cache,
	}
	for _, t := range found.Definitions {
		r.byPlace[place{path: t.Path, at: t.at}] = t
		qual := t.qualname()
		r.byQual[place{path: t.Path, qual: qual}] = append(r.byQual[place{path: t.Path, qual: qual}], t)
		if s.Chain.Holds(qual, t.Path) {
			r.wanted[t], t.Wanted = true, true
		}
	}
	return r
}

// qualname returns the qualified name of a target in its file.
func (t *Target) qualname() string {
	if t.Definition != nil {
		return t.Definition.Qualname
	}
	if t.owner != "" {
		return t.owner + "." + t.Word
	}
	return t.Word
}

// rivals counts the members of types that a call by a receiver could mean.
func (r *resolver) rivals(*Site) int {
	n := 0
	for _, t := range r.found.Definitions {
		if t.owner != "" && !t.value {
			n++
		}
	}
	return n
}

// judge follows the callee of a site. A definition that a dotted symbol does not
// mean is another one.
func (r *resolver) judge(site *Site) resolution {
	r.cache.lacking, r.golang.lacking = false, false
	v := r.follow(site)
	if r.cache.lacking || r.golang.lacking {
		v = r.unsure(v)
	}
	if v.conversion {
		return v
	}
	if v.away && len(r.search.Chain.Names) > 0 && len(r.wanted) > 0 {
		return resolution{other: true}
	}
	if v.target == nil || r.wanted[v.target] {
		if v.target == nil && len(r.search.Chain.Names) > 0 && v.tier == Unresolved {
			return r.written(site, v)
		}
		return v
	}
	if v.tier == High && !r.reaches(site, v.target) {
		return resolution{other: true}
	}
	return resolution{tier: Unresolved, reason: "rather " + v.target.qualname() + ": " + v.reason, known: true}
}

// written judges a site of a dotted symbol by the names before the callee.
func (r *resolver) written(site *Site, v resolution) resolution {
	last := strings.LastIndexAny(site.callee.written, ".:>")
	if last < 0 || !r.search.Chain.Ends(site.callee.written[:last+1]) {
		return v
	}
	var only *Target
	if len(r.wanted) == 1 {
		for t := range r.wanted {
			only = t
		}
	}
	return resolution{tier: Med, reason: "written with the names of the symbol; " + v.reason, target: only}
}

// follow returns what a site is bound to, whatever symbol was asked for.
func (r *resolver) follow(site *Site) resolution {
	switch site.Language {
	case "go":
		return r.golangCall(site)
	case "py":
		return r.pythonCall(site)
	}
	return r.atWork(site, r.otherCall(site))
}

// bound is the resolution of a binding that was followed to a definition.
func bound(t *Target, tier Tier, format string, args ...any) resolution {
	return resolution{tier: tier, target: t, reason: fmt.Sprintf(format, args...)}
}

// away is the resolution of a binding that leads out of the tree.
func away(format string, args ...any) resolution {
	return resolution{tier: Unresolved, reason: fmt.Sprintf(format, args...), away: true}
}

// open is the resolution of a binding that leads to no definition.
func open(format string, args ...any) resolution {
	return resolution{tier: Unresolved, reason: fmt.Sprintf(format, args...)}
}

// here returns the definition of a qualified name in a file, if it is one of the
// symbol's name.
func (r *resolver) here(file, qual string) *Target {
	if all := r.byQual[place{path: file, qual: qual}]; len(all) > 0 {
		return all[0]
	}
	return nil
}

// lone returns the only definition that a call by a receiver can mean, if there
// is only one.
func (r *resolver) lone(member bool) *Target {
	return r.loneOf(member, func(*Target) bool { return true })
}

// loneOf is lone among those that fit.
func (r *resolver) loneOf(member bool, fits func(*Target) bool) *Target {
	var only *Target
	for _, t := range r.found.Definitions {
		if (t.owner != "" || t.Language == "go" && !t.ofPackage()) != member || !fits(t) {
			continue
		}
		if only != nil {
			return nil
		}
		only = t
	}
	return only
}
