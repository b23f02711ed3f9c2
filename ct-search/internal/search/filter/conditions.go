package filter

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
)

// mostConditions is the maximum number of --all-of and --none-of together, which with --grep are the bits of a set.
const mostConditions = match.MostSets - 1

// conditions are what a file has to hold and must not hold (request.Conjunction).
type conditions struct {
	all    []match.Matcher // one for --grep, if given, and one for each --all-of: it has a match of each
	none   []match.Matcher // one for each --none-of: it has a match of none
	order  []int           // the indexes of all, those that are found fast or seldom first
	within int64           // lines; 0 for the whole file
	reads  bool            // matching lines are printed or counted, so that a file that holds all is searched again

	// Of each --none-of: it cannot be read literally as well, or some file has a match. The literal text of the others is
	// looked for (grep.Diagnosis).
	refuted []atomic.Bool
	// Files that hold all, and were left out because of --within and --none-of.
	apart, denied atomic.Int64
	guessed       atomic.Bool // some files with a match of --none-of were not read to the end
}

// compileConditions makes the conditions of the request, nil if there are none. s.patterns are those of --grep and then of
// --all-of, and s.absent those of --none-of.
func (s *search) compileConditions() error {
	r := s.request
	if !s.conjoins() {
		return nil
	}
	c := &conditions{within: r.Within, reads: s.scan.Want != match.First && s.matcher != nil}
	groups := [][]*pattern.Pattern{}
	n := len(r.Patterns)
	if s.lacks() {
		n = 0
	}
	if n > 0 {
		groups = append(groups, s.patterns[:n])
	}
	for _, p := range s.patterns[n:] {
		groups = append(groups, []*pattern.Pattern{p})
	}
	for _, g := range groups {
		m, err := s.alternatives("all-of", !c.reads, g...)
		if err != nil {
			return err
		}
		c.all = append(c.all, m)
		c.order = append(c.order, len(c.order))
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return effort(groups[a]) - effort(groups[b]) })
	c.refuted = make([]atomic.Bool, len(s.absent))
	for i, p := range s.absent {
		m, err := s.alternatives("none-of", false, p)
		if err != nil {
			return err
		}
		c.none = append(c.none, m)
		c.refuted[i].Store(p.LiteralText() == "" || !p.Promoted || p.Mode == pattern.Literal)
	}
	s.conditions = c
	return nil
}

// String returns what several patterns have to do, "" for a single one that a file holds.
func (c *conditions) String() string {
	if c == nil {
		return ""
	}
	var parts []string
	switch n := len(c.all); {
	case c.within == 1:
		parts = append(parts, fmt.Sprintf("all of %d patterns on one line", n))
	case c.within > 1:
		parts = append(parts, fmt.Sprintf("all of %d patterns within %d lines", n, c.within))
	case n > 1:
		parts = append(parts, fmt.Sprintf("all of %d patterns", n))
	}
	if n := len(c.none); n > 0 {
		parts = append(parts, "none of "+grep.Plural(int64(n), "pattern", "patterns"))
	}
	return strings.Join(parts, ", ")
}

// miss counts a file that holds all patterns, but nowhere within a window.
func (c *conditions) miss(d *decider) {
	if c.within > 0 && !d.denied && d.seen == d.whole() && len(d.windows) == 0 {
		c.apart.Add(1)
	}
}

// effort orders groups of patterns: a file without a match of the first needs no search for the others. Long texts are
// seldom found and found fast; expressions take longer.
func effort(group []*pattern.Pattern) int {
	const expression, backtracking = 1 << 10, 1 << 20
	sum := 0
	for _, p := range group {
		switch {
		case p.Engine == pattern.Backtrack:
			sum += backtracking
		case p.Mode == pattern.Regex, p.Mode == pattern.Glob, p.Mode == pattern.Fuzzy:
			sum += expression
		default:
			sum += max(expression/2-len(p.Source), 1)
		}
	}
	return sum
}

// checkConditions returns an error about conditions that contradict each other or lack another.
func (s *search) checkConditions() error {
	r := s.request
	groups := len(r.AllOf)
	if r.Greps() && !s.lacks() {
		groups++
	}
	switch {
	case s.lacks() && !r.Greps():
		return opt.Usagef(request.LayoutWithout, "{files-without-match} needs {grep}; without it there is nothing that a file could lack")
	case len(r.AllOf)+len(r.NoneOf) > mostConditions:
		return opt.Usagef("all-of", "{all-of} and {none-of} are given %d times together; at most %d are taken", len(r.AllOf)+len(r.NoneOf), mostConditions)
	case r.Within > 0 && len(r.AllOf) == 0:
		return opt.Usagef("within", "{within} needs {all-of}: give the patterns that stand together, each as {all-of} PATTERN")
	case r.Within > 0 && groups < 2:
		return opt.Usagef("within", "{within} needs two patterns that stand together; give another {all-of}, or leave {within} out")
	}
	for i, p := range r.AllOf {
		if slices.Contains(r.AllOf[:i], p) {
			return opt.Usagef("all-of", "{all-of} %q is given twice; give it once", p)
		}
	}
	for i, p := range r.NoneOf {
		switch {
		case slices.Contains(r.NoneOf[:i], p):
			return opt.Usagef("none-of", "{none-of} %q is given twice; give it once", p)
		case slices.Contains(r.AllOf, p), !s.lacks() && len(r.Patterns) == 1 && r.Patterns[0] == p:
			return opt.Usagef("none-of", "{none-of} %q is also what the file has to hold, so no file can meet both; leave one out", p)
		}
	}
	return nil
}
