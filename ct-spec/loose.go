package main

import (
	"bytes"
	"strings"
)

// loosen returns front matter in which values that YAML would not take as they are written are quoted, and whether there
// are any: of a front matter that is not YAML those that begin with a sign of YAML or have ": " in them, and of any
// the titles and descriptions with " #", which is a comment in YAML. Values go to the end of the line, and on in
// indented lines.
func loosen(front []byte, invalid bool) (text []byte, changed bool) {
	block := -1 // indent of the key whose value is a block, whose lines are as they are meant
	for len(front) > 0 {
		var line []byte
		line, front = rawLine(front)
		text = append(append(text, line...), '\n')
		deep := indent(line)
		if block >= 0 && (deep > block || deep == len(line)) {
			continue
		}
		block = -1
		at, key := valueAt(line)
		if at < 0 || at == len(line) {
			continue
		}
		value := string(line[at:])
		if isBlock(value) {
			block = deep
		}
		remark := isProse(key) && strings.IndexByte("'\"|>[{#", value[0]) < 0 && strings.Contains(value, " #")
		if !remark && !(invalid && loose(value)) {
			continue
		}
		for key != "" && len(front) > 0 {
			next, rest := rawLine(front)
			if more := bytes.TrimLeft(next, " "); len(more) == 0 || indent(next) <= deep || more[0] == '-' || more[0] == '\t' {
				break
			}
			value += " " + strings.TrimSpace(string(next))
			front = rest
		}
		text = append(text[:len(text)-len(line)-1+at], "'"+strings.ReplaceAll(value, "'", "''")+"'\n"...)
		changed = true
	}
	return text, changed
}

// valueAt returns where the value of a line "key: value" or "- value" begins, -1 if it is no such line.
func valueAt(line []byte) (at int, key string) {
	start := len(line) - len(bytes.TrimLeft(line, " "))
	rest := line[start:]
	if bytes.HasPrefix(rest, []byte("- ")) {
		return len(line) - len(bytes.TrimLeft(rest[1:], " ")), ""
	}
	k, value, ok := bytes.Cut(rest, []byte(":"))
	if !ok || !bareKey(string(k)) || len(value) > 0 && value[0] != ' ' {
		return -1, ""
	}
	return len(line) - len(bytes.TrimLeft(value, " ")), string(k)
}

// isProse reports whether the value of a key is a sentence or a part of one.
func isProse(key string) bool { return key == "title" || key == "desc" || key == "description" }

// isBlock reports whether a value is in the lines that follow: "|", ">-".
func isBlock(value string) bool {
	value, _, _ = strings.Cut(value, " #")
	return (value[0] == '|' || value[0] == '>') && strings.Trim(value[1:], "+-0123456789 ") == ""
}

// loose reports whether a value is not YAML but text. Quotes and brackets that are not closed in the line may be.
func loose(value string) bool {
	next := value[1:]
	switch c := value[0]; c {
	case '#':
		return false
	case '"', '\'':
		if c == '"' {
			next = strings.ReplaceAll(next, `\"`, "__")
		}
		return closedWithin(strings.ReplaceAll(next, "''", "__"), c)
	case '[':
		return closedWithin(next, ']')
	case '{':
		return closedWithin(next, '}')
	case '|', '>':
		return !isBlock(value)
	case '%', '@', '`', ']', '}', ',':
		return true
	case '*':
		return strings.Contains(next, " ")
	case '&', '!', '-', '?', ':':
		if next == "" || next[0] == ' ' {
			return true
		}
	}
	return strings.Contains(value, ": ") || strings.HasSuffix(value, ":")
}

// closedWithin reports whether what a sign closes ends before the end of text, and more than a comment follows.
func closedWithin(text string, sign byte) bool {
	at := strings.LastIndexByte(text, sign)
	if sign == '"' || sign == '\'' {
		at = strings.IndexByte(text, sign)
	}
	if at < 0 {
		return false
	}
	rest := strings.TrimSpace(text[at+1:])
	return rest != "" && rest[0] != '#'
}
