package occurrence

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// Given gives the matches of a file with this text, by its printed path,
// checked. It is called from several goroutines. why says what keeps the file
// from having been searched.
type Given func(path string, info walk.Info, text []byte) (matches []foreign.Match, why ledger.Reason, detail string)

// readGiven is Read where the matches are given.
func (r *Reader) readGiven(e *walk.Entry) (f *File, why ledger.Reason, detail string) {
	f = &File{name: r.Name, by: r.GivenBy}
	info, err := e.Stat()
	if err == nil && info.Size > maxScanned {
		return f, ledger.TooLarge, "over 64 MiB"
	}
	var text []byte
	if err == nil {
		text, err = r.text(e)
	}
	if err != nil {
		if r.ctx.Err() != nil {
			return f, ledger.Timeout, ""
		}
		return f, ledger.Unreadable, grep.Cause(err)
	}
	f.Bytes = int64(len(text))
	matches, why, detail := r.Given(e.Path(), info, text)
	if before := beforeNUL(text, matches); !r.binary && before < len(matches) {
		matches, why = matches[:before], ledger.Binary
	}
	if len(matches) == 0 {
		return f, why, detail
	}
	f.Path, f.Info, f.Text, f.given = e.Path(), info, text, matches[:min(len(matches), maxPlaces)]
	result := &scan.Result{Matches: int64(len(matches)), Bytes: f.Bytes}
	result.Hits, result.Lines = hits(text, matches)
	f.Matches, f.Lines = result.Matches, result.Lines
	_ = r.scan(e, f, result) // the text is there already
	return f, why, detail
}

// beforeNUL gives how many matches stand before the first NUL, or on its line where
// the first match there does: behind it nothing counts, as in scan.Result.Binary.
func beforeNUL(text []byte, matches []foreign.Match) int {
	nul := bytes.IndexByte(text, 0)
	if nul < 0 {
		return len(matches)
	}
	from, to := match.LineStart(text, 0, nul), match.LineEnd(text, nul)
	count := func(before int) int {
		n, _ := slices.BinarySearchFunc(matches, before, func(m foreign.Match, at int) int { return cmp.Compare(m.Start, at) })
		return n
	}
	if count(from) < count(nul) {
		return count(to + 1)
	}
	return count(from)
}

// hits gives a hit for each of the first matches, and how many lines begin one.
func hits(text []byte, matches []foreign.Match) (all []scan.Hit, lines int64) {
	last := 0
	for i := range matches {
		m := &matches[i]
		if m.Line != last {
			lines, last = lines+1, m.Line
		}
		if len(all) == maxPlaces {
			continue
		}
		start := bytes.LastIndexByte(text[:m.Start], '\n') + 1
		end := len(text)
		if cut := bytes.IndexByte(text[m.End:], '\n'); cut >= 0 {
			end = m.End + cut
		}
		end = max(len(bytes.TrimSuffix(text[start:end], []byte{'\r'}))+start, m.End)
		all = append(all, scan.Hit{
			Line: int64(m.Line), Offset: int64(start), Text: bytes.Clone(text[start:end]),
			Spans: []match.Span{{Start: m.Start - start, End: m.End - start}},
		})
	}
	return all, lines
}
