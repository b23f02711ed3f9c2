package script

import "github.com/ct-tools/ct/shared/source"

// keyword reads a reserved word.
func (l *lua) keyword(s source.Span) (done bool) {
	word := string(l.Src[s.Start:s.End])
	switch word {
	case "nil", "true", "false":
		l.operand('0')
		return false
	case "and", "or", "not":
		l.top().chooses = true
		l.wants, l.equals, l.prev, l.name = true, false, 'k', named{}
		return false
	case "function":
		l.function(s)
		return false
	case "in":
		l.top().local, l.wants, l.prev = false, true, 'k'
		return false
	}
	l.unbracket()
	if word == "end" || word == "until" {
		l.leave(s, word)
		return false
	}
	l.begin(s.Start)
	l.prev = 'k'
	t := l.top()
	switch word {
	case "local":
		done = len(l.blocks) == 1 && l.Rec.Done(s.Start)
		t.local = true
	case "for":
		t.local, t.loop = true, true
	case "if":
		l.push(luaBlock{kind: 'd'})
		l.wants = true
	case "do":
		l.push(luaBlock{kind: 'd'})
	case "repeat":
		l.push(luaBlock{kind: 'r'})
	case "while", "elseif", "return":
		l.wants = true
	case "goto":
		l.prev = 'g'
	}
	return done
}

// unbracket drops brackets that a statement's keyword shows to be unclosed.
func (l *lua) unbracket() {
	for bracket(l.top().kind) || l.top().kind == 'p' {
		if l.top().encloses {
			l.Rec.Close(l.end)
		}
		l.blocks = l.blocks[:len(l.blocks)-1]
	}
}

func (l *lua) push(b luaBlock) {
	if len(l.blocks) > maxNested {
		l.deeper++
		if b.encloses {
			l.Rec.Close(l.Pos)
		}
		return
	}
	b.start = l.Pos
	if b.kind != '(' {
		b.call = source.None
	}
	l.blocks = append(l.blocks, b)
}

// leave reads the keyword that ends a block.
func (l *lua) leave(s source.Span, word string) {
	if l.deeper > 0 {
		l.deeper--
		return
	}
	l.begin(s.Start)
	kind := l.top().kind
	if kind == 0 || (kind == 'r') != (word == "until") {
		return
	}
	encloses := l.top().encloses
	l.blocks = l.blocks[:len(l.blocks)-1]
	if encloses {
		l.Rec.Close(s.End)
	}
	if kind == 'f' {
		l.operand('0')
	}
	l.prev, l.wants = 'k', word == "until"
	if word == "until" {
		l.begin(s.Start)
		l.wants = true
	}
}

// function reads the keyword: a statement, or an expression that may be the value of a name.
func (l *lua) function(s source.Span) {
	t := l.top()
	if l.wants || bracket(t.kind) {
		l.heads = -1
		named := l.equals && l.valueOf(t, s)
		l.waitingList(named)
		l.prev = 'k'
		return
	}
	isLocal := t.local && len(t.targets) == 0
	start := t.start
	l.unbracket()
	l.begin(s.Start)
	t = l.top()
	if isLocal {
		t.start = start
	}
	l.heads, l.prev, l.head, l.method = s.End, 'k', named{}, false
	t.loop = isLocal // a local function has its name in the scope of the block
}

// waitingList makes the next parenthesis the parameters of a function.
func (l *lua) waitingList(encloses bool) {
	if l.Pos = l.space(l.Pos); l.Peek(0) == '(' {
		l.Pos++
		l.push(luaBlock{kind: 'p', encloses: encloses})
		return
	}
	if encloses {
		l.Rec.Close(l.Pos)
	}
}

