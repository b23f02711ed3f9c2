package occurrence

import (
	"bytes"
	"context"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A Chooser is a Reader whose matches are definitions and imports, chosen among all that a scanner reports.
type Chooser struct {
	Reader

	// Choose returns the occurrences that are matches, in ascending order, of a
	// file whose Declarations are all there are, with its Imports if Bindings.
	Choose func(f *File) []source.Occurrence
	// Prototypes asks scanners for declarations of functions without a body too.
	Prototypes bool
}

// NewChooser returns a chooser of the files in which m matches; nil for all.
func NewChooser(ctx context.Context, m match.Matcher) *Chooser {
	c := &Chooser{Reader: Reader{ctx: ctx}}
	if m != nil {
		c.scanner = scan.New(m.Clone(), scan.Request{Want: match.First})
	}
	return c
}

// Read reads a file; if it could not, why and detail give the reason. Files of a language without a scanner have no
// places, and Matches is 1 if m matches in them; without a matcher they are not read.
func (c *Chooser) Read(e *walk.Entry) (f *File, why ledger.Reason, detail string) {
	f = &File{name: c.Name}
	if c.scanner != nil {
		result, why, detail := grep.Read(c.ctx, e, c.scanner)
		if result.Lines == 0 || why == ledger.Binary || why == ledger.Timeout {
			return f, why, detail
		}
	} else if bytes.IndexByte(e.Name(), '.') > 0 && languages.Of(e.Path(), nil) == nil {
		return f, ledger.None, ""
	}
	text, err := c.text(e)
	switch {
	case err != nil && c.ctx.Err() != nil:
		return f, ledger.Timeout, ""
	case err != nil:
		return f, ledger.Unreadable, grep.Cause(err)
	case scan.IsUTF16(text):
		return f, ledger.Unreadable, "definitions are not looked for in UTF-16"
	case !scan.IsText(text[:min(len(text), scan.HeadSize)]):
		return f, ledger.Binary, ""
	case len(text) == maxScanned:
		return f, ledger.TooLarge, "over 64 MiB"
	}
	language := languages.In(e, text)
	f.header = languages.ByText(e.Path())
	if language == nil {
		if c.scanner != nil {
			f.Matches = 1
		}
		return f, ledger.None, ""
	}
	f.Text, f.Language, f.language = text, language.Name, language
	f.Seen = source.Scan(language.Scan, text, source.Want{Declarations: true, Bindings: c.Bindings, Prototypes: c.Prototypes})
	f.Path = e.Path()
	f.Seen.Occurrences = c.Choose(f)
	if len(f.Seen.Occurrences) == 0 {
		return f, ledger.None, ""
	}
	f.Doubt = f.Seen.Doubt
	f.Role = rank.RoleOf(f.Path, true, text[:min(len(text), 1024)])
	f.Info, _ = e.Stat() // without it no cursor can detect a change of the file
	f.place()
	return f, ledger.None, ""
}

// place makes a match of every occurrence.
func (f *File) place() {
	line := int64(0)
	for i := range f.Seen.Occurrences {
		p := f.Seen.Occurrences[i].Place
		start := match.LineStart(f.Text, 0, p.Start)
		hit := &scan.Hit{Line: f.lines.of(f.Text, p.Start), Offset: int64(start), Text: bytes.TrimSuffix(f.Text[start:match.LineEnd(f.Text, p.End)], []byte{'\r'})}
		f.Places = append(f.Places, Place{Span: p, hit: hit, at: match.Span{Start: p.Start - start, End: min(p.End-start, len(hit.Text))}})
		f.Matches++
		if hit.Line != line {
			f.Lines, line = f.Lines+1, hit.Line
		}
	}
}
