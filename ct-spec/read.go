package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// blockSize bounds what is held of a file at a time, in bytes; a line that is
// longer is read in pieces.
const blockSize = 256 << 10

// A reader makes nodes of files, one after another. It belongs to one
// goroutine.
type reader struct {
	matcher  *matcher
	sections bool
	literal  bool // terms are no words

	text    scan.Text
	buf     []byte
	outline outline
	inside  bool // the block begins inside a line
	open    bool // the lines are of front matter that does not end

	nodes   []node
	held    int      // bytes that nodes hold but the one at hand
	named   int      // words of the first node before its text
	merged  bool     // sections are one with the one before, for want of room
	tallies []tally  // of the node at hand, by term
	touched []uint16 // the terms that it has
	shown   origin   // what its lead was taken of
	slugs   map[string]int
}

// An origin is how good a place the lead of a node is taken from; a greater one is better.
type origin uint8

const (
	nothing origin = iota
	anything
	matchInMatter
	matchInHead
	matchInCode
	matchInProse
)

func newReader(q *question, sections bool) *reader {
	return &reader{
		matcher: newMatcher(q.terms), sections: sections, literal: q.literal,
		buf: make([]byte, blockSize), tallies: make([]tally, len(q.terms)), slugs: map[string]int{},
	}
}

// visit makes the nodes of an entry. Of a spec.md that cannot be read there is
// one without a text: what lies beside it is no node even so.
func (r *reader) visit(ctx context.Context, e *walk.Entry) walk.Outcome[[]node] {
	file, err := e.Open()
	if err != nil {
		return walk.Outcome[[]node]{Value: sign(e), Keep: isSpec(e), Skip: ledger.Unreadable, Detail: err.Error()}
	}
	why, err := r.read(ctx, e.Path(), file)
	_ = file.Close()
	o := walk.Outcome[[]node]{Value: r.nodes, Keep: len(r.nodes) > 0, Skip: why}
	switch {
	case err != nil:
		o.Detail = err.Error()
	case why == ledger.None && r.merged:
		o.Skip, o.Detail = ledger.TooLarge, mergedText(len(r.nodes)-1)
	}
	if !o.Keep {
		o.Value, o.Keep = sign(e), isSpec(e)
	}
	for i := range r.nodes {
		o.Size += r.nodes[i].size()
	}
	r.nodes = nil
	return o
}

// sign gives the node of a file whose text is not known.
func sign(e *walk.Entry) []node { return []node{{path: e.Path(), unread: true}} }

func isSpec(e *walk.Entry) bool { return strings.EqualFold(string(e.Name()), "spec.md") }

// mergedText tells that sections are not told apart.
func mergedText(n int) string { return fmt.Sprintf("only %d sections are told apart", n) }

// read makes r.nodes of the file at name. The reason is what keeps it from
// having been read whole.
func (r *reader) read(ctx context.Context, name string, file io.Reader) (ledger.Reason, error) {
	n, text, err := r.text.Open(file, r.buf)
	defer r.text.Close()
	if !text && (err == nil || errors.Is(err, io.EOF)) {
		return ledger.Binary, nil
	}
	block := r.begin(name, r.buf[:n])
	for {
		last := err != nil
		if nul := bytes.IndexByte(block, 0); nul >= 0 {
			r.block(block[:nul], true)
			r.end()
			return ledger.Binary, nil
		}
		left := r.block(block, last)
		switch {
		case errors.Is(err, io.EOF):
			r.end()
			if r.text.Changed() {
				return ledger.Changed, nil
			}
			return ledger.None, nil
		case err != nil:
			r.end()
			return ledger.Unreadable, err
		case ctx.Err() != nil:
			r.end()
			return ledger.Timeout, nil
		}
		kept := copy(r.buf, left)
		n, err = r.text.Fill(r.buf[kept:])
		block = r.buf[:kept+n]
	}
}

