package findings

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/version"
)

// Usual is the default budget of a text answer, and Most the maximum.
var (
	Usual = budget.Budget{Lines: 80, Bytes: 8000}
	Most  = budget.Budget{Lines: 400, Bytes: 64000}
)

// write prints the page of an answer in the format of the frame.
func (p *Page) write(out io.Writer, a *tool.Answer, whole *answer.Answer, t *Totals) error {
	p.complete(whole, t)
	if p.Request.Artifact != "" {
		if err := p.save(a, whole, t); err != nil {
			return err
		}
	}
	a.Document = func(o tool.Outcome) any {
		whole.Verdict, whole.Ledger = o.Result.String(), t.Ledger
		return p.cut(whole, t, (*cursor.Cursor).String, func(a *answer.Answer) bool {
			j, err := render.JSON(a, p.Frame.Indent)
			return err != nil || len(j) < p.Frame.Budget.Bytes
		})
	}
	status, err := p.status(a, t)
	if err != nil {
		return err
	}
	at := a.Reading.At
	closing := *a.Reading
	closing.At = "" // the second line has it
	whole.Summary.At = at
	switch revision, ok := p.Request.Shown(); {
	case !ok || p.Request.Corpus != nil:
		whole.Unshown()
	case revision != "":
		whole.Repeat("--at=" + revision)
	}
	whole.Frame(status, at, closing.String())
	a.Reading.Literal = a.Reading.Literal || t.Matches > 0 // the last line says how it was read
	a.Text = func(tool.Outcome) string {
		return p.cut(whole, t, (*cursor.Cursor).Brief, func(a *answer.Answer) bool { return p.fits(a.Markdown()) }).Markdown()
	}
	if p.Frame.Format == "json" && !p.Frame.Uses("MATCHES") {
		return nil
	}
	text := a.Text(tool.Outcome{})
	if p.Frame.Uses("MATCHES") {
		a.Matches = text
	}
	if p.Frame.Format == "json" {
		return nil
	}
	_, err = io.WriteString(out, text)
	return err
}

// status returns the line that says why an answer is not whole, "" if it is.
func (p *Page) status(a *tool.Answer, t *Totals) (string, error) {
	outcome, err := p.Frame.Judged(a)
	cuts := t.Ledger.Cuts()
	switch {
	case err != nil:
		return "", err
	case outcome.Result == verdict.Undecided:
		reason := strings.TrimPrefix(outcome.Reason, "undecided: ")
		return "UNDECIDED: " + reason, nil
	case len(cuts) == 0:
		return "", nil
	}
	return "cut, so all figures are lower bounds: " + budget.EscapeName(t.Ledger.String()), nil
}

// fits reports whether a text keeps to the budget.
func (p *Page) fits(text string) bool {
	return len(text) <= p.Frame.Budget.Bytes && strings.Count(text, "\n") <= p.Frame.Budget.Lines
}

// complete adds the run and the cursor, which do not depend on the budget.
func (p *Page) complete(a *answer.Answer, t *Totals) {
	root, err := os.Getwd()
	if err != nil {
		root = "." // removed in the meantime
	}
	a.Question = p.Frame.Question
	a.Run = answer.Run{
		Tool: p.Frame.Tool, Schema: answer.Schema, Version: version.String(), Args: p.argv(), Root: filepath.ToSlash(root),
		Elapsed: time.Since(p.begun).Milliseconds(), Confinement: p.Frame.Unconfined,
	}
	if t.Groups > p.Offset+p.Limit {
		p.endAfter(a, t, p.Limit, (*cursor.Cursor).String)
	}
}

// argv returns the command line as it was typed, or for a tool call one that asks the same.
func (p *Page) argv() []string {
	if p.Frame.Definition == "" {
		return p.Frame.Argv
	}
	return append(p.Request.Table.AllWords("call"), p.args...)
}

// An encoding writes a cursor: as a document has it, or in the fewer bytes of a text.
type encoding func(*cursor.Cursor) string

// cut fits an answer into its budget and says how to see the rest.
func (p *Page) cut(whole *answer.Answer, t *Totals, encode encoding, fits func(*answer.Answer) bool) *answer.Answer {
	if whole.NextCursor != nil {
		recoded := whole.Copy()
		p.endAfter(recoded, t, p.Limit, encode)
		whole = recoded
	}
	page := answer.Fit(whole, fits)
	// The cursor takes room too, so another match may have to be dropped.
	for shown := whole.Summary.Returned; page.Summary.Returned < shown; page = answer.Fit(page, fits) {
		if shown = page.Summary.Returned; shown == 0 { // a cursor would lead to the same page
			page.NextCursor = nil
			page.More(p.larger())
			continue
		}
		p.endAfter(page, t, int(shown), encode)
	}
	if !fits(page) {
		least := *page
		least.Only(p.leastLine(t))
		page = &least
	}
	return page
}

// endAfter adds to an answer the cursor of the page after its first n findings.
func (p *Page) endAfter(a *answer.Answer, t *Totals, n int, encode encoding) {
	text := encode(p.cursorAfter(t.Tree, n))
	a.NextCursor = &text
	a.More(p.Command(append(p.Request.Table.GivenWords("max-lines", "max-bytes"), "--cursor="+text)...))
}

// cursorAfter returns the cursor of the page that follows the first n findings of this one.
func (p *Page) cursorAfter(tree *cursor.Tree, n int) *cursor.Cursor {
	c := p.page.Next(cursor.Place{Path: cursor.Findings, Shown: int64(p.Offset + n)})
	c.Tree = *tree
	return c
}

// Continue returns the command that shows the page of limit findings that follows the first n of this one.
func (p *Page) Continue(tree *cursor.Tree, n, limit int) string {
	return p.Command("--cursor="+p.cursorAfter(tree, n).Brief(), fmt.Sprintf("--limit=%d", limit))
}

// leastLine is the answer in one line: the totals and how to see more.
func (p *Page) leastLine(t *Totals) string {
	line := fmt.Sprintf("%s in %s", grep.Plural(t.Matches, "match", "matches"), grep.Plural(t.Files, "file", "files"))
	if more := p.larger(); more != "" {
		line += ": " + more
	}
	return line + "\n"
}

// larger returns the command of this page with the largest budget, and with further options; "" in a tool call.
func (p *Page) larger(options ...string) string {
	if p.Request.Cursor != "" {
		options = append(options, "--cursor="+p.Request.Cursor)
	}
	return p.Command(append(options, fmt.Sprintf("--max-lines=%d", Most.Lines), fmt.Sprintf("--max-bytes=%d", Most.Bytes))...)
}

// save writes the whole answer, with its verdict, to the folder of --save-artifact.
func (p *Page) save(a *tool.Answer, whole *answer.Answer, t *Totals) error {
	outcome, err := p.Frame.Judged(a)
	if err != nil {
		return err
	}
	whole.Verdict, whole.Ledger = outcome.Result.String(), t.Ledger
	name := filepath.Join(p.Request.Artifact, "ct-search-"+time.Now().UTC().Format("20060102T150405.000")+".json")
	j, err := render.JSON(whole, true)
	if err == nil {
		err = os.WriteFile(name, append(j, '\n'), 0o644)
	}
	if err != nil {
		return &opt.ValueError{Option: "save-artifact", Err: err}
	}
	whole.Artifacts = []answer.Artifact{{Path: filepath.ToSlash(name), Format: "json"}}
	return nil
}
