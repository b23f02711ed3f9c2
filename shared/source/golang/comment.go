package golang

import (
	"bytes"
	"go/ast"

	"github.com/ct-tools/ct/shared/source"
)

// commentEnd returns the end of the comment that begins at start. The tree's own ends leave out carriage returns.
func commentEnd(src []byte, start int) int {
	rest := src[start:]
	if bytes.HasPrefix(rest, []byte("/*")) {
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return start + 2 + n + 2
		}
		return len(src)
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return start + len(bytes.TrimSuffix(line, []byte("\r")))
}

// doc returns the first line with text in the comments above a declaration or after it.
func (w *walker) doc(groups ...*ast.CommentGroup) source.Span {
	for _, g := range groups {
		if g == nil {
			continue
		}
		for _, c := range g.List {
			start := w.at(c.Slash)
			if s := says(w.src, source.Span{Start: start, End: commentEnd(w.src, start)}); s.Len() > 0 {
				return s
			}
		}
	}
	return source.Span{}
}

// says returns the first line of the comment at s that is neither empty nor a directive, without its sign.
func says(src []byte, s source.Span) source.Span {
	if bytes.HasPrefix(src[s.Start:s.End], []byte("//go:")) || bytes.HasPrefix(src[s.Start:s.End], []byte("//nolint")) {
		return source.Span{}
	}
	if src[s.Start+1] == '*' {
		s.End = max(s.End-2, s.Start+2)
	}
	s.Start += 2
	for line := range bytes.Lines(src[s.Start:s.End]) {
		if text := bytes.Trim(line, " \t\r\n*"); len(text) > 0 {
			start := s.Start + bytes.Index(line, text)
			return source.Span{Start: start, End: start + len(text)}
		}
		s.Start += len(line)
	}
	return source.Span{}
}
