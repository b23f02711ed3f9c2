package brace

import "github.com/ct-tools/ct/shared/source"

// operatorName reads operator== and its like as one name; what follows operator
// in a conversion is a type.
func (s *cReader) operatorName(at source.Span) {
	t := &s.now
	p := s.skipBlank(at.End)
	end := s.operatorEnd(p)
	if end == p {
		s.conversion(at)
		return
	}
	s.pos = end
	s.identifier(source.Span{Start: at.Start, End: end})
	t.clear(cConversion)
}

// conversion takes operator TYPE.
func (s *cReader) conversion(at source.Span) {
	t := &s.now
	scope := source.Span{}
	if t.prev == cSign && t.sign == ':' {
		scope = t.scope
	}
	w := cWord{s.r.Word(at, source.Reference, source.Plain), at}
	t.tag, t.scope = w, scope
	t.clear(cTag)
	t.set(cConversion | cTyped)
	t.prev = cKeyword
}

// operatorEnd gives the end of the sign that an operator function is named by,
// p itself if none begins there.
func (s *cReader) operatorEnd(p int) int {
	switch c := s.at(p); {
	case c == '(' || c == '[':
		q := s.skipBlank(p + 1)
		if closing := s.at(q); c == '(' && closing == ')' || c == '[' && closing == ']' {
			return q + 1
		}
		return p
	case c == '"':
		p++
		for p < len(s.src) && s.src[p] != '"' && s.src[p] != '\n' {
			p++
		}
		return s.wordEnd(s.skipBlank(min(p+1, len(s.src))))
	case isWord(c):
		end := s.wordEnd(p)
		switch string(s.src[p:end]) {
		case "new", "delete", "co_await":
			if q := s.skipBlank(end); s.at(q) == '[' && s.next(q+1) == ']' {
				return s.skipBlank(q+1) + 1
			}
			return end
		}
		return p
	}
	end := p
	for end < len(s.src) && end-p < 3 && isOperator(s.src[end]) {
		end++
	}
	return end
}

func isOperator(c byte) bool {
	switch c {
	case '+', '-', '*', '/', '%', '^', '&', '|', '~', '!', '=', '<', '>', ',':
		return true
	}
	return false
}

// rawString reads R"x(…)x", from its quote.
func (s *cReader) rawString(start int) {
	p := s.pos + 1
	open := p
	for open < len(s.src) && open-p <= 16 && s.src[open] != '(' && s.src[open] != '\n' && s.src[open] != '"' {
		open++
	}
	if s.at(open) != '(' {
		s.quoted(start, '"', false)
		return
	}
	s.pos = s.rawEnd(open+1, s.src[p:open])
	s.r.Text(source.Span{Start: start, End: s.pos}, source.String)
}

// rawEnd gives the end of a raw string whose text begins at p.
func (s *cReader) rawEnd(p int, delimiter []byte) int {
	for ; p < len(s.src); p++ {
		if s.src[p] != ')' {
			continue
		}
		end := p + 1 + len(delimiter)
		if s.at(end) == '"' && string(s.src[p+1:end]) == string(delimiter) {
			return end + 1
		}
	}
	return len(s.src)
}
