package calls

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// Bounds of what is read again, in bytes: between a binding and a call, and of
// a file.
const (
	maxBlock  = 20_000
	maxBlocks = 16 << 20
)

// inBlock returns those of the bindings of a script that a call at a place can
// mean: a name of an inner block, which let, const or catch bind, is not one
// outside of the block, and in it the only one.
func (x *reader) inBlock(bindings []*source.Binding, name string, at int) []*source.Binding {
	var kept []*source.Binding
	for _, b := range bindings {
		header, block := x.blockwise(b)
		if !block {
			kept = append(kept, b)
			continue
		}
		switch x.holds(b.Place.End, at, header) {
		case inside:
			return []*source.Binding{b}
		case notSeen:
			kept = append(kept, b)
		}
	}
	if len(kept) > 0 || len(bindings) == 0 || bindings[0].Scope == source.None {
		return kept
	}
	outer := x.Seen.Declarations[bindings[0].Scope].Parent
	for outer != source.None && x.isType(&x.Seen.Declarations[outer]) {
		outer = x.Seen.Declarations[outer].Parent
	}
	return x.inBlock(x.Seen.Lookup(name, outer, at), name, at)
}

// blockwise reports whether a binding is of a block, and whether it stands in
// brackets before the block.
func (x *reader) blockwise(b *source.Binding) (header, ok bool) {
	if b.Kind != source.Local && b.Kind != source.Parameter {
		return false, false
	}
	before := bytes.TrimRight(x.Text[max(b.Place.Start-64, 0):b.Place.Start], " \t\r\n")
	if head, ok := bytes.CutSuffix(before, []byte("(")); ok {
		return true, wordBefore(head, len(head), "catch")
	}
	for _, word := range []string{"let", "const"} {
		if wordBefore(before, len(before), word) {
			head := bytes.TrimRight(bytes.TrimSuffix(before, []byte(word)), " \t\r\n")
			return bytes.HasSuffix(head, []byte("(")), true
		}
	}
	return false, false
}

// A holding says whether the block of a binding holds a place.
type holding uint8

const (
	notSeen holding = iota
	inside
	beyond
)

// holds reports whether the block of a binding that ends before pos holds the
// place at. One in a header is of the block behind it.
func (x *reader) holds(pos, at int, header bool) holding { //nolint:gocyclo // one case for each sign, and one for each way to stand
	from, to := min(pos, at), max(pos, at)
	if x.blocks += to - from; to-from > maxBlock || x.blocks > maxBlocks {
		return notSeen
	}
	depth, least, opened := 0, 0, false
	for i := from; i < to; i++ {
		switch c := x.Text[i]; c {
		case '{', '(', '[':
			depth++
			opened = opened || c == '{' && depth <= 0
		case '}', ')', ']':
			depth--
			if header && pos < at && c == '}' && depth <= -1 && opened {
				return beyond
			}
			if least = min(least, depth); header && pos < at && !opened && depth == -1 && !bytes.HasPrefix(bytes.TrimLeft(x.Text[i+1:to], " \t\r\n"), []byte("{")) {
				return notSeen // a body without brackets
			}
		case '\'', '"', '`', '/':
			end := x.passed(i, to)
			if end < 0 {
				return notSeen
			}
			i = end
		}
	}
	switch {
	case pos < at && header:
		if opened && depth >= 0 {
			return inside
		}
		return notSeen // in the header itself
	case pos < at && least < 0, at < pos && depth > 0:
		return beyond
	case pos < at:
		return inside
	}
	return notSeen
}

// passed returns the last byte of a text or comment that begins at i, i for a
// sign; -1 where that is not seen.
func (x *reader) passed(i, to int) int {
	rest := x.Text[i:to]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			return i + end
		}
		return -1
	case bytes.HasPrefix(rest, []byte("/*")):
		if end := bytes.Index(rest, []byte("*/")); end >= 0 {
			return i + end + 1
		}
		return -1
	case rest[0] == '/':
		before := bytes.TrimRight(x.Text[:i], " \t")
		if c := before[len(before)-1]; pattern.IsIdentifier(c) && !wordBefore(x.Text, i, "return") || c == ')' || c == ']' {
			return i // divides
		}
		return -1
	}
	for k := 1; k < len(rest); k++ {
		switch {
		case rest[k] == '\\':
			k++
		case rest[k] == rest[0]:
			return i + k
		case rest[k] == '\n' && rest[0] != '`', strings.HasPrefix(string(rest[k:min(k+2, len(rest))]), "${"):
			return -1
		}
	}
	return -1
}

// wordBefore reports whether a word is before pos, blanks aside.
func wordBefore(text []byte, pos int, word string) bool {
	head, ok := bytes.CutSuffix(bytes.TrimRight(text[max(pos-64, 0):pos], " \t\r\n"), []byte(word))
	return ok && (len(head) == 0 || !pattern.IsIdentifier(head[len(head)-1]) && head[len(head)-1] != '$')
}
