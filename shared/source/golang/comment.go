package golang

import (
	"bytes"
	"go/ast"

	"github.com/ct-tools/ct/shared/source"
)

// commentEnd returns where the comment that begins at start ends. The tree's own
// ends leave carriage returns aside.
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

// doc returns the first line that says something in the first of groups that is
// there: the comment above a declaration, or the one behind it.
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

// says returns the first line of the comment at s that is neither empty nor a
// directive, without its sign.
func says(src []byte, s source.Span) source.Span {
	if bytes.HasPrefix(src[s.Start:s.End], []byte("//go:")) || bytes.HasPrefix(src[s.Start:s.End], []byte("//nolint")) {
		return source.Span{}
	}
	if src[s.Start+1] == '*' {
		s.End = max(s.End-2, s.Start+2)
	}
	s.Start += 2
	for s.Start < s.End {
		line := source.Span{Start: s.Start, End: s.End}
		if n := bytes.IndexByte(src[s.Start:s.End], '\n'); n >= 0 {
			line.End = s.Start + n
		}
		s.Start = line.End + 1
		text := bytes.Trim(src[line.Start:line.End], " \t\r*")
		if len(text) > 0 {
			start := line.Start + bytes.Index(src[line.Start:line.End], text)
			return source.Span{Start: start, End: start + len(text)}
		}
	}
	return source.Span{}
}
