package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// Lua reads a file of Lua 5.1 to 5.4 or LuaJIT. Beside what follows `function`, a name or table key that gets a
// function as its value is a definition, and so is a local variable of the file. A dotted name is a definition by its
// last part, and the parts before it are its Receiver. The text that require is called with counts as a name, an
// import, and the local variable that gets the module as its alias.
func Lua(src []byte, r *source.Recorder) {
	r.Operands(&luaOperands)
	r.Loaders("require", "dofile", "loadfile")
	l := &lua{place: place{Cursor: cursor.Cursor{Src: src, Rec: r}}, blocks: []luaBlock{{call: source.None}}, wants: false, calls: r.Calls()}
	l.skipMark()
	if l.Has(l.Pos, "#") {
		l.comment(l.Pos, l.LineEnd(l.Pos))
	}
	for l.Pos < len(src) {
		if l.token() {
			return
		}
	}
	l.finish()
}

var luaOperands = source.Operands{Signs: []string{":", "."}, Comments: []string{"--"}, Quotes: "\"'", Closures: true}

type lua struct {
	place
	blocks   []luaBlock
	deeper   int
	wants    bool         // an operand is to come
	equals   bool         // the last token was the = of a target or key
	required bool         // the last tokens were `require` or `require (`
	head     named        // the last name of a function's name, while it is read
	heads    int          // where that begins; -1 outside of it
	method   bool         // after the : in it
	prev     byte         // the last token: its byte, 'a' for a name, '0' for another operand, 'k' for a keyword
	name     named        // the last name while what follows can make it a callee
	calls    bool         // it is wanted what calls are called on
	inside   *cursor.Held // what the last closed bracket held that may be called
	begins   int          // where that begins
	chain    int          // where the dotted chain that it ends begins
}

// luaBlock is an open bracket or block with the statement that is unfinished in it.
type luaBlock struct {
	kind        byte // 0 the file, f a function, p its parameters, d what `end` ends, r a repeat, ( { [
	encloses    bool // a definition ends with the block
	local       bool // in the names of a local statement or a for
	loop        bool // of a for
	waiting     bool // local names that were not declared yet
	right       bool // after the = of the statement
	some        bool // anything stands in the bracket
	spread      bool
	start       int        // of the statement
	declared    cursor.Run // definitions of the statement, whose end is to come
	targets     []named
	last        named
	callee      named // before [
	chain       int
	held        *cursor.Held // what in it may be called, where calls are wanted
	chooses     bool         // an operator in it chooses between operands
	group       bool         // it stands where an operand is due
	opened      int          // where it begins
	call, count int
}

func (l *lua) top() *luaBlock { return &l.blocks[len(l.blocks)-1] }

// token reads what is next and reports whether nothing more is asked for.
func (l *lua) token() (done bool) {
	b := l.Src[l.Pos]
	switch {
	case b == '\n' || blank(b):
		l.Pos++
		return false
	case b == '-' && l.Peek(1) == '-':
		l.remark()
		return false
	case inWord(b) && !digit(b):
		return l.named()
	}
	if digit(b) || b == '.' && digit(l.Peek(1)) {
		l.Pos++
		l.number()
		l.operand('0')
	} else if b == '"' || b == '\'' {
		l.literal(l.quoted(b))
	} else if end := l.long(l.Pos); b == '[' && end > 0 {
		l.literal(end)
	} else {
		l.punctuation(b)
	}
	l.end = l.Pos
	return false
}

// remark passes over a comment.
func (l *lua) remark() {
	end := l.long(l.Pos + 2)
	if end < 0 {
		end = l.LineEnd(l.Pos)
	}
	l.comment(l.Pos, end)
}

// long returns where the long bracket that begins at pos ends, -1 if none begins.
func (l *lua) long(pos int) int {
	level := pos + 1
	for l.At(level) == '=' {
		level++
	}
	if l.At(pos) != '[' || l.At(level) != '[' {
		return -1
	}
	closing := "]" + string(l.Src[pos+1:level]) + "]"
	if n := bytes.Index(l.Src[level:], []byte(closing)); n >= 0 {
		return level + n + len(closing)
	}
	return len(l.Src)
}

// quoted returns the end of the string in quotes at pos: with the line at most, unless a backslash is before that.
func (l *lua) quoted(quote byte) int {
	for at := l.Pos + 1; at < len(l.Src); at++ {
		switch l.Src[at] {
		case quote:
			return at + 1
		case '\n':
			return at
		case '\\':
			if at++; at < len(l.Src) && l.Src[at] == 'z' {
				at = l.space(at+1) - 1
			} else if at+1 < len(l.Src) && l.Src[at] == '\r' && l.Src[at+1] == '\n' {
				at++
			}
		}
	}
	return len(l.Src)
}

