package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// punctuation reads a bracket or an operator.
func (l *lua) punctuation(b byte) {
	switch b {
	case '(', '{', '[':
		l.opening(b)
		return
	case ')', '}', ']':
		l.Pos++
		l.closing(b)
		return
	case '=':
		l.equal()
		return
	case ';':
		l.semicolon()
		return
	case ',':
		l.comma()
		return
	case '.':
		l.dots()
		return
	case ':':
		l.Pos++
		l.prev = ':'
		if l.Peek(0) == ':' { // the label of a goto
			l.Pos++
			l.begin(l.Pos)
			l.prev = 'g'
		}
		return
	}
	l.Pos++
	if t := l.top(); t.local && (b == '<' || b == '>') {
		l.prev = b
		return
	}
	if l.Peek(0) == '=' { // ~= <= >=
		l.Pos++
	}
	l.operator(b)
}

// operator notes a token after which an operand has to come.
func (l *lua) operator(b byte) {
	l.declareWaiting(l.top())
	l.top().last, l.name = named{}, named{}
	l.wants, l.equals, l.required, l.prev = true, false, false, b
}

func (l *lua) equal() {
	t := l.top()
	l.Pos++
	if l.Peek(0) == '=' {
		l.Pos++
		l.operator('o')
		return
	}
	l.wants, l.required, l.prev, l.name = true, false, '=', named{}
	l.equals = true
	if t.kind == '{' || bracket(t.kind) || t.right {
		return
	}
	t.right, t.local = true, t.loop && t.local
	if t.loop {
		t.loop, t.local = false, false
		return
	}
	if t.waiting {
		return
	}
	if t.last.is() {
		t.targets = append(t.targets, t.last)
	}
	for _, n := range t.targets {
		l.Rec.Revise(n.mark, source.Assignment)
	}
	t.last = named{}
}

func (l *lua) semicolon() {
	l.Pos++
	if t := l.top(); t.kind == '{' {
		l.comma()
		l.Pos--
		return
	}
	if !bracket(l.top().kind) {
		l.begin(l.Pos)
		l.prev = ';'
	}
}

func (l *lua) comma() {
	l.Pos++
	t := l.top()
	t.count++
	if !bracket(t.kind) && !t.right && !t.local && t.last.is() && len(t.targets) < maxTargets {
		t.targets = append(t.targets, t.last)
	}
	if !t.local {
		l.declareWaiting(t)
	}
	t.last, l.name = named{}, named{}
	l.wants, l.equals, l.required, l.prev = true, false, false, ','
}

// dots reads a dot of a chain, a concatenation or an ellipsis.
func (l *lua) dots() {
	switch {
	case l.Peek(1) == '.' && l.Peek(2) == '.':
		l.Pos += 3
		t := l.top()
		alone := l.prev == '(' || l.prev == ','
		l.operand('0')
		t.spread = alone
	case l.Peek(1) == '.':
		l.Pos += 2
		l.operator('o')
	default:
		l.Pos++
		l.prev = '.'
	}
}

// opening reads an opening bracket.
func (l *lua) opening(b byte) {
	l.Pos++
	if b == '(' && l.heads >= 0 {
		l.defineHead()
		l.prev = '('
		return
	}
	t := l.top()
	t.some = true
	isRequire := l.required && b == '('
	if !isRequire {
		l.declareWaiting(t)
	}
	next := luaBlock{kind: b, call: source.None, opened: l.Pos - 1, group: b == '(' && l.wants}
	begins := b == '(' && !l.name.is() && !l.wants && !bracket(t.kind) && l.prev != ')' && l.prev != ']' && l.prev != 'a' && l.prev != '0' && l.prev != '}'
	if b == '[' {
		next.callee, next.chain = l.name, l.chain
	} else {
		next.call = l.callee(b)
	}
	if begins {
		l.begin(l.Pos - 1)
		next.group = true
	}
	call := next.call
	l.push(next)
	if l.deeper == 0 {
		l.top().call = call
	}
	l.name = named{}
	l.wants, l.equals, l.required, l.prev = true, false, isRequire, b
}

// callee makes what stands before the bracket b a callee, and returns the index of the call.
func (l *lua) callee(b byte) int {
	switch {
	case b == '(' && l.prev == ')' && l.inside != nil:
		callee := source.Span{Start: l.begins, End: l.end}
		of := l.inside.Call(l.Rec, source.Call{Callee: callee, Span: callee}, false)
		l.inside = nil
		return of
	case !l.name.is() || l.wants:
		return source.None
	case b == '{':
		return l.called(l.Pos, 1)
	}
	return l.called(l.Pos, 0)
}

// called makes the last name a callsite.
func (l *lua) called(end, positional int) int {
	callee := l.name.span
	callee.Start = min(l.chain, callee.Start)
	l.Rec.Load(callee, source.Require, true)
	return l.Rec.Call(l.name.mark, l.name.access, source.Call{
		Callee: callee, Span: source.Span{Start: callee.Start, End: end}, Positional: positional,
	})
}

// closing reads a closing bracket; one that closes nothing is passed over.
func (l *lua) closing(b byte) {
	t := l.top()
	switch {
	case l.deeper > 0:
		l.deeper--
		return
	case b == ')' && t.kind == 'p':
		if t.encloses {
			if d := l.Rec.Top(); d != nil {
				d.Signature.End = l.Pos
			}
		}
		t.kind = 'f'
		l.begin(l.Pos)
		l.prev = 'k'
		return
	case b == ')' && t.kind == '(', b == ']' && t.kind == '[', b == '}' && t.kind == '{':
	default:
		return
	}
	closed := *t
	l.enclose(t)
	empty := l.prev == '(' || l.prev == '{'
	l.blocks = l.blocks[:len(l.blocks)-1]
	l.operand(b)
	if closed.kind == '[' {
		l.name, l.chain = closed.callee, closed.callee.span.Start
		return
	}
	if closed.call == source.None {
		return
	}
	c := l.Rec.CallAt(closed.call)
	c.Span.End = l.Pos
	if closed.kind == '(' && !empty {
		c.Positional = closed.count + 1
		if c.Spread = closed.spread; c.Spread {
			c.Positional--
		}
	}
}

// enclose notes what the bracket of t, which ends, holds that may be called.
func (l *lua) enclose(t *luaBlock) {
	e := cursor.Ended{Held: t.held, Inside: l.inside, Round: t.group, Chooses: t.chooses}
	begins := l.begins
	l.inside, l.begins = nil, t.opened
	if e.Held == nil && e.Inside == nil {
		return
	}
	switch l.prev {
	case 'a':
		e.Name, e.Chain = l.name.span, min(l.chain, l.name.span.Start)
		e.Alone = len(bytes.TrimSpace(l.Src[t.opened+1:max(e.Chain, t.opened+1)])) == 0
	case ')':
		e.Alone = len(bytes.TrimSpace(l.Src[t.opened+1:max(begins, t.opened+1)])) == 0
	}
	l.inside = e.Close()
}
