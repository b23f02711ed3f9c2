package outline

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// A nest is the place of a parser: the brackets and blocks around it, and the unit that is open in each.
type nest struct {
	*cursor
	out    sink
	levels []level
	deep   int // brackets that are open beyond maxDepth
	last   int // where the last content ended
	docs   comments
}

// A level is a bracket, or a block of YAML, that is open.
type level struct {
	kind   byte // '{' or '[', blockMap or blockSeq
	state  state
	index  int  // in a sequence: of the element at hand
	unit   bool // its unit is open
	pair   bool // in a flow sequence: so is that of the key that is the element
	indent int  // of a block, in bytes
}

// The blocks of YAML.
const (
	blockMap = 'm'
	blockSeq = 's'
)

// A state says what comes next between brackets.
type state uint8

const (
	begin      state = iota // a key or an element
	afterKey                // what separates the key from its value
	value                   // the value of the key
	afterValue              // a comma
)

func newNest(c *cursor, out sink) *nest {
	c.mark = -1
	n := &nest{cursor: c, out: out}
	n.docs.known = c.r == nil
	return n
}

// top returns the innermost level, nil for none or one that is not known.
func (n *nest) top() *level {
	if len(n.levels) == 0 || n.deep > 0 {
		return nil
	}
	return &n.levels[len(n.levels)-1]
}

// content reports a token between two offsets.
func (n *nest) content(from, to int) {
	if to <= from {
		return
	}
	n.out.content(from, to)
	n.last = to
}

// sign reports the byte at the cursor, and passes over it.
func (n *nest) sign() {
	n.content(n.pos(), n.pos()+1)
	n.at++
}

// scalar prepares for what begins at the cursor: a key, or a value.
func (n *nest) scalar() (from int, isKey bool) {
	from, isKey = n.pos(), n.atKey()
	if !isKey {
		n.begins(from)
	}
	n.mark = from
	return from, isKey
}

// text reports a string.
func (n *nest) text(from, to int) {
	n.content(from, to)
	n.out.text(source.Span{Start: from, End: to}, source.String)
}

// comment reports a comment that ends at the cursor.
func (n *nest) comment(from int) {
	s := source.Span{Start: from, End: n.pos()}
	n.out.text(s, source.Comment)
	n.docs.add(n.buf, s)
}

// begins prepares for a value at an offset.
func (n *nest) begins(at int) {
	t := n.top()
	if t == nil || t.kind != '[' || t.pair && t.state == value {
		return
	}
	if t.state == afterValue { // a comma is missing
		t.index++
	}
	n.endUnit(t)
	n.out.element(at, t.index)
	t.unit = true
}

// ends notes that a value between brackets ended.
func (n *nest) ends() {
	t := n.top()
	if t == nil || t.kind != '{' && t.kind != '[' || t.state == afterKey {
		return
	}
	n.endUnit(t)
	t.state = afterValue
}

// endUnit ends the unit of a level, if one is open.
func (n *nest) endUnit(t *level) {
	if t.pair {
		n.out.close(n.last)
	}
	if t.unit {
		n.out.close(n.last)
	}
	t.unit, t.pair = false, false
}

// open reads the bracket at the cursor.
func (n *nest) open(kind byte) {
	if n.deep > 0 || len(n.levels) >= maxDepth {
		n.deep++
		n.sign()
		return
	}
	n.begins(n.pos())
	n.sign()
	n.levels = append(n.levels, level{kind: kind})
}

// close reads a bracket that closes one of kind. Without one it is passed over; a missing one before it is closed too.
func (n *nest) close(kind byte) {
	if n.deep > 0 {
		n.deep--
		n.sign()
		return
	}
	depth := len(n.levels)
	switch {
	case depth > 0 && n.levels[depth-1].kind == kind:
	case depth > 1 && n.levels[depth-2].kind == kind && (n.levels[depth-1].kind == '{' || n.levels[depth-1].kind == '['):
		n.pop()
		n.ends()
	default:
		n.sign()
		return
	}
	n.pop()
	n.sign()
	n.ends()
}

// pop ends the innermost level.
func (n *nest) pop() {
	n.endUnit(&n.levels[len(n.levels)-1])
	n.levels = n.levels[:len(n.levels)-1]
}

// popTo ends levels until there are as few as depth.
func (n *nest) popTo(depth int) {
	n.deep = 0
	for len(n.levels) > depth {
		n.pop()
	}
}

// comma reads the comma at the cursor.
func (n *nest) comma() {
	n.at++
	t := n.top()
	if t == nil {
		return
	}
	n.endUnit(t)
	if t.kind == '[' {
		t.index++
	}
	t.state = begin
}

