package pattern

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// nameMatcher reports whether one alternative of a Name matches.
type nameMatcher func(name []byte) (bool, error)

// newLiteralName matches a whole name.
func newLiteralName(text []byte, fold bool) nameMatcher {
	return func(name []byte) (bool, error) {
		return bytes.Equal(name, text) || fold && bytes.EqualFold(name, text), nil
	}
}

// newRegexName compiles text so that it matches whole names. o.Case is Sensitive or Insensitive.
func newRegexName(text string, o Options) (nameMatcher, error) {
	re, err := compileRegex(text, o, true)
	if err != nil {
		return nil, err
	}
	whole := `\A(?:` + re.expr + `)\z`
	if re.engine == Backtrack {
		back, err := compileBacktrack(whole, re.fold, regexp2.None)
		if err != nil {
			return nil, refuse(text, problemOf(err))
		}
		back.MatchTimeout = o.timeout()
		return func(name []byte) (bool, error) { return back.MatchString(string(name)) }, nil
	}
	return newRegexpName(text, whole)
}

func newRegexpName(text, whole string) (nameMatcher, error) {
	compiled, err := regexp.Compile(whole)
	if err != nil {
		return nil, refusedRE2(text, err)
	}
	return func(name []byte) (bool, error) { return compiled.Match(name), nil }, nil
}

// newAffixName matches as a glob does that has one * and is otherwise literal. It is the fast twin of slow, which folds
// what is not ASCII. If fold is set, prefix and suffix are ASCII.
func newAffixName(prefix, suffix []byte, fold bool, slow nameMatcher) nameMatcher {
	return func(name []byte) (bool, error) {
		if fold && !isASCII(name) {
			return slow(name)
		}
		rest := len(name) - len(suffix)
		if rest < len(prefix) || bytes.IndexByte(name[len(prefix):rest], '/') >= 0 {
			return false, nil
		}
		head, tail := name[:len(prefix)], name[rest:]
		if fold {
			return bytes.EqualFold(head, prefix) && bytes.EqualFold(tail, suffix), nil
		}
		return bytes.Equal(head, prefix) && bytes.Equal(tail, suffix), nil
	}
}

func isASCII[T string | []byte](s T) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// newGlobName compiles text so that it matches whole names.
func newGlobName(text string, fold bool) (nameMatcher, error) {
	slow, err := newSlowGlobName(text, fold)
	if err != nil {
		return nil, err
	}
	prefix, suffix, one := strings.Cut(text, "*")
	if !one || strings.ContainsAny(suffix, "*") || strings.ContainsAny(text, "?[\\\uFFFD") || fold && !isASCII(text) {
		return slow, nil
	}
	return newAffixName([]byte(prefix), []byte(suffix), fold, slow), nil
}

func newSlowGlobName(text string, fold bool) (nameMatcher, error) {
	expr, err := globExpr(text, `[^/]`)
	if err != nil {
		return nil, err
	}
	flags := ""
	if fold {
		flags = "(?i)"
	}
	return newRegexpName(text, flags+`\A(?:`+expr+`)\z`)
}

// newBoundedName matches a text within a name, with the boundaries of a mode. If fold is set, text is valid UTF-8.
func newBoundedName(text string, m Mode, fold bool) nameMatcher {
	find := func(name []byte) []int {
		if start := bytes.Index(name, []byte(text)); start >= 0 {
			return []int{start, start + len(text)}
		}
		return nil
	}
	if fold {
		find = regexp.MustCompile("(?i)" + regexp.QuoteMeta(text)).FindIndex
	}
	return func(name []byte) (bool, error) {
		for from := 0; ; {
			at := find(name[from:])
			if at == nil {
				return false, nil
			}
			if Bounded(m, name, from+at[0], from+at[1]) {
				return true, nil
			}
			from += at[0] + 1
		}
	}
}
