package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tooltest"
)

// small are sizes that short texts reach.
var small = sizes{block: 16, line: 64, overlap: 8, keep: 1 << 20}

// compiled compiles a pattern as an assertion does.
func compiled(t testing.TB, text string) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Compile(text, pattern.Options{Promote: true, Case: pattern.Sensitive})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// observed returns the result of a run whose streams arrive in parts of random sizes.
func observed(t testing.TB, l looks, s sizes, rnd *rand.Rand, stdout, stderr string) *output {
	t.Helper()
	o, err := newOutput(l, s)
	if err != nil {
		t.Fatal(err)
	}
	deliver(t, o.stdout, stdout, rnd)
	deliver(t, o.stderr, stderr, rnd)
	o.close()
	return o
}

func deliver(t testing.TB, to *stream, text string, rnd *rand.Rand) {
	t.Helper()
	for len(text) > 0 {
		n := 1 + rnd.IntN(min(len(text), 1+rnd.IntN(100)))
		if k, err := to.Write([]byte(text[:n])); k != n || err != nil {
			t.Fatalf("Write gave %d, %v for %d bytes", k, err, n)
		}
		text = text[n:]
	}
}

func fixed() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func TestCharactersAreNotCut(t *testing.T) {
	for _, c := range []struct {
		text string
		want int // bytes that are whole characters at the end
	}{
		{"", 0}, {"a", 1}, {"aé", 3}, {"aé"[:2], 1}, {"a€"[:3], 1}, {"a€"[:2], 1}, {"a😀"[:4], 1}, {"a😀", 5},
		{"a\xff", 2}, {"a\x80\x80\x80\x80", 5}, {"\xe2", 0}, {"a\xe2b", 3},
	} {
		if got := len(match.WholeCharacters([]byte(c.text))); got != c.want {
			t.Errorf("%q: %d bytes are whole, expected %d", c.text, got, c.want)
		}
	}
	for _, c := range []struct {
		text     string
		at, want int
	}{
		{"a€b", 0, 0}, {"a€b", 1, 1}, {"a€b", 2, 1}, {"a€b", 3, 1}, {"a€b", 4, 4}, {"a\x80\x80", 2, 2}, {"\xe2\x82", 1, 1}, {"é\x80", 2, 2},
	} {
		if got, _ := match.Character([]byte(c.text), c.at); got != c.want {
			t.Errorf("%q at %d: begins at %d, expected %d", c.text, c.at, got, c.want)
		}
	}
}

func TestAnOutputServesRunAfterRun(t *testing.T) {
	l := looks{assertions: []assertion{{on: onBoth, pattern: compiled(t, "one")}}, focus: compiled(t, "one"), compare: true}
	o := observed(t, l, small, fixed(), "zero\none\n", "")
	first := o.prints()
	if f := o.finding(0); f.hits[0] == nil || f.hits[0].line != 2 || f.hits[1] != nil {
		t.Errorf("the first run found %+v", f)
	}
	o.begin()
	deliver(t, o.stdout, "two\n", fixed())
	o.close()
	if f := o.finding(0); f.first() != nil || o.focused().text != "" {
		t.Errorf("the second run has what the first found: %+v %q", f, o.focused().text)
	}
	if text, ok := o.stdout.kept.wholeText(); text != "two" || !ok {
		t.Errorf("the second run kept %q", text)
	}
	if where, _ := first.differs(o.prints()); where != `stdout line 1: "zero" / "two"` {
		t.Errorf("the runs differ in %q", where)
	}
}

// flood writes text to both streams until each has that many bytes.
func flood(o *output, text []byte, size int) {
	var wait sync.WaitGroup
	for _, s := range []*stream{o.stdout, o.stderr} {
		wait.Go(func() {
			for n := 0; n < size; n += len(text) {
				_, _ = s.Write(text) // it never fails
			}
		})
	}
	wait.Wait()
	o.close()
}

