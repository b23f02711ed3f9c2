package pattern

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// nameMatcher is one alternative of a Name.
type nameMatcher interface {
	match(name []byte) (bool, error)
}

// literalName is a whole name.
type literalName struct {
	text []byte
	fold bool
}

func (l literalName) match(name []byte) (bool, error) {
	return bytes.Equal(name, l.text) || l.fold && bytes.EqualFold(name, l.text), nil
}

// regexpName is a regular expression for RE2, anchored at both ends.
type regexpName struct{ re *regexp.Regexp }

func (r regexpName) match(name []byte) (bool, error) { return r.re.Match(name), nil }

// backtrackName is a regular expression for Backtrack, anchored at both ends.
type backtrackName struct{ re *regexp2.Regexp }

func (r backtrackName) match(name []byte) (bool, error) { return r.re.MatchString(string(name)) }

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
		return backtrackName{back}, nil
	}
	return newRegexpName(text, whole)
}

func newRegexpName(text, whole string) (nameMatcher, error) {
	compiled, err := regexp.Compile(whole)
	if err != nil {
		return nil, refusedRE2(text, err)
	}
	return regexpName{compiled}, nil
}

// affixName is a glob with one * and otherwise literal: the fast twin of slow, which folds what is not ASCII.
type affixName struct {
	prefix, suffix []byte
	fold           bool // ignore case; prefix and suffix are then ASCII
	slow           nameMatcher
}

func (a affixName) match(name []byte) (bool, error) {
	if a.fold && !isASCII(name) {
		return a.slow.match(name)
	}
	rest := len(name) - len(a.suffix)
	if rest < len(a.prefix) || bytes.IndexByte(name[len(a.prefix):rest], '/') >= 0 {
		return false, nil
	}
	head, tail := name[:len(a.prefix)], name[rest:]
	if a.fold {
		return bytes.EqualFold(head, a.prefix) && bytes.EqualFold(tail, a.suffix), nil
	}
	return bytes.Equal(head, a.prefix) && bytes.Equal(tail, a.suffix), nil
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
	expr, err := globExpr(text, `[^/]`)
	if err != nil {
		return nil, err
	}
	flags := ""
	if fold {
		flags = "(?i)"
	}
	slow, err := newRegexpName(text, flags+`\A(?:`+expr+`)\z`)
	if err != nil {
		return nil, err
	}
	prefix, suffix, one := strings.Cut(text, "*")
	if !one || strings.ContainsAny(suffix, "*") || strings.ContainsAny(text, "?[\\\uFFFD") || fold && !isASCII(text) {
		return slow, nil
	}
	return affixName{[]byte(prefix), []byte(suffix), fold, slow}, nil
}

// boundedName is text within a name, with the boundaries of a mode.
type boundedName struct {
	text []byte
	mode Mode
	fold *regexp.Regexp // finds text in any case; nil if case matters
}

func newBoundedName(text string, m Mode, fold bool) nameMatcher {
	b := boundedName{text: []byte(text), mode: m}
	if fold {
		b.fold = regexp.MustCompile("(?i)" + regexp.QuoteMeta(text)) // text is valid UTF-8
	}
	return b
}

func (b boundedName) match(name []byte) (bool, error) {
	for from := 0; ; {
		start, end := b.find(name[from:])
		if start < 0 {
			return false, nil
		}
		if Bounded(b.mode, name, from+start, from+end) {
			return true, nil
		}
		from += start + 1
	}
}

// find returns the first occurrence of text in s; start is -1 if there is none.
func (b boundedName) find(s []byte) (start, end int) {
	if b.fold == nil {
		start = bytes.Index(s, b.text)
		return start, start + len(b.text)
	}
	if at := b.fold.FindIndex(s); at != nil {
		return at[0], at[1]
	}
	return -1, -1
}
