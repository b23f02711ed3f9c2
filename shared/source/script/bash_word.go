package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// special reads a reserved word, or the name of a function that is defined, and reports whether it is one.
func (l *bash) special(f *shellFrame, s source.Span) bool {
	word := string(l.Src[s.Start:s.End])
	switch {
	case f.kind == '[':
		return word == "]]" && l.ended()
	case f.kind == 'a' || f.redirect:
		return false
	case f.pattern:
		return word == "esac" && l.ended()
	case f.args:
		return l.clause(f, word)
	}
	switch word {
	case "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "!", "time", "coproc":
		f.start = l.Pos
	case "for", "select":
		f.args, f.purpose, f.start = true, loops, s.Start
	case "case":
		l.push(shellFrame{kind: 'c', args: true, purpose: branches})
	case "esac":
		if f.kind == 'c' {
			l.ended()
		}
	case "[[":
		l.push(shellFrame{kind: '['})
	case "{":
		l.push(shellFrame{kind: '{', encloses: l.body, column: l.body && l.atColumn(l.Rec.Top())})
		l.body = false
	case "}":
		l.brace(f, s)
	case "function":
		l.function(s)
	default:
		return l.defined(s)
	}
	return true
}

// ended ends the compound command that the innermost frame is. It returns true.
func (l *bash) ended() bool {
	l.pop()
	l.top().args = true
	return true
}

// clause takes in and do in the head of a loop or case.
func (l *bash) clause(f *shellFrame, word string) bool {
	switch {
	case word == "in" && f.kind == 'c' && f.purpose == branches:
		f.purpose, f.args, f.pattern = plain, false, true
		return true
	case word == "in" && f.purpose == looping && f.count == 1:
		return true
	}
	return false
}

// brace reads }: the end of a body. At the beginning of a line it closes what is open in the body too.
func (l *bash) brace(f *shellFrame, s source.Span) {
	if f.kind != '{' && (s.Start == 0 || l.Src[s.Start-1] == '\n') {
		for i := len(l.frames) - 1; i > max(len(l.frames)-100, 0); i-- {
			if l.frames[i].kind == '{' {
				for len(l.frames)-1 > i {
					l.pop()
				}
				break
			}
		}
	}
	if l.top().kind == '{' {
		l.ended()
	}
}

// named reads the name of a command.
func (l *bash) named(f *shellFrame, s source.Span) {
	switch string(l.Src[s.Start:s.End]) {
	case "declare", "typeset", "export":
		f.purpose = declares
	case "readonly":
		f.purpose = constant
	case "local":
		f.purpose = locals
	case "read", "mapfile", "readarray":
		f.purpose = reads
	case "source", ".":
		f.purpose = sources
	case "[", ":":
		return
	}
	if !callable(l.Src[s.Start:s.End]) {
		l.piece(s)
		return
	}
	f.call = l.Rec.Call(l.Rec.Word(s, source.Reference, source.Plain), source.Plain, source.Call{Callee: s, Span: s})
}

// callable reports whether a word can be the name of a command: a letter is in it, or it is the dot.
func callable(b []byte) bool {
	letter := func(r rune) bool { return r >= 0x80 || inWord(byte(r)) && !digit(byte(r)) }
	return bytes.ContainsFunc(b, letter) || string(b) == "."
}

// function reads the name after the keyword.
func (l *bash) function(s source.Span) {
	l.blanks()
	name := source.Span{Start: l.Pos}
	for l.Pos < len(l.Src) && !oneOf(l.Src[l.Pos], wordEnds) && !oneOf(l.Src[l.Pos], "{}$`'\"") {
		l.Pos++
	}
	name.End = l.Pos
	if name.Len() == 0 {
		return
	}
	if n := l.parentheses(l.Pos); n > 0 {
		l.Pos = n
	}
	l.begin(s.Start, name)
}

// defined reads a name with () after it.
func (l *bash) defined(s source.Span) bool {
	end := l.parentheses(s.End)
	if end < 0 || !callable(l.Src[s.Start:s.End]) {
		return false
	}
	l.Pos = end
	l.begin(s.Start, s)
	return true
}

