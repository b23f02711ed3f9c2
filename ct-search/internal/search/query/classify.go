package query

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// A classifier turns the places of one file into groups of matches.
type classifier struct {
	*occurrence.File
	search *Search
	file   *file
	byUnit map[unit]int // index in a list of groups
	alone  map[like]int // matches that are groups by themselves
}

// A unit is what makes a group: all matches in a definition, or those of one kind on one line.
type unit struct {
	hidden    bool
	enclosing int
	alone     int64 // the line, else 0
	kind      source.Kind
}

// like is what matches of one file rank by, except for their place.
type like struct {
	kind                                                      source.Kind
	whole, own, local, body, private, inner, space, prototype bool
	approx                                                    float64
}

// all classifies the places.
func (c *classifier) all() {
	c.byUnit, c.alone = map[unit]int{}, map[like]int{}
	if most := c.search.most(); c.search.grouped.Load() < int64(most) { // otherwise no page that is asked for goes on to them
		c.file.rest.Most, c.file.hiddenRest.Most = most+mostGroups, most+mostGroups
	}
	lines, last := int64(0), int64(0)
	for i := range c.Places {
		m := c.Match(i)
		m.Sought = c.search.Name == "" && c.search.Session == nil
		if !c.search.chained(c, i, &m) {
			c.file.dropped++
			continue
		}
		if !c.Holds(c.search.Where, i, &m) {
			c.file.filtered++
			continue
		}
		if m.Line != last {
			lines, last = lines+1, m.Line
		}
		c.count(&m)
		if m.Own {
			c.file.own++
		}
		if m.Heading {
			c.file.headings++
		}
		if c.search.each != nil {
			c.Describe(&m, c.search.Before, c.search.After)
			c.file.each = append(c.file.each, m)
			continue
		}
		c.add(m)
	}
	if c.search.filters() {
		c.file.Lines = lines
	}
	slices.SortStableFunc(c.file.groups, compareGroups)
	slices.SortStableFunc(c.file.hidden, compareGroups)
	c.file.groups = c.complete(c.file.groups, mostGroups)
	c.file.hidden = c.complete(c.file.hidden, mostGroups)
	c.search.grouped.Add(int64(len(c.file.groups)))
	c.end(&c.file.rest, c.file.groups)
	c.end(&c.file.hiddenRest, c.file.hidden)
	c.define()
	c.file.uses = c.uses()
}

// count counts a match by its kind.
func (c *classifier) count(m *occurrence.Match) {
	if m.Given == nil {
		c.file.counts[m.Kind]++
		return
	}
	if c.file.given == nil {
		c.file.given = map[string]int64{}
	}
	c.file.given[m.Category()]++
}

// add puts a match into its group. A match outside of all definitions is a group by itself, and so are a definition and
// an import. Only the first of those that rank alike can be shown, so no more are kept.
func (c *classifier) add(m occurrence.Match) {
	u := unit{hidden: !m.Kind.Code() && m.Kind != source.Text, enclosing: source.None}
	if c.Seen != nil {
		u.enclosing = c.Seen.Occurrences[m.At].Enclosing
	}
	if u.enclosing == source.None || m.Kind >= source.FromImport && m.Kind != source.Callsite {
		u.alone, u.kind = m.Line, m.Kind
		if _, known := c.byUnit[u]; !known {
			alike := like{m.Kind, m.Whole, m.Own, m.Local, m.Body, m.Private, m.Inner, m.Space, m.Prototype, m.Approx}
			if c.alone[alike]++; c.alone[alike] > mostGroups {
				c.leave(m)
				return
			}
		}
	}
	groups := &c.file.groups
	if u.hidden {
		groups = &c.file.hidden
	}
	at, known := c.byUnit[u]
	if !known {
		c.byUnit[u] = len(*groups)
		*groups = append(*groups, occurrence.Group{Match: m, Count: 1})
		return
	}
	g := &(*groups)[at]
	g.Count++
	if occurrence.Compare(&m, &g.Match) < 0 {
		m, g.Match = g.Match, m
	}
	if m.Line != g.Line {
		c.leave(m)
	}
}

// leave keeps a match that no group shows for later pages.
func (c *classifier) leave(m occurrence.Match) {
	if m.Kind.Code() || m.Kind == source.Text {
		c.file.rest.leave(m)
		return
	}
	c.file.hiddenRest.leave(m)
}

// end ends the rest of a file whose groups are shown.
func (c *classifier) end(r *Rest, shown []occurrence.Group) {
	r.end(shown)
	for i := range r.First {
		c.Describe(&r.First[i].Match, c.search.Before, c.search.After)
	}
}

// complete returns the first most groups, their matches with what answers show of them.
func (c *classifier) complete(groups []occurrence.Group, most int) []occurrence.Group {
	for i := range groups[min(len(groups), most):] {
		c.leave(groups[most+i].Match)
	}
	groups = slices.Clone(groups[:min(len(groups), most)])
	for i := range groups {
		c.Describe(&groups[i].Match, c.search.Before, c.search.After)
	}
	return groups
}

// define keeps the first definitions of the file.
func (c *classifier) define() {
	if c.Seen == nil {
		return
	}
	for i := range c.Places {
		if len(c.file.definitions) == mostDefinitions {
			return
		}
		o := &c.Seen.Occurrences[i]
		assigned := o.Kind == source.Assignment && len(c.file.assigned) < mostAssigned && c.IsName(o.Word) && c.Declares(i)
		if o.Kind != source.Definition && !assigned {
			continue
		}
		m := c.Match(i)
		if m.Given != nil { // and all others too
			return
		}
		if !c.search.chained(c, i, &m) {
			if len(c.file.elsewhere) < mostElsewhere && (assigned || m.Own) && c.Holds(c.search.Where, i, &m) {
				c.Describe(&m, c.search.Before, c.search.After)
				c.file.elsewhere = append(c.file.elsewhere, m)
			}
			continue
		}
		if !c.Holds(c.search.Where, i, &m) {
			continue
		}
		c.Describe(&m, c.search.Before, c.search.After)
		if assigned {
			c.file.assigned = append(c.file.assigned, m)
		} else {
			c.file.definitions = append(c.file.definitions, m)
		}
	}
}