// begin begins with a file, reads the front matter in its first block, and gives
// what follows that. Front matter that is wrong is text without headings.
func (r *reader) begin(name string, block []byte) []byte {
	r.outline, r.inside, r.open, r.nodes, r.held, r.merged = outline{}, false, false, nil, 0, false
	clear(r.slugs)
	first := node{path: name}
	front, rest, err := splitMatter(block)
	var m matter
	if err == nil && front != nil {
		m, err = parseMatter(front)
	}
	if err != nil {
		first.trouble = strings.Join(strings.Fields(err.Error()), " ")
		m = salvage(front)
	}
	first.id, first.title, first.desc, first.code = clip(m.id, maxID), clip(m.title, maxName), m.desc, m.code
	r.add(first)
	r.count([]byte(m.title), inBody) // where its other forms are found too
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

// add begins with a node.
func (r *reader) add(n node) {
	r.nodes = append(r.nodes, n)
	r.shown = nothing
	if n.desc != "" {
		r.count([]byte(n.desc), inDesc)
	}
}

// now gives the node at hand.
func (r *reader) now() *node { return &r.nodes[len(r.nodes)-1] }

// end ends the node at hand.
func (r *reader) end() {
	n := r.now()
	slices.Sort(r.touched)
	n.tallies = make([]tally, len(r.touched))
	for i, t := range r.touched {
		n.tallies[i] = r.tallies[t]
		r.tallies[t] = tally{}
	}
	r.touched = r.touched[:0]
	n.desc = clip(n.desc, maxDesc)
	if r.shown < matchInHead && n.desc != "" {
		n.lead = clip(n.desc, window)
	}
	r.held += n.size()
}

// block goes over whole lines, and gives what is left for the next block: the
// last line, whose kind depends on the one behind it. Of a line that fills the
// block it takes a part that ends between words.
func (r *reader) block(block []byte, last bool) (left []byte) {
	for at := 0; at < len(block); {
		end := bytes.IndexByte(block[at:], '\n')
		if end < 0 && !last {
			if at > 0 || len(block) < len(r.buf)-4 {
				return block[at:]
			}
			cut := bytes.LastIndexAny(block, " \t,.;") + 1
			if cut == 0 {
				cut = wholeRunes(block)
			}
			r.line(block, at, cut, nil)
			r.inside = true
			return block[cut:]
		}
		end = ends(block, at, end)
		next, behind := []byte(nil), end+1
		if behind < len(block) {
			stop := bytes.IndexByte(block[behind:], '\n')
			if stop < 0 && !last && at > 0 {
				return block[at:]
			}
			next = block[behind:ends(block, behind, stop)]
		} else if !last && at > 0 {
			return block[at:]
		}
		r.line(block, at, end, next)
		r.inside = false
		at = behind
	}
	return nil
}

// ends gives the end of the line at at, n bytes on, or of the block if n < 0.
func ends(block []byte, at, n int) int {
	if n < 0 {
		return len(block)
	}
	return at + n
}

// wholeRunes gives how much of b does not end in the middle of a character.
func wholeRunes(b []byte) int {
	for n := len(b); n > len(b)-4 && n > 0; n-- {
		if b[n-1] < 0x80 {
			return n
		}
		if b[n-1] >= 0xC0 {
			return n - 1
		}
	}
	return len(b)
}

// line goes over the line block[at:end].
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
			r.count(line, inBody) // a window of it would say the title again
		} else {
			r.find(block, at, end, matchInHead)
		}
	case code:
		r.find(block, at, end, matchInCode)
	default:
		r.find(block, at, end, matchInProse)
	}
}

// leavesMatter ends front matter that has no end at a line which is hardly of
// it: a blank one, a heading, or the end that its first block did not have.
func (r *reader) leavesMatter(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	level, _ := atx(line)
	r.open = len(line) > 0 && level == 0 && string(line) != "---" && string(line) != "..."
	return !r.open
}

// heading takes a heading: the first of a file without a title is that, any
// other begins a section where sections are nodes. It reports whether the
// heading is the title of the node at hand.
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

// anchor gives the name of a section in its file; one that was given before gets
// a number.
func (r *reader) anchor(title string) string {
	base := slug(title)
	if base == "" {
		base = "section"
	}
	name := base
	for ; r.slugs[name] > 0; name = base + "-" + strconv.Itoa(r.slugs[base]-1) {
		r.slugs[base]++
	}
	r.slugs[name]++
	return name
}

// find counts the words of a line and what they are like, and takes the lead of
// the node where they stand.
func (r *reader) find(block []byte, at, end int, from origin) {
	line := block[at:end]
	first, stop := r.count(line, inBody)
	n := r.now()
	switch {
	case first >= 0 && from > r.shown:
		n.lead, r.shown = snippet(block, at+first, at+stop), from
	case r.shown == nothing && from == matchInProse && n.desc == "":
		if start, stop := nextWord(line, 0); start < len(line) {
			n.lead, r.shown = snippet(block, at+start, at+stop), anything
		}
	}
}

// count counts the words of text and gives the bounds of the first that a term
// is like, -1 if there is none.
func (r *reader) count(text []byte, in field) (first, stop int) {
	if r.literal {
		return r.countLiteral(text, in)
	}
	first = -1
	words := 0
	for start, end := nextWord(text, 0); start < len(text); start, end = nextWord(text, end) {
		words++
		for _, m := range r.matcher.match(text[start:end]) {
			if first < 0 {
				first, stop = start, end
			}
			r.tally(m.term, in, 1)
		}
	}
	if in != inDesc {
		r.now().words += words
	}
	return first, stop
}

// countLiteral is count for terms that are no words.
func (r *reader) countLiteral(text []byte, in field) (first, stop int) {
	first = -1
	for i, t := range r.matcher.terms {
		at := bytes.Index(text, []byte(t.text))
		if at < 0 {
			continue
		}
		if first < 0 || at < first {
			first, stop = at, at+len(t.text)
		}
		r.tally(uint16(i), in, uint32(bytes.Count(text, []byte(t.text))))
	}
	if in != inDesc {
		r.now().words += len(bytes.Fields(text))
	}
	return first, stop
}

func (r *reader) tally(t uint16, in field, n uint32) {
	c := &r.tallies[t]
	if c.count == (tally{}).count {
		c.term = t
		r.touched = append(r.touched, t)
	}
	c.count[in] += n
}
