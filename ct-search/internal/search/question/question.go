// Package question answers questions in plain words with the blocks of code that fit them best: functions, types,
// statements outside of both, and sections of documents if they are asked for.
//
// The first pass over the tree counts in which files the words of the question occur, by the beginnings that all forms
// of a word share. The second one reads the files that have one of the rarest words, by scanners, and counts the words
// in the name, the path and the text of each block. The blocks are ranked by package bm25; those that are shown are
// read once more.
package question

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// Bounds of a search.
const (
	heapSize  = 80 << 20 // what the Go heap is kept near, in bytes
	mostTerms = 64       // words of a question
	mostRare  = 4        // rarest words; a file that is read has one of them
	mostFiles = 250      // files that are read, those whose words weigh most
)

// A Search is a question.
type Search struct {
	findings.Window
	Files walk.Options

	text      string // as it was asked
	question  *bm25.Question
	matcher   match.Matcher // of the beginnings of the words
	whole     bool          // only blocks with all words count
	documents bool          // sections of documents are blocks too
	rare      uint64        // the rarest words; a block that counts has one of them
	page      *findings.Page
}

// Plan checks the request and returns its work.
func Plan(r *request.Request, f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	s, err := newSearch(text)
	s.whole = r.AllWords
	switch n := len(s.question.Terms); {
	case n == 0:
		return nil, opt.Usagef("QUERY", "the question has no words; ask for example 'retry with backoff'")
	case n > mostTerms || s.question.Over > 0:
		return nil, opt.Usagef("QUERY", "the question has over %d words; shorten it", mostTerms)
	case f.Expects() && !s.whole && r.TreeName() == "":
		return nil, opt.Usagef("expect", "a ranking is no fact to expect; add {all-words}, which counts the blocks that have every word")
	}
	s.documents = slices.ContainsFunc(r.LangNames, isDocument)
	if err != nil {
		return nil, opt.Usagef("QUERY", "{QUERY}: %v", err)
	}
	if s.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if s.page, err = findings.New(f, r, &s.Files, text); err != nil {
		return nil, err
	}
	s.Window = s.page.Window
	job := s.page.Job(s)
	if !s.page.Streams() {
		job.Parts = s.parts()
	}
	return job, nil
}

// newSearch returns a search for an answer to a question.
func newSearch(text string) (*Search, error) {
	s := &Search{text: text, question: bm25.Parse(text)}
	var patterns []*pattern.Pattern
	for i := range s.question.Terms[:min(len(s.question.Terms), mostTerms)] {
		p, err := pattern.Compile(beginning(&s.question.Terms[i]), pattern.Options{Mode: pattern.Literal, Case: pattern.Insensitive})
		if err != nil {
			return s, err
		}
		patterns = append(patterns, p)
	}
	if len(patterns) == 0 {
		return s, nil
	}
	var err error
	s.matcher, err = match.New(patterns...)
	return s, err
}

// shortestBeginning is how short the beginning that all forms of a word share may be, in bytes.
const shortestBeginning = 3

// beginning returns the text that all forms of a word begin with.
func beginning(t *bm25.Term) string {
	n := 0
	for n < len(t.Text) && n < len(t.Stem) && t.Text[n] == t.Stem[n] {
		n++
	}
	if n < shortestBeginning {
		return t.Text
	}
	return t.Text[:n]
}

// Found is the answer to a question.
type Found struct {
	Ledger ledger.Ledger
	Tree   cursor.Tree // the files with blocks that count
	Blocks int64       // that count
	Files  int64       // with such blocks
	Lines  int64       // of the files that were read
	Groups []occurrence.Group
	Gaps   occurrence.Gaps
	Left   int // files with rare words that were not read, because there were too many

	why    map[string]string // why a block ranks, by its place
	search *Search
	absent []string // words of the question that are nowhere
}

// A File has words of the question.
type File struct {
	Path     string
	Tree, At int      // its place: the number of its tree, and its own in that tree
	Terms    uint64   // those that it has
	Times    []uint16 // how often it has each of these, in order
	Size     int64    // in bytes
	Weight   float64  // by which files are chosen
}

// Run searches; see findings.Search.
func (s *Search) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	defer tool.LimitHeap(heapSize)()
	found := s.newFound()
	c := newCollection(s.question)
	files, err := s.choose(ctx, c, found)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return found, nil
	}
	read, err := s.read(ctx, paths(files))
	if err = cmp.Or(err, s.Where.Err()); err != nil {
		return nil, err
	}
	found.add(read)
	blocks := found.rank(c, read.Blocks, each != nil)
	shown, err := s.describe(ctx, c, blocks, 0)
	if err != nil {
		return nil, err
	}
	found.show(c, blocks, shown)
	if each != nil { // the best first
		for i := range found.Groups {
			if !each(&found.Groups[i].Match) {
				break
			}
		}
	}
	return found, nil
}

// choose returns the files of one tree to read.
func (s *Search) choose(ctx context.Context, c *collection, found *Found) (files []File, err error) {
	census := Census{}
	found.Ledger, err = s.count(ctx, func(f File) {
		files = append(files, f)
		census.add(&f)
	})
	if err != nil {
		return nil, err
	}
	found.absent = c.take(census, found.Ledger.Searched)
	s.rare = c.Rare
	files = slices.DeleteFunc(files, func(f File) bool { return !c.isRare(&f) })
	n := len(files)
	files = c.choose(files)
	found.Left = n - len(files)
	return files, nil
}

