// Package similar finds, for a name that a search did not find, the definitions in its scope with similar names: in
// other case, with other underscores, one or two edits away, or longer or shorter at an end.
//
// One more search of the tree looks for pieces that nearly every similar name contains. It returns, for each identifier
// that is near enough, the files where it may be defined and whether it is called. Then a few of these files are
// scanned, those of the nearest identifiers first, until enough definitions are known.
package similar

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// Bounds of a search.
const (
	Most      = 5       // names that are returned
	mostHits  = 2000    // lines of a file that are looked at
	mostSpans = 20      // pieces of a line, likewise
	mostBytes = 4 << 20 // of a file; longer ones are not scanned
	mostFiles = 40      // files that are scanned, nearly
	atOnce    = 12      // files of one round of scanning, nearly
	ofOne     = 3       // files of one identifier in a round
)

// A Search is a request for similar names.
type Search struct {
	Files walk.Options
	Name  string
	// Wanted, if set, reports which definitions come before others that are as near.
	Wanted func(source.Symbol) bool
	// Owner, if set, is the name of what should enclose the definition; its edits count as those of the name do.
	Owner string
	// Called leaves names out that nothing seems to call.
	Called bool
}

// A Name is a definition with a name like the one that was searched.
type Name struct {
	Path           string
	Line           int64 // from 1
	Column         int   // in bytes, from 1
	Name, Qualname string
	Kind           source.Symbol

	distance distance
	key      rank.Key
	owner    string // the name of what encloses it that is similar to the owner that was asked for, "" if none is
	apart    int    // from the owner that was asked for, by Apart
	wanted   bool
}

// A Result is the nearest names.
type Result struct {
	Names []Name // the nearest first, each name once
	Whole bool   // no file that may define a nearer name was left out
}

// Run searches. Files that could not be read are left out; Whole is then false.
func (s *Search) Run(ctx context.Context) (*Result, error) {
	result := &Result{Whole: true}
	patterns := pieces(s.Name, s.Owner != "")
	if len(patterns) == 0 {
		return result, nil
	}
	if s.Owner != "" {
		patterns = append(patterns, pieces(s.Owner, false)...)
	}
	matcher, err := match.New(patterns...)
	if err != nil {
		return nil, err
	}
	words := candidates{}
	newVisit := func() walk.Visit[*file] { return s.newVisitor(ctx, matcher.Clone()).meet }
	led, err := walk.Run(ctx, s.Files, newVisit, func(f *file) bool {
		result.Whole = result.Whole && !f.cut
		words.take(f)
		return true
	})
	if led.Cut() {
		result.Whole = false
	}
	if err != nil {
		return result, err
	}
	return result, s.define(ctx, matcher, words.nearest(s.Called), result)
}

// define scans the files in which the identifiers may be defined.
func (s *Search) define(ctx context.Context, m match.Matcher, words []*candidate, result *Result) error {
	scanned := map[string]bool{}
	for len(scanned) < mostFiles {
		only := round(words, scanned, result.Names)
		if len(only) == 0 {
			return nil
		}
		files := s.Files
		files.Only, files.Cut = only, nil
		newVisit := func() walk.Visit[*file] { return s.newVisitor(ctx, m.Clone()).define }
		_, err := walk.Run(ctx, files, newVisit, func(f *file) bool {
			f.names = slices.DeleteFunc(f.names, func(n Name) bool { // one that nothing calls, beside another
				return s.Called && !slices.ContainsFunc(words, func(c *candidate) bool { return c.name == n.Name })
			})
			result.Names = keep(append(result.Names, f.names...))
			result.Whole = result.Whole && !f.cut
			return true
		})
		if err != nil {
			return err
		}
	}
	result.Whole = result.Whole && len(round(words, scanned, result.Names)) == 0
	return nil
}

// round returns the paths of the files to scan next, in order, and marks them as scanned: those of identifiers that are
// at least as near as the last of the names, or of any if there are too few names.
func round(words []*candidate, scanned map[string]bool, names []Name) []string {
	var only []string
	for _, c := range words {
		if len(names) == Most && c.nearest(names[Most-1].owned()) >= 0 || len(only) >= atOnce {
			break
		}
		if slices.ContainsFunc(names, func(n Name) bool { return n.wanted && n.apart == 0 && n.Name == c.name }) {
			continue // it is defined
		}
		n := 0
		for len(c.files) > 0 && n < ofOne {
			p := c.files[0].key.Path
			if c.files = c.files[1:]; !scanned[p] {
				scanned[p] = true
				only = append(only, p)
				n++
			}
		}
	}
	slices.Sort(only)
	return only
}

// A candidate is an identifier that is near the name.
type candidate struct {
	near
	calls int // calls, by their look
	files []place
}

