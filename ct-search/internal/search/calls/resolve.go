package calls

import (
	"path"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/lexical"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/workspace"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// A resolver resolves the callees that files name, each by the resolver of its language.
type resolver struct {
	search *Search
	*resolve.Index
	*cache
	family    family
	resolvers map[string]resolve.Resolver // by language, once one was asked for
}

// A language says what reads and what resolves the calls of a language.
type language struct {
	reader   func(x *resolve.Facts) resolve.Reader
	resolver func(r *resolver) resolve.Resolver
}

// rows are the languages with a resolver of their own; "" stands for all others.
var rows = lazy.Value[map[string]language]{Make: func() map[string]language {
	return map[string]language{
		"": {
			func(x *resolve.Facts) resolve.Reader { return lexical.NewReader(x) },
			func(r *resolver) resolve.Resolver { return lexical.New(r.Index, r.scripts) },
		},
		gocalls.Language: {
			func(x *resolve.Facts) resolve.Reader { return &gocalls.Reader{Facts: x} },
			func(r *resolver) resolve.Resolver { return gocalls.New(r.Index, r.packages) },
		},
		pycalls.Language: {
			func(x *resolve.Facts) resolve.Reader { return &pycalls.Reader{Facts: x} },
			func(r *resolver) resolve.Resolver { return pycalls.New(r.Index, r.modules, r.family.files) },
		},
	}
}}

// rowOf returns the name of the row of a language.
func rowOf(name string) string {
	if _, ok := rows.Get()[name]; ok {
		return name
	}
	return ""
}

// A cache has what was read to follow bindings.
type cache struct {
	files    *resolve.Files
	packages *gocalls.Tree
	modules  *pycalls.Cache
	scripts  *lexical.Cache
	space    *workspace.Space
	unread   int64 // calls that may be unresolved because of what was not read
	ended    bool  // as many files were read as may be
}

func newCache(s *Search) *cache {
	f := resolve.NewFiles(s.Files.View(), s.Folder, s.roots())
	for i := range s.Areas {
		if area := &s.Areas[i]; area.IsAbove() {
			f.Up, f.Own = area.Folder, area.Own
		}
	}
	space := workspace.New(f)
	world := typing.NewWorld(s.types.paths, f.Text, space)
	return &cache{files: f, packages: gocalls.NewTree(s.Files.View()), modules: pycalls.NewCache(f), scripts: lexical.NewCache(f, world, space), space: space}
}

// resolve returns every site its tier.
func (s *Search) resolve(found *Found, of family, cache *cache) {
	r := newResolver(s, found, of, cache)
	r.inherit()
	reasons := map[string]string{} // each once
	kept := found.Sites[:0]
	for _, site := range found.Sites {
		if site.Local {
			found.Locals++
			continue
		}
		v := r.judge(site)
		if v.Unread {
			r.unread++
		}
		if v.Conversion {
			found.Conversions++
			if s.Every {
				found.Uses = append(found.Uses, conversion(site))
			}
			continue
		}
		if v.Other {
			found.Elsewhere++
			found.Whose[v.Whose]++
			continue
		}
		site.Tier, site.Reason, site.Target, site.Rather = v.Tier, v.Reason, v.Target, v.Rather
		if site.Shape != nil {
			site.Shape.ByType, site.Shape.Unread = v.ByType, site.Callee.Form.Unread
		}
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
	s.judgeUses(r, found)
	found.count()
}

// roots returns the folders that modules are looked for in.
func (s *Search) roots() []string {
	if s.around.isWider() {
		return s.around.folders()
	}
	return s.Files.Roots
}

// of is the search for another name in the same files.
func (s *Search) of(name string) *Search {
	return &Search{Files: s.Files, Folder: s.Folder, Name: name, around: s.around}
}

func newResolver(s *Search, found *Found, of family, cache *cache) *resolver {
	x := resolve.NewIndex(s.Name, found.Definitions)
	x.Dotted = s.Chain.Qualified()
	for _, t := range found.Definitions {
		if s.Chain.Holds(t.Qualname(), t.Path) {
			x.Want(t)
		}
	}
	return &resolver{search: s, Index: x, cache: cache, family: of, resolvers: map[string]resolve.Resolver{}}
}

// of returns the resolver of a language.
func (r *resolver) of(name string) resolve.Resolver {
	row := rowOf(name)
	if r.resolvers[row] == nil {
		r.resolvers[row] = rows.Get()[row].resolver(r)
	}
	return r.resolvers[row]
}

// judge follows the callee of a site. A definition that a dotted symbol does not mean is another one.
func (r *resolver) judge(site *resolve.Site) resolve.Resolution {
	r.files.Lacking, r.packages.Lacking = false, false
	v := r.of(site.Language).Resolve(site)
	blind := r.search.around.isBlind()
	if r.files.Lacking || r.packages.Lacking {
		v = r.unsure(v)
	}
	if v.Conversion {
		return v
	}
	if given, ok := r.given(site, v); ok {
		return given
	}
	if blind {
		return r.blind(site, v)
	}
	if (v.Away || v.Apart) && r.search.Chain.Qualified() && len(r.Wanted) > 0 {
		return other(v)
	}
	if v.Target == nil || r.Wanted[v.Target] {
		if v.Target == nil && r.search.Chain.Qualified() && v.Tier == resolve.Unresolved {
			return r.written(site, v)
		}
		return v
	}
	if v.Tier == resolve.High && !r.reaches(site, v.Target) {
		return other(v)
	}
	return rather(v)
}

// rather is the resolution of a call that is bound to another definition, and may reach a wanted one.
func rather(v resolve.Resolution) resolve.Resolution {
	return resolve.Resolution{Tier: resolve.Unresolved, Reason: "rather " + v.Target.Qualname() + ": " + v.Reason, Known: true, Rather: true}
}

// reaches reports whether a call that is bound to another definition may reach a wanted one at run time.
func (r *resolver) reaches(site *resolve.Site, to *resolve.Definition) bool {
	related := len(r.Wanted) == 0 // what the symbol has is not seen
	for t := range r.Wanted {
		related = related || lang.Related(t.Language, site.Language)
	}
	return related && r.of(site.Language).Reaches(site, to, false)
}

// blind is judge where a definition may not have been read.
func (r *resolver) blind(site *resolve.Site, v resolve.Resolution) resolve.Resolution {
	switch {
	case v.Target != nil && !r.Wanted[v.Target]:
		if isAnothers(&v) && !r.reaches(site, v.Target) {
			return other(v)
		}
		return rather(v)
	case v.Target == nil && r.search.Chain.Qualified() && v.Tier == resolve.Unresolved:
		v = r.written(site, v)
	}
	return r.search.around.unsure(v)
}

// other is the resolution of a call that is left out: it notes whose it is, as far as that is seen.
func other(v resolve.Resolution) resolve.Resolution {
	whose := v.Whose
	if t := v.Target; t != nil {
		if whose = t.Owner; whose == "" {
			whose = path.Base(t.Path)
		} else {
			whose = whose[strings.LastIndexByte(whose, '.')+1:]
		}
	}
	return resolve.Resolution{Other: true, Whose: whose}
}

// written judges a site of a dotted symbol by the names before the callee.
func (r *resolver) written(site *resolve.Site, v resolve.Resolution) resolve.Resolution {
	last := strings.LastIndexAny(site.Callee.Written, ".:>")
	if last < 0 || !r.search.Chain.Written(site.Callee.Written[:last+1], site.Path, site.Callee.Modules()) {
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
