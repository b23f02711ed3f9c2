package scan

import (
	"bytes"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
)

// fence returns the end of the part of a block that counts, and why, None for all. s.found is the block's result.
//
// A fence is a position in a file after which nothing counts and the next matching line ends the search: the end of the
// last line that MaxLines allows, or, if Strict, the first NUL. Whether there is such a line is known only after the matcher has
// searched the whole block. The part before the fence is then searched again; that happens at most once per file.
func (s *Scanner) fence(block []byte) (at int, reason ledger.Reason, err error) {
	at = len(block)
	left := s.request.MaxLines - s.file.given.lines - s.file.result.Lines
	if s.request.MaxLines > 0 && s.found.Lines >= left {
		reason = ledger.MaxMatches
		if at, err = s.lastLine(block, left); err != nil {
			return 0, reason, err
		}
	}
	if s.request.Text || !s.request.Strict {
		return at, reason, nil
	}
	if nul := bytes.IndexByte(block[:at], 0); nul >= 0 {
		reason = ledger.Binary
		at, err = s.lineOf(block, nul)
	}
	return at, reason, err
}

// lastLine returns the end of matching line number n, from 1, of a block in which s.found was found.
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

// lineOf returns the end of the line with a NUL at nul if its first match begins before that, otherwise its start.
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
