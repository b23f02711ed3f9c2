package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// method reads def: the name with what it is defined on, and begins the definition and its parameters.
func (l *ruby) method(s source.Span) {
	l.abandon(s)
	d := source.Declaration{Symbol: source.Function, Span: s}
	l.blanks()
	name := l.methodName()
	for l.Peek(0) == '.' || l.Has(l.Pos, "::") { // on self or another object
		if string(l.Src[name.Start:name.End]) != "self" {
			l.Rec.Word(name, source.Reference, source.Plain)
			d.Receiver = name.Of(l.Src)
		} else {
			d.Static = l.Rec.Depth() > 0
		}
		d.Symbol = source.Method
		l.Pos++
		if l.Peek(0) == ':' {
			l.Pos++
		}
		l.blanks()
		name = l.methodName()
	}
	if name.Len() == 0 {
		l.open(rubyBlock{kind: 'e', method: true}, s)
		l.clause(true)
		return
	}
	d.Name, d.Span.End = name, l.Pos
	d.Static = d.Static || l.blocks[l.scope].eigen && l.Rec.Depth() > 0
	if l.blocks[l.scope].class {
		d.Symbol, d.Visibility = source.Method, l.blocks[l.scope].vis
		if l.vis != source.Unsaid {
			d.Visibility = l.vis
		}
	}
	d.Signature, d.Doc = d.Span, l.above.Doc(l.Src, l.lineStart(s.Start))
	var m source.Mark
	if inWord(l.Src[name.Start]) {
		m = l.Rec.Word(name, source.Reference, source.Plain)
	}
	l.begin(d, m)
	l.open(rubyBlock{kind: 'e', method: true, encloses: true, column: l.column(s.Start)}, s)
	l.blanks()
	switch {
	case l.Peek(0) == '(':
		l.Pos++
		l.push(rubyBlock{kind: '(', params: true, call: source.None, head: true})
		l.operator("(")
	case l.Peek(0) == '=' && l.Peek(1) != '=' && l.Peek(1) != '~':
		l.endless()
	case l.Peek(0) == '\n' || l.Peek(0) == ';' || l.Peek(0) == '#' || l.Peek(0) == 0:
		l.clause(true)
	default:
		t := l.top()
		t.params, t.bare = true, true
		l.operator("def")
	}
}

// abandon closes a method that was never ended: another one begins in the same column.
func (l *ruby) abandon(s source.Span) {
	column := l.column(s.Start)
	if column < 0 || l.scope == 0 || !l.blocks[l.scope].method || l.blocks[l.scope].kind != 'e' || l.blocks[l.scope].column < column {
		return
	}
	for keep := l.scope; len(l.blocks) > keep; {
		l.pop(l.end)
	}
}

// column returns how far pos is after its line's beginning, -1 if something else is before it.
func (l *ruby) column(pos int) int {
	start := l.lineStart(pos)
	if len(bytes.TrimLeft(l.Src[start:pos], " \t")) > 0 {
		return -1
	}
	return pos - start
}

// begin opens a definition.
func (l *ruby) begin(d source.Declaration, name source.Mark) {
	l.Rec.Open(d, name)
	if d.Symbol != source.Method || d.Receiver == "" {
		l.Rec.BindDefinition(d.Name, 1, l.Rec.Innermost())
	}
}

// endless reads the = of a method whose body is one expression.
func (l *ruby) endless() {
	if d := l.Rec.Top(); d != nil && l.top().encloses {
		d.Signature.End = max(l.end, d.Signature.End)
	}
	l.Pos++
	l.top().kind = '='
	l.operator("=")
}

// methodName passes over the name of a method: a word with its ? ! or =, or an operator.
func (l *ruby) methodName() source.Span {
	start := l.Pos
	if inWord(l.Peek(0)) || l.Peek(0) == '@' || l.Peek(0) == '$' {
		l.Pos++
		l.word()
		if b := l.Peek(0); b == '?' || b == '!' || b == '=' && l.Pos+1 < len(l.Src) && !oneOf(l.Peek(1), "=~>") {
			l.Pos++
		}
		return source.Span{Start: start, End: l.Pos}
	}
	for oneOf(l.Peek(0), "[]=+-*/%<>!~^&|`@") && l.Pos < len(l.Src) && l.Pos-start < 3 {
		l.Pos++
	}
	return source.Span{Start: start, End: l.Pos}
}

