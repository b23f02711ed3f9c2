package pycalls

import (
	"slices"

	"github.com/ct-tools/ct/shared/source"
)

// assigns returns where a module assigns attributes of a name: self.NAME = ….
func (m *module) assigns(name string) []int {
	if m.assigned == nil {
		m.assigned = map[string][]int{}
		for i := range m.file.Bindings {
			if b := &m.file.Bindings[i]; b.Kind == source.Attribute {
				m.assigned[b.Name] = append(m.assigned[b.Name], b.Place.Start)
			}
		}
	}
	return m.assigned[name]
}

// assignedIn returns the class, of one and those above it, that returns an attribute of its objects a value of its own,
// so that a method of the name may be hidden; false without one.
func (r *Resolver) assignedIn(c entity, name string, steps int) (entity, bool) {
	if steps <= 0 || c.what != class || c.mod == nil {
		return entity{}, false
	}
	d := &c.mod.file.Declarations[c.decl]
	if slices.ContainsFunc(c.mod.assigns(name), func(at int) bool { return at >= d.Span.Start && at < d.Span.End }) {
		return c, true
	}
	for _, b := range c.mod.file.Lookup(name, c.decl, source.None) {
		if b.Scope == c.decl && b.Kind == source.Local {
			return c, true
		}
	}
	for _, base := range r.bases(c, steps) {
		if in, ok := r.assignedIn(base, name, steps-1); ok {
			return in, true
		}
	}
	return entity{}, false
}
