package scan

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
)

// keep adds what was found in a block to the result, except for the hits, which takeHits adds.
func (s *Scanner) keep(block []byte, h *match.Hits) {
	f := &s.file
	f.result.Near += h.Near
	if h.Lines == 0 {
		return
	}
	f.result.Lines += h.Lines
	f.result.Matches += h.Matches
	if f.result.Terms == nil {
		f.result.Terms = make([]int64, len(h.Terms))
	}
	for i, n := range h.Terms {
		f.result.Terms[i] += n
	}
	if s.request.Want == match.First { // what follows is not needed
		f.ended = true
		f.result.Cut = ledger.None
	}
	if s.takesHits() {
		f.spans = s.wanted(block, h.Spans)
	}
}

// wanted returns those of the spans of a block that make hits within Keep.
func (s *Scanner) wanted(block []byte, spans []match.Span) []match.Span {
	if s.request.Keep == 0 {
		return spans
	}
	floor := 0
	rest := spans
	for n := s.file.given.hits + len(s.file.result.Hits); n < s.request.Keep && len(rest) > 0; n++ {
		var p passage
		p, rest = firstPassage(block, floor, rest)
		floor = p.start
	}
	return spans[:len(spans)-len(rest)]
}

func (s *Scanner) takesHits() bool {
	return s.request.Want == match.Lines || s.request.Want == match.Spans
}

// passage is the lines over which the matches that begin on one line extend: block[start:end), no final newline.
type passage struct {
	start, end int
	spans      int // number of spans that begin in it
}

// firstPassage returns the passage of the first of spans, of a block from floor, a line's start, and the other spans.
func firstPassage(block []byte, floor int, spans []match.Span) (passage, []match.Span) {
	p := passage{start: match.LineStart(block, min(floor, spans[0].Start), spans[0].Start)}
	first := match.LineEnd(block, spans[0].Start)
	p.end = first
	for p.spans < len(spans) && spans[p.spans].Start <= first {
		if sp := spans[p.spans]; sp.End-1 > p.end {
			p.end = match.LineEnd(block, sp.End-1)
		}
		p.spans++
	}
	return p, spans[p.spans:]
}

// takeHits appends hits of the current block until they may be a part. Their texts and spans share allocations.
func (s *Scanner) takeHits() {
	f := &s.file
	block := f.block
	size, own := s.nextPassages()
	f.result.Hits = slices.Grow(f.result.Hits, len(s.passages))
	texts := make([]byte, 0, size)
	for _, p := range s.passages {
		at := len(texts)
		texts = append(texts, line(block, p.start, p.end)...)
		hit := Hit{
			Line:   s.number(block, p.start),
			Offset: f.base + int64(p.start),
			Text:   texts[at:len(texts):len(texts)],
			Spans:  own[:p.spans:p.spans],
			Before: s.before(block, p.start),
			After:  s.after(block, p.end+1, 0),
		}
		own = own[p.spans:]
		for i := range hit.Spans {
			sp := &hit.Spans[i]
			sp.Start = min(sp.Start-p.start, len(hit.Text))
			sp.End = min(sp.End-p.start, len(hit.Text))
		}
		f.size += hit.size()
		f.result.Hits = append(f.result.Hits, hit)
	}
	s.closeHits()
}

// nextPassages sets s.passages to the passages of the next hits. It returns the size of their texts and a copy of their
// spans. There are as many as fit into the rest of a part, assuming that lines of context are as long as theirs.
func (s *Scanner) nextPassages() (size int, own []match.Span) {
	f := &s.file
	context := s.request.Before + s.request.After
	s.passages = s.passages[:0]
	floor, rest := 0, f.spans
	// Hits that lack lines of After may fill the part; the following ones then come in eighths.
	for room := max(f.bound-f.size, f.bound/8, 1); room > 0 && len(rest) > 0; {
		var p passage
		p, rest = firstPassage(f.block, floor, rest)
		s.passages = append(s.passages, p)
		length := p.end - p.start
		size += length
		room -= hitSize + length + spanSize*p.spans + context*(lineSize+min(length, s.sizes.context))
		floor = p.start
	}
	own = slices.Clone(f.spans[:len(f.spans)-len(rest)])
	f.spans = rest
	return size, own
}

// lineSize is the size of a line of context in addition to its text, in bytes.
const lineSize = int(unsafe.Sizeof([]byte{}))

