package calls

import (
	"context"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// A family is the types that a dotted symbol may be a member of.
type family struct {
	types []*resolve.Definition // named as the symbol says
	files []string              // of Python, that have the name of the type: its subclasses stand in them
}

// family searches for the types that a dotted symbol names, one pass more; none
// where the symbol is a function of a module.
func (s *Search) family(ctx context.Context, found *Found) (family, error) {
	names := s.Chain.Names
	if len(names) == 0 || len(found.Definitions) == 0 {
		return family{}, nil
	}
	wanted := slices.DeleteFunc(slices.Clone(found.Definitions), func(t *resolve.Definition) bool { return !s.Chain.Holds(t.Qualname(), t.Path) })
	if len(wanted) > 0 && !slices.ContainsFunc(wanted, func(t *resolve.Definition) bool { return t.Owner != "" }) {
		return family{}, nil
	}
	last := names[len(names)-1]
	m, err := wordsOf([]string{last})
	if err != nil {
		return family{}, err
	}
	all, l, err := s.pass(ctx, m, []string{last})
	if err != nil {
		return family{}, err
	}
	found.Ledger.AlsoCut(&l)
	around := s.Chain.Around()
	f := family{files: all[0].python}
	for _, t := range all[0].Definitions {
		if t.Class && around.Holds(t.Qualname(), t.Path) {
			f.types = append(f.types, t)
		}
	}
	return f, nil
}

// inherit makes the definition that a type of the symbol has from another one
// the wanted one, if the type has none of its own.
func (r *resolver) inherit() {
	if len(r.Wanted) > 0 {
		return
	}
	for _, typ := range r.family.types {
		if t := r.of(typ.Language).Inherited(typ); t != nil {
			r.Want(t)
		}
	}
}
