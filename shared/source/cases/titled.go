package cases

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// called adds the tests and setups that are calls with a block.
func (f *finder) called() {
	var groups []Case
	for i := range f.source.Calls {
		c := &f.source.Calls[i]
		callee := c.Callee.Of(f.text)
		if at := strings.IndexAny(callee, " \t\n(["); at >= 0 {
			continue
		}
		last := callee[strings.LastIndexByte(callee, '.')+1:]
		group, test := begins(f.of.Groups, callee), begins(f.of.Calls, callee)
		switch {
		case has(f.of.Setups, last) && (last == callee || begins(f.of.Calls, callee)):
			f.setups = append(f.setups, setup{span: f.block(c).Span, scope: around(groups, c.Callee.Start, len(f.text))})
		case group:
			groups = append(groups, f.block(c))
		case test:
			found := f.block(c)
			if found.Span.Len() == 0 {
				continue
			}
			var names []string
			for _, g := range groups {
				if g.Span.Holds(found.Span) {
					names = append(names, g.Names...)
					found.Open = found.Open || g.Open
				}
			}
			found.Names = append(names, found.Names...)
			f.Cases = append(f.Cases, found)
		}
	}
}

// around returns the innermost group around an offset, the whole file without one.
func around(groups []Case, at, size int) source.Span {
	scope := source.Span{End: size}
	for _, g := range groups {
		if g.Span.Start <= at && at < g.Span.End {
			scope = g.Span
		}
	}
	return scope
}

// begins reports whether a callee is one of some functions, or a variant of it: it.skip.
func begins(words, callee string) bool {
	for word := range strings.FieldsSeq(words) {
		if rest, ok := strings.CutPrefix(callee, word); ok && (rest == "" || rest[0] == '.') {
			return true
		}
	}
	return false
}

// block returns a call with a title and a block as a case; its span is empty if it has no block.
func (f *finder) block(call *source.Call) Case {
	c := Case{Span: call.Span, Titled: true, Signature: call.Span, from: call.Span.Start}
	at := call.Callee.End
	each := strings.HasSuffix(call.Callee.Of(f.text), ".each")
	if each && call.Span.End < len(f.text) && f.text[call.Span.End] == '(' { // it.each(table)(title, block)
		at = call.Span.End
		c.Span.End = f.closing(at)
	}
	title, open, ok := f.title(at)
	if each {
		if cut := strings.IndexAny(title, "%$"); cut >= 0 {
			title, open = title[:cut], true
		}
	}
	c.Names, c.Open = []string{title}, open || !ok
	if end := bytes.IndexByte(f.text[call.Span.Start:call.Span.End], '\n'); end >= 0 {
		c.Signature.End = call.Span.Start + end
	}
	if c.Span.End == call.Span.End {
		c.Span.End = max(c.Span.End, f.blockAfter(call.Span))
	}
	if inside := f.text[c.Span.Start:c.Span.End]; !ok && c.Span == call.Span && !bytes.Contains(inside, []byte("=>")) && !bytes.Contains(inside, []byte("function")) {
		c.Span.End = c.Span.Start
	}
	return c
}

// title reads the first argument of a call whose name ends before an offset: a text without what is computed in it. If
// it is no text, it is an expression, and ok is false.
func (f *finder) title(at int) (title string, open, ok bool) {
	rest := f.text[at:min(at+400, len(f.text))]
	rest = bytes.TrimLeft(rest, " \t\r\n")
	if len(rest) > 0 && rest[0] == '(' {
		rest = bytes.TrimLeft(rest[1:], " \t\r\n")
	}
	if len(rest) == 0 || !strings.ContainsRune("'\"`", rune(rest[0])) {
		end := max(bytes.IndexAny(rest, ",\n{)"), 0)
		word := strings.TrimSpace(string(rest[:end]))
		return strings.TrimSpace(strings.TrimSuffix(word, " do")), false, false
	}
	quote := rest[0]
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == quote:
			return b.String(), false, true
		case c == '\\' && i+1 < len(rest):
			i++
			b.WriteByte(rest[i])
		case quote != '\'' && i+1 < len(rest) && rest[i+1] == '{' && (c == '$' && quote == '`' || c == '#'):
			return b.String(), true, true
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true, true
}

// blockAfter returns where the block ends that follows a call in Ruby: at its bracket, or at the end with the indentation
// of the line in which the call begins; 0 without one.
func (f *finder) blockAfter(call source.Span) int {
	rest := bytes.TrimLeft(f.text[call.End:], " \t")
	at := len(f.text) - len(rest)
	switch {
	case len(rest) > 0 && rest[0] == '{':
		return f.closing(at)
	case !bytes.HasPrefix(rest, []byte("do")):
		return 0
	}
	start := bytes.LastIndexByte(f.text[:call.Start], '\n') + 1
	indent := f.text[start : start+len(f.text[start:])-len(bytes.TrimLeft(f.text[start:], " \t"))]
	for from := at; ; {
		next := bytes.IndexByte(f.text[from:], '\n')
		if next < 0 {
			return len(f.text)
		}
		from += next + 1
		if line, ok := bytes.CutPrefix(f.text[from:], indent); ok && bytes.HasPrefix(line, []byte("end")) {
			return from + len(indent) + len("end")
		}
	}
}

// closing returns the offset after the bracket that closes the one at an offset, leaving texts and comments aside; at most
// the end of the file.
func (f *finder) closing(at int) int {
	all := f.source.Occurrences
	next, _ := slices.BinarySearchFunc(all, at, func(o source.Occurrence, at int) int { return cmp.Compare(o.Place.Start, at) })
	depth := 0
	for i := at; i < len(f.text); i++ {
		for next < len(all) && all[next].Place.End <= i {
			next++
		}
		if next < len(all) && all[next].Place.Start <= i && !all[next].Kind.Code() && all[next].Kind != source.Text {
			i = all[next].Place.End - 1
			continue
		}
		switch f.text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(f.text)
}
