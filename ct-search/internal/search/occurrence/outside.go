package occurrence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// Outside is what a program of its own found, by the paths of files as entries
// print them. A file that it does not have was searched and has no match.
type Outside map[string]*Finds

// Finds is what was found in one file.
type Finds struct {
	Matches []Find // in ascending order of where they begin
	Total   int64  // with those that are not told
	// Skip is why the file was not searched, and Detail says more; None if it was.
	Skip   ledger.Reason
	Detail string
}

// A Find is one match.
type Find struct {
	Span     source.Span // in the file; finds may hold one another
	Category string      // as answers name it; pattern_match for one that they do not
	Score    float64     // above 0 and at most 1
	Captures []Capture
}

// A Capture is what a variable of the pattern stands for.
type Capture struct {
	Name string
	Span source.Span // in the file
}

// MostFinds is how many finds of a file are told apart; the others are counted.
const MostFinds = maxPlaces

// NewOutsideReader gives a reader of files whose matches are known; kind is what
// answers call such matches.
func NewOutsideReader(ctx context.Context, known Outside, kind string) *Reader {
	return &Reader{ctx: ctx, outside: known, by: kind}
}

// ErrOutside is wrapped by errors about a find that stands nowhere in its file.
var ErrOutside = errors.New("a match outside of the file")

// readOutside is Read for matches that are known.
func (r *Reader) readOutside(e *walk.Entry) (f *File, why ledger.Reason, detail string) {
	f = &File{name: r.Name, by: r.by}
	path := e.Path()
	known := r.outside[path]
	if known == nil || known.Skip != ledger.None {
		if known != nil {
			why, detail = known.Skip, known.Detail
		}
		return f, why, detail
	}
	text, err := r.text(e)
	if err != nil {
		return f, ledger.Unreadable, grep.Cause(err)
	}
	f.Path, f.Matches, f.Bytes, f.Text = path, known.Total, int64(len(text)), text
	f.Info, _ = e.Stat() // without it the page has no cursor to hold the file to
	if f.finds = known.Matches; len(f.finds) > maxPlaces {
		f.finds = f.finds[:maxPlaces]
	}
	if err := f.locate(); err != nil {
		r.Failed = fmt.Errorf("%s: %w", budget.EscapeName(path), err)
		return &File{}, ledger.None, ""
	}
	f.know(e, r.Bindings)
	return f, ledger.None, ""
}

// locate makes places of the finds.
func (f *File) locate() error {
	last := int64(0)
	for i := range f.finds {
		s := f.finds[i].Span
		if s.Start < 0 || s.End < s.Start || s.End > len(f.Text) || i > 0 && s.Start < f.finds[i-1].Span.Start {
			return fmt.Errorf("%w: bytes %d to %d of %d", ErrOutside, s.Start, s.End, len(f.Text))
		}
		for _, c := range f.finds[i].Captures {
			if !s.Holds(c.Span) || c.Span.Start > c.Span.End {
				return fmt.Errorf("%w: %s is not inside its match", ErrOutside, c.Name)
			}
		}
		start := match.LineStart(f.Text, 0, s.Start)
		end := match.LineEnd(f.Text, max(s.End-1, s.Start))
		hit := &scan.Hit{Line: f.lines.of(f.Text, start), Offset: int64(start), Text: bytes.TrimSuffix(f.Text[start:end], []byte{'\r'})}
		at := match.Span{Start: min(s.Start-start, len(hit.Text)), End: min(s.End-start, len(hit.Text))}
		f.Places = append(f.Places, Place{Span: s, hit: hit, at: at})
		if hit.Line != last {
			f.Lines, last = f.Lines+1, hit.Line
		}
	}
	return nil
}

// asked gives the places that a scanner is asked about: of a match of text what
// stands there, of another what encloses its beginning.
func (f *File) asked() []source.Span {
	all := spans(f.Places)
	for i := range f.finds {
		if f.finds[i].kind() != source.Text {
			all[i].End = min(all[i].Start+1, len(f.Text))
		}
	}
	return all
}

// said gives the kind that a program says the match at place i has, Text for one
// that is left to the scanners.
func (f *File) said(i int) source.Kind {
	if f.finds == nil {
		return source.Text
	}
	return f.finds[i].kind()
}

// kind gives the kind that a program says a find has, Text for one that is left
// to the scanners.
func (f *Find) kind() source.Kind {
	if k, ok := source.KindOf(f.Category); ok {
		return k
	}
	return source.Pattern
}

// A Structure is what a program says of a match, beside where it is.
type Structure struct {
	Kind     string            // of match, by what found it
	Text     string            // what matches, clipped
	Captures map[string]string // by the names of variables, clipped
}

// structure tells of a find.
func (f *File) structure(i int) *Structure {
	find := &f.finds[i]
	s := &Structure{Kind: f.by, Text: f.clip(find.Span)}
	for _, c := range find.Captures {
		if s.Captures == nil {
			s.Captures = map[string]string{}
		}
		s.Captures[c.Name] = f.clip(c.Span)
	}
	return s
}

func (f *File) clip(s source.Span) string {
	text, _ := budget.Clip(f.Text[s.Start:s.End], 0, 0, ClipText)
	return strings.ToValidUTF8(text, "\uFFFD")
}
