package match

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/pattern"
)

// newRelaxed returns a term that matches every line, or whole text, that expr, in the syntax of regexp2, matches. It
// returns nil if there is no such term. It parses expr as RE2 after replacing what RE2 lacks or reads differently:
// look-around and assertions become empty, a back-reference anything, a class any character.
func newRelaxed(expr string, fold bool, states int) *regex {
	folds := fold || setsFold(expr)
	relaxed, ok := relax(expr, folds)
	if !ok {
		return nil
	}
	if fold {
		relaxed = "(?i)" + relaxed
	}
	tree, err := syntax.Parse(relaxed, syntax.Perl)
	if err != nil || folds && hasI(tree) {
		return nil
	}
	return newExpression(relaxed, tree, false, states).term()
}

// hasI reports whether re distinguishes one i from another. regexp2 folds by lower case, in which İ is an i as well.
func hasI(re *syntax.Regexp) bool {
	const all = "iIİ"
	switch re.Op {
	case syntax.OpLiteral:
		if slices.ContainsFunc(re.Rune, func(r rune) bool { return strings.ContainsRune(all, r) }) {
			return true
		}
	case syntax.OpCharClass:
		n := 0
		for _, r := range all {
			for i := 0; i < len(re.Rune); i += 2 {
				n += oneIf(re.Rune[i] <= r && r <= re.Rune[i+1])
			}
		}
		if n%len([]rune(all)) != 0 {
			return true
		}
	}
	return slices.ContainsFunc(re.Sub, hasI)
}

// setsFold reports whether expr may contain flags that make it ignore case.
func setsFold(expr string) bool {
	for _, group := range strings.Split(expr, "(?")[1:] {
		flags := group[:len(group)-len(strings.TrimLeft(group, "imnsxU-"))]
		if set, _, _ := strings.Cut(flags, "-"); strings.Contains(set, "i") {
			return true
		}
	}
	return false
}

// relax rewrites expr. If folds is set, parts of expr may ignore case. It returns false if expr cannot be rewritten.
func relax(expr string, folds bool) (string, bool) {
	// [a-z-[m]] subtracts in regexp2, and a comment can contain anything.
	if strings.Contains(expr, "-[") || strings.Contains(expr, "(?#") {
		return "", false
	}
	var out strings.Builder
	for len(expr) > 0 {
		n := 1
		switch {
		case expr[0] == '\\':
			if n = escapeLen(expr); n > 0 {
				escape, ok := relaxedEscape(expr[:n], folds)
				if !ok {
					return "", false
				}
				out.WriteString(escape)
			}
		case expr[0] == '[':
			if n = classLen(expr); n > 0 {
				out.WriteString(relaxedClass(expr[:n], folds))
			}
		case strings.HasPrefix(expr, "(?>"):
			n = 3
			out.WriteString("(?:")
		case lookAround(expr):
			n = groupLen(expr)
			out.WriteString(nothing)
		case expr[0] == '^', expr[0] == '$':
			out.WriteString(nothing)
		case expr[0] == '.':
			out.WriteString(anyChar)
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
	opens := []string{"(?=", "(?!", "(?<=", "(?<!"}
	return slices.ContainsFunc(opens, func(open string) bool { return strings.HasPrefix(expr, open) })
}

// escapeLen returns the length of the escape that expr begins with: a backslash and what belongs to it, including the
// digits or name of a back-reference. It returns 0 for a backslash at the end or an unclosed name.
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

const (
	anyChar = `[^\n]` // for a character that the two syntaxes define differently
	nothing = `(?:)`
)

// relaxedEscape returns the replacement of an escape. It returns false for one that may mean
// something else in the other syntax (\<name> and \'name' are back-references in regexp2).
func relaxedEscape(escape string, folds bool) (string, bool) {
	switch c := escape[1]; {
	case '1' <= c && c <= '9' || c == 'k':
		return anyChar + "*", true
	case strings.IndexByte("dDsSwW", c) >= 0:
		return anyChar, true
	case strings.IndexByte("AbBGzZ", c) >= 0:
		return nothing, true
	case c == 'p' || c == 'P': // regexp2 ignores the case of a class of one case
		return escape, !folds
	case c == '<' || c == '\'' || c >= utf8.RuneSelf:
		return "", false
	case pattern.IsIdentifier(c):
		return escape, strings.IndexByte("nrtfavx", c) >= 0
	}
	return escape, true
}

// relaxedClass returns a class, or any character if the two syntaxes may read the class differently: if it contains
// classes (\d, POSIX), subtracts, contains a newline, or may be folded.
func relaxedClass(class string, folds bool) string {
	if folds || strings.ContainsAny(class[1:len(class)-1], "\\[^\n") {
		return anyChar
	}
	return class
}

// classLen returns the length of the class that expr begins with, or 0 if it is not closed.
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

// groupLen returns the length of the group that expr begins with, or 0 if it is not closed.
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
