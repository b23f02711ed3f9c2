package scan

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tooltest"
)

// joined searches r in parts and returns the combined result and the number of parts. It fails t if
// a part violates what Next promises.
func joined(t *testing.T, s *Scanner, r io.Reader) (whole Result, parts int) {
	t.Helper()
	s.Begin(r)
	for next := int64(0); ; {
		part, more, err := s.Next()
		parts++
		switch {
		case err != nil:
			t.Fatal(err)
		case next > 0 && (len(part.Hits) == 0 || part.Hits[0].Line != next):
			t.Fatalf("part %d: next was line %d: %+v", parts, next, part)
		case more && (part.Next == 0 || len(part.Hits) == 0 || part.Binary || part.Cut != ledger.None):
			t.Fatalf("part %d, not the last: %+v", parts, part)
		case !more && part.Next != 0:
			t.Fatalf("the last part: %+v", part)
		}
		next = part.Next
		whole.join(part)
		if !more {
			return whole, parts
		}
	}
}

func (r *Result) join(part Result) {
	r.Lines += part.Lines
	r.Matches += part.Matches
	r.Near += part.Near
	r.Bytes += part.Bytes
	if r.Terms == nil {
		r.Terms = part.Terms
	} else {
		for i, n := range part.Terms {
			r.Terms[i] += n
		}
	}
	r.Hits = append(r.Hits, part.Hits...)
	r.Binary, r.Cut, r.Decoded = part.Binary, part.Cut, part.Decoded
}

// samePartsAndWhole searches data in small parts and as a whole, compares the results, and returns
// the number of parts.
func samePartsAndWhole(t *testing.T, s *Scanner, data []byte, r *rand.Rand) int {
	t.Helper()
	want, err := s.Scan(&chunks{data: data, r: r})
	if err != nil {
		t.Fatal(err)
	}
	got, parts := joined(t, s, &chunks{data: data, r: r})
	if want.Cut == ledger.None && !want.Binary && s.request.Want != match.First && got.Bytes != want.Bytes {
		t.Fatalf("%d bytes in parts, %d as a whole", got.Bytes, want.Bytes)
	}
	got.Bytes, want.Bytes = 0, 0
	if s.request.Want == match.First { // the text after the line depends on the block size
		got.Near, want.Near = 0, 0
	}
	if g, w := shown(t, got), shown(t, want); g != w {
		t.Fatalf("%+v, sizes %+v, of %q:\nparts %s\nwhole %s", s.request, s.sizes, data, g, w)
	}
	return parts
}

// randomParts returns a Scanner for parts; its matcher may need whole files.
func randomParts(t *testing.T, r *rand.Rand) *Scanner {
	ps, q := randomScan(r)
	if r.IntN(3) > 0 {
		q.Want = match.Lines + match.Want(r.IntN(2)) // those with hits
	}
	q.Keep = r.IntN(8) * r.IntN(2)
	if len(ps) == 0 || r.IntN(4) == 0 {
		return small(matcherOf(t, regex, `a\n+b?`), q, r)
	}
	m, err := match.New(ps...)
	if err != nil {
		t.Fatal(err)
	}
	return small(m, q, r)
}

func TestPartsAreTheWhole(t *testing.T) {
	t.Parallel()
	rounds := 8000
	if testing.Short() {
		rounds = 3000
	}
	r := rand.New(rand.NewPCG(11, 12))
	several := 0
	for range rounds {
		s := randomParts(t, r)
		for range 3 {
			if samePartsAndWhole(t, s, randomFile(r), r) > 1 {
				several++
			}
		}
	}
	if several < rounds/4 {
		t.Errorf("%d of %d files came in several parts", several, 3*rounds)
	}
}

func FuzzParts(f *testing.F) {
	f.Add([]byte("a\na\nb\na\n\na\na\nb"), uint64(1))
	f.Add([]byte("\xff\xfea\x00\n\x00a\x00\n\x00"), uint64(2))
	f.Add([]byte("a\na\na\n\x00\na"), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		samePartsAndWhole(t, randomParts(t, r), data, r)
	})
}

