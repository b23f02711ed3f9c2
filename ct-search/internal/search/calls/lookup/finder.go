package lookup

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/match/kernel"
)

// A Place is where a name is looked up.
type Place struct {
	At       int  // offset of what looks it up
	Computed bool // no literal text there spells the name
}

// Find returns the places of a text that may call name: those where literal text spells it, and those where it is wholly
// computed; whole says whether the text has the name at all. Without every, only the first that was found of these if no literal text of the file can spell it. A place
// whose literal text cannot be a part of name is left out.
func (r *Rule) Find(text []byte, n *Name, whole, every bool) []Place {
	f := &finder{syntax: r.syntax, text: text, name: n.text, whole: whole, known: map[string]fit{}}
	f.literals = whole || r.MayBeIn(text, n)
	f.brief = !every && !f.literals
	r.words.Each(text, func(start, which int) bool {
		if h := &r.handle[which]; f.isWord(start, h.word) {
			h.do(f, start, start+len(h.word))
		}
		return !f.done()
	})
	if r.more != nil {
		r.more(f)
	}
	slices.SortFunc(f.places, func(a, b Place) int { return a.At - b.At })
	return slices.CompactFunc(f.places, func(a, b Place) bool { return a.At == b.At })
}

// A Name is what is looked for.
type Name struct {
	text       string
	part       int // the length of head and tail
	head, tail *kernel.Pair
}

// NewName returns the Name of text, which is not empty.
func NewName(text string) *Name {
	n := min(leastPart, len(text))
	return &Name{text, n, kernel.NewPair([]byte(text[:n])), kernel.NewPair([]byte(text[len(text)-n:]))}
}

// MayBeIn reports whether text has what the name begins with at the start of a word, or what it ends with at the end of
// one, of as many bytes as a literal part must have; in quotes, unless the language pastes words.
func (r *Rule) MayBeIn(text []byte, n *Name) bool {
	for at := n.head.Index(text, 0); at >= 0; at = n.head.Index(text, at+1) {
		if at == 0 || isName(text[at-1]) || !r.pastes && strings.IndexByte("'\"`:.", text[at-1]) < 0 {
			continue
		}
		end := at + n.part
		for end < min(len(text), at+len(n.text)) && text[end] == n.text[end-at] {
			end++
		}
		if end == len(text) || !isName(text[end]) {
			return true
		}
	}
	for at := n.tail.Index(text, 0); at >= 0; at = n.tail.Index(text, at+1) {
		start, end := at, at+n.part
		if end == len(text) || isName(text[end]) || !r.pastes && strings.IndexByte("'\"`", text[end]) < 0 {
			continue
		}
		for start > max(0, end-len(n.text)) && text[start-1] == n.text[len(n.text)-1-(end-start)] {
			start--
		}
		if start == 0 || !isName(text[start-1]) || bytes.IndexByte(text[max(0, start-mostVerb):start], '%') >= 0 {
			return true
		}
	}
	return false
}

// mostVerb is how many bytes before the end of a word the verb of a format may begin.
const mostVerb = 20

// finder looks at one text.
type finder struct {
	*syntax
	text     []byte
	name     string
	places   []Place
	known    map[string]fit // what variables may be
	whole    bool           // the file has the name
	literals bool           // the file may have a text that spells the name, or a part of it
	brief    bool           // one place is enough
}

// done reports whether no more places are wanted.
func (f *finder) done() bool { return f.brief && len(f.places) > 0 }

// A fit says whether a text can be the name.
type fit uint8

const (
	never   fit = iota
	unknown     // it is computed
	spelled     // its literal parts are the name, or its start or end
)

// leastPart is how many bytes a literal part must have that spells the start or end of a name.
const leastPart = 3

// fitOf compares the parts of a text with the name.
func (f *finder) fitOf(parts []part) fit {
	rest := f.name
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 && first.fixed {
		if first.text == rest {
			return spelled
		}
		return never
	}
	long := false
	if first.fixed {
		if !strings.HasPrefix(rest, first.text) {
			return never
		}
		rest, parts, long = rest[len(first.text):], parts[1:], len(first.text) >= leastPart
	}
	if last.fixed && len(parts) > 0 {
		if !strings.HasSuffix(rest, last.text) {
			return never
		}
		rest, parts, long = rest[:len(rest)-len(last.text)], parts[:len(parts)-1], long || len(last.text) >= leastPart
	}
	open := false
	for _, p := range parts {
		if !p.fixed {
			open = true
			continue
		}
		at := strings.Index(rest, p.text)
		if at < 0 {
			return never
		}
		rest = rest[at+len(p.text):]
	}
	switch {
	case long || !open && rest == "":
		return spelled
	case !open:
		return never
	}
	return unknown
}

