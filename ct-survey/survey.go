package main

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/ct-tools/ct/shared/tool"
)

// A comparison is what a survey finds out beyond the count of each term.
type comparison struct {
	*count
	at   [][]tally        // of each place, of each term
	sets map[uint16]int64 // how many files have exactly the terms of a set, a bit each
}

// survey compares the terms.
func (s *count) survey(ctx context.Context, _ io.Writer) (*tool.Answer, error) {
	c := &comparison{count: s, at: make([][]tally, max(len(s.paths), 1)), sets: map[uint16]int64{}}
	for i := range c.at {
		c.at[i] = make([]tally, len(s.terms))
	}
	var holding []int
	led, err := s.run(ctx, func(path string, lines []int64) {
		holding = s.places.holding(path, holding[:0])
		c.add(holding, lines)
	})
	if err != nil {
		return nil, err
	}
	a := s.answer(led)
	if err := s.diagnose(ctx, a); err != nil {
		return nil, err
	}
	if s.frame.Uses("MATCHES") {
		a.Matches = s.matches()
	}
	a.Document = func(o tool.Outcome) any { return c.document(o, a) }
	return a, nil
}

// add takes the lines of each term in one file, which lies in some places.
func (c *comparison) add(holding []int, lines []int64) {
	set := uint16(0)
	for term, n := range lines {
		if n == 0 {
			continue
		}
		set |= 1 << term
		for _, i := range holding {
			c.at[i][term].lines += n
			c.at[i][term].files++
		}
	}
	c.sets[set]++
}

// dominant gives the name of the place with most matching lines of a term, the
// first of several, "" if it matches nowhere.
func (c *comparison) dominant(term int) string {
	name, most := "", int64(0)
	for i, at := range c.at {
		if at[term].lines > most {
			name, most = c.places.named[i].name, at[term].lines
		}
	}
	return name
}

// A pair is two terms and in how many files both occur.
type pair struct {
	a, b  int
	files int64
}

// pairs gives those that occur together, most files first, then in the order of
// the terms.
func (c *comparison) pairs() []pair {
	var all []pair
	for a := range c.terms {
		for b := a + 1; b < len(c.terms); b++ {
			p := pair{a: a, b: b}
			for set, files := range c.sets {
				if set>>a&1 == 1 && set>>b&1 == 1 {
					p.files += files
				}
			}
			if p.files > 0 {
				all = append(all, p)
			}
		}
	}
	slices.SortStableFunc(all, func(p, q pair) int { return cmp.Compare(q.files, p.files) })
	return all
}

// A spot is a term in a place.
type spot struct {
	place, term int
	tally
}

// spots gives the terms that occur in each place, most matching lines first,
// then in the order of places and terms.
func (c *comparison) spots() []spot {
	var all []spot
	for place, at := range c.at {
		for term, t := range at {
			if t.lines > 0 {
				all = append(all, spot{place, term, t})
			}
		}
	}
	slices.SortStableFunc(all, func(p, q spot) int { return cmp.Compare(q.lines, p.lines) })
	return all
}

// next gives the command that looks closer at the most telling term, in the
// place where it has most matching lines; "" where nothing matches.
func (c *comparison) next() string {
	best := -1
	for i, t := range c.tallies {
		if t.lines > 0 && (best < 0 || c.better(i, best)) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	paths := c.paths
	if len(paths) > 1 {
		paths = []string{c.dominant(best)}
	}
	return c.scoutCommand(c.terms[best], nil, nil, paths)
}

// better reports whether term i is worth a closer look before term j: one that
// is not too much to look at before one that is, the more frequent of those that
// are not, the rarer of those that are.
func (c *comparison) better(i, j int) bool {
	muchI, muchJ := c.tooMuch(i), c.tooMuch(j)
	if muchI != muchJ {
		return muchJ
	}
	if muchI {
		return c.tallies[i].lines < c.tallies[j].lines
	}
	return c.tallies[i].lines > c.tallies[j].lines
}

// tooMuch reports whether a term is broad or dominates the others.
func (c *comparison) tooMuch(term int) bool {
	dominating, _ := c.dominating()
	return c.tallies[term].broad() || term == dominating
}
