package query

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// What is kept of one file for the report; more is only counted.
const (
	mostGroups      = 3
	mostDefinitions = 5
	mostElsewhere   = 2
	mostAssigned    = 2
)

// A file is what a search found in one file.
type file struct {
	occurrence.Head
	counts      [source.Definition + 1]int64 // by kind
	given       map[string]int64             // matches of a matcher, by category
	dropped     int64                        // by the dotted name
	filtered    int64                        // by --where
	groups      []occurrence.Group
	hidden      []occurrence.Group // the same of strings, comments and docstrings
	definitions []occurrence.Match
	assigned    []occurrence.Match // assignments that declare the name, and define it if nothing else does
	elsewhere   []occurrence.Match // definitions and such assignments of a dotted query's last name under other names
	own         int64              // definitions of the symbol that was searched
	uses        Uses               // of the symbol
	headings    int64              // definitions that are headings of documents or keys of data
	each        []occurrence.Match // every match, if they are passed on
	named       bool               // its name contains the query
	exact       bool               // its name is the query, but for an extension
	empty       bool               // nothing of it was read
	unjudged    bool               // not all matches were classified, though each has to be

	rest, hiddenRest Rest // the matches that no group shows
}

// visitor scans files for one goroutine.
type visitor struct {
	*occurrence.Reader
	search *Search
}

func (s *Search) newVisitor(ctx context.Context) *visitor {
	r := occurrence.NewReader(ctx, s.Matcher, s.Binary, s.encoded)
	r.Name, r.Score = s.Name, s.Score
	return &visitor{r, s}
}

func (v *visitor) visit(e *walk.Entry) walk.Outcome[*file] {
	seen, why, detail := v.Read(e)
	v.search.read.Add(seen.Bytes)
	named := v.search.names(e) && v.search.takesPath(e)
	if !named && seen.Near == 0 && seen.Lines == 0 {
		return walk.Outcome[*file]{Skip: why, Detail: detail}
	}
	f := &file{Head: seen.Head, named: named}
	o := walk.Outcome[*file]{Value: f, Keep: true, Count: walk.NoMatches, Skip: why, Detail: detail}
	if named {
		f.Path = e.Path()
		f.empty = seen.Bytes == 0
		base := strings.ToLower(string(e.Name()))
		f.exact = base == v.search.Named || strings.TrimSuffix(base, path.Ext(base)) == v.search.Named || strings.Contains(v.search.Named, "/") || isModule(e.Name())
		if seen.Lines == 0 {
			f.Role = rank.RoleOf(occurrence.Inside(e, f.Path), languages.Of(f.Path, nil) != nil, nil)
		}
		if v.search.each != nil {
			f.each = append(f.each, occurrence.Match{Path: f.Path})
		}
	}
	if seen.Lines == 0 {
		return o
	}
	v.search.classify(f, seen)
	if f.unjudged && o.Skip == ledger.None {
		o.Skip = ledger.MaxMatches
	}
	o.Size, o.Count = f.size(), cmp.Or(f.Matches-f.dropped-f.filtered, walk.NoMatches)
	return o
}

// classify classifies every match.
func (s *Search) classify(f *file, seen *occurrence.File) {
	c := &classifier{File: seen, search: s, file: f}
	c.all()
	classified := int64(len(c.Places))
	switch {
	case classified < f.Matches && (s.each != nil || s.filters()):
		f.Matches, f.unjudged = classified, true
	case classified < f.Matches:
		f.counts[source.Text] += f.Matches - classified
		f.Unscanned = max(f.Unscanned, f.Matches-classified)
	}
}

// names reports whether a file's name contains the query in any case, or its path ends with one that has a slash.
func (s *Search) names(e *walk.Entry) bool {
	switch {
	case len(s.Named) < 3:
		return false
	case strings.Contains(s.Named, "/"):
		name := strings.TrimPrefix(strings.ToLower(e.Path()), "./")
		return name == s.Named || strings.HasSuffix(name, "/"+s.Named)
	}
	if isModule(e.Name()) && path.Base(path.Dir(strings.ToLower(e.Path()))) == s.Named {
		return true
	}
	return bytes.Contains(bytes.ToLower(e.Name()), []byte(s.Named))
}

// takesPath reports whether --where is true for a file as a match by its name.
func (s *Search) takesPath(e *walk.Entry) bool {
	return s.Where.Holds(s.Where.Entry(e))
}

// isModule reports whether a file is the module that its folder is named for.
func isModule(name []byte) bool {
	l := lang.Of(string(name), nil)
	return l != nil && l.Module == string(name)
}

// size returns about how much memory f takes, in bytes.
func (f *file) size() int {
	n := 400 + len(f.Path)
	n += 300 * len(f.each)
	for _, groups := range [][]occurrence.Group{f.groups, f.hidden} {
		for i := range groups {
			n += 400 + len(groups[i].Text) + 80*len(groups[i].Snippet.Lines)
		}
	}
	n += 500 * (len(f.rest.First) + len(f.hiddenRest.First))
	return n + 100*len(f.uses) + 600*(len(f.definitions)+len(f.assigned)+len(f.elsewhere))
}
