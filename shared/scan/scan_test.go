package scan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/walk"
)

func matcherOf(t testing.TB, o pattern.Options, texts ...string) match.Matcher {
	t.Helper()
	var ps []*pattern.Pattern
	for _, text := range texts {
		p, err := pattern.Compile(text, o)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	m, err := match.New(ps...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var (
	literal = pattern.Options{Mode: pattern.Literal, Case: pattern.Sensitive}
	regex   = pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive}
)

func scanText(t testing.TB, m match.Matcher, q Request, text string) Result {
	t.Helper()
	res, err := New(m, q).Scan(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// outline formats the hits of a result as line:column:text of each span, with the lines before and
// after.
func outline(r Result) string {
	var b strings.Builder
	for _, h := range r.Hits {
		for _, l := range h.Before {
			fmt.Fprintf(&b, "-%s", l)
		}
		for _, sp := range h.Spans {
			fmt.Fprintf(&b, "%d:%d:%s ", h.Line, sp.Start+1, h.Text[sp.Start:sp.End])
		}
		fmt.Fprintf(&b, "(%s@%d)", h.Text, h.Offset)
		for _, l := range h.After {
			fmt.Fprintf(&b, "+%s", l)
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

func TestHitsOfAFile(t *testing.T) {
	t.Parallel()
	spans := Request{Want: match.Spans}
	tests := []struct {
		name    string
		options pattern.Options
		text    string
		in      string
		request Request
		want    string
	}{
		{"lines and columns", literal, "a", "b\naba\n\nca", spans, "2:1:a 2:3:a (aba@2) 4:2:a (ca@7)"},
		{"the first span only", literal, "a", "aa\n", Request{Want: match.Lines}, "1:1:a (aa@0)"},
		{"counting takes no hits", literal, "a", "aa\n", Request{}, ""},
		{"CRLF is not of the text", literal, "a", "xa\r\na\r", spans, "1:2:a (xa@0) 2:1:a (a\r@4)"},
		{"a match on the CR", regex, "a.", "xa\r\n", spans, "1:2:a (xa@0)"},
		{"context", literal, "a", "1\n2\na\n3\n4\n", Request{Want: match.Spans, Before: 1, After: 2}, "-23:1:a (a@4)+3+4"},
		{"context has matching lines", literal, "a", "a\na\n", Request{Want: match.Spans, Before: 1, After: 1}, "1:1:a (a@0)+a -a2:1:a (a@2)"},
		{"UTF-8 with a mark", regex, "^a", "\ufeffa\na", spans, "1:1:a (a@3) 2:1:a (a@5)"},
		{"UTF-16 LE", literal, "é", "\xff\xfea\x00\n\x00\xe9\x00", spans, "2:1:é (é@2)"},
		{"UTF-16 BE", literal, "𝄞", "\xfe\xff\xd8\x34\xdd\x1e\x00\n", spans, "1:1:𝄞 (𝄞@0)"},
		{"half a pair", literal, "\ufffd", "\xfe\xff\xd8\x34\x00a\xdd\x1e\x00", spans, "1:1:\ufffd 1:5:\ufffd 1:8:\ufffd (\ufffda\ufffd\ufffd@0)"},
		{"lines of one match", literal, "a\nb", "x\nya\r\nbz\nc", Request{Want: match.Spans, Before: 1, After: 1}, "-x2:2:a\r\nb (ya\r\nbz@2)+c"},
		{"matches that share a line", literal, "a\na", "a\na a\na\n", spans, "1:1:a\na (a\na a@0) 2:3:a\na (a a\na@2)"},
		{"a match of a newline", regex, `\n`, "a\n\nb", spans, "1:2: (a@0) 2:1: (@2)"},
	}
	for _, c := range tests {
		res := scanText(t, matcherOf(t, c.options, c.text), c.request, c.in)
		if got := outline(res); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if res.Lines != int64(len(res.Hits)) && c.request.Want != match.Count {
			t.Errorf("%s: %d lines, %d hits", c.name, res.Lines, len(res.Hits))
		}
	}
}

// A NUL in the first 8,000 bytes makes a file binary, and nothing else.
func TestOnlyANULInTheHeadMakesAFileBinary(t *testing.T) {
	t.Parallel()
	pad := strings.Repeat("x", HeadSize-1)
	for _, c := range []struct {
		name, in string
		binary   bool
		lines    int64
	}{
		{"Latin-1", "a caf\xe9\n", false, 1},
		{"Shift-JIS", "\x93\xfa\x96\x7b a\n", false, 1},
		{"a NUL at the end of the head", pad + "\x00\na\n", true, 0},
		{"a NUL behind the head", pad + "x\x00\na\n", false, 1},
		{"matches around a late NUL", "a\n" + pad + "\x00a\na\n" + strings.Repeat("some line\n", 60_000) + "a", false, 4},
		{"half of UTF-16's mark", "\xffa", false, 1},
	} {
		res := scanText(t, matcherOf(t, literal, "a"), Request{Want: match.Count}, c.in)
		if res.Binary != c.binary || res.Lines != c.lines {
			t.Errorf("%s: binary %v, %d lines; should be %v, %d", c.name, res.Binary, res.Lines, c.binary, c.lines)
		}
	}
}

func TestWhatIsNotStrictlyTextIsNotSearched(t *testing.T) {
	t.Parallel()
	const head = HeadSize
	pad := strings.Repeat("x", head-1)
	lines := strings.Repeat("some line\n", 2*head/10)
	tests := []struct {
		name   string
		in     string
		text   bool
		binary bool
		lines  int64
	}{
		{"text", "a\n", false, false, 1},
		{"empty", "", false, false, 0},
		{"a NUL", "a\n\x00", false, true, 0},
		{"a NUL, as text", "a\n\x00", true, false, 1},
		{"invalid UTF-8", "a\n\xff", false, true, 0},
		{"a character cut off by the end", "a\n\xe2\x82", false, true, 0},
		{"a character cut by the edge", pad + "é\na", false, false, 1},
		{"an invalid byte at the edge", pad + "\xff\na", false, true, 0},
		{"half a character before the edge", pad[1:] + "\xe2\xe2\na", false, true, 0},
		{"invalid UTF-8 after the edge", pad + "x\xff\na", false, false, 1},
		{"a NUL after the edge and no match", lines + "\x00", false, false, 0},
		{"a NUL after the matches", "a\n" + lines + "a\x00", false, false, 2},
		{"a NUL before a later match", "a\n" + lines + "\x00\na\n", false, true, 1},
		{"a NUL in the line before its match", "a\n" + lines + "\x00a\n", false, true, 1},
		{"a NUL before no match but far", "a\n" + lines + "\x00" + strings.Repeat(lines, 40) + "a", false, true, 1},
		{"a NUL before a match, as text", "a\n" + lines + "\x00a", true, false, 2},
		{"UTF-16 with a NUL", "\xff\xfea\x00\x00\x00", false, true, 0},
		{"UTF-32", "\xff\xfe\x00\x00a\x00\x00\x00", false, true, 0},
		{"half of UTF-16's mark", "\xff", false, true, 0},
	}
	for _, c := range tests {
		for w := match.Count; w <= match.Spans; w++ {
			want := c.lines
			if w == match.First {
				want = min(want, 1)
			}
			res := scanText(t, matcherOf(t, literal, "a"), Request{Want: w, Text: c.text, Strict: true}, c.in)
			if binary := c.binary && (w != match.First || want == 0); res.Binary != binary || res.Lines != want {
				t.Errorf("%s, want %d: binary %v, %d lines; should be %v, %d", c.name, w, res.Binary, res.Lines, binary, want)
			}
		}
	}
}

func TestUTF16IsNotTextWhereItIsNotDecoded(t *testing.T) {
	t.Parallel()
	in := "\xff\xfea\x00\n\x00"
	res := scanText(t, matcherOf(t, literal, "a"), Request{NoDecode: true, Strict: true}, in)
	if !res.Binary || res.Decoded {
		t.Errorf("%+v", res)
	}
	if res = scanText(t, matcherOf(t, literal, "a"), Request{}, in); res.Binary || !res.Decoded || res.Lines != 1 {
		t.Errorf("decoded: %+v", res)
	}
}

func TestTheLineLimitKnowsWhetherItCut(t *testing.T) {
	t.Parallel()
	far := strings.Repeat("line\n", 200_000)
	tests := []struct {
		in   string
		cut  ledger.Reason
		want string
	}{
		{"a\na\n" + far, ledger.None, "1:1:a (a@0)+a+line 2:1:a (a@2)+line+line"},
		{"a\na\na\n", ledger.MaxMatches, "1:1:a (a@0)+a+a 2:1:a (a@2)+a"},
		{"a\na\n" + far + "a\n", ledger.MaxMatches, "1:1:a (a@0)+a+line 2:1:a (a@2)+line+line"},
	}
	for _, c := range tests {
		res := scanText(t, matcherOf(t, literal, "a"), Request{Want: match.Spans, After: 2, MaxLines: 2}, c.in)
		if res.Lines != 2 || res.Cut != c.cut || outline(res) != c.want {
			t.Errorf("%d bytes: %d lines, cut %s, %q; want 2, %s, %q", len(c.in), res.Lines, res.Cut, outline(res), c.cut, c.want)
		}
	}
}

func TestTermsAreCountedToTheLineLimit(t *testing.T) {
	t.Parallel()
	res := scanText(t, matcherOf(t, literal, "a", "b"), Request{MaxLines: 2}, "a\nx\nab\nb\n")
	if fmt.Sprint(res.Lines, res.Terms, res.Cut) != "2 [2 1] max_matches" {
		t.Errorf("%+v", res)
	}
	if res = scanText(t, matcherOf(t, literal, "a", "b"), Request{}, "x\n"); res.Terms != nil {
		t.Errorf("terms of nothing: %+v", res)
	}
}

func TestLargeFilesAndLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3<<20)
	res := scanText(t, matcherOf(t, literal, "a"), Request{Want: match.Lines, Before: 1}, "a\n"+long+"a\n"+long+"\na")
	if res.Lines != 3 || len(res.Hits[1].Text) != len(long)+1 || len(res.Hits[2].Before[0]) != maxContext || res.Hits[2].Line != 4 {
		t.Errorf("%d lines of a file of long lines", res.Lines)
	}
	if n := res.Size(); n < len(long) || n > len(long)+4*maxContext {
		t.Errorf("Size() = %d", n)
	}
	for _, c := range []struct {
		max   int64
		text  string
		lines int64
		cut   ledger.Reason
	}{
		{6, "a", 2, ledger.None},
		{5, "a", 2, ledger.TooLarge},
		{3, "a", 1, ledger.TooLarge},
		{5, `\na`, 0, ledger.TooLarge},
		{6, `\na`, 2, ledger.None},
	} {
		res := scanText(t, matcherOf(t, regex, c.text), Request{MaxFileBytes: c.max}, "a\na\n\na")
		if c.text == "a" && c.max == 6 {
			c.lines = 3
		}
		if res.Lines != c.lines || res.Cut != c.cut {
			t.Errorf("%q in at most %d bytes: %d lines, cut %s; want %d, %s", c.text, c.max, res.Lines, res.Cut, c.lines, c.cut)
		}
	}
	s := New(matcherOf(t, literal, "a"), Request{})
	s.sizes.buffer, s.sizes.head, s.sizes.line, s.sizes.keep = 16, 8, 64, 32
	res, err := s.Scan(strings.NewReader("a\na\n" + strings.Repeat("a", 200) + "\na\n"))
	if err != nil || res.Lines != 2 || res.Cut != ledger.TooLarge {
		t.Errorf("a line beyond the longest: %+v, %v", res, err)
	}
	if _, err = s.Scan(strings.NewReader(strings.Repeat("a", 63) + "\n")); err != nil || len(s.buf) > 32 {
		t.Errorf("a buffer of %d bytes is kept, %v", len(s.buf), err)
	}
}

func TestMultilinePatternsSeeTheWholeFile(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("line\n", 300_000)
	res := scanText(t, matcherOf(t, literal, "a\nline"), Request{Want: match.Spans, Before: 1}, lines+"a\n"+lines)
	if want := "-line300001:1:a\nline (a\nline@1500000)"; outline(res) != want {
		t.Errorf("%q, want %q", outline(res), want)
	}
}

func TestReadErrorsLeaveWhatWasRead(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, in := range []string{"a\na\n", strings.Repeat("a\n", 200_000)} {
		res, err := New(matcherOf(t, literal, "a"), Request{}).Scan(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) || res.Lines != int64(len(in)/2) || res.Bytes != int64(len(in)) {
			t.Errorf("%d lines of %d bytes, %v", res.Lines, res.Bytes, err)
		}
	}
	if _, err := New(matcherOf(t, literal, "a"), Request{}).Scan(idle{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that returns nothing: %v", err)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestAFileThatChangesWhileItIsReadIsCut(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, bytes.Repeat([]byte("line\n"), 200_000), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, change := range []bool{false, true} {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var during func()
		if change {
			during = func() {
				err := os.Chtimes(name, time.Time{}, time.Now().Add(time.Hour))
				if err != nil {
					t.Error(err)
				}
			}
		}
		res, err := New(matcherOf(t, literal, "a"), Request{}).Scan(&meddling{f, 3, during})
		if err != nil || (res.Cut == ledger.Changed) != change {
			t.Errorf("change %v: cut %s, %v", change, res.Cut, err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFileOfAWalkThatChangesIsCut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	if err := os.WriteFile(name, bytes.Repeat([]byte("line\n"), 200_000), 0o644); err != nil {
		t.Fatal(err)
	}
	s := New(matcherOf(t, literal, "a"), Request{})
	visit := func(e *walk.Entry) walk.Outcome[Result] {
		f, err := e.Open()
		if err != nil {
			return walk.Outcome[Result]{Skip: ledger.Unreadable, Detail: err.Error()}
		}
		res, err := s.Scan(&growing{Reader: f, n: 3, name: name})
		if err := errors.Join(err, f.Close()); err != nil {
			t.Error(err)
		}
		return walk.Outcome[Result]{Value: res, Keep: true}
	}
	files := 0
	_, err := walk.Run(t.Context(), walk.Options{Base: dir, Workers: 1}, func() walk.Visit[Result] { return visit }, func(r Result) bool {
		files++
		if r.Cut != ledger.Changed {
			t.Errorf("cut %s, want changed", r.Cut)
		}
		return true
	})
	if err != nil || files != 1 {
		t.Errorf("%d files, %v", files, err)
	}
}

// growing is a file that grows before its nth read.
type growing struct {
	*walk.Reader
	n    int
	name string
}

func (g *growing) Read(p []byte) (int, error) {
	if g.n--; g.n == 0 {
		f, err := os.OpenFile(g.name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return 0, err
		}
		if _, err := f.WriteString("more\n"); err != nil {
			return 0, errors.Join(err, f.Close())
		}
		if err := f.Close(); err != nil {
			return 0, err
		}
	}
	return g.Reader.Read(p)
}

// meddling is a file to which something happens before its nth read.
type meddling struct {
	*os.File
	n      int
	happen func()
}

func (m *meddling) Read(p []byte) (int, error) {
	if m.n--; m.n == 0 && m.happen != nil {
		m.happen()
	}
	return m.File.Read(p)
}

func (m *meddling) WriteTo(io.Writer) (int64, error) { panic("not for reading in pieces") }

func TestTimeLimitsAreCuts(t *testing.T) {
	t.Parallel()
	m := matcherOf(t, pattern.Options{Mode: pattern.Regex, Timeout: 50 * time.Millisecond}, `(x+x+)+y(?=!)`)
	s := New(m, Request{Want: match.Spans})
	slow := "xxy!\n" + strings.Repeat("x", 64) + "y\n"
	for range 2 {
		res, err := s.Scan(strings.NewReader(slow))
		if err != nil || res.Cut != ledger.MatchTimeout || outline(res) != "1:1:xxy (xxy!@0)" {
			t.Errorf("%q, cut %s, %v", outline(res), res.Cut, err)
		}
	}
}

func TestNothingIsAllocatedWhereNothingMatches(t *testing.T) {
	text := []byte(strings.Repeat("some line of text\n", 40_000))
	folded := pattern.Options{Mode: pattern.Literal, Case: pattern.Insensitive}
	word := pattern.Options{Mode: pattern.Word, Case: pattern.Sensitive}
	for _, c := range []struct {
		options pattern.Options
		texts   []string
	}{
		{literal, []string{"absent"}},
		{literal, []string{"absent", "missing"}},
		{folded, []string{"absent"}},
		{folded, []string{"ks"}},
		{folded, []string{"absent", "missing", "ks"}},
		{word, []string{"lin"}},
		{regex, []string{`[a-z]+_absent`}},
		{regex, []string{`absent|missing`}},
		{regex, []string{`\p{Greek}`}},
		{regex, []string{`\d{5}\s\w{5}`}},
		{regex, []string{`line.*some`, `absent`}},
		{regex, []string{`(?=a)absent`}},
	} {
		texts := c.texts
		for _, q := range []Request{{}, {Want: match.Spans, Before: 2, After: 2, MaxLines: 5}} {
			s := New(matcherOf(t, c.options, texts...), q)
			r := bytes.NewReader(text)
			scan := func() {
				r.Reset(text)
				if res, err := s.Scan(r); err != nil || res.Lines > 0 {
					t.Fatal(res, err)
				}
			}
			scan()
			if n := testing.AllocsPerRun(10, scan); n != 0 {
				t.Errorf("%q, want %d: %v allocations a file", texts, q.Want, n)
			}
		}
	}
}

// repeated reads text n times, then last.
type repeated struct {
	text string
	n    int
	last string
	rest string
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.rest == "" {
			switch {
			case r.n > 0:
				r.n--
				r.rest = r.text
			case r.last != "":
				r.rest, r.last = r.last, ""
			default:
				return n, io.EOF
			}
		}
		c := copy(p[n:], r.rest)
		r.rest = r.rest[c:]
		n += c
	}
	return n, nil
}

func TestAFileOfMoreThanAGigabyte(t *testing.T) {
	t.Parallel()
	const lines, times = 1 << 14, 1 << 12
	text := strings.Repeat("a line of 17 byte\n", lines)
	s := New(matcherOf(t, literal, "needle"), Request{Want: match.Lines, Before: 1})
	res, err := s.Scan(&repeated{text: text, n: times, last: "needle\nand more"})
	if err != nil || len(res.Hits) != 1 {
		t.Fatal(res, err)
	}
	size := int64(len(text)) * times
	if h := res.Hits[0]; h.Line != lines*times+1 || h.Offset != size || res.Bytes != size+int64(len("needle\nand more")) || len(h.Before) != 1 {
		t.Errorf("line %d at %d of %d bytes, %q before", h.Line, h.Offset, res.Bytes, h.Before)
	}
	if len(s.buf) > 512<<10 {
		t.Errorf("a buffer of %d bytes", len(s.buf))
	}
}

// TestTakingHitsAllocatesByBlock limits the allocations for a file with many matches: their lines,
// texts and spans are recorded together.
func TestTakingHitsAllocatesByBlock(t *testing.T) {
	const lines = 2000
	text := []byte(strings.Repeat("some line of text\n", lines))
	for _, c := range []struct {
		options pattern.Options
		text    string
	}{
		{literal, "line"},
		{pattern.Options{Mode: pattern.Word, Case: pattern.Insensitive}, "LINE"},
		{regex, `l\w+e`},
		{regex, `e`},
	} {
		for want := match.Count; want <= match.Spans; want++ {
			s := New(matcherOf(t, c.options, c.text), Request{Want: want})
			r := bytes.NewReader(text)
			scan := func() {
				r.Reset(text)
				if res, err := s.Scan(r); err != nil || res.Lines == 0 {
					t.Fatal(res, err)
				}
			}
			scan()
			most := 1.0 // the counts of the terms
			if want == match.Lines || want == match.Spans {
				most = 6 // the hits, their texts, their spans; these may come in two pieces
			}
			if n := testing.AllocsPerRun(5, scan); n > most {
				t.Errorf("%q, want %d: %v allocations for %d lines, at most %v expected", c.text, want, n, lines, most)
			}
		}
	}
}

// TestHitsAcrossLinesAreTheMatches compares with the matcher over the whole text.
func TestHitsAcrossLinesAreTheMatches(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	texts := []string{`a\n`, `a\nb`, `\n+`, `(?s)a.b`, `b$|a\r?\n`, `^|a\nb`, `(?s)a.*?b`}
	for range 3000 {
		m := matcherOf(t, regex, texts[r.IntN(len(texts))])
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString([]string{"a", "b", "\n", "\r\n", "some text"}[r.IntN(5)])
		}
		text := b.String()
		want := match.Want(2 + r.IntN(2))
		var whole match.Hits
		if err := m.Match([]byte(text), want, &whole); err != nil {
			t.Fatal(err)
		}
		s := small(m.Clone(), Request{Want: want}, r)
		res, err := s.Scan(&chunks{data: []byte(text), r: r})
		if err != nil {
			t.Fatal(err)
		}
		rest := whole.Spans
		for _, h := range res.Hits {
			if int(h.Line) != 1+strings.Count(text[:h.Offset], "\n") || !strings.HasPrefix(text[h.Offset:], string(h.Text)) {
				t.Fatalf("%q: %s", text, outline(res))
			}
			for _, sp := range h.Spans {
				at, end := rest[0].Start-int(h.Offset), rest[0].End-int(h.Offset)
				if sp.Start != min(at, len(h.Text)) || sp.End != min(end, len(h.Text)) || end > len(h.Text)+len("\r\n") {
					t.Fatalf("%q: %s; the matcher has %v", text, outline(res), whole.Spans)
				}
				rest = rest[1:]
			}
		}
		if res.Lines != whole.Lines || res.Matches != whole.Matches || len(rest) > 0 {
			t.Fatalf("%q: %+v; the matcher has %+v", text, res, whole)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add([]byte("a\nab\r\nk"), uint64(1))
	f.Add([]byte("\xff\xfea\x00\n\x00\x34\xd8\x1e\xdd"), uint64(2))
	f.Add([]byte("\ufeffa\n\x00\na"), uint64(3))
	f.Add([]byte("long line of text\xe2\x82\xac\nb"), uint64(4))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		ps, q := randomScan(r)
		if len(ps) == 0 {
			return
		}
		m, err := match.New(ps...)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, small(m.Clone(), q, r), m, data, r)
	})
}

func BenchmarkScan(b *testing.B) {
	for _, size := range []int{4 << 10, 16 << 10, 1 << 20} {
		text := bytes.Repeat([]byte("static int example(struct device *dev)\n"), size/39)
		for _, q := range []Request{{}, {Want: match.Lines}} {
			b.Run(fmt.Sprintf("%dK/want%d", size>>10, q.Want), func(b *testing.B) {
				s := New(matcherOf(b, literal, "absent"), q)
				r := bytes.NewReader(text)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					r.Reset(text)
					if _, err := s.Scan(r); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("%dK/every line", size>>10), func(b *testing.B) {
			s := New(matcherOf(b, literal, "struct"), Request{Want: match.Lines})
			r := bytes.NewReader(text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r.Reset(text)
				if _, err := s.Scan(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
