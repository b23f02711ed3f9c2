package survey

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// comparison is what a survey finds in addition to the count of each term.
type comparison struct {
	*count
	at   [][]tally  // by place and term
	both []together // for each pair of terms
	more int        // rows of places beside at
}

// mostFirst is how many files a pair of terms names.
const mostFirst = 3

// together are the files in which two terms occur.
type together struct {
	files int64
	first []string // paths, in the order of the search
}

// survey compares the terms.
func (s *count) survey(ctx context.Context, _ io.Writer) (*tool.Answer, error) {
	c := s.comparison(max(len(s.paths), 1))
	led, err := s.run(ctx, c.add)
	if err != nil {
		return nil, err
	}
	return s.answer(ctx, led, c.document)
}

// comparison returns an empty comparison of so many places.
func (s *count) comparison(places int) *comparison {
	c := &comparison{count: s, at: make([][]tally, places), both: make([]together, len(s.terms)*(len(s.terms)-1)/2)}
	for i := range c.at {
		c.at[i] = make([]tally, len(s.terms))
	}
	return c
}

// add adds the counts of a file.
func (c *comparison) add(f found) {
	for term, n := range f.lines {
		if n > 0 {
			c.at[f.place][term].lines += n
			c.at[f.place][term].files++
		}
	}
	if f.again {
		return
	}
	c.eachPair(func(n, a, b int) {
		if f.lines[a] == 0 || f.lines[b] == 0 || f.near != nil && f.near[n] == 0 {
			return
		}
		t := &c.both[n]
		if t.files++; len(t.first) < mostFirst {
			t.first = append(t.first, f.path)
		}
	})
}

// eachPair calls do for each pair of terms, with its number.
func (c *comparison) eachPair(do func(n, a, b int)) {
	n := 0
	for a := range c.terms {
		for b := a + 1; b < len(c.terms); b++ {
			do(n, a, b)
			n++
		}
	}
}

// dominant returns the name of the place with the most matching lines of a term, the first of
// several, or "" if the term matches nowhere or is not completely counted.
func (c *comparison) dominant(term int) string {
	name, most := "", int64(0)
	if len(c.notCounted(term)) > 0 {
		return name
	}
	for i, at := range c.at {
		if at[term].lines > most {
			name, most = c.places.named[i].name, at[term].lines
		}
	}
	return name
}

// pair is two terms and the number of files in which both occur.
type pair struct {
	a, b int
	together
}

// pairs returns the pairs that occur together, most files first, then in the order of the terms.
func (c *comparison) pairs() []pair {
	var all []pair
	c.eachPair(func(n, a, b int) {
		if c.both[n].files > 0 {
			all = append(all, pair{a, b, c.both[n]})
		}
	})
	slices.SortStableFunc(all, func(p, q pair) int { return cmp.Compare(q.files, p.files) })
	return all
}

// spot is a term in a place.
type spot struct {
	place, term int
	tally
}

// spots returns the terms that occur in each place, most matching lines first, then in the order of places and terms.
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

// next returns the command for a closer look at the most relevant term, in the place where it has
// the most matching lines. If nothing matches, it is a command that may find more.
func (c *comparison) next(a *tool.Answer) string {
	best := -1
	for i, t := range c.tallies {
		if t.lines > 0 && (best < 0 || c.better(i, best)) {
			best = i
		}
	}
	if best < 0 {
		return c.instead(a)
	}
	paths := c.paths
	if name := c.dominant(best); len(paths) > 1 && name != "" && !c.inParts {
		paths = []string{name}
	}
	return c.scoutCommand(c.terms[best], paths)
}

// better reports whether term i should be looked at before term j: one that is not too frequent
// before one that is; among the former the more frequent one, among the latter the rarer one.
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

