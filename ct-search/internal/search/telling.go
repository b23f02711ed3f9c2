package search

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/version"
	"github.com/ct-tools/ct/shared/walk"
)

// A telling is what the doors that answer with findings have in common: which
// of them a page tells, what the budget holds of it, and how to see the rest.
type telling struct {
	frame    *tool.Frame
	request  *request
	operands []string // of a command line that asks the same: the query, if it is one, and where to look
	page     *page
	begun    time.Time

	before, after int // lines of context
	limit, offset int // findings to tell, behind as many
	where         *occurrence.Where
}

// workingFolder gives the absolute path of the working folder with slashes, ""
// where there is none.
func workingFolder() string {
	here, err := filepath.Abs(".")
	if err != nil {
		return ""
	}
	return filepath.ToSlash(here)
}

// foldersDown gives the names of the folders down to the working folder, none
// where there is none.
func foldersDown() []string {
	if here := workingFolder(); here != "" {
		return strings.Split(here, "/")
	}
	return nil
}

// tellable is what was found, as far as pages go by it.
type tellable struct {
	ledger         *ledger.Ledger
	tree           *cursor.Tree // the files with matches
	matches, files int64
	told           int // findings that pages tell in all
}

// How many findings a page tells, and how many matches jsonl prints.
const (
	usualFindings = 10
	mostFindings  = 1000
	usualLines    = 1000
	mostLines     = 1_000_000
)

// formatLines is the format of one match a line.
const formatLines = "jsonl"

// newTelling settles the context, the limit, the condition and where the page
// begins. operands are those of the command line, its query among them.
func newTelling(f *tool.Frame, r *request, operands []string) (*telling, error) {
	t := &telling{frame: f, request: r, operands: operands, begun: time.Now(), before: 1, after: 1}
	if r.before >= 0 || r.after >= 0 || r.both >= 0 {
		t.before, t.after = r.contextLines()
	}
	usual, most := usualFindings, mostFindings
	if f.Format == formatLines {
		usual, most = usualLines, mostLines
	}
	t.limit = usual
	if r.limit > 0 {
		if r.limit > int64(most) {
			return nil, opt.Usagef("limit", "option --limit wants a number from 1 to %d here, not %d", most, r.limit)
		}
		t.limit = int(r.limit)
	}
	var err error
	if r.where != "" {
		if t.where, err = occurrence.CompileWhere(r.where, r.matcher != ""); err != nil {
			return nil, opt.Usagef("where", "--where: %v", err)
		}
	}
	switch {
	case r.maxCount > 0:
		return nil, opt.Usagef("max_count", "--max-count is for a filter; findings are bounded by --limit")
	case r.artifact != "" && f.Format == formatLines:
		return nil, opt.Usagef("save_artifact", "--save-artifact writes an answer of findings; --format jsonl has none: redirect it")
	}
	if info, failed := os.Stat(r.artifact); r.artifact != "" && (failed != nil || !info.IsDir()) {
		return nil, opt.Usagef("save_artifact", "--save-artifact wants a folder that is there, not %s", render.Shell(r.artifact))
	}
	if t.page, err = r.page(operands, "findings"); err != nil || t.page.from == nil {
		return t, err
	}
	if f.Format == formatLines {
		return nil, opt.Usagef("cursor", "--cursor goes on with a page of findings; --format jsonl has none: raise --limit")
	}
	t.offset = int(min(t.page.from.At.Shown, math.MaxInt32))
	return t, nil
}

// job is the work of the door, which is run.
func (t *telling) job(run tool.Job) *tool.Job {
	if t.request.artifact != "" {
		run.Writable = []string{t.request.artifact}
	}
	return &run
}

// unchanged holds the files with matches against what the cursor knows of them.
func (t *telling) unchanged(found *tellable) error {
	if t.page.from == nil || found.ledger.Count(ledger.Timeout) > 0 {
		return nil
	}
	if err := t.page.from.Same(found.tree, budget.EscapeName, func(*cursor.Tree) string { return "" }); err != nil {
		return stale(err)
	}
	return nil
}

// summary says where was looked and how much was found; how the query was read
// its door adds.
func (t *telling) summary(files *walk.Options, found *tellable) answer.Summary {
	s := answer.Summary{
		FileGlobs: append([]string{}, files.Narrow...), Include: append([]string{}, files.Include...), Exclude: append([]string{}, files.Exclude...),
		Context: answer.Context{Before: t.before, After: t.after}, Limit: t.limit,
		Scanned: found.ledger.Searched, MatchedIn: found.files, Matches: found.matches, ScanMethod: "native",
		Truncated: found.ledger.Cut(), TimedOut: found.ledger.Count(ledger.Timeout) > 0,
	}
	if len(s.FileGlobs) == 0 {
		s.FileGlobs = []string{"*"}
	}
	return s
}

// write prints the page of an answer in the format of the frame.
func (t *telling) write(out io.Writer, a *tool.Answer, whole *answer.Answer, found *tellable) error {
	t.complete(whole, found)
	if t.request.artifact != "" {
		if err := t.save(a, whole, found); err != nil {
			return err
		}
	}
	a.Document = func(o tool.Outcome) any {
		whole.Verdict, whole.Ledger = o.Result.String(), found.ledger
		return t.cut(whole, found, func(a *answer.Answer) bool {
			j, err := render.JSON(a, t.frame.Indent)
			return err != nil || len(j) < t.frame.Budget.Bytes
		})
	}
	if t.frame.Format == "json" && !t.frame.Uses("MATCHES") {
		return nil
	}
	text := t.cut(whole, found, func(a *answer.Answer) bool { return t.fits(a.Markdown()) }).Markdown()
	if t.frame.Uses("MATCHES") {
		a.Matches = text
	}
	if t.frame.Format == "json" {
		return nil
	}
	_, err := io.WriteString(out, text)
	return err
}

