package outline

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// A tomlParser reads TOML expression by expression.
type tomlParser struct {
	*nest
	arrays  arrays
	table   bool        // the unit of a table is open
	blank   bool        // nothing stands on the line so far
	comment source.Span // comments after the last expression that may belong to a table below
}

func scanTOML(n *nest) {
	p := &tomlParser{nest: n, blank: true}
	n.skipMark()
	for n.ready() && !n.out.done(n.pos()) {
		switch n.buf[n.at] {
		case ' ', '\t', '\r':
			n.at++
		case '\n':
			n.at++
			if p.blank {
				p.keepComment()
			}
			p.blank = true
		case '#':
			p.takeComment()
		case '[':
			p.header()
			p.blank = false
		default:
			p.expression()
			p.blank, p.comment = false, source.Span{}
		}
	}
	p.keepComment()
	n.popTo(0)
	p.endTable()
}

// takeComment reads the comment at the cursor.
func (p *tomlParser) takeComment() {
	from := p.pos()
	p.skipTo('\n')
	p.nest.comment(from)
	if p.blank {
		if p.comment.Len() == 0 {
			p.comment.Start = from
		}
		p.comment.End = p.pos()
	}
	p.blank = false
}

// keepComment leaves comments to the table above them.
func (p *tomlParser) keepComment() {
	if p.table && p.comment.Len() > 0 {
		p.content(p.comment.Start, p.comment.End)
	}
	p.comment = source.Span{}
}

// header reads the header of a table at the cursor.
func (p *tomlParser) header() {
	p.comment = source.Span{}
	p.endTable()
	from, marks := p.pos(), 1
	if p.peek(1) == '[' {
		marks = 2
	}
	line := p.restOfLine()
	end := marks + bareUntil(line[marks:], ']')
	name := trimmed(line[marks:end], from+marks)
	p.at += min(end+marks, len(line)) // the brackets that close it are as many
	token := source.Span{Start: from, End: p.pos()}
	p.out.key(key{
		at: from, token: token, name: name, style: ready, doc: p.docs.above(p.buf, from),
		text: p.arrays.path(p.head(name.Start, name.End), marks == 2),
	})
	p.content(token.Start, token.End)
	p.table = true
}

// endTable ends the unit of the table at hand.
func (p *tomlParser) endTable() {
	if p.table {
		p.out.close(p.last)
	}
	p.table = false
}

// restOfLine returns what is seen of the line at the cursor, without its end.
func (p *tomlParser) restOfLine() []byte {
	line := p.buf[p.at:min(len(p.buf), p.at+maxKey)]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return line
}

// bareUntil returns where b is in text outside of quotes, or its length.
func bareUntil(text []byte, b byte) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == b:
			return i
		case text[i] == '"' || text[i] == '\'':
			i += closing(text[i:], text[i] == '"') - 1
		}
	}
	return len(text)
}

// trimmed returns where text, which is at an offset, does without blanks around it.
func trimmed(text []byte, at int) source.Span {
	from := at + len(text) - len(bytes.TrimLeft(text, " \t\r"))
	return source.Span{Start: from, End: max(from, at+len(bytes.TrimRight(text, " \t\r")))}
}

// expression reads a key with its value; a line without a key is passed over.
func (p *tomlParser) expression() {
	from := p.pos()
	line := p.restOfLine()
	equals := bareUntil(line, '=')
	if equals == len(line) {
		p.skipTo('\n')
		p.content(from, p.pos())
		return
	}
	name := trimmed(line[:equals], from)
	p.openKey(from, name, name, dotted)
	p.at += equals
	p.sign()
	p.values()
	p.popTo(0)
	p.out.close(p.last)
}

// values reads what is after an equals sign, to the end of the line on which its brackets are closed.
func (p *tomlParser) values() {
	for p.ready() {
		switch b := p.buf[p.at]; b {
		case ' ', '\t', '\r':
			p.at++
		case '\n':
			if len(p.levels) == 0 {
				return
			}
			p.at++
			if p.astray() {
				return
			}
		case '#':
			if len(p.levels) == 0 {
				return
			}
			from := p.pos()
			p.skipTo('\n')
			p.nest.comment(from)
		case '[', '{':
			p.open(b)
		case ']':
			p.close('[')
		case '}':
			p.close('{')
		case ',':
			p.comma()
			if p.out.done(p.pos()) {
				return
			}
		case '=':
			p.sign()
			p.separates()
		default:
			p.value()
		}
	}
}

