package smart

import (
	"bytes"
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// Bounds of what is looked at of one file.
const (
	maxScanned = 64 << 20 // bytes up to which a file is scanned for what its matches are
	maxPlaces  = 20_000   // matches of a file that are told apart, and their lines; the others are counted
	maxSpans   = 1_000    // matches of a line that are told apart
)

// What one file keeps for the report: more of it is only counted.
const (
	mostGroups      = 3
	mostDefinitions = 5
)

// A file is what a search found in one file.
type file struct {
	path        string
	role        rank.Role
	language    string
	matches     int64
	lines       int64 // with a match
	near        int64
	counts      [source.Definition + 1]int64 // by kind
	dropped     int64                        // refused by the dotted name or by --where
	unscanned   int64                        // matches of which nothing is known, where a scanner would know
	doubt       string                       // how the scanner read the file, if not by its language's rules
	groups      []Group
	hidden      []Group // the same of strings, comments and docstrings
	definitions []Match
	assigned    []Match // outermost assignments of the name, which define it where nothing else does
	each        []Match // every match, where they are handed on
	named       bool    // its name holds the query
	exact       bool    // its name is the query, but for an extension
	untold      int64   // matches in no group that is kept
	unjudged    bool    // there are more matches than were told apart, where each has to be
	info        walk.Info
}

// visitor looks at files for one goroutine.
type visitor struct {
	search  *Search
	ctx     context.Context
	scanner *scan.Scanner
	buffer  bytes.Buffer
}

func (s *Search) newVisitor(ctx context.Context) *visitor {
	return &visitor{search: s, ctx: ctx, scanner: scan.New(s.Matcher.Clone(), scan.Request{Want: match.Spans, Keep: maxPlaces, Spans: maxSpans, Text: s.Binary})}
}

func (v *visitor) visit(e *walk.Entry) walk.Outcome[*file] {
	result, why, detail := grep.Read(v.ctx, e, v.scanner)
	v.search.read.Add(result.Bytes)
	named := v.search.names(e)
	if !named && result.Near == 0 && result.Lines == 0 {
		return walk.Outcome[*file]{Skip: why, Detail: detail}
	}
	f := &file{near: result.Near, named: named}
	o := walk.Outcome[*file]{Value: f, Keep: true, Skip: why, Detail: detail}
	if f.named || result.Lines > 0 {
		f.path = e.Path()
	}
	if f.named {
		base := strings.ToLower(string(e.Name()))
		f.exact = base == v.search.Named || strings.TrimSuffix(base, path.Ext(base)) == v.search.Named || strings.Contains(v.search.Named, "/")
		f.role = rank.RoleOf(f.path, languages.Of(f.path, nil) != nil, nil)
	}
	if result.Lines == 0 {
		return o
	}
	f.info, _ = e.Stat() // without it the page has no cursor to hold the file to
	if err := v.classify(e, f, &result); err != nil && why == ledger.None {
		o.Skip, o.Detail = ledger.Unreadable, grep.Cause(err)
	}
	if f.unjudged && o.Skip == ledger.None {
		o.Skip = ledger.MaxMatches
	}
	o.Size = f.size()
	return o
}

// classify says of every match in hits what it is.
func (v *visitor) classify(e *walk.Entry, f *file, r *scan.Result) error {
	f.matches, f.lines = r.Matches, r.Lines
	var text []byte
	var err error
	if !r.Decoded && r.Bytes <= maxScanned {
		text, err = v.read(e)
	}
	head := text[:min(len(text), 1024)]
	language := languages.Of(f.path, head)
	if language != nil {
		f.language = language.Name
	}
	f.role = rank.RoleOf(f.path, language != nil, head)
	places := places(r)
	var seen *source.File
	if language != nil && text != nil && !r.Decoded {
		places = slices.DeleteFunc(places, func(p place) bool { return p.span.End > len(text) }) // the file became shorter
		seen = source.Scan(language.Scan, text, source.Want{Places: spans(places)})
		f.doubt = seen.Doubt
	} else if language != nil {
		f.unscanned = r.Matches
	}
	c := &classifier{search: v.search, file: f, text: text, seen: seen, places: places}
	c.all()
	told := int64(len(places))
	switch {
	case told < f.matches && v.search.each():
		f.matches, f.unjudged = told, true
	case told < f.matches:
		f.counts[source.Text] += f.matches - told
		f.unscanned = max(f.unscanned, f.matches-told)
	}
	return err
}

// names tells whether the name of a file holds the query, in any case of
// letters, or its path ends with it where the query has a slash.
func (s *Search) names(e *walk.Entry) bool {
	switch {
	case len(s.Named) < 3:
		return false
	case strings.Contains(s.Named, "/"):
		name := strings.ToLower(e.Path())
		return name == s.Named || strings.HasSuffix(name, "/"+s.Named)
	}
	return bytes.Contains(bytes.ToLower(e.Name()), []byte(s.Named))
}

// read gives the text of a file in a buffer that the next file uses again.
func (v *visitor) read(e *walk.Entry) ([]byte, error) {
	in, err := e.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	v.buffer.Reset()
	_, err = v.buffer.ReadFrom(io.LimitReader(grep.Timed(v.ctx, in), maxScanned))
	return v.buffer.Bytes(), err
}

// A place is a match in a file.
type place struct {
	hit  *scan.Hit
	span source.Span // in the file
	at   match.Span  // in the hit's text
}

// places gives the matches of r in order.
func places(r *scan.Result) []place {
	var all []place
	for i := range r.Hits {
		h := &r.Hits[i]
		for _, s := range h.Spans[:min(len(h.Spans), maxPlaces-len(all))] {
			start := int(h.Offset) + s.Start
			all = append(all, place{hit: h, at: s, span: source.Span{Start: start, End: start + s.End - s.Start}})
		}
	}
	return all
}

func spans(places []place) []source.Span {
	all := make([]source.Span, len(places))
	for i := range places {
		all[i] = places[i].span
	}
	return all
}

// size gives the memory that f holds, in bytes, nearly.
func (f *file) size() int {
	n := 400 + len(f.path)
	n += 300 * len(f.each)
	for _, groups := range [][]Group{f.groups, f.hidden} {
		for i := range groups {
			n += 400 + len(groups[i].Text) + 80*len(groups[i].Snippet.Lines)
		}
	}
	return n + 600*len(f.definitions)
}
