package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// comment reads a comment that begins at pos, if one does.
func (s *scanner) comment() bool {
	start := s.Pos
	switch {
	case s.Has(start, "/*"):
		s.Pos = s.BlockEnd(start+2, s.l.NestedComments)
	default:
		found := false
		for _, open := range s.l.Operands.Comments {
			found = found || s.Has(start, open)
		}
		if !found {
			return false
		}
		s.lineEnd()
	}
	s.commented(source.Span{Start: start, End: s.Pos})
	return true
}

// lineEnd goes to the end of a comment's line.
func (s *scanner) lineEnd() {
	start := s.Pos
	if s.Pos = s.LineEnd(start); s.Pos == len(s.Src) {
		return
	}
	if stop := bytes.Index(s.Src[start:s.Pos], []byte(s.l.LineStop)); s.l.LineStop != "" && stop >= 0 {
		s.Pos = start + stop
	} else if s.Src[s.Pos-1] == '\r' {
		s.Pos--
	}
}

// commented reports a comment and keeps it as the documentation of what follows, if it is such.
func (s *scanner) commented(at source.Span) {
	s.Rec.Text(at, source.Comment)
	s.newline = s.newline || bytes.IndexByte(s.Src[at.Start:at.End], '\n') >= 0
	for _, open := range s.l.DocComments {
		if !s.Has(at.Start, open) {
			continue
		}
		// Lines of one comment: the first that says something is its summary.
		if s.doc.End > 0 && !s.Has(at.Start, "/*") {
			return
		}
		s.doc = s.summary(source.Span{Start: at.Start + len(open), End: at.End})
		return
	}
}

// summary returns the first line of a comment that says something, without the signs around it. Of
// tags it returns what those for a summary say, and nothing for what others say of parameters and
// results.
func (s *scanner) summary(comment source.Span) source.Span {
	line := s.FirstLine(comment)
	if line.Len() == 0 || s.Src[line.Start] != '@' {
		return line
	}
	for _, tag := range []string{"@brief ", "@description ", "@summary "} {
		if s.Has(line.Start, tag) {
			return source.Span{Start: min(line.Start+len(tag), line.End), End: line.End}
		}
	}
	return source.Span{}
}