// fits tells whether the budget holds a text.
func (t *telling) fits(text string) bool {
	return len(text) <= t.frame.Budget.Bytes && strings.Count(text, "\n") <= t.frame.Budget.Lines
}

// complete adds what does not depend on the budget: the run and the cursor.
func (t *telling) complete(a *answer.Answer, found *tellable) {
	root, err := os.Getwd()
	if err != nil {
		root = "." // removed in the meantime
	}
	a.Question = t.frame.Question
	a.Run = answer.Run{
		Tool: "ct-search", Schema: answer.Schema, Version: version.String(), Args: t.args(), Root: filepath.ToSlash(root),
		Elapsed: time.Since(t.begun).Milliseconds(),
	}
	if found.told > t.offset+t.limit {
		t.goOn(a, found, t.limit)
	}
}

// args gives the command line: as it was typed, or for a call what it amounts to.
func (t *telling) args() []string {
	if t.frame.Door == "" {
		return t.frame.Argv
	}
	return append(t.request.table.Line("call"), t.operands...)
}

// cut fits an answer into its budget and says how to see the rest.
func (t *telling) cut(whole *answer.Answer, found *tellable, fits func(*answer.Answer) bool) *answer.Answer {
	page := answer.Fit(whole, fits)
	// The cursor takes room too, for which another match may have to go.
	for told := whole.Summary.Returned; page.Summary.Returned < told; page = answer.Fit(page, fits) {
		if told = page.Summary.Returned; told == 0 { // a cursor would lead to the same page
			page.NextCursor = nil
			page.More(t.larger())
			continue
		}
		t.goOn(page, found, int(told))
	}
	if !fits(page) {
		least := *page
		least.Only(t.leastLine(found))
		page = &least
	}
	return page
}

// goOn gives an answer the cursor of the page behind the n findings that it
// tells.
func (t *telling) goOn(a *answer.Answer, found *tellable, n int) {
	text := t.behind(found, n)
	a.NextCursor = &text
	a.More(t.command([]string{"cursor"}, []string{"--cursor=" + text}))
}

// behind gives the cursor of the page behind the first n findings of this one.
func (t *telling) behind(found *tellable, n int) string {
	c := t.page.next(cursor.Place{Path: "findings", Shown: int64(t.offset + n)})
	c.Tree = *found.tree
	return c.String()
}

// leastLine is the answer in one line: the totals and how to see more.
func (t *telling) leastLine(found *tellable) string {
	line := fmt.Sprintf("%s in %s", grep.Plural(found.matches, "match", "matches"), grep.Plural(found.files, "file", "files"))
	if more := t.larger(); more != "" {
		line += ": " + more
	}
	return line + "\n"
}

// larger gives the command of this page with the largest budget, and with args.
func (t *telling) larger(args ...string) string {
	return t.command(nil, append(args, fmt.Sprintf("--max-lines=%d", most.Lines), fmt.Sprintf("--max-bytes=%d", most.Bytes)))
}

// command gives the command line of this search with other options.
func (t *telling) command(without, args []string) string {
	return grep.CommandLine(&t.request.table, append(without, "save-artifact"), args, t.operands)
}

// save writes the whole answer, which it judges, to the folder of
// --save-artifact.
func (t *telling) save(a *tool.Answer, whole *answer.Answer, found *tellable) error {
	outcome, err := t.frame.Judged(a)
	if err != nil {
		return err
	}
	whole.Verdict, whole.Ledger = outcome.Result.String(), found.ledger
	name := filepath.Join(t.request.artifact, "ct-search-"+time.Now().UTC().Format("20060102T150405.000")+".json")
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

// A stream prints one match a line, in the order in which it is handed them.
type stream struct {
	of      *telling
	out     io.Writer
	shown   int
	limited string // the file of the first match that --limit left out
	failed  error
}

// put prints a match, and tells whether there is room for another.
func (s *stream) put(m *occurrence.Match) bool {
	if s.shown == s.of.limit {
		s.limited = m.Path
		return false
	}
	s.shown++
	line, err := render.JSON(answer.LineOf(m, s.of.frame.Question), false)
	if err == nil {
		_, err = s.out.Write(append(line, '\n'))
	}
	s.failed = err
	return err == nil
}

// end enters into the ledger what --limit left out, and gives the note that
// says so unless --quiet is. The error is that of printing.
func (s *stream) end(l *ledger.Ledger) (aside string, err error) {
	if s.limited == "" || s.failed != nil {
		return "", s.failed
	}
	l.Skip(ledger.Limit, s.limited, "")
	if s.of.frame.Quiet {
		return "", nil
	}
	more := s.of.command([]string{"limit"}, []string{fmt.Sprintf("--limit=%d", mostLines)})
	return fmt.Sprintf("ct-search: %d matches, cut by --limit; more: %s\n", s.shown, more), nil
}