// parentheses returns the place after the () that follow pos, -1 without.
func (l *bash) parentheses(pos int) int {
	for _, want := range []byte("()") {
		for pos < len(l.Src) && blank(l.Src[pos]) {
			pos++
		}
		if pos >= len(l.Src) || l.Src[pos] != want {
			return -1
		}
		pos++
	}
	return pos
}

// begin begins a function. An unended one before it that began at the beginning of a line ends here.
func (l *bash) begin(start int, name source.Span) {
	if start == 0 || l.Src[start-1] == '\n' {
		l.resynchronise()
	}
	l.body = false
	head := source.Span{Start: start, End: l.Pos}
	d := source.Declaration{Name: name, Symbol: source.Function, Span: head, Signature: head, Doc: l.above.Doc(l.Src, l.lineStart(start))}
	mark := l.Rec.Word(name, source.Reference, source.Plain)
	depth := l.Rec.Depth()
	if body := l.At(l.space(l.Pos)); body == '{' || body == '(' {
		l.Rec.Open(d, mark)
		l.body = true
		l.Rec.BindDefinition(name, depth+1, l.Rec.Innermost())
		return
	}
	l.Rec.BindDefinition(name, depth, l.Rec.Declare(d, mark))
}

// atColumn reports whether a function begins at the beginning of a line.
func (l *bash) atColumn(d *source.Declaration) bool {
	return d != nil && (d.Span.Start == 0 || l.Src[d.Span.Start-1] == '\n')
}

// resynchronise closes what an unended function left open.
func (l *bash) resynchronise() {
	for i := 1; i < len(l.frames) && i < 4; i++ {
		if !l.frames[i].column {
			continue
		}
		for len(l.frames) > i {
			l.pop()
		}
		return
	}
}

// arithmetic reads what is next in (( )).
func (l *bash) arithmetic(f *shellFrame) {
	b := l.Src[l.Pos]
	switch {
	case inWord(b) && !digit(b):
		s := l.word()
		k := source.Reference
		if l.changes(s) {
			k = source.Assignment
		}
		l.Rec.Word(s, k, source.Plain)
		return
	case digit(b):
		l.number()
		return
	case b == '$':
		l.dollar(false)
		return
	case b == '`':
		l.nested(b)
		return
	case b == '"' || b == '\'':
		l.Pos++ // quotes mean nothing here
		return
	case b == '(':
		f.depth++
	case b == ')':
		if f.depth--; f.depth == 0 {
			l.Pos++
			l.pop()
			l.behind()
			if t := l.top(); t.kind != '"' && t.kind != 'h' && t.kind != '$' && !t.word {
				t.args = true
			}
			return
		}
	case b == '\n' && len(l.heredocs) > 0:
		l.Pos++
		l.bodies()
		return
	}
	l.Pos++
}

// calculates reports whether (( begins arithmetic, not two subshells: both close together, within 300 bytes.
func (l *bash) calculates(pos int) bool {
	depth := 2
	for ; pos < len(l.Src) && pos < l.Pos+300; pos++ {
		switch l.Src[pos] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 1 {
				return pos+1 < len(l.Src) && l.Src[pos+1] == ')'
			}
		}
	}
	return true
}

// changes reports whether the variable at s is assigned to.
func (l *bash) changes(s source.Span) bool {
	rest := bytes.TrimLeft(l.Src[s.End:min(s.End+20, len(l.Src))], " \t")
	for n := range min(3, len(rest)) {
		if rest[n] == '=' {
			return n+1 >= len(rest) || rest[n+1] != '=' && (n == 0 || rest[0] != '=' && rest[0] != '!' && (n == 2 || rest[0] != '<' && rest[0] != '>'))
		}
		if !oneOf(rest[n], "+-*/%&|^<>") {
			break
		}
	}
	if bytes.HasPrefix(rest, []byte("++")) || bytes.HasPrefix(rest, []byte("--")) {
		return true
	}
	before := bytes.TrimRight(l.Src[max(s.Start-4, 0):s.Start], " ")
	return bytes.HasSuffix(before, []byte("++")) || bytes.HasSuffix(before, []byte("--"))
}