// literal reads a string that ends before end: an operand, or the only argument of the call of what is before it.
func (l *lua) literal(end int) {
	s := source.Span{Start: l.Pos, End: end}
	l.Pos = end
	if l.required && !bytes.HasPrefix(bytes.TrimLeft(l.Src[end:min(end+16, len(l.Src))], " \t\r\n"), []byte("..")) {
		l.imported(s)
	} else {
		l.Rec.Text(s, source.String)
		if !l.wants && l.name.is() {
			l.called(s.End, 1)
		}
	}
	l.operand('0')
}

// operand notes a token that ends an operand.
func (l *lua) operand(kind byte) {
	t := l.top()
	l.declareWaiting(t)
	t.some = true
	l.wants, l.equals, l.required, l.prev, l.name = false, false, false, kind, named{}
	t.last = named{}
}

// named reads a name or a keyword.
func (l *lua) named() (done bool) {
	s := l.word()
	if luaKeyword(l.Src[s.Start:s.End]) && (l.prev != '.' && l.prev != ':') {
		done = l.keyword(s)
		l.end = s.End
		return done
	}
	l.use(s)
	l.end = s.End
	return false
}

// begin ends the statement before and begins one at start.
func (l *lua) begin(start int) {
	t := l.top()
	l.declareWaiting(t)
	t.declared.End(l.Rec, l.end)
	t.targets, t.last = t.targets[:0], named{}
	t.right, t.local, t.loop, t.start = false, false, false, start
	l.wants, l.equals, l.required, l.name = false, false, false, named{}
	l.heads = -1
}

// finish ends the last statement of the file.
func (l *lua) finish() {
	for ; len(l.blocks) > 1; l.blocks = l.blocks[:len(l.blocks)-1] {
		if l.top().encloses { // the names that wait below it are not declared in it
			l.Rec.Close(len(l.Src))
		}
	}
	l.begin(len(l.Src))
}

// use reads a name that is no keyword.
func (l *lua) use(s source.Span) {
	t := l.top()
	member := l.prev == '.' || l.prev == ':'
	n := named{span: s}
	switch {
	case l.heads >= 0 && l.prev != 0:
		n.mark = l.Rec.Word(s, source.Reference, access(member))
		l.head, l.method = n, l.prev == ':'
	case t.kind == 'p':
		l.Rec.Word(s, source.Assignment, source.Plain)
		l.Rec.BindName(s, source.Parameter)
	case t.local && l.prev == '<':
		l.Rec.Word(s, source.Reference, source.Plain)
	case t.local && (l.prev == 'k' || l.prev == ','):
		n.mark = l.Rec.Word(s, source.Assignment, source.Plain)
		if len(t.targets) < maxTargets {
			t.targets = append(t.targets, n)
		}
		t.waiting = !t.loop
		if t.loop {
			l.Rec.BindName(s, source.Local)
		}
	default:
		l.refer(s, member)
		return
	}
	l.wants, l.equals, l.required, l.prev = false, false, false, 'a'
}

func access(member bool) source.Access {
	if member {
		return source.Member
	}
	return source.Plain
}

// refer reads a name that is referred to.
func (l *lua) refer(s source.Span, member bool) {
	t := l.top()
	if !member && !l.wants && !bracket(t.kind) && l.prev != 'g' {
		l.begin(s.Start)
		t = l.top()
	}
	isRequire := !member && string(l.Src[s.Start:s.End]) == "require"
	if !isRequire || len(t.targets) != 1 {
		l.declareWaiting(t)
	}
	if !member || !l.name.is() {
		l.chain = s.Start
	}
	l.name = named{span: s, mark: l.Rec.Word(s, source.Reference, access(member)), access: access(member)}
	if l.calls {
		t.held = t.held.Hold(cursor.Word{Mark: l.name.mark, At: s}, l.name.access)
	}
	t.last, t.some = named{}, true
	if t.kind == '{' && (l.prev == '{' || l.prev == ',') || !bracket(t.kind) && !t.right {
		t.last = l.name
	}
	l.wants, l.equals, l.required, l.prev = false, false, isRequire, 'a'
}

func bracket(kind byte) bool { return kind == '(' || kind == '[' || kind == '{' }

// luaKeyword reports whether b is a reserved word; goto is one if a name follows.
func luaKeyword(b []byte) bool {
	switch string(b) {
	case "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not",
		"or", "repeat", "return", "then", "true", "until", "while":
		return true
	}
	return false
}
