package scan

import (
	"bytes"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
)

// A fence is a place in a file behind which nothing counts and the next
// matching line ends the search: the last line that MaxLines allows, and the
// first NUL. Whether there is such a line is known only after the matcher has
// gone over the whole block, so that what stands before the fence is then
// searched a second time; that is once a file at most.

// fence gives the end of what counts of a block whose finds are s.found, and
// the reason, None if that is all of it.
func (s *Scanner) fence(block []byte) (at int, reason ledger.Reason, err error) {
	at = len(block)
	left := s.request.MaxLines - s.file.given.lines - s.file.result.Lines
	if s.request.MaxLines > 0 && s.found.Lines >= left {
		reason = ledger.MaxMatches
		if at, err = s.lastLine(block, left); err != nil {
			return 0, reason, err
		}
	}
	if s.request.Text {
		return at, reason, nil
	}
	if nul := bytes.IndexByte(block[:at], 0); nul >= 0 {
		reason = ledger.Binary
		at, err = s.lineOf(block, nul)
	}
	return at, reason, err
}

// lastLine gives the end of matching line number n, from 1, of a block whose
// finds are s.found.
func (s *Scanner) lastLine(block []byte, n int64) (int, error) {
	spans := s.found.Spans
	if s.request.Want == match.Count {
		s.again.Reset()
		if err := s.matcher.Match(block, match.Lines, &s.again); err != nil {
			return 0, err
		}
		spans = s.again.Spans
	}
	at := 0
	for ; n > 0 && len(spans) > 0; n-- {
		var p passage
		p, spans = firstPassage(block, at, spans)
		at = min(p.end+1, len(block))
	}
	return at, nil
}

// lineOf gives the end of the line with a NUL at offset nul if its first match
// begins before that, else its start.
func (s *Scanner) lineOf(block []byte, nul int) (int, error) {
	start, end := match.LineStart(block, 0, nul), min(match.LineEnd(block, nul)+1, len(block))
	if s.matcher.Multiline() {
		return start, nil
	}
	s.again.Reset()
	if err := s.matcher.Match(block[start:end], match.Lines, &s.again); err != nil {
		return 0, err
	}
	if s.again.Lines > 0 && s.again.Spans[0].Start < nul-start {
		return end, nil
	}
	return start, nil
}
