package script

import "github.com/ct-tools/ct/shared/source"

// punctuation reads an operator or a bracket.
//
//nolint:gocyclo // one case for each kind of sign
func (l *ruby) punctuation(b byte) {
	switch {
	case b == '(':
		l.parenthesis()
	case b == '[':
		if !l.wants && !l.glued(1) {
			l.settle()
		} else {
			l.argument()
			l.argument()
		}
		l.bracket('[', rubyBlock{kind: '[', call: source.None})
	case b == '{':
		l.brace()
	case oneOf(b, ")]}"):
		l.closing(b)
	case b == ',':
		l.comma()
	case b == ';':
		l.Pos++
		if t := l.top(); t.kind == '|' || t.params && !t.bare {
			l.operator(";")
			return
		}
		if t := l.top(); t.params && t.bare {
			t.params, t.bare, t.value = false, false, false
		}
		l.settle()
		l.statement()
	case b == '|':
		l.bars()
	case b == '.':
		l.dot()
	case b == '&' && l.Peek(1) == '.':
		l.Pos++
		l.dot()
	case b == '/' && l.glued(1):
		l.argument()
		l.Pos++
		l.resumeAt(text{closing: '/', code: true, flags: true}, l.Pos-1)
	case b == '%' && l.glued(1) && l.percent(), b == '<' && l.Peek(1) == '<' && l.startsHeredoc(), b == '?' && l.character():
	case b == '-' && l.Peek(1) == '>':
		l.argument()
		l.Pos += 2
		l.operator("->")
		l.lambda()
	case b == '=':
		l.equal()
	default:
		l.sign(b)
	}
}

// sign reads an operator of one to three characters, with the = of an assignment after it.
func (l *ruby) sign(b byte) {
	width := 1
	for width < 3 && l.Peek(width) == b && oneOf(b, "*&|<>") {
		width++
	}
	if oneOf(b, "*&-+!~") && l.glued(width) {
		l.prefix(b, width)
		return
	}
	assigns := l.Peek(width) == '=' && l.Peek(width+1) != '=' && oneOf(b, "+-*/%|&^<>") && (width == 2 || !oneOf(b, "<>"))
	l.Pos += width
	if assigns {
		l.Pos++
		l.assigned()
		l.operator("=")
		return
	}
	for limit := l.Pos + 2; oneOf(l.Peek(0), "=~>") && l.Pos < min(limit, len(l.Src)); {
		l.Pos++
	}
	prev := "o"
	if b == '?' || b == '^' {
		prev = string(rune(b))
	}
	l.operator(prev)
}

// prefix reads a sign before an operand: that of a number, a negation, or one that spreads a list over the arguments.
func (l *ruby) prefix(b byte, width int) {
	l.argument()
	if t := l.top(); !t.params && b == '*' {
		t.names = t.names || width == 2
		t.spread = t.spread || width == 1
	}
	begins := l.begins
	l.Pos += width
	l.operator("*")
	l.begins = begins && b == '*'
}

// equal reads = and what begins with it.
func (l *ruby) equal() {
	t := l.top()
	switch {
	case l.Peek(1) == '>':
		l.Pos += 2
		t.pattern = t.pattern || t.matches()
		l.operator("=>")
	case l.Peek(1) == '=' || l.Peek(1) == '~':
		l.Pos += 2
		if l.Peek(0) == '=' {
			l.Pos++
		}
		l.operator("o")
	case t.params && !t.value:
		l.Pos++
		l.operator("=")
		t.value = true
	default:
		if t.kind == 'e' && t.method && l.prev == ")params" {
			l.endless()
			return
		}
		l.Pos++
		l.assigned()
		l.operator("=")
	}
}

func (l *ruby) comma() {
	l.Pos++
	t := l.top()
	t.value = false
	t.count++
	if n := l.name; n.is() && t.lists() && len(t.targets) < maxTargets {
		t.targets = append(t.targets, n)
	}
	l.operator(",")
}

// lists reports whether names before a comma can be targets.
func (t *rubyBlock) lists() bool {
	return (t.group || !bracketed(t.kind)) && !t.right && !t.params && !t.commands
}

// dot reads the dot before a method, or a range.
func (l *ruby) dot() {
	if l.Peek(1) == '.' {
		l.Pos += 2
		if l.Peek(0) == '.' {
			l.Pos++
		}
		l.operator("..")
		return
	}
	l.Pos++
	chained := l.chained && l.name.is() || l.prev == "self"
	l.settle()
	l.chained = chained
	l.wants, l.begins, l.prev = false, false, "."
	if l.Peek(0) == '(' { // f.(x)
		l.prev = "o"
	}
	l.Pos = l.space(l.Pos)
}

// colon reads :: and symbols.
func (l *ruby) colon() {
	switch {
	case l.Peek(1) == ':':
		l.scoped()
	case l.Peek(1) == '"' || l.Peek(1) == '\'':
		l.argument()
		l.Pos++
		l.string(l.Src[l.Pos])
	case inWord(l.Peek(1)) && !digit(l.Peek(1)) || l.Peek(1) == '@' || l.Peek(1) == '$':
		if !l.wants && !l.name.is() && !l.spaced {
			l.Pos++
			l.operator(":")
			return
		}
		l.symbol()
	case (l.wants || l.name.is()) && oneOf(l.Peek(1), "[+-*/<>=!~^&|%`"):
		l.argument()
		l.Pos++
		l.methodName()
		l.operand("0")
	default:
		l.Pos++
		l.operator(":")
	}
}

// scoped reads ::, before a constant or a method of what is before it.
func (l *ruby) scoped() {
	chained := l.chained && l.name.is()
	if !l.wants && l.spaced && l.name.is() && l.plain {
		l.argument()
	}
	wants := l.wants
	l.settle()
	l.Pos += 2
	l.chained = chained
	l.begins, l.prev = l.begins && wants, "::"
	l.wants = wants
}

// symbol reads :name, a reference to what is named so; a field after attr_accessor.
func (l *ruby) symbol() {
	l.argument()
	l.Pos++
	s := l.methodNameOfSymbol()
	t := l.top()
	m := l.Rec.Word(s, source.Reference, source.Plain)
	if t.fields && l.blocks[l.scope].class {
		l.Rec.Declare(source.Declaration{
			Name: s, Symbol: source.Field, Span: source.Span{Start: s.Start - 1, End: s.End}, Signature: source.Span{Start: t.start, End: s.End},
			Doc: l.above.Doc(l.Src, l.lineStart(t.start)), Visibility: l.blocks[l.scope].vis,
		}, m)
	}
	l.operand("0")
}

func (l *ruby) methodNameOfSymbol() source.Span {
	start := l.Pos
	for l.Peek(0) == '@' || l.Peek(0) == '$' {
		l.Pos++
	}
	if l.Src[start] == '$' && !inWord(l.Peek(0)) && l.Pos < len(l.Src) {
		l.Pos++
	}
	l.word()
	if b := l.Peek(0); (b == '?' || b == '!' || b == '=') && l.Peek(1) != '=' && l.Peek(1) != '>' && l.Peek(1) != '~' {
		l.Pos++
	}
	return source.Span{Start: start, End: l.Pos}
}
