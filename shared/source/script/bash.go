package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// Bash reads a script of bash or of a POSIX shell. The name of a command is a callsite. A word after it
// that is nothing but a name is a reference, because it may name a function, a variable or a command. Every other word
// is a string, except for the variables and commands in it. What declare, export or readonly give a value at the top of the
// file is a definition. The file that source or . reads is an import.
func Bash(src []byte, r *source.Recorder) {
	l := &bash{place: place{Cursor: cursor.Cursor{Src: src, Rec: r}}, frames: []shellFrame{{call: source.None}}}
	l.skipMark()
	for l.Pos < len(src) {
		f := l.top()
		if len(l.frames) == 1 && !f.word && !f.args && r.Done(l.Pos) {
			return
		}
		switch f.kind {
		case '"', 'h', '$':
			l.expanded(f)
		case 'A':
			l.arithmetic(f)
		default:
			l.command(f)
		}
	}
	for len(l.frames) > 1 {
		l.pop()
	}
	l.endCommand(l.top())
}

type bash struct {
	place
	frames   []shellFrame
	heredocs []heredoc // whose bodies begin after the line
	body     bool      // the next { or ( is the body of a function
}

type heredoc struct {
	id   string
	tabs bool // <<-: the end may stand after tabs
	code bool // variables and commands are replaced
}

// purpose says what a command makes of its arguments.
type purpose uint8

const (
	plain    purpose = iota
	declares         // declare, export
	constant         // readonly
	locals           // local
	reads            // read, mapfile
	sources          // source and .
	loops            // the variable of for or select
	looping          // what stands after it
	branches         // the word of case
)

// shellFrame is an open quote, bracket or body with the command that is unfinished in it.
type shellFrame struct {
	kind     byte // 0 the file, ( { ` c case, a an array, [ a condition, " h heredoc, $ an expansion, A arithmetic
	encloses bool // a definition ends with it
	column   bool // the function began at the beginning of a line
	pattern  bool // of a case
	word     bool // a word is unfinished
	args     bool // after the name of the command
	redirect bool // a file name is to come, or is unfinished
	value    bool // after the = of an assignment
	purpose  purpose
	depth    int // brackets in arithmetic
	start    int // of the command
	doc      heredoc
	call     int
	count    int // arguments
	from     int // of the import
	file     source.Mark
}

func (l *bash) top() *shellFrame { return &l.frames[len(l.frames)-1] }

func (l *bash) push(f shellFrame) bool {
	if len(l.frames) > maxNested {
		if f.encloses {
			l.Rec.Close(l.Pos)
		}
		return false
	}
	f.call, f.start = source.None, l.Pos
	l.frames = append(l.frames, f)
	return true
}

// pop ends the innermost frame before pos.
func (l *bash) pop() {
	if len(l.frames) == 1 {
		return
	}
	f := l.top()
	if f.kind != '"' && f.kind != '$' && f.kind != 'A' {
		l.endCommand(f)
	}
	encloses := f.encloses
	l.frames = l.frames[:len(l.frames)-1]
	if encloses {
		l.Rec.Close(l.Pos)
	}
	l.end = l.Pos
}

// command reads what is next where commands stand.
func (l *bash) command(f *shellFrame) {
	b := l.Src[l.Pos]
	switch {
	case b == '\n':
		l.newline(f)
	case blank(b):
		l.endWord(f)
		l.Pos++
	case b == '\\' && (l.Has(l.Pos, "\\\n") || l.Has(l.Pos, "\\\r\n")):
		l.Pos += 2
	case b == '#' && !f.word:
		l.comment(l.Pos, l.LineEnd(l.Pos))
	case oneOf(b, "'\"$`"):
		l.quote(f, b)
	case oneOf(b, ";&|<>()"):
		l.operator(f, b)
	default:
		l.literal(f)
	}
}

// newline reads a line end: the bodies of heredocs begin after it.
func (l *bash) newline(f *shellFrame) {
	l.endWord(f)
	if f.kind != 'a' && f.kind != '[' && (f.kind != 'c' || f.purpose != branches) {
		l.endCommand(f)
	}
	l.Pos++
	l.bodies()
}

// quote reads a quoted or replaced part of a word.
func (l *bash) quote(f *shellFrame, b byte) {
	if b == '`' && l.backquoted() {
		return
	}
	l.beginWord(f, l.Pos)
	switch b {
	case '\'':
		l.single(l.Pos)
	case '"':
		l.Pos++
		if !l.push(shellFrame{kind: '"', from: l.Pos - 1}) {
			return
		}
	case '$':
		l.dollar(true)
	default:
		l.Pos++
		l.push(shellFrame{kind: '`'})
	}
	l.end = l.Pos
}

// backquoted ends a command in backquotes if one is open, with what is open in it.
func (l *bash) backquoted() bool {
	for i := len(l.frames) - 1; i > 0 && i > len(l.frames)-8; i-- {
		if l.frames[i].kind != '`' {
			continue
		}
		if f := l.top(); f.word {
			l.endWord(f)
		}
		l.Pos++
		for len(l.frames) > i {
			l.pop()
		}
		l.behind()
		return true
	}
	return false
}

// single passes over a string in single quotes that begins at start.
func (l *bash) single(start int) {
	if n := bytes.IndexByte(l.Src[l.Pos+1:], '\''); n < 0 {
		l.Pos = l.LineEnd(l.Pos)
	} else {
		l.Pos += n + 2
	}
	l.piece(source.Span{Start: start, End: l.Pos})
}

