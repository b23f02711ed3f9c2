// Package similar finds, for a name that a search did not find, the definitions
// in its scope whose names are nearly that: in other case, with other
// underscores, one or two edits away, or longer or shorter at an end.
//
// It is one more search of the tree, for pieces that every such name has; only
// the files in which an identifier is near enough are scanned for definitions.
package similar

import (
	"bytes"
	"context"
	"math"
	"slices"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// Bounds of a search. They count in path order.
const (
	Most      = 5       // names that are given
	mostHits  = 2000    // lines of a file that are looked at
	mostSpans = 20      // pieces of a line, likewise
	mostFiles = 2000    // files that are scanned
	mostBytes = 4 << 20 // of a file; longer ones are not scanned
)

// A Search is what is asked for.
type Search struct {
	Files walk.Options
	Name  string
	// Bytes bounds what is read before scanning; 0 is no bound.
	Bytes int64
	// Wanted, if set, tells which definitions come before others that are as
	// near.
	Wanted func(source.Symbol) bool
}

// A Name is a definition with a name like the one that was searched.
type Name struct {
	Path     string
	Line     int64 // from 1
	Column   int   // in bytes, from 1
	Name     string
	Qualname string
	Kind     source.Symbol

	distance distance
	key      rank.Key
	wanted   bool
}

// A Result is the nearest names.
type Result struct {
	Names []Name // the nearest first, each name once
	Whole bool   // all definitions in scope were looked at
}

// Run searches. What could not be read is left out, and Whole says so.
func (s *Search) Run(ctx context.Context) (*Result, error) {
	patterns := pieces(s.Name)
	if len(patterns) == 0 {
		return &Result{Whole: true}, nil
	}
	matcher, err := match.New(patterns...)
	if err != nil {
		return nil, err
	}
	result := &Result{Whole: true}
	files, left := 0, s.Bytes
	if left == 0 {
		left = math.MaxInt64
	}
	newVisit := func() walk.Visit[*file] { return s.newVisitor(ctx, matcher.Clone()).visit }
	led, err := walk.Run(ctx, s.Files, newVisit, func(f *file) bool {
		left -= f.bytes
		if f.cut {
			result.Whole = false
		}
		if f.scanned {
			files++
			result.Names = keep(append(result.Names, f.names...))
		}
		if files >= mostFiles || left <= 0 {
			result.Whole = false
			return false
		}
		return true
	})
	if led.Cut() {
		result.Whole = false
	}
	return result, err
}

// keep gives the nearest of names, each name once.
func keep(names []Name) []Name {
	slices.SortStableFunc(names, compare)
	kept := names[:0]
	for _, n := range names {
		if len(kept) < Most && !slices.ContainsFunc(kept, func(k Name) bool { return k.Name == n.Name }) {
			kept = append(kept, n)
		}
	}
	return kept
}

// compare orders names: the nearest first, of equals those that are wanted,
// then as matches rank.
func compare(a, b Name) int {
	if c := a.distance.compare(b.distance); c != 0 {
		return c
	}
	if a.wanted != b.wanted {
		if a.wanted {
			return -1
		}
		return 1
	}
	return rank.Compare(&a.key, &b.key)
}

// A file is what one file gave.
type file struct {
	bytes   int64
	scanned bool
	cut     bool
	names   []Name
}

// visitor looks at files for one goroutine.
type visitor struct {
	search  *Search
	ctx     context.Context
	scanner *scan.Scanner
	buffer  bytes.Buffer // the text of a file, until the next one's
	target  target
	known   map[string]distance // of identifiers that were met
}

func (s *Search) newVisitor(ctx context.Context, m match.Matcher) *visitor {
	return &visitor{
		search: s, ctx: ctx, target: newTarget(s.Name), known: map[string]distance{},
		scanner: scan.New(m, scan.Request{Want: match.Spans, Keep: mostHits, Spans: mostSpans}),
	}
}

func (v *visitor) visit(e *walk.Entry) walk.Outcome[*file] {
	r, why, detail := grep.Read(v.ctx, e, v.scanner)
	f := &file{bytes: r.Bytes}
	o := walk.Outcome[*file]{Value: f, Keep: r.Bytes > 0, Skip: why, Detail: detail}
	if r.Lines == 0 || r.Decoded {
		return o
	}
	f.cut = r.Lines > int64(len(r.Hits)) || r.Bytes > mostBytes
	places := v.places(&r)
	if len(places) == 0 || r.Bytes > mostBytes {
		return o
	}
	text, err := grep.Text(v.ctx, e, &v.buffer, mostBytes)
	if err != nil {
		f.cut = true
		return o
	}
	f.define(e.Path(), text, places, v)
	o.Size = 200 * len(f.names)
	return o
}

// places gives the identifiers of the hits that are near the name.
func (v *visitor) places(r *scan.Result) []source.Span {
	var all []source.Span
	for i := range r.Hits {
		h := &r.Hits[i]
		behind := 0
		for _, s := range h.Spans {
			for at := max(s.Start, behind); at < s.End; at = behind + 1 {
				start, end := word(h.Text, at, s.End)
				if behind = end; start == end {
					break
				}
				if v.near(h.Text[start:end]).plausible() && defines(h.Text, start, end) {
					all = append(all, source.Span{Start: int(h.Offset) + start, End: int(h.Offset) + end})
				}
			}
		}
	}
	return all
}

// near gives the distance of an identifier from the name.
func (v *visitor) near(word []byte) distance {
	if d, known := v.known[string(word)]; known {
		return d
	}
	d := v.target.distance(string(word))
	if len(v.known) < mostKnown {
		v.known[string(word)] = d
	}
	return d
}

// mostKnown bounds the identifiers whose distance a visitor remembers.
const mostKnown = 100_000

// define keeps the definitions among places.
func (f *file) define(path string, text []byte, places []source.Span, v *visitor) {
	head := text[:min(len(text), 1024)]
	language := languages.Of(path, head)
	if language == nil {
		return
	}
	places = slices.DeleteFunc(places, func(p source.Span) bool { return p.End > len(text) }) // the file became shorter
	f.scanned = true
	seen := source.Scan(language.Scan, text, source.Want{Places: places})
	role := rank.RoleOf(path, true, head)
	for i := range seen.Occurrences {
		o := &seen.Occurrences[i]
		if o.Kind != source.Definition || o.Of == source.None {
			continue
		}
		d := &seen.Declarations[o.Of]
		name := d.Name.Of(text)
		distance := v.near([]byte(name))
		if !distance.plausible() {
			continue
		}
		line := int64(bytes.Count(text[:d.Name.Start], []byte{'\n'})) + 1
		column := d.Name.Start - match.LineStart(text, 0, d.Name.Start) + 1
		f.names = append(f.names, Name{
			Path: path, Line: line, Column: column, Name: name, Qualname: seen.Qualname(text, o.Of), Kind: d.Symbol,
			distance: distance, wanted: v.search.Wanted == nil || v.search.Wanted(d.Symbol),
			key: rank.Key{Own: true, Body: d.Symbol.Encloses(), Role: role, Category: "definition", Whole: true, Path: path, Line: line, Column: column},
		})
	}
	f.names = slices.Clone(keep(f.names))
}
