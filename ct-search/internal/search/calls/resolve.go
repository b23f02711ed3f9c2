package calls

import (
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// A resolver follows the callees that files name to their definitions. It reads
// files that stand between the two: a package that hands a name on, a base
// class.
type resolver struct {
	search *Search
	found  *Found
	*resolve.Index
	*cache
	golang  *gocalls.Resolver
	family  family
	related []entity // once kin was asked for
}

// A cache holds the files that were read to follow bindings.
type cache struct {
	modules  map[string]*module
	scripts  map[string]*script
	exists   map[string]bool
	packages *gocalls.Tree
	settled  map[scoped]lookup // names of Python, once looked up
	open     map[scoped]lookup // while one is: those that it leads to
	missed   map[string]bool   // files that were not read
	unread   int64             // calls that may be unresolved because of it
	resolve.Reads
}

func newCache(sandbox string) *cache {
	return &cache{
		modules: map[string]*module{}, scripts: map[string]*script{}, exists: map[string]bool{}, packages: gocalls.NewTree(sandbox),
		settled: map[scoped]lookup{}, open: map[scoped]lookup{}, missed: map[string]bool{}, Reads: resolve.Reads{Most: resolve.MaxRead},
	}
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
		if v.Unread {
			r.unread++
		}
		if v.Conversion {
			found.Conversions++
			continue
		}
		if v.Other {
			found.Elsewhere++
			continue
		}
		site.Tier, site.Reason, site.Target = v.Tier, v.Reason, v.Target
		if v.Tier == resolve.Unresolved && !v.Away && !v.Known && site.Access == source.Member && r.Rivals() > 1 {
			site.Hazards = append(site.Hazards, dispatch)
		}
		if reasons[v.Reason] == "" {
			reasons[v.Reason] = v.Reason
		}
		site.Reason, site.Callee = reasons[v.Reason], resolve.Callee{Written: site.Callee.Written}
		kept = append(kept, site)
	}
	clear(found.Sites[len(kept):])
	found.Sites = kept
	found.count()
}

func newResolver(s *Search, found *Found, cache *cache) *resolver {
	x := resolve.NewIndex(s.Name, found.Definitions)
	for _, t := range found.Definitions {
		if s.Chain.Holds(t.Qualname(), t.Path) {
			x.Want(t)
		}
	}
	return &resolver{search: s, found: found, Index: x, cache: cache, golang: gocalls.New(x, cache.packages)}
}

// of returns the resolver of a language.
func (r *resolver) of(language string) resolve.Resolver {
	if language == "go" {
		return r.golang
	}
	return r
}

// judge follows the callee of a site. A definition that a dotted symbol does not
// mean is another one.
func (r *resolver) judge(site *resolve.Site) resolve.Resolution {
	r.cache.Lacking, r.packages.Lacking = false, false
	v := r.of(site.Language).Resolve(site)
	if r.cache.Lacking || r.packages.Lacking {
		v = r.unsure(v)
	}
	if v.Conversion {
		return v
	}
	if v.Away && len(r.search.Chain.Names) > 0 && len(r.Wanted) > 0 {
		return resolve.Resolution{Other: true}
	}
	if v.Target == nil || r.Wanted[v.Target] {
		if v.Target == nil && len(r.search.Chain.Names) > 0 && v.Tier == resolve.Unresolved {
			return r.written(site, v)
		}
		return v
	}
	if v.Tier == resolve.High && !r.of(site.Language).Reaches(site, v.Target) {
		return resolve.Resolution{Other: true}
	}
	return resolve.Resolution{Tier: resolve.Unresolved, Reason: "rather " + v.Target.Qualname() + ": " + v.Reason, Known: true}
}

// written judges a site of a dotted symbol by the names before the callee.
func (r *resolver) written(site *resolve.Site, v resolve.Resolution) resolve.Resolution {
	last := strings.LastIndexAny(site.Callee.Written, ".:>")
	if last < 0 || !r.search.Chain.Ends(site.Callee.Written[:last+1]) {
		return v
	}
	var only *resolve.Definition
	if len(r.Wanted) == 1 {
		for t := range r.Wanted {
			only = t
		}
	}
	return resolve.Resolution{Tier: resolve.Med, Reason: "written with the names of the symbol; " + v.Reason, Target: only}
}

// Resolve returns what a call is bound to.
func (r *resolver) Resolve(site *resolve.Site) resolve.Resolution {
	if site.Language == "py" {
		return r.pythonCall(site)
	}
	return r.atWork(site, r.otherCall(site))
}