// valueOf begins the definition of the name or key that the function is the value of, if it is of one.
func (l *lua) valueOf(t *luaBlock, s source.Span) bool {
	if t.kind != '{' && len(t.targets) != 1 {
		return false
	}
	n, start := t.last, t.last.span.Start
	if t.kind != '{' {
		n, start = t.targets[0], t.start
	}
	if !n.is() {
		return false
	}
	d := source.Declaration{Name: n.span, Symbol: source.Function, Span: source.Span{Start: start, End: s.End}}
	if n.access == source.Member && start < n.span.Start {
		d.Receiver = receiver(l.Src[start : n.span.Start-1])
	}
	local := t.local
	t.waiting, t.local = false, false
	t.targets, t.last = t.targets[:0], named{}
	l.open(d, n.mark, local || n.access == source.Plain && t.kind != '{')
	return true
}

// receiver returns the dotted chain of names that is before the name of a function, empty if it is something else.
func receiver(chain []byte) string {
	for _, b := range chain {
		if !inWord(b) && b != '.' {
			return ""
		}
	}
	return string(chain)
}

func (l *lua) open(d source.Declaration, name source.Mark, binds bool) {
	d.Signature = d.Span
	d.Doc = l.above.Doc(l.Src, d.Span.Start)
	l.Rec.Open(d, name)
	if binds {
		l.Rec.BindDefinition(d.Name, 1, l.Rec.Innermost())
	}
}

// defineHead begins the definition that the name of a function statement was read of, at its parenthesis.
func (l *lua) defineHead() {
	t := l.top()
	if !l.head.is() {
		l.heads = -1
		l.push(luaBlock{kind: 'p'})
		return
	}
	d := source.Declaration{Name: l.head.span, Symbol: source.Function, Span: source.Span{Start: t.start, End: l.Pos}}
	if l.method {
		d.Symbol = source.Method
	}
	from := l.heads
	for from < d.Name.Start && !inWord(l.Src[from]) {
		from++
	}
	if from < d.Name.Start {
		d.Receiver = receiver(l.Src[from : d.Name.Start-1])
	}
	l.open(d, l.head.mark, from == d.Name.Start)
	l.heads = -1
	t.loop = false
	l.push(luaBlock{kind: 'p', encloses: true})
}

// declareWaiting declares the names of a local statement: variables at the top of the file, else local ones.
func (l *lua) declareWaiting(t *luaBlock) {
	if !t.waiting {
		return
	}
	t.waiting, t.local = false, false
	for _, n := range t.targets {
		if len(l.blocks) > 1 {
			l.Rec.BindName(n.span, source.Local)
			continue
		}
		span := source.Span{Start: t.start, End: n.span.End}
		of := l.Rec.Declare(source.Declaration{
			Name: n.span, Symbol: source.Variable, Span: span, Signature: span, Doc: l.above.Doc(l.Src, t.start),
		}, n.mark)
		l.Rec.BindDefinition(n.span, 0, of)
		t.declared.Add(of)
	}
}

// imported reads the text that require was called with.
func (l *lua) imported(s source.Span) {
	t := l.top()
	if t.kind == '(' && len(l.blocks) > 1 {
		t = &l.blocks[len(l.blocks)-2]
	}
	module := source.Span{Start: s.Start + 1, End: max(s.End-1, s.Start+1)}
	end := s.End
	if l.Peek(0) == ')' {
		end++
	}
	im := source.ImportOf{Statement: source.Span{Start: min(t.start, s.Start), End: end}, Module: module.Of(l.Src), Kind: source.Require}
	var alias source.Mark
	var n named
	if t.waiting && len(t.targets) == 1 {
		n = t.targets[0]
		alias, im.Alias = n.mark, n.span.Of(l.Src)
		t.waiting, t.local = false, false
	}
	of := l.Rec.Import(im, source.Import, alias, l.Rec.Word(s, source.Import, source.Plain))
	if n.is() {
		l.Rec.BindImport(im.Alias, n.span, of)
	}
	if !l.wants && l.name.is() {
		l.called(s.End, 1)
	}
}
