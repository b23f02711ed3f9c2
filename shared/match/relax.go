package match

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// relaxedNeeds gives a finder of text that every match of expr, in the syntax
// of regexp2, has in it, or nil. It reads expr as RE2 after taking out what
// RE2 lacks, so that what is left matches wherever expr does: look-around
// becomes nothing, a back-reference anything. What still does not parse, or
// reads differently in the two syntaxes, has no needs.
func relaxedNeeds(expr string, fold bool) finder {
	relaxed, ok := relax(expr)
	if !ok {
		return nil
	}
	flags := syntax.Perl
	if fold {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(relaxed, flags)
	if err != nil {
		return nil
	}
	needs := needsOf(tree)
	// regexp2 folds by lower case, for which İ is an i as well.
	if len(needs.any) == 0 || slices.ContainsFunc(needs.any, func(t text) bool {
		return t.fold && strings.ContainsAny(t.string, "iIİ")
	}) {
		return nil
	}
	return textFinder(needs.any)
}

// relax rewrites expr; false if it cannot.
func relax(expr string) (string, bool) {
	// [a-z-[m]] subtracts in regexp2.
	if strings.Contains(expr, "-[") {
		return "", false
	}
	var out strings.Builder
	for len(expr) > 0 {
		n := 1
		switch {
		case expr[0] == '\\':
			n = escapeLen(expr)
			out.WriteString(relaxedEscape(expr[:n]))
		case expr[0] == '[':
			n = classLen(expr)
			out.WriteString(expr[:n])
		case strings.HasPrefix(expr, "(?>"):
			n = 3
			out.WriteString("(?:")
		case lookAround(expr):
			n = groupLen(expr)
			out.WriteString("(?:)")
		default:
			out.WriteByte(expr[0])
		}
		if n <= 0 {
			return "", false
		}
		expr = expr[n:]
	}
	return out.String(), true
}

func lookAround(expr string) bool {
	for _, open := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(expr, open) {
			return true
		}
	}
	return false
}

// escapeLen gives the length of the escape that expr begins with: a backslash
// and what it takes, the digits or the name of a back-reference included; 0
// for a backslash at the end or an open name.
func escapeLen(expr string) int {
	if len(expr) < 2 {
		return 0
	}
	n := 2
	switch c := expr[1]; {
	case '1' <= c && c <= '9':
		for n < len(expr) && '0' <= expr[n] && expr[n] <= '9' {
			n++
		}
	case c == 'k' && len(expr) > 2:
		closing, ok := map[byte]byte{'<': '>', '\'': '\'', '{': '}'}[expr[2]]
		if !ok {
			return 0
		}
		i := strings.IndexByte(expr[3:], closing)
		if i < 0 {
			return 0
		}
		n = 3 + i + 1
	}
	return n
}

func relaxedEscape(escape string) string {
	if c := escape[1]; '1' <= c && c <= '9' || c == 'k' {
		return "(?s:.*)"
	}
	return escape
}

// classLen gives the length of the class that expr begins with, 0 if it is
// open.
func classLen(expr string) int {
	i := 1
	if i < len(expr) && expr[i] == '^' {
		i++
	}
	for first := true; i < len(expr); first = false {
		switch {
		case expr[i] == '\\':
			i++
		case strings.HasPrefix(expr[i:], "[:"):
			if j := strings.Index(expr[i:], ":]"); j > 0 {
				i += j + 1
			}
		case expr[i] == ']' && !first:
			return i + 1
		}
		i++
	}
	return 0
}

// groupLen gives the length of the group that expr begins with, 0 if it is
// open.
func groupLen(expr string) int {
	depth := 0
	for i := 0; i < len(expr); {
		n := 1
		switch expr[i] {
		case '\\':
			n = escapeLen(expr[i:])
		case '[':
			n = classLen(expr[i:])
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		if n <= 0 {
			return 0
		}
		i += n
	}
	return 0
}
