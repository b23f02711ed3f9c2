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

// introduces reports whether line[start:end] clearly looks like the name of a definition: a word such as def precedes it,
// or the line begins with a type and is no prototype.
func introduces(line []byte, start, end int) bool {
	before, after := bytes.TrimRight(line[:start], " \t*"), bytes.TrimSpace(line[end:])
	at := len(before)
	for at > 0 && part(before[at-1]) {
		at--
	}
	if slices.Contains(introducers(), string(before[at:])) {
		return true
	}
	return at < len(before) && part(line[0]) && len(after) > 0 && after[0] == '(' && after[len(after)-1] != ';'
}

// introducers are the words after which a name is defined.
func introducers() []string {
	return []string{"define", "def", "class", "func", "function", "fn", "fun", "struct", "interface", "enum", "type", "trait", "macro_rules", "module", "union"}
}

// calls reports whether line[start:end] may be called: parentheses follow it, unless they are bare in the language, and
// neither a type nor a word such as func precedes it, as in a definition.
func calls(line []byte, start, end int, bare bool) bool {
	before, after := bytes.TrimRight(line[:start], " \t"), bytes.TrimSpace(line[end:])
	if len(after) == 0 || after[0] != '(' {
		return bare && (len(before) == 0 || !defines(line, start, end))
	}
	if n := len(before); n > 0 && (part(before[n-1]) || bytes.IndexByte([]byte(")]>*&~"), before[n-1]) >= 0) {
		return !defines(line, start, end)
	}
	return len(before) > 0 || !bytes.HasSuffix(after, []byte("{"))
}

// uses are the words after which a name is used and not defined.
func uses() []string {
	return []string{"return", "await", "yield", "new", "case", "goto", "else", "in", "not", "and", "or", "if", "elif", "assert", "import", "from", "raise", "throw", "go", "defer", "sizeof"}
}
