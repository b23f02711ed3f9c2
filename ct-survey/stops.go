package main

import "path/filepath"

// stops tell where counts ended, and what is not counted for that.
type stops struct {
	at     []stop   // in the order in which they ended
	missed []uint16 // of each place the terms, a bit each, that have lines there which are not counted
}

// A stop is where the count of a term ended.
type stop struct {
	term int
	path string
}

func (s *stops) miss(place, term int) { s.missed[place] |= 1 << term }

// left records that the search ended in the n-th walk. What lies before its end
// was counted; of a place of which that is not known, what counts may be missing.
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

// comesBefore reports whether the place that is printed as name, with all that
// it holds, comes before a path. It is false also where it is not known, as of
// names that are printed otherwise.
func comesBefore(name, path string) bool {
	if !filepath.IsLocal(name) || !filepath.IsLocal(path) || name == "." {
		return false
	}
	for i := 0; ; i++ {
		switch {
		case i == len(name):
			// It holds the path, or "a" comes before "a.c" as a whole.
			return i < len(path) && path[i] != '/'
		case i == len(path):
			return false
		case name[i] != path[i]:
			return rank(name[i]) < rank(path[i])
		}
	}
}

// rank puts the separator before every other byte, as in path order.
func rank(c byte) int {
	if c == '/' {
		return -1
	}
	return int(c)
}

// notCounted names the places in which the count of a term is not whole, if
// there are others.
func (s *count) notCounted(term int) []string {
	var names []string
	for i, p := range s.places.named {
		if s.stops.missed[i]>>term&1 == 1 && len(s.places.named) > 1 {
			names = append(names, clip(p.name))
		}
	}
	return names
}
