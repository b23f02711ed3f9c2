package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// matches reports whether => in the block is that of `value => pattern`, not of rescue or a hash.
func (t *rubyBlock) matches() bool {
	return !bracketed(t.kind) && !t.params && !t.commands && !t.catches && !t.yields
}

// binds reports whether a word that begins with first is bound by its pattern: an unpinned variable is.
func (t *rubyBlock) binds(first byte, prev string) bool {
	return t.pattern && prev != "^" && first-'A' >= 26
}

// labelAlone reports whether the label before the colon is alone in its pattern, and so binds a variable.
func (l *ruby) labelAlone() bool {
	rest := bytes.TrimLeft(l.Src[l.Pos+1:l.near(l.Pos)], " \t\r")
	if len(rest) == 0 {
		return !bracketed(l.top().kind) || l.closesNext()
	}
	if oneOf(rest[0], ",})]|;#") {
		return true
	}
	word := rest
	if end := bytes.IndexFunc(rest, func(r rune) bool { return r < 0x80 && !inWord(byte(r)) }); end >= 0 {
		word = rest[:end]
	}
	switch string(word) {
	case "then", "if", "unless", "and", "or":
		return true
	}
	return false
}

// closesNext reports whether a closing bracket is next after the colon at pos, on the lines after it.
func (l *ruby) closesNext() bool {
	rest := bytes.TrimLeft(l.Src[l.Pos+1:min(l.Pos+ahead, len(l.Src))], " \t\r\n")
	return len(rest) > 0 && oneOf(rest[0], "})]")
}

// bound reads a name that becomes a parameter or a local variable.
func (l *ruby) bound(s source.Span, kind source.BindingKind) {
	l.Rec.Word(s, source.Assignment, source.Plain)
	l.local(s)
	l.Rec.BindName(s, kind)
}
