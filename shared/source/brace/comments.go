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
		s.Pos = s.blockEnd(start + 2)
	default:
		found := false
		for _, open := range s.l.LineComments {
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
	if at := bytes.IndexByte(s.Src[s.Pos:], '\n'); at >= 0 {
		if s.l.LineStop != "" {
			if stop := bytes.Index(s.Src[s.Pos:s.Pos+at], []byte(s.l.LineStop)); stop >= 0 {
				s.Pos += stop
				return
			}
		}
		s.Pos += at
		if s.Src[s.Pos-1] == '\r' {
			s.Pos--
		}
		return
	}
	s.Pos = len(s.Src)
}

// blockEnd finds the end of a block comment whose text begins at pos.
func (s *scanner) blockEnd(pos int) int {
	for depth := 1; ; {
		at := bytes.IndexByte(s.Src[pos:], '/')
		if at < 0 {
			return len(s.Src)
		}
		pos += at + 1
		switch {
		case pos >= 2 && s.Src[pos-2] == '*' && at > 0:
			if depth--; depth == 0 {
				return pos
			}
		case s.l.NestedComments && pos < len(s.Src) && s.Src[pos] == '*':
			depth++
			pos++
		}
	}
}

// commented tells of a comment and keeps it as the documentation of what
// follows, if it is such.
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
		s.doc = s.summary(at, len(open))
		return
	}
}

// tagged gives what the line of a tag of a comment says of what is documented:
// its text where the tag is there for that. Behind other tags nothing does.
func (s *scanner) tagged(from, to int) source.Span {
	for _, tag := range []string{"@brief ", "@description ", "@summary "} {
		if s.Has(from, tag) {
			return source.Span{Start: min(from+len(tag), to), End: to}
		}
	}
	return source.Span{}
}

// summary gives the first line of a comment that says something, without the
// signs around it; what tags say of parameters and results is none.
func (s *scanner) summary(at source.Span, sign int) source.Span {
	text := s.Src[:at.End]
	if bytes.HasSuffix(text[at.Start:], []byte("*/")) {
		text = text[:len(text)-2]
	}
	for pos := at.Start + sign; pos < len(text); {
		end := pos
		for end < len(text) && text[end] != '\n' {
			end++
		}
		from, to := pos, end
		for from < to && (text[from] <= ' ' || text[from] == '*' || text[from] == '/' || text[from] == '!') {
			from++
		}
		for to > from && (text[to-1] <= ' ' || text[to-1] == '*') {
			to--
		}
		if from < to && s.Src[from] == '@' {
			return s.tagged(from, to)
		}
		if from < to {
			return source.Span{Start: from, End: to}
		}
		pos = end + 1
	}
	return source.Span{}
}
