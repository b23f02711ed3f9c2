package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// blockSize is how much of a file is in memory at a time, in bytes; a longer line is read in pieces.
const blockSize = 256 << 10

// reader reads one file after another and makes nodes of them. It is not safe for concurrent use.
type reader struct {
	matcher  *bm25.Matcher
	terms    []bm25.Term
	sections bool
	literal  bool // terms are not words

	text    scan.Text
	buf     []byte
	outline outline
	inside  bool // the block begins inside a line
	open    bool // the lines are front matter that does not end

	nodes   []node
	held    int      // bytes that nodes take, without the current one
	named   int      // number of words in the first node before its text
	merged  bool     // sections were merged with the one before, for lack of memory
	tallies []tally  // of the current node, by term
	touched []uint16 // the terms that it has
	pairs   pairs
	faint   bool   // a word counts as one that only begins with the term
	shown   origin // where its lead comes from
	slugs   map[string]int
}

// origin is where the lead of a node comes from; a greater one is better.
type origin uint8

const (
	nothing origin = iota
	anything
	matchInMatter
	matchInDesc
	matchInHead
	matchInCode
	matchInProse
)

func newReader(q *bm25.Question, sections bool) *reader {
	return &reader{
		matcher: bm25.NewMatcher(q.Terms), terms: q.Terms, pairs: newPairs(q), sections: sections, literal: q.Literal,
		buf: make([]byte, blockSize), tallies: make([]tally, len(q.Terms)), slugs: map[string]int{},
	}
}

// visit makes the nodes of an entry. An unreadable spec.md is a node without text: files beside it are still not nodes.
func (r *reader) visit(ctx context.Context, e *walk.Entry) walk.Outcome[[]node] {
	file, err := e.Open()
	if err != nil {
		return walk.Outcome[[]node]{Value: sign(e), Keep: isSpec(string(e.Name())), Skip: ledger.Unreadable, Detail: err.Error()}
	}
	why, err := r.read(ctx, e.Path(), file)
	_ = file.Close()
	hidden := strings.Contains("/"+e.Path()[len(e.Path())-e.Below():], "/.")
	for i := range r.nodes {
		r.nodes[i].tree, r.nodes[i].hidden = e.Root(), hidden
	}
	o := walk.Outcome[[]node]{Value: r.nodes, Keep: len(r.nodes) > 0, Count: int64(len(r.nodes)), Skip: why}
	switch {
	case err != nil:
		o.Detail = err.Error()
	case why == ledger.None && r.merged:
		o.Skip, o.Detail = ledger.TooLarge, mergedText(len(r.nodes)-1)
	}
	if !o.Keep {
		o.Value, o.Keep = sign(e), isSpec(string(e.Name()))
	}
	for i := range r.nodes {
		o.Size += r.nodes[i].size()
	}
	r.nodes = nil
	return o
}

// sign returns the node of a file whose text is not known.
func sign(e *walk.Entry) []node { return []node{{path: e.Path(), unread: true, tree: e.Root()}} }

func isSpec(name string) bool { return strings.EqualFold(name, "spec.md") }

// mergedText says that only n sections are distinguished.
func mergedText(n int) string { return fmt.Sprintf("only %d sections are distinguished", n) }

// read sets r.nodes to those of the file at name. The reason says why it was not read completely.
func (r *reader) read(ctx context.Context, name string, file io.Reader) (ledger.Reason, error) {
	n, text, err := r.text.Open(file, r.buf)
	defer r.text.Close()
	if !text && (err == nil || errors.Is(err, io.EOF)) {
		return ledger.Binary, nil
	}
	block := r.begin(name, r.buf[:n])
	defer r.end()
	for {
		last := err != nil
		left := r.block(block, last)
		switch {
		case errors.Is(err, io.EOF) && r.text.Changed():
			return ledger.Changed, nil
		case errors.Is(err, io.EOF):
			return ledger.None, nil
		case err != nil:
			return ledger.Unreadable, err
		case ctx.Err() != nil:
			return ledger.Timeout, nil
		}
		kept := copy(r.buf, left)
		n, err = r.text.Fill(r.buf[kept:])
		block = r.buf[:kept+n]
	}
}

