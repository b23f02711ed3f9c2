package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// maxMatter is the maximum size of the front matter of a file, in bytes.
const maxMatter = 64 << 10

// matter is what the front matter of a file says about its node.
type matter struct {
	id, title, desc string
	code            []string
}

var (
	errOpen = errors.New("it does not end")
	errLong = fmt.Errorf("it is longer than %d KiB", maxMatter>>10)
)

// shapeError is the error of front matter that is YAML, but not what a node can have.
type shapeError string

func (e shapeError) Error() string { return string(e) }

// splitMatter splits text, the beginning of a file, into its front matter and the rest. Front matter is between a first
// line "---" and the next line "---" or "...". If there is none, rest is text. A file that begins with a thematic break
// has none: "---" before anything that is not a key, or before a blank line that is not followed by a key of a node. If
// the front matter is too long, front has all of it; if it does not end, front is nil.
func splitMatter(text []byte) (front, rest []byte, err error) {
	body := bytes.TrimPrefix(text, []byte("\ufeff"))
	line, after := cutLine(body)
	if string(line) != "---" || dividesText(after) {
		return nil, text, nil
	}
	for left := after; len(left) > 0; {
		at := len(after) - len(left)
		line, left = cutLine(left)
		if string(line) != "---" && string(line) != "..." {
			continue
		}
		if at > maxMatter {
			err = errLong
		}
		return after[:at], left, err
	}
	first, _ := cutLine(after)
	if key, _, ok := bytes.Cut(first, []byte(":")); ok && len(key) > 0 && !bytes.ContainsAny(key, " \t`*#[<") {
		return nil, text, errOpen // the line begins like a mapping of YAML
	}
	return nil, text, nil
}

// dividesText reports whether a line "---" before text is a thematic break, because a blank line
// follows it (as in Pandoc's Markdown) and then no key of a node.
func dividesText(text []byte) bool {
	line, rest := cutLine(text)
	if len(line) > 0 || len(rest) == 0 {
		return false
	}
	for len(line) == 0 && len(rest) > 0 {
		line, rest = cutLine(rest)
	}
	key, _, ok := bytes.Cut(line, []byte(":"))
	return !ok || !ofNode(string(key))
}

// ofNode reports whether a key of front matter describes a node.
func ofNode(key string) bool {
	switch key {
	case "id", "title", "desc", "description", "code":
		return true
	}
	return false
}

// cutLine returns the first line, without its end and trailing spaces, and what follows it.
func cutLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return bytes.TrimRight(line, " \t\r"), rest
}

// parseMatter parses front matter, which is YAML. Nearly all of it consists of keys with plain values or lists of
// these, which parsePlain parses. The YAML package, which takes ten times as long, parses the rest, if necessary
// loosened: then it is not strict YAML, and the values are the rests of their lines.
func parseMatter(front []byte) (m matter, strict bool, err error) {
	if m, ok := parsePlain(front); ok {
		return m, true, nil
	}
	m, err = parseYAML(front)
	_, shape := errors.AsType[shapeError](err)
	if text, changed := loosen(front, err != nil && !shape); changed {
		if m, err := parseYAML(text); err == nil {
			return m, false, nil
		}
	}
	return m, err == nil, err
}

// set sets a value, or one item of a list.
func (m *matter) set(key, value string) {
	switch key {
	case "id":
		m.id = value
	case "title":
		m.title = value
	case "desc":
		m.desc = value
	case "description":
		m.desc = cmp.Or(m.desc, value)
	}
}

func (m *matter) addCode(value string) {
	if value != "" {
		m.code = append(m.code, value)
	}
}

// parseYAML parses any front matter. Values that a node cannot have, such as a list as title or a
// key twice, are an error, because they would otherwise be lost.
func parseYAML(front []byte) (m matter, err error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(front, &doc); err != nil {
		return m, err
	}
	if len(doc.Content) == 0 {
		return m, nil
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return m, shapeError("it has no keys")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i].Value, top.Content[i+1]
		if !ofNode(key) {
			continue
		}
		if seen[key] {
			return matter{}, shapeError(key + " is there twice")
		}
		seen[key] = true
		if err := m.take(key, value); err != nil {
			return matter{}, err
		}
	}
	return m, nil
}

// take sets a key of a node.
func (m *matter) take(key string, value *yaml.Node) error {
	value = meant(value)
	switch {
	case value.Kind == yaml.ScalarNode && key == "code":
		m.addCode(scalar(value))
	case value.Kind == yaml.ScalarNode:
		m.set(key, scalar(value))
	case value.Kind == yaml.SequenceNode && key == "code":
		for _, item := range value.Content {
			if item = meant(item); item.Kind != yaml.ScalarNode {
				return shapeError("code has more in it than paths")
			}
			m.addCode(scalar(item))
		}
	default:
		return shapeError(key + " is not one text")
	}
	return nil
}

