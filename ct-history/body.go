package main

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/tool"
)

// The most bytes that are shown of a line, and of what else is of unknown length.
const (
	clipLine    = 160
	clipSubject = 120
	clipName    = 60
	clipPath    = 200
)

// body is an answer: a heading, commits, as many as fit, and a command for the rest.
type body struct {
	search *search
	frame  *tool.Frame
	again  bool // there may be further commits
}

// shape says how much of an answer is shown.
type shape struct {
	commits, lines int // lines is the most of each commit
	bare           bool
}

func (s *search) body(a *tool.Answer) *body {
	b := &body{search: s, frame: s.frame, again: s.ended && !s.request.first && !s.request.last}
	if s.frame.Uses("MATCHES") && len(s.commits) > 0 {
		a.Matches = b.text(b.fitting(), false)
	}
	a.Text = func(tool.Outcome) string {
		if len(s.commits) == 0 {
			return ""
		}
		return b.text(b.fitting(), false)
	}
	return b
}

// print writes the text.
func (b *body) print(out io.Writer, a *tool.Answer) error {
	if len(b.search.commits) == 0 {
		if next := b.nothing(); next != "" && b.frame.PrintsText() && b.frame.WantsHints() && !a.Ledger.Cut() {
			a.Aside = b.frame.Tool + ": next: " + next + "\n"
		}
		return nil
	}
	_, err := io.WriteString(out, b.text(b.fitting(), b.frame.Paint))
	return err
}

// choose returns the largest shape that fits: all commits with as many lines as possible, else commits with few lines.
func (b *body) choose(fits func(shape) bool) shape {
	all := len(b.search.commits)
	const few = 3
	for _, lines := range []int{keptOfOne, 100, 40, 20, keptOfMany, 6, few} {
		if sh := (shape{commits: all, lines: lines}); fits(sh) {
			return sh
		}
	}
	for _, lines := range []int{few, 1, 0} {
		over := sort.Search(all, func(n int) bool { return !fits(shape{commits: n + 1, lines: lines}) })
		if over > 0 {
			return shape{commits: over, lines: lines}
		}
	}
	return shape{commits: 1, bare: true}
}

// fitting returns the shape of the text.
func (b *body) fitting() shape {
	return b.choose(func(sh shape) bool {
		text := b.text(sh, false)
		room := b.frame.Budget
		return (room.Bytes == 0 || len(text) <= room.Bytes) && (room.Lines == 0 || strings.Count(text, "\n") <= room.Lines)
	})
}

// text returns the text in a shape.
func (b *body) text(sh shape, paint terminal.Paint) string {
	if sh.bare {
		return b.least(sh)
	}
	lines := []string{b.totals()}
	for i := range b.search.commits[:sh.commits] {
		lines = append(lines, b.commit(&b.search.commits[i], sh.lines, paint)...)
	}
	switch next := b.next(sh); {
	case sh.commits < len(b.search.commits) || b.again:
		lines = append(lines, "… "+b.left(sh)+grep.Onward(b.rest(sh)))
	case next != "":
		lines = append(lines, "next: "+next)
	}
	return strings.Join(lines, "\n") + "\n"
}

// least returns the heading of the first commit, cut to the budget, and the command for the rest if there is room.
func (b *body) least(sh shape) string {
	room := b.frame.Budget
	line := b.heading(&b.search.commits[0])
	if len(b.search.commits) > 1 || b.again {
		more := "\n… " + b.left(sh) + grep.Onward(b.rest(sh))
		if room.Lines > 1 && len(line)+len(more) < room.Bytes {
			line += more
		}
	}
	line, _ = budget.Clip([]byte(line), 0, 0, max(room.Bytes-1, 1))
	return line + "\n"
}

