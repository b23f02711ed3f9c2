package occurrence

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// Limits for one file.
const (
	maxScanned = 64 << 20 // bytes up to which a file is scanned to classify its matches
	maxPlaces  = 20_000   // matches of a file that are classified, and their lines; the others are counted
	maxSpans   = 1_000    // matches of a line that are classified
)

// A Reader reads files for one goroutine.
type Reader struct {
	// Name is the last name of the symbol that is searched, whose definitions
	// are distinguished from others; empty if the query is none.
	Name string
	// Bindings asks scanners for the names that each scope binds, Calls for the receivers of matching calls.
	Bindings, Calls bool
	// Given, if set, returns the matches of files, which the matcher of another program found, in place of Matcher.
	Given   Given
	GivenBy string // name of the matcher
	Bound   bool   // what is given are occurrences of Name, which are classified like others

	// Score, if set, returns how good an approximate match is by its text.
	Score func(match []byte) float64

	ctx     context.Context
	binary  bool
	scanner *scan.Scanner
	buffer  bytes.Buffer
}

// NewReader returns a reader of what m matches, also in binary files if binary is set. Without m, matches are Given.
// If encoded is set, it counts the files that are not UTF-8.
func NewReader(ctx context.Context, m match.Matcher, binary bool, encoded *atomic.Int64) *Reader {
	if m == nil {
		return &Reader{ctx: ctx, binary: binary}
	}
	return &Reader{ctx: ctx, binary: binary, scanner: scan.New(m.Clone(), scan.Request{Want: match.Spans, Keep: maxPlaces, Spans: maxSpans, Text: binary, Encoded: encoded})}
}

// A Head is what may be kept of a file.
type Head struct {
	Path      string
	Role      rank.Role
	Aside     bool   // it belongs to tools, samples or code of others
	Language  string // "" without a scanner
	Matches   int64
	Lines     int64 // with a match
	Near      int64 // occurrences inside longer words
	Unscanned int64 // matches that a scanner could have classified
	Doubt     string
	Partial   bool // it has code that no scanner read
	header    bool // its text may have decided what its language is
	Info      walk.Info
}

// A File is one file with its matches. All but its head is valid until its Reader reads the next one.
type File struct {
	Head
	Bytes  int64 // read
	Text   []byte
	Seen   *source.File // nil if no scanner read it
	Places []Place      // fewer than Matches if there are too many to classify

	language *languages.Language // nil without a scanner
	name     string
	score    func(match []byte) float64
	public   bool // in C: its definitions are visible in all of its tree
	lines    lineIndex
	given    []foreign.Match // one for each of Places; nil if the matches were found here
	by       string          // the matcher that found them
	bound    bool            // they are occurrences
}

// A Place is a match in a file.
type Place struct {
	Span source.Span // in the file

	hit *scan.Hit
	at  match.Span // in the hit's text
}

// Line returns the text of the line or lines of a match, and its place in it.
func (p *Place) Line() (text []byte, start, end int) { return p.hit.Text, p.at.Start, p.at.End }

// Read reads a file; if it could not, why and detail give the reason. Without a match all but Near and Bytes is empty.
func (r *Reader) Read(e *walk.Entry) (f *File, why ledger.Reason, detail string) {
	if r.Given != nil {
		return r.readGiven(e)
	}
	result, why, detail := grep.Read(r.ctx, e, r.scanner)
	f = &File{Head: Head{Near: result.Near}, Bytes: result.Bytes, name: r.Name, score: r.Score}
	if result.Lines == 0 {
		return f, why, detail
	}
	f.Path, f.Matches, f.Lines = e.Path(), result.Matches, result.Lines
	f.Text = r.scanner.Whole()
	f.Info, _ = e.Stat() // without it no cursor can detect a change of the file
	if err := r.scan(e, f, &result); err != nil && why == ledger.None {
		why, detail = ledger.Unreadable, grep.Cause(err)
	}
	return f, why, detail
}

