package outline

import (
	"bytes"
	"slices"

	"github.com/ct-tools/ct/shared/source"
)

// A yamlParser reads YAML line by line, but for what goes on over lines: flow collections, quoted and block scalars.
type yamlParser struct {
	*nest
	bol     int  // offset where the line at hand begins
	plain   bool // a plain scalar may go on on the next line
	bounded int  // the indent that it has to exceed
	fresh   bool // what was read last ended before the line that begins at the cursor
}

func scanYAML(n *nest) {
	y := &yamlParser{nest: n}
	n.skipMark()
	y.bol = n.pos()
	for n.ready() && !n.out.done(n.pos()) {
		y.bol = n.pos()
		y.line()
	}
	n.popTo(0)
}

// line reads a line, and those on which what it begins goes on, from the beginning of one to that of another.
func (y *yamlParser) line() {
	if y.document() {
		return
	}
	y.skipBlanks()
	if !y.ready() {
		return
	}
	switch b := y.buf[y.at]; {
	case b == '\n':
		y.at++
		return
	case b == '#':
		y.plain = false
		y.endLine()
		return
	case b == '%' && y.pos() == y.bol && len(y.levels) == 0 && !y.plain: // a directive
		y.skipTo('\n')
		return
	}
	indent := y.pos() - y.bol
	if y.plain && indent > y.bounded {
		if _, ok := y.implicitKey(); !ok {
			y.plainScalar()
			y.endLine()
			return
		}
	}
	y.plain = false
	for t := y.top(); t != nil && t.indent > indent; t = y.top() {
		y.pop()
	}
	y.node(indent)
	y.endLine()
}

// document reads a line that ends one document or begins another.
func (y *yamlParser) document() bool {
	if !y.marked() {
		return false
	}
	y.popTo(0)
	y.plain = false
	begins := y.buf[y.at] == '-'
	y.content(y.pos(), y.pos()+3)
	y.at += 3
	if y.skipBlanks(); begins && !y.endsLine() {
		y.node(y.pos() - y.bol)
	}
	y.endLine()
	return true
}

// marked reports whether the line at whose beginning the cursor stands is the border of a document.
func (y *yamlParser) marked() bool {
	line := y.buf[y.at:]
	return (bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("..."))) && y.blankAt(3)
}

