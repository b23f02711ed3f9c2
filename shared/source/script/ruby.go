package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

var rubyOperands = source.Operands{
	Signs: []string{"&.", "."}, Scope: "::", Letters: "@$", Suffixes: "?!", Comments: []string{"#"}, Quotes: "\"'`", Closures: true, Regexes: true, Asks: true,
	Self: "self Self", Super: "super",
}

// Ruby reads a file of Ruby up to 3.4. A name after a dot and a bare name that nothing in the method assigns are
// callsites. Symbols and labels are references. The text that require is called with counts as a name, an import.
func Ruby(src []byte, r *source.Recorder) {
	r.MembersInScope()
	r.Operands(&rubyOperands)
	r.Loaders("require", "require_relative", "load", "autoload")
	l := &ruby{place: place{Cursor: cursor.Cursor{Src: src, Rec: r}}, wants: true, begins: true}
	l.skipMark()
	l.blocks = append(l.blocks, rubyBlock{call: source.None, command: source.None})
	for l.Pos < len(src) {
		if l.begins && len(l.blocks) == 1 && r.Done(l.Pos) {
			return
		}
		if !l.token() {
			break
		}
	}
	l.settle()
	l.statement()
}

type ruby struct {
	place
	blocks   []rubyBlock
	deeper   int
	scope    int    // the block that holds the locals
	wants    bool   // an operand is to come
	middle   bool   // after return, break or next, where `if` is a modifier
	begins   bool   // a statement begins
	ended    bool   // a line end was passed that may end the statement
	spaced   bool   // blanks before the token
	arrow    bool   // after ->, where parameters are to come
	bar      bool   // after { or do, where | begins parameters
	prev     string // the last token where it matters, "k" for a reserved word
	name     named  // the last name, while what follows says what it is
	plain    bool   // it is a bare word, that may be a local variable or a method
	chain    int    // where the dotted chain that it ends begins
	chained  bool   // the token before is a part of a plain chain
	heredocs []text // whose bodies begin after the line
	vis      source.Visibility
}

// rubyBlock is an open bracket or block with the statement that is unfinished in it.
type rubyBlock struct {
	kind     byte // 0 the file, e what `end` ends, b a block in braces, = an endless method, ( [ {, | parameters, # an interpolation
	encloses bool // a definition ends with it
	class    bool // the body of a class or module
	eigen    bool // that of class << self
	block    bool // from do to end
	head     bool // the parameters of a method, in parentheses
	method   bool // the body of a method
	loop     bool // a loop whose `do` is to come
	params   bool // names are parameters
	value    bool // after the = or : of a parameter
	bare     bool // parameters without parentheses, to the line end
	right    bool // after the = of the statement
	fields   bool // the statement is attr_accessor or the like
	requires bool // the statement is require
	catches  bool // the statement begins with rescue or in
	loops    bool // between for and in
	pattern  bool // after in, or => of a statement: names are bound
	yields   bool // the statement has yield or its like, after which => is of a hash
	group    bool // parentheses that may be around targets
	calls    bool // the bracket of a call
	commands bool // after the name of a call without brackets
	some     bool
	spread   bool
	names    bool
	start    int        // of the statement
	declared cursor.Run // constants of the statement, whose end is to come
	column   int        // of the line that a method begins
	outer    int        // the scope around
	locals   [4]uint64
	vis      source.Visibility
	targets  []named
	call     int // of the bracket
	command  int // call without brackets
	count    int // commas
	within   text
	heredocs []text
	waited   bool // wants, middle where the heredoc with the code began
	paused   bool
}

func (l *ruby) top() *rubyBlock { return &l.blocks[len(l.blocks)-1] }

// token reads what is next; false ends the scan.
func (l *ruby) token() bool {
	b := l.Src[l.Pos]
	switch {
	case b == '\n':
		return l.newline()
	case blank(b):
		l.Pos++
		l.spaced = true
		return true
	case b == '\\' && (l.Peek(1) == '\n' || l.Peek(1) == '\r'):
		l.Pos = l.LineEnd(l.Pos) + 1
		l.spaced = true
		return true
	case b == '#':
		l.comment(l.Pos, l.LineEnd(l.Pos))
		l.spaced = true
		return true
	}
	if l.ended {
		l.ended = false
		if !(b == '.' && l.Peek(1) != '.' || b == '&' && l.Peek(1) == '.') {
			l.settle()
			l.statement()
		}
	}
	if l.begins {
		l.top().start = l.Pos
	}
	l.lexeme(b)
	l.spaced, l.end = false, l.Pos
	return true
}

