package filter

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A body prints or collects the results as they come, in path order.
type body struct {
	s     *search
	out   io.Writer
	line  []byte          // reused
	emits bool            // {MATCHES} is asked for
	paths strings.Builder // for {MATCHES}
	json  bounded         // for the JSON document
	ends  []cursor.Place  // where each value of json ends
	texts []string        // the lines of the text for each value of json, if it is printed too
	lines int64           // of the current file that are in json, or on earlier pages
	bare  bool            // lines are printed without their numbers
	clips bool            // long lines are cut around their match
	apart bool            // a context group was printed before
	waits *entry          // its next part may follow
	last  int64           // number of the line of this file printed last, 0 for none
	of    *naming         // what matches on a line; nil if there is one pattern, or only alternatives
}

func newBody(s *search, out io.Writer) *body {
	b := &body{s: s, out: out, emits: s.frame.Uses("MATCHES")}
	if s.frame.BytesBound {
		b.json.most, b.clips = s.frame.Budget.Bytes, s.frame.Format == "json"
	}
	if s.conditions != nil && len(s.conditions.all) > 1 && s.frame.Format == "json" {
		b.of = s.newNaming()
	}
	b.bare = s.request.NoPath && len(s.request.Table.Given("detail")) == 0
	b.apart = s.page.From != nil && s.scan.Before+s.scan.After > 0
	return b
}

// add takes one entry, or a part of one. What is printed of an entry as a whole waits for its last part.
func (b *body) add(e *entry) {
	switch {
	case b.s.layout == request.LayoutDetail || b.s.scan.Want < match.Lines:
		b.take(e)
	case !e.rest:
		b.flush()
		b.waits = e
	case e.result != nil:
		b.waits.join(e)
	}
}

// flush takes the entry that waits.
func (b *body) flush() {
	if b.waits != nil {
		b.take(b.waits)
		b.waits = nil
	}
}

// join adds to an entry what a later part of it found.
func (e *entry) join(part *entry) {
	e.spans += part.matches()
	e.result.Lines += part.result.Lines
}

// matches returns how many matches the lines of an entry have, of those parts that it was joined with too.
func (e *entry) matches() int64 {
	n := e.spans
	if e.result != nil {
		for i := range e.result.Hits {
			n += int64(len(e.result.Hits[i].Spans))
		}
	}
	return n
}

// count returns what is counted of an entry: its matching lines, or its matches.
func (b *body) count(e *entry) int64 {
	if b.s.request.OnlyMatching {
		return e.matches()
	}
	return e.count()
}

// take prints or collects an entry, or in detail a part of one.
func (b *body) take(e *entry) {
	if b.emits && !e.rest {
		b.paths.WriteString(budget.EscapeName(e.path) + "\n")
	}
	if b.s.frame.Format == request.FormatLines {
		b.values(e, func(v any, _ int64) {
			line, err := render.JSON(v, false)
			if err == nil {
				_, _ = b.out.Write(append(line, '\n'))
			}
		})
		return
	}
	if b.s.frame.Format == "json" {
		if b.s.layout != request.LayoutSummary {
			b.collect(e)
		}
		return
	}
	switch {
	case b.s.layout == request.LayoutSummary:
		return
	case b.s.layout == request.LayoutDetail && b.s.matcher != nil:
		b.line = b.line[:0]
		b.detail(e)
	default:
		b.entry(e)
	}
	_, _ = b.out.Write(b.line) // an error comes back when standard output is flushed
}

// entry sets the line of an entry whose matching lines are not printed.
func (b *body) entry(e *entry) {
	b.line = b.line[:0]
	if b.s.layout == request.LayoutDetail {
		b.line = fmt.Appendf(b.line, "%s %10d  ", letter(e.kind), e.size)
	}
	counts := b.s.layout == request.LayoutCount && b.s.matcher != nil
	b.line = append(b.line, b.named(e.path)...)
	switch r := b.s.request; {
	case counts && !r.NoPath && !r.Null:
		b.line = append(b.line, ':')
	case !counts && r.Null: // for xargs -0, without a line end
		return
	}
	if counts {
		b.line = strconv.AppendInt(b.line, b.count(e), 10)
	}
	b.line = append(b.line, '\n')
}

