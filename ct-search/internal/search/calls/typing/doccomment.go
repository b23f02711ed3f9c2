package typing

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// loose reports whether a type says less than a comment may.
func loose(written string) bool {
	switch strings.ToLower(strings.Trim(written, `?\`)) {
	case "array", "iterable", "object", "mixed", "callable", "traversable", "generator", "iterator", "self", "static":
		return true
	}
	return false
}

// typeBefore returns the type that ends before a variable whose $ is at pos, with all of a union.
func typeBefore(text []byte, pos int) string {
	end := skipSigns(text, pos, "&")
	if bytes.HasSuffix(text[:end], []byte("...")) {
		return ""
	}
	start := end
	for start > 0 && (word(text[start-1]) && text[start-1] != '$' || strings.IndexByte(`\|?&`, text[start-1]) >= 0) {
		start--
	}
	written := string(text[start:end])
	if isKeyword(written) || written == "var" || written == "readonly" || written == "as" || written == "use" || written == "echo" || written == "global" || written == "instanceof" || written == "clone" {
		return ""
	}
	return union(written)
}

// union returns the one type of a union, or an intersection, that says what an object is; empty if several do.
func union(written string) string {
	only := ""
	for one := range strings.FieldsFuncSeq(written, func(c rune) bool { return c == '|' || c == '&' }) {
		one = strings.TrimPrefix(strings.TrimSpace(one), "?")
		last := strings.ToLower(one[strings.LastIndexByte(one, '\\')+1:])
		if isNothing(last) || isScalar(last) && only != "" {
			continue
		}
		if only != "" && only != one && !isScalar(only) {
			return ""
		}
		only = one
	}
	return only
}

// nothing reports whether a type has no members.
func isNothing(word string) bool {
	switch word {
	case "", "null", "false", "true", "void", "mockobject", "stub":
		return true
	}
	return false
}

// scalar reports whether a type stands in unions of PHP's tests beside the type that it is made of.
func isScalar(word string) bool {
	switch word {
	case "string", "int", "array", "bool", "float", "callable", "integer", "boolean":
		return true
	}
	return false
}

// docBefore returns the comment that ends before pos, beside attributes and modifiers.
func docBefore(text []byte, pos int) []byte {
	head := bytes.TrimRight(text[max(0, pos-mostDoc):max(pos, 0)], " \t\r\n")
	for range 20 {
		if !bytes.HasSuffix(head, []byte("]")) {
			break
		}
		line := bytes.LastIndexByte(head, '\n') + 1
		if !bytes.HasPrefix(bytes.TrimLeft(head[line:], " \t"), []byte("#[")) {
			break
		}
		head = bytes.TrimRight(head[:line], " \t\r\n")
	}
	if !bytes.HasSuffix(head, []byte("*/")) {
		return nil
	}
	open := bytes.LastIndex(head, []byte("/**"))
	if open < 0 {
		return nil
	}
	return head[open:]
}

// docTag returns the type that a comment gives to what a function returns, to a parameter or to a variable.
func docTag(doc []byte, tag, name string) string {
	for _, m := range dollars.Get().doc.FindAllSubmatchIndex(doc, -1) {
		if string(doc[m[2]:m[3]]) != tag {
			continue
		}
		written, rest := docTyped(string(doc[m[1]:]))
		called := ""
		if strings.HasPrefix(rest, "$") {
			called = rest[1:]
			if at := strings.IndexFunc(called, func(c rune) bool { return c >= 0x80 || !word(byte(c)) }); at >= 0 {
				called = called[:at]
			}
		}
		if tag == "return" || called == name || tag == "var" && called == "" {
			return collection(written)
		}
	}
	return ""
}

// docTyped returns the type that a text begins with, and what follows it.
func docTyped(text string) (written, rest string) {
	depth := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '<' || c == '(' || c == '{':
			depth++
		case c == '>' || c == ')' || c == '}':
			depth--
		case c == '\n' || depth == 0 && (c == ' ' || c == '\t' || c == '*'):
			return text[:i], strings.TrimLeft(text[i:], " \t&.")
		}
	}
	return text, ""
}

// collection writes the type of a comment like one of the code: T[] for the collections of a T.
func collection(written string) string {
	written = strings.TrimPrefix(strings.TrimPrefix(written, "(?"), "?")
	depth, only := 0, ""
	from := 0
	for i := 0; i <= len(written); i++ {
		if i < len(written) && strings.IndexByte("<({", written[i]) >= 0 {
			depth++
		} else if i < len(written) && strings.IndexByte(">)}", written[i]) >= 0 {
			depth--
		}
		if i < len(written) && (depth > 0 || written[i] != '|') {
			continue
		}
		one := oneOf(written[from:i])
		from = i + 1
		if one == "" || isScalar(one) && only != "" {
			continue
		}
		if only != "" && only != one && !isScalar(only) {
			return ""
		}
		only = one
	}
	return only
}

// oneOf returns one type of a union; empty for one without members.
func oneOf(written string) string {
	head, rest, generic := strings.Cut(written, "<")
	if generic {
		switch strings.ToLower(strings.Trim(head, `\`)) {
		case "array", "iterable", "list", "non-empty-array", "non-empty-list", "generator", "traversable", "iterator", "arrayiterator":
			parts := arguments("<" + rest)
			if len(parts) == 0 {
				return ""
			}
			at := len(parts) - 1
			if strings.EqualFold(strings.Trim(head, `\`), "generator") && at > 1 {
				at = 1
			}
			if one := collection(parts[at]); one != "" {
				return one + "[]"
			}
			return ""
		}
		return head
	}
	if written == "$this" {
		return "static"
	}
	if isNothing(strings.ToLower(written[strings.LastIndexByte(written, '\\')+1:])) {
		return ""
	}
	if strings.Contains(written, "&") {
		return union(written)
	}
	return written
}

// documented adds what comments say of members whose types the code does not give.
func (l *Language) documented(text []byte, d *source.Declaration, m member) member {
	if m.typ != "" && !loose(m.typ) {
		return m
	}
	tag := "var"
	if m.method {
		tag = "return"
	}
	if written := docTag(docBefore(text, d.Span.Start), tag, d.Name.Of(text)); written != "" {
		m.typ, m.documented = written, true
	} else if m.method && m.typ == "" {
		m.typ, m.documented = returned(text[min(d.Signature.End, d.Span.End):d.Span.End]), true
	}
	return m
}

// returned returns the type of what each return of a function returns: the object, or a new one.
func returned(body []byte) string {
	only := ""
	for _, m := range dollars.Get().returns.FindAllSubmatch(body, -1) {
		one := string(m[2])
		if len(m[1]) > 0 {
			one = "static"
		}
		if one == "" || only != "" && one != only {
			return ""
		}
		only = one
	}
	return only
}
