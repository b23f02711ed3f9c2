package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/committed"
	"github.com/ct-tools/ct/shared/definition"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/walk"
)

// blame is which commits wrote the lines of a page. Git compares only texts that are committed, those of HEAD or of the
// revision of --at: the lines of a file that was changed since are found in HEAD's text by package align, so that no filter
// of the repository is needed.
type blame struct {
	history *committed.History
	of      map[int64]*author // by line of the file; a line that HEAD does not have is missing
	authors []*author         // in the order of the lines
}

// author is a commit that wrote lines.
type author struct {
	*git.BlamedCommit
	short string
}

// findAuthors finds out which commits wrote the lines of the page.
func (p *page) findAuthors(ctx context.Context, e *walk.Entry) error {
	text, err := wholeText(ctx, e)
	if err != nil {
		return err
	}
	at := p.request.At
	h, err := committed.Open(ctx, p.frame, p.name, at)
	if err != nil {
		return err
	}
	defer h.Close()
	path, err := h.Path(p.frame, p.name, at == "")
	if err != nil {
		return err
	}
	p.blame = &blame{history: h, of: map[int64]*author{}}
	then, err := h.Text(path)
	if errors.Is(err, git.ErrAbsent) {
		return nil // nothing of it is committed
	}
	if err != nil {
		return err
	}
	lines := committed.Map(then, text)
	from, to, _ := lines.Range(p.from, p.last())
	if from == 0 {
		return nil
	}
	runs, err := h.Blame(ctx, h.Commit.ID, path, from, to)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return p.blame.assign(ctx, &lines, runs, p.lines)
}

// wholeText reads a file that is not too large to be compared.
func wholeText(ctx context.Context, e *walk.Entry) ([]byte, error) {
	file, err := e.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(grep.Timed(ctx, file), definition.Most+1))
	if err == nil && len(text) > definition.Most {
		err = opt.Usagef("blame", "{blame} compares the file with HEAD, and it is over 64 MiB; leave {blame} out")
	}
	return text, err
}

// assign sets the commits of the lines of the file.
func (b *blame) assign(ctx context.Context, lines *committed.Mapping, runs []git.Blamed, shown []line) error {
	known := map[*git.BlamedCommit]*author{}
	at := 0
	for i := range shown {
		n := shown[i].n
		then := lines.Line(n)
		if then == 0 {
			continue
		}
		for at < len(runs) && runs[at].First+runs[at].Count <= then {
			at++
		}
		if at == len(runs) || runs[at].First > then {
			return fmt.Errorf("git blame says nothing of line %d", then)
		}
		c := runs[at].Commit
		if known[c] == nil {
			known[c] = &author{BlamedCommit: c}
			b.authors = append(b.authors, known[c])
		}
		b.of[n] = known[c]
	}
	return b.abbreviate(ctx)
}

// abbreviate sets the short IDs.
func (b *blame) abbreviate(ctx context.Context) error {
	ids := make([]string, len(b.authors))
	for i, a := range b.authors {
		ids[i] = a.ID
	}
	shorts, err := b.history.Abbreviate(ctx, ids)
	for i := range shorts {
		b.authors[i].short = shorts[i]
	}
	return err
}

// The most bytes that are shown of what git has of a commit.
const (
	clipAuthor  = 40
	clipSubject = 100
)

// notCommitted stands for the commit of a line that HEAD does not have.
const notCommitted = "not committed"

// heading returns what is above the lines of a commit; nil is none.
func (a *author) heading() string {
	if a == nil {
		return "  @ " + notCommitted
	}
	return "  @ " + a.short + " " + day(a.Author.Date) + " " + clippedName(a.Author.Name, clipAuthor)
}

// subject returns the line of the list of commits.
func (a *author) subject() string {
	line := "  " + a.short + " " + a.Author.Date + " " + clippedName(a.Author.Name, clipAuthor) + ": " + clippedName(a.Subject, clipSubject)
	if a.Boundary {
		line += " (the shallow clone begins here: the lines may be older)"
	}
	return line
}