// A place is a file that may define an identifier.
type place struct {
	apart  int // from the owner that was asked for, as far as names in the file say
	likely bool
	key    rank.Key
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.apart, b.apart), rank.First(a.likely, b.likely), rank.Compare(&a.key, &b.key))
}

// nearest compares the nearest that a definition of the candidate can be with a distance.
func (c *candidate) nearest(o distance) int {
	d := c.distance
	if len(c.files) > 0 {
		d.size += c.files[0].apart
	}
	return d.compare(o)
}

// candidates are by their names.
type candidates map[string]*candidate

// take adds the identifiers of a file.
func (all candidates) take(f *file) {
	for _, m := range f.met {
		c := all[m.name]
		if c == nil {
			c = &candidate{near: *m.near}
			all[m.name] = c
		}
		c.calls += m.calls
		if m.defines > 0 {
			c.files = append(c.files, place{f.apart, m.likely, rank.Key{Own: true, Whole: true, Category: "definition", Role: rank.RoleOf(f.path, true, nil), Aside: rank.Aside(f.path), Path: f.path}})
		}
	}
}

// nearest returns the candidates that may be defined and, if called is set, are called, the nearest first, each with its
// files as they rank.
func (all candidates) nearest(called bool) []*candidate {
	var list []*candidate
	for _, c := range all {
		if len(c.files) > 0 && (c.calls > 0 || !called) {
			slices.SortFunc(c.files, comparePlaces)
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		n := b.distance
		n.size += b.files[0].apart
		return cmp.Or(a.nearest(n), strings.Compare(a.name, b.name))
	})
	return list
}

// keep returns the nearest of names, each name once.
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

// compare orders names: by edits, those of the owner included; then by edits of case and underscores, whether wanted, and
// as matches rank.
func compare(a, b Name) int {
	return cmp.Or(a.owned().compare(b.owned()), rank.First(a.wanted, b.wanted), rank.Compare(&a.key, &b.key))
}

// owned returns the distance with the edits of the owner.
func (n *Name) owned() distance {
	d := n.distance
	d.size += n.apart
	return d
}

// For returns the name with how far what encloses it is from an owner.
func (n Name) For(owner string) Name {
	n.owner, n.apart = nearestOwner(owner, n.Qualname, n.Path)
	return n
}

// Owned reports whether the owner that was asked for, or a similar one, has the definition.
func (n *Name) Owned() bool { return n.apart < unrelated }

// Dotted returns the qualified name, after the file or folder that is the owner if nothing else encloses it. If no owner
// was asked for, it is the name alone.
func (n *Name) Dotted() string {
	switch {
	case n.owner == "":
		return n.Name
	case n.Name == n.Qualname:
		return n.owner + "." + n.Name
	}
	return n.Qualname
}

// A file is what was found in one file.
type file struct {
	path  string
	apart int // the least of what Apart returns of its path and its identifiers
	cut   bool
	met   []met
	names []Name
}

// near is an identifier and how far it is from the name.
type near struct {
	name     string
	distance distance
}

// met is how often an identifier may be defined in a file, and called.
type met struct {
	*near
	defines, calls int
	likely         bool // it is defined, by the look of a line
}

// visitor scans files for one goroutine.
type visitor struct {
	search  *Search
	ctx     context.Context
	scanner *scan.Scanner
	buffer  bytes.Buffer // the text of a file, until the next one's
	target  target
	owner   []rune           // the result of plain
	known   map[string]*near // identifiers that were met; nil for those that are far
}

func (s *Search) newVisitor(ctx context.Context, m match.Matcher) *visitor {
	return &visitor{
		search: s, ctx: ctx, target: newTarget(s.Name, s.Owner != ""), owner: plain(s.Owner), known: map[string]*near{},
		scanner: scan.New(m, scan.Request{Want: match.Spans, Keep: mostHits, Spans: mostSpans}),
	}
}

// meet finds the identifiers of a file that are near the name.
func (v *visitor) meet(e *walk.Entry) walk.Outcome[*file] {
	language := languages.Of(e.Path(), nil)
	if bytes.IndexByte(e.Name(), '.') > 0 && language == nil {
		return walk.Outcome[*file]{} // no scanner reads it
	}
	bare := language == nil || language.Key() == "ruby" || language.Key() == "sh"
	r, why, detail := grep.Read(v.ctx, e, v.scanner)
	f := &file{}
	o := walk.Outcome[*file]{Value: f, Skip: why, Detail: detail}
	if r.Lines == 0 || r.Decoded {
		return o
	}
	f.path = e.Path()
	f.apart = Apart(v.search.Owner, "", f.path)
	f.cut = r.Lines > int64(len(r.Hits)) || r.Bytes > mostBytes
	v.each(&r, func(n *near, h *scan.Hit, start, end int) {
		at := slices.IndexFunc(f.met, func(m met) bool { return m.near == n })
		if at < 0 {
			at = len(f.met)
			f.met = append(f.met, met{near: n})
		}
		if defines(h.Text, start, end) {
			f.met[at].defines++
			f.met[at].likely = f.met[at].likely || introduces(h.Text, start, end)
		}
		if calls(h.Text, start, end, bare) {
			f.met[at].calls++
		}
	})
	if f.apart > 0 && len(f.met) > 0 {
		f.apart = v.apart(&r, f.apart)
	}
	o.Keep, o.Size = f.cut || len(f.met) > 0, 100+50*len(f.met)
	return o
}

