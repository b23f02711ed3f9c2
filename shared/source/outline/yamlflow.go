package outline

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// flow reads the collection between brackets at the cursor. An unclosed one ends with a line of the block around.
func (y *yamlParser) flow() {
	outside := len(y.levels)
	adjacent := false // a colon needs no blank here
	for y.ready() {
		b := y.buf[y.at]
		joined := adjacent
		adjacent = false
		switch b {
		case ' ', '\t', '\r':
			y.at++
			adjacent = joined
		case '\n':
			y.at++
			y.newLine()
		case '{', '[':
			y.open(b)
		case '}':
			y.close('{')
			adjacent = true
		case ']':
			y.close('[')
			adjacent = true
		case ',':
			y.comma()
			if y.out.done(y.pos()) {
				y.popTo(outside)
				return
			}
		case '&', '!':
			from := y.pos()
			y.content(from, y.property())
		default:
			adjacent = y.flowToken(b, joined)
		}
		if y.fresh {
			y.popTo(outside)
			return
		}
		if len(y.levels) == outside && y.deep == 0 {
			return
		}
	}
}

// newLine looks at the line that begins at the cursor, between brackets, and reports whether it cannot belong to them:
// it is the border of a document, or stands as far to the left as the block around them and begins with a key.
func (y *yamlParser) newLine() bool {
	y.bol = y.pos()
	if !y.ready() {
		return false
	}
	if y.fresh = y.marked(); y.fresh {
		return true
	}
	blanks := y.blanks()
	if blanks > y.indent() {
		return false
	}
	y.at += blanks
	_, y.fresh = y.implicitKey()
	y.at -= blanks
	return y.fresh
}

// blanks returns how many blanks and tabs are at the cursor.
func (y *yamlParser) blanks() int {
	rest := y.buf[y.at:min(len(y.buf), y.at+maxKey)]
	return len(rest) - len(bytes.TrimLeft(rest, " \t"))
}

// flowToken reads a comment, a mark or a scalar between brackets, and reports whether it was quoted.
func (y *yamlParser) flowToken(b byte, adjacent bool) (quoted bool) {
	from := y.pos()
	switch {
	case b == '#' && y.blankBefore():
		y.skipTo('\n')
		y.comment(from)
	case b == ':' && (adjacent || y.blankAt(1) || flowEnds[y.peek(1)]):
		y.sign()
		y.separates()
	case b == '?' && y.blankAt(1):
		y.sign()
	case b == '"' || b == '\'':
		y.flowScalar()
		return true
	default:
		y.flowScalar()
	}
	return false
}

// blankBefore reports whether white space is before the cursor.
func (y *yamlParser) blankBefore() bool {
	return y.at == 0 || isBlank(y.buf[y.at-1]) || bytes.IndexByte([]byte(",[{"), y.buf[y.at-1]) >= 0
}

// flowScalar reads a scalar, which is a value, a key, or the key of a pair that is an element.
func (y *yamlParser) flowScalar() {
	style := plain
	from, isKey := y.scalar()
	var token, name source.Span
	switch y.buf[y.at] {
	case '"', '\'':
		style = escaped
		if y.buf[y.at] == '\'' {
			style = doubled
		}
		y.quoted()
		token = source.Span{Start: from, End: y.pos()}
		name = source.Span{Start: from + 1, End: max(from+1, y.pos()-1)}
	default:
		token = source.Span{Start: from, End: y.flowPlain()}
		name = token
	}
	switch {
	case isKey:
		y.key(from, token, name, style)
	case y.beforeColon(style != plain):
		y.openKey(from, token, name, style)
		t := y.top()
		t.pair, t.state = true, afterKey
	case style != plain:
		y.text(token.Start, token.End)
		y.ends()
	default:
		y.content(token.Start, token.End)
		y.ends()
	}
}

// beforeColon reports whether the scalar before the cursor is the key of a pair in a sequence.
func (y *yamlParser) beforeColon(quoted bool) bool {
	if t := y.top(); t == nil || t.kind != '[' || t.pair || !y.ready() {
		return false
	}
	n := y.blanks()
	return y.peek(n) == ':' && (quoted || y.blankAt(n+1) || flowEnds[y.peek(n+1)])
}

// flowEnds are the marks that no plain scalar between brackets holds.
var flowEnds = [256]bool{',': true, '[': true, ']': true, '{': true, '}': true}

// flowPlain passes over the plain scalar at the cursor, over lines, and returns where it ends.
func (y *yamlParser) flowPlain() (end int) {
	blank := false // the byte before is
	for y.ready() {
		b := y.buf[y.at]
		switch {
		case flowEnds[b], b == ':' && (y.blankAt(1) || flowEnds[y.peek(1)]), b == '#' && blank:
			return end
		case b == '\n':
			y.at++
			if y.newLine() {
				return end
			}
			blank = true
			continue
		case b == ' ' || b == '\t' || b == '\r':
			blank = true
		default:
			end, blank = y.pos()+1, false
		}
		y.at++
	}
	return end
}
