// Package ahead answers what follows in a text in a language with braces, without reading it: each
// answer looks at a bounded number of bytes.
package ahead

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// Rules are what has to be known of a language to look ahead.
type Rules struct {
	Class     [256]Class // what a byte begins
	Letters   [256]Class // the same, with Asked bytes as they are by themselves
	Arrow     string     // between the parameters of a lambda and its body
	TypeFirst bool       // the type is before the name
	LineStop  string     // ends a line comment before the line does
	TypeAfter byte       // the sign between a name and its type, or 0
}

// A Text is a place in a text of a language.
type Text struct {
	cursor.Cursor
	*Rules
	looked int // bytes that were looked at for functions in brackets
}

// IsLetter reports whether c begins an identifier.
func (s *Text) IsLetter(c byte) bool { return s.Letters[c] == Begins }

// InWord reports whether c is part of an identifier.
func (s *Text) InWord(c byte) bool { return s.Letters[c] == Begins || s.Letters[c] == Digit }

// NameEnd returns the end of the identifier that pos is in.
func (s *Text) NameEnd(pos int) int {
	for pos < len(s.Src) && s.InWord(s.Src[pos]) {
		pos++
	}
	return pos
}

// TakeName passes over the identifier at Pos, whose first byte is taken as part of it, and returns it.
func (s *Text) TakeName() source.Span {
	start := s.Pos
	for s.Pos++; s.Pos < len(s.Src) && (s.InWord(s.Src[s.Pos]) || s.Src[s.Pos] == '`'); s.Pos++ {
		continue
	}
	return source.Span{Start: start, End: s.Pos}
}

// SameLine reports whether no line ends between pos and the next token.
func (s *Text) SameLine(pos int) bool {
	for end := min(pos+256, len(s.Src)); pos < end && s.Src[pos] <= ' '; pos++ {
		if s.Src[pos] == '\n' {
			return false
		}
	}
	return true
}

// WordFollows reports whether the next token is a word.
func (s *Text) WordFollows() bool { return s.IsLetter(s.Next(s.Pos)) }

// NameFollows reports whether the next token is a word with one of some signs after it.
func (s *Text) NameFollows(signs string) bool {
	at := s.SkipBlank(s.Pos)
	return s.IsLetter(s.At(at)) && oneOf(signs, s.Next(s.NameEnd(at)))
}

// ValueFollows reports whether the next token begins a value.
func (s *Text) ValueFollows() bool {
	c := s.Next(s.Pos)
	return s.InWord(c) || oneOf("\"'!-(", c)
}

// Is reports whether word is the word at pos.
func (s *Text) Is(pos int, word string) bool {
	return s.Has(pos, word) && !s.IsLetter(s.At(pos+len(word)))
}

// letters returns the word at pos up to a digit.
func (s *Text) letters(pos int) string {
	end := pos
	for end < len(s.Src) && s.IsLetter(s.Src[end]) {
		end++
	}
	return string(s.Src[pos:end])
}

// OperatorFollows reports whether the next word is an operator of TypeScript, which needs a name before it.
func (s *Text) OperatorFollows() bool {
	start := s.SkipBlank(s.Pos)
	switch string(s.Src[start:min(s.NameEnd(start), start+12)]) {
	case "in", "instanceof", "as", "satisfies", "extends", "is", "of":
		return true
	}
	return false
}

// StringAt returns the string that begins at pos, and whether one does.
func (s *Text) StringAt(pos int) (source.Span, bool) {
	c := s.At(pos)
	if c != '"' && c != '\'' {
		return source.Span{}, false
	}
	end, _ := s.TextEnd(&cursor.Quote{Close: string(c)}, pos+1)
	return source.Span{Start: pos, End: end}, true
}

// Unquoted returns the text of a string.
func (s *Text) Unquoted(at source.Span) string {
	if at.Len() < 2 {
		return ""
	}
	return string(s.Src[at.Start+1 : at.End-1])
}

// RequireModule returns the string of require("module"), and whether that is what follows the = at Pos.
func (s *Text) RequireModule() (source.Span, bool) {
	const call = "require("
	at := s.SkipBlank(s.SkipBlank(s.Pos) + 1)
	if !s.Has(at, call) {
		return source.Span{}, false
	}
	text, ok := s.StringAt(s.SkipBlank(at + len(call)))
	if !ok || s.Next(text.End) != ')' || oneOf(".([?", s.Next(s.SkipBlank(text.End)+1)) { // of the last, a part of the module
		return source.Span{}, false
	}
	return text, true
}

// heredocEnd returns where the line of the closing label begins that comes after pos, and where the
// label ends; the end of the file without one.
func (s *Text) heredocEnd(pos int, label []byte) (start, end int) {
	for src := s.Src; ; {
		if pos = s.LineEnd(pos) + 1; pos > len(src) {
			return len(src), len(src)
		}
		at := pos
		for s.At(at) == ' ' || s.At(at) == '\t' {
			at++
		}
		if end := at + len(label); bytes.HasPrefix(src[at:], label) && (end >= len(src) || !s.InWord(src[end])) {
			return pos, end
		}
	}
}

func oneOf(signs string, c byte) bool { return strings.IndexByte(signs, c) >= 0 }
