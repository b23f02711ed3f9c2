package script

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

func (l *ruby) parenthesis() {
	next := rubyBlock{kind: '(', call: source.None}
	switch {
	case l.arrow:
		next.params = true
		l.arrow = false
		if t := l.top(); t.kind == '|' && t.bare {
			l.pop(l.end)
		}
	case l.top().params && !l.top().value: // (a, b) among parameters
		next.params = true
	case l.top().pattern && l.name.is(): // Point(x:)
		l.settle()
	case !l.wants && l.name.is() && l.name.span.End == l.Pos:
		t := l.top()
		next.requires = t.requires && t.start == l.name.span.Start
		next.call, next.calls = l.called(l.name, l.Pos+1), true
		l.name = named{}
	case !l.wants && l.name.is():
		l.argument()
	}
	l.bracket('(', next)
}

// bracket pushes an opening bracket.
func (l *ruby) bracket(b byte, next rubyBlock) {
	group := b == '(' && !next.params && !next.calls
	next.group = group && l.prev != "call"
	l.top().some = true
	next.pattern = l.top().pattern && l.prev != "^" && bracketed(next.kind) && !next.params
	l.Pos++
	l.push(next)
	const brackets = "([{"
	i := strings.IndexByte(brackets, b)
	l.operator(brackets[i : i+1])
	l.begins = group
}

// brace opens a block or a hash.
func (l *ruby) brace() {
	if t := l.top(); t.kind == '|' && t.bare { // -> x { }
		l.pop(l.end)
		l.arrow = false
		l.wants = false
	}
	block := !l.wants || l.arrow
	if block && l.name.is() {
		l.called(l.name, l.Pos)
		l.name = named{}
	}
	l.arrow = false
	next := rubyBlock{kind: '{', call: source.None}
	if block {
		next.kind = 'b'
	}
	l.bracket('{', next)
	l.begins, l.bar = block, block
}

// closing reads a closing bracket; one that closes nothing is passed over.
func (l *ruby) closing(b byte) {
	if t := l.top(); l.name.is() && t.group {
		t.targets = append(t.targets, l.name)
	}
	l.settle()
	l.Pos++
	if l.deeper > 0 {
		l.deeper--
		l.operand("0")
		return
	}
	for l.top().kind == '=' || l.top().kind == '|' && l.top().bare {
		l.pop(l.end)
	}
	t := l.top()
	switch {
	case b == '}' && t.kind == '#':
		code := *t
		l.pop(l.Pos)
		l.heredocs = append(code.heredocs, l.heredocs...)
		l.operand("0")
		l.wants, l.middle = code.waited, code.paused
		l.resume(code.within)
	case t.closedBy(b):
		closed := *t
		l.pop(l.Pos)
		l.closed(&closed)
	default:
		l.operand("0")
	}
}

func (t *rubyBlock) closedBy(b byte) bool {
	switch t.kind {
	case '(':
		return b == ')'
	case '[':
		return b == ']'
	}
	return b == '}' && (t.kind == '{' || t.kind == 'b')
}

// closed notes what a bracket held that was just closed.
func (l *ruby) closed(b *rubyBlock) {
	if b.call != source.None {
		c := l.Rec.CallAt(b.call)
		c.Span.End = l.Pos
		if b.some {
			l.count(c, b)
		}
	}
	if b.head {
		l.parameters()
		return
	}
	l.operand("0")
	t := l.top()
	if b.group && len(b.targets) > 0 && t.lists() && len(t.targets) < maxTargets {
		t.targets = append(t.targets, b.targets...) // (a, b), c = list
	}
	l.arrow = b.params && b.kind == '(' && !t.params
}

// parameters ends those of a method that stand in parentheses.
func (l *ruby) parameters() {
	if d := l.Rec.Top(); d != nil && l.top().encloses {
		d.Signature.End = l.Pos
	}
	l.operand(")params")
	l.blanks()
	if l.Peek(0) != '=' {
		l.clause(true)
	}
}

// bars reads | : around the parameters of a block, or an operator.
func (l *ruby) bars() {
	t := l.top()
	switch {
	case l.bar:
		l.Pos++
		l.push(rubyBlock{kind: '|', params: true})
		l.operator("|")
	case t.kind == '|':
		l.Pos++
		l.settle()
		l.pop(l.Pos)
		l.clause(true)
	default:
		l.sign('|')
	}
}

// lambda begins the parameters after -> that stand without brackets.
func (l *ruby) lambda() {
	l.blanks()
	l.arrow = true
	if inWord(l.Peek(0)) && !l.Has(l.Pos, "do") || l.Peek(0) == '*' || l.Peek(0) == '&' {
		l.push(rubyBlock{kind: '|', params: true, bare: true})
	}
}