// named returns a path as it is printed: escaped, with a NUL after it instead, or not at all.
func (b *body) named(path string) []byte {
	switch r := b.s.request; {
	case r.NoPath:
		return nil
	case r.Null:
		return append(b.s.frame.Paint.Path(nil, path), 0)
	}
	return b.s.frame.Paint.Path(nil, budget.EscapeName(path))
}

// detail appends a file's matching lines, with a colon before the text, and their context, with a dash, as grep does.
func (b *body) detail(e *entry) {
	if !e.rest {
		b.last = 0
	}
	name := b.named(e.path)
	for i := range e.result.Hits {
		if b.s.request.OnlyMatching {
			h := &e.result.Hits[i]
			for _, m := range h.Spans {
				b.match(h, m, name)
			}
			continue
		}
		b.hit(e, i, name)
	}
}

// begin appends what a line begins with: a path that is printed as name, and a mark after it.
func (b *body) begin(name []byte, mark byte) {
	b.line = append(b.line, name...)
	if len(name) > 0 && !b.s.request.Null {
		b.line = append(b.line, mark)
	}
}

// match appends one match of a line.
func (b *body) match(h *scan.Hit, m match.Span, name []byte) {
	paint := b.s.frame.Paint
	b.begin(name, ':')
	if !b.bare {
		b.line = append(paint.Number(b.line, h.Line), ':')
		b.line = append(strconv.AppendInt(b.line, int64(m.Start)+1, 10), ':')
	}
	b.line = paint.Match(b.line, budget.EscapeLine(string(b.clip(h.Text[m.Start:m.End], 0, 0))))
	b.line = append(b.line, '\n')
}

// hit appends a matching line of a file, whose name is printed so, with its context.
func (b *body) hit(e *entry, i int, name []byte) {
	hits, paint := e.result.Hits, b.s.frame.Paint
	if apart, context := gap(&hits[i], b.last); context {
		if apart || b.last == 0 && b.apart {
			b.line = append(b.line, "--\n"...)
		}
		b.apart = true
	}
	b.last = around(&hits[i], b.last, nextLine(hits, i, e.result.Next), func(n int64, h *scan.Hit, text []byte) {
		mark := byte('-')
		if h != nil {
			mark = ':'
		}
		b.begin(name, mark)
		if !b.bare {
			b.line = append(paint.Number(b.line, n), mark)
		}
		if h != nil && !b.bare {
			b.line = append(strconv.AppendInt(b.line, int64(column(h)), 10), mark)
		}
		switch {
		case h == nil:
			b.line = budget.AppendLine(b.line, b.clip(text, 0, 0))
		case b.clips:
			start, end := firstMatch(h)
			b.line = budget.AppendLine(b.line, b.clip(text, start, end))
		default:
			b.matching(h)
		}
		b.line = append(b.line, '\n')
	})
}

// clip returns a line as it is printed: cut around its match, if the answer is a document with a budget.
func (b *body) clip(text []byte, start, end int) []byte {
	if !b.clips {
		return text
	}
	clipped, _ := budget.Clip(text, start, end, clipBytes)
	return []byte(clipped)
}

// firstMatch returns the bytes of a line where its first match is.
func firstMatch(h *scan.Hit) (start, end int) {
	if len(h.Spans) > 0 {
		return h.Spans[0].Start, h.Spans[0].End
	}
	return 0, 0
}

// matching appends the text of a matching line with its matches painted.
func (b *body) matching(h *scan.Hit) {
	paint, from := b.s.frame.Paint, 0
	if paint {
		for _, m := range h.Spans {
			b.line = budget.AppendLine(b.line, h.Text[from:m.Start])
			b.line = paint.Match(b.line, budget.EscapeLine(string(h.Text[m.Start:m.End])))
			from = m.End
		}
	}
	b.line = budget.AppendLine(b.line, h.Text[from:])
}

