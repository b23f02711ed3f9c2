package outline

import "github.com/ct-tools/ct/shared/source"

// plainScalar passes over the part of a plain scalar that is on the line.
func (y *yamlParser) plainScalar() {
	from, end := y.pos(), y.pos()
	y.plain, y.bounded = true, y.indent()
scalar:
	for y.ready() {
		for ; y.at < len(y.buf); y.at++ {
			switch b := y.buf[y.at]; {
			case b == '\n', b == '#' && end < y.pos() && end > from:
				break scalar
			case b != ' ' && b != '\t' && b != '\r':
				end = y.pos() + 1
			}
		}
	}
	y.content(from, end)
}

// property reads an anchor, a tag or an alias, and returns where it ends.
func (y *yamlParser) property() (end int) {
	from, mark := y.pos(), y.buf[y.at]
	y.at++
	verbatim := mark == '!' && y.peek(0) == '<'
	inFlow := y.top() != nil && (y.top().kind == '{' || y.top().kind == '[') || y.deep > 0
loop:
	for y.ready() {
		for ; y.at < len(y.buf); y.at++ {
			switch b := y.buf[y.at]; b {
			case ' ', '\t', '\n', '\r':
				break loop
			case ',', '[', ']', '{', '}':
				if inFlow && !verbatim {
					break loop
				}
			}
		}
	}
	name := source.Span{Start: from + 1, End: y.pos()}
	switch mark {
	case '&':
		y.out.word(name, source.Assignment)
	case '*':
		y.out.word(name, source.Reference)
	}
	return name.End
}

// quoted passes over the quoted scalar at the cursor. One that is not closed ends with its document.
func (y *yamlParser) quoted() {
	quote := y.buf[y.at]
	for y.at++; y.ready(); {
		i := y.at
		for i < len(y.buf) && y.buf[i] != quote && y.buf[i] != '\n' && y.buf[i] != '\\' {
			i++
		}
		if y.at = i; i == len(y.buf) || !y.ready() {
			continue
		}
		switch b := y.buf[y.at]; {
		case b == '\n':
			y.at++
			y.bol = y.pos()
			if y.fresh = y.ready() && y.marked(); y.fresh {
				return
			}
		case b == '\\' && quote == '"' && y.peek(1) != '\n':
			escape(y.nest)
		case b == quote && quote == '\'' && y.peek(1) == quote:
			y.at += 2
		case b == quote:
			y.at++
			return
		default:
			y.at++
		}
	}
}

// blockScalar reads the block scalar whose head is at the cursor; false if there is no such head.
func (y *yamlParser) blockScalar() bool {
	from := y.pos()
	n, given := 1, 0
	for b := y.peek(n); b == '+' || b == '-' || '1' <= b && b <= '9'; b = y.peek(n) {
		if n++; b >= '1' && b <= '9' {
			given = int(b - '0')
		}
		if n > 3 {
			return false
		}
	}
	if !y.blankAt(n) {
		return false
	}
	y.at += n
	y.content(from, y.pos())
	if y.skipBlanks(); y.ready() && !y.endsLine() {
		return true // what is wrong there is passed over
	}
	y.endLine()
	least := max(y.indent()+1, 1)
	indent := 0
	if given > 0 {
		indent = max(y.indent(), 0) + given
	}
	y.blockLines(least, indent)
	return true
}

// blockLines reads the lines of a block scalar, indented as indent or, if that is 0, as the first, at least least.
func (y *yamlParser) blockLines(least, indent int) {
	for y.ready() && !y.out.done(y.pos()) {
		y.bol = y.pos()
		spaces := 0
		for y.peek(spaces) == ' ' && spaces < maxKey && (indent == 0 || spaces < indent) {
			spaces++
		}
		if b := y.peek(spaces); b == '\n' || b == '\r' && y.peek(spaces+1) == '\n' {
			y.skipTo('\n')
			y.at++
			continue
		}
		if indent == 0 {
			indent = max(spaces, least)
		}
		if spaces < indent {
			break
		}
		y.skipTo('\n')
		end := y.pos()
		if y.at > 0 && y.buf[y.at-1] == '\r' {
			end--
		}
		y.text(y.bol+spaces, end)
		y.at = min(y.at+1, len(y.buf))
	}
	y.fresh = true
}