// rest returns the command for omitted rows that no budget has room for: all terms in one place, or fewer terms.
func (c *comparison) rest(spots []spot, pairs []pair) string {
	if len(spots) > 0 && len(c.at) > 1 && !c.inParts {
		var terms []int
		for _, s := range spots {
			if s.place == spots[0].place {
				terms = append(terms, s.term)
			}
		}
		return c.surveyCommand(terms, c.asked(), []string{c.places.named[spots[0].place].name})
	}
	// As many terms as have room for all their rows with the maximum number of places.
	few := 7
	if len(c.at) > 1 {
		few = 4
	}
	var terms []int
	for _, p := range pairs {
		for _, t := range []int{p.a, p.b} {
			if !slices.Contains(terms, t) && len(terms) < few {
				terms = append(terms, t)
			}
		}
	}
	return c.surveyCommand(terms, append(c.asked(), c.largest()...), c.paths)
}

// surveyDocument is the answer for terms.
type surveyDocument struct {
	Terms    []string  `json:"terms,omitempty"`
	Paths    []string  `json:"paths,omitempty"`
	Mode     string    `json:"mode,omitempty"`
	Overall  []overall `json:"overall"`
	ByPath   []byPath  `json:"by_path,omitempty"`
	Within   int64     `json:"within,omitempty"` // lines in which both terms of a row of together are
	Together []joint   `json:"together,omitempty"`
	closing
}

// overall is the count of a term.
type overall struct {
	Term     string `json:"term"`
	Matches  int64  `json:"matches"`
	Files    int64  `json:"files"`
	Dominant string `json:"dominant_path"` // the path with the most matching lines, or ""
}

// byPath is the count of a term in a path.
type byPath struct {
	Path    string `json:"path"`
	Term    string `json:"term"`
	Matches int64  `json:"matches"`
	Files   int64  `json:"files"`
}

// joint is the number of files in which two terms occur.
type joint struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Files int64  `json:"files"`
	First string `json:"first,omitempty"` // the first of these files, as a command line takes them
}

// document returns the answer within its budget. The overall rows are never omitted.
func (c *comparison) document(o tool.Outcome, a *tool.Answer) any {
	spots, pairs, next := c.spots(), c.pairs(), c.next(a)
	one := len(c.at) == 1 && !c.inParts // each row of by_path is then one of overall
	return c.fit(o, a, shape{rows: [2]int{len(spots), len(pairs)}, copied: one, first: mostFirst}, func(e *envelope, s shape) {
		lists := []listing{{"by_path", len(spots) + c.more, s.rows[0]}, {"together", len(pairs), s.rows[1]}}
		if one {
			lists = lists[1:]
		}
		e.Survey = &surveyDocument{
			Overall: c.overall(), ByPath: c.byPath(spots[:s.rows[0]]), Together: c.together(pairs[:s.rows[1]], s.first),
			Within:  c.request.within,
			closing: c.closing(a, s, lists, next, func() string { return c.rest(spots[s.rows[0]:], pairs[s.rows[1]:]) }),
		}
		if s.detail < withoutEchoes {
			e.Survey.Terms, e.Survey.Paths, e.Survey.Mode = c.labels, c.names(), a.Reading.Mode
		}
	})
}

// names returns the places as the user named them.
func (c *comparison) names() []string {
	if c.inParts { // its places are the trees
		return c.paths
	}
	names := make([]string, len(c.places.named))
	for i, p := range c.places.named {
		names[i] = clip(p.name)
	}
	return names
}

func (c *comparison) overall() []overall {
	rows := make([]overall, len(c.terms))
	for i, t := range c.tallies {
		rows[i] = overall{c.labels[i], t.lines, t.files, clip(c.dominant(i))}
	}
	return rows
}

func (c *comparison) byPath(spots []spot) []byPath {
	rows := make([]byPath, len(spots))
	for i, s := range spots {
		rows[i] = byPath{clip(c.places.named[s.place].name), c.labels[s.term], s.lines, s.files}
	}
	return rows
}

// together returns the rows of pairs, each with at most so many files.
func (c *comparison) together(pairs []pair, first int) []joint {
	rows := make([]joint, len(pairs))
	for i, p := range pairs {
		var paths []string
		for _, path := range p.first[:min(len(p.first), first)] {
			paths = append(paths, clip(path))
		}
		rows[i] = joint{c.labels[p.a], c.labels[p.b], p.files, render.Shell(paths...)}
	}
	return rows
}
