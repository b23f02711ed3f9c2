package python

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// exports is what the module says in __all__.
type exports struct {
	names map[string]bool
	more  bool // __all__ takes names from elsewhere as well: a name that is not among these may still be public
}

const all = "__all__"

// exportsOf collects the names in the statements that set or extend __all__; nil without one. A name in it is public
// wherever in the file it stands, so the statements are looked for before the file is scanned.
func exportsOf(src []byte) *exports {
	var e *exports
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte(all))
		if i < 0 {
			return e
		}
		start := at + i
		at = start + len(all)
		line := start
		for line > 0 && classes[src[line-1]] == ' ' {
			line--
		}
		// Indented it is a branch that extends it, or an example in a docstring.
		if line > 0 && classes[src[line-1]] != 'n' || e == nil && line < start || wordEnd(src, at) > at {
			continue
		}
		if e == nil {
			e = &exports{names: map[string]bool{}}
		}
		at = e.statement(src, at)
	}
}

// statement takes the names in a statement, from after its __all__, and returns its end.
func (e *exports) statement(src []byte, at int) int {
	depth, set := 0, false
	for at < len(src) {
		class, end := piece(src, at)
		switch c := src[at]; {
		case class == 'q' && set:
			q, in := quotedAt(src, at, wordEnd(src, at))
			e.names[string(bytes.TrimRight(src[in:end], string(rune(q.quote))))] = true
		case class == 'A' && set:
			e.more = true
		case class == 'A':
			word := string(src[at:end])
			set = word == "extend" || word == "append"
		case class == 'n' && depth <= 0:
			return end
		case class == '(':
			depth++
		case class == ')':
			depth--
		case c == '=':
			set = true
		}
		at = end
	}
	return at
}

// visibility returns where a name can be used: by its underscore, and at the top of a module by __all__.
func (s *scanner) visibility(at source.Span) source.Visibility {
	name := s.src[at.Start:at.End]
	top := len(s.blocks) == 0 && s.exports != nil
	switch {
	case top && s.exports.names[string(name)]:
		return source.Public
	case name[0] == '_' && !isDunder(name):
		return source.Private
	case top && !s.exports.more:
		return source.Internal
	}
	return source.Public
}

// isDunder reports whether the language gives a name its meaning.
func isDunder(name []byte) bool {
	return len(name) > 4 && bytes.HasPrefix(name, []byte("__")) && bytes.HasSuffix(name, []byte("__"))
}
