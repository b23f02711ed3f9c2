package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// search is one run.
type search struct {
	frame    *tool.Frame
	request  *request
	text     string
	question *bm25.Question
	limit    int
	files    walk.Options

	nodes []node
	words int
	found []result // the nodes with a score; all with --list

	held   int      // bytes that sections take
	linked int      // bytes that links take; beyond maxInRun they do not count
	merged string   // the first file with merged sections, "" for none
	beside int64    // files beside a spec.md
	other  bool     // the nodes are not Markdown
	notes  int64    // hidden files in trees with a spec.md
	left   []string // folders that are left out, and why
}

// result is a node and its score.
type result struct {
	node  *node
	score float64
}

// heapSize is what the Go heap is kept near, in bytes, whatever is read at once.
const heapSize = 80 << 20

// run finds the nodes, ranks them, and returns what to show.
func (s *search) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	defer tool.LimitHeap(heapSize)()
	begun := time.Now()
	led, err := s.read(ctx)
	if err != nil {
		return nil, s.refused(err)
	}
	if s.request.list {
		s.takeAll()
	} else {
		s.found = rank(s.question, s.nodes)
	}
	compute := time.Since(begun)
	a := &tool.Answer{Figures: s.figures(&led), Base: cmp.Or(s.files.Base, "."), Ledger: &led, Reading: s.reading()}
	page := s.page()
	if s.frame.Uses("MATCHES") {
		a.Matches = page
	}
	document, part := s.document()
	a.Document = func(tool.Outcome) any { return document }
	if !s.frame.Quiet {
		a.Aside = s.aside(a, part, compute)
	}
	a.Text = func(tool.Outcome) string {
		if !s.frame.Quiet {
			a.Aside = s.aside(a, "", compute) // without what the text says
		}
		return s.page()
	}
	_, err = io.WriteString(out, page)
	return a, err
}

// refused returns an error of the walk. If a root is a file, the error says how to rank that file alone.
func (s *search) refused(err error) error {
	if roots := s.request.roots; errors.Is(err, syscall.ENOTDIR) && len(roots) == 1 {
		file := filepath.ToSlash(roots[0])
		return opt.Usagef("root", "%s is a file, and a root is a folder: for that file %s QUERY", roots[0],
			render.Shell("ct-spec", "--root="+path.Dir(file), "--include="+path.Base(file)))
	}
	return err
}

// read finds the nodes in the first of the places that has any, and names them.
func (s *search) read(ctx context.Context) (led ledger.Ledger, err error) {
	places, err := s.places(ctx)
	var none ledger.Ledger // of the last place for Markdown
	for _, place := range places {
		s.files, s.nodes, s.held, s.linked, s.merged, s.other = place.Options, nil, 0, 0, "", place.other
		newVisit := func() walk.Visit[[]node] {
			r := newReader(s.question, s.request.sections)
			return func(e *walk.Entry) walk.Outcome[[]node] { return r.visit(ctx, e) }
		}
		led, err = walk.Run(ctx, place.Options, newVisit, s.take)
		if err != nil || len(s.nodes) > 0 || led.Cut() {
			break
		}
		if !place.other {
			none = led
		}
	}
	if s.other && err == nil && len(s.nodes) == 0 && !led.Cut() {
		led, s.files, s.other = none, places[len(places)-2].Options, false
	}
	if s.merged != "" {
		led.Skip(ledger.TooLarge, s.merged, mergedText(s.sections()))
	}
	s.leaveBeside(&led)
	nameNodes(s.nodes, s.files.Base)
	linkNodes(s.nodes)
	for i := range s.nodes {
		s.words += s.nodes[i].words
	}
	return led, err
}

// take adds the nodes of a file. Sections for which there is no room are merged with the node before them.
func (s *search) take(nodes []node) bool {
	for i := range nodes {
		n := &nodes[i]
		if s.linked += n.linkSize(); s.linked > maxInRun {
			n.links = nil
		}
		if n.level > 0 && s.held > maxInRun {
			s.nodes[len(s.nodes)-1].absorb(n)
			s.merged = cmp.Or(s.merged, n.path)
			continue
		}
		if n.level > 0 {
			s.held += n.size()
		}
		s.nodes = append(s.nodes, *n)
	}
	return true
}

// sections counts the nodes that are not files.
func (s *search) sections() (n int) {
	for i := range s.nodes {
		if s.nodes[i].level > 0 {
			n++
		}
	}
	return n
}

// leaveBeside removes files beside a spec.md, and notes, which the ledger then counts as skipped.
func (s *search) leaveBeside(led *ledger.Ledger) {
	for i := range s.nodes {
		if s.nodes[i].unread {
			led.Searched-- // it was counted because there is a node for it
		}
	}
	s.nodes, s.beside = alone(s.nodes)
	if !s.request.Hidden {
		s.nodes, s.notes = withoutNotes(s.nodes)
	}
	led.Searched -= s.beside + s.notes
	led.SkipN(ledger.Excluded, s.beside+s.notes)
}

