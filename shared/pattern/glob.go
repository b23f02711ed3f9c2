package pattern

import (
	"strings"
	"unicode/utf8"
)

// readGlob sets p to Source as a glob.
func (p *Pattern) readGlob() error {
	if strings.Contains(p.Source, "\n") {
		return &Error{Pattern: p.Source, Problem: "a glob cannot contain a line break", Hint: "use {mode} literal for a text of several lines"}
	}
	expr, err := globExpr(p.Source, `[^/\n]`)
	if err != nil {
		return err
	}
	fold := p.opts.Case.folds(Glob, p.Source)
	tree, err := parseRE2(expr, fold, 0)
	if err != nil {
		return refusedRE2(p.Source, err) // only because of its size: globExpr writes valid syntax
	}
	if p.Expr, err = writeRE2(tree, inLines); err != nil {
		return refusedRE2(p.Source, err)
	}
	p.Mode, p.Engine, p.Fold = Glob, RE2, fold
	return nil
}

// globExpr returns the regular expression for a glob. any is the class that ? stands for and * repeats. As in a shell,
// [!…] and [^…] are the complement of a class and do not match '/', a ] that comes first and a [ that is not closed are
// literal, and \ makes the next character literal. The rules are those of POSIX.1-2017, XCU 2.13.
func globExpr(glob, any string) (string, error) {
	if len(glob) > maxExpr {
		return "", tooLong(glob, maxExpr)
	}
	if !utf8.ValidString(glob) {
		return "", refuse(glob, "a glob must be valid UTF-8")
	}
	var b strings.Builder
	for i := 0; i < len(glob); {
		r, size := utf8.DecodeRuneInString(glob[i:])
		switch r {
		case '*':
			b.WriteString(any + "*")
			for i+1 < len(glob) && glob[i+1] == '*' { // ** is *
				i++
			}
		case '?':
			b.WriteString(any)
		case '[':
			class, n, err := globClass(glob, i)
			if err != nil {
				return "", err
			}
			if n == 0 { // it is not closed
				b.WriteString(`\[`)
				break
			}
			b.WriteString(class)
			i += n
			continue
		case '\\':
			if i+1 == len(glob) {
				b.WriteString(`\\`)
				break
			}
			r, n := utf8.DecodeRuneInString(glob[i+1:])
			writeRune(&b, r)
			i += 1 + n
			continue
		default:
			writeRune(&b, r)
		}
		i += size
	}
	return b.String(), nil
}

// globClass reads the class at glob[at] and returns it for a regular expression; its size is 0 if it is not closed.
func globClass(glob string, at int) (class string, size int, err error) {
	var b strings.Builder
	b.WriteByte('[')
	i := at + 1
	if i < len(glob) && (glob[i] == '!' || glob[i] == '^') {
		b.WriteString("^/")
		i++
	}
	for first := true; i < len(glob); first = false {
		if glob[i] == ']' && !first {
			b.WriteByte(']')
			return b.String(), i + 1 - at, nil
		}
		if name, ok := posixClass(glob[i:]); ok {
			if !isPOSIXClass(name) {
				return "", 0, refuse(glob, "there is no class [:"+name+":]")
			}
			b.WriteString("[:" + name + ":]")
			i += len(name) + len("[::]")
			continue
		}
		lo, n := globClassRune(glob[i:])
		i += n
		hi := lo
		if i+1 < len(glob) && glob[i] == '-' && glob[i+1] != ']' {
			hi, n = globClassRune(glob[i+1:])
			i += 1 + n
		}
		if hi < lo {
			return "", 0, refuse(glob, "the range "+inline(string([]rune{lo, '-', hi}))+" is in reverse order")
		}
		writeRune(&b, lo)
		b.WriteByte('-')
		writeRune(&b, hi)
	}
	return "", 0, nil
}

// globClassRune reads one character of a class, which may be escaped.
func globClassRune(s string) (rune, int) {
	if s[0] == '\\' && len(s) > 1 {
		r, n := utf8.DecodeRuneInString(s[1:])
		return r, n + 1
	}
	return utf8.DecodeRuneInString(s)
}

// posixClass returns name if s begins with [:name:].
func posixClass(s string) (string, bool) {
	s, ok := strings.CutPrefix(s, "[:")
	if !ok {
		return "", false
	}
	n := 0
	for n < len(s) && s[n] >= 'a' && s[n] <= 'z' {
		n++
	}
	return s[:n], n > 0 && strings.HasPrefix(s[n:], ":]")
}

func isPOSIXClass(name string) bool {
	switch name {
	case "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit":
		return true
	}
	return false
}
