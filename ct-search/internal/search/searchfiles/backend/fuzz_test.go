package backend

import (
	"bytes"
	"encoding/json"
	"hash/maphash"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
)

// over maps each byte of text to a character U+0000 to U+00FF, so that package regexp can match an
// expression over bytes.
func over(text []byte) string {
	var b strings.Builder
	for _, c := range text {
		b.WriteRune(rune(c))
	}
	return b.String()
}

func judging(t testing.TB, p *pattern.Pattern) *reports {
	t.Helper()
	m, err := match.New(p)
	if err != nil {
		t.Skipf("skipped: no such pattern: %v", err)
	}
	return &reports{current: -1, maxLines: 8, longest: 100, matcher: m, seed: maphash.MakeSeed()}
}

// An expression matches on every line on which its pattern does, and, if it is exact, on no other.
func FuzzExpression(f *testing.F) {
	for i, q := range queries() {
		f.Add(q.text, []byte("foo bar\r"), uint8(q.mode), uint8(q.fold), i%2 == 0)
		f.Add(q.text, []byte("\xef\xbb\xbffoo\xffé1 K\u212a\x00 aab ab"), uint8(q.mode), uint8(q.fold), i%2 == 1)
	}
	for _, text := range []string{"(x.*y)z", "z(x.*y)", "(a+b|c)d", "d(ab+|c)", "((ab)+)c", "a(bc){2,3}d", "a(b|c+)d", "(foo)+(bar)+", "a.+b.+c"} {
		f.Add(text, []byte("xayz zxay aabd dabb ababc abcbcd abd accd foofoobarbar a1b1c"), uint8(pattern.Regex), uint8(pattern.Sensitive), true)
	}
	f.Fuzz(func(t *testing.T, text string, line []byte, mode, fold uint8, isPlain bool) {
		p, err := pattern.Compile(text, pattern.Options{Mode: pattern.Mode(mode % 7), Case: pattern.Case(fold % 4)})
		if err != nil || bytes.IndexByte(line, '\n') >= 0 {
			t.Skip("skipped: no pattern, or no single line")
		}
		d := full
		if isPlain {
			d = plain
		}
		e, ok := express(p, d)
		if !ok {
			t.Skip("skipped: searched natively")
		}
		re, err := regexp.Compile("(?m:" + e.text + ")")
		if err != nil {
			if strings.Contains(err.Error(), "too large") || strings.Contains(err.Error(), "invalid repeat count") {
				t.Skip("skipped: too large for Go's regexp")
			}
			t.Fatalf("%q becomes %q: %v", text, e.text, err)
		}
		if re.MatchString("") && !strings.ContainsAny(text, "^$") && !strings.Contains(text, `\`) {
			t.Errorf("%q becomes %q, which matches nothing at all", text, e.text)
		}
		marked := bytes.HasPrefix(line, []byte(bom))
		for _, body := range [][]byte{line, bytes.TrimPrefix(line, []byte(bom))} { // a line that is the first of a file, or is not
			want, err := judging(t, p).matches(append(slices.Clone(body), '\n'))
			if err != nil {
				t.Skip(err)
			}
			if got := re.MatchString(over(line)); want && !got || got && !want && e.exact && !marked {
				t.Errorf("%q, which becomes %q, matches %q: %v, not %v", text, e.text, line, got, want)
			}
		}
	})
}

// parse returns what a parser accepts of a program's output.
func parse(t testing.TB, read func(*stream, *reports) error, text []byte) (*reports, error) {
	r := judging(t, compiled(t, "foo", pattern.Literal, pattern.Sensitive))
	r.names = []string{"./a", "./b", "./c"}
	r.byFile = make([]report, len(r.names))
	err := read(newStream(bytes.NewReader(text)), r)
	return r, err
}

// The parser of ugrep's output agrees with a simpler one that has all of the output in memory.
func FuzzReadUgrep(f *testing.F) {
	for _, l := range lies() {
		f.Add([]byte(l.ugrep))
	}
	f.Add([]byte("./a\x001:foo\n./a\x0010:foo foo\r\n./c\x003:\xfffoo\x00:\nend\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := parse(t, readUgrep, text)
		if err != nil {
			return
		}
		lines, ended := bytes.CutSuffix(text, []byte(ugrepEnd))
		if !ended {
			t.Fatalf("%q is taken", text)
		}
		got := make([]report, len(r.byFile))
		for line := range bytes.Lines(lines) {
			name, rest, _ := bytes.Cut(line, []byte{0})
			number, body, _ := bytes.Cut(rest, []byte{':'})
			n, err := strconv.ParseInt(string(number), 10, 64)
			at := slices.Index(r.names, string(name))
			if err != nil || at < 0 || len(body) == 0 {
				t.Fatalf("%q is taken", text)
			}
			got[at].lines++
			got[at].last = n
		}
		for i := range got {
			if got[i].lines != r.byFile[i].lines || got[i].last != r.byFile[i].last {
				t.Errorf("%q: %+v", text, r.byFile)
			}
		}
		checkInvariants(t, r)
	})
}

// The parser of rg's output records what its messages contain, one by one.
func FuzzReadRipgrep(f *testing.F) {
	for _, l := range lies() {
		f.Add([]byte(l.rg))
	}
	f.Add([]byte(strings.Replace(truth("rg", "a"), `{"text":"foo\n"}`, `{"bytes":"/2Zvbwo="}`, 1) + summary(1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := parse(t, readRipgrep, text)
		if err != nil {
			return
		}
		matches, last := 0, ""
		for line := range bytes.Lines(text) {
			var m struct{ Type string }
			if err := json.Unmarshal(line, &m); err != nil {
				t.Fatalf("%q is taken: %v", text, err)
			}
			if last = m.Type; m.Type == "match" {
				matches++
			}
		}
		for i := range r.byFile {
			matches -= r.byFile[i].lines
		}
		if matches != 0 || last != "summary" {
			t.Errorf("%q: %+v", text, r.byFile)
		}
		checkInvariants(t, r)
	})
}

// checkInvariants checks invariants of all reports.
func checkInvariants(t *testing.T, r *reports) {
	for i := range r.byFile {
		f := &r.byFile[i]
		if f.lines > r.maxLines || f.confirmed > int64(f.lines) || len(f.first) > f.lines || f.lines > 0 && f.last < 1 {
			t.Errorf("%+v", f)
		}
		for j := 1; j < len(f.first); j++ {
			if f.first[j].number <= f.first[j-1].number {
				t.Errorf("%+v", f.first)
			}
		}
	}
}
