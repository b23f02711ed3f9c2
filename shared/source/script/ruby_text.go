package script

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// text is a string, regular expression or heredoc whose end is to come.
type text struct {
	opening, closing byte // brackets nest if opening is given
	depth            int
	code             bool   // #{ } holds code
	id               string // of a heredoc
	flags            bool   // of a regular expression may follow
	indented         bool   // its end may stand after blanks
}

// string reads a string in quotes.
func (l *ruby) string(quote byte) {
	if t := l.top(); t.requires && quote != '`' && (!bracketed(t.kind) || l.prev == "(") {
		if end := bytes.IndexByte(l.Src[l.Pos+1:max(l.near(l.Pos), l.Pos+1)], quote); end >= 0 && !bytes.Contains(l.Src[l.Pos+1:l.Pos+1+end], []byte("#{")) {
			l.required(source.Span{Start: l.Pos, End: l.Pos + end + 2})
			return
		}
	}
	l.Pos++
	l.resumeAt(text{closing: quote, code: quote != '\''}, l.Pos-1)
}

// required reads the text that require was called with.
func (l *ruby) required(s source.Span) {
	module := string(l.Src[s.Start+1 : s.End-1])
	l.Pos = s.End
	start := min(l.top().start, s.Start)
	if t := l.top(); bracketed(t.kind) && len(l.blocks) > 1 {
		start = min(l.blocks[len(l.blocks)-2].start, s.Start)
	}
	of := l.Rec.Import(source.ImportOf{Statement: source.Span{Start: start, End: s.End}, Module: module, Kind: source.Require}, source.Import,
		l.Rec.Word(s, source.Import, source.Plain))
	if l.Rec.Bindings() {
		l.Rec.BindImport("*", s, of)
	}
	l.operand("0")
}

// resume reads on after the code in a string.
func (l *ruby) resume(in text) {
	if in.id != "" {
		l.heredocFrom(in, l.Pos)
		return
	}
	l.resumeAt(in, l.Pos)
}

// resumeAt reads on in a string whose piece at hand begins at start.
func (l *ruby) resumeAt(in text, start int) {
	for l.Pos < len(l.Src) {
		switch b := l.Src[l.Pos]; {
		case b == '\\':
			l.Pos++
		case b == '#' && in.code:
			if l.Peek(1) == '{' {
				l.interpolate(in, start)
				return
			}
			if oneOf(l.Peek(1), "@$") && (l.Peek(2) == '@' || inWord(l.Peek(2))) {
				start = l.variable(start)
				continue
			}
		case b == in.closing && in.depth == 0:
			l.Pos++
			l.close(in, start)
			return
		case b == in.closing:
			in.depth--
		case b == in.opening:
			in.depth++
		}
		l.Pos++
	}
	l.Pos = len(l.Src)
	l.Rec.Text(source.Span{Start: start, End: l.Pos}, source.String)
}

// close ends a string whose last piece begins at start.
func (l *ruby) close(in text, start int) {
	if in.flags {
		l.word()
	}
	l.Rec.Text(source.Span{Start: start, End: l.Pos}, source.String)
	l.operand("0")
	if oneOf(in.closing, "\"'") && l.Peek(0) == ':' && l.Peek(1) != ':' && l.top().kind != '#' && l.prevLabel(start) {
		l.Pos++
		l.operator(":")
	}
}

// prevLabel reports whether a string before a colon can be the key of a hash, not the middle of a condition.
func (l *ruby) prevLabel(start int) bool {
	before := bytes.TrimRight(l.Src[max(start-ahead, 0):start], " \t\r\n")
	return len(before) > 0 && oneOf(before[len(before)-1], "{,(")
}

// interpolate begins the code in a string whose last piece begins at start.
func (l *ruby) interpolate(in text, start int) {
	l.Rec.Text(source.Span{Start: start, End: l.Pos}, source.String)
	l.Pos += 2
	if len(l.blocks) > maxNested {
		l.resumeAt(in, l.Pos) // too deep to separate code from text
		return
	}
	held := l.heredocs
	l.heredocs = nil
	l.push(rubyBlock{kind: '#', within: in, heredocs: held, waited: l.wants, paused: l.middle})
	l.operator("{")
	l.begins = true
}

