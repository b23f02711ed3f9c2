package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// beginWord notes that a word begins at start, or goes on.
func (l *bash) beginWord(f *shellFrame, start int) {
	if f.word {
		return
	}
	f.word = true
	switch {
	case f.redirect, f.pattern, f.kind == 'a', f.kind == '[':
	case f.args:
		f.count++
		f.from, f.file = start, source.Mark{}
	default:
		f.args = true
		f.start = start
	}
}

// endWord ends the word before pos, if one is unfinished.
func (l *bash) endWord(f *shellFrame) {
	if !f.word {
		return
	}
	if f.purpose == sources && f.count > 0 && !f.redirect {
		l.imported(f)
	}
	f.word, f.redirect, f.value = false, false, false
	l.end = l.Pos
}

// imported reports the file that source reads: its first argument.
func (l *bash) imported(f *shellFrame) {
	f.purpose = plain
	s := source.Span{Start: f.from, End: l.Pos}
	module := bytes.Trim(l.Src[s.Start:s.End], "\"'")
	of := l.Rec.Import(source.ImportOf{Statement: source.Span{Start: f.start, End: s.End}, Module: string(module), Name: "*", Kind: source.Include, Computed: bytes.ContainsAny(module, "$`")}, source.Import, f.file)
	l.Rec.Bind(source.Binding{Kind: source.Unknown, Place: s, Import: of, Declaration: source.None})
}

// endCommand ends the command before pos.
func (l *bash) endCommand(f *shellFrame) {
	l.endWord(f)
	if f.call != source.None {
		c := l.Rec.CallAt(f.call)
		c.Span.End = max(c.Span.End, l.end)
		c.Positional = f.count
	}
	f.call, f.count, f.args, f.redirect, f.purpose = source.None, 0, false, false, plain
}

// operator reads a sign that ends a word.
func (l *bash) operator(f *shellFrame, b byte) {
	if b == '(' && f.value && l.Pos > 0 && l.Src[l.Pos-1] == '=' {
		l.Pos++
		l.push(shellFrame{kind: 'a'})
		return
	}
	l.endWord(f)
	switch {
	case oneOf(b, "<>"):
		l.redirection(f)
	case b == ')':
		l.Pos++
		l.closing(f)
	case f.kind == '[' || f.kind == 'a' || f.pattern:
		l.Pos++
	case b == '(':
		l.parenthesis(f)
	case l.Has(l.Pos, "&>"): // &>file
		l.Pos++
	default:
		l.separator(f)
	}
}

// separator reads what ends a command, and ;; which ends a branch of a case.
func (l *bash) separator(f *shellFrame) {
	l.endCommand(f)
	branch := f.kind == 'c' && (l.Has(l.Pos, ";;") || l.Has(l.Pos, ";&"))
	l.Pos++
	for branch && oneOf(l.Peek(0), ";&") && l.Pos < len(l.Src) {
		l.Pos++
	}
	f.pattern = f.pattern || branch
}

// parenthesis opens a subshell or arithmetic.
func (l *bash) parenthesis(f *shellFrame) {
	if l.Peek(1) == '(' && (!f.args || f.purpose == loops) && l.calculates(l.Pos+2) {
		l.Pos += 2
		l.push(shellFrame{kind: 'A', depth: 2})
		return
	}
	l.Pos++
	l.push(shellFrame{kind: '(', encloses: l.body})
	l.body = false
}

// closing reads a closing parenthesis; one that closes nothing is passed over.
func (l *bash) closing(f *shellFrame) {
	switch {
	case f.kind == '(' || f.kind == 'a':
		l.pop()
		l.behind()
	case f.kind == 'c' && f.pattern:
		f.pattern = false
		l.endCommand(f)
	}
}

// redirection reads < and > with what belongs to them.
func (l *bash) redirection(f *shellFrame) {
	if f.kind == '[' {
		l.Pos++
		return
	}
	if l.Peek(1) == '(' { // <(command)
		l.beginWord(f, l.Pos)
		l.Pos += 2
		l.push(shellFrame{kind: '('})
		return
	}
	if l.Has(l.Pos, "<<") && l.Peek(2) != '<' {
		l.Pos += 2
		l.startHeredoc()
		return
	}
	for b := l.Peek(0); b == '<' || b == '>' || b == '&' || b == '|'; b = l.Peek(0) {
		l.Pos++
	}
	f.redirect = true
}

// startHeredoc reads the word after <<.
func (l *bash) startHeredoc() {
	h := heredoc{code: true}
	if l.Peek(0) == '-' {
		h.tabs = true
		l.Pos++
	}
	l.blanks()
	start := l.Pos
	var id []byte
	for l.Pos < len(l.Src) && !oneOf(l.Src[l.Pos], wordEnds) {
		switch b := l.Src[l.Pos]; b {
		case '\'', '"', '\\':
			h.code = false
		default:
			id = append(id, b)
		}
		l.Pos++
	}
	h.id = string(id)
	l.text(start, l.Pos)
	if h.id != "" {
		l.heredocs = append(l.heredocs, h)
	}
	l.end = l.Pos
}

// literal reads a run of plain characters: a whole word or a part of one.
func (l *bash) literal(f *shellFrame) {
	begins := !f.word
	start := l.Pos
	if begins && !f.redirect && l.assignment(f) {
		return
	}
	l.run()
	s := source.Span{Start: start, End: l.Pos}
	whole := (begins || f.value) && l.wordEnd(f)
	if begins && whole && l.special(f, s) {
		return
	}
	if begins && oneOf(l.Peek(0), "<>") && digits(l.Src[s.Start:s.End]) { // 2>file
		return
	}
	name := begins && !f.args && !f.redirect && f.commands()
	l.beginWord(f, start)
	l.end = l.Pos
	switch {
	case name && whole:
		l.named(f, s)
	case whole && isName(l.Src[s.Start:s.End]):
		l.argument(f, s)
	default:
		l.piece(s)
	}
}

