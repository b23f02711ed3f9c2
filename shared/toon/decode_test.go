package toon

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// decoder reads what this package writes, and refuses everything else. It is the twin of the
// encoder.
type decoder struct {
	lines  []string // without their indentation
	depths []int
	at     int
	delim  byte
}

func decode(text string, o Options) (v any, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("%v", failed)
		}
	}()
	d := &decoder{delim: o.Delimiter}
	if d.delim == 0 {
		d.delim = ','
	}
	if o.Indent == 0 {
		o.Indent = 2
	}
	if text == "" {
		return map[string]any{}, nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		rest := strings.TrimLeft(line, " ")
		in := len(line) - len(rest)
		if in%o.Indent != 0 || rest == "" || strings.HasSuffix(rest, " ") || rest[0] == '#' {
			return nil, fmt.Errorf("the line %q", line)
		}
		d.lines, d.depths = append(d.lines, rest), append(d.depths, in/o.Indent)
	}
	switch first := d.lines[0]; {
	case first == "[]":
		d.at++
		v = []any{}
	case first[0] == '[':
		d.at++
		v = d.headed(first, 1)
	case len(d.lines) == 1 && keyEnd(first) < 0:
		d.at++
		v = scalarOf(first)
	default:
		v = d.members(0)
	}
	if d.at != len(d.lines) {
		panic("lines are left over")
	}
	return v, nil
}

func (d *decoder) more(depth int) bool { return d.at < len(d.lines) && d.depths[d.at] == depth }

func (d *decoder) take(depth int) string {
	if !d.more(depth) {
		panic(fmt.Sprintf("no line at depth %d", depth))
	}
	d.at++
	return d.lines[d.at-1]
}

func (d *decoder) members(depth int) map[string]any {
	m := map[string]any{}
	for d.more(depth) {
		d.member(m, d.take(depth), depth+1)
	}
	return m
}

// member reads a key, what follows it on its line, and the lines at depth.
func (d *decoder) member(m map[string]any, line string, depth int) {
	end := keyEnd(line)
	if end < 0 {
		panic("no key in " + line)
	}
	key, rest := unquote(line[:end]), line[end:]
	if _, again := m[key]; again {
		panic("the key again: " + key)
	}
	switch {
	case rest == ": []":
		m[key] = []any{}
	case rest == ":":
		m[key] = d.members(depth)
	case rest[0] == '[':
		m[key] = d.headed(rest, depth)
	default:
		m[key] = scalarOf(strings.TrimPrefix(rest, ": "))
	}
}

// headed reads the value whose header begins line.
func (d *decoder) headed(line string, depth int) any {
	inside, rest, _ := strings.Cut(line[1:], "]")
	if d.delim != ',' {
		var ok bool
		if inside, ok = strings.CutSuffix(inside, string(rune(d.delim))); !ok {
			panic("no delimiter in " + line)
		}
	}
	digits, keyed := strings.CutSuffix(inside, ":")
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic(err)
	}
	switch {
	case rest[0] == '{':
		end := closing(rest)
		if rest[end+1:] != ":" {
			panic("after the fields: " + rest)
		}
		return d.rows(n, keyed, rest[1:end], depth)
	case rest == ":" && n == 0:
		return []any{}
	case rest == ":":
		return d.list(n, depth)
	}
	cells := split(strings.TrimPrefix(rest, ": "), d.delim)
	if len(cells) != n {
		panic("the length of " + line)
	}
	list := make([]any, n)
	for i, c := range cells {
		list[i] = scalarOf(c)
	}
	return list
}

func (d *decoder) rows(n int, keyed bool, fields string, depth int) any {
	list, m := []any{}, map[string]any{}
	for range n {
		line, key := d.take(depth), ""
		if keyed {
			end := keyEnd(line)
			key, line = unquote(line[:end]), strings.TrimPrefix(line[end:], ": ")
		}
		cells := split(line, d.delim)
		row := d.row(fields, &cells)
		if len(cells) > 0 {
			panic("too many cells: " + line)
		}
		list = append(list, row)
		m[key] = row
	}
	if keyed {
		return m
	}
	return list
}

func (d *decoder) row(fields string, cells *[]string) map[string]any {
	m := map[string]any{}
	for _, f := range split(fields, d.delim) {
		if open := keyEnd(f); open >= 0 && f[open] == '{' {
			m[unquote(f[:open])] = d.row(f[open+1:len(f)-1], cells)
			continue
		}
		m[unquote(f)] = scalarOf((*cells)[0])
		*cells = (*cells)[1:]
	}
	return m
}

func (d *decoder) list(n, depth int) []any {
	list := []any{}
	for range n {
		line := d.take(depth)
		item, ok := strings.CutPrefix(line, "- ")
		switch {
		case line == "-":
			list = append(list, map[string]any{})
		case !ok:
			panic("no hyphen: " + line)
		case item[0] == '[':
			list = append(list, d.headed(item, depth+1))
		case keyEnd(item) >= 0:
			m := map[string]any{}
			d.member(m, item, depth+2)
			for d.more(depth + 1) {
				d.member(m, d.take(depth+1), depth+2)
			}
			list = append(list, m)
		default:
			list = append(list, scalarOf(item))
		}
	}
	return list
}

// keyEnd returns the end of the key that s begins with, or -1.
func keyEnd(s string) int {
	var end int
	if s[0] == '"' {
		for end = 1; s[end] != '"'; end++ {
			if s[end] == '\\' {
				end++
			}
		}
		end++
	} else if end = strings.IndexAny(s, ":[{"); end < 0 {
		return -1
	}
	if end == len(s) || strings.IndexByte(":[{", s[end]) < 0 {
		return -1
	}
	return end
}

// closing returns the position of the brace that closes the one at the start of s.
func closing(s string) int {
	for i, open, quoted := 0, 0, false; ; i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			open++
		case c == '}':
			if open--; open == 0 {
				return i
			}
		}
	}
}

// split splits s at the delimiters outside quotes and braces.
func split(s string, delim byte) []string {
	var parts []string
	start, open, quoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			open++
		case c == '}':
			open--
		case c == delim && open == 0:
			parts, start = append(parts, s[start:i]), i+1
		}
	}
	return append(parts, s[start:])
}

func unquote(s string) string {
	if s == "" || s[0] != '"' {
		return s
	}
	var out string
	if err := json.Unmarshal([]byte(s), &out); err != nil { // its escapes are a subset of JSON's
		panic(err)
	}
	return out
}

func scalarOf(s string) any {
	switch {
	case s == "":
		panic("an empty value")
	case s == "null":
		return nil
	case s == "true", s == "false":
		return s == "true"
	case s[0] == '"':
		return unquote(s)
	case json.Valid([]byte(s)):
		return json.Number(s)
	}
	return s
}