// column returns where the first match of a line begins, in bytes from 1.
func column(h *scan.Hit) int {
	start, _ := firstMatch(h)
	return start + 1
}

func letter(t walk.Type) string {
	switch t {
	case walk.Dir:
		return "d"
	case walk.Link:
		return "l"
	}
	return "f"
}

// close prints what comes after the last entry.
func (b *body) close() { b.flush(); _, _ = io.WriteString(b.out, b.closing()) }

// closing returns what comes after the last entry.
func (b *body) closing() string {
	if b.s.layout != request.LayoutSummary {
		return ""
	}
	text := fmt.Sprintf("%s in %s\n", grep.Plural(b.s.entries, "entry", "entries"), budget.EscapeName(b.s.base()))
	if b.s.matcher != nil {
		text = fmt.Sprintf("%s in %s\n", grep.Plural(b.s.lines, "matching line", "matching lines"), grep.Plural(b.s.entries, "file", "files"))
	}
	return text
}

func (b *body) matches() string { return strings.TrimSuffix(b.paths.String(), "\n") }

// values calls put with each value that an entry is in JSON, itself or each of its matching lines or matches, and with
// how many of its values were shown up to this, 0 for the entry itself.
func (b *body) values(e *entry, put func(v any, shown int64)) {
	if b.s.layout != request.LayoutDetail || b.s.matcher == nil {
		put(b.fileMatch(e), 0)
		return
	}
	if !e.rest {
		b.lines = b.s.page.Shown(e.path)
	}
	for i := range e.result.Hits {
		h := &e.result.Hits[i]
		if b.s.request.OnlyMatching {
			for _, m := range h.Spans {
				b.lines++
				put(newMatch(e.path, h, m, b.clips), b.lines)
			}
			continue
		}
		b.lines++
		m := newLineMatch(e.path, h, b.clips)
		m.Of = b.of.on(h.Text)
		put(m, b.lines)
	}
}

// fileMatch returns an entry in JSON.
func (b *body) fileMatch(e *entry) fileMatch {
	m := fileMatch{Path: e.path, Type: letter(e.kind)}
	if len(b.s.sizes) > 0 || b.s.matcher == nil && b.s.layout == request.LayoutDetail {
		m.Size = &e.size
	}
	if b.s.matcher != nil {
		lines := e.count()
		m.Lines = &lines
	}
	if b.s.request.OnlyMatching {
		matches := e.matches()
		m.Matches = &matches
	}
	return m
}

// collect adds an entry to the document: itself, or each of its matching lines.
func (b *body) collect(e *entry) {
	i := 0
	b.values(e, func(v any, shown int64) {
		b.put(v, cursor.Place{Path: e.path, Shown: shown})
		b.write(func() {
			b.line = b.line[:0]
			if shown == 0 {
				b.entry(e)
				return
			}
			if i == 0 && !e.rest {
				b.last = 0
			}
			b.hit(e, i, []byte(budget.EscapeName(e.path)))
		})
		i++
	})
}

// write keeps the line that set sets as the text of the value that was put last, if it is in the document.
func (b *body) write(set func()) {
	if b.s.frame.PrintsText() && len(b.texts) < len(b.json.list) {
		set()
		b.texts = append(b.texts, string(b.line))
	}
}

// put adds a value to the document, which ends at a place.
func (b *body) put(v any, end cursor.Place) {
	b.json.add(v)
	if b.json.most > 0 && b.json.left == 0 {
		b.ends = append(b.ends, end)
	}
}

// reached returns the place where the results in the document end, if it shows any and there are more.
func (s *search) reached(limited bool) (cursor.Place, bool) {
	switch shown := len(s.body.json.list); {
	case s.body.json.left > 0 && shown > 0:
		return s.body.ends[shown-1], true
	case s.body.json.left == 0 && limited:
		return cursor.Place{Path: s.last}, true
	}
	return cursor.Place{}, false
}

