package python

import "github.com/ct-tools/ct/shared/source"

// lookahead is how many bytes are looked at to decide whether match(…) or case(…) begins a statement with a header or
// is a call. It bounds the time for a file that opens a bracket after each of many of them.
const lookahead = 2048

// softKeyword reports whether a statement's first word is a keyword only there, and begins the statement if so.
func (s *scanner) softKeyword(at source.Span) bool {
	base, st := &s.frames[0], &s.statement
	switch word := string(s.src[at.Start:at.End]); word {
	case "match", "case":
		if !s.operandNext(at.End) && !s.headerAhead(at.End, word == "match") {
			return false
		}
		st.kind, st.compound, base.mode = other, true, value
		if word == "case" {
			base.mode = pattern
		}
	case "type":
		next := s.skipBlanks(at.End)
		if next >= len(s.src) || classes[s.src[next]] != 'A' || keywordOf(s.src[next:wordEnd(s.src, next)]) != none {
			return false
		}
		st.kind = alias
	default:
		return false
	}
	st.fresh = false
	s.decorators = s.decorators[:0]
	return true
}

// operandNext reports whether only an expression can begin at a place, so that the word before was no name.
func (s *scanner) operandNext(at int) bool {
	at = s.skipBlanks(at)
	if at >= len(s.src) {
		return false
	}
	switch c := s.src[at]; classes[c] {
	case '0', 'q':
		return true
	case 'A':
		end := wordEnd(s.src, at)
		word := s.src[at:end]
		switch keywordOf(word) {
		case none, constant, lambdaKeyword:
			return true
		case connective:
			after := s.skipBlanks(end)
			in := string(s.src[after:wordEnd(s.src, after)]) == "in"
			return string(word) == "await" || string(word) == "yield" || string(word) == "not" && !in
		}
		return false
	default:
		return c == '{' || c == '~' || c == '.' && at+1 < len(s.src) && (s.src[at+1] == '.' || classes[s.src[at+1]] == '0')
	}
}

// headerAhead reports whether the line has a colon outside of brackets from a place on, last on it if last is set.
func (s *scanner) headerAhead(at int, last bool) bool {
	if next := s.skipBlanks(at); next >= len(s.src) || !ambiguous(s.src[next]) {
		return false
	}
	end := min(at+lookahead, len(s.src))
	depth, lambdas := 0, 0
	for at < end {
		class, next := piece(s.src, at)
		switch c := s.src[at]; {
		case class == '(':
			depth++
		case class == ')':
			depth--
		case class == 'n' && depth <= 0:
			return false
		case depth > 0:
		case class == 'A' && keywordOf(s.src[at:next]) == lambdaKeyword:
			lambdas++
		case c == ':' && lambdas > 0:
			lambdas--
		case c == ':':
			return !last || s.endsLine(next)
		}
		at = next
	}
	return false
}

// endsLine reports whether nothing but white space and a comment follows on the line.
func (s *scanner) endsLine(at int) bool {
	at = s.skipBlanks(at)
	return at >= len(s.src) || classes[s.src[at]] == 'n' || s.src[at] == '#'
}

// ambiguous reports whether a byte may continue an expression as well as begin one.
func ambiguous(c byte) bool { return c == '(' || c == '[' || c == '-' || c == '+' || c == '*' }

// wordEnd returns the end of the word that begins at a place, the place itself without one.
func wordEnd(src []byte, at int) int {
	for at < len(src) && ofWord(src[at]) {
		at++
	}
	return at
}

// piece returns the class and the end of what begins at a place, for a look ahead: a string with its prefix (q), a word
// or a number (A), a comment, a backslash with what it escapes, or one byte.
func piece(src []byte, at int) (class byte, end int) {
	class = classes[src[at]]
	switch class {
	case 'A', '0', 'q':
		end = wordEnd(src, at)
		if end == len(src) || classes[src[end]] != 'q' || end > at && !isPrefix(src[at:end]) {
			return 'A', end
		}
		q, in := quotedAt(src, at, end)
		end, _ = stringEnd(src, in, q)
		return 'q', end
	case '#':
		return class, commentEnd(src, at)
	case '\\':
		return class, escaped(src, at)
	}
	return class, at + 1
}