// ansi passes over $'…'.
func (l *bash) ansi() {
	start := l.Pos
	for l.Pos += 2; l.Pos < len(l.Src) && l.Src[l.Pos] != '\''; l.Pos++ {
		if l.Src[l.Pos] == '\\' {
			l.Pos++
		}
	}
	l.Pos = min(l.Pos+1, len(l.Src))
	l.piece(source.Span{Start: start, End: l.Pos})
}

// piece reports a part of a word that holds no code.
func (l *bash) piece(s source.Span) {
	for i := len(l.frames) - 1; i >= 0; i-- {
		f := &l.frames[i]
		if f.kind == '"' && i > 0 {
			continue
		}
		if f.purpose == sources && f.word && f.args && !f.redirect && s.Len() > 0 {
			f.file = l.Rec.Word(s, source.Import, source.Plain)
			return
		}
		break
	}
	l.Rec.Text(s, source.String)
}

// dollar reads a $ with what it replaces. Quotes reports whether $' and $" are strings.
func (l *bash) dollar(quotes bool) {
	switch b := l.Peek(1); {
	case b == '(' && l.Peek(2) == '(' && l.calculates(l.Pos+3):
		l.Pos += 3
		l.push(shellFrame{kind: 'A', depth: 2})
	case b == '(':
		l.Pos += 2
		l.push(shellFrame{kind: '('})
	case b == '{':
		l.Pos += 2
		l.parameter()
	case quotes && b == '\'':
		l.ansi()
	case inWord(b) && !digit(b):
		l.Pos++
		l.Rec.Word(l.word(), source.Reference, source.Plain)
	case digit(b) || oneOf(b, "@*#?$!-"):
		l.Pos += 2
	default:
		l.Pos++
	}
	l.Pos = min(l.Pos, len(l.Src))
}

// parameter reads what is after ${: the name, and what is done to it.
func (l *bash) parameter() {
	if b := l.Peek(0); (b == '#' || b == '!') && l.Peek(1) != '}' {
		l.Pos++
	}
	if inWord(l.Peek(0)) && !digit(l.Peek(0)) {
		l.Rec.Word(l.word(), source.Reference, source.Plain)
	} else if l.Peek(0) != '}' && l.Pos < len(l.Src) {
		l.Pos++
	}
	quoted := l.top().kind == '"' || l.top().kind == 'h' || l.top().kind == '$' && l.top().value
	l.push(shellFrame{kind: '$', value: quoted, from: l.Pos})
}

// expanded reads what is next in double quotes, a heredoc or an expansion, where variables are replaced.
func (l *bash) expanded(f *shellFrame) {
	start := f.from
	for l.Pos < len(l.Src) {
		if f.kind == 'h' && (l.Pos == 0 || l.Src[l.Pos-1] == '\n') && l.endsHeredoc(f, start) {
			return
		}
		switch b := l.Src[l.Pos]; {
		case b == '\\':
			l.Pos++
		case b == '"' && f.kind == '"', b == '}' && f.kind == '$':
			l.Pos++
			end := l.Pos
			if b == '}' {
				end--
			}
			l.text(start, end)
			l.pop()
			l.behind()
			return
		case b == '$' || b == '`' || f.kind == '$' && (b == '"' || b == '\'' && !f.value):
			l.text(start, l.Pos)
			l.nested(b)
			return
		}
		l.Pos++
	}
	l.Pos = len(l.Src)
	l.text(start, l.Pos)
}

// text reports the text from start to end in quotes, a heredoc or an expansion.
func (l *bash) text(start, end int) {
	if start < end {
		l.piece(source.Span{Start: start, End: end})
	}
}

// after lets the text of the innermost frame go on here.
func (l *bash) behind() {
	if f := l.top(); f.kind == '"' || f.kind == 'h' || f.kind == '$' {
		f.from = l.Pos
	}
}

// nested reads what is replaced, or quoted, within text.
func (l *bash) nested(b byte) {
	depth := len(l.frames)
	switch b {
	case '$':
		l.dollar(false)
	case '`':
		if !l.backquoted() {
			l.Pos++
			l.push(shellFrame{kind: '`'})
		}
	case '"':
		l.Pos++
		l.push(shellFrame{kind: '"', from: l.Pos - 1})
	case '\'':
		l.single(l.Pos)
	}
	if len(l.frames) <= depth {
		l.behind()
	}
}

// bodies reads the heredocs that were begun on the line that just ended.
func (l *bash) bodies() {
	for len(l.heredocs) > 0 {
		next := l.heredocs[0]
		l.heredocs = l.heredocs[1:]
		if next.code {
			l.push(shellFrame{kind: 'h', doc: next, from: l.Pos})
			return
		}
		start := l.Pos
		for l.Pos < len(l.Src) {
			line := l.Pos
			l.Pos = min(l.LineEnd(l.Pos)+1, len(l.Src))
			if next.ends(l.Src[line:l.Pos]) {
				l.text(start, line)
				start = l.Pos
				break
			}
		}
		l.text(start, l.Pos)
	}
}

// ends reports whether a line is the end of the heredoc.
func (h *heredoc) ends(line []byte) bool {
	line = bytes.TrimRight(line, "\r\n")
	if h.tabs {
		line = bytes.TrimLeft(line, "\t")
	}
	return string(line) == h.id
}

// endsHeredoc reads the line at pos if the heredoc whose text began at start ends with it.
func (l *bash) endsHeredoc(f *shellFrame, start int) bool {
	end := l.LineEnd(l.Pos)
	if !f.doc.ends(l.Src[l.Pos:end]) {
		return false
	}
	l.text(start, l.Pos)
	l.Pos = min(end+1, len(l.Src))
	l.frames = l.frames[:len(l.frames)-1]
	l.bodies()
	return true
}
