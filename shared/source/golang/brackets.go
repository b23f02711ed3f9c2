package golang

import (
	"go/token"

	"github.com/ct-tools/ct/shared/source"
)

// push opens a bracket.
func (t *tokens) push(s source.Span, tok token.Token) {
	l := t.top()
	l.some = true
	next := level{start: -1, fresh: true, call: source.None}
	switch tok {
	case token.LPAREN:
		t.parenthesis(l, &next, s)
	case token.LBRACK:
		t.bracket(l, &next, s)
	default:
		t.brace(l, &next, s)
	}
	if next.holds != group {
		l.fresh = false
	}
	if next.holds != statements {
		l.last = target{}
	}
	t.name = target{}
	t.levels = append(t.levels, next)
}

func (t *tokens) parenthesis(l, next *level, s source.Span) {
	next.holds = arguments
	switch {
	case l.head == atReceiver || l.head == atParameters || l.head == atResults && t.prev != token.IDENT:
		next.holds = parameters
	case l.fresh && l.lead != token.ILLEGAL && t.prev == l.lead && declares(l.lead):
		next.holds, next.lead = group, l.lead
	case t.prev == token.PERIOD:
		next.types = true
	case t.name.span.Len() > 0 && !t.name.typed:
		t.called(next, s)
	}
}

func declares(tok token.Token) bool {
	return tok == token.IMPORT || tok == token.CONST || tok == token.VAR || tok == token.TYPE
}

// called makes the last name a callsite.
func (t *tokens) called(next *level, s source.Span) {
	n := t.name
	next.callee = n
	name := string(t.src[n.span.Start:n.span.End])
	if n.access == source.Plain && predeclared(name) || name == "Pointer" && n.of.Of(t.src) == "unsafe" {
		t.r.Revise(n.mark, source.Annotation)
		t.r.Revise(n.ofMark, source.Annotation)
		return
	}
	callee := n.span
	if n.of.Len() > 0 {
		callee.Start = n.of.Start
	}
	next.call = t.r.Call(n.mark, n.access, source.Call{Callee: callee, Span: source.Span{Start: callee.Start, End: s.End}})
	if n.access == source.Plain && (name == "make" || name == "new") {
		next.types = true
	}
}

func (t *tokens) bracket(l, next *level, s source.Span) {
	next.holds = index
	switch {
	case l.head == atParameters && !l.types, l.head == atParameters && l.opened:
		next.holds = parameters
	case l.opened && l.fresh && t.prev == token.IDENT && s.Start == t.end: // type T[P any]
		next.holds = parameters
		next.callee.typed = true
	case t.prev == token.MAP:
		next.types, next.callee.typed = true, true
	case t.prev == token.IDENT || t.prev == token.RPAREN || t.prev == token.RBRACK && t.name.span.Len() > 0:
		next.callee = t.name
		next.types = t.name.typed && s.Start == t.end
	default:
		next.callee.typed = true // []T, [3]T
	}
}

func (t *tokens) brace(l, next *level, s source.Span) {
	switch {
	case t.prev == token.STRUCT:
		next.holds = fields
		t.body(l, s)
	case t.prev == token.INTERFACE:
		next.holds = methods
		t.body(l, s)
	case l.head == atResults:
		next.function = true
		t.bodies++
		if l.opened && l.lead == token.FUNC {
			t.body(l, s)
			next.body, l.opened = true, false
		}
		l.head = noFunction
	case t.literal(l):
		next.holds = elements
		if t.name.span.Len() > 0 {
			t.r.Revise(t.name.mark, source.Annotation)
			t.r.Revise(t.name.ofMark, source.Annotation)
		}
	default:
		l.clear()
		l.right = false
	}
}

// body ends the signature of the definition that the statement began.
func (t *tokens) body(l *level, s source.Span) {
	if d := t.r.Top(); d != nil && l.opened && len(t.src) > 0 && d.Signature.End < t.end {
		d.Signature.End = t.end
		if t.prev == token.RBRACE {
			d.Signature.End = min(t.end, s.Start)
		}
	}
}

// literal reports whether a brace begins a composite literal. In the head of a control statement only an evident type does.
func (t *tokens) literal(l *level) bool {
	if l.holds == elements || l.holds == arguments || l.holds == index {
		return true
	}
	if l.holds == parameters || t.prev != token.IDENT && t.prev != token.RBRACK && t.prev != token.RBRACE {
		return false
	}
	if controls(l.lead) {
		return t.name.typed
	}
	return !l.fresh && t.name.span.Len() > 0 || t.name.typed
}

// pop closes a bracket; one of another kind than the innermost closes nothing.
func (t *tokens) pop(s source.Span, tok token.Token) {
	if len(t.levels) == 1 || !t.top().closedBy(tok) {
		t.name = target{}
		return
	}
	closed := *t.top()
	if closed.holds == parameters && closed.named {
		t.settle(t.top())
	}
	last := t.name
	t.leave(s.End)
	l := t.top()
	if i := closed.call; i != source.None {
		t.count(i, closed, s.End)
	}
	t.name = target{}
	switch {
	case closed.holds == parameters:
		l.head = next(l.head, tok)
		l.callee = last
		if closed.callee.typed {
			t.name = target{span: s, typed: true}
			l.fresh = true // the type itself is to come
		}
	case closed.holds == arguments && closed.callee.span.Len() == 0 && closed.count == 0 && s.End < len(t.src) && t.src[s.End] == '(':
		t.name = last // (*T)(x)
	case closed.holds == index:
		t.name = closed.callee
		if t.name.typed && t.name.span.Len() == 0 {
			t.name.span = s
		}
		if l.holds == parameters {
			t.name.typed = true
		}
	}
}

func (l *level) closedBy(tok token.Token) bool {
	switch l.holds {
	case statements, fields, methods, elements:
		return tok == token.RBRACE
	case index:
		return tok == token.RBRACK
	case parameters:
		return tok != token.RBRACE
	}
	return tok == token.RPAREN
}

// next returns how far the head of a function is read after a closed list.
func next(head stage, tok token.Token) stage {
	switch {
	case head == atReceiver:
		return atName
	case head == atParameters && tok == token.RPAREN:
		return atResults
	}
	return head
}

// count completes a call.
func (t *tokens) count(i int, l level, end int) {
	c := t.r.CallAt(i)
	c.Span.End = end
	if l.some {
		c.Positional = l.count + 1
		if t.prev == token.COMMA {
			c.Positional--
		}
	}
	if t.prev == token.ELLIPSIS {
		c.Spread = true
		c.Positional--
	}
}

// leave ends the innermost bracket before the byte end.
func (t *tokens) leave(end int) {
	l := t.top()
	t.finish(l, t.end)
	if l.function {
		t.bodies--
	}
	if l.body {
		t.r.Close(end)
	}
	t.levels = t.levels[:len(t.levels)-1]
}
