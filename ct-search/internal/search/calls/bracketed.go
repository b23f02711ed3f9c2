package calls

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// inBrackets are the languages in which brackets round a callee are read here:
// (f)(1), (*p->f)(1), (0, f)(1).
var inBrackets = []string{"c", "cpp", "cs", "js", "kotlin", "lua", "php", "rust", "swift", "ts"}

// Bounds in bytes of what is read round a word: brackets round a callee, and
// arguments.
const (
	maxBracketed = 300
	maxArguments = 4096
)

// A bracketed word is one in brackets that are called.
type bracketed struct {
	source.Span      // of the brackets, the called ones left aside
	arguments   int  // where the called brackets open
	only        bool // nothing but names, dots and stars stand in the brackets
	starred     bool // a star stands before the names
	behind      bool // other brackets stand directly before: a head, a cast, or what gives a function
}

// calledIn reads brackets that a word stands in and that are called; false where
// there are none.
func calledIn(f *occurrence.File, word source.Span) (b bracketed, ok bool) {
	text, lines := f.Text, f.Language != "kotlin" && f.Language != "swift"
	tail, pos := word.End, closing(text, word.End)
	if pos < 0 {
		return bracketed{}, false
	}
	between := text[tail:pos]
	closings := 0
	for pos < len(text) && text[pos] == ')' {
		closings++
		pos = forward(text, pos+1, true)
	}
	end := len(bytes.TrimRight(text[:pos], " \t\r\n"))
	if pos, ok = handed(f, pos); !ok || !lines && bytes.IndexByte(text[end:pos], '\n') >= 0 {
		return bracketed{}, false
	}
	b = bracketed{arguments: pos}
	b.Start = word.Start
	for range closings {
		if b.Start = opening(text, b.Start); b.Start < 0 {
			return bracketed{}, false
		}
	}
	b.End = end
	if b.behind, ok = stands(f.Language, text[:b.Start], lines); !ok || !b.hold(f, word, between) {
		return bracketed{}, false
	}
	return b, true
}

// handed returns where the arguments open that stand at pos, in JavaScript also
// behind ?. or as a template; false where none do.
func handed(f *occurrence.File, pos int) (open int, ok bool) {
	if f.Language == "js" || f.Language == "ts" {
		if bytes.HasPrefix(f.Text[pos:], []byte("?.(")) {
			pos += len("?.")
		}
		if bytes.HasPrefix(f.Text[pos:], []byte("`")) {
			return pos, true
		}
	}
	return pos, pos < len(f.Text) && f.Text[pos] == '('
}

// stands reports whether brackets that begin behind a text are no arguments of what
// ends it, and whether other brackets end it.
func stands(language string, text []byte, lines bool) (behind, ok bool) {
	before := bytes.TrimRight(text, " \t\r\n")
	if len(before) == 0 || !lines && bytes.IndexByte(text[len(before):], '\n') >= 0 {
		return false, true
	}
	switch c := before[len(before)-1]; {
	case c == ')' || c == '>' && !bytes.HasSuffix(before, []byte("=>")):
		return true, true
	case c == ']', c == '"', c == '\'', c == '!' && language == "rust":
		return false, false
	case pattern.IsIdentifier(c):
		return false, leads(language, before)
	}
	return false, true
}

// hold reads what the brackets hold before and behind a word; false where that
// cannot give what the word names.
func (b *bracketed) hold(f *occurrence.File, word source.Span, behind []byte) bool {
	inner := strings.TrimLeft(string(f.Text[b.Start:word.Start]), "( \t\r\n")
	if at := strings.LastIndexByte(inner, ','); at >= 0 && (f.Language == "js" || f.Language == "ts") {
		inner = inner[at+1:]
	}
	if f.Language == "cpp" {
		inner = members.Replace(inner)
	}
	names := strings.TrimLeft(inner, "*& \t")
	b.starred = len(names) < len(inner)
	b.only = len(bytes.TrimSpace(behind)) == 0 && chain(names)
	return b.only || chooses(inner) || chooses(string(behind)) || typed(f, b.Start, inner, string(behind))
}

// chain reports whether text is names with a sign behind each, or nothing.
func chain(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || len(split(text+"x")) > 1 && !pattern.IsIdentifier(text[len(text)-1])
}

