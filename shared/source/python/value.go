package python

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

var operands = source.Operands{Signs: []string{"."}, Comments: []string{"#"}, Quotes: "\"'"}

// valueOf says where the value of a primary comes from.
func valueOf(text []byte) source.Value {
	v := operands.Value(text)
	if v.Name != "super" || len(v.Steps) == 0 || v.Steps[0] != "()" {
		return v
	}
	_, text, _ = bytes.Cut(text, []byte("("))
	first := string(bytes.TrimSpace(text[:bytes.IndexAny(text, ",)")]))
	if strings.Contains(first, "(") {
		return source.Value{Root: source.Opaque}
	}
	return source.Value{Root: source.Super, Name: first, Steps: v.Steps[1:]}
}

// names returns the names parted by dots that stand from a place on, blanks and
// quotes before them left aside.
func (s *scanner) names(at int) source.Span {
	for at < len(s.src) && strings.IndexByte(" \t\r\n\"'", s.src[at]) >= 0 {
		at++
	}
	end := at
	for end < len(s.src) && (s.src[end] == '.' || ofWord(s.src[end])) {
		end++
	}
	return source.Span{Start: at, End: end}
}

// typed returns the name or attribute that was bound last, if it is the last word,
// the type that the annotation behind its colon names.
func (s *scanner) typed() {
	if n := s.r.Bound(); n > 0 && s.r.BindingAt(n-1).Place == s.last.at {
		if at := s.names(s.at); at.Len() > 0 {
			b := s.r.BindingAt(n - 1)
			b.Given, b.From = source.GivenType, at
		}
	}
}

// assigned notes, at the = of a statement before which so many bindings were
// kept, that a value follows for its target, if it is one.
func (s *scanner) assigned(bound int) {
	if s.statement.valueAt = -1; s.bindings && s.r.Bound() == bound+1 && s.statement.kind == expression {
		s.statement.valueAt, s.statement.target = s.skipBlanks(s.at+1), bound
	}
}

// endValue returns the target of a statement its value, where that is one primary.
func (s *scanner) endValue() {
	at := s.statement.valueAt
	if at > 0 && s.chain == at && (s.before == name || s.before == closed) {
		b := s.r.BindingAt(s.statement.target)
		b.Given, b.From = source.GivenValue, source.Span{Start: at, End: s.tokenEnd}
	}
}
