package calls

import (
	"context"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// spot is where a site stands in its file.
type spot struct {
	line   int64
	column int
}

// An excerpt is a site with its texts.
type excerpt struct {
	site  *resolve.Site
	match occurrence.Match
}

// light is a match of a call with no more than ranking and the graph need; its texts are read when it is shown.
func (x *reader) light(i int, m occurrence.Match, s *resolve.Site) occurrence.Match {
	text, start, end := x.Places[i].Line()
	m.Word, m.Text = x.Name, s.Callee.Written
	if x.alias != "" {
		m.Word = x.alias
	}
	m.At, m.End, m.EndColumn = 0, m.Line, m.Column+end-start
	if x.enclosing == nil {
		x.enclosing = map[int]string{}
	}
	if e := x.Seen.Occurrences[i].Enclosing; e != source.None {
		name, ok := x.enclosing[e]
		if !ok {
			name = x.Seen.Qualname(x.Text, e)
			x.enclosing[e] = name
		}
		m.Enclosing, s.Caller.Qualname = name, name
		s.Caller.Line = x.LineOf(x.Seen.Declarations[e].Name.Start)
	}
	if len(m.Text) == 0 || len(m.Text) > occurrence.ClipText {
		m.Text = string(text[start:end])
	}
	return m
}

// page returns the sites that a report shows.
func (s *Search) page(found *Found) []*resolve.Site {
	if s.Limit == 0 {
		return nil
	}
	all := found.Sites
	return all[min(s.Offset, len(all)):min(s.Offset+s.Limit+answer.MostEvidence, len(all))]
}

// Describe reads the files of sites again and sets their texts and details. A
// site that no longer exists stays as it is.
func (s *Search) Describe(ctx context.Context, sites []*resolve.Site) error {
	if len(sites) == 0 {
		return nil
	}
	wanted := map[string]map[spot]*resolve.Site{}
	files, bindings := s.Files, s.Every
	files.Only, files.Cut = nil, nil
	for _, site := range sites {
		if wanted[site.Path] == nil {
			wanted[site.Path] = map[spot]*resolve.Site{}
			files.Only = append(files.Only, site.Path)
		}
		wanted[site.Path][spot{site.Line, site.Column}] = site
		bindings = bindings || site.Word != s.Name || slices.Contains(site.Hazards, metaprogramming) // a decorator
	}
	slices.Sort(files.Only)
	newVisit := func() walk.Visit[[]excerpt] {
		r := occurrence.NewReader(ctx, s.Matcher, s.Binary, nil)
		r.Bindings, r.Calls, r.Name = bindings, true, s.Name
		return func(e *walk.Entry) walk.Outcome[[]excerpt] {
			if wanted[e.Path()] == nil {
				return walk.Outcome[[]excerpt]{}
			}
			seen, why, detail := r.Read(e)
			o := walk.Outcome[[]excerpt]{Skip: why, Detail: detail, Keep: true}
			if seen.Seen != nil {
				o.Value = s.excerpts(seen, wanted[seen.Path])
				o.Size = 1500 * len(o.Value)
			}
			return o
		}
	}
	_, err := walk.Run(ctx, files, newVisit, func(all []excerpt) bool {
		for i := range all {
			all[i].site.Match = all[i].match
		}
		return true
	})
	return err
}

// excerpts returns the wanted sites of a file with their texts.
func (s *Search) excerpts(seen *occurrence.File, wanted map[spot]*resolve.Site) []excerpt {
	var all []excerpt
	add := func(f *occurrence.File) {
		settle(f, !s.Every)
		for i := range f.Places {
			m := f.Match(i)
			site := wanted[spot{m.Line, m.Column}]
			if site == nil || m.Kind != source.Callsite && !s.Every {
				continue
			}
			f.Describe(&m, s.Before, s.After)
			all = append(all, excerpt{site, m})
		}
	}
	add(seen)
	x := newReader(seen, s, nil, s.Name)
	for _, alias := range x.aliases() {
		if other := seen.Look(alias); other != nil {
			add(other)
		}
	}
	return all
}