// mostText is how many bytes a text may have that is a name.
const mostText = 1000

// merged joins neighbouring fixed parts, and drops what stands before the last separator of a dotted name.
func merged(parts []part, dotted string) []part {
	var all []part
	for _, p := range parts {
		if p.fixed && dotted != "" {
			if at := strings.LastIndex(p.text, dotted); at >= 0 {
				all, p.text = nil, p.text[at+len(dotted):]
			}
		}
		if n := len(all); n > 0 && p.fixed && all[n-1].fixed {
			if len(all[n-1].text) < mostText { // what is longer is no name anyway
				all[n-1].text += p.text
			}
			continue
		}
		all = append(all, p)
	}
	return all
}

// evaluate says whether an expression can be the name.
func (f *finder) evaluate(e []byte, dotted string, depth int) fit {
	best := never
	for _, parts := range f.value(e) {
		parts = merged(parts, dotted)
		now := f.fitOf(parts)
		if now == unknown && len(parts) == 1 && parts[0].name != "" {
			now = max(now, f.variable(parts[0].name, depth+1))
		}
		best = max(best, now)
	}
	return best
}

// add keeps a place.
func (f *finder) add(at int, is fit) {
	if is != never && !f.commented(at) {
		f.places = append(f.places, Place{at, is == unknown})
	}
}

// commented reports whether the line of a place is a comment up to it, as far as its signs say.
func (f *finder) commented(at int) bool {
	before := f.text[f.lineStart(at):at]
	head := bytes.TrimLeft(before, " \t")
	return bytes.Contains(before, []byte(" "+f.comment+" ")) || bytes.HasPrefix(head, []byte(f.comment)) || bytes.HasPrefix(head, []byte("* "))
}

// isWord reports whether the text w, which is at start, is a whole word there.
func (f *finder) isWord(start int, w string) bool {
	end := start + len(w)
	return (start == 0 || !isName(f.text[start-1]) || !isName(w[0])) && (end == len(f.text) || !isName(f.text[end]) || !isName(w[len(w)-1]))
}

// each calls do with the start and end of every occurrence of a whole word, until it returns false or no more are wanted.
func (f *finder) each(w *word, do func(start, end int) bool) {
	for start := w.pair.Index(f.text, 0); start >= 0 && !f.done(); start = w.pair.Index(f.text, start+1) {
		if f.isWord(start, w.text) && !do(start, start+len(w.text)) {
			return
		}
	}
}

// call looks at a function that takes a name as the argument a, and whose own name is from start to end.
func (f *finder) call(a argument, start, end int) {
	if line := f.text[f.lineStart(start):start]; bytes.HasSuffix(line, []byte("def ")) || bytes.HasSuffix(line, []byte("function ")) || bytes.HasSuffix(line, []byte("func ")) {
		return
	}
	for end < len(f.text) && (f.text[end] == ' ' || f.text[end] == '\t') {
		end++
	}
	var arguments [][]byte
	switch {
	case end == len(f.text):
		return
	case f.text[end] == '(':
		arguments = f.split(inside(f.text, end, closing(f.text, end, f.syntax)))
	case a.bare && strings.IndexByte(`:'"`, f.text[end]) >= 0:
		arguments = f.split(f.text[end:f.lineEnd(end)])
	default:
		return
	}
	best := never
	for i, e := range arguments {
		if i == a.at || a.at < 0 {
			best = max(best, f.evaluate(e, a.dotted, 0))
		}
	}
	f.add(start, best)
}

// index looks at the element of what has functions as elements and is written from start to end, or, if that is a function,
// is its result.
func (f *finder) index(called bool, start, end int) {
	if called {
		if end == len(f.text) || f.text[end] != '(' {
			return
		}
		end = closing(f.text, end, f.syntax)
	}
	opening := end
	if bytes.HasPrefix(f.text[end:], []byte(".get(")) {
		opening = end + len(".get")
	}
	if opening == len(f.text) || f.text[opening] != '[' && opening == end {
		return
	}
	after := closing(f.text, opening, f.syntax)
	if inner := f.split(inside(f.text, opening, after)); len(inner) > 0 && !f.assigned(after) {
		f.add(start, f.evaluate(inner[0], "", 0))
	}
}

// assigned reports whether what ends at i is assigned to.
func (f *finder) assigned(i int) bool {
	rest := bytes.TrimLeft(f.text[i:min(i+20, len(f.text))], " \t")
	return len(rest) > 1 && rest[0] == '=' && rest[1] != '='
}