// totals returns the first line.
func (b *body) totals() string {
	s := b.search
	what := "add or remove lines with it"
	switch {
	case s.request.countChanged:
		what = "change how often it occurs"
	case s.frame.Form == formLines:
		what = "change " + s.linesName() + " of " + s.shown()
	}
	count := int64(len(s.commits))
	line := grep.Plural(count, "commit", "commits")
	switch {
	case s.request.first:
		line, what = "the oldest commit", strings.Replace(strings.Replace(what, "add or remove", "to add or remove", 1), "change ", "to change ", 1)
	case s.request.last:
		line, what = "the newest commit", strings.Replace(strings.Replace(what, "add or remove", "to add or remove", 1), "change ", "to change ", 1)
	case count == 1:
		line, what = "1 commit", strings.Replace(strings.Replace(what, "add or remove", "adds or removes", 1), "change ", "changes ", 1)
	}
	line += " in the history of " + clipped(s.from(), clipSubject) + " " + what
	if b.again && count > 1 {
		line = "the first " + line
		if s.led.Count(ledger.Earlier) > 0 {
			line = strings.Replace(line, "the first", "the next", 1)
		}
	}
	if len(s.notes) > 0 {
		line += "; " + clipped(strings.Join(s.notes, "; "), clipLine)
	}
	return line
}

// clipped returns a text as one line of at most most bytes.
func clipped(text string, most int) string {
	line, _ := budget.ClipLine([]byte(text), 0, 0, most)
	return strings.ReplaceAll(line, "\t", `\t`)
}

// pathName returns a path as one line with its end.
func pathName(path string) string {
	name := budget.EscapeName(path)
	name, _ = budget.Clip([]byte(name), len(name), len(name), clipPath)
	return name
}

// heading returns the line of a commit.
func (b *body) heading(c *commit) string {
	line := fmt.Sprintf("%s %s %s: %s", c.Short, clipped(c.Author.Date, clipName), clipped(c.Author.Name, clipName), clipped(c.Subject, clipSubject))
	if c.merge {
		line += " (a merge, in which the lines differ from those of each parent)"
	}
	if c.edge {
		line += " (the shallow clone begins here: its lines may be older)"
	}
	return line
}

// commit returns the lines of a commit, with at most most of its changes.
func (b *body) commit(c *commit, most int, paint terminal.Paint) []string {
	lines := []string{b.heading(c)}
	last := ""
	above := func(ch *change) {
		name := pathName(b.search.history.Printed(ch.path))
		if paint {
			name = string(paint.Path(nil, name))
		}
		if ch.old != ch.path {
			name += " (before: " + pathName(b.search.history.Printed(ch.old)) + ")"
		}
		if ch.note != "" {
			name += " (" + ch.note + ")"
		}
		if name != last {
			lines, last = append(lines, "  "+name), name
		}
	}
	shown := c.changes[:min(most, len(c.changes))]
	for i := range shown {
		above(&shown[i])
		lines = append(lines, shown[i].line(paint))
	}
	if left := c.lines - int64(len(shown)); left > 0 {
		lines = append(lines, "    … "+grep.Plural(left, "more line", "more lines"))
	}
	for i := range c.binary[:min(most, len(c.binary))] {
		above(&c.binary[i])
	}
	return lines
}

// line formats a change.
func (ch *change) line(paint terminal.Paint) string {
	sign := "-"
	if ch.added {
		sign = "+"
	}
	text, _ := budget.ClipLine(ch.shownText(), ch.start, ch.end, clipLine)
	line := append([]byte("    "+sign), ' ')
	line = append(paint.Number(line, ch.n), ':', ' ')
	return strings.TrimRight(string(append(line, text...)), " ")
}

// shownText returns the text without the carriage return of its line end.
func (ch *change) shownText() []byte {
	if n := len(ch.text); n > 0 && ch.text[n-1] == '\r' && ch.end < n {
		return ch.text[:n-1]
	}
	return ch.text
}

// left says what a shape lacks.
func (b *body) left(sh shape) string {
	n := int64(len(b.search.commits) - sh.commits)
	switch {
	case n > 0 && b.again:
		return fmt.Sprintf("at least %s", grep.Plural(n, "more commit", "more commits"))
	case n > 0:
		return grep.Plural(n, "more commit", "more commits")
	}
	return "there may be more commits"
}

// cursor returns the cursor after the commits that a shape shows, "" if nothing follows.
func (b *body) cursor(sh shape) string {
	s := b.search
	if sh.commits == len(s.commits) && !b.again {
		return ""
	}
	return cursor{s.history.Commit.ID, s.request.cursor.shown + int64(sh.commits), s.requested}.String()
}

