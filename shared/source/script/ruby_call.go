package script

import "github.com/ct-tools/ct/shared/source"

// settle ends what the last name can be: nothing more of it will come.
func (l *ruby) settle() {
	n := l.name
	l.name = named{}
	if !n.is() {
		return
	}
	l.top().some = true
	if n.access == source.Member && l.Src[n.span.Start]-'A' >= 26 || l.plain && !l.isLocal(n.span) {
		l.called(n, n.span.End)
	}
}

// called makes a name a callsite.
func (l *ruby) called(n named, end int) int {
	callee := n.span
	callee.Start = min(l.chain, callee.Start)
	l.Rec.Load(callee, source.Require, true)
	return l.Rec.Call(n.mark, n.access, source.Call{Callee: callee, Span: source.Span{Start: callee.Start, End: end}, InBlock: n.mark.Wanted() && l.inBlock()})
}

// inBlock reports whether a block, which may run later, is open in the definition around.
func (l *ruby) inBlock() bool {
	for at := len(l.blocks) - 1; at > 0 && !l.blocks[at].encloses; at-- {
		if l.blocks[at].block || l.blocks[at].kind == 'b' {
			return true
		}
	}
	return false
}

// argument is called when an operand begins: after a name it is the first argument of a call without brackets.
func (l *ruby) argument() {
	t := l.top()
	t.some = true
	if l.wants || !l.name.is() {
		return
	}
	n := l.name
	l.name = named{}
	i := l.called(n, n.span.End)
	if !t.commands {
		t.commands, t.command = true, i
		if !bracketed(t.kind) {
			t.count = 0
		}
	}
	l.wants = true
	if l.prev == "a" {
		l.prev = "call"
	}
}

func bracketed(kind byte) bool { return kind == '(' || kind == '[' || kind == '{' }

// glued reports an operator that is one between two operands or the sign of an argument, as in `puts -x` and `puts
// [x]`: with a blank before it and none after it is the latter, after a name that is not a local variable.
func (l *ruby) glued(width int) bool {
	if l.wants {
		return true
	}
	next := l.Peek(width)
	if !l.spaced || next == ' ' || next == '\n' || next == '\t' || next == '\r' || next == '=' || next == 0 {
		return false
	}
	return l.prev == "yield" || l.name.is() && (l.plain && !l.isLocal(l.name.span) || l.name.access == source.Member && l.Src[l.name.span.Start]-'A' >= 26)
}

// endCommand completes the call without brackets that the statement is.
func (l *ruby) endCommand(t *rubyBlock) {
	if !t.commands {
		return
	}
	if t.command != source.None {
		c := l.Rec.CallAt(t.command)
		c.Span.End = max(c.Span.End, l.end)
		c.Positional = 1
		if !bracketed(t.kind) {
			l.count(c, t)
		}
	}
	t.commands, t.command = false, source.None
	t.count, t.spread, t.names = 0, false, false
}

// count sets the number of arguments of a call.
func (l *ruby) count(c *source.Call, t *rubyBlock) {
	c.Spread, c.SpreadNames = t.spread, t.names
	c.Positional = t.count + 1 - len(c.Keywords)
	if t.spread {
		c.Positional--
	}
	if t.names {
		c.Positional--
	}
	c.Positional = max(c.Positional, 0)
}

// push opens a block or bracket.
func (l *ruby) push(b rubyBlock) {
	if len(l.blocks) > maxNested {
		l.deeper++
		if b.encloses {
			l.Rec.Close(l.Pos)
		}
		return
	}
	b.start, b.outer = l.Pos, l.scope
	b.command = source.None
	if b.kind != '(' && b.kind != '{' && b.kind != '[' {
		b.call = source.None
	}
	l.blocks = append(l.blocks, b)
	if b.method || b.class {
		l.scope = len(l.blocks) - 1
	}
}

// pop closes the innermost block before the byte end.
func (l *ruby) pop(end int) {
	if len(l.blocks) == 1 {
		return
	}
	t := l.top()
	l.endCommand(t)
	t.declared.End(l.Rec, l.end)
	encloses := t.encloses
	l.scope = t.outer
	l.blocks = l.blocks[:len(l.blocks)-1]
	if encloses {
		l.Rec.Close(end)
	}
}
