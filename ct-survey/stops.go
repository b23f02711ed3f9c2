package main

import (
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/shared/walk"
)

// stops records where counts ended, and what is therefore not counted.
type stops struct {
	at     []stop   // in the order in which they ended
	missed []uint16 // for each place the terms, one bit each, with lines that are not counted there
}

// stop is the place where the count of a term ended.
type stop struct {
	term int
	path string
}

func (s *stops) miss(place, term int) { s.missed[place] |= 1 << term }

// left records that the search ended in the n-th walk. What comes before its end was counted; the
// counts may be incomplete for a place whose position is unknown.
func (s *stops) left(p *places, n int) {
	end := s.at[len(s.at)-1].path
	for w, walk := range p.walks {
		for _, i := range walk {
			if w < n || w == n && comesBefore(filepath.ToSlash(filepath.Clean(p.named[i].name)), end) {
				continue
			}
			s.missed[i] = ^uint16(0)
		}
	}
}

// comesBefore reports whether a place that is printed as name comes, with everything in it, before
// a path. It is false if that is unknown, as for names that are printed in another form.
func comesBefore(name, path string) bool {
	return filepath.IsLocal(name) && filepath.IsLocal(path) && name != "." &&
		walk.ComparePaths(name, path) < 0 && !strings.HasPrefix(path, name+"/")
}

// notCounted returns the places in which the count of a term is incomplete, if there are several
// places.
func (s *count) notCounted(term int) []string {
	var names []string
	for i, p := range s.places.named {
		if s.stops.missed[i]>>term&1 == 1 && len(s.places.named) > 1 {
			names = append(names, clip(p.name))
		}
	}
	return names
}