// apart returns the least distance from the owner to an identifier of the hits, at most most.
func (v *visitor) apart(r *scan.Result, most int) int {
	v.words(r, func(word []byte, _ *scan.Hit, _, _ int) {
		if between(len(word)-len(v.search.Owner), len(v.search.Owner)) {
			most = min(most, apart(v.search.Owner, v.owner, string(word)))
		}
	})
	return most
}

// define finds the definitions of a file whose names are near.
func (v *visitor) define(e *walk.Entry) walk.Outcome[*file] {
	r, why, detail := grep.Read(v.ctx, e, v.scanner)
	f := &file{cut: r.Bytes > mostBytes}
	o := walk.Outcome[*file]{Value: f, Keep: true, Skip: why, Detail: detail}
	var places []source.Span
	v.each(&r, func(_ *near, h *scan.Hit, start, end int) {
		if defines(h.Text, start, end) {
			places = append(places, source.Span{Start: int(h.Offset) + start, End: int(h.Offset) + end})
		}
	})
	if len(places) == 0 || f.cut {
		return o
	}
	text, err := grep.Text(v.ctx, e, &v.buffer, mostBytes)
	if err != nil {
		f.cut = true
		return o
	}
	f.define(e, text, places, v)
	o.Size = 200 * len(f.names)
	return o
}

// each calls see with the identifiers of the hits that are near the name.
func (v *visitor) each(r *scan.Result, see func(n *near, h *scan.Hit, start, end int)) {
	v.words(r, func(word []byte, h *scan.Hit, start, end int) {
		if n := v.near(word); n != nil {
			see(n, h, start, end)
		}
	})
}

// words calls see with the identifiers of the hits.
func (v *visitor) words(r *scan.Result, see func(word []byte, h *scan.Hit, start, end int)) {
	for i := range r.Hits {
		h := &r.Hits[i]
		behind := 0
		for _, s := range h.Spans {
			for at := max(s.Start, behind); at < s.End; at = behind + 1 {
				start, end := word(h.Text, at, s.End)
				if behind = end; start == end {
					break
				}
				see(h.Text[start:end], h, start, end)
			}
		}
	}
}

// near returns an identifier that is near the name, nil for one that is not.
func (v *visitor) near(word []byte) *near {
	if n, known := v.known[string(word)]; known {
		return n
	}
	var n *near
	name := string(word)
	if d := v.target.distance(name); d.difference < far {
		n = &near{name, d}
	}
	if n != nil || len(v.known) < mostKnown {
		v.known[name] = n
	}
	return n
}

// mostKnown bounds the identifiers that a visitor remembers as far.
const mostKnown = 100_000

// define keeps the definitions among places.
func (f *file) define(e *walk.Entry, text []byte, places []source.Span, v *visitor) {
	head := text[:min(len(text), 1024)]
	language := languages.In(e, text)
	if language == nil {
		return
	}
	places = slices.DeleteFunc(places, func(p source.Span) bool { return p.End > len(text) }) // the file became shorter
	seen := source.Scan(language.Scan, text, source.Want{Places: places})
	role := rank.RoleOf(e.Path(), true, head)
	for i := range seen.Occurrences {
		o := &seen.Occurrences[i]
		if o.Kind != source.Definition || o.Of == source.None {
			continue
		}
		d := &seen.Declarations[o.Of]
		name := d.Name.Of(text)
		n := v.near([]byte(name))
		if n == nil {
			continue
		}
		line := int64(bytes.Count(text[:d.Name.Start], []byte{'\n'})) + 1
		column := d.Name.Start - match.LineStart(text, 0, d.Name.Start) + 1
		qualname := seen.Qualname(text, o.Of)
		owner, apart := nearestOwner(v.search.Owner, qualname, e.Path())
		if n.distance.size > edits(len(v.target.plain)) && n.distance.difference == edited && apart == unrelated {
			continue // too short a name
		}
		f.names = append(f.names, Name{
			Path: e.Path(), Line: line, Column: column, Name: name, Qualname: qualname, Kind: d.Symbol,
			owner: owner, apart: apart, distance: n.distance, wanted: v.search.Wanted == nil || v.search.Wanted(d.Symbol),
			key: rank.Key{Own: true, Body: d.Symbol.Encloses(), Role: role, Category: "definition", Whole: true, Path: e.Path(), Line: line, Column: column},
		})
	}
	f.names = slices.Clone(keep(f.names))
}