// separates notes that what separates a key from its value is here.
func (n *nest) separates() {
	if t := n.top(); t != nil && t.state == afterKey {
		t.state = value
	}
}

// atKey reports whether a key may stand here, between braces.
func (n *nest) atKey() bool {
	t := n.top()
	return t != nil && t.kind == '{' && t.state != value
}

// key begins the unit of a key in the innermost level. Its name is at name within token.
func (n *nest) key(at int, token, name source.Span, style style) {
	t := n.top()
	n.endUnit(t)
	n.openKey(at, token, name, style)
	t.unit, t.state = true, afterKey
}

// openKey begins the unit of a key.
func (n *nest) openKey(at int, token, name source.Span, style style) {
	n.out.key(key{at: at, token: token, name: name, text: n.head(name.Start, name.End), style: style, doc: n.docs.above(n.buf, at)})
	n.content(token.Start, token.End)
}

// comments are the lines of comments right above the cursor, if the whole file is in the buffer.
type comments struct {
	known bool
	says  source.Span // the first line that says something
	end   int         // of the last
	any   bool
}

// add reads a comment.
func (d *comments) add(src []byte, s source.Span) {
	if !d.known {
		return
	}
	if !d.any || !adjacent(src[d.end:s.Start]) {
		*d = comments{known: true}
		before := bytes.TrimRight(src[max(0, s.Start-maxKey):s.Start], " \t")
		if len(before) > 0 && before[len(before)-1] != '\n' {
			return // it stands after something
		}
	}
	d.any, d.end = true, s.End
	if d.says.Len() == 0 {
		d.says = saying(src, s)
	}
}

// above returns what the comments right above an offset say.
func (d *comments) above(src []byte, at int) source.Span {
	if !d.any {
		return source.Span{}
	}
	d.any = false
	if d.end > at || !adjacent(src[d.end:at]) {
		return source.Span{}
	}
	return d.says
}

// adjacent reports whether nothing but the border of two lines, or the dash of an element, is between them.
func adjacent(between []byte) bool {
	ends := 0
	for _, b := range between {
		switch b {
		case '\n':
			ends++
		case ' ', '\t', '\r', '-':
		default:
			return false
		}
		if ends > 1 {
			return false
		}
	}
	return ends == 1
}

// saying returns the first line of a comment that has a letter or a digit, without signs around it.
func saying(src []byte, s source.Span) source.Span {
	at := s.Start
	for line := range bytes.Lines(src[s.Start:s.End]) {
		at += len(line)
		line = bytes.TrimLeft(line, "#/*! \t")
		start := at - len(line)
		line = bytes.TrimRight(bytes.TrimSuffix(bytes.TrimRight(line, " \t\r\n"), []byte("*/")), " \t")
		if bytes.ContainsFunc(line, isWord) {
			return source.Span{Start: start, End: start + len(line)}
		}
	}
	return source.Span{}
}

func isWord(r rune) bool { return '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' || r > 0x7F }

// A key is one that begins a unit.
type key struct {
	at    int         // where the unit begins
	token source.Span // the key as written
	name  source.Span // without its quotes
	text  []byte      // of name, clipped; valid during the call
	style style
	doc   source.Span // what a comment right above it says
}

// A sink takes what a parser finds, in ascending order. Units are closed before what follows them is reported.
type sink interface {
	key(k key)                         // a unit begins
	element(at, index int)             // the unit of an element of a sequence begins
	close(end int)                     // the innermost unit ends
	content(from, to int)              // something stands here that is neither a separator nor a comment
	text(s source.Span, k source.Kind) // a string or a comment
	word(s source.Span, k source.Kind) // a name other than a key
	done(pos int) bool                 // nothing that follows is asked for
}

// A recorder is the sink that reports to a source.Recorder.
type recorder struct {
	r     *source.Recorder
	src   []byte
	named []bool // of each open unit: it is a key's
}

func (t *recorder) key(k key) {
	mark := t.r.Word(k.name, source.Definition, source.Plain)
	t.r.Open(source.Declaration{
		Name: k.name, Symbol: source.Key, Span: source.Span{Start: k.at}, Signature: k.token, Parent: source.None, Doc: k.doc,
	}, mark)
	t.named = append(t.named, true)
}

func (t *recorder) element(int, int) { t.named = append(t.named, false) }

func (t *recorder) close(end int) {
	last := len(t.named) - 1
	if t.named[last] {
		t.r.Close(end)
	}
	t.named = t.named[:last]
}

func (t *recorder) content(int, int) {}

func (t *recorder) text(s source.Span, k source.Kind) { t.r.Text(s, k) }

func (t *recorder) word(s source.Span, k source.Kind) { t.r.Word(s, k, source.Plain) }

func (t *recorder) done(pos int) bool { return t.r.Done(pos) }