// class reads class or module with its name, and what it inherits from.
func (l *ruby) class(s source.Span, isClass bool) {
	l.blanks()
	if l.Has(l.Pos, "<<") { // class << self: no definition of its own
		l.Pos += 2
		l.blanks()
		l.open(rubyBlock{kind: 'e', class: true, eigen: l.Has(l.Pos, "self"), vis: source.Public, locals: l.blocks[l.scope].locals}, s)
		l.clause(false)
		return
	}
	if l.Has(l.Pos, "::") {
		l.Pos += 2
	}
	d := source.Declaration{Symbol: source.Module, Span: s}
	if isClass {
		d.Symbol = source.Class
	}
	first := l.Pos
	name := l.word()
	for name.Len() > 0 && l.Has(l.Pos, "::") && inWord(l.Peek(2)) {
		l.Rec.Word(name, source.Reference, source.Plain)
		l.Pos += 2
		name = l.word()
	}
	if name.Len() == 0 {
		l.open(rubyBlock{kind: 'e', class: true}, s)
		l.clause(true)
		return
	}
	if name.Start > first {
		d.Receiver = string(bytes.ReplaceAll(l.Src[first:name.Start-2], []byte("::"), []byte(".")))
	}
	d.Name, d.Span.End = name, name.End
	d.Signature, d.Doc = d.Span, l.above.Doc(l.Src, l.lineStart(s.Start))
	if base := l.base(); base.Len() > 0 {
		d.Bases = []source.Span{base}
		d.Signature.End = base.End
	}
	l.begin(d, l.Rec.Word(name, source.Reference, source.Plain))
	l.open(rubyBlock{kind: 'e', class: true, encloses: true, vis: source.Public}, s)
	l.clause(true)
	l.blanks()
	if l.Peek(0) == '<' {
		l.Pos++
		l.operator("<")
	}
}

// base returns the class that a class inherits from, if it says so, without passing over it.
func (l *ruby) base() source.Span {
	rest, inherits := bytes.CutPrefix(bytes.TrimLeft(l.Src[l.Pos:], blankBytes), []byte("<"))
	if !inherits {
		return source.Span{}
	}
	at := len(l.Src) - len(bytes.TrimLeft(rest, blankBytes))
	s := source.Span{Start: at, End: at}
	for inWord(l.At(s.End)) || l.At(s.End) == ':' {
		s.End++
	}
	return s
}

// assigned reads the = after a name, or after a list of them.
func (l *ruby) assigned() {
	t := l.top()
	last := l.name
	l.name = named{}
	for _, n := range t.targets {
		l.target(t, n)
	}
	if last.is() {
		l.target(t, last)
	}
	t.targets, t.right = t.targets[:0], true
}

// target makes a name one that is assigned to: a constant is defined by that.
func (l *ruby) target(t *rubyBlock, n named) {
	switch {
	case l.Src[n.span.Start]-'A' < 26 && n.access == source.Plain && !l.blocks[l.scope].method:
		start := min(t.start, n.span.Start)
		if bracketed(t.kind) {
			start = n.span.Start
		}
		of := l.Rec.Declare(source.Declaration{
			Name: n.span, Symbol: source.Constant, Span: source.Span{Start: start, End: n.span.End},
			Signature: source.Span{Start: start, End: n.span.End}, Doc: l.above.Doc(l.Src, l.lineStart(start)),
		}, n.mark)
		l.Rec.BindDefinition(n.span, 0, of)
		t.declared.Add(of)
	default:
		l.Rec.Revise(n.mark, source.Assignment)
		if n.access == source.Plain {
			l.local(n.span)
			l.Rec.BindName(n.span, source.Local)
		}
	}
}