// number returns the number of the line that starts at offset at of the block. Offsets must ascend.
func (s *Scanner) number(block []byte, at int) int64 {
	f := &s.file
	if at > f.counted {
		f.lines += int64(bytes.Count(block[f.counted:at], newline))
		f.counted = at
	}
	return f.lines + 1
}

// follow adds lines of After from this block to the hits of earlier blocks.
func (s *Scanner) follow(block []byte) {
	if !s.wanting() {
		return
	}
	hits := s.file.result.Hits
	for i := s.file.open; i < len(hits); i++ {
		s.file.size -= hits[i].size()
		hits[i].After = append(hits[i].After, s.after(block, 0, len(hits[i].After))...)
		s.file.size += hits[i].size()
	}
	s.closeHits()
}

// closeHits moves f.open to the first hit that lacks lines of After.
func (s *Scanner) closeHits() {
	f := &s.file
	for f.open < len(f.result.Hits) && len(f.result.Hits[f.open].After) >= s.request.After {
		f.open++
	}
}

// wanting reports whether a hit lacks lines of After.
func (s *Scanner) wanting() bool { return s.file.open < len(s.file.result.Hits) }

// leave remembers from the current block what later hits need to know, unless it is the last block.
func (s *Scanner) leave() {
	f := &s.file
	block := f.block
	if f.last || f.ended || len(block) == 0 || !s.takesHits() {
		return
	}
	s.number(block, len(block))
	f.base += int64(len(block))
	if s.request.Before <= 0 {
		return
	}
	at := len(block)
	for n := 0; n < s.request.Before && at > 0; n++ {
		at = match.LineStart(block, 0, at-1)
	}
	for at < len(block) {
		end := match.LineEnd(block, at)
		f.remember(s.clip(line(block, at, end)), s.request.Before)
		at = end + 1
	}
}

// remember appends a line to the context and keeps its last n lines. It reuses the slices of removed lines.
func (f *file) remember(line []byte, n int) {
	switch have := len(f.context); {
	case have == n:
		first := f.context[0]
		copy(f.context, f.context[1:])
		f.context[n-1] = append(first[:0], line...)
	case have < cap(f.context):
		f.context = f.context[:have+1]
		f.context[have] = append(f.context[have][:0], line...)
	default:
		f.context = append(f.context, slices.Clone(line))
	}
}

// before returns copies of the lines before offset at, the start of a line.
func (s *Scanner) before(block []byte, at int) [][]byte {
	lines := s.views[:0]
	for len(lines) < s.request.Before && at > 0 {
		start := match.LineStart(block, 0, at-1)
		lines = append(lines, s.clip(line(block, start, at-1)))
		at = start
	}
	for i := len(s.file.context) - 1; i >= 0 && len(lines) < s.request.Before; i-- {
		lines = append(lines, s.file.context[i])
	}
	slices.Reverse(lines)
	s.views = lines
	return copies(lines)
}

// after returns copies of the lines from offset at, the start of a line, for a hit that already has have of them.
func (s *Scanner) after(block []byte, at, have int) [][]byte {
	lines := s.views[:0]
	for len(lines)+have < s.request.After && at < len(block) {
		end := match.LineEnd(block, at)
		lines = append(lines, s.clip(line(block, at, end)))
		at = end + 1
	}
	s.views = lines
	return copies(lines)
}

// copies copies lines into one allocation.
func copies(lines [][]byte) [][]byte {
	if len(lines) == 0 {
		return nil
	}
	size := 0
	for _, l := range lines {
		size += len(l)
	}
	text := make([]byte, 0, size)
	out := make([][]byte, len(lines))
	for i, l := range lines {
		at := len(text)
		text = append(text, l...)
		out[i] = text[at:len(text):len(text)]
	}
	return out
}

// clip cuts a line of context that is too long, not inside a character.
func (s *Scanner) clip(line []byte) []byte {
	if len(line) <= s.sizes.context {
		return line
	}
	return match.WholeCharacters(line[:s.sizes.context])
}

var newline = []byte{'\n'}

// line returns block[start:end) without the "\r" of a "\r\n". A newline or the end of the block must follow.
func line(block []byte, start, end int) []byte {
	if end > start && end < len(block) && block[end-1] == '\r' {
		end--
	}
	return block[start:end]
}
