package match

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/pattern"
)

// twin is the slow twin of a Matcher: it tries every pattern at every character of every line.
type twin struct {
	patterns  []*pattern.Pattern
	multiline bool
	cache     map[string]*regexp.Regexp
}

func newTwin(patterns []*pattern.Pattern) *twin {
	w := &twin{patterns: patterns, cache: map[string]*regexp.Regexp{}}
	for _, p := range patterns {
		w.multiline = w.multiline || p.Multiline()
	}
	return w
}

// find is what a Matcher finds, with all spans and the spans of each line.
type find struct {
	Hits
	byLine [][]Span
	first  []bool // the terms on the first matching line
}

func (w *twin) find(b []byte) find {
	var f find
	f.Terms = make([]int64, len(w.patterns))
	f.first = make([]bool, len(w.patterns))
	texts, bases := []string{string(b)}, []int{0}
	if !w.multiline {
		texts, bases = splitLines(string(b))
	}
	for i, text := range texts {
		w.text(text, bases[i], &f)
	}
	return f
}

// text adds the matches in one line, or in a whole text.
func (w *twin) text(text string, base int, f *find) {
	all := w.spans(w.patterns, text)
	firstLine := f.Lines == 0
	for _, line := range byStart(all, text) {
		f.Lines++
		f.byLine = append(f.byLine, shifted(line, base))
		f.Spans = append(f.Spans, shifted(line, base)...)
		f.Matches += int64(len(line))
	}
	for i, p := range w.patterns {
		own := byStart(w.spans([]*pattern.Pattern{p}, text), text)
		f.Terms[i] += int64(len(own))
		f.Near += w.near(p, text)
		if firstLine && len(own) > 0 && len(all) > 0 && lineNumber(text, own[0][0].Start) == lineNumber(text, all[0].Start) {
			f.first[i] = true
		}
	}
}

func lineNumber(text string, at int) int { return strings.Count(text[:at], "\n") }

// spans returns the chain of matches of alternatives.
func (w *twin) spans(ps []*pattern.Pattern, text string) []Span {
	var spans []Span
	last := -1
	for from := 0; from <= len(text); {
		best := Span{-1, -1}
		for start := from; start <= len(text) && best.Start < 0; start++ {
			for _, p := range ps {
				if end := w.matchAt(p, text, start); end >= 0 {
					best = Span{start, end}
					break
				}
			}
		}
		if best.Start < 0 || w.multiline && best.Start == len(text) && (text == "" || strings.HasSuffix(text, "\n")) {
			break
		}
		from = best.End
		if best.Start == best.End {
			_, n := utf8.DecodeRuneInString(text[from:])
			from += max(n, 1)
		}
		if best.Start < best.End || best.Start != last {
			spans = append(spans, best)
		}
		last = best.End
	}
	return spans
}

// trimmed returns the end of a match without the "\r" that $ took into it.
func trimmed(p *pattern.Pattern, text string, start, end int) int {
	if p.TrimCR && end > start && text[end-1] == '\r' && (end == len(text) || text[end] == '\n') {
		return end - 1
	}
	return end
}

// matchAt returns the end of the match of p that starts at start, or -1.
func (w *twin) matchAt(p *pattern.Pattern, text string, start int) int {
	if p.Mode == pattern.Glob || p.Mode == pattern.Regex {
		if p.Multiline() {
			return trimmed(p, text, start, w.regexAt(p.Expr, text, start))
		}
		lo := strings.LastIndexByte(text[:start], '\n') + 1
		hi := start + strings.IndexByte(text[start:]+"\n", '\n')
		if lo == len(text) && lo > 0 || text == "" && w.multiline {
			return -1
		}
		if end := w.regexAt(p.Expr, text[lo:hi], start-lo); end >= 0 {
			return trimmed(p, text, start, lo+end)
		}
		return -1
	}
	end := w.occurrence(p, text, start)
	if end < 0 || !w.alone(p, text, start, end) {
		return -1
	}
	return end
}

// regexAt runs expr after an expression that consumes the characters before start.
func (w *twin) regexAt(expr, text string, start int) int {
	n := 0
	for i := 0; i < start; n++ {
		_, size := utf8.DecodeRuneInString(text[i:])
		if i += size; i > start {
			return -1 // inside a character
		}
	}
	before := fmt.Sprintf(`(?s:.{%d})`, n%1000)
	for ; n >= 1000; n -= 1000 {
		before += `(?s:.{1000})`
	}
	loc := w.compile(`\A` + before + `(` + expr + `)`).FindStringSubmatchIndex(text)
	if loc == nil {
		return -1
	}
	return loc[3]
}

