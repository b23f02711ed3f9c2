package python

import "github.com/ct-tools/ct/shared/source"

// docstringAt reports whether the statement at a place is nothing but a string
// of characters, be it in several pieces or in parentheses.
func (s *scanner) docstringAt(at int) bool {
	depth, strings := 0, 0
	for at < len(s.src) {
		class, end := piece(s.src, at)
		switch c := s.src[at]; {
		case class == 'q':
			if q, _ := quotedAt(s.src, at, wordEnd(s.src, at)); q.formatted || q.bytes {
				return false
			}
			strings++
		case c == '(' && strings == 0:
			depth++
		case c == ')' && depth > 0:
			depth--
		case class == ' ' || class == '\\':
		case depth > 0 && (class == 'n' || class == '#'):
		default:
			return depth == 0 && strings > 0 && (class == 'n' || class == '#' || c == ';')
		}
		at = end
	}
	return depth == 0 && strings > 0
}

// document takes the first line that says something of a docstring, between
// at and the end with its quotes, as the documentation of the definition that
// it stands in.
func (s *scanner) document(at, end int, q quoted) {
	d := s.r.Top()
	if d == nil || len(s.blocks) == 0 || d.Doc.Len() > 0 {
		return
	}
	if q.triple && end-3 >= at && q.tripled(s.src, end-3) {
		end -= 3
	} else if end > at && s.src[end-1] == q.quote {
		end--
	}
	for at < end && (classes[s.src[at]] == ' ' || classes[s.src[at]] == 'n') {
		at++
	}
	last := at
	for i := at; i < end && classes[s.src[i]] != 'n'; i++ {
		if classes[s.src[i]] != ' ' {
			last = i + 1
		}
	}
	d.Doc = source.Span{Start: at, End: last}
}
