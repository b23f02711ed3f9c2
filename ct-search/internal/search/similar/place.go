package similar

import (
	"bytes"
	"slices"
)

// defines reports whether line[start:end] may be the name of a definition, by what is beside it: neither an operator
// nor a word such as return precedes it, and the line is not only a call of it. That saves scanning files of mere uses.
func defines(line []byte, start, end int) bool {
	before, after := bytes.TrimRight(line[:start], " \t"), bytes.TrimSpace(line[end:])
	if len(before) == 0 {
		statement := start > 0 && len(after) > 0 && after[0] == '('
		return !statement || !bytes.HasSuffix(after, []byte(";")) && !bytes.HasSuffix(after, []byte(","))
	}
	switch c := before[len(before)-1]; c {
	case '(', '=', '!', '+', '-', '/', '%', '|', '<', '?', '"', '\'', '`', '@', '[':
		return false
	case '>':
		return !bytes.HasSuffix(before, []byte("->"))
	case '.':
		return bytes.Contains(line, []byte("=")) || bytes.Contains(line, []byte("function")) || bytes.Contains(line, []byte("def "))
	}
	at := len(before)
	for at > 0 && part(before[at-1]) {
		at--
	}
	return !slices.Contains(uses(), string(before[at:]))
}

// calls reports whether line[start:end] is called: parentheses follow it, and it is not in a definition.
func calls(line []byte, start, end int) bool {
	after := bytes.TrimSpace(line[end:])
	if len(after) == 0 || after[0] != '(' {
		return false
	}
	statement := start > 0 && len(bytes.TrimRight(line[:start], " \t")) == 0
	return !defines(line, start, end) || statement && after[len(after)-1] == ')'
}

// uses are the words after which a name is used and not defined.
func uses() []string {
	return []string{"return", "await", "yield", "new", "case", "goto", "else", "in", "not", "and", "or", "if", "elif", "assert", "import", "from", "raise", "throw", "go", "defer", "sizeof"}
}
