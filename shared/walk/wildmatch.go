package walk

import (
	"bytes"
	"strings"
)

// wild is the result of a partial match, as in git's wildmatch. After a miss, a preceding star may match more. After
// wildAbort the text is used up; after wildAbortToDouble, a star met a slash, only a double star can succeed.
type wild uint8

const (
	wildMatch wild = iota
	wildMiss
	wildAbort
	wildAbortToDouble
)

// wildmatch reports whether the pattern matches all of text, by the rules of git's wildmatch with WM_PATHNAME: '?', '*'
// and classes do not match a slash, a double star between slashes matches any number of folders. It compares bytes, not
// characters. Source: git's wildmatch.c, itself from rsync's.
func wildmatch(pattern string, text []byte) bool {
	w := wilder{pattern: pattern, text: text}
	return w.from(0, 0) == wildMatch
}

// A wilder matches one pattern against one text. Patterns with many stars would take time exponential in their number, so
// that after some steps the result of each star at each place is kept: the time is then at most cubic.
type wilder struct {
	pattern string
	text    []byte
	steps   int
	known   map[[2]int]wild // by the places in pattern and text; nil at first
}

// manySteps is the number of stars met before results are kept, which few patterns of real ignore files reach.
const manySteps = 256

// from matches the rest of the pattern, from p, against the rest of the text, from t.
func (w *wilder) from(p, t int) wild {
	for ; p < len(w.pattern); p++ {
		c := w.pattern[p]
		if t == len(w.text) && c != '*' {
			return wildAbort
		}
		switch c {
		case '*':
			return w.star(p, t)
		case '?':
			if w.text[t] == '/' {
				return wildMiss
			}
		case '[':
			end, ok := wildClass(w.pattern, p+1, w.text[t])
			if end < 0 {
				return wildAbort
			}
			if !ok || w.text[t] == '/' {
				return wildMiss
			}
			p = end
		case '\\':
			p++
			if p == len(w.pattern) || w.pattern[p] != w.text[t] {
				return wildMiss
			}
		default:
			if c != w.text[t] {
				return wildMiss
			}
		}
		t++
	}
	if t < len(w.text) {
		return wildMiss
	}
	return wildMatch
}

// star matches from a star at p, or returns the result that is known.
func (w *wilder) star(p, t int) wild {
	if w.steps++; w.steps < manySteps {
		return w.stars(p, t)
	}
	if m, ok := w.known[[2]int{p, t}]; ok {
		return m
	}
	m := w.stars(p, t)
	if w.known == nil {
		w.known = map[[2]int]wild{}
	}
	w.known[[2]int{p, t}] = m
	return m
}

// stars matches from the first of one or more stars at p.
func (w *wilder) stars(p, t int) wild {
	start := p
	for p < len(w.pattern) && w.pattern[p] == '*' {
		p++
	}
	rest := w.pattern[p:]
	double := p-start > 1 && (start == 0 || w.pattern[start-1] == '/') &&
		(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
	if double && strings.HasPrefix(rest, "/") && w.from(p+1, t) == wildMatch {
		return wildMatch // "a/**/b" matches "a/b": the double star and its slash match nothing
	}
	if rest == "" {
		if !double && bytes.IndexByte(w.text[t:], '/') >= 0 {
			return wildAbortToDouble
		}
		return wildMatch
	}
	if !double && rest[0] == '/' {
		// A single star matches exactly up to the next slash.
		i := bytes.IndexByte(w.text[t:], '/')
		if i < 0 {
			return wildAbort
		}
		return w.from(p, t+i)
	}
	return w.lengths(p, t, double)
}

// lengths matches from p after a star of each possible length.
func (w *wilder) lengths(p, t int, double bool) wild {
	for ; t < len(w.text); t++ {
		switch m := w.from(p, t); {
		case m == wildMiss:
			if !double && w.text[t] == '/' {
				return wildAbortToDouble
			}
		case !double || m != wildAbortToDouble:
			return m
		}
	}
	return wildAbort
}

// wildClass matches c against the class whose first byte after '[' is at pattern[p]. It returns the position of the
// closing bracket, or -1 for a class that does not end or names an unknown POSIX class, which never matches.
func wildClass(pattern string, p int, c byte) (end int, ok bool) {
	at := func(i int) byte { // 0 stands for the end, as in the original
		if i < len(pattern) {
			return pattern[i]
		}
		return 0
	}
	negated := at(p) == '!' || at(p) == '^'
	if negated {
		p++
	}
	matched := false
	var previous byte // 0: no range may begin here
	for first := true; first || at(p) != ']'; first = false {
		b := at(p)
		switch {
		case b == '-' && previous != 0 && at(p+1) != 0 && at(p+1) != ']':
			if b, p = classByte(pattern, p+1); b == 0 {
				return -1, false
			}
			matched = matched || previous <= c && c <= b
			b = 0
		case b == '[' && at(p+1) == ':':
			in, last := posixClass(pattern, p, c)
			if last < 0 {
				return -1, false
			}
			matched = matched || in
			if last > p {
				p, b = last, 0
			}
		default:
			if b, p = classByte(pattern, p); b == 0 {
				return -1, false
			}
			matched = matched || b == c
		}
		previous = b
		p++
	}
	return p, matched != negated
}

// classByte returns the byte at pattern[p], or the one that a backslash escapes, and its position; 0 at the end.
func classByte(pattern string, p int) (byte, int) {
	if p < len(pattern) && pattern[p] == '\\' {
		p++
	}
	if p >= len(pattern) {
		return 0, p
	}
	return pattern[p], p
}

// posixClass matches c against the named class that "[:" at pattern[p] begins. It returns the position of the last byte
// of the class. That is p itself if no ":]" ends the class, so that '[' is a plain byte, and -1 if nothing can match.
func posixClass(pattern string, p int, c byte) (in bool, last int) {
	closing := strings.IndexByte(pattern[p+2:], ']')
	if closing < 0 {
		return false, -1
	}
	name, ends := strings.CutSuffix(pattern[p+2:p+2+closing], ":")
	if !ends {
		return c == '[', p
	}
	bounds := posixBounds(name)
	if bounds == "" {
		return false, -1
	}
	for i := 0; i < len(bounds); i += 2 {
		in = in || bounds[i] <= c && c <= bounds[i+1]
	}
	return in, p + 2 + closing
}

// posixBounds returns the first and last byte of every range of the named class in the C locale, "" for an unknown
// class. A space is what git considers one, which excludes vertical tab and form feed.
func posixBounds(name string) string {
	switch name {
	case "alnum":
		return "09AZaz"
	case "alpha":
		return "AZaz"
	case "blank":
		return "\t\t  "
	case "cntrl":
		return "\x00\x1f\x7f\x7f"
	case "digit":
		return "09"
	case "graph":
		return "!~"
	case "lower":
		return "az"
	case "print":
		return " ~"
	case "punct":
		return "!/:@[`{~"
	case "space":
		return "\t\n\r\r  "
	case "upper":
		return "AZ"
	case "xdigit":
		return "09AFaf"
	}
	return ""
}