func (s *Search) newFound() *Found { return &Found{search: s, why: map[string]string{}} }

// paths returns the paths of files, sorted.
func paths(files []File) []string {
	only := make([]string, len(files))
	for i := range files {
		only[i] = files[i].Path
	}
	slices.Sort(only)
	return only
}

// add notes what was read, apart from its blocks.
func (r *Found) add(read *Part) {
	r.missed(&read.Ledger)
	r.Blocks, r.Files, r.Lines, r.Tree = read.Counted, read.WithBlocks, read.Lines, read.Tree
}

// rank returns the blocks to show of all that were read, the best first.
func (r *Found) rank(c *collection, blocks []Block, all bool) []Block {
	c.measure(blocks)
	c.rank(blocks, usual())
	blocks = slices.DeleteFunc(blocks, func(b Block) bool { return !r.search.counts(&b) })
	if all {
		return blocks
	}
	return blocks[:min(len(blocks), r.search.Offset+r.search.Limit+answer.MostEvidence)]
}

// show takes the descriptions of blocks.
func (r *Found) show(c *collection, blocks []Block, described *Part) {
	r.missed(&described.Ledger)
	r.Gaps = described.Gaps
	for i := range described.Shown {
		g := &described.Shown[i]
		r.Groups = append(r.Groups, g.Group)
		r.why[answer.At(&g.Group)] = c.why(&blocks[g.At])
	}
}

// Best returns the first n blocks that answer a question, each as its name and place, and the number of all.
func Best(ctx context.Context, text string, files walk.Options, n int) (places []string, blocks int64, err error) {
	s, err := newSearch(text)
	if err != nil || s.matcher == nil || len(s.question.Terms) > mostTerms {
		return nil, 0, err
	}
	s.Files, s.Limit = files, n
	result, err := s.Run(ctx, nil)
	if err != nil {
		return nil, 0, err
	}
	found, ok := result.(*Found)
	if !ok {
		return nil, 0, nil
	}
	for i := range found.Groups[:min(len(found.Groups), n)] {
		g := &found.Groups[i]
		name := g.Word
		if g.Definition != nil {
			name = g.Definition.Qualname
		}
		places = append(places, fmt.Sprintf("%s (%s)", budget.EscapeName(name), answer.At(g)))
	}
	return places, found.Blocks, nil
}

// count calls each with the files that have words of the question, in order.
func (s *Search) count(ctx context.Context, each func(File)) (ledger.Ledger, error) {
	newVisit := func() walk.Visit[File] {
		scanner := scan.New(s.matcher.Clone(), scan.Request{Want: match.Count})
		return func(e *walk.Entry) walk.Outcome[File] {
			result, why, detail := grep.Read(ctx, e, scanner)
			f := File{}
			for i, n := range result.Terms {
				if n > 0 {
					f.Terms |= 1 << i
					f.Times = append(f.Times, uint16(min(n, math.MaxUint16)))
				}
			}
			if f.Terms != 0 {
				f.Path, f.Size = e.Path(), result.Bytes
			}
			return walk.Outcome[File]{Value: f, Keep: f.Terms != 0, Size: 120 + len(f.Path), Count: walk.NoMatches, Skip: why, Detail: detail}
		}
	}
	at := 0
	return walk.Run(ctx, s.Files, newVisit, func(f File) bool {
		f.At = at
		at++
		each(f)
		return true
	})
}

// missed adds to the ledger what a later pass over files that were counted could not read.
func (r *Found) missed(l *ledger.Ledger) {
	for _, cut := range l.Cuts() {
		for range cut.Count {
			r.Ledger.Skip(cut.Reason, cut.First.Path, cut.First.Detail)
		}
	}
}

// Totals returns the figures for pages and the summary.
func (r *Found) Totals() findings.Totals {
	return findings.Totals{Ledger: &r.Ledger, Tree: &r.Tree, Matches: r.Blocks, Files: r.Files, Groups: len(r.Groups)}
}

// FigureNames returns the names of expectations that questions have, beside those of every form.
func FigureNames() []string { return []string{source.Definition.String()} }

// Answer returns the figures and how the question was read.
func (r *Found) Answer() *tool.Answer {
	reading := r.search.page.Request.Reading(r.search.Files, nil, 0)
	reading.Mode, reading.Case, reading.Near = request.Question, "insensitive", nil
	reading.Notes = append(reading.Notes, r.notes()...)
	f := request.Figures(r.Blocks, r.Files, r.Lines, &r.Ledger)
	if r.Left > 0 && f.Cut == "" {
		f.Cut, f.Whole = r.left(), true
		f.Count.Open = true
	}
	f.Set(source.Definition.String(), float64(r.Blocks))
	return &tool.Answer{Figures: f, Lines: r.Lines, Base: ".", Ledger: &r.Ledger, Reading: reading}
}

func (r *Found) left() string {
	return fmt.Sprintf("%s with rare words not read: too many have them", grep.Plural(int64(r.Left), "file", "files"))
}

// notes says which words mean nothing, and what was not read.
func (r *Found) notes() []string {
	var notes []string
	if len(r.absent) > 0 {
		where := "nowhere: "
		if r.Ledger.Cut() {
			where = "nowhere in what was searched: "
		}
		notes = append(notes, where+strings.Join(r.absent, ", "))
	}
	if r.Left > 0 {
		notes = append(notes, r.left())
	}
	return append(notes, r.Gaps.Headers()...)
}