// blankAt reports whether the byte n after the next one is white, or none.
func (y *yamlParser) blankAt(n int) bool {
	return y.at+n >= len(y.buf) || isBlank(y.buf[y.at+n])
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// endsLine reports whether nothing but a comment is on the rest of the line; the cursor is after a blank.
func (y *yamlParser) endsLine() bool {
	b := y.peek(0)
	return b == '\n' || b == '#' || y.at >= len(y.buf)
}

// endLine passes over the end of the line, over a comment or over what should not be there.
func (y *yamlParser) endLine() {
	if y.fresh || y.out.done(y.pos()) {
		y.fresh = false
		return
	}
	if y.skipBlanks(); !y.ready() {
		return
	}
	switch from := y.pos(); y.buf[y.at] {
	case '\n':
	case '#':
		y.skipTo('\n')
		y.comment(from)
		y.plain = false
	default:
		y.skipTo('\n')
		y.content(from, y.pos())
	}
	y.at = min(y.at+1, len(y.buf))
}

// node reads what begins at the cursor outside of brackets: dashes, marks of keys and a key, or a value.
func (y *yamlParser) node(indent int) {
	var held source.Span // properties, which may be those of a key
	for y.ready() && !y.endsLine() {
		if len(y.levels) == maxDepth {
			y.plainScalar()
			return
		}
		b := y.buf[y.at]
		key, isKey := y.implicitKey()
		if b == '&' || b == '!' {
			held = source.Span{Start: y.pos(), End: y.property()}
			y.skipBlanks() // the indent stays that of the first
			continue
		}
		marks := (b == '-' || b == '?' || b == ':') && y.blankAt(1)
		if !isKey || marks {
			y.content(held.Start, held.End)
		}
		held = source.Span{}
		switch {
		case marks:
			y.indicator(b, indent)
			y.skipBlanks()
			indent = y.pos() - y.bol
		case isKey:
			y.enter(blockMap, indent)
			y.blockKey(key)
			y.value()
			return
		default:
			y.value()
			return
		}
	}
	y.content(held.Start, held.End)
}

// enter makes the innermost level the block of a kind at an indent, ready for its next entry.
func (y *yamlParser) enter(kind byte, indent int) {
	if kind == blockMap { // it goes on after a sequence as far to the left
		if t := y.top(); t != nil && t.kind == blockSeq && t.indent == indent && len(y.levels) > 1 {
			y.pop()
		}
	}
	if t := y.top(); t == nil || t.kind != kind || t.indent != indent {
		y.levels = append(y.levels, level{kind: kind, indent: indent})
		return
	}
	t := y.top()
	y.endUnit(t)
	t.index++
}

// indicator reads a dash, the question mark of an explicit key or the colon after one, each with a blank.
func (y *yamlParser) indicator(b byte, indent int) {
	at := y.pos()
	switch t := y.top(); {
	case b == '-':
		y.enter(blockSeq, indent)
		t = y.top()
		y.out.element(at, t.index)
		t.unit, y.last = true, at+1 // an element without a value ends with its dash
	case b == '?':
		y.explicitKey(indent)
		return
	case t != nil && t.kind == blockMap && t.indent == indent && t.state == afterKey:
		t.state = value
		y.content(at, at+1)
	default: // the key is empty
		if t != nil && t.kind == blockSeq && t.indent == indent && len(y.levels) > 1 {
			y.pop()
			y.indicator(b, indent)
			return
		}
		y.enter(blockMap, indent)
		y.blockKey(blockKey{token: source.Span{Start: at, End: at}, name: source.Span{Start: at, End: at}})
		return
	}
	y.at++
}

// explicitKey reads a question mark, with the scalar after it as the key; else the question mark is the name.
func (y *yamlParser) explicitKey(indent int) {
	from := y.pos()
	y.enter(blockMap, indent)
	y.mark = from
	y.at++
	y.skipBlanks()
	mark := source.Span{Start: from, End: from + 1}
	k := blockKey{token: mark, name: mark}
	_, nested := y.implicitKey()
	scalar := !nested && y.ready() && !y.endsLine() && bytes.IndexByte([]byte("-?:&!*{[|>"), y.buf[y.at]) < 0
	if scalar {
		k = y.scalarKey()
	}
	y.openKey(from, k.token, k.name, k.style)
	t := y.top()
	t.unit, t.state = true, afterKey
	switch {
	case !scalar:
	case k.style == plain:
		y.plainScalar()
	default:
		y.quoted()
		y.content(k.token.Start, y.pos())
	}
}

// blockKey opens the unit of a key and goes after its colon.
func (y *yamlParser) blockKey(k blockKey) {
	y.openKey(k.token.Start, k.token, k.name, k.style)
	t := y.top()
	t.unit, t.state = true, value
	y.at = k.token.End - y.base
	y.skipBlanks()
	y.sign()
}

// value reads a value on the line, which may go on over further lines.
func (y *yamlParser) value() {
	for y.skipBlanks(); y.ready() && !y.endsLine(); y.skipBlanks() {
		switch b := y.buf[y.at]; b {
		case '&', '!':
			from := y.pos()
			y.content(from, y.property())
			continue
		case '*':
			from := y.pos()
			y.content(from, y.property())
		case '"', '\'':
			from := y.pos()
			y.quoted()
			y.text(from, y.pos())
		case '{', '[':
			y.flow()
		case '|', '>':
			if !y.blockScalar() {
				y.plainScalar()
			}
		default:
			y.plainScalar()
		}
		return
	}
}

// indent returns how far to the left the innermost block stands, -1 for none.
func (y *yamlParser) indent() int {
	for _, l := range slices.Backward(y.levels) {
		if l.kind == blockMap || l.kind == blockSeq {
			return l.indent
		}
	}
	return -1
}
