package methodsets

import (
	"bytes"
)

// A Glance is what the lines of a Go file show at first sight, without parsing it: where a method set may begin.
type Glance struct {
	Receivers []Declared // methods of the names that were asked for
	Lines     []string   // names of these that a line begins with, as those of an interface's methods do
	Embedded  []string   // last names of types that fields without a name may have, and of those that types are defined by
}

// Declared is a method that a file declares for a type.
type Declared struct{ Method, Owner string }

// GlanceAt looks at the text of a file for methods of some names, and for embedded types.
func GlanceAt(text []byte, methods map[string]bool) Glance {
	var g Glance
	for len(text) > 0 {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		switch {
		case len(line) == 0:
		case bytes.HasPrefix(line, []byte("func (")):
			g.method(line[len("func ("):], methods)
		case line[0] == '\t' || line[0] == ' ':
			g.field(bytes.TrimLeft(line, "\t "), methods)
		case bytes.HasPrefix(line, []byte("type ")):
			g.defined(line[len("type "):])
		}
		if line = bytes.TrimRight(line, " \t\r"); len(line) > 0 && line[len(line)-1] == '}' {
			g.inOneLine(line, methods)
		}
	}
	return g
}

// method adds the method that a line declares, after its opening bracket.
func (g *Glance) method(line []byte, methods map[string]bool) {
	receiver, rest, ok := bytes.Cut(line, []byte(")"))
	name := wordAt(bytes.TrimLeft(rest, " "))
	if !ok || !methods[string(name)] {
		return
	}
	receiver, _, _ = bytes.Cut(receiver, []byte("["))
	owner := receiver[bytes.LastIndexAny(receiver, " *(")+1:]
	if len(owner) > 0 {
		g.Receivers = append(g.Receivers, Declared{string(name), string(owner)})
	}
}

// field adds what a line of a struct or an interface may be: an embedded type, or a method.
func (g *Glance) field(line []byte, methods map[string]bool) {
	line = bytes.TrimLeft(line, "*")
	first := wordAt(line)
	rest := line[len(first):]
	if len(first) == 0 {
		return
	}
	if len(rest) > 0 && rest[0] == '(' {
		if methods[string(first)] {
			g.Lines = append(g.Lines, string(first))
		}
		return
	}
	if len(rest) > 1 && rest[0] == '.' {
		first = wordAt(rest[1:])
		rest = rest[1+len(first):]
	}
	if len(first) == 0 {
		return
	}
	if end := bytes.TrimLeft(rest, " \t\r"); len(end) == 0 || rest[0] == '[' || end[0] == '`' || end[0] == '"' || bytes.HasPrefix(end, []byte("//")) || bytes.HasPrefix(end, []byte("/*")) {
		g.Embedded = append(g.Embedded, string(first))
	}
}

// defined adds the type that another one is defined by: type A B.
func (g *Glance) defined(line []byte) {
	name := wordAt(line)
	rest := bytes.TrimLeft(line[len(name):], " =*")
	first := wordAt(rest)
	if rest = rest[len(first):]; len(rest) > 1 && rest[0] == '.' {
		first = wordAt(rest[1:])
	}
	if len(name) > 0 && len(first) > 0 && string(first) != "struct" && string(first) != "interface" && string(first) != "func" {
		g.Embedded = append(g.Embedded, string(first))
	}
}

// inOneLine adds the fields of a struct or an interface that stands in one line.
func (g *Glance) inOneLine(line []byte, methods map[string]bool) {
	for _, word := range [][]byte{[]byte("struct"), []byte("interface")} {
		_, body, ok := bytes.Cut(line, word)
		if !ok {
			continue
		}
		body = bytes.TrimLeft(body, " ")
		if len(body) == 0 || body[0] != '{' {
			continue
		}
		for part := range bytes.SplitSeq(bytes.Trim(body, "{} "), []byte(";")) {
			g.field(bytes.TrimSpace(part), methods)
		}
	}
}

// wordAt returns the identifier that a text begins with.
func wordAt(text []byte) []byte {
	n := 0
	for n < len(text) && (text[n] == '_' || text[n] >= '0' && text[n] <= '9' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' || text[n] >= 0x80) {
		n++
	}
	return text[:n]
}