// meant returns the node that an alias refers to.
func meant(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// salvage parses invalid front matter line by line: a line "key: value" has the meaning that it would have alone, loosened.
func salvage(front []byte) matter {
	var m matter
	for len(front) > 0 {
		var line []byte
		line, front = rawLine(front)
		p := plain{matter: &m, seen: map[string]bool{}, dash: -1}
		if key, _, _ := strings.Cut(string(line), ":"); ofNode(key) && m.of(key) == "" && utf8.Valid(line) {
			if at, _ := valueAt(line); !p.line(string(line)) && at >= 0 && at < len(line) && loose(string(line[at:])) {
				m.set(key, string(line[at:]))
			}
		}
	}
	return m
}

// of returns the current value of a key that is a single text.
func (m *matter) of(key string) string {
	return map[string]string{"id": m.id, "title": m.title, "desc": m.desc}[key]
}

// scalar returns the text of a YAML scalar as it is written, "" for null.
func scalar(n *yaml.Node) string {
	if n.Tag == "!!null" {
		return ""
	}
	return strings.TrimSpace(n.Value)
}

// parsePlain parses front matter in which each line is a comment, blank, a key with a plain or simply quoted value, or
// an item of a list below a key. It returns false for any other, so that its result is always that of parseYAML.
func parsePlain(front []byte) (m matter, ok bool) {
	if !utf8.Valid(front) || bytes.ContainsFunc(front, controls) {
		return m, false
	}
	p := plain{matter: &m, seen: map[string]bool{}, dash: -1}
	for len(front) > 0 {
		var line []byte
		line, front = rawLine(front)
		if !p.line(string(line)) {
			return m, false
		}
	}
	return m, true
}

// plain is the state of parsing plain front matter.
type plain struct {
	*matter
	seen map[string]bool
	list string // the key whose list is being read, "" for none
	dash int    // where its items begin, -1 before the first
}

// line parses a line. It returns false if the line is not plain.
func (p *plain) line(text string) bool {
	item, isItem := strings.CutPrefix(strings.TrimLeft(text, " "), "- ")
	switch {
	case strings.Contains(text, "\r"):
		return false
	case text == "" || text[0] == '#':
		return true
	case isItem && p.list != "":
		return p.item(item, len(text)-len(item))
	}
	key, rest, ok := strings.Cut(text, ":")
	if !ok || !bareKey(key) || p.seen[key] || rest != "" && rest[0] != ' ' {
		return false
	}
	value, ok := plainValue(strings.TrimLeft(rest, " "))
	if !ok {
		return false
	}
	p.seen[key] = true
	if p.list, p.dash = "", -1; rest == "" {
		p.list = key
	}
	p.set(key, value)
	if key == "code" {
		p.addCode(value)
	}
	return true
}

// item parses a list item that begins at column at.
func (p *plain) item(text string, at int) bool {
	value, ok := plainValue(text)
	if !ok || value == "" || p.dash >= 0 && at != p.dash || ofNode(p.list) && p.list != "code" {
		return false
	}
	p.dash = at
	if p.list == "code" {
		p.addCode(value)
	}
	return true
}

// rawLine returns the first line, without its end ("\n" or "\r\n") and trailing spaces, and what
// follows it. Unlike cutLine it keeps other blanks, which plain front matter does not have.
func rawLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return bytes.TrimRight(bytes.TrimSuffix(line, []byte("\r")), " "), rest
}

// maxKey is the length of the longest key that is parsed as plain, in bytes; YAML's limit is 1024.
const maxKey = 100

func bareKey(key string) bool {
	for i := range len(key) {
		if c := key[i]; !asciiWord(c) && c != '_' && (c != '-' || i == 0) {
			return false
		}
	}
	return key != "" && len(key) <= maxKey && !isNull(key)
}

func isNull(s string) bool { return s == "~" || s == "null" || s == "Null" || s == "NULL" }

// controls reports whether r is not allowed in plain YAML, except line ends.
func controls(r rune) bool {
	return r < ' ' && r != '\n' && r != '\r' || r >= 0x7F && r < 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r >= 0xFFF0
}

// plainValue returns a value written literally or in quotes without escapes, and false for what is special in YAML.
func plainValue(s string) (value string, ok bool) {
	if s == "" {
		return "", true
	}
	if q := s[0]; q == '"' || q == '\'' {
		if len(s) < 2 || s[len(s)-1] != q || strings.ContainsAny(s[1:len(s)-1], `"'\`) {
			return "", false
		}
		return strings.TrimSpace(s[1 : len(s)-1]), true
	}
	if strings.IndexByte(" []{}>|*&!%#`@,?:-=<~", s[0]) >= 0 || strings.Contains(s, ": ") || strings.Contains(s, " #") || s[len(s)-1] == ':' {
		return "", false
	}
	if isNull(s) {
		return "", true
	}
	return strings.TrimSpace(s), true
}

func asciiWord(c byte) bool { return c|0x20-'a' < 26 || c-'0' < 10 }