// chooses reports whether an expression gives one of several operands.
func chooses(text string) bool {
	return slices.ContainsFunc([]string{"||", "&&", "??", "?", " or ", " and ", " if ", " else ", ":="}, func(sign string) bool { return strings.Contains(text, sign) })
}

// leads reports whether the word before brackets is not a name of what they belong
// to. The heads of statements that stand in brackets are taken for names.
func leads(language string, before []byte) bool {
	start := len(before)
	for start > 0 && pattern.IsIdentifier(before[start-1]) {
		start--
	}
	switch string(before[start:]) {
	case "return", "await", "yield", "else", "do", "not", "in", "and", "or", "throw", "case", "typeof", "is", "echo", "print", "raise", "co_await", "co_return", "co_yield", "delete", "goto", "match", "then":
		return true
	case "if", "elif", "while", "assert":
		return language == "rust" || language == "swift" || language == "lua"
	case "void", "new":
		return language == "js" || language == "ts"
	}
	return false
}

// forward passes over blanks, and line ends if lines.
func forward(text []byte, pos int, lines bool) int {
	for pos < len(text) && (text[pos] == ' ' || text[pos] == '\t' || lines && (text[pos] == '\n' || text[pos] == '\r')) {
		pos++
	}
	return pos
}

// namesBefore returns where the names and dots begin that end at pos.
func namesBefore(text []byte, pos int) int {
	for pos > 0 && (text[pos-1] == '.' || pattern.IsIdentifier(text[pos-1])) {
		pos--
	}
	return pos
}

// closing returns the round bracket that closes what the byte at pos stands in; -1
// where another stands before it, or none near.
func closing(text []byte, pos int) int {
	depth := 0
	for end := min(pos+maxBracketed, len(text)); pos < end; pos++ {
		switch text[pos] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				if text[pos] == ']' {
					return -1
				}
				return pos
			}
		case '{', '}', ';':
			return -1
		}
	}
	return -1
}

// opening returns the round bracket that opens what the byte at pos stands in; -1
// where another stands before it, or none near.
func opening(text []byte, pos int) int {
	depth := 0
	for least := max(pos-maxBracketed, 0); pos > least; {
		pos--
		switch text[pos] {
		case ')', ']':
			depth++
		case '(', '[':
			if depth--; depth < 0 {
				if text[pos] == '[' {
					return -1
				}
				return pos
			}
		case '{', '}', ';':
			return -1
		}
	}
	return -1
}

// unwrapped returns the names of a callee in brackets.
func unwrapped(callee string) string {
	for strings.HasPrefix(callee, "(") && strings.HasSuffix(callee, ")") {
		inner := strings.TrimLeft(callee[1:len(callee)-1], "*&")
		inner = strings.TrimLeft(inner[strings.LastIndexByte(inner, ',')+1:], "*&")
		if closed([]byte(callee)) != len(callee) || !strings.HasPrefix(inner, "(") && len(split(inner)) == 0 {
			break
		}
		callee = inner
	}
	return callee
}

// calledAs reads the arguments of a callee, which stand in brackets from open on.
func calledAs(f *occurrence.File, callee source.Span, open int) source.Call {
	c := source.Call{Callee: callee, Span: source.Span{Start: callee.Start, End: open + 1}}
	if f.Text[open] == '`' {
		c.Positional = 1
		return c
	}
	n := closed(f.Text[open:min(open+maxArguments, len(f.Text))])
	if n < 0 {
		return c
	}
	c.Span.End = open + n
	depth, from := 0, open+1
	for pos := open + 1; pos < c.Span.End; pos++ {
		switch b := f.Text[pos]; {
		case b == '(' || b == '[' || b == '{':
			depth++
		case depth > 0 && (b == ')' || b == ']' || b == '}'):
			depth--
		case depth == 0 && (b == ',' || pos == c.Span.End-1):
			argument(f, &c, source.Span{Start: from, End: pos})
			from = pos + 1
		}
	}
	return c
}

// argument counts an argument.
func argument(f *occurrence.File, c *source.Call, at source.Span) {
	at.Start = forward(f.Text, at.Start, true)
	if at.Start >= at.End {
		return
	}
	text := at.Of(f.Text)
	switch {
	case strings.HasPrefix(text, "..."):
		c.Spread = true
	default:
		c.Positional++
	}
}