// wordEnds are the characters that end a word.
const wordEnds = " \t\r\n;&|<>()"

// run passes over plain characters, at least one.
func (l *bash) run() {
	start := l.Pos
	for l.Pos < len(l.Src) && !oneOf(l.Src[l.Pos], wordEnds) && !oneOf(l.Src[l.Pos], "$`'\"") {
		if l.Src[l.Pos] == '\\' {
			if oneOf(l.Peek(1), "\r\n") {
				break
			}
			l.Pos++
		}
		l.Pos++
	}
	l.Pos = min(max(l.Pos, start+1), len(l.Src))
}

// wordEnd reports whether a word ends here.
func (l *bash) wordEnd(f *shellFrame) bool {
	return l.Pos == len(l.Src) || oneOf(l.Src[l.Pos], wordEnds) || f.kind == '`' && l.Src[l.Pos] == '`'
}

// commands reports whether commands stand in the frame, and not only words.
func (f *shellFrame) commands() bool { return !f.pattern && f.kind != 'a' && f.kind != '[' }

// argument reads a word that is nothing but a name.
func (l *bash) argument(f *shellFrame, s source.Span) {
	switch {
	case f.purpose == sources && !f.redirect && f.args && f.kind != 'a':
		l.piece(s)
	case (f.purpose == reads || f.purpose == locals || f.purpose == loops) && !f.redirect && !f.value:
		l.Rec.Word(s, source.Assignment, source.Plain)
		l.variable(s, f.purpose == locals)
		if f.purpose == loops {
			f.purpose = looping
		}
	default:
		l.Rec.Word(s, source.Reference, source.Plain)
	}
}

// variable binds a variable: in the function when it is local, else in the file.
func (l *bash) variable(s source.Span, local bool) {
	if local {
		l.Rec.BindName(s, source.Local)
	} else if l.Rec.Bindings() {
		l.Rec.BindIn(l.Rec.Depth(), source.Binding{Name: s.Of(l.Src), Kind: source.Local, Place: s, Import: source.None, Declaration: source.None})
	}
}

// assignment reads the name before = or +=, where one may stand, and reports whether there is one.
func (l *bash) assignment(f *shellFrame) bool {
	if f.args && f.purpose != declares && f.purpose != constant && f.purpose != locals || !f.commands() {
		return false
	}
	end := l.Pos
	for end < len(l.Src) && inWord(l.Src[end]) {
		end++
	}
	after := l.equals(end)
	if after < 0 || end == l.Pos || digit(l.Src[l.Pos]) {
		return false
	}
	s := source.Span{Start: l.Pos, End: end}
	if f.args {
		f.count++
	} else if !f.word {
		f.start = l.Pos
	}
	l.assigned(f, s)
	l.Pos = end
	if l.Src[end] != '[' {
		l.Pos = after
	} else {
		l.piece(source.Span{Start: end, End: end + 1})
		l.Pos++
	}
	f.word, f.value = true, true
	l.end = l.Pos
	return true
}

// equals returns the place after the = or += after the name, and its index, that ends at pos; -1 without.
func (l *bash) equals(pos int) int {
	rest := l.Src[pos:l.near(pos)]
	if len(rest) > 0 && rest[0] == '[' {
		n := bytes.Index(rest, []byte("]="))
		if n < 0 {
			n = bytes.Index(rest, []byte("]+="))
		}
		rest = rest[n+1:]
	}
	for _, equals := range []string{"=", "+="} {
		if bytes.HasPrefix(rest, []byte(equals)) {
			return l.near(pos) - len(rest) + len(equals)
		}
	}
	return -1
}

// assigned reads the name of an assignment.
func (l *bash) assigned(f *shellFrame, s source.Span) {
	if (f.purpose != declares && f.purpose != constant) || l.Rec.Depth() > 0 {
		l.Rec.Word(s, source.Assignment, source.Plain)
		l.variable(s, f.purpose != plain)
		return
	}
	d := source.Declaration{Name: s, Symbol: source.Variable, Span: source.Span{Start: f.start, End: l.commandEnd(s.End)}, Doc: l.above.Doc(l.Src, f.start)}
	d.Signature = source.Span{Start: f.start, End: s.End}
	if f.purpose == constant {
		d.Symbol = source.Constant
	}
	of := l.Rec.Declare(d, l.Rec.Word(s, source.Reference, source.Plain))
	l.Rec.BindDefinition(s, 0, of)
}

// commandEnd guesses where the command ends: with the line, or a ; before that.
func (l *bash) commandEnd(from int) int {
	end := l.near(from)
	if n := bytes.IndexByte(l.Src[from:end], ';'); n >= 0 {
		end = from + n
	}
	return from + len(bytes.TrimRight(l.Src[from:end], blankBytes))
}

func isName(b []byte) bool {
	other := func(r rune) bool { return r < 0x80 && !inWord(byte(r)) && r != '-' }
	return len(b) > 0 && !digit(b[0]) && b[0] != '-' && !bytes.ContainsFunc(b, other)
}

func digits(b []byte) bool { return len(b) > 0 && len(bytes.Trim(b, "0123456789")) == 0 }
