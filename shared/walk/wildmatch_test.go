package walk

import (
	"strings"
	"testing"
	"time"
)

// slowMatch is the slow twin of wildmatch: it tries every length of every star and supports the
// same classes.
func slowMatch(pattern, text string, first bool) bool {
	if pattern == "" {
		return text == ""
	}
	if pattern[0] == '*' {
		rest := strings.TrimLeft(pattern, "*")
		stars := len(pattern) - len(rest)
		double := stars > 1 && first && (rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
		if double && strings.HasPrefix(rest, "/") && slowMatch(rest[1:], text, true) {
			return true
		}
		for i := 0; ; i++ {
			if slowMatch(rest, text[i:], false) {
				return true
			}
			if i == len(text) || !double && text[i] == '/' {
				return false
			}
		}
	}
	if text == "" {
		return false
	}
	switch c := pattern[0]; c {
	case '?':
		return text[0] != '/' && slowMatch(pattern[1:], text[1:], false)
	case '[':
		end, ok := wildClass(pattern, 1, text[0])
		return end >= 0 && ok && text[0] != '/' && slowMatch(pattern[end+1:], text[1:], false)
	case '\\':
		return len(pattern) > 1 && pattern[1] == text[0] && slowMatch(pattern[2:], text[1:], pattern[1] == '/')
	default:
		return c == text[0] && slowMatch(pattern[1:], text[1:], c == '/')
	}
}

func FuzzWildmatch(f *testing.F) {
	for _, s := range []string{"**/a|x/a", "a/**/b|a/b", "*a*b|xaxxb", "[a-c]?|bz", "a**b/c|axb/c", "**/**/x|a/b/x", `\*|*`, "a/**|a/", "[[:alpha:]]|x", "*/b|a/b", `**\/b|a/b`, "***/a/**|q/a/z"} {
		pattern, text, _ := strings.Cut(s, "|")
		f.Add(pattern, text)
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 24 || len(text) > 24 || strings.Count(pattern, "*") > 8 || strings.Contains(text, "\x00") || strings.Contains(pattern, "\x00") {
			return
		}
		if got, want := wildmatch(pattern, []byte(text)), slowMatch(pattern, text, true); got != want {
			t.Errorf("%q for %q: %v, the slow twin says %v", pattern, text, got, want)
		}
	})
}

// FuzzIgnoreMaps compares the maps and split globs of a parsed line with wildmatch on the whole
// line.
func FuzzIgnoreMaps(f *testing.F) {
	for _, s := range []string{"foo|a/foo", "/foo|foo", "a/b|a/b", "*.c|x/y.c", "f*o*.c|foo.c", "**/x|a/x", "*.tar.*|a.tar.gz", `a\b*|ab`, "[*]a|*a", "*[a]b]c|xab]c", "*]|]0", "a*b]*|ab]"} {
		line, path, _ := strings.Cut(s, "|")
		f.Add(line, path)
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		if len(line) > 30 || len(path) > 30 || strings.ContainsAny(line, "\n\x00\r ") || strings.HasPrefix(line, "\ufeff") || strings.Contains(path, "\x00") || strings.Count(line, "*") > 6 {
			return
		}
		for name := range strings.SplitSeq(path, "/") {
			if name == "" {
				return
			}
		}
		pattern := strings.TrimSuffix(line, "/")
		if pattern != line || pattern == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "!") {
			return
		}
		dir, name := "", path
		if i := strings.LastIndexByte(path, '/'); i >= 0 {
			dir, name = path[:i], path[i+1:]
		}
		var want bool
		if strings.Contains(pattern, "/") {
			pattern = strings.TrimPrefix(pattern, "/")
			// As in git, the text before the first wildcard is compared first, and the rest is
			// matched separately.
			n := literalLen(pattern)
			want = strings.HasPrefix(path, pattern[:n]) && slowMatch(pattern[n:], path[n:], true)
		} else {
			want = slowMatch(pattern, name, true)
		}
		var j ruleMatcher
		j.enter(rules{git: under(nil, parsed(line), "")}, dir)
		if got := j.rule([]byte(name), false).ignored; got != want {
			t.Errorf("%q for %q: %v, the slow twin says %v", line, path, got, want)
		}
	})
}

func TestWildmatchIsNotExponential(t *testing.T) {
	text := []byte(strings.Repeat("a/", 60) + strings.Repeat("a", 200))
	for _, pattern := range []string{strings.Repeat("*a", 40) + "b", strings.Repeat("**/a/", 12) + "b", strings.Repeat("a*/**/", 8) + "b", strings.Repeat("**/", 30) + "b", strings.Repeat("**/a*a/", 30) + "b"} {
		start := time.Now()
		if wildmatch(pattern, text) {
			t.Errorf("%q matches", pattern)
		}
		if d := time.Since(start); d > time.Minute {
			t.Errorf("%q took %v", pattern, d)
		}
	}
}
