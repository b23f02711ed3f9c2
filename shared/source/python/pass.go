package python

import "bytes"

// noisy are the bytes that decide where a logical line ends.
var noisy = [256]bool{
	'\n': true, '\r': true, '"': true, '\'': true, '#': true, '(': true, ')': true, '[': true, ']': true, '{': true, '}': true,
	'\\': true, ':': true, ';': true,
}

// brackets are those that are open, two bits each, the innermost in the lowest.
type brackets uint64

// code returns the bits of a bracket.
func code(c byte) brackets {
	switch c {
	case '(', ')':
		return 1
	case '[', ']':
		return 2
	}
	return 3
}

// open takes up a bracket; false says that there are too many.
func (b *brackets) open(c byte) bool {
	if *b>>62 != 0 {
		return false
	}
	*b = *b<<2 | code(c)
	return true
}

// close ends the innermost bracket; false says that it is another one.
func (b *brackets) close(c byte) bool {
	if *b&3 != code(c) {
		return false
	}
	*b >>= 2
	return true
}

// pass passes over the logical line at s.at if nobody asked for a word on it and it can define nothing, as most often. In
// doubt (a bracket too many, a keyword in an open one, nested f-strings) it returns false and leaves s as it was.
func (s *scanner) pass() bool {
	if !s.unasked() || s.docNext || s.mayDefine(s.at) {
		return false
	}
	end := s.passed(s.at, false)
	if end < 0 || end > s.asked {
		return false
	}
	s.at = end + 1
	if s.src[end] == '\r' && s.at < len(s.src) && s.src[s.at] == '\n' {
		s.at++
	}
	for classes[s.src[end-1]] == ' ' {
		end--
	}
	s.lineEnd = end
	s.decorators = s.decorators[:0]
	return true
}

// passHeader passes over the parameters, the result and the colon of a function, on the same terms.
func (s *scanner) passHeader() {
	if !s.unasked() {
		return
	}
	colon := s.passed(s.at, true)
	if colon < 0 || colon > s.asked || s.peek(colon+1-s.at) == '=' || bytes.Contains(s.src[s.at:colon], []byte("lambda")) {
		return
	}
	end := colon
	for classes[s.src[end-1]] == ' ' {
		end--
	}
	if last := s.src[end-1]; !ofWord(last) && last != ')' && last != ']' && classes[last] != 'q' {
		return // no token that a signature ends with
	}
	s.at, s.tokenEnd = colon+1, end
	s.endHeader()
}

// unasked reports whether nobody asked for the next word.
func (s *scanner) unasked() bool {
	if s.asked < s.at {
		s.asked = s.r.Asked(s.at)
	}
	return s.asked > s.at
}

// mayDefine reports whether the statement at a place may be a definition or a decorator.
func (s *scanner) mayDefine(at int) bool {
	if at >= len(s.src) {
		return false
	}
	switch s.src[at] {
	case '@', '\\':
		return true
	case 'a', 'c', 'd', 't':
		switch string(s.src[at:wordEnd(s.src, at)]) {
		case "async", "class", "def", "type":
			return true
		}
	}
	return false
}

// passed returns the line end that ends the logical line at a place, or the colon that ends the header there, or -1.
func (s *scanner) passed(at int, header bool) int {
	var open brackets
	for {
		for at < len(s.src) && !noisy[s.src[at]] {
			at++
		}
		if at >= len(s.src) {
			return -1
		}
		switch c := s.src[at]; c {
		case '(', '[', '{':
			if !open.open(c) {
				return -1
			}
		case ')', ']', '}':
			if !open.close(c) {
				return -1
			}
		case '#':
			at = commentEnd(s.src, at)
			continue
		case '\\':
			at = behindContinuation(s.src, at)
			if open != 0 && s.mayResume(at) {
				return -1
			}
			continue
		case '"', '\'':
			if at = s.passedString(at); at < 0 {
				return -1
			}
			continue
		default:
			if open == 0 {
				if end, ends := s.ends(at, header); ends {
					return end
				}
			} else if classes[c] == 'n' && s.mayResume(at+1) {
				return -1
			}
		}
		at++
	}
}

// ends reports whether a byte outside of brackets ends what is passed over, and where; -1 if it may not be.
func (s *scanner) ends(at int, header bool) (end int, ends bool) {
	switch c := s.src[at]; {
	case header && c == ':':
		return at, true
	case header:
		return -1, true
	case c == ':' || c == ';':
		return -1, s.mayDefine(s.skipBlanks(at + 1))
	}
	return at, true
}

// mayResume reports whether the line from a place on begins with a keyword that no bracket can hold.
func (s *scanner) mayResume(at int) bool {
	at = s.skipBlanks(at)
	k := keywordOf(s.src[at:wordEnd(s.src, at)])
	return k == asyncKeyword || k.begins()
}

// passedString returns the end of the string whose quotes begin at a place, or -1.
func (s *scanner) passedString(quote int) int {
	start := quote
	for start > 0 && quote-start < 3 && ofWord(s.src[start-1]) {
		start--
	}
	if start < quote && !isPrefix(s.src[start:quote]) {
		return -1
	}
	q, at := quotedAt(s.src, start, quote)
	end, whole := stringEnd(s.src, at, q)
	switch {
	case !whole:
		return -1
	case q.formatted && bytes.IndexByte(s.src[at:end], '{') >= 0:
		return s.passedFields(at, q)
	}
	return end
}

// passedFields returns the end of an f-string without strings or fields in its fields, from within it; -1 for others.
func (s *scanner) passedFields(at int, q quoted) int {
	for at < len(s.src) {
		next := byte(0)
		if at+1 < len(s.src) {
			next = s.src[at+1]
		}
		switch c := s.src[at]; {
		case c == q.quote:
			if end := q.closes(s.src, at); end >= 0 {
				return end
			}
			at++
		case c == '\\':
			if next == 'N' || next == '{' || next == '}' {
				return -1
			}
			at = escaped(s.src, at)
		case classes[c] == 'n' && !q.triple:
			return -1
		case c == '{' && next == '{':
			at += 2
		case c == '{':
			if at = passedField(s.src, at+1); at < 0 {
				return -1
			}
		default:
			at++
		}
	}
	return -1
}

// passedField returns the end of a field from its first byte on, or -1.
func passedField(src []byte, at int) int {
	var open brackets
	for ; at < len(src); at++ {
		switch c := src[at]; c {
		case '(', '[':
			if !open.open(c) {
				return -1
			}
		case ')', ']':
			if !open.close(c) {
				return -1
			}
		case '}':
			if open != 0 {
				return -1
			}
			return at + 1
		case '{', '"', '\'', '\\', '\n', '\r', '#':
			return -1
		}
	}
	return -1
}