// scan lets the scanner of its language classify the matches.
func (r *Reader) scan(e *walk.Entry, f *File, result *scan.Result) error {
	var err error
	if !result.Decoded && result.Bytes <= maxScanned && f.Text == nil {
		f.Text, err = r.text(e)
	}
	head := f.Text[:min(len(f.Text), 1024)]
	language := languages.In(e, f.Text)
	if language != nil {
		f.Language = language.Name
	}
	f.header = languages.ByText(f.Path)
	inside := Inside(e, f.Path)
	f.Role, f.Aside, f.public = rank.RoleOf(inside, language != nil, head), rank.Aside(inside), isInterface(inside)
	f.Places = places(result)
	if f.Text != nil && !result.Decoded { // the file may have become shorter, or unreadable
		f.Places = slices.DeleteFunc(f.Places, func(p Place) bool { return p.Span.End > len(f.Text) })
	}
	f.language = language
	if language != nil && f.Text != nil && !result.Decoded {
		f.Seen = source.Scan(language.Scan, f.Text, source.Want{Places: f.asked(), Bindings: r.Bindings, Calls: r.Calls})
		f.Doubt, f.Partial = f.Seen.Doubt, f.Seen.Partial
	} else if language != nil {
		f.Unscanned = result.Matches
	}
	return err
}

// Text returns the text of the file that was read last.
func (r *Reader) Text(e *walk.Entry, f *File) ([]byte, error) {
	if f.Text != nil {
		return f.Text, nil
	}
	if whole := r.scanner.Whole(); whole != nil {
		return whole, nil
	}
	return r.text(e)
}

// text returns the text of a file in a buffer that the next file uses again.
func (r *Reader) text(e *walk.Entry) ([]byte, error) {
	return grep.Text(r.ctx, e, &r.buffer, maxScanned)
}

// places returns the matches of r in order.
func places(r *scan.Result) []Place {
	var all []Place
	for i := range r.Hits {
		h := &r.Hits[i]
		for _, s := range h.Spans[:min(len(h.Spans), maxPlaces-len(all))] {
			start := int(h.Offset) + s.Start
			all = append(all, Place{hit: h, at: s, Span: source.Span{Start: start, End: start + s.End - s.Start}})
		}
	}
	return all
}

// asked returns the places that a scanner is asked about: of a given match its first byte, with the same definition.
func (f *File) asked() []source.Span {
	all := make([]source.Span, len(f.Places))
	for i := range f.Places {
		all[i] = f.Places[i].Span
		if f.given != nil && !f.bound {
			all[i].End = min(all[i].Start+1, len(f.Text))
		}
	}
	return all
}

// Inside returns the part of an entry's printed path below the searched folder, or the name of a file given as a root.
func Inside(e *walk.Entry, printed string) string {
	if n := e.Below(); n > 0 {
		return printed[len(printed)-n:]
	}
	return path.Base(printed)
}

// isInterface reports, by its path, whether a file of C or C++ is a header for all of its tree.
func isInterface(inside string) bool {
	return lang.IsHeader(path.Ext(inside)) && slices.Contains(strings.Split(path.Dir(inside), "/"), "include")
}

// Look returns the same file with other places: those of the whole word word, which the file uses as another name of
// what is searched. It is nil if there is none or no scanner reads the file.
func (f *File) Look(word string) *File {
	if f.language == nil || f.Seen == nil || word == "" {
		return nil
	}
	other := &File{Head: f.Head, Text: f.Text, language: f.language, name: word}
	line, counted := int64(1), 0
	for at := 0; len(other.Places) < maxPlaces; {
		i := bytes.Index(f.Text[at:], []byte(word))
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(word)
		if !whole(f.Text, start, at) {
			continue
		}
		line += int64(bytes.Count(f.Text[counted:start], []byte{'\n'}))
		counted = start
		from := match.LineStart(f.Text, 0, start)
		text := bytes.TrimSuffix(f.Text[from:match.LineEnd(f.Text, start)], []byte{'\r'})
		span := match.Span{Start: start - from, End: at - from}
		hit := &scan.Hit{Line: line, Offset: int64(from), Text: text, Spans: []match.Span{span}}
		other.Places = append(other.Places, Place{Span: source.Span{Start: start, End: at}, hit: hit, at: span})
	}
	if len(other.Places) == 0 {
		return nil
	}
	other.Seen = source.Scan(f.language.Scan, f.Text, source.Want{Places: other.asked(), Bindings: true, Calls: true})
	return other
}

// Of returns the same file with only the places of word.
func (f *File) Of(word string) *File {
	other := &File{Head: f.Head, Text: f.Text, language: f.language, name: word}
	other.Matches = 0
	if f.Seen != nil {
		seen := *f.Seen
		seen.Occurrences = nil
		other.Seen = &seen
	}
	for i := range f.Places {
		if text, start, end := f.Places[i].Line(); string(text[start:end]) == word {
			other.Places = append(other.Places, f.Places[i])
			other.Matches++
			if f.Seen != nil {
				other.Seen.Occurrences = append(other.Seen.Occurrences, f.Seen.Occurrences[i])
			}
		}
	}
	return other
}