// occurrence compares the text of p, of any literal mode, with text[start:] character by character.
func (w *twin) occurrence(p *pattern.Pattern, text string, start int) int {
	at := start
	for rest := p.Source; rest != ""; {
		if rest[0] == '\n' && strings.HasPrefix(text[at:], "\r\n") {
			at++
		}
		r, n := utf8.DecodeRuneInString(rest)
		got, m := utf8.DecodeRuneInString(text[at:])
		switch {
		case m == 0:
			return -1
		case strings.HasPrefix(text[at:], rest[:n]):
			m = n
		case !p.Fold || r == utf8.RuneError || got == utf8.RuneError || !strings.EqualFold(string(r), string(got)):
			return -1
		}
		rest, at = rest[n:], at+m
	}
	return at
}

func (w *twin) alone(p *pattern.Pattern, text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	is := func(r rune) bool { return r < utf8.RuneSelf && pattern.IsIdentifier(byte(r)) }
	switch p.Mode {
	case pattern.Identifier:
	case pattern.Word:
		is = pattern.IsWord
	default:
		return true
	}
	return (start == 0 || !is(before)) && (end == len(text) || !is(after))
}

// near counts the refused occurrences of p.
func (w *twin) near(p *pattern.Pattern, text string) (n int64) {
	if p.Mode != pattern.Identifier && p.Mode != pattern.Word {
		return 0
	}
	counted := 0
	for at := 0; at < len(text); at++ {
		end := w.occurrence(p, text, at)
		if end < 0 {
			continue
		}
		if w.alone(p, text, at, end) {
			counted = max(counted, end)
			at = end - 1
		} else if at >= counted {
			n++
			counted = end
		}
	}
	return n
}

func (w *twin) compile(expr string) *regexp.Regexp {
	re := w.cache[expr]
	if re == nil {
		re = regexp.MustCompile(expr)
		w.cache[expr] = re
	}
	return re
}

func splitLines(text string) (lines []string, bases []int) {
	for base := 0; base < len(text); {
		n := strings.IndexByte(text[base:], '\n')
		if n < 0 {
			n = len(text) - base
		}
		lines, bases = append(lines, text[base:base+n]), append(bases, base)
		base += n + 1
	}
	return lines, bases
}

// byStart groups spans by the line that they start on.
func byStart(spans []Span, text string) (lines [][]Span) {
	number := -1
	for _, sp := range spans {
		if n := lineNumber(text, sp.Start); n != number {
			number = n
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], sp)
	}
	return lines
}

func shifted(spans []Span, by int) []Span {
	out := make([]Span, len(spans))
	for i, sp := range spans {
		out[i] = Span{sp.Start + by, sp.End + by}
	}
	return out
}

// agree fails t unless m finds what the twin finds, for every Want.
func agree(t *testing.T, m Matcher, ps []*pattern.Pattern, text string) {
	t.Helper()
	if d := difference(m, ps, text); d != "" {
		t.Fatal(d)
	}
}

// difference describes the first difference between m and the twin, or returns "".
func difference(m Matcher, ps []*pattern.Pattern, text string) string {
	all := newTwin(ps).find([]byte(text))
	for w := Count; w <= Spans; w++ {
		want := all.hits(w)
		var got Hits
		if err := m.Match([]byte(text), w, &got); err != nil {
			return fmt.Sprintf("Match(%q, want %d): %v", text, w, err)
		}
		if w == First {
			got.Near, want.Near = 0, 0
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Sprintf("%s in %q, want %d:\n got %+v\nwant %+v", describe(ps), text, w, got, want)
		}
	}
	return ""
}

// hits returns what a Matcher has to find, according to f.
func (f *find) hits(w Want) Hits {
	h := f.Hits
	if w == Spans {
		return h
	}
	h.Matches, h.Spans = h.Lines, nil
	if w == First && h.Lines > 0 {
		h.Lines, h.Matches = 1, 1
		h.Terms = make([]int64, len(f.first))
		for i, yes := range f.first {
			h.Terms[i] = int64(oneIf(yes))
		}
	}
	if w == Lines || w == First {
		for _, line := range f.byLine[:h.Lines] {
			h.Spans = append(h.Spans, line[0])
		}
	}
	return h
}

func describe(ps []*pattern.Pattern) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "%s %q fold=%v expr=%q; ", p.Mode, p.Source, p.Fold, p.Expr)
	}
	return b.String()
}
