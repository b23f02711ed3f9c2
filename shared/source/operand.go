package source

import (
	"bytes"
	"strings"
)

// Operands says how a language writes what is before the name of a member: f(x)[0].name. It is used to read back from a
// requested call to where the first operand of its callee begins, so that scanners need not remember that place.
type Operands struct {
	Signs     []string // between an object and its member
	Scope     string   // the sign between a namespace or type and what is in it, if there is one
	Letters   string   // ASCII signs of names, beside letters, digits and _
	Suffixes  string   // signs that may stand after an operand, which is one still: a?.b, a!.b
	Comments  []string // begin a comment up to the line's end
	Quotes    string   // around texts; one in ` may have several lines
	Generics  bool     // types stand between < and > after a name
	Closures  bool     // what stands in {} may be an argument: f { … }
	Creates   bool     // new K() is an operand
	Regexes   bool     // a text may stand between slashes
	Lifetimes bool     // ' may stand before a name, and not be closed
	Macros    bool     // a name with ! after it may be called
	Asks      bool     // names may end in ? or !
	Path      string   // the sign between the names of a path before a plain name: a::f(), \a\f()
	Self      string   // the words for the object, or the type, around, parted by blanks
	Super     string   // the word for the bases of the type around
	Hides     string   // a word before a name that says that a path is not read
}

// The maximum length of an operand in bytes, and of all that is read again of a file as a multiple of its size.
const (
	maxOperand = 4096
	maxAgain   = 8
)

// Operands sets how operands are written: the callee of a call then begins with its first operand, and the values of
// names and receivers are read by the same rules.
func (r *Recorder) Operands(o *Operands) { r.operands, r.file.value = o, o.Value }

// lengthen extends the calls that were asked for to the whole operand before the name.
func (r *Recorder) lengthen() {
	w := &backward{Operands: r.operands, src: r.src, left: maxAgain*len(r.src) + maxOperand}
	ends := map[int]int{} // where calls begin, by their ends
	for i := range r.file.Occurrences {
		o := &r.file.Occurrences[i]
		if o.Kind != Callsite || o.Of == None {
			continue
		}
		c := &r.file.Calls[o.Of]
		w.least = max(c.Callee.Start-min(maxOperand, w.left), 0)
		if before := w.member(c.Callee.Start); before >= 0 {
			start, ok := ends[w.blank(before)]
			if !ok {
				start, ok = w.primary(before)
			}
			if c.Cut = !ok; ok {
				start = w.created(start)
				c.Callee.Start, c.Span.Start = start, min(c.Span.Start, start)
			}
			o.Access = Member
		} else if c.Callee.Start == o.Word.Start && w.behindComment(o.Word.Start) {
			o.Access = Plain // the comment ends with the sign
		}
		ends[c.Span.End] = c.Callee.Start
	}
}

// member returns where the object ends whose member begins at pos; -1 if it is none.
func (w *backward) member(pos int) int {
	pos = w.blank(pos)
	if w.Generics && pos > w.least && w.src[pos-1] == '>' { // a.<T>f()
		if at := w.angle(pos); at > w.least && w.src[at-1] == '.' {
			pos = at
		}
	}
	for _, sign := range w.Signs {
		if !bytes.HasSuffix(w.src[w.least:pos], []byte(sign)) {
			continue
		}
		before := pos - len(sign)
		if before > w.least && w.src[before-1] == sign[len(sign)-1] { // a range, a label
			return -1
		}
		return before
	}
	return -1
}

// primary returns where the operand with all before it begins that ends at pos.
func (w *backward) primary(pos int) (int, bool) {
	from := pos
	defer func() { w.left -= min(w.left, from-pos) }()
	start, ok := w.operand(pos)
	for ok {
		pos = start
		before := w.member(start)
		if before < 0 && w.Scope != "" && bytes.HasSuffix(w.src[w.least:start], []byte(w.Scope)) {
			outer, found := w.operand(start - len(w.Scope))
			if !found {
				return start - len(w.Scope), true
			}
			start = outer
			continue
		}
		if before < 0 {
			return start, true
		}
		start, ok = w.operand(before)
	}
	pos = w.least // what is read in vain is counted whole
	return 0, false
}

// operand returns where the operand begins that ends before pos, without the objects that it is a member of.
func (w *backward) operand(pos int) (int, bool) {
	end := w.blank(pos)
	if !w.Macros && end < pos && end > 0 && strings.IndexByte(w.Suffixes, w.src[end-1]) >= 0 {
		return 0, false // a ? b : c
	}
	pos = end
	for pos > w.least {
		var goesOn, ok bool
		switch c := w.src[pos-1]; {
		case c == ')' || c == ']' || c == '}':
			pos, goesOn, ok = w.bracketed(pos)
		case strings.IndexByte(w.Quotes, c) >= 0:
			pos, goesOn, ok = w.quoted(pos)
		case w.isWord(c):
			return w.named(pos)
		case c == '>' && w.Generics:
			pos = w.types(pos)
			goesOn, ok = true, pos >= 0
		case c == '/' && w.Regexes:
			return w.regex(pos)
		default:
			goesOn, ok = true, strings.IndexByte(w.Suffixes, c) >= 0
			pos--
		}
		if !ok || !goesOn {
			return pos, ok
		}
	}
	return 0, false
}

