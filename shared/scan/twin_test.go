package scan

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
)

// twin is the slow twin of Scan, for matchers that are not Multiline: it splits the whole file and
// examines each line.
func twin(m match.Matcher, r Request, sizes sizes, data []byte) Result {
	var res Result
	if n := r.MaxFileBytes; n > 0 && int64(len(data)) > n {
		data, res.Cut = data[:n], ledger.TooLarge
	}
	text, base := decoded(data, r, &res)
	head := sizes.head - base
	if !r.Text && (strings.Contains(text[:min(len(text), max(head, 0))], "\x00") || r.Strict && !twinIsUTF8(text, head)) {
		return Result{Binary: true, Decoded: res.Decoded}
	}
	if res.Cut == ledger.TooLarge {
		text = text[:strings.LastIndex(text, "\n")+1]
	}
	nul := strings.IndexByte(text, 0)
	if nul < 0 || r.Text || !r.Strict {
		nul = len(text) + 1
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	fence, beyond, at := ledger.None, int64(0), 0
	for i, line := range lines {
		var h match.Hits
		if err := m.Match([]byte(line), match.Spans, &h); err != nil {
			panic(err)
		}
		hasNUL := at <= nul && nul < at+len(line)
		if hasNUL && fence == ledger.None && (h.Lines == 0 || h.Spans[0].Start >= nul-at) {
			fence = ledger.Binary
		}
		switch {
		case fence == ledger.None:
			res.Near += h.Near
			res.add(r, sizes, lines, i, base+at, h)
		case h.Lines == 0:
			beyond += h.Near
		case fence == ledger.Binary:
			res.Binary, res.Cut = true, ledger.None
			return res
		default:
			res.Cut = fence
			return res
		}
		switch {
		case r.Want == match.First && res.Lines > 0:
			res.Cut = ledger.None
			return res
		case hasNUL && fence == ledger.None:
			fence = ledger.Binary
		case fence == ledger.None && r.MaxLines > 0 && res.Lines == r.MaxLines && r.Want != match.First:
			fence = ledger.MaxMatches
		}
		at += len(line)
	}
	res.Near += beyond
	return res
}

// add records line i, at offset at of the file, if it matches.
func (r *Result) add(q Request, sizes sizes, lines []string, i, at int, h match.Hits) {
	if h.Lines == 0 {
		return
	}
	r.Lines++
	if r.Terms == nil {
		r.Terms = make([]int64, len(h.Terms))
	}
	for t, n := range h.Terms {
		r.Terms[t] += n
	}
	spans := h.Spans
	if q.Want != match.Spans {
		spans = spans[:1]
	}
	r.Matches += int64(len(spans))
	if q.Want == match.Count || q.Want == match.First {
		return
	}
	hit := Hit{Line: int64(i) + 1, Offset: int64(at), Text: bare(lines[i])}
	for _, sp := range spans {
		hit.Spans = append(hit.Spans, match.Span{Start: min(sp.Start, len(hit.Text)), End: min(sp.End, len(hit.Text))})
	}
	for j := max(0, i-q.Before); j < i; j++ {
		hit.Before = append(hit.Before, clipped(lines[j], sizes.context))
	}
	for j := i + 1; j < len(lines) && j <= i+q.After; j++ {
		hit.After = append(hit.After, clipped(lines[j], sizes.context))
	}
	r.Hits = append(r.Hits, hit)
}

func bare(line string) []byte {
	if s, ok := strings.CutSuffix(line, "\r\n"); ok {
		return []byte(s)
	}
	return []byte(strings.TrimSuffix(line, "\n"))
}

func clipped(line string, n int) []byte {
	b := bare(line)
	if len(b) <= n {
		return b
	}
	for k := 1; k < min(4, n+1); k++ {
		if c := b[n-k]; c >= 0xC0 { // the first byte of a character of more than k bytes
			if !utf8.FullRune(b[n-k : n]) {
				return b[:n-k]
			}
			break
		} else if c < 0x80 {
			break
		}
	}
	return b[:n]
}

func decoded(data []byte, r Request, res *Result) (text string, base int) {
	if big, ok := wideMark(data); ok && !r.NoDecode {
		res.Decoded = true
		data = data[2:]
		var units []uint16
		for ; len(data) >= 2; data = data[2:] {
			if big {
				units = append(units, uint16(data[0])<<8|uint16(data[1]))
			} else {
				units = append(units, uint16(data[1])<<8|uint16(data[0]))
			}
		}
		text = string(utf16.Decode(units))
		if len(data) == 1 {
			text += "\ufffd"
		}
		return text, 0
	}
	if rest, ok := strings.CutPrefix(string(data), "\ufeff"); ok {
		return rest, 3
	}
	return string(data), 0
}

func twinIsUTF8(text string, head int) bool {
	if len(text) >= head {
		cut := text[:max(head, 0)]
		// A character that is cut at the end becomes complete with up to 3 more bytes or, if they
		// are missing, with any that could follow.
		for i := max(0, len(cut)-3); i < len(cut); i++ {
			if utf8.ValidString(cut[:i]) && !utf8.FullRuneInString(cut[i:]) {
				cut = cut[:i]
			}
		}
		text = cut
	}
	return utf8.ValidString(text)
}

// chunks is a reader that returns data in pieces of random size, the last with or without io.EOF.
type chunks struct {
	data []byte
	r    *rand.Rand
	idle int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	if c.idle < 3 && c.r.IntN(8) == 0 {
		c.idle++
		return 0, nil
	}
	c.idle = 0
	n := min(len(p), len(c.data), 1+c.r.IntN(1+c.r.IntN(40)))
	copy(p, c.data[:n])
	c.data = c.data[n:]
	if len(c.data) == 0 && c.r.IntN(2) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// agree fails t unless a Scanner with small buffers finds what the twin finds.
func agree(t *testing.T, s *Scanner, m match.Matcher, data []byte, r *rand.Rand) {
	t.Helper()
	got, err := s.Scan(&chunks{data: data, r: r})
	if err != nil {
		t.Fatal(err)
	}
	want := twin(m, s.request, s.sizes, data)
	if s.request.Want == match.First {
		got.Near, want.Near = 0, 0
	}
	if got.Bytes > int64(len(data)) {
		t.Fatalf("%d bytes read of %d", got.Bytes, len(data))
	}
	got.Bytes = 0
	if g, w := shown(t, got), shown(t, want); g != w {
		t.Fatalf("%+v, sizes %+v, of %q:\n got %s\nwant %s", s.request, s.sizes, data, g, w)
	}
}

func shown(t *testing.T, r Result) string {
	t.Helper()
	for i := range r.Hits { // JSON would hide which bytes are invalid
		r.Hits[i].Text = bytes.Clone(r.Hits[i].Text)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func small(m match.Matcher, q Request, r *rand.Rand) *Scanner {
	s := New(m, q)
	s.sizes = sizes{buffer: 8 + r.IntN(24), keep: 64, line: 1 << 20, context: 4 + r.IntN(12), part: 1 + r.IntN(1+r.IntN(2000))}
	s.sizes.head = 4 + r.IntN(s.sizes.buffer-6)
	return s
}

var scanned = []pattern.Options{
	{Mode: pattern.Literal, Case: pattern.Sensitive},
	{Mode: pattern.Literal, Case: pattern.Insensitive},
	{Mode: pattern.Identifier, Case: pattern.Sensitive},
	{Mode: pattern.Regex, Case: pattern.Sensitive},
}

func randomScan(r *rand.Rand) (ps []*pattern.Pattern, q Request) {
	texts := []string{"a", "ab", "b", "k", "é", "a.", "^", "$", "[^b]$"}
	for range 1 + r.IntN(2) {
		if p, err := pattern.Compile(texts[r.IntN(len(texts))], scanned[r.IntN(len(scanned))]); err == nil {
			ps = append(ps, p)
		}
	}
	q = Request{Want: match.Want(r.IntN(4)), Before: r.IntN(3) * r.IntN(3), After: r.IntN(3) * r.IntN(3),
		Text: r.IntN(4) == 0, Strict: r.IntN(2) == 0, NoDecode: r.IntN(8) == 0, MaxLines: int64(r.IntN(4) * r.IntN(2)), MaxFileBytes: int64(r.IntN(60) * r.IntN(2) * r.IntN(2))}
	return ps, q
}

func randomFile(r *rand.Rand) []byte {
	parts := []string{"a", "b", "ab", "k", "é", "€", "𝄞", "_", "\n", "\n", "\n", "\r\n", "\r", "some text in a line ", "\u212a"}
	if r.IntN(3) == 0 {
		parts = append(parts, "\x00", "\xff", "\xe2\x82")
	}
	var b strings.Builder
	for range r.IntN(60) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	text := b.String()
	switch r.IntN(6) {
	case 0:
		return []byte("\ufeff" + text)
	case 1:
		return wideOf(text, false, r)
	case 2:
		return wideOf(text, true, r)
	}
	return []byte(text)
}

// wideOf returns text in UTF-16, sometimes with unpaired surrogates and a byte too many.
func wideOf(text string, big bool, r *rand.Rand) []byte {
	units := utf16.Encode([]rune("\ufeff" + text))
	if len(units) > 1 && r.IntN(3) == 0 {
		units[1+r.IntN(len(units)-1)] = 0xD800 + uint16(r.IntN(0x800))
	}
	var b []byte
	for _, u := range units {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	if r.IntN(4) == 0 {
		b = append(b, 'x')
	}
	return b
}

func TestScansAgreeWithTheirTwins(t *testing.T) {
	t.Parallel()
	rounds := 8000
	if testing.Short() {
		rounds = 3000
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range rounds {
		ps, q := randomScan(r)
		if len(ps) == 0 {
			continue
		}
		m, err := match.New(ps...)
		if err != nil {
			t.Fatal(err)
		}
		s := small(m.Clone(), q, r)
		for range 3 {
			agree(t, s, m, randomFile(r), r)
		}
	}
}