func TestPartsAreBounded(t *testing.T) {
	t.Parallel()
	size := 6 << 20
	if tooltest.Brief() {
		size = 2 << 20
	}
	for _, c := range []struct {
		line    string
		context int
	}{
		{"a\n", 0},
		{"a\n", 20},
		{"a line of common length, and a second half of it\n", 0},
		{"a line of common length, and a second half of it\n", 20},
		{strings.Repeat("long a ", 10_000) + "\n", 3},
	} {
		s := New(matcherOf(t, literal, "a"), Request{Want: match.Spans, Before: c.context, After: c.context})
		times := size / len(c.line)
		s.Begin(&repeated{text: c.line, n: times})
		hits, most := 0, 0
		for more := true; more; {
			var part Result
			var err error
			if part, more, err = s.Next(); err != nil {
				t.Fatal(err)
			}
			hits += len(part.Hits)
			most = max(most, part.Size())
		}
		// The maximum is the limit, half as much again for sizes that are guessed too low, and the
		// size of one hit.
		if one := (2*c.context + 8000) * len(c.line); hits != times || most > 3<<19+one && most > 4<<20 {
			t.Errorf("%.10q with %d lines of context: %d hits of %d, up to %d bytes at a time", c.line, c.context, hits, times, most)
		}
	}
}

// A file that is abandoned in the middle does not affect the next.
func TestAFileMayBeLeftBeforeItsEnd(t *testing.T) {
	t.Parallel()
	s := New(matcherOf(t, literal, "a"), Request{Want: match.Lines, Before: 1, After: 1, MaxLines: 1 << 20})
	text := "x\nab\ny\n"
	want := scanText(t, s.matcher.Clone(), s.request, text)
	s.Begin(strings.NewReader(strings.Repeat("a\n", 1<<20)))
	if part, more, err := s.Next(); !more || err != nil {
		t.Fatal(part.Lines, more, err)
	}
	if got, parts := joined(t, s, strings.NewReader(text)); parts != 1 || shown(t, got) != shown(t, want) {
		t.Errorf("%d parts: %s, want %s", parts, shown(t, got), shown(t, want))
	}
}

func TestAnErrorComesWithTheLastPart(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	s := New(matcherOf(t, literal, "a"), Request{Want: match.Lines})
	const lines = 100_000
	s.Begin(io.MultiReader(strings.NewReader(strings.Repeat("a\n", lines)), iotest.ErrReader(broken)))
	var hits []Hit
	for {
		part, more, err := s.Next()
		hits = slices.Concat(hits, part.Hits)
		if more == (err != nil) {
			t.Fatalf("more %v, %v", more, err)
		}
		if !more {
			if len(hits) != lines || !errors.Is(err, broken) {
				t.Errorf("%d hits, %v", len(hits), err)
			}
			return
		}
	}
}

// BenchmarkParts searches a large file in which every line matches.
func BenchmarkParts(b *testing.B) {
	const line, times = "static int example(struct device *dev)\n", 1 << 19
	s := New(matcherOf(b, pattern.Options{Mode: pattern.Literal}, "struct"), Request{Want: match.Lines})
	b.SetBytes(int64(len(line) * times))
	b.ReportAllocs()
	for b.Loop() {
		s.Begin(&repeated{text: strings.Repeat(line, 1<<10), n: times >> 10})
		for more := true; more; {
			var err error
			if _, more, err = s.Next(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// Only the first matches of a line are kept, and no count depends on that.
func TestSpansOfALineAreBoundedAndCounted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var text strings.Builder
		for range random.IntN(400) {
			text.WriteString([]string{"x", "xx", "y", "\n", "xyx"}[random.IntN(5)])
		}
		for _, o := range []struct {
			options pattern.Options
			text    string
		}{{literal, "x"}, {regex, "x+"}, {regex, "y*"}, {regex, "(x)(?=y)"}} {
			m := matcherOf(t, o.options, o.text)
			q := Request{Want: match.Spans, Keep: random.IntN(5)}
			all := scanText(t, m.Clone(), q, text.String())
			q.Spans = 1 + random.IntN(3)
			some := scanText(t, m, q, text.String())
			for i := range all.Hits {
				h := &all.Hits[i]
				h.Spans = h.Spans[:min(len(h.Spans), q.Spans)]
			}
			if outline(all) != outline(some) || all.Lines != some.Lines || all.Matches != some.Matches {
				t.Fatalf("%q in %q, %+v:\n%s, %d\n%s, %d", o.text, text.String(), q, outline(all), all.Matches, outline(some), some.Matches)
			}
		}
	}
}
