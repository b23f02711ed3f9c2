package golang

import (
	"bytes"
	"go/scanner"
	"go/token"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// tokens reads a file that has no syntax tree: one pass over its tokens, with what each open bracket holds. A declaring
// keyword at the beginning of a line ends whatever is open, for go fmt puts nothing but declarations there.
type tokens struct {
	src    []byte
	r      *source.Recorder
	sc     scanner.Scanner
	base   int
	levels []level
	deeper int         // brackets open beyond maxNested, which are not distinguished
	prev   token.Token // the last token, comments left aside
	end    int         // of it
	name   target      // the last name, while what follows can make it a callee
	bodies int         // function bodies that are open
	above  cursor.Remark
}

// target is a name that a later token may make a target, a parameter or a callee.
type target struct {
	span   source.Span
	mark   source.Mark
	access source.Access
	typed  bool        // a type: no callee
	of     source.Span // the name before the dot before it
	ofMark source.Mark
}

// holds is what stands in a bracket.
type holds uint8

const (
	statements holds = iota
	fields           // of a struct
	methods          // of an interface
	group            // declarations in parentheses
	parameters       // of a function or a type
	elements         // of a composite literal
	arguments        // of a call, or an expression in parentheses
	index
)

// stage is how far the head of a function is read.
type stage uint8

const (
	noFunction   stage = iota
	atReceiver         // after func, of a declaration
	atName             // after the receiver
	atParameters       // after the name, or func without one
	atResults          // after the parameters
)

// level is one open bracket, with the statement that is unfinished in it.
type level struct {
	holds holds
	head  stage
	lead  token.Token // the keyword that the statement began with
	start int         // of the statement
	fresh bool        // nothing but names and commas since it began
	types bool        // names are types
	right bool        // after the = of the statement

	pending  []target   // names whose meaning the next token decides
	targets  []target   // possible targets, before the last comma
	last     target     // a possible target
	pointed  bool       // after a *: what follows is no target
	named    bool       // a parameter list with names
	declared cursor.Run // declarations of the statement, whose end is to come
	opened   bool       // the statement began a definition
	body     bool       // the bracket is the body of a definition
	function bool       // the bracket is the body of a function

	callee target // the name before the bracket
	call   int    // in File.Calls
	count  int    // commas
	some   bool   // anything
}

func scanTokens(src []byte, r *source.Recorder) {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(src))
	t := &tokens{src: src, r: r, base: file.Base(), levels: []level{{fresh: true, call: source.None}}}
	t.sc.Init(file, src, nil, scanner.ScanComments)
	for {
		pos, tok, lit := t.sc.Scan()
		if tok == token.EOF {
			return
		}
		s := t.extent(int(pos)-t.base, tok, lit)
		if tok == token.COMMENT {
			r.Text(s, source.Comment)
			t.above.See(src, s, says)
			continue
		}
		if len(t.levels) == 1 && t.top().fresh && r.Done(s.Start) {
			return
		}
		t.token(s, tok)
		t.prev, t.end = tok, s.End
	}
}

// extent returns where a token stands. The scanner's texts leave out carriage returns.
func (t *tokens) extent(start int, tok token.Token, lit string) source.Span {
	start = min(max(start, 0), len(t.src))
	s := source.Span{Start: start, End: start + len(lit)}
	switch {
	case tok == token.COMMENT:
		s.End = commentEnd(t.src, start)
	case tok == token.STRING && t.src[start] == '`':
		if n := bytes.IndexByte(t.src[start+1:], '`'); n >= 0 {
			s.End = start + n + 2
		} else {
			s.End = len(t.src)
		}
	case tok == token.SEMICOLON && lit == "\n":
		s.End = start
	case tok == token.ILLEGAL: // a byte that is no character has three in lit
		s.End = start + 1
	case tok.IsOperator() && lit == "":
		s.End = start + len(tok.String())
	}
	s.End = min(s.End, len(t.src))
	return s
}

func (t *tokens) top() *level { return &t.levels[len(t.levels)-1] }

// token takes the next token.
func (t *tokens) token(s source.Span, tok token.Token) {
	t.resynchronise(s, tok)
	if t.beyond(tok) {
		return
	}
	l := t.top()
	if t.prev == token.IDENT && tok != token.COMMA {
		t.behindNames(l, s, tok)
	}
	if l.fresh && l.start < 0 {
		l.start = s.Start
	}
	switch tok {
	case token.IDENT:
		t.ident(s)
		return
	case token.LPAREN, token.LBRACK, token.LBRACE:
		t.push(s, tok)
		return
	case token.RPAREN, token.RBRACK, token.RBRACE:
		t.pop(s, tok)
		return
	case token.STRING, token.CHAR:
		t.text(l, s, tok)
	case token.SEMICOLON:
		t.semicolon(l, s)
	case token.COMMA:
		t.comma(l)
	case token.PERIOD:
		l.some = true
		return
	default:
		t.operator(l, s, tok)
	}
	l.some = l.some || tok != token.SEMICOLON && tok != token.COMMA
	t.name = target{}
}

