package scan

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/kernel"
)

// scan searches block after block. It returns true if there is enough for a part, false at the end.
func (s *Scanner) scan() (enough bool) {
	for f := &s.file; !f.over; {
		if f.enough() {
			return true
		}
		if len(f.spans) > 0 {
			s.takeHits()
			continue
		}
		s.leave()
		if f.last || f.err != nil || f.ended && !s.wanting() {
			f.over = true
			break
		}
		var failed error
		f.block, f.last, failed = s.block()
		f.err = errors.Join(s.search(f.block, f.last), failed)
	}
	return false
}

// text reads the beginning of the file, detects its encoding and reports whether it is to be searched.
func (s *Scanner) text() bool {
	s.start()
	big, ok := wideMark(s.buf[:s.fill])
	switch {
	case ok && !s.request.NoDecode:
		s.in.wide.begin(s.buf[2:s.fill], big)
		s.file.result.Decoded = true
		s.fill, _ = s.in.fill(s.buf)
	case bytes.HasPrefix(s.buf[:s.fill], []byte("\uFEFF")):
		s.from = len("\uFEFF")
		s.file.base = int64(s.from)
	}
	if s.request.Text {
		return true
	}
	head := s.buf[s.from:s.fill]
	return isText(head, s.sizes.head-s.from) && (!s.request.Strict || isUTF8(head, s.sizes.head-s.from))
}

// start fills the buffer for the first time. If the reader has all of a file in memory, that becomes the buffer. Texts in
// UTF-16 are copied, because their translation needs room.
func (s *Scanner) start() {
	if r, ok := s.in.r.(interface{ Held() ([]byte, bool) }); ok {
		text, held := r.Held()
		_, wide := wideMark(text)
		if held && !wide && (s.in.limit == 0 || int64(len(text)) <= s.in.limit) {
			s.own, s.buf = s.buf, text
			s.fill, s.in.count, s.in.err = len(text), int64(len(text)), io.EOF
			return
		}
	}
	s.fill, _ = s.in.fill(s.buf)
}

// isText reports whether the first head bytes of b have no NUL, which is what git calls text.
func isText(b []byte, head int) bool { return bytes.IndexByte(b[:min(len(b), max(head, 0))], 0) < 0 }

// isUTF8 reports whether the first head bytes of b are UTF-8, but for a character cut off at head.
func isUTF8(b []byte, head int) bool {
	if len(b) >= head {
		b = match.WholeCharacters(b[:max(head, 0)])
	}
	plain := kernel.IndexNULOrHigh(b)
	if plain < 0 {
		return true
	}
	return utf8.Valid(b[plain:])
}

// block returns the next block and whether it is the last. A block consists of whole lines; the last one ends where the
// file ends. In a file of more than MaxFileBytes, or before a line that is too long, the last block ends before the
// incomplete line. The error is a read error; the block is then the last.
func (s *Scanner) block() (b []byte, last bool, err error) {
	s.fill = copy(s.buf, s.buf[s.from:s.fill])
	s.from = 0
	for {
		n, err := s.in.fill(s.buf[s.fill:])
		s.fill += n
		switch {
		case errors.Is(err, errLimit):
			return s.cut(), true, nil
		case errors.Is(err, io.EOF):
			return s.take(s.fill), true, nil
		case err != nil:
			return s.take(s.fill), true, err
		}
		if !s.matcher.Multiline() {
			if i := bytes.LastIndexByte(s.buf[:s.fill], '\n'); i >= 0 {
				return s.take(i + 1), false, nil
			}
			if len(s.buf) >= s.sizes.line {
				return s.cut(), true, nil
			}
		}
		s.grow()
	}
}

// take returns the first n bytes of the buffer and leaves the others for the next block.
func (s *Scanner) take(n int) []byte {
	s.from = n
	return s.buf[:n]
}

// cut records that the file or a line is too large, and returns the whole lines before, or nothing if Multiline.
func (s *Scanner) cut() []byte {
	if !s.file.ended {
		s.file.result.Cut = ledger.TooLarge
	}
	if s.matcher.Multiline() {
		return nil
	}
	return s.take(bytes.LastIndexByte(s.buf[:s.fill], '\n') + 1)
}

// grow doubles the buffer.
func (s *Scanner) grow() {
	b := make([]byte, 2*len(s.buf))
	copy(b, s.buf[:s.fill])
	s.buf = b
}

// search searches a block for matches.
func (s *Scanner) search(block []byte, last bool) error {
	f := &s.file
	f.counted = 0
	if s.request.Encoded != nil && !f.encoded && !utf8.Valid(block) {
		f.encoded = true
		s.request.Encoded.Add(1)
	}
	s.follow(block)
	if f.ended {
		return nil
	}
	return s.find(block, last)
}

// find is search for a block before the end of the search.
func (s *Scanner) find(block []byte, last bool) error {
	f, h := &s.file, &s.found
	h.Reset()
	h.Last = last
	err := s.matcher.Match(block, s.request.Want, h)
	switch {
	case err != nil:
		if f.fence == ledger.None {
			s.keep(block, h)
		}
		return s.fail(err)
	case f.fence != ledger.None:
		s.beyond(h.Lines, h.Near)
	case h.Lines == 0 && (last || s.request.Text):
		f.result.Near += h.Near
	default:
		return s.fenced(block)
	}
	return nil
}

// fail ends the search because of an error of the matcher.
func (s *Scanner) fail(err error) error {
	s.file.ended = true
	if errors.Is(err, match.ErrTimeout) {
		s.file.result.Cut = ledger.MatchTimeout
		return nil
	}
	return err
}

// beyond handles what was found after the fence. A matching line ends the search as if at the fence.
func (s *Scanner) beyond(lines, near int64) {
	f := &s.file
	f.nearBeyond += near
	if lines == 0 {
		return
	}
	f.ended, f.fenceHit = true, true
	f.result.Cut = f.fence
	if f.fence == ledger.Binary {
		f.result.Binary, f.result.Cut = true, ledger.None
	}
}

// fenced keeps what was found in a block, s.found, up to the fence if it is in this block.
func (s *Scanner) fenced(block []byte) error {
	f, h := &s.file, &s.found
	at, reason, err := s.fence(block)
	if err != nil {
		return s.fail(err)
	}
	if reason == ledger.None {
		s.keep(block, h)
		return nil
	}
	part := &s.again
	part.Reset()
	if h.Lines > 0 || h.Near > 0 {
		if err := s.matcher.Match(block[:at], s.request.Want, part); err != nil {
			s.keep(block, part)
			return s.fail(err)
		}
	}
	f.fence = reason
	s.keep(block, part)
	if !f.ended {
		s.beyond(h.Lines-part.Lines, h.Near-part.Near)
	}
	return nil
}