// begin starts a file and parses the front matter in its first block. Invalid front matter is text without headings.
func (r *reader) begin(name string, block []byte) []byte {
	r.outline, r.inside, r.open, r.nodes, r.held, r.merged = outline{syntax: syntaxOf(name)}, false, false, nil, 0, false
	clear(r.slugs)
	first := node{path: name}
	front, rest, err := splitMatter(block)
	var m matter
	if err == nil && front != nil {
		var strict bool
		m, strict, err = parseMatter(front)
		first.loose = !strict
	}
	if err != nil {
		first.trouble = strings.Join(strings.Fields(err.Error()), " ")
		m = salvage(front)
	}
	first.id, first.title, first.desc, first.code = clip(m.id, maxID), clip(m.title, maxName), m.desc, m.code
	r.add(first)
	r.countTitle([]byte(m.title))
	if len(m.id) > maxID {
		r.count([]byte(m.id), inBody)
	}
	switch {
	case err != nil && front == nil:
		r.open = true
		_, rest = cutLine(rest)
	case err != nil:
		for left := front; len(left) > 0; {
			var line []byte
			line, left = cutLine(left)
			r.find(line, 0, len(line), matchInMatter)
		}
	}
	r.named = r.now().words
	return rest
}

// add starts a node.
func (r *reader) add(n node) {
	r.nodes = append(r.nodes, n)
	r.shown = nothing
	if n.desc != "" {
		desc := []byte(n.desc)
		if first, stop := r.count(desc, inDesc); first >= 0 {
			r.now().lead, r.shown = snippet(desc, first, stop), matchInDesc
		}
	}
}

func (r *reader) now() *node { return &r.nodes[len(r.nodes)-1] }

// end ends the current node.
func (r *reader) end() {
	n := r.now()
	slices.Sort(r.touched)
	n.tallies = make([]tally, len(r.touched))
	for i, t := range r.touched {
		n.tallies[i] = r.tallies[t]
		r.tallies[t] = tally{}
	}
	r.touched = r.touched[:0]
	n.pairs = r.pairs.take()
	n.desc = clip(n.desc, maxDesc)
	if r.shown < matchInDesc && n.desc != "" {
		n.lead = clip(n.desc, window)
	}
	r.held += n.size()
}

// block processes whole lines, and returns the rest for the next block: the last line, whose kind depends on the one
// after it. If a line fills the block, it processes a part of it that ends between words.
func (r *reader) block(block []byte, last bool) (left []byte) {
	for at := 0; at < len(block); {
		end := lineEnd(block, at, len(block))
		if end == len(block) && !last {
			if at > 0 || len(block) < len(r.buf)-4 {
				return block[at:]
			}
			cut := cmp.Or(bytes.LastIndexAny(block, " \t,.;")+1, len(match.WholeCharacters(block)))
			r.line(block, at, cut, nil)
			r.inside = true
			return block[cut:]
		}
		after := min(end+1, len(block))
		stop := lineEnd(block, after, len(block))
		if stop == len(block) && !last && at > 0 {
			return block[at:]
		}
		r.line(block, at, end, block[after:stop])
		r.inside = false
		at = after
	}
	return nil
}

// line processes the line block[at:end].
func (r *reader) line(block []byte, at, end int, next []byte) {
	line := bytes.TrimSuffix(block[at:end], []byte("\r"))
	k, level, text := prose, 0, []byte(nil)
	switch {
	case r.inside:
	case r.open && !r.leavesMatter(line):
		r.find(line, 0, len(line), matchInMatter)
		return
	default:
		k, level, text = r.outline.look(line, bytes.TrimSuffix(next, []byte("\r")))
	}
	switch k {
	case rule:
		return
	case heading:
		if r.heading(level, text) {
			r.countTitle(line) // a window of it would repeat the title
		} else {
			r.find(block, at, end, matchInHead)
		}
	case code:
		r.find(block, at, end, matchInCode)
	default:
		r.links(block, at, end)
		r.find(block, at, end, matchInProse)
	}
}

