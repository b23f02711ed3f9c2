package golang

import (
	"go/token"

	"github.com/ct-tools/ct/shared/source"
)

// ident takes a name by where it stands.
func (t *tokens) ident(s source.Span) {
	l := t.top()
	l.some = true
	plain := t.prev != token.PERIOD
	switch {
	case l.head == atName || l.head == atReceiver:
		t.defineFunction(l, s)
	case !plain:
		t.use(l, s, source.Member)
	case l.fresh && l.lead == token.TYPE && !l.opened:
		t.defineType(l, s)
	case l.fresh && (l.lead == token.VAR || l.lead == token.CONST):
		t.defineValue(l, s)
	case l.lead == token.IMPORT:
		l.pending = append(l.pending[:0], target{span: s, mark: t.r.Word(s, source.Import, source.Plain)})
	case l.fresh && (l.holds == fields || l.holds == methods):
		l.pending = append(l.pending, target{span: s, mark: t.r.Word(s, source.Annotation, source.Plain)})
	case l.holds == parameters && l.head == noFunction:
		t.parameter(l, s)
	default:
		t.use(l, s, source.Plain)
	}
}

// use takes a name that is referred to.
func (t *tokens) use(l *level, s source.Span, a source.Access) {
	n := target{span: s, access: a}
	member := a == source.Member
	n.typed = l.types || l.head == atResults || !member && (t.prev == token.CHAN || t.prev == token.RBRACK && t.name.typed) || member && t.name.typed
	k := source.Reference
	if n.typed {
		k = source.Annotation
	}
	n.mark = t.r.Word(s, k, a)
	if member {
		n.of, n.ofMark = t.name.span, t.name.mark
	}
	t.name = n
	if l.holds == statements && !l.right && !n.typed && !l.pointed {
		l.last = n
	}
	l.fresh = false
}

// parameter takes a name in a list: of a parameter if a type follows, else of a type until the list has names.
func (t *tokens) parameter(l *level, s source.Span) {
	n := target{span: s, mark: t.r.Word(s, source.Annotation, source.Plain), typed: true}
	t.name = n
	if t.prev == token.LPAREN || t.prev == token.LBRACK || t.prev == token.COMMA {
		l.pending = append(l.pending, n)
	}
}

// decide settles the pending names by the token after them.
func (t *tokens) decide(l *level, s source.Span, tok token.Token) {
	if l.lead == token.IMPORT {
		return
	}
	last := l.pending[len(l.pending)-1]
	apart := s.Start > last.span.End
	switch l.holds {
	case parameters:
		switch {
		case tok == token.RPAREN, tok == token.RBRACK:
			return
		case tok == token.PERIOD, tok == token.OR, tok == token.LBRACK && !apart:
			l.pending = l.pending[:len(l.pending)-1]
		default:
			l.named = true
			t.settle(l)
		}
		return
	case methods:
		if tok == token.LPAREN {
			t.members(l, source.Method)
			l.head = atParameters
		}
	case fields:
		if tok != token.SEMICOLON && tok != token.RBRACE && tok != token.PERIOD && tok != token.STRING && (tok != token.LBRACK || apart) {
			t.members(l, source.Field)
		}
	}
	l.pending = l.pending[:0]
	l.fresh, l.types = false, true
}

// settle makes the pending names parameters.
func (t *tokens) settle(l *level) {
	for _, n := range l.pending {
		t.r.Revise(n.mark, source.Assignment)
		t.r.BindName(n.span, source.Parameter)
	}
	l.pending = l.pending[:0]
}

// members declares the pending names as fields or methods.
func (t *tokens) members(l *level, symbol source.Symbol) {
	for _, n := range l.pending {
		if n.span.Of(t.src) == "_" {
			t.r.Revise(n.mark, source.Assignment)
			continue
		}
		t.declare(l, n, symbol)
	}
}