// behindNames takes note of what stands after a list of names.
func (t *tokens) behindNames(l *level, s source.Span, tok token.Token) {
	if len(l.pending) > 0 {
		t.decide(l, s, tok)
	}
	if l.fresh && (l.lead == token.VAR || l.lead == token.CONST) {
		l.types = true
	}
}

// beyond counts the brackets that are not distinguished.
func (t *tokens) beyond(tok token.Token) bool {
	switch tok {
	case token.LPAREN, token.LBRACK, token.LBRACE:
		if len(t.levels) > maxNested {
			t.deeper++
			return true
		}
	case token.RPAREN, token.RBRACK, token.RBRACE:
		if t.deeper > 0 {
			t.deeper--
			return true
		}
	}
	return false
}

// operator takes a keyword or an operator.
func (t *tokens) operator(l *level, s source.Span, tok token.Token) {
	switch {
	case tok == token.FUNC:
		l.head = atParameters
		if l.fresh && len(t.levels) == 1 && l.lead == token.ILLEGAL {
			l.head, l.start, l.lead = atReceiver, s.Start, tok
		}
	case tok == token.IMPORT, tok == token.CONST, tok == token.VAR, tok == token.TYPE && t.prev != token.LPAREN:
		t.finish(l, t.end)
		l.lead, l.start = tok, s.Start
		return
	case tok == token.STRUCT, tok == token.INTERFACE:
		t.symbol(l, tok)
	case tok == token.MUL && l.last.span.Len() == 0:
		l.pointed = true
	case tok == token.INC, tok == token.DEC:
		t.assign(l, false)
	case tok == token.ASSIGN && l.opened: // type A = B
		return
	case tok == token.DEFINE, tok >= token.ADD_ASSIGN && tok <= token.AND_NOT_ASSIGN, tok == token.ASSIGN:
		t.assign(l, tok == token.DEFINE)
		l.right, l.types, l.head = true, false, noFunction
	case tok.IsKeyword() && tok != token.MAP && tok != token.CHAN && tok != token.RANGE:
		l.clear()
		l.right = false
		l.lead = tok
	case tok == token.COLON, tok == token.ARROW:
		l.clear()
	}
	l.last = target{}
	l.fresh = false
}

// semicolon ends a statement, or a part of the head of one: if x := f(); x {
func (t *tokens) semicolon(l *level, s source.Span) {
	lead := l.lead
	t.finish(l, t.end)
	if s.Len() > 0 && controls(lead) {
		l.lead = lead
	}
}

// clear forgets the possible targets.
func (l *level) clear() { l.targets, l.last, l.pointed = l.targets[:0], target{}, false }

// finish ends the statement before the byte end.
func (t *tokens) finish(l *level, end int) {
	if l.opened {
		t.r.Close(end)
		l.opened = false
	}
	l.declared.End(t.r, end)
	l.clear()
	l.pending = l.pending[:0]
	l.fresh, l.right, l.types, l.head, l.start = true, false, false, noFunction, -1
	if l.holds != group {
		l.lead = token.ILLEGAL
	}
}

// resynchronise closes all brackets before a declaring keyword at the beginning of a line.
func (t *tokens) resynchronise(s source.Span, tok token.Token) {
	switch tok {
	case token.FUNC, token.TYPE, token.VAR, token.CONST, token.IMPORT:
	default:
		return
	}
	if len(t.levels) == 1 || s.Start > 0 && t.src[s.Start-1] != '\n' {
		return
	}
	t.deeper = 0
	for len(t.levels) > 1 {
		t.leave(t.end)
	}
	t.finish(t.top(), t.end)
	t.prev = token.SEMICOLON
}

// text takes a string or a character.
func (t *tokens) text(l *level, s source.Span, tok token.Token) {
	if l.lead == token.IMPORT && tok == token.STRING {
		t.imported(l, s)
		return
	}
	t.r.Text(s, source.String)
	l.fresh, l.last = false, target{}
}

func (t *tokens) comma(l *level) {
	l.count++
	switch l.holds {
	case statements:
		if !l.right && (l.last.mark.Wanted() || t.r.Bindings()) && l.last.span.Len() > 0 {
			l.targets = append(l.targets, l.last)
		}
		l.last, l.pointed = target{}, false
	case arguments:
		l.types = false
	}
	if l.holds != statements && l.holds != group || l.right {
		l.head = noFunction
	}
}

// assign makes the names before it targets.
func (t *tokens) assign(l *level, defines bool) {
	if l.holds != statements || l.right {
		return
	}
	if l.last.span.Len() > 0 {
		l.targets = append(l.targets, l.last)
	}
	for _, n := range l.targets {
		t.r.Revise(n.mark, source.Assignment)
		if defines {
			t.r.BindName(n.span, source.Local)
		}
	}
	l.clear()
}

// controls reports whether a brace after the head that tok begins opens a block.
func controls(tok token.Token) bool {
	return tok == token.IF || tok == token.FOR || tok == token.SWITCH || tok == token.SELECT
}