// lexeme reads the token that begins with b.
func (l *ruby) lexeme(b byte) {
	switch {
	case digit(b):
		l.argument()
		l.Pos++
		l.number()
		l.operand("0")
	case inWord(b):
		l.identifier()
	case b == '@' || b == '$':
		l.sigil()
	case b == '"' || b == '\'' || b == '`':
		l.argument()
		l.string(b)
	case b == ':':
		l.colon()
	default:
		l.punctuation(b)
	}
}

// newline reads a line end: the bodies of heredocs, long comments and the end of the program begin after it.
func (l *ruby) newline() bool {
	l.Pos++
	l.spaced = true
	if len(l.heredocs) > 0 {
		next := l.heredocs[0]
		l.heredocs = l.heredocs[1:]
		l.heredocFrom(next, l.Pos)
		return true
	}
	if l.Has(l.Pos, "=begin") {
		end := bytes.Index(l.Src[l.Pos:], []byte("\n=end"))
		if end < 0 {
			end = len(l.Src)
		} else {
			end = l.LineEnd(l.Pos + end + 1)
		}
		l.comment(l.Pos, end)
	}
	if l.Has(l.Pos, "__END__") && (l.Peek(7) == '\n' || l.Peek(7) == '\r' || l.Peek(7) == 0) {
		return false
	}
	t := l.top()
	if t.params && t.bare {
		t.params, t.bare, t.value = false, false, false
		l.wants = false
	}
	if (!l.wants || l.middle) && t.kind != '[' && !(t.kind == '{' && !t.method && t.params) {
		l.ended = true
	}
	return true
}

// statement ends the statement before.
func (l *ruby) statement() {
	for t := l.top(); t.kind == '='; t = l.top() {
		l.pop(l.end)
		l.endCommand(l.top())
	}
	t := l.top()
	l.endCommand(t)
	t.declared.End(l.Rec, l.end)
	t.targets = t.targets[:0]
	t.right, t.fields, t.requires, t.catches, t.loops = false, false, false, false, false
	t.pattern, t.yields = false, false
	t.loop = false
	l.wants, l.middle, l.begins, l.bar, l.arrow, l.prev = true, false, true, false, false, ""
	l.vis = source.Unsaid
}

// identifier reads a word.
func (l *ruby) identifier() {
	behind := l.prev == "." || l.prev == "::" && !l.wants
	s := l.word()
	if b := l.Peek(0); (b == '?' || b == '!') && (l.Peek(1) != '=' || l.Peek(2) == '=' || l.Peek(2) == '~') && (b == '!' || l.Peek(1) != ':' || l.Peek(2) != ':') {
		l.Pos++
		s.End++
	}
	label := !behind && l.Peek(0) == ':' && l.Peek(1) != ':' && l.prev != "?" && (l.wants || l.name.is())
	switch {
	case behind:
		l.member(s)
	case label:
		l.label(s)
	case l.keyword(s):
	default:
		l.bare(s)
	}
}

// label reads the name of a keyword argument or hash key, with its colon.
func (l *ruby) label(s source.Span) {
	l.argument()
	t := l.top()
	switch {
	case t.params:
		l.bound(s, source.Parameter)
		t.value = true
	case t.pattern && l.labelAlone():
		l.bound(s, source.Local)
		l.Pos++
		l.operand(":")
		return
	default:
		l.Rec.Word(s, source.Reference, source.Plain)
		l.keywordArgument(t, s)
	}
	l.Pos++
	l.operator(":")
}

// keywordArgument counts a label of the call that the bracket or command is.
func (l *ruby) keywordArgument(t *rubyBlock, s source.Span) {
	i := t.call
	if i == source.None {
		i = t.command
	}
	if i != source.None {
		c := l.Rec.CallAt(i)
		c.Keywords = append(c.Keywords, s)
	}
}

// member reads a name after a dot: a method that is called, unless it is assigned to, or a constant.
func (l *ruby) member(s source.Span) {
	constant := l.prev == "::" && l.Src[s.Start]-'A' < 26
	k := source.Callsite
	if constant {
		k = source.Reference
	}
	chain := l.chain
	if !l.chained {
		chain = s.Start
	}
	l.name = named{span: s, mark: l.Rec.Word(s, k, source.Member), access: source.Member}
	l.chain, l.chained, l.plain = chain, true, false
	l.wants, l.middle, l.begins, l.bar, l.prev = false, false, false, false, "a"
}

