package script

import "github.com/ct-tools/ct/shared/source"

// keyword reads the word at s if it is reserved, and reports whether it is.
//
//nolint:gocyclo // one case for each group of reserved words
func (l *ruby) keyword(s source.Span) bool {
	switch word := string(l.Src[s.Start:s.End]); word {
	case "def":
		l.settle()
		l.method(s)
	case "class", "module":
		l.settle()
		l.class(s, word == "class")
	case "if", "unless", "while", "until":
		opens := l.wants && !l.middle
		l.settle()
		if opens {
			l.open(rubyBlock{kind: 'e', loop: word == "while" || word == "until"}, s)
		} else {
			l.endCommand(l.top())
			l.top().pattern = false
		}
		l.operator("k")
	case "for":
		l.open(rubyBlock{kind: 'e', loop: true, loops: true}, s)
		l.operator("k")
	case "case", "begin":
		l.argument()
		l.open(rubyBlock{kind: 'e'}, s)
		l.clause(word == "begin")
	case "do":
		l.do(s)
	case "end":
		l.settle()
		l.statement()
		l.finish()
	case "then", "else", "ensure", "elsif", "when":
		l.settle()
		l.statement()
		l.clause(word != "elsif" && word != "when")
	case "rescue":
		begins := l.begins
		l.settle()
		l.endCommand(l.top())
		l.operator("k")
		l.top().catches = begins
	case "in":
		t := l.top()
		catches := l.begins && t.kind == 'e'
		l.operator("k")
		t.pattern = catches || !t.loops
		t.catches, t.loops = catches, false
	case "and", "or", "not":
		l.settle()
		l.endCommand(l.top())
		l.top().pattern = false
		l.operator("k")
		l.begins = true
	case "return", "break", "next":
		l.settle()
		l.operator("k")
		l.middle = true
		l.top().yields = true
	case "yield", "super":
		l.argument()
		l.operand("yield")
		l.top().yields = true
	case "alias", "undef", "defined?", "BEGIN", "END":
		l.argument()
		l.operator("k")
		if word == "alias" || word == "undef" {
			l.symbols()
		}
	case "self":
		l.argument()
		l.operand("self")
		l.chain, l.chained = s.Start, true
	case "nil", "true", "false", "redo", "retry", "__FILE__", "__LINE__", "__ENCODING__":
		l.argument()
		l.operand("0")
	default:
		return false
	}
	return true
}

// clause begins a part of a block: a statement or the condition of it.
func (l *ruby) clause(begins bool) {
	l.name, l.chained = named{}, false
	l.wants, l.middle, l.begins, l.prev = true, false, begins, "k"
}

// open pushes a block that `end` ends.
func (l *ruby) open(b rubyBlock, s source.Span) {
	l.name = named{}
	l.push(b)
	if l.deeper == 0 {
		l.top().start = s.Start
	}
}

// do opens a block, or ends the head of a loop.
func (l *ruby) do(s source.Span) {
	t := l.top()
	if t.loop && t.kind == 'e' {
		l.settle()
		l.statement()
		l.clause(true)
		return
	}
	if l.name.is() && !t.commands {
		l.called(l.name, l.end)
		l.name = named{}
	}
	l.settle()
	l.arrow = false
	if t.params && t.bare && t.kind == '|' {
		l.pop(l.end)
		t = l.top()
	}
	l.endCommand(t)
	l.open(rubyBlock{kind: 'e', block: true}, s)
	l.clause(true)
	l.bar = true
}

// finish reads `end`.
func (l *ruby) finish() {
	if l.deeper > 0 {
		l.deeper--
		l.operand("end")
		return
	}
	depth := len(l.blocks) - 1
	for kind := l.top().kind; depth > max(len(l.blocks)-100, 0) && (bracketed(kind) || kind == '|' || kind == 'b'); kind = l.blocks[depth].kind {
		depth--
	}
	if l.blocks[depth].kind == 'e' {
		for len(l.blocks)-1 > depth {
			l.pop(l.Pos)
		}
		l.pop(l.Pos)
	}
	l.operand("end")
}

// symbols reads the names after alias and undef, which may be any words.
func (l *ruby) symbols() {
	for range 2 {
		for blank(l.Peek(0)) || l.Peek(0) == ':' {
			l.Pos++
		}
		s := l.methodName()
		if s.Len() == 0 {
			return
		}
		if inWord(l.Src[s.Start]) || l.Src[s.Start] == '$' {
			l.Rec.Word(s, source.Reference, source.Plain)
		}
		l.operand("a")
	}
}
