package query

import (
	"bytes"
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

// What one file keeps for the report: more of it is only counted.
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
	told        map[string]int64             // matches that were given, by category
	dropped     int64                        // refused by the dotted name or by --where
	groups      []occurrence.Group
	hidden      []occurrence.Group // the same of strings, comments and docstrings
	definitions []occurrence.Match
	assigned    []occurrence.Match // assignments that declare the name, which define it where nothing else does
	elsewhere   []occurrence.Match // definitions and such assignments of a dotted query's last name under other names
	own         int64              // definitions of the symbol that was searched
	each        []occurrence.Match // every match, where they are handed on
	named       bool               // its name holds the query
	exact       bool               // its name is the query, but for an extension
	empty       bool               // nothing was read of it
	untold      int64              // matches in no group that is kept
	unheard     int64              // the same of strings, comments and docstrings
	unjudged    bool               // there are more matches than were told apart, where each has to be
}

// visitor looks at files for one goroutine.
type visitor struct {
	*occurrence.Reader
	search *Search
}

func (s *Search) newVisitor(ctx context.Context) *visitor {
	r := occurrence.NewReader(ctx, s.Matcher, s.Binary)
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
	o := walk.Outcome[*file]{Value: f, Keep: true, Skip: why, Detail: detail}
	if named {
		f.Path = e.Path()
		f.empty = seen.Bytes == 0
		base := strings.ToLower(string(e.Name()))
		f.exact = base == v.search.Named || strings.TrimSuffix(base, path.Ext(base)) == v.search.Named || strings.Contains(v.search.Named, "/") || isModule(e.Name())
		if seen.Lines == 0 {
			f.Role = rank.RoleOf(occurrence.Inside(e, f.Path), languages.Of(f.Path, nil) != nil, nil)
		}
		if v.search.Each != nil {
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
	o.Size = f.size()
	return o
}

// classify says of every match what it is.
func (s *Search) classify(f *file, seen *occurrence.File) {
	c := &classifier{File: seen, search: s, file: f}
	c.all()
	told := int64(len(c.Places))
	switch {
	case told < f.Matches && s.each():
		f.Matches, f.unjudged = told, true
	case told < f.Matches:
		f.counts[source.Text] += f.Matches - told
		f.Unscanned = max(f.Unscanned, f.Matches-told)
	}
}

// names tells whether the name of a file holds the query, in any case of
// letters, or its path ends with it where the query has a slash.
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

// takesPath tells whether --where takes a file as a match by its name.
func (s *Search) takesPath(e *walk.Entry) bool {
	if s.Where == nil {
		return true
	}
	m := occurrence.Match{Path: e.Path()}
	if l := languages.Of(m.Path, nil); l != nil {
		m.Language = l.Name
	}
	ok, err := s.Where.Holds(&m)
	if err != nil {
		s.fail.CompareAndSwap(nil, &err)
	}
	return ok
}

// isModule tells whether a file stands for the module that its folder is.
func isModule(name []byte) bool {
	l := lang.Of(string(name), nil)
	return l != nil && l.Module == string(name)
}

// size gives the memory that f holds, in bytes, nearly.
func (f *file) size() int {
	n := 400 + len(f.Path)
	n += 300 * len(f.each)
	for _, groups := range [][]occurrence.Group{f.groups, f.hidden} {
		for i := range groups {
			n += 400 + len(groups[i].Text) + 80*len(groups[i].Snippet.Lines)
		}
	}
	return n + 600*(len(f.definitions)+len(f.assigned)+len(f.elsewhere))
}
