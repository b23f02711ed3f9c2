package calls

import (
	"bytes"
	"slices"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/python"
)

// assigns gives where a module assigns attributes of a name: self.NAME = ….
func (m *module) assigns(name string) []int {
	if places, ok := m.assigned[name]; ok {
		return places
	}
	var asked []source.Span
	for at := 0; ; {
		i := bytes.Index(m.text[at:], []byte(name))
		if i < 0 {
			break
		}
		word := source.Span{Start: at + i, End: at + i + len(name)}
		at = word.End
		if word.Start > 0 && m.text[word.Start-1] == '.' && (at == len(m.text) || !pattern.IsIdentifier(m.text[at])) {
			asked = append(asked, word)
		}
	}
	var places []int
	if len(asked) > 0 {
		seen := source.Scan(python.Scan, m.text, source.Want{Places: asked})
		for i := range seen.Occurrences {
			if o := &seen.Occurrences[i]; o.Kind == source.Assignment {
				places = append(places, o.Word.Start)
			}
		}
	}
	if m.assigned == nil {
		m.assigned = map[string][]int{}
	}
	m.assigned[name] = places
	return places
}

// assignedIn gives the class, of one and those above it, that gives an attribute
// of its objects a value of its own, so that a method of the name may be
// hidden; false without one.
func (r *resolver) assignedIn(c entity, name string, steps int) (entity, bool) {
	if steps <= 0 || c.what != class || c.mod == nil {
		return entity{}, false
	}
	d := &c.mod.file.Declarations[c.decl]
	if slices.ContainsFunc(c.mod.assigns(name), func(at int) bool { return at >= d.Span.Start && at < d.Span.End }) {
		return c, true
	}
	for _, b := range c.mod.file.Lookup(name, c.decl) {
		if b.Scope == c.decl && b.How == source.Local {
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