// document is the JSON answer of the form filter.
type document struct {
	Tool    string `json:"tool"`
	Verdict string `json:"verdict"`
	Base    string `json:"base"`
	Count   int64  `json:"count"`
	Lines   int64  `json:"lines"`

	Matches        []json.RawMessage `json:"matches"`
	Truncated      bool              `json:"truncated"` // matches are missing, or may be there to be found
	Ledger         *ledger.Ledger    `json:"ledger"`
	Question       string            `json:"question,omitempty"`
	Reason         string            `json:"reason,omitempty"`
	Interpretation *tool.Reading     `json:"interpretation,omitempty"`
	Rest           string            `json:"rest,omitempty"`        // the command that shows what did not fit
	NextCursor     string            `json:"next_cursor,omitempty"` // what --cursor takes to show what follows matches
}

// document returns the JSON answer.
func (s *search) document(ctx context.Context, o tool.Outcome, a *tool.Answer) any {
	b := &s.body.json
	limited := a.Ledger.Count(ledger.Limit) > 0
	var d *document
	b.fit(s.frame.Indent, func() any {
		missing := b.left > 0 || limited
		d = &document{
			Tool: "ct-search", Verdict: o.Result.String(), Base: a.Base, Count: s.entries, Lines: s.lines,
			Matches: b.values(), Truncated: missing || a.Ledger.Cut(), Ledger: a.Ledger, Reason: o.Fault(),
		}
		if b.lean {
			d.Question, _ = budget.Clip([]byte(s.frame.Question), 0, 0, grep.LeanEcho)
		} else {
			d.Question, d.Interpretation = s.frame.Question, a.Reading
		}
		if missing && !b.lean {
			d.Rest = s.request.Refine(request.Filter, s.args, nil, "limit")
		}
		if at, ok := s.reached(limited); ok {
			d.NextCursor = s.page.Next(at).String()
		}
		return d
	})
	if at, ok := s.reached(limited); ok {
		d.NextCursor = s.page.Ended(ctx, at)
	}
	return d
}

// text returns the lines of the entries in the document, and how to see those that did not fit it.
func (s *search) text(ctx context.Context) string {
	b := s.body
	var text strings.Builder
	for _, line := range b.texts[:min(len(b.texts), len(b.json.list))] {
		text.WriteString(line)
	}
	text.WriteString(b.closing())
	if left := b.json.left; left > 0 {
		fmt.Fprintf(&text, "… %d more", left)
		if at, ok := s.reached(false); ok {
			if next := s.command("--cursor=" + s.page.Ended(ctx, at)); next != "" {
				text.WriteString(": " + next)
			}
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// command returns the command line of this search with other options, from its first page.
func (s *search) command(options ...string) string {
	return s.request.Refine(request.Filter, s.args, options)
}

// gap reports whether lines are missing between the last printed line, 0 for none, and those of h, if there is context.
func gap(h *scan.Hit, last int64) (apart, context bool) {
	return last > 0 && h.Line-int64(len(h.Before)) > last+1, len(h.Before)+len(h.After) > 0
}

// nextLine returns the line of the hit after hits[i], or after if it is the last; 0 means none.
func nextLine(hits []scan.Hit, i int, behind int64) int64 {
	if i+1 < len(hits) {
		return hits[i+1].Line
	}
	return behind
}

// around puts the lines of h in order, those before it, itself and those after it, but no line that was put before (up
// to number last) or that the next hit puts, which is on line next, 0 for none. put gets the hit with its own line and
// nil with the others. around returns the number of the line put last.
func around(h *scan.Hit, last, next int64, put func(n int64, h *scan.Hit, text []byte)) int64 {
	context := func(n int64, text []byte) {
		if n > last {
			put(n, nil, text)
			last = n
		}
	}
	for j, text := range h.Before {
		context(h.Line-int64(len(h.Before)-j), text)
	}
	end := h.Line + int64(bytes.Count(h.Text, []byte{'\n'})) // a match may extend over lines
	if h.Line > last {
		put(h.Line, h, h.Text)
		last = end
	}
	for j, text := range h.After {
		if n := end + 1 + int64(j); next == 0 || n < next {
			context(n, text)
		}
	}
	return last
}