// leavesMatter ends front matter at a blank line, a heading, or an end that was not in the first block.
func (r *reader) leavesMatter(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	level, _ := atx(line)
	r.open = len(line) > 0 && level == 0 && string(line) != "---" && string(line) != "..."
	return !r.open
}

// heading processes a heading. The first of a file without a title is the title; any other begins a
// section if sections are nodes. It reports whether the heading is the title of the current node.
func (r *reader) heading(level int, text []byte) (isTitle bool) {
	n := r.now()
	if n.title != "" && !r.sections {
		return string(text) == n.title
	}
	title := clip(plainText(text), maxTitle)
	switch {
	case title == "":
		return false
	case n.title == "" && n.level == 0:
		n.title = title
		return true
	case n.level == 0 && title == n.title && n.words == r.named:
		return true
	case r.held > maxInFile:
		r.merged = true
		return false
	}
	r.end()
	r.add(node{path: n.path, title: title, code: n.code, anchor: r.anchor(title), level: level})
	return true
}

// anchor returns the name of a section in its file. A name that was used before gets a number.
func (r *reader) anchor(title string) string {
	base := cmp.Or(slug(title), "section")
	name := base
	for ; r.slugs[name] > 0; name = base + "-" + strconv.Itoa(r.slugs[base]-1) {
		r.slugs[base]++
	}
	r.slugs[name]++
	return name
}

// find counts a line's words and the terms that they match, and takes the node's lead from there if that is better.
func (r *reader) find(block []byte, at, end int, from origin) {
	line := block[at:end]
	first, stop := r.count(line, inBody)
	n := r.now()
	switch {
	case first >= 0 && from > r.shown:
		n.lead, r.shown = snippet(block, at+first, at+stop), from
	case r.shown == nothing && from == matchInProse && n.desc == "":
		if start, stop := bm25.NextWord(line, 0); start < len(line) {
			n.lead, r.shown = snippet(block, at+start, at+stop), anything
		}
	}
}

// count counts the words of text and returns the bounds of the first that matches a term, -1 if there is none.
func (r *reader) count(text []byte, in field) (first, stop int) {
	if r.literal {
		return r.countLiteral(text, in)
	}
	first = -1
	words := 0
	for start, end := bm25.NextWord(text, 0); start < len(text); start, end = bm25.NextWord(text, end) {
		words++
		for _, m := range r.matcher.Match(text[start:end]) {
			if first < 0 {
				first, stop = start, end
			}
			if r.faint {
				m.Form = bm25.Longer
			}
			r.tally(m.Term).Add(in, m.Form)
			if in == inBody && m.Form != bm25.Longer {
				r.pairs.add(m.Term, r.now().words+words)
			}
		}
	}
	r.addWords(in, words)
	return first, stop
}

// countTitle counts a title in the body, where it adds little to what it counts as a name, however it is written.
func (r *reader) countTitle(text []byte) {
	r.faint = true
	r.count(text, inBody)
	r.faint = false
}

// countLiteral is count for terms that are not words.
func (r *reader) countLiteral(text []byte, in field) (first, stop int) {
	first = -1
	for i, t := range r.terms {
		at := bytes.Index(text, []byte(t.Text))
		if at < 0 {
			continue
		}
		if first < 0 || at < first {
			first, stop = at, at+len(t.Text)
		}
		r.tally(uint16(i)).AddSame(in, bytes.Count(text, []byte(t.Text)))
	}
	r.addWords(in, len(bytes.Fields(text)))
	return first, stop
}

// addWords adds to the length of a field.
func (r *reader) addWords(in field, words int) {
	if in == inBody {
		r.now().words += words
	} else {
		r.now().lengths[in] += uint32(words)
	}
}

// tally returns the current node's tally of a term.
func (r *reader) tally(t uint16) *tally {
	c := &r.tallies[t]
	if c.Counts == (bm25.Counts{}) {
		c.term = t
		r.touched = append(r.touched, t)
	}
	return c
}
