package main

import "github.com/ct-tools/ct/shared/tool"

// surveyDocument is the answer for terms.
type surveyDocument struct {
	Terms    []string  `json:"terms,omitempty"`
	Paths    []string  `json:"paths,omitempty"`
	Mode     string    `json:"mode,omitempty"`
	Overall  []overall `json:"overall"`
	ByPath   []byPath  `json:"by_path,omitempty"`
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
}

// document returns the answer within its budget. The overall rows are never omitted.
func (c *comparison) document(o tool.Outcome, a *tool.Answer) any {
	spots, pairs, next := c.spots(), c.pairs(), c.next(a)
	one := len(c.at) == 1 // each row of by_path is then one of overall
	return c.fit(o, a, shape{rows: [2]int{len(spots), len(pairs)}, copied: one}, func(e *envelope, s shape) {
		lists := []listing{{"by_path", len(spots), s.rows[0]}, {"together", len(pairs), s.rows[1]}}
		if one {
			lists = lists[1:]
		}
		e.Survey = &surveyDocument{
			Overall: c.overall(), ByPath: c.byPath(spots[:s.rows[0]]), Together: c.together(pairs[:s.rows[1]]),
			closing: c.closing(a, s, lists, next, func() string { return c.more(spots[s.rows[0]:], pairs[s.rows[1]:]) }),
		}
		if s.detail < withoutEchoes {
			e.Survey.Terms, e.Survey.Paths, e.Survey.Mode = c.labels, c.names(), a.Reading.Mode
		}
	})
}

// names returns the places as the user named them.
func (c *comparison) names() []string {
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

func (c *comparison) together(pairs []pair) []joint {
	rows := make([]joint, len(pairs))
	for i, p := range pairs {
		rows[i] = joint{c.labels[p.a], c.labels[p.b], p.files}
	}
	return rows
}
