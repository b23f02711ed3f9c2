package outline

import "github.com/ct-tools/ct/shared/source"

// scanJSON reads JSON documents one after the other.
func scanJSON(n *nest) {
	n.skipMark()
	for n.ready() {
		switch b := n.buf[n.at]; b {
		case ' ', '\t', '\n', '\r':
			n.at++
		case '"', '\'':
			jsonString(n)
		case '{', '[':
			n.open(b)
		case '}':
			n.close('{')
		case ']':
			n.close('[')
		case ',':
			n.comma()
			if n.out.done(n.pos()) {
				return
			}
		case ':':
			n.sign()
			n.separates()
		default:
			if b != '/' || !slashComment(n) {
				jsonBare(n)
			}
		}
	}
	n.popTo(0)
}

// jsonString reads the string at the cursor, which is a key or a value.
func jsonString(n *nest) {
	from, isKey := n.scalar()
	inner := inLine(n)
	to := n.pos()
	if isKey {
		n.key(from, source.Span{Start: from, End: to}, source.Span{Start: from + 1, End: inner}, escaped)
		return
	}
	n.text(from, to)
	n.ends()
}

// jsonBare reads what is at the cursor without quotes: a number, a name, a key of JSON5.
func jsonBare(n *nest) {
	from, isKey := n.scalar()
	for n.at++; n.ready(); {
		i := n.at
		for i < len(n.buf) && !jsonEnds[n.buf[i]] {
			i++
		}
		n.at = i
		if i < len(n.buf) {
			break
		}
	}
	word := source.Span{Start: from, End: n.pos()}
	if isKey {
		n.key(from, word, word, plain)
		return
	}
	n.content(word.Start, word.End)
	n.ends()
}

// jsonEnds are the bytes that end what stands without quotes.
var jsonEnds = [256]bool{
	' ': true, '\t': true, '\n': true, '\r': true, '"': true, '\'': true, '{': true, '}': true, '[': true, ']': true,
	',': true, ':': true, '/': true,
}

// inLine passes over the string at the cursor, to its line's end at most, and returns where its text ends.
func inLine(n *nest) (end int) {
	quote := n.buf[n.at]
	for n.at++; n.ready(); {
		i := n.at
		for i < len(n.buf) && n.buf[i] != quote && n.buf[i] != '\\' && n.buf[i] != '\n' {
			i++
		}
		n.at = i
		switch {
		case i == len(n.buf):
		case n.buf[i] == '\\':
			escape(n)
		case n.buf[i] == '\n':
			return n.pos()
		default:
			n.at++
			return n.pos() - 1
		}
	}
	return n.pos()
}

// escape goes over a backslash and what it escapes, which may be the end of the line.
func escape(n *nest) {
	n.at++
	if n.ready() {
		n.at++
	}
}

// slashComment reads a comment at the cursor, if there is one.
func slashComment(n *nest) bool {
	from := n.pos()
	switch n.peek(1) {
	case '/':
		n.skipTo('\n')
	case '*':
		n.at += 2
		for n.skipTo('*'); n.ready(); n.skipTo('*') {
			n.at++
			if n.peek(0) == '/' {
				n.at++
				break
			}
		}
	default:
		return false
	}
	n.comment(from)
	return true
}