// mostLine is how much of a line is read before a place and after it.
const mostLine = 500

// lineStart returns the start of the line of i.
func (f *finder) lineStart(i int) int {
	from := max(0, i-mostLine)
	return from + bytes.LastIndexByte(f.text[from:i], '\n') + 1
}

// lineEnd returns the end of the line of i.
func (f *finder) lineEnd(i int) int {
	rest := f.text[i:min(len(f.text), i+mostLine)]
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		return i + n
	}
	return i + len(rest)
}

// Bounds for what is read of variables.
const (
	mostDepth     = 3   // variables that are assigned variables
	mostUses      = 300 // occurrences of one
	mostVariables = 40  // of a file
)

// variable says what a variable may be, by what the file assigns to it, or what it goes through.
func (f *finder) variable(name string, depth int) fit {
	if is, ok := f.known[name]; ok || depth > mostDepth || !f.literals || len(f.known) == mostVariables {
		return is
	}
	f.known[name] = never
	best, uses := never, 0
	f.each(newWord(name), func(start, end int) bool {
		uses++
		if e := f.given(end); e != nil {
			best = max(best, f.evaluate(e, "", depth), f.elementsOf(e, depth))
		} else if f.whole {
			best = max(best, f.elementsOf(f.loop(start, end), depth))
		}
		return uses < mostUses && best != spelled
	})
	f.known[name] = best
	return best
}

// given returns the expression that is assigned to the name that ends at i, nil if none is.
func (f *finder) given(i int) []byte {
	line := f.text[i:f.lineEnd(i)]
	at := 0
	for at < len(line) && (isName(line[at]) || strings.IndexByte(" \t:<>[]?|.+", line[at]) >= 0) {
		at++
	}
	if at+1 >= len(line) || line[at] != '=' || strings.IndexByte("=>~", line[at+1]) >= 0 {
		return nil
	}
	// Between them may be a type, an index, or a part of the operator.
	if head := bytes.TrimSpace(line[:at]); len(head) > 0 && strings.IndexByte(":|+.", head[0]) < 0 && (head[0] != '[' || head[len(head)-1] != ']') {
		return nil
	}
	from := i + at + 1
	return f.text[from:f.upTo(from, ";\n)}")]
}

// upTo returns the place of the first of some bytes outside of brackets and texts.
func (f *finder) upTo(from int, ends string) int {
	end := from
	for most := min(len(f.text), from+mostExpression); end < most; {
		if _, next := f.literal(f.text, end); next > end {
			end = next
			continue
		}
		c := f.text[end]
		if strings.IndexByte(ends, c) >= 0 {
			break
		}
		if strings.IndexByte("([{", c) >= 0 {
			end = closing(f.text, end, f.syntax)
			continue
		}
		end++
	}
	return min(end, len(f.text))
}

// loop returns the line that makes the name from start to end go through something, nil if it is none.
func (f *finder) loop(start, end int) []byte {
	from := f.lineStart(start)
	before, after := f.text[from:start], f.text[end:f.lineEnd(end)]
	for _, word := range []string{" in ", " of ", " : "} {
		if at := bytes.Index(after, []byte(word)); at >= 0 && bytes.Contains(before, []byte("for")) {
			from := end + at + len(word)
			return f.text[from:f.upTo(from, "\n")]
		}
	}
	if bytes.Contains(before, []byte(" as ")) && bytes.Contains(before, []byte("foreach")) || bytes.HasSuffix(bytes.TrimRight(before, "$ "), []byte("|")) {
		return before
	}
	return nil
}

// elementsOf says whether a collection has the name among its elements, or a variable does that it is made of.
func (f *finder) elementsOf(e []byte, depth int) fit {
	if !f.whole {
		return never
	}
	for i := 0; i < len(e); {
		if parts, end := f.literal(e, i); end > i {
			if len(parts) == 1 && parts[0].fixed && (parts[0].text == f.name || slices.Contains(strings.Fields(parts[0].text), f.name)) {
				return spelled
			}
			i = end
			continue
		}
		start := i
		for i < len(e) && isName(e[i]) {
			i++
		}
		switch word := string(e[start:i]); {
		case word == "":
			i++
		case word == f.name && start > 2 && (e[start-1] == '[' || e[start-1] == ' ') && bytes.Contains(e[:start], []byte("%w")), word == f.name && bytes.Contains(e[:start], []byte("%i")):
			return spelled
		case f.variable(word, depth+1) == spelled && f.name != word:
			return spelled
		}
	}
	return never
}