// declare reports a definition that encloses nothing; its end is that of the statement.
func (t *tokens) declare(l *level, n target, symbol source.Symbol) int {
	span := source.Span{Start: min(max(l.start, 0), n.span.Start), End: n.span.End}
	of := t.r.Declare(source.Declaration{
		Name: n.span, Symbol: symbol, Span: span, Signature: span,
		Doc: t.above.Doc(t.src, span.Start), Visibility: visibility(n.span.Of(t.src)),
	}, n.mark)
	l.declared.Add(of)
	return of
}

// defineValue takes a name of a const or var declaration.
func (t *tokens) defineValue(l *level, s source.Span) {
	if t.prev == token.IDENT || t.bodies > 0 || s.Of(t.src) == "_" {
		if t.prev == token.IDENT {
			t.use(l, s, source.Plain)
			return
		}
		t.r.Word(s, source.Assignment, source.Plain)
		if t.bodies > 0 {
			t.r.BindName(s, source.Local)
		}
		return
	}
	symbol := source.Variable
	if l.lead == token.CONST {
		symbol = source.Constant
	}
	of := t.declare(l, target{span: s, mark: t.r.Word(s, source.Reference, source.Plain)}, symbol)
	t.r.BindDefinition(s, 0, of)
}

// defineType takes the name of a type and begins its definition.
func (t *tokens) defineType(l *level, s source.Span) {
	name := t.r.Word(s, source.Reference, source.Plain)
	span := source.Span{Start: l.start, End: s.End}
	t.r.Open(source.Declaration{
		Name: s, Symbol: source.Type, Span: span, Signature: span,
		Doc: t.above.Doc(t.src, l.start), Visibility: visibility(s.Of(t.src)),
	}, name)
	t.r.BindDefinition(s, 1, t.r.Innermost())
	l.opened, l.types = true, true
	t.name = target{span: s, typed: true}
}

// symbol makes the type that was just named a struct or an interface.
func (t *tokens) symbol(l *level, tok token.Token) {
	d := t.r.Top()
	if !l.opened || d == nil || !l.fresh {
		return
	}
	d.Symbol = source.Struct
	if tok == token.INTERFACE {
		d.Symbol = source.Interface
	}
}

// defineFunction takes the name of a function or method and begins its definition.
func (t *tokens) defineFunction(l *level, s source.Span) {
	d := source.Declaration{Name: s, Symbol: source.Function, Visibility: visibility(s.Of(t.src))}
	d.Span = source.Span{Start: l.start, End: s.End}
	d.Signature, d.Doc = d.Span, t.above.Doc(t.src, l.start)
	method := l.head == atName
	if method {
		d.Symbol, d.Receiver = source.Method, l.callee.span.Of(t.src) // the last name outside of the receiver's brackets
	}
	t.r.Open(d, t.r.Word(s, source.Reference, source.Plain))
	if !method {
		t.r.BindDefinition(s, 1, t.r.Innermost())
	}
	l.opened, l.head, l.fresh = true, atParameters, false
	t.name = target{span: s, typed: true}
}

// imported takes the path of an import.
func (t *tokens) imported(l *level, s source.Span) {
	path := ""
	if s.Len() > 1 {
		path = string(t.src[s.Start+1 : s.End-1])
	}
	im := source.ImportOf{Statement: source.Span{Start: max(l.start, 0), End: s.End}, Module: path}
	im.Statement.Start = min(im.Statement.Start, s.Start)
	b := source.Binding{Name: packageName(path), Kind: source.Imported, Place: s, Declaration: source.None}
	var alias source.Mark
	switch {
	case len(l.pending) > 0:
		alias, b.Place = l.pending[0].mark, l.pending[0].span
		im.Alias = b.Place.Of(t.src)
		b.Name = im.Alias
	case t.prev == token.PERIOD:
		im.Name, b.Kind = "*", source.Unknown
	}
	l.pending = l.pending[:0]
	b.Import = t.r.Import(im, source.Import, alias, t.r.Word(s, source.Import, source.Plain))
	if b.Name != "_" {
		t.r.Bind(b)
	}
}