// bare reads a name that stands by itself.
func (l *ruby) bare(s source.Span) {
	t := l.top()
	switch {
	case t.params && !t.value:
		l.bound(s, source.Parameter)
		l.operand("p")
		return
	case t.loops || t.catches && l.prev == "=>" || t.binds(l.Src[s.Start], l.prev):
		l.bound(s, source.Local)
		l.operand("a")
		return
	}
	l.argument()
	l.name = named{span: s, mark: l.Rec.Word(s, source.Reference, source.Plain)}
	l.plain = l.Src[s.Start]-'A' >= 26
	l.chain, l.chained = s.Start, true
	if l.begins {
		l.opens(t, s)
	}
	l.wants, l.middle, l.begins, l.bar, l.prev = false, false, false, false, "a"
}

// opens looks at the name that a statement begins with.
func (l *ruby) opens(t *rubyBlock, s source.Span) {
	switch string(l.Src[s.Start:s.End]) {
	case "attr_accessor", "attr_reader", "attr_writer", "attr":
		t.fields = true
	case "require", "require_relative", "load", "autoload":
		t.requires = true
	case "private", "private_class_method":
		l.visible(t, source.Private)
	case "protected":
		l.visible(t, source.Internal)
	case "public":
		l.visible(t, source.Public)
	case "module_function":
		l.share()
	case "extend":
		if rest := bytes.TrimLeft(l.Src[l.Pos:l.near(l.Pos)], " \t"); bytes.HasPrefix(rest, []byte("self")) {
			l.share()
		}
	}
}

// share makes the methods of the module around its own too.
func (l *ruby) share() {
	if d := l.Rec.Top(); d != nil {
		d.Shared = d.Symbol == source.Module
	}
}

// visible reads private and its like: for what follows on the line, or else for the rest of the class.
func (l *ruby) visible(t *rubyBlock, v source.Visibility) {
	l.vis = v
	rest := bytes.TrimLeft(l.Src[l.Pos:l.near(l.Pos)], " \t\r")
	if t.class && (len(rest) == 0 || rest[0] == '#' || rest[0] == ';') {
		t.vis = v
	}
}

// sigil reads an instance, class or global variable.
func (l *ruby) sigil() {
	start := l.Pos
	l.argument()
	l.Pos++
	if l.Src[start] == '@' && l.Peek(0) == '@' {
		l.Pos++
	}
	if l.Src[start] == '$' && l.Peek(0)-'1' < 9 { // $1
		l.word()
		l.operand("0")
		return
	}
	if l.Src[start] == '$' && !inWord(l.Peek(0)) && l.Pos < len(l.Src) {
		l.Pos++
	}
	l.word()
	s := source.Span{Start: start, End: l.Pos}
	k := source.Reference
	if t := l.top(); t.params && !t.value || t.loops || t.catches && l.prev == "=>" {
		k = source.Assignment
	}
	l.name = named{span: s, mark: l.Rec.Word(s, k, source.Plain)}
	l.plain, l.chain, l.chained = false, start, true
	l.wants, l.middle, l.begins, l.bar, l.prev = false, false, false, false, "@"
}

// operand notes a token that ends an operand and is not a name.
func (l *ruby) operand(prev string) {
	l.name, l.chained = named{}, false
	l.wants, l.middle, l.begins, l.bar, l.prev = false, false, false, false, prev
	l.top().some = true
}

// operator notes a token after which an operand has to come.
func (l *ruby) operator(prev string) {
	l.settle()
	l.chained = false
	l.wants, l.middle, l.begins, l.bar, l.prev = true, false, false, false, prev
}

// local remembers a local variable's name in a few bits: others may seem to be one, it never seems to be none.
func (l *ruby) local(s source.Span) {
	at, bits := bucket(l.Src[s.Start:s.End])
	l.blocks[l.scope].locals[at] |= bits
}

func (l *ruby) isLocal(s source.Span) bool {
	if l.Src[s.End-1] == '?' || l.Src[s.End-1] == '!' {
		return false
	}
	at, bits := bucket(l.Src[s.Start:s.End])
	return l.blocks[l.scope].locals[at]&bits == bits
}

func bucket(name []byte) (word int, bits uint64) {
	h := uint32(2166136261) // FNV-1a
	for _, b := range name {
		h = (h ^ uint32(b)) * 16777619
	}
	h ^= h >> 15
	return int(h>>18) & 3, 1<<(h&63) | 1<<(h>>6&63) | 1<<(h>>12&63)
}
