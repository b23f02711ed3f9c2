package impact

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// An overriding says why a method overrides one of the symbol's, and how sure that is.
type overriding struct{ reason, confidence string }

// mostLevels bounds the types above a type that are followed.
const mostLevels = 8

// A hierarchy has the types of a tree by their last names.
type hierarchy struct {
	types map[string][]*resolve.Definition
	asked map[string]bool
}

// overrides returns the definitions of the name that override one of the symbol's, or are overridden by one.
func (f *Found) overrides(ctx context.Context, s *calls.Search) (map[*resolve.Definition]overriding, error) {
	var members []*resolve.Definition
	for _, d := range f.Definitions {
		if d.Owner != "" && !d.Class && !d.Heading {
			members = append(members, d)
		}
	}
	if len(members) < 2 {
		return nil, nil
	}
	h := &hierarchy{types: map[string][]*resolve.Definition{}, asked: map[string]bool{}}
	next := make([]string, 0, len(members))
	for _, d := range members {
		next = append(next, lastName(d.Owner))
	}
	for range mostLevels {
		more, err := f.ask(ctx, s, h, next)
		if err != nil || len(more) == 0 {
			if err != nil {
				return nil, err
			}
			break
		}
		next = more
	}
	return h.among(members, s.Chain.Qualified()), nil
}

// ask looks for types and returns the names of their bases that were not looked for yet.
func (f *Found) ask(ctx context.Context, s *calls.Search, h *hierarchy, names []string) ([]string, error) {
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" || h.asked[name] })
	for _, name := range names {
		h.asked[name] = true
	}
	types, whole, err := s.Types(ctx, f.Found, names)
	if err != nil {
		return nil, err
	}
	f.Wholly = f.Wholly && whole
	var more []string
	for _, t := range types {
		name := lastName(t.Qualname())
		h.types[name] = append(h.types[name], t)
		for _, b := range t.Bases {
			if base := baseName(b); !h.asked[base] {
				more = append(more, base)
			}
		}
	}
	return more, nil
}

// among returns which members override others: of a dotted symbol those that it does not mean, else all that have one of the
// name above.
func (h *hierarchy) among(members []*resolve.Definition, dotted bool) map[*resolve.Definition]overriding {
	over := map[*resolve.Definition]overriding{}
	for _, d := range members {
		if dotted && d.Wanted {
			continue
		}
		for _, w := range members {
			if w == d || dotted && !w.Wanted || w.Language != d.Language && d.Language != "cpp" && d.Language != "c" {
				continue
			}
			if why, ok := h.overrides(d, w, dotted); ok && (over[d].confidence == "" || why.confidence == "high") {
				over[d] = why
			}
		}
	}
	return over
}

// overrides says whether one member overrides the other; of a dotted symbol also whether the other overrides it.
func (h *hierarchy) overrides(d, w *resolve.Definition, dotted bool) (overriding, bool) {
	if last := lastName(d.Owner); last == lastName(w.Owner) { // A.Builder may extend B.Builder
		is := (d.Owner != w.Owner || d.Path != w.Path) && slices.ContainsFunc(d.Bases, func(b string) bool { return baseName(b) == last })
		return overriding{fmt.Sprintf("%s extends a type named %s", d.Owner, last), "med"}, is
	}
	if d.Language == gocalls.Language {
		return h.implements(d, w, dotted)
	}
	if d.ForTrait && h.is(w, source.Trait) {
		return overriding{fmt.Sprintf("%s has it for a trait, which may be %s", d.Owner, w.Owner), "low"}, true
	}
	if dotted && w.ForTrait && h.is(d, source.Trait) {
		return overriding{fmt.Sprintf("%s is a trait, which %s may have it for", d.Owner, w.Owner), "low"}, true
	}
	if h.above(lastName(d.Owner), lastName(w.Owner), d.Bases, map[string]bool{}) {
		return h.sure(d, w, fmt.Sprintf("%s extends %s", d.Owner, w.Owner)), true
	}
	if dotted && h.above(lastName(w.Owner), lastName(d.Owner), w.Bases, map[string]bool{}) {
		return h.sure(d, w, fmt.Sprintf("%s extends %s", w.Owner, d.Owner)), true
	}
	return overriding{}, false
}

// implements says whether one of two methods of Go is that of an interface, which the type of the other may implement.
func (h *hierarchy) implements(d, w *resolve.Definition, dotted bool) (overriding, bool) {
	switch ofInterface := h.is(w, source.Interface); {
	case ofInterface == h.is(d, source.Interface), !ofInterface && !dotted:
		return overriding{}, false
	case ofInterface:
		return overriding{fmt.Sprintf("%s may implement the interface %s", d.Owner, w.Owner), "low"}, true
	}
	return overriding{fmt.Sprintf("%s is an interface, which %s may implement", d.Owner, w.Owner), "low"}, true
}

// is reports whether the type of a member is an interface or a trait.
func (h *hierarchy) is(d *resolve.Definition, kind source.Symbol) bool {
	return slices.ContainsFunc(h.types[lastName(d.Owner)], func(t *resolve.Definition) bool {
		return t.Folder == d.Folder && t.Definition != nil && t.Definition.Kind == kind
	})
}

// sure returns an overriding whose confidence is high if the names of both types are given once.
func (h *hierarchy) sure(d, w *resolve.Definition, why string) overriding {
	if len(h.types[lastName(d.Owner)]) > 1 || len(h.types[lastName(w.Owner)]) > 1 {
		return overriding{why + ", by their names, which several types have", "med"}
	}
	return overriding{why, "high"}
}

// above reports whether a type of a name is among those above another, by their names.
func (h *hierarchy) above(name, wanted string, bases []string, seen map[string]bool) bool {
	if seen[name] {
		return false
	}
	seen[name] = true
	all := slices.Clone(bases)
	for _, t := range h.types[name] {
		all = append(all, t.Bases...)
	}
	return slices.ContainsFunc(all, func(b string) bool {
		base := baseName(b)
		return base == wanted || h.above(base, wanted, nil, seen)
	})
}

// baseName returns the last name of a base as written: Base of pkg.Base[T], and of public ns::Base<T>.
func baseName(written string) string {
	if cut := strings.IndexAny(written, "<[("); cut >= 0 {
		written = written[:cut]
	}
	fields := strings.Fields(written)
	if len(fields) == 0 {
		return ""
	}
	return lastName(strings.TrimLeft(fields[len(fields)-1], "*&"))
}

// lastName returns the last of names that dots, colons or backslashes separate.
func lastName(name string) string { return name[strings.LastIndexAny(name, `.:\`)+1:] }