// variable reads a variable after a # in a string, and returns where the string's next piece begins.
func (l *ruby) variable(start int) int {
	l.Pos++
	l.Rec.Text(source.Span{Start: start, End: l.Pos}, source.String)
	s := source.Span{Start: l.Pos}
	for l.Peek(0) == '@' || l.Peek(0) == '$' {
		l.Pos++
	}
	s.End = l.word().End
	l.Rec.Word(s, source.Reference, source.Plain)
	return l.Pos
}

// percent reads a literal such as %w[a b], and reports whether there is one.
func (l *ruby) percent() bool {
	at, code := 1, true
	kind := l.Peek(1)
	switch kind {
	case 'w', 'i', 'q', 's':
		code = false
		at = 2
	case 'W', 'I', 'Q', 'r', 'x':
		at = 2
	}
	open := l.Peek(at)
	if open == 0 || inWord(open) || open == ' ' && at == 1 || open == '\n' || open == '=' && !l.wants {
		return false
	}
	in := text{closing: open, code: code, flags: kind == 'r'}
	if i := bytes.IndexByte([]byte("([{<"), open); i >= 0 {
		in.opening, in.closing = open, ")]}>"[i]
	}
	l.argument()
	start := l.Pos
	l.Pos += at + 1
	l.resumeAt(in, start)
	return true
}

// character reads a literal such as ?a, and reports whether there is one.
func (l *ruby) character() bool {
	next := l.Peek(1)
	if !l.glued(1) || next == 0 || next == ' ' || next == '\n' || inWord(next) && next < 0x80 && inWord(l.Peek(2)) {
		return false
	}
	l.argument()
	start := l.Pos
	l.Pos += 2
	if next == '\\' {
		l.Pos = min(l.Pos+1, len(l.Src))
	}
	for next >= 0x80 && l.Peek(0) >= 0x80 {
		l.Pos++
	}
	l.Rec.Text(source.Span{Start: start, End: l.Pos}, source.String)
	l.operand("0")
	return true
}

// startsHeredoc reads <<ID and its like, whose body begins after the line, and reports whether there is one.
func (l *ruby) startsHeredoc() bool {
	at := 2
	in := text{code: true}
	if l.Peek(at) == '~' || l.Peek(at) == '-' {
		in.indented = true
		at++
	}
	quote := l.Peek(at)
	from := l.Pos + at
	var end int
	switch {
	case quote == '"' || quote == '\'' || quote == '`':
		from++
		n := bytes.IndexByte(l.Src[from:l.near(from)], quote)
		if n < 0 {
			return false
		}
		in.code = quote != '\''
		in.id, end = string(l.Src[from:from+n]), from+n+1
	case inWord(quote) && !digit(quote):
		end = from
		for end < len(l.Src) && inWord(l.Src[end]) {
			end++
		}
		in.id = string(l.Src[from:end])
	}
	if in.id == "" || !l.wants && !l.glued(2) {
		return false
	}
	l.argument()
	l.Rec.Text(source.Span{Start: l.Pos, End: end}, source.String)
	l.Pos = end
	l.heredocs = append(l.heredocs, in)
	l.operand("0")
	return true
}

// heredocFrom reads on in the body of a heredoc whose piece at hand begins at start.
func (l *ruby) heredocFrom(in text, start int) {
	for l.Pos < len(l.Src) {
		if l.Pos == 0 || l.Src[l.Pos-1] == '\n' {
			end := l.LineEnd(l.Pos)
			line := bytes.TrimSuffix(l.Src[l.Pos:end], []byte("\r"))
			if in.indented {
				line = bytes.TrimLeft(line, " \t")
			}
			if string(line) == in.id {
				l.Rec.Text(source.Span{Start: start, End: end}, source.String)
				l.Pos = end // the line end is taken as that of the statement
				return
			}
		}
		if l.code(in, start) {
			return
		}
	}
	l.Rec.Text(source.Span{Start: start, End: l.Pos}, source.String)
}

// code passes over the rest of a line of a heredoc, and reports whether code begins in it.
func (l *ruby) code(in text, start int) bool {
	if !in.code {
		l.Pos = min(l.LineEnd(l.Pos)+1, len(l.Src))
		return false
	}
	for l.Pos < len(l.Src) {
		switch l.Src[l.Pos] {
		case '\n':
			l.Pos++
			return false
		case '\\':
			if l.Peek(1) != '\n' {
				l.Pos++
			}
		case '#':
			if l.Peek(1) == '{' {
				l.interpolate(in, start)
				return true
			}
		}
		l.Pos++
	}
	l.Pos = min(l.Pos, len(l.Src))
	return false
}
