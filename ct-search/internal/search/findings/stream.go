package findings

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// stream prints matches as they come, in path order: without sections, budget and pages.
func (p *Page) stream(ctx context.Context, s Search, out io.Writer) (*tool.Answer, error) {
	var printed strings.Builder
	if p.Frame.Uses("MATCHES") {
		out = io.MultiWriter(out, &printed)
	}
	w := &streamWriter{page: p, out: out, counts: map[string]int64{}}
	found, err := s.Run(ctx, w.put)
	if err != nil {
		return nil, p.explain(err)
	}
	t := found.Totals()
	w.end(&t)
	if w.failed != nil {
		return nil, w.failed
	}
	note := w.cut(t.Ledger) // before the verdict reads the ledger
	a := found.Answer()
	a.Aside += note
	a.Matches = strings.TrimSuffix(printed.String(), "\n")
	_, err = found.Suggest(ctx, a)
	return a, err
}

// A streamWriter prints matches in a layout of a filter, or each as a line of JSON.
type streamWriter struct {
	page    *Page
	out     io.Writer
	shown   int              // lines of matches, or files
	counts  map[string]int64 // matches by file
	paths   []string         // files in their order
	limited string           // the file of the first match that --limit left out
	failed  error
}

// put takes a match, and reports whether another one may follow.
func (w *streamWriter) put(m *occurrence.Match) bool {
	layout := w.page.layout
	first := w.counts[m.Path] == 0
	if counts := first || layout == "" || layout == request.LayoutDetail; counts && layout != request.LayoutSummary {
		if w.shown == w.page.Limit {
			w.limited = m.Path
			return false
		}
		w.shown++
	}
	if first {
		w.paths = append(w.paths, m.Path)
	}
	w.counts[m.Path]++
	switch {
	case layout == "":
		line, err := render.JSON(answer.LineOf(m, w.page.Frame.Question), false)
		if w.failed = err; err == nil {
			w.print("%s\n", line)
		}
	case layout == request.LayoutDetail:
		w.print("%s:%d:%d:%s\n", budget.EscapeName(m.Path), m.Line, m.Column, budget.EscapeLine(m.Text))
	case layout == request.LayoutList && first:
		w.print("%s\n", budget.EscapeName(m.Path))
	}
	return w.failed == nil
}

// end prints what is known only after the last match.
func (w *streamWriter) end(t *Totals) {
	switch w.page.layout {
	case request.LayoutCount:
		for _, path := range w.paths {
			w.print("%s:%d\n", budget.EscapeName(path), w.counts[path])
		}
	case request.LayoutSummary:
		w.print("%s in %s\n", grep.Plural(t.Matches, "match", "matches"), grep.Plural(t.Files, "file", "files"))
	}
}

func (w *streamWriter) print(format string, values ...any) {
	if w.failed == nil {
		_, w.failed = fmt.Fprintf(w.out, format, values...)
	}
}

// cut enters into the ledger what --limit left out, and returns the note of it, "" under --quiet.
func (w *streamWriter) cut(l *ledger.Ledger) (note string) {
	if w.limited == "" {
		return ""
	}
	l.Skip(ledger.Limit, w.limited, "")
	if w.page.Frame.Quiet {
		return ""
	}
	what := grep.Plural(int64(w.shown), "match", "matches")
	if w.page.layout == request.LayoutList || w.page.layout == request.LayoutCount {
		what = grep.Plural(int64(w.shown), "file", "files")
	}
	options := []string{fmt.Sprintf("--limit=%d", mostLines)}
	if w.page.layout == "" {
		options = append(options, "--format="+request.FormatLines)
	}
	return fmt.Sprintf("ct-search: %s, cut by --limit; more: %s\n", what, w.page.Command(options...))
}
