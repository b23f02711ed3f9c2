package occurrence

import (
	"bytes"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// Given calls each for the matches of a file with this text, by its printed path, checked and in ascending order. It is
// called from several goroutines. If why is set, the file was not searched, and no match counts.
type Given func(path string, info walk.Info, text []byte, each func(*foreign.Match)) (why ledger.Reason, detail string)

// readGiven is Read if the matches are given.
func (r *Reader) readGiven(e *walk.Entry) (f *File, why ledger.Reason, detail string) {
	f = &File{name: r.Name, by: r.GivenBy, bound: r.Bound}
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
	g := gathering{text: text}
	if !r.binary {
		g.end = endAtNUL(text)
	}
	if why, detail = r.Given(e.Path(), info, text, g.add); why != ledger.None {
		return f, why, detail
	}
	if g.behind {
		why = ledger.Binary
	}
	if g.Matches == 0 {
		return f, why, detail
	}
	f.Path, f.Info, f.Text, f.given = e.Path(), info, text, g.first
	g.Bytes = f.Bytes
	f.Matches, f.Lines = g.Matches, g.Lines
	_ = r.scan(e, f, &g.Result) // the text is there already
	return f, why, detail
}

// A nulLine is the line of the first NUL of a text, and where the NUL is.
type nulLine struct{ start, nul, end int }

// endAtNUL returns the line of the first NUL, nil if there is none.
func endAtNUL(text []byte) *nulLine {
	nul := bytes.IndexByte(text, 0)
	if nul < 0 {
		return nil
	}
	return &nulLine{match.LineStart(text, 0, nul), nul, match.LineEnd(text, nul)}
}

// A gathering converts the matches of a file, which come one after the other, to the result of a scan.
type gathering struct {
	scan.Result
	text   []byte
	end    *nulLine        // after which nothing counts
	first  []foreign.Match // as many as are classified
	last   int             // line of the last match
	behind bool            // there were matches that do not count
}

// add adds a match if it counts: it is before the first NUL, or shares its line with one that is (scan.Result.Binary).
func (g *gathering) add(m *foreign.Match) {
	if end := g.end; end != nil && m.Start >= end.start {
		onLine := g.Matches > 0 && g.last == m.Line
		if g.behind = g.behind || m.Start > end.end || !onLine && m.Start >= end.nul; g.behind {
			return
		}
	}
	g.Matches++
	if m.Line != g.last {
		g.Lines, g.last = g.Lines+1, m.Line
	}
	if len(g.first) < maxPlaces {
		g.first = append(g.first, *m)
		g.Hits = append(g.Hits, hit(g.text, m))
	}
}

// hit returns the line or lines of a match.
func hit(text []byte, m *foreign.Match) scan.Hit {
	start := bytes.LastIndexByte(text[:m.Start], '\n') + 1
	end := len(text)
	if cut := bytes.IndexByte(text[m.End:], '\n'); cut >= 0 {
		end = m.End + cut
	}
	end = max(len(bytes.TrimSuffix(text[start:end], []byte{'\r'}))+start, m.End)
	return scan.Hit{
		Line: int64(m.Line), Offset: int64(start), Text: bytes.Clone(text[start:end]),
		Spans: []match.Span{{Start: m.Start - start, End: m.End - start}},
	}
}