// rest returns the command for the commits that a shape does not show.
func (b *body) rest(sh shape) string {
	return b.search.command([]string{"--cursor=" + b.cursor(sh)}, "cursor")
}

// next returns the command that shows all lines of a commit that lacks some in a shape, "" if there is none.
func (b *body) next(sh shape) string {
	s := b.search
	for i := range s.commits[:sh.commits] {
		c := &s.commits[i]
		if c.lines > int64(min(sh.lines, len(c.changes))) && s.limit > 1 && s.frame.Form == formText {
			return s.command([]string{"--at=" + c.Short, "--last"}, "at", "first", "limit", "cursor")
		}
	}
	return ""
}

// nothing returns the command to try if nothing was found.
func (b *body) nothing() string {
	s := b.search
	if s.pattern == nil || s.pattern.Fold || strings.ToLower(s.text) == strings.ToUpper(s.text) {
		return ""
	}
	return s.command([]string{"--ignore-case"}, "case", "cursor")
}

// command returns the command line of this request with other options in place of some.
func (s *search) command(options []string, without ...string) string {
	args := s.args
	if s.frame.Form == formLines && len(args) == 0 && s.file != "" {
		args = []string{s.file}
	}
	return s.request.table.Command(opt.Command{
		Form: s.frame.Form, Keep: append(opt.Search(), opt.Page), Set: options, Without: without, Args: args, Most: grep.MaxStep,
	})
}

// document is an answer in JSON.
type document struct {
	Tool           string           `json:"tool"`
	Verdict        string           `json:"verdict"`
	Query          string           `json:"query,omitempty"`
	File           string           `json:"file,omitempty"`
	FirstLine      int64            `json:"first_line,omitempty"`
	LastLine       int64            `json:"last_line,omitempty"`
	Revision       string           `json:"revision,omitempty"`
	Head           string           `json:"head,omitempty"` // ID of the commit whose history it is
	Count          int64            `json:"count"`
	Lines          int64            `json:"lines"`
	Files          int64            `json:"files"`
	AtLeast        bool             `json:"at_least,omitempty"`
	Commits        []commitDocument `json:"commits"`
	Truncated      bool             `json:"truncated"` // commits are missing, or there may be more to find
	Ledger         *ledger.Ledger   `json:"ledger"`
	Question       string           `json:"question,omitempty"`
	Reason         string           `json:"reason,omitempty"`
	Interpretation *tool.Reading    `json:"interpretation,omitempty"`
	NextCursor     string           `json:"next_cursor,omitempty"`
	Rest           string           `json:"rest,omitempty"`
	Next           string           `json:"next,omitempty"`
}

// commitDocument is a commit in JSON.
type commitDocument struct {
	Hash    string           `json:"hash"`
	Date    string           `json:"date"`
	Author  string           `json:"author"`
	Subject string           `json:"subject"`
	Edge    bool             `json:"edge,omitempty"`  // a shallow clone begins here
	Merge   bool             `json:"merge,omitempty"` // of the lines form: the lines differ from those of each parent
	Lines   int64            `json:"lines"`           // all matching lines
	Changes []changeDocument `json:"changes"`
}

// changeDocument is a changed line in JSON, or a binary file.
type changeDocument struct {
	Path  string `json:"path"`
	From  string `json:"from,omitempty"` // the path before the commit, if that was another
	Sign  string `json:"sign"`           // + or -, ~ for a binary file
	N     int64  `json:"n,omitempty"`
	Text  string `json:"text,omitempty"`
	Lossy bool   `json:"lossy,omitempty"` // Text has U+FFFD for bytes that are not UTF-8
	Note  string `json:"note,omitempty"`
}

