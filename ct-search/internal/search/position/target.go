package position

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
)

// A target is what the symbol means.
type target struct {
	occurrence.Match
	what       string // a parameter, a variable; "" for a definition
	confidence string
	reason     string
}

// A caller is a function that calls the target, with its calls.
type caller struct {
	site  *resolve.Site // the surest
	sites int
}

// resolve decides what the symbol means, and finds its callers.
func (r *Found) resolve() {
	m := r.spot.symbol
	switch {
	case m.Kind == source.Definition:
		r.target = &target{Match: *m, confidence: answer.High, reason: "it is the definition"}
	case r.local():
		what := "a variable"
		switch {
		case r.spot.module:
			what = "a module"
		case r.spot.binding == source.Parameter:
			what = "a parameter"
		}
		r.target = &target{Match: *r.spot.bound, what: what, confidence: answer.High, reason: "bound in the function"}
		if n := r.spot.bindings; n > 1 {
			r.target.confidence, r.target.reason = answer.Med, fmt.Sprintf("the last of %d places of the function that bind it", n)
		}
	case r.calls == nil:
	case m.Kind == source.Callsite && r.site() != nil:
		if site := r.site(); site.Target != nil {
			r.target = &target{Match: site.Target.Match, confidence: site.Tier.Confidence(), reason: site.Reason}
		}
	}
	if r.target == nil && r.spot.bound != nil {
		r.target = &target{Match: *r.spot.bound, confidence: answer.High, reason: "bound in the file"}
		if r.spot.bound.Kind == source.Assignment {
			r.target.what = "a variable"
		}
	}
	if r.target == nil && r.calls != nil {
		r.choose()
	}
	r.call()
}

// site returns the call at the position, nil if there is none.
func (r *Found) site() *resolve.Site {
	for _, site := range r.calls.Sites {
		if at(&site.Match, r.spot.symbol) {
			return site
		}
	}
	return nil
}

func at(a, b *occurrence.Match) bool {
	return a.Path == b.Path && a.Line == b.Line && a.Column == b.Column
}

// choose takes the definition that the symbol is likely to mean, by the imports of the file, its folder and the kind of the definition.
func (r *Found) choose() {
	m := r.spot.symbol
	all := slices.Clone(r.calls.Definitions)
	why := "the only definition of the name"
	keep := func(reason string, holds func(d *resolve.Definition) bool) {
		var some []*resolve.Definition
		for _, d := range all {
			if holds(d) {
				some = append(some, d)
			}
		}
		if len(some) > 0 && len(some) < len(all) {
			all, why = some, reason
		}
	}
	if len(r.spot.modules) > 0 {
		keep("imported from "+r.spot.modules[0], func(d *resolve.Definition) bool {
			return slices.ContainsFunc(r.spot.modules, func(module string) bool { return d.Owner == "" && of(module, d.Path) })
		})
	} else {
		keep("by how it is reached", func(d *resolve.Definition) bool { return (d.Owner != "" || isField(d)) == r.spot.member })
		keep("in the same folder", func(d *resolve.Definition) bool { return folderOf(d.Path) == folderOf(m.Path) })
	}
	keep("in the same language", func(d *resolve.Definition) bool { return d.Language == m.Language })
	switch {
	case len(all) == 0:
	case len(all) == 1:
		r.target = &target{Match: all[0].Match, confidence: answer.Med, reason: why}
	default:
		slices.SortStableFunc(all, func(a, b *resolve.Definition) int {
			return cmp.Or(occurrence.Compare(&a.Match, &b.Match))
		})
		r.target = &target{Match: all[0].Match, confidence: answer.Low, reason: fmt.Sprintf("one of %d definitions of the name that it may mean", len(all))}
	}
}

func isField(d *resolve.Definition) bool {
	return d.Definition != nil && d.Definition.Kind == source.Field
}

// of reports whether a file may be of a module.
func of(module, file string) bool {
	parts := strings.FieldsFunc(module, func(c rune) bool { return c == '/' || c == '.' || c == ':' || c == '"' || c == '\'' })
	for len(parts) > 0 {
		if qualname.Encloses(file, nil, parts) {
			return true
		}
		if parts = parts[1:]; len(parts) < 2 && strings.ContainsAny(module, "/.:") && !strings.HasPrefix(module, ".") {
			break
		}
	}
	return false
}

func folderOf(file string) string { return file[:strings.LastIndexByte(file, '/')+1] }

// call groups the calls that are bound to the target by the function that they are in, the surest first.
func (r *Found) call() {
	if r.calls == nil || r.target == nil {
		return
	}
	known := map[resolve.Function]int{}
	for _, site := range r.calls.Sites {
		switch {
		case site.Target != nil && site.Tier != resolve.Unresolved && at(&site.Target.Match, &r.target.Match):
			r.bound++
			i, ok := known[site.Caller]
			if !ok || site.Caller.Path == "" {
				known[site.Caller], i = len(r.callers), len(r.callers)
				r.callers = append(r.callers, caller{site: site})
			}
			r.callers[i].sites++
		case site.Tier == resolve.Unresolved:
			r.possible++
		}
	}
}