// takeAll takes the nodes in the order of the tree: the file that stands for a folder before the rest of the folder.
func (s *search) takeAll() {
	s.found = make([]result, len(s.nodes))
	for i := range s.nodes {
		s.found[i].node = &s.nodes[i]
	}
	slices.SortStableFunc(s.found, func(a, b result) int {
		return slices.Compare(treePlace(a.node.path), treePlace(b.node.path))
	})
}

// figures returns the figures for expectations. A score depends on all nodes, so after a cut the highest is unknown.
func (s *search) figures(led *ledger.Ledger) verdict.Figures {
	f := verdict.FromLedger(led, int64(len(s.found)))
	top := 0.0
	if len(s.found) > 0 && !led.Cut() {
		top = s.found[0].score
	}
	f.Set("top", top)
	return f
}

// maxQuery is how much of the words of a question is repeated, in bytes.
const maxQuery = 200

// reading says how the question was read.
func (s *search) reading() *tool.Reading {
	r := s.request.Reading(s.files, nil, 0)
	r.Mode, r.Case, r.Limits = "ranked by words", "insensitive", s.request.Limits()
	q := s.question
	switch {
	case s.request.list:
		r.Mode = "every node"
	case q.Literal:
		r.Mode, r.Case, r.Literal = "ranked by text, for the question has no word", "sensitive", false
	default:
		r.Mode += " " + texts(q.Terms)
	}
	if s.files.Base != "" {
		r.Literal = false // paths are not relative to the working folder
	}
	if s.beside > 0 {
		r.Notes = append(r.Notes, grep.Plural(s.beside, "file", "files")+" beside a spec.md left out")
	}
	if s.notes > 0 {
		r.Notes = append(r.Notes, grep.Plural(s.notes, "file", "files")+" in hidden folders left out, not spec.md; --hidden has "+map[bool]string{true: "it", false: "them"}[s.notes == 1])
	}
	if len(s.found) == 0 {
		r.Notes = append(r.Notes, s.formats()...)
		r.Notes = append(r.Notes, s.left...)
		r.Notes = append(r.Notes, s.troubles()...)
		r.Notes = append(r.Notes, s.routes()...)
	}
	return r
}

// texts joins the words of terms.
func texts(terms []bm25.Term) string {
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = t.Text
	}
	text, _ := budget.ClipLine([]byte(strings.Join(words, " ")), 0, 0, maxQuery)
	return text
}

// aside returns the lines for standard error in addition to the notes of every search: for JSON,
// which has only the results, everything that other formats include, and the time taken.
func (s *search) aside(a *tool.Answer, part string, compute time.Duration) string {
	var b strings.Builder
	note := func(text string) {
		text, _ = budget.ClipLine([]byte(text), 0, 0, maxNote)
		b.WriteString(s.frame.Tool + ": " + budget.EscapeName(text) + "\n")
	}
	if s.frame.Format == "json" {
		if s.frame.Question != "" {
			note("question: " + s.frame.Question)
		}
		note(a.Reading.String() + "; " + a.Ledger.String())
		if part != "" {
			note(part)
		}
	}
	if len(s.found) > 0 {
		for _, t := range slices.Concat(s.formats(), s.left, s.troubles()) {
			note(t)
		}
	}
	fmt.Fprintf(&b, "[spec-search] compute %dms · %s · %s\n", compute.Milliseconds(),
		grep.Plural(int64(len(s.nodes)), "node", "nodes"), grep.Plural(int64(s.words), "token", "tokens"))
	return b.String()
}

// formats says that files other than Markdown are ranked, and which.
func (s *search) formats() []string {
	if !s.other {
		return nil
	}
	var kinds []string
	for i := range s.nodes {
		if ext := "*" + path.Ext(s.nodes[i].path); !slices.Contains(kinds, ext) {
			kinds = append(kinds, ext)
		}
	}
	slices.Sort(kinds)
	return []string{"no Markdown there, so the nodes are " + strings.Join(kinds, " ")}
}

// maxNote is the maximum length of a line on standard error, in bytes.
const maxNote = 4000

// troubles says in one line of how many files the front matter is not YAML, and how these were read.
func (s *search) troubles() []string {
	var loose, texts int64
	first := ""
	for i := range s.nodes {
		switch n := &s.nodes[i]; {
		case n.trouble != "":
			if texts++; first == "" {
				first = shown(n.path, 80) + ": " + shown(n.trouble, 60)
			}
		case n.loose:
			loose++
		}
	}
	if loose+texts == 0 {
		return nil
	}
	var parts []string
	if loose > 0 {
		parts = append(parts, fmt.Sprintf("%d read line by line", loose))
	}
	if texts > 0 {
		parts = append(parts, fmt.Sprintf("%d ranked as text (%s)", texts, first))
	}
	return []string{"front matter of " + grep.Plural(loose+texts, "file", "files") + " is not strict YAML: " + strings.Join(parts, ", ")}
}