func TestALongOutputTakesLittleMemory(t *testing.T) {
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	const most = 90 << 20 // in bytes, for both streams together
	for _, c := range []struct {
		name, text string
		size       int
	}{
		{"lines", strings.Repeat("2026-01-02 a line of some output, with a number 12345\n", 1200), 200 << 20},
		{"short", strings.Repeat("x\n\n", 20000), 40 << 20},
		{"one line", strings.Repeat("no end in sight ", 4096), 200 << 20},
		{"long lines", strings.Repeat("x", 300_000) + "\n", 200 << 20},
	} {
		if testing.Short() {
			c.size /= 2 // still more than is kept
		}
		t.Run(c.name, func(t *testing.T) {
			l := looks{focus: compiled(t, "number|x|sight"), context: 100, compare: true, masks: []*pattern.Pattern{compiled(t, `\d+ms`)}}
			for i, p := range []string{"absent", `absent\d+`, "main()", `x{3}absent$`} {
				l.assertions = append(l.assertions, assertion{fails: i%2 == 0, on: onBoth, pattern: compiled(t, p)})
			}
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			o, err := newOutput(l, defaultSizes)
			if err != nil {
				t.Fatal(err)
			}
			flood(o, []byte(c.text), c.size)
			o.focused()
			runtime.ReadMemStats(&after)
			// The total allocation limits the memory, whatever the collector does.
			if took := after.TotalAlloc - before.TotalAlloc; took > most {
				t.Errorf("took %d MiB, at most %d expected", took>>20, most>>20)
			} else {
				t.Logf("took %d MiB for 2 times %d", took>>20, c.size>>20)
			}
			if bytes, lines := o.stdout.kept.missing(); bytes < int64(c.size)-33<<20 || lines > bytes {
				t.Errorf("%d bytes and %d lines are missing", bytes, lines)
			}
		})
	}
}

func BenchmarkStream(b *testing.B) {
	text := bytes.Repeat([]byte("2026-01-02 a line of some output, with a number 12345\n"), 600) // about the capacity of a pipe
	patterns := []string{"absent", `error\[`, `FAILED|panicked`, `^fatal: \w+`}
	for _, n := range []int{0, 1, 4} {
		var l looks
		for _, p := range patterns[:n] {
			l.assertions = append(l.assertions, assertion{on: onStdout, pattern: compiled(b, p)})
		}
		benchmark(b, fmt.Sprintf("%d-assertions", n), l, text)
	}
	benchmark(b, "focus", looks{focus: compiled(b, "FAILED"), context: 2}, text)
	benchmark(b, "focus-full", looks{focus: compiled(b, "number"), context: 2}, text)
	benchmark(b, "compare", looks{compare: true}, text)
	benchmark(b, "mask", looks{compare: true, masks: []*pattern.Pattern{compiled(b, `\d+`)}}, text)
}

func benchmark(b *testing.B, name string, l looks, text []byte) {
	b.Run(name, func(b *testing.B) {
		o, err := newOutput(l, defaultSizes)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			_, _ = o.stdout.Write(text) // it never fails
		}
		o.close()
	})
}

// scrambled makes a text from a fuzzer's bytes: they choose words that the patterns of the tests
// look for, multi-byte characters, and invalid bytes.
func scrambled(data []byte) string {
	words := []string{"a", "b", "ab", "error", "ERROR", "x", " ", "é", "€", "😀", "k", "K", "\u212a", "\n", "\n", "\r\n", "\x00", "\xff", "\xe2\x82", "12", "main()", "(", "main", "_", "aaaaaaaaaaaaaaaaaaaaaaaaa"}
	var b strings.Builder
	for _, c := range data {
		if int(c) < 4*len(words) {
			b.WriteString(words[int(c)%len(words)])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// tooLong reports whether a line of text is longer than what is searched as a whole.
func tooLong(text string, most int) bool {
	for line := range strings.Lines(text) {
		if n := len(line); n > most || n == most && !strings.HasSuffix(line, "\n") {
			return true
		}
	}
	return false
}

// lineAt returns the line of text that contains offset at: its number, its start, and the line
// without its line end.
func lineAt(text string, at int) (number int64, start int, line string) {
	start = strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ = strings.Cut(text[start:], "\n")
	return int64(strings.Count(text[:start], "\n")) + 1, start, strings.TrimSuffix(line, "\r")
}

func validUTF8(t testing.TB, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s is not UTF-8: %q", what, text)
	}
}
