package calls

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// element returns the call of a component that an element of JSX names, which is
// handed its attributes: <Button size={1}/>.
func element(f *occurrence.File, o *source.Occurrence) (source.Call, bool) {
	if f.Language != "js" && (f.Language != "ts" || !strings.HasSuffix(f.Path, "x")) {
		return source.Call{}, false
	}
	start := namesBefore(f.Text, o.Word.Start)
	if start == 0 || f.Text[start-1] != '<' || start > 1 && continues(f.Text[start-2]) {
		return source.Call{}, false
	}
	if c := f.Text[start]; start == o.Word.Start && c >= 'a' && c <= 'z' {
		return source.Call{}, false // of the page, not of the program
	}
	end := o.Word.End
	if at := forward(f.Text, end, true); at >= len(f.Text) || !begins(f.Text[at:], at > end) {
		return source.Call{}, false
	}
	return source.Call{Callee: source.Span{Start: start, End: end}, Span: source.Span{Start: start - 1, End: end}, Positional: 1}, true
}

// continues reports whether < behind a byte compares, or gives types to a name.
func continues(c byte) bool {
	return c == ')' || c == ']' || c == '.' || c == '<' || c >= 0x80 || pattern.IsIdentifier(c)
}

// begins reports whether what follows a name behind < is that of an element: its
// end, types, or an attribute behind blanks.
func begins(text []byte, blanks bool) bool {
	if text[0] == '>' || text[0] == '<' || text[0] == '/' {
		return true
	}
	return blanks && !bytes.HasPrefix(text, []byte("extends ")) && (text[0] == '{' || pattern.IsIdentifier(text[0]))
}

// callers are the methods by which the functions of a language are called.
var callers = map[string][]string{"js": {"call", "apply", "bind"}, "ts": {"call", "apply", "bind"}, "cs": {"Invoke", "DynamicInvoke", "BeginInvoke"}}

// through returns the call of a function through a method of it, and whether it is
// surely one: another object may have a method of that name.
func through(f *occurrence.File, o *source.Occurrence) (c source.Call, sure, ok bool) {
	methods := callers[f.Language]
	if methods == nil || o.Kind != source.Reference {
		return c, false, false
	}
	rest := bytes.TrimLeft(f.Text[o.Word.End:min(o.Word.End+maxBracketed, len(f.Text))], " \t\r\n")
	rest = bytes.TrimPrefix(rest, []byte("?"))
	if len(rest) == 0 || rest[0] != '.' {
		return c, false, false
	}
	rest = bytes.TrimLeft(rest[1:], " \t\r\n")
	end := bytes.IndexFunc(rest, func(r rune) bool { return r >= 0x80 || !pattern.IsIdentifier(byte(r)) })
	if end < 0 || rest[end] != '(' || !slices.Contains(methods, string(rest[:end])) {
		return c, false, false
	}
	open := bytes.IndexByte(f.Text[o.Word.End:], '(') + o.Word.End
	callee := source.Span{Start: namesBefore(f.Text, o.Word.Start), End: o.Word.End}
	c = calledAs(f, callee, open)
	switch method := string(rest[:end]); method {
	case "call", "apply":
		c.Positional = max(c.Positional-1, 0) // this
		if method == "apply" {
			c.Positional, c.Spread = 0, true
		}
		if o.Access == source.Plain {
			sure = slices.ContainsFunc(f.Seen.Lookup(o.Word.Of(f.Text), o.Enclosing, o.Word.Start), func(b *source.Binding) bool {
				return b.Kind == source.Defined && f.Seen.Declarations[b.Declaration].Symbol <= source.Method
			})
		}
	}
	return c, sure, true
}

// members turns the signs of pointers to members of C++ into those of members.
var members = strings.NewReplacer("->*", "->", ".*", ".")

// typed reports whether brackets hold a name and a type for it, or in JavaScript
// what is waited for: (f as any), (<any>f), ((int (*)(int))f), (await f).
func typed(f *occurrence.File, start int, before, behind string) bool {
	before, behind = strings.TrimSpace(before), strings.TrimSpace(behind)
	switch f.Language {
	case "c", "cpp":
		return behind == "" && strings.HasSuffix(before, ")") && bytes.HasPrefix(f.Text[forward(f.Text, start+1, true):], []byte("("))
	case "js", "ts":
		_, names, cast := strings.Cut(before, ">")
		return behind == "" && (before == "await" || strings.HasPrefix(before, "await ") || cast && before[0] == '<' && chain(names)) ||
			chain(before) && (behind == "!" || strings.HasPrefix(behind, "as ") || strings.HasPrefix(behind, "satisfies "))
	}
	return false
}

// selected reports whether a word stands in a list or table and one of its elements is
// called: [f, g][0](1).
func selected(f *occurrence.File, word source.Span) bool {
	if f.Language != "js" && f.Language != "ts" {
		return false
	}
	text, pos := f.Text[:min(word.End+maxBracketed, len(f.Text))], word.End
	for depth := 0; ; pos++ {
		if pos >= len(text) || text[pos] == ';' || text[pos] == ')' && depth == 0 {
			return false
		}
		switch text[pos] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	pos = forward(text, pos+1, false)
	if pos >= len(text) || text[pos] != '[' {
		return false
	}
	n := closed(text[pos:])
	if n < 0 {
		return false
	}
	pos = forward(text, pos+n, false)
	return pos < len(text) && text[pos] == '('
}

// constructs reports whether a name of C++ may be a type that is made: f{}, f p(1)
// or f p{1}.
func constructs(text []byte, word source.Span) bool {
	at := forward(text, word.End, false)
	if at >= len(text) {
		return false
	}
	if text[at] == '{' {
		return !wordBefore(text, word.Start, "namespace")
	}
	name := at
	for at < len(text) && pattern.IsIdentifier(text[at]) {
		at++
	}
	if at == name || at == word.End {
		return false
	}
	at = forward(text, at, false)
	return at < len(text) && (text[at] == '(' || text[at] == '{')
}

// initializes reports whether a name of C++ may be a base that is made in a
// constructor: A::A() : f(1) {}.
func initializes(text []byte, word source.Span) bool {
	at := forward(text, word.End, false)
	if at >= len(text) || text[at] != '(' && text[at] != '{' {
		return false
	}
	before := bytes.TrimRight(text[:word.Start], " \t\r\n")
	return bytes.HasSuffix(before, []byte(":")) && !bytes.HasSuffix(before, []byte("::")) || bytes.HasSuffix(before, []byte(","))
}
