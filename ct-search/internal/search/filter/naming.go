package filter

import (
	"slices"

	"github.com/ct-tools/ct/shared/match"
)

// A naming knows which patterns match on a line.
type naming struct {
	names []string // as they were given
	sets  *match.Sets
}

// newNaming returns the naming of the patterns whose lines are printed, nil if there are too many.
func (s *search) newNaming() *naming {
	n := &naming{names: slices.Concat(s.request.Patterns, s.request.AllOf)}
	var each []match.Matcher
	for _, p := range s.patterns {
		m, err := match.New(p)
		if err != nil || len(each) == match.MostSets {
			return nil
		}
		each = append(each, m)
	}
	n.sets = match.NewSets(each...)
	return n
}

// on returns the patterns that match in a hit's text, nil if that is unknown: an expression may match the line's end.
func (n *naming) on(text []byte) []string {
	if n == nil {
		return nil
	}
	var set uint64
	n.sets.Reset()
	err := n.sets.Match(text, 1<<len(n.names)-1, func(_ int64, on uint64, _ []byte) bool {
		set |= on
		return true
	})
	if err != nil {
		return nil
	}
	var names []string
	for i, name := range n.names {
		if set>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}