// astray reports whether a line begins with a bare key in an array: a bracket before it is missing.
func (p *tomlParser) astray() bool {
	if t := p.top(); t == nil || t.kind != '[' || !p.ready() {
		return false
	}
	line := p.restOfLine()
	key := bytes.TrimLeft(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
	return len(key) < len(line) && bytes.HasPrefix(bytes.TrimLeft(key, " \t"), []byte("="))
}

// value reads a string or another scalar at the cursor, or the key of an inline table.
func (p *tomlParser) value() {
	from := p.pos()
	if p.atKey() {
		line := p.restOfLine()
		end := bareUntil(line, '=')
		if end == len(line) {
			end = bareUntil(line, ',')
		}
		name := trimmed(line[:end], from)
		p.key(from, name, name, dotted)
		p.at += name.Len()
		return
	}
	p.begins(from)
	switch b := p.buf[p.at]; {
	case (b == '"' || b == '\'') && p.peek(1) == b && p.peek(2) == b:
		p.multiline(b)
		p.text(from, p.pos())
	case b == '"':
		inLine(p.nest)
		p.text(from, p.pos())
	case b == '\'':
		p.literal()
		p.text(from, p.pos())
	default:
		p.content(from, p.bare())
	}
	p.ends()
}

// bare passes over a scalar without quotes, which may hold a blank as dates do, and returns where it ends.
func (p *tomlParser) bare() (end int) {
	for p.ready() {
		for ; p.at < len(p.buf); p.at++ {
			switch p.buf[p.at] {
			case '\n', ',', ']', '}', '#':
				return end
			case ' ', '\t', '\r':
			default:
				end = p.pos() + 1
			}
		}
	}
	return end
}

// literal passes over a string in single quotes.
func (p *tomlParser) literal() {
	for p.at++; p.ready(); {
		if i := bytes.IndexAny(p.buf[p.at:], "'\n"); i >= 0 {
			p.at += i
			if p.buf[p.at] == '\'' {
				p.at++
			}
			return
		}
		p.at = len(p.buf)
	}
}

// multiline passes over a string between three quotes; it may end with up to five.
func (p *tomlParser) multiline(quote byte) {
	p.at += 3
	for p.ready() {
		i := p.at
		for i < len(p.buf) && p.buf[i] != quote && (p.buf[i] != '\\' || quote == '\'') {
			i++
		}
		p.at = i
		switch {
		case !p.ready():
			return
		case p.buf[p.at] == '\\' && quote == '"':
			escape(p.nest)
		case p.buf[p.at] == quote && p.peek(1) == quote && p.peek(2) == quote:
			p.at += 3
			for extra := 0; extra < 2 && p.peek(0) == quote; extra++ {
				p.at++
			}
			return
		case p.buf[p.at] == quote:
			p.at++
		}
	}
}

// maxArrays is how many arrays of tables are counted at a time.
const maxArrays = 1 << 14

// arrays counts the elements of arrays of tables, and forgets those of an element when the next one begins.
type arrays struct {
	root array
	size int
}

// An array is a name in the headers of tables.
type array struct {
	elements int // 0 for what is no array
	below    map[string]*array
}

// path returns the path to the table with a header, and counts it if the header is that of an element.
func (a *arrays) path(header []byte, element bool) []byte {
	var path []byte
	at := &a.root
	for len(header) > 0 {
		var name string
		name, header = firstName(header)
		path = appendName(path, name)
		at = a.find(at, name, element)
		switch {
		case at == nil:
		case len(header) == 0 && element:
			a.size -= at.forget()
			path = appendIndex(path, at.elements)
			at.elements++
		case at.elements > 0:
			path = appendIndex(path, at.elements-1)
		}
	}
	return path
}

// find returns what is known of a name below at, and makes it known if that is wanted.
func (a *arrays) find(at *array, name string, wanted bool) *array {
	if at == nil {
		return nil
	}
	found := at.below[name]
	if found != nil || !wanted || a.size == maxArrays {
		return found
	}
	if at.below == nil {
		at.below = map[string]*array{}
	}
	found = &array{}
	at.below[name] = found
	a.size++
	return found
}

// forget drops all below a and returns how many that were.
func (a *array) forget() (n int) {
	for _, b := range a.below {
		n += 1 + b.forget()
	}
	a.below = nil
	return n
}
