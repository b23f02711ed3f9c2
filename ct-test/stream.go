package main

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	"github.com/ct-tools/ct/shared/match"
)

// stream receives one of the two streams of a command as it arrives, keeps its ends, and passes it
// to everything that searches it: in blocks of whole lines, and a line that is too long in pieces.
type stream struct {
	name  string // "stdout" or "stderr"
	kept  *capture
	sizes sizes

	watches []*watch     // one for each assertion; nil for those on the other stream
	focus   *focus       // nil for none
	print   *fingerprint // nil for none

	buf  []byte
	fill int   // bytes of buf in use
	line int64 // number, from 1, of the line that buf begins on

	// For a line that is searched in pieces:
	long bool  // buf begins on one
	seen int   // bytes of buf that were searched
	at   int64 // offset in the line of buf[0]
}

func newStream(name string, s sizes) *stream {
	return &stream{name: name, sizes: s, kept: &capture{most: s.keep}}
}

func (s *stream) begin() {
	s.kept.reset()
	s.fill, s.line = 0, 1
	s.long, s.seen, s.at = false, 0, 0
	if s.print != nil {
		s.print = newFingerprint(s.print.mask, s.print.whole.Seed())
	}
}

// Write adds the next bytes of the stream. It never fails.
func (s *stream) Write(p []byte) (int, error) {
	n := len(p)
	s.kept.write(p)
	if !s.looking() {
		return n, nil
	}
	if s.buf == nil {
		s.buf = make([]byte, s.sizes.block)
	}
	for len(p) > 0 {
		k := copy(s.buf[s.fill:], p)
		s.fill += k
		p = p[k:]
		if s.fill == len(s.buf) {
			s.drain()
		}
	}
	return n, nil
}

// looking reports whether anything still searches the lines. Once false, it stays false for the run.
func (s *stream) looking() bool {
	return s.focus != nil || s.print != nil ||
		slices.ContainsFunc(s.watches, func(w *watch) bool { return w != nil && !w.over })
}

// drain searches the whole lines of a full buffer. Without any it grows, up to the longest line searched whole.
func (s *stream) drain() {
	if s.long {
		s.goOn()
		return
	}
	switch end := bytes.LastIndexByte(s.buf, '\n') + 1; {
	case end > 0:
		s.block(s.buf[:end])
		s.drop(end)
	case len(s.buf) < s.sizes.line:
		b := make([]byte, s.sizes.line)
		copy(b, s.buf)
		s.buf = b
	default:
		s.long, s.seen, s.at = true, 0, 0
		s.goOn()
	}
}

func (s *stream) drop(n int) { s.fill = copy(s.buf, s.buf[n:s.fill]) }

// goOn searches the next piece of a long line. The piece ends with the line if its end is in the buffer.
func (s *stream) goOn() {
	if i := bytes.IndexByte(s.buf[s.seen:s.fill], '\n'); i >= 0 {
		s.endLong(s.seen + i + 1)
		return
	}
	end := len(match.WholeCharacters(s.buf[:s.fill]))
	s.piece(end, false)
	from, _ := match.Character(s.buf, max(0, end-s.sizes.overlap))
	s.at += int64(from)
	s.seen = end - from
	s.drop(from)
}

// endLong searches the last piece of a long line, which ends at end.
func (s *stream) endLong(end int) {
	s.piece(end, true)
	s.long, s.seen, s.at = false, 0, 0
	s.line++
	s.drop(end)
}

// close searches the rest.
func (s *stream) close() {
	if s.long && s.looking() {
		s.endLong(min(match.LineEnd(s.buf[:s.fill], s.seen)+1, s.fill))
	}
	if s.fill > 0 && s.looking() {
		s.block(s.buf[:s.fill])
	}
	s.fill = 0
	for _, w := range s.watches {
		if w != nil {
			w.end(s.kept)
		}
	}
	if s.focus != nil {
		s.focus.close(s.kept)
	}
}

// block passes whole lines to everything that searches. The last one of the stream may lack its newline.
func (s *stream) block(b []byte) {
	for _, w := range s.watches {
		if w != nil {
			w.block(b, s.line)
		}
	}
	if s.focus == nil && s.print == nil {
		s.line += count(b)
		return
	}
	for part := range parts(b, partBytes) {
		if s.focus != nil {
			s.focus.block(part, s.line)
		}
		if s.print != nil {
			s.print.block(part, s.line, s.name)
		}
		s.line += count(part)
	}
}

// partBytes is how much of a block is searched at once if the positions of all matches are kept.
const partBytes = 64 << 10

// parts splits b at line ends into parts of at most most bytes, except for single longer lines.
func parts(b []byte, most int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(b) > most {
			end := bytes.LastIndexByte(b[:most], '\n') + 1
			if end == 0 {
				end = min(match.LineEnd(b, most)+1, len(b))
			}
			if !yield(b[:end]) {
				return
			}
			b = b[end:]
		}
		if len(b) > 0 {
			yield(b)
		}
	}
}

// piece is a part of a line that is too long to be searched as a whole. It begins and ends between
// characters, and its beginning overlaps the end of the previous piece.
type piece struct {
	text        []byte
	fresh       int   // where the part begins that was not in a previous piece
	line        int64 // number of the line
	at          int64 // offset in the line
	first, last bool  // piece of the line
	limit       int   // maximum length of a line that is searched as a whole
}

// piece passes buf[:end] of a long line to everything that searches.
func (s *stream) piece(end int, last bool) {
	p := piece{text: s.buf[:end], fresh: s.seen, line: s.line, at: s.at, first: s.seen == 0, last: last, limit: s.sizes.line}
	for _, w := range s.watches {
		if w != nil {
			w.piece(p)
		}
	}
	if s.focus != nil {
		s.focus.piece(p)
	}
	if s.print != nil {
		s.print.piece(p, s.name)
	}
}

// undecided says why searching pieces leaves open whether there is a match.
func (p piece) undecided(stream string) string { return longLine(stream, p.line, p.limit) }

// longLine says that a line is too long to be searched as a whole.
func longLine(stream string, line int64, most int) string {
	return fmt.Sprintf("%s line %s is longer than %s bytes", stream, grouped(line), grouped(int64(most)))
}