// bracketed passes over brackets that end before pos, and reports whether what they belong to is before them.
func (w *backward) bracketed(pos int) (start int, goesOn, ok bool) {
	closing := w.src[pos-1]
	pos = w.opening(pos)
	if pos < 0 {
		return 0, false, false
	}
	before := pos
	for closing != ']' && before > w.least && (w.src[before-1] == ' ' || w.src[before-1] == '\t') {
		before--
	}
	if before == w.least {
		return pos, false, before == 0
	}
	if closing == '}' {
		return w.braced(pos, before)
	}
	if end := w.called(pos, before, closing); end >= 0 {
		return end, true, true
	}
	return pos, false, true
}

// called returns the end of what the brackets at pos call or index, -1 for nothing. Blanks may stand before them.
func (w *backward) called(pos, before int, closing byte) int { //nolint:gocyclo // one case for each sign before a bracket
	c := w.src[before-1]
	fits := false
	switch {
	case w.isWord(c):
		fits = !w.leads(before, before < pos)
	case before < pos:
	case c == ')' || c == ']':
		fits = true
	case c == '>' && w.Generics:
		fits = w.types(before) >= 0
	case c == '.' && bytes.HasSuffix(w.src[w.least:before], []byte("?.")):
		return before - len("?.")
	case w.Asks && (c == '?' || c == '!') && before-1 > w.least && w.isWord(w.src[before-2]):
		fits = true
	case c == '!' && w.Macros:
		before--
		fits = before > w.least && w.isWord(w.src[before-1])
	case strings.IndexByte(w.Suffixes, c) >= 0 && (c == '!' || closing == ']'):
		before = w.suffixed(before)
		fits = before >= 0
	}
	if !fits {
		return -1
	}
	return before
}

// suffixed returns where the operand ends with suffixes up to pos; -1 if none does.
func (w *backward) suffixed(pos int) int {
	for pos > w.least && strings.IndexByte(w.Suffixes, w.src[pos-1]) >= 0 {
		pos--
	}
	if pos > w.least && (w.isWord(w.src[pos-1]) || w.src[pos-1] == ')' || w.src[pos-1] == ']') {
		return pos
	}
	return -1
}

// braced is bracketed for curly brackets, which open at pos; what is before them ends at before.
func (w *backward) braced(pos, before int) (start int, goesOn, ok bool) {
	switch c := w.src[before-1]; {
	case w.isWord(c):
		first := w.src[w.wordStart(before)]
		return before, true, w.Closures && !w.leads(before, true) || w.Macros && first >= 'A' && first <= 'Z'
	case c == ')':
		return before, true, w.Closures
	case c == ']' || c == '>':
		return 0, false, false
	}
	return pos, false, true
}

// quoted passes over a text that ends before pos, with the letters before it.
func (w *backward) quoted(pos int) (start int, goesOn, ok bool) {
	quote := w.src[pos-1]
	start = w.text(pos - 1)
	if start < 0 {
		return 0, false, false
	}
	if start > w.least && w.isWord(w.src[start-1]) {
		if word := w.wordStart(start); quote == '`' || w.Closures {
			return start, !w.leads(start, false), true // f"text"
		} else if start-word <= 2 {
			start = word
		}
	}
	return start, false, true
}

// named passes over a name or number that ends before pos.
func (w *backward) named(pos int) (int, bool) {
	start := w.wordStart(pos)
	word := string(w.src[start:pos])
	switch {
	case word == "end":
		return 0, false // of a block of words
	case w.Regexes && start > w.least && w.src[start-1] == '/' && strings.Trim(word, "dgimnosuvxy") == "":
		if at, ok := w.regex(start); ok {
			return at, true
		}
	case word[0] <= '9' && start-1 > w.least && w.src[start-1] == '.' && isDigit(w.src[start-2]):
		return w.wordStart(start - 1), true
	}
	return start, true
}

// regex passes over a regular expression whose last slash is before pos, in one line without an operand before it.
func (w *backward) regex(pos int) (int, bool) {
	for i := pos - 2; i >= w.least && w.src[i] != '\n'; i-- {
		if w.src[i] != '/' || w.escaped(i) {
			continue
		}
		before := w.blank(i)
		if before == 0 || strings.IndexByte("(,=:[!&|?{};+<>", w.src[before-1]) >= 0 || w.isWord(w.src[before-1]) && w.leads(before, true) {
			return i, true
		}
		return 0, false
	}
	return 0, false
}

// types returns where the brackets < > after a name open that end before pos; -1 if they are none.
func (w *backward) types(pos int) int {
	at := w.angle(pos)
	if at-1 > w.least && w.Scope != "" && bytes.HasSuffix(w.src[w.least:at], []byte(w.Scope)) {
		at -= len(w.Scope)
	}
	if at > w.least && w.isWord(w.src[at-1]) {
		return at
	}
	return -1
}

// angle returns where the brackets < > around types open that end before pos; -1 if what they hold is more than types.
func (w *backward) angle(pos int) int {
	depth := 0
	for i := pos - 1; i > w.least; i-- {
		switch c := w.src[i]; {
		case c == '>' && w.src[i-1] != '=' && w.src[i-1] != '-':
			depth++
		case c == '<':
			if depth--; depth == 0 {
				return i
			}
		case !w.isWord(c) && strings.IndexByte(" \t\n,.?&|:[]*'", c) < 0:
			return -1
		}
	}
	return -1
}

// created returns where the word new is before an operand; without it, the operand's own place.
func (w *backward) created(start int) int {
	if !w.Creates {
		return start
	}
	if end := w.blank(start); end < start && bytes.HasSuffix(w.src[w.least:end], []byte("new")) && w.wordStart(end) == end-len("new") {
		return end - len("new")
	}
	return start
}