func (b *body) documentOf(c *commit, most int) commitDocument {
	d := commitDocument{Hash: c.Short, Date: grep.Echo(c.Author.Date, clipName), Author: grep.Echo(c.Author.Name, clipName), Subject: grep.Echo(c.Subject, clipSubject), Edge: c.edge, Merge: c.merge, Lines: c.lines, Changes: []changeDocument{}}
	add := func(ch *change, sign string) {
		text, _ := budget.Clip(ch.shownText(), ch.start, ch.end, clipLine)
		row := changeDocument{Path: grep.Echo(b.search.history.Printed(ch.path), grep.MaxEcho), Sign: sign, N: ch.n, Text: text, Lossy: !utf8.ValidString(text), Note: ch.note}
		if ch.old != ch.path {
			row.From = grep.Echo(b.search.history.Printed(ch.old), grep.MaxEcho)
		}
		d.Changes = append(d.Changes, row)
	}
	for i := range c.changes[:min(most, len(c.changes))] {
		sign := "-"
		if c.changes[i].added {
			sign = "+"
		}
		add(&c.changes[i], sign)
	}
	for i := range c.binary[:min(most, len(c.binary))] {
		add(&c.binary[i], "~")
	}
	return d
}

// document returns the JSON answer, with as much as fits its bytes.
func (b *body) document(o tool.Outcome, a *tool.Answer) any {
	if len(b.search.commits) == 0 {
		return b.with(shape{}, o, a)
	}
	return b.with(b.choose(func(sh shape) bool { return b.fits(b.with(sh, o, a)) }), o, a)
}

func (b *body) fits(d *document) bool {
	j, err := render.JSON(d, b.frame.Indent)
	return err != nil || len(j) < b.frame.Budget.Bytes
}

// with returns the JSON answer in a shape.
func (b *body) with(sh shape, o tool.Outcome, a *tool.Answer) *document {
	s := b.search
	most := grep.MaxEcho
	if sh.bare {
		most = grep.LeanEcho
	}
	d := &document{
		Tool: "ct-history", Verdict: o.Result.String(), Query: grep.Echo(s.text, most), File: grep.Echo(s.file, most), FirstLine: s.first, LastLine: s.last,
		Count: int64(len(s.commits)), Lines: s.lines, Files: int64(len(s.files)), AtLeast: a.Ledger.Cut(), Commits: []commitDocument{},
		Truncated: a.Ledger.Cut(), Ledger: a.Ledger, Question: grep.Echo(b.frame.Question, most), Reason: o.Fault(), Interpretation: a.Reading,
	}
	if s.history != nil {
		d.Revision, d.Head = grep.Echo(s.history.Name, most), s.history.Commit.ID
	}
	if sh.bare {
		d.Interpretation = nil
		sh.commits = 0
	}
	for i := range s.commits[:sh.commits] {
		d.Commits = append(d.Commits, b.documentOf(&s.commits[i], sh.lines))
	}
	switch {
	case len(s.commits) == 0:
		if b.frame.WantsHints() && !a.Ledger.Cut() {
			d.Next = b.nothing()
		}
	case sh.commits < len(s.commits) || b.again:
		d.Truncated = true
		if sh.commits > 0 {
			d.NextCursor, d.Rest = b.cursor(sh), b.rest(sh)
		}
	default:
		d.Next = b.next(sh)
	}
	return d
}

// outputSchema is the schema of the answers.
var outputSchema = json.RawMessage(`{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"query":{"type":"string"},"file":{"type":"string"},"first_line":{"type":"integer"},"last_line":{"type":"integer"},"revision":{"type":"string"},"head":{"type":"string"},"count":{"type":"integer"},"lines":{"type":"integer"},"files":{"type":"integer"},"at_least":{"type":"boolean"},"commits":{"type":"array","items":{"type":"object","properties":{"hash":{"type":"string"},"date":{"type":"string"},"author":{"type":"string"},"subject":{"type":"string"},"edge":{"type":"boolean"},"merge":{"type":"boolean"},"lines":{"type":"integer"},"changes":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"from":{"type":"string"},"sign":{"enum":["+","-","~"]},"n":{"type":"integer"},"text":{"type":"string"},"lossy":{"type":"boolean"},"note":{"type":"string"}},"required":["path","sign"]}}},"required":["hash","date","author","subject","lines","changes"]}},"truncated":{"type":"boolean"},"ledger":{"type":"object"},"question":{"type":"string"},"reason":{"type":"string"},"interpretation":{"type":"object"},"next_cursor":{"type":"string"},"rest":{"type":"string"},"next":{"type":"string"}},"required":["tool","verdict","count","lines","files","commits","truncated","ledger"]}`)