// day returns the day of a date in ISO 8601.
func day(date string) string { return date[:min(len(date), len("2006-01-02"))] }

func clippedName(text string, most int) string {
	text, _ = budget.ClipLine([]byte(text), 0, 0, most)
	return budget.EscapeName(text)
}

// blamedLines returns the lines of a page with the commits that wrote them.
func (p *page) blamedLines(paint terminal.Paint) []string {
	var lines []string
	var last *author
	for i := range p.lines {
		l := &p.lines[i]
		if a := p.blame.of[l.n]; a != last || i == 0 {
			lines, last = append(lines, a.heading()), a
		}
		lines = append(lines, l.shown(clipPage, paint))
	}
	for i, a := range p.shownAuthors() {
		if i == 0 {
			lines = append(lines, "commits")
		}
		lines = append(lines, a.subject())
	}
	return lines
}

// shownAuthors returns the commits of the lines that are shown, in their order.
func (p *page) shownAuthors() []*author {
	if p.blame == nil {
		return nil
	}
	var list []*author
	seen := map[*author]bool{}
	for i := range p.lines {
		if a := p.blame.of[p.lines[i].n]; a != nil && !seen[a] {
			seen[a] = true
			list = append(list, a)
		}
	}
	return list
}

// fitBlame takes lines from the end of the page until it fits with what is said of commits.
func (p *page) fitBlame() {
	if p.blame == nil {
		return
	}
	room := p.frame.Budget
	for len(p.lines) > 1 {
		n := size(append(p.blamedLines(false), append(p.heading(maxLine), more(maxLine, p.command(maxLine, maxLine)))...))
		if n.Lines <= room.Lines && n.Bytes <= room.Bytes {
			return
		}
		p.lines, p.full, p.end = p.lines[:len(p.lines)-1], true, -1
	}
}

// authorDocument is a commit in JSON that wrote lines.
type authorDocument struct {
	Hash    string `json:"hash"`
	Date    string `json:"date"`
	Author  string `json:"author"`
	Subject string `json:"subject"`
	Path    string `json:"path,omitempty"` // of the file in the commit, if that was another
	Edge    bool   `json:"edge,omitempty"` // a shallow clone begins there: the lines may be older
}

// blameDocument is in JSON which commits wrote the lines of the page.
type blameDocument struct {
	Commits []authorDocument `json:"commits"`
	Lines   []authoredLines  `json:"lines"`
}

// authoredLines are lines of one commit.
type authoredLines struct {
	First int64  `json:"first"`
	Last  int64  `json:"last"`
	Hash  string `json:"hash,omitempty"` // none: the lines are not committed
}

// blameDocument returns the document of the page's commits, nil without --blame.
func (p *page) blameDocument() *blameDocument {
	if p.blame == nil {
		return nil
	}
	d := &blameDocument{Commits: []authorDocument{}, Lines: []authoredLines{}}
	for _, a := range p.shownAuthors() {
		row := authorDocument{Hash: a.short, Date: a.Author.Date, Author: grep.Echo(a.Author.Name, clipAuthor), Subject: grep.Echo(a.Subject, clipSubject), Edge: a.Boundary}
		if name := p.blame.history.Printed(a.Path); name != p.path {
			row.Path = grep.Echo(name, maxPath)
		}
		d.Commits = append(d.Commits, row)
	}
	var last *author
	for i := range p.lines {
		n := p.lines[i].n
		a := p.blame.of[n]
		if i > 0 && a == last {
			d.Lines[len(d.Lines)-1].Last = n
			continue
		}
		row := authoredLines{First: n, Last: n}
		if a != nil {
			row.Hash = a.short
		}
		d.Lines, last = append(d.Lines, row), a
	}
	return d
}
