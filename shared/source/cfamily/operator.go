package cfamily

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// operatorName reads operator== and its like as one name; what follows operator in a conversion is a type.
func (s *reader) operatorName(at source.Span) {
	t := &s.now
	p := s.SkipBlank(at.End)
	end := s.operatorEnd(p)
	if end == p {
		s.conversion(at)
		return
	}
	s.Pos = end
	s.identifier(source.Span{Start: at.Start, End: end})
	t.clear(flagConversion)
}

// conversion reads operator TYPE.
func (s *reader) conversion(at source.Span) {
	t := &s.now
	scope := source.Span{}
	if t.prev == tokenSign && t.sign == ':' {
		scope = t.scope
	}
	w := cursor.Word{Mark: s.Rec.Word(at, source.Reference, source.Plain), At: at}
	t.tag, t.scope = w, scope
	t.clear(flagTag)
	t.set(flagConversion | flagTyped)
	t.prev = tokenKeyword
}

// operatorEnd returns the end of the sign that an operator function is named by, p itself if none begins there.
func (s *reader) operatorEnd(p int) int {
	switch c := s.At(p); {
	case c == '(' || c == '[':
		q := s.SkipBlank(p + 1)
		if closing := s.At(q); c == '(' && closing == ')' || c == '[' && closing == ']' {
			return q + 1
		}
		return p
	case c == '"':
		p++
		for p < len(s.Src) && s.Src[p] != '"' && s.Src[p] != '\n' {
			p++
		}
		return s.WordEnd(s.SkipBlank(min(p+1, len(s.Src))))
	case cursor.IsWord(c):
		end := s.WordEnd(p)
		switch string(s.Src[p:end]) {
		case "new", "delete", "co_await":
			if q := s.SkipBlank(end); s.At(q) == '[' && s.Next(q+1) == ']' {
				return s.SkipBlank(q+1) + 1
			}
			return end
		}
		return p
	}
	end := p
	for end < len(s.Src) && end-p < 3 && strings.IndexByte("+-*/%^&|~!=<>,", s.Src[end]) >= 0 {
		end++
	}
	return end
}

// rawString reads R"x(…)x", from its quote.
func (s *reader) rawString(start int) {
	p := s.Pos + 1
	open := p
	for open < len(s.Src) && open-p <= 16 && s.Src[open] != '(' && s.Src[open] != '\n' && s.Src[open] != '"' {
		open++
	}
	if s.At(open) != '(' {
		s.Quoted(start, '"', false)
		return
	}
	closing := ")" + string(s.Src[p:open]) + `"`
	if n := bytes.Index(s.Src[open+1:], []byte(closing)); n >= 0 {
		s.Pos = open + 1 + n + len(closing)
	} else {
		s.Pos = len(s.Src)
	}
	s.Rec.Text(source.Span{Start: start, End: s.Pos}, source.String)
}
