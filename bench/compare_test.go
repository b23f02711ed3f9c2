package main

import (
	"bytes"
	"hash/maphash"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ct-tools/ct/shared/budget"
)

// differenceOf also compares texts that are read one byte at a time.
func differenceOf(t *testing.T, f form, ours, theirs string) string {
	t.Helper()
	seed := maphash.MakeSeed()
	a := newReader(strings.NewReader(ours), 64, f.ours, seed)
	b := newReader(iotest.OneByteReader(strings.NewReader(theirs)), 48, f.theirs, seed)
	found, err := firstDifference(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if found == "" && (a.bytes != int64(len(ours)) || b.bytes != int64(len(theirs))) {
		t.Errorf("%d and %d bytes, read %d and %d", len(ours), len(theirs), a.bytes, b.bytes)
	}
	return found
}

func TestFormsMakeOutputsComparable(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long lines come in pieces, é界 ", 20)
	for _, c := range []struct {
		name         string
		form         form
		ours, theirs string
		want         string // part of the difference
	}{
		{"nothing", perFile, "", "", ""},
		{"counts", perFile, "a:1\nb/c:20\n", "./a:1\n./b/c:20\n", ""},
		{"another count", perFile, "a:1\nb/c:20\n", "./a:1\n./b/c:21\n", `line 2: ours "b/c:20", theirs "b/c:21"`},
		{"one more file", perFile, "a:1\nb:1\n", "./a:1\n", `line 2: ours "b:1", theirs ends`},
		{"one file less", perFile, "a:1\n", "./a:1\n./b:1\n", `line 2: ours ends, theirs "b:1"`},
		{"a line again", text, "a\n", "a\na\n", "line 2: ours ends"},
		{"a line only once", text, "a\na\n", "a\n", `line 2: ours "a", theirs ends`},
		{"the order", paths, "a\nb\n", "b\na\n", `line 1: ours "a", theirs "b"`},
		{"lines", perLine, "a:1:7:x = y\n", "./a:1:x = y\n", ""},
		{"another line number", perLine, "a:1:7:x = y\n", "./a:2:x = y\n", "line 1"},
		{"another text", perLine, "a:1:7:x = y\n", "./a:1:x = z\n", "line 1"},
		{"a text like a prefix", perLine, "a:1:7:2:3:x\n", "./a:1:2:3:x\n", ""},
		{"a path with a colon", perLine, "a:b:1:7:x\n", "./a:b:1:x\n", ""},
		{"line ends of DOS", perLine, "a:1:7:x\na:2:1:y\n", "./a:1:x\r\n./a:2:y\r\n", ""},
		{"no last line end", perLine, "a:1:7:x\n", "./a:1:x", ""},
		{"escaped", perLine, "a:1:1:\\x07\\u200b\\xff\n", "./a:1:\a\u200b\xff\n", ""},
		{"a long line", perLine, "a:1:1:" + long + "\n", "./a:1:" + long + "\n", ""},
		{"a long line with another end", perLine, "a:1:1:" + long + "x\n", "./a:1:" + long + "y\n", "line 1"},
		{"dot and slash inside a long line", perLine, "a:1:1:" + strings.Repeat("./", 99) + "\n", "./a:1:" + strings.Repeat("./", 99) + "\n", ""},
		{"the same bytes", text, "ct 1\n", "ct 1\n", ""},
		{"not the same bytes", text, "ct 1\n", "./ct 1\n", "line 1"},
	} {
		got := differenceOf(t, c.form, c.ours, c.theirs)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// FuzzReader compares lines read in pieces with lines that are split from the whole text and
// normalised at once.
func FuzzReader(f *testing.F) {
	for _, s := range []string{"", "\n", "\r\n", "./a:1:x\n", strings.Repeat("x", 16), strings.Repeat("x", 15) + "\r\ny", "a:1:2:b\nc", strings.Repeat("x", 70) + "\r\n", strings.Repeat("界", 30) + "\xe7\x95", strings.Repeat("./a\r", 40) + "\r\n", "a:12:" + strings.Repeat("\xff\u202e", 40)} {
		f.Add([]byte(s), uint8(0))
		f.Add([]byte(s), uint8(9))
	}
	seed := maphash.MakeSeed()
	whole := func(dst, line []byte) []byte {
		line, _ = bytes.CutPrefix(line, []byte("./"))
		return append(dst, budget.EscapeLine(string(line))...)
	}
	f.Fuzz(func(t *testing.T, out []byte, extra uint8) {
		r := newReader(bytes.NewReader(out), 16+int(extra), ripgrepLine, seed)
		var lines int64
		for line := range bytes.Lines(out) {
			body, ended := bytes.CutSuffix(line, []byte("\n"))
			if ended {
				body = bytes.TrimSuffix(body, []byte("\r"))
			}
			want := whole(nil, body)
			if err := r.next(); err != nil || r.ended {
				t.Fatalf("line %d of %q: ended %t, %v", lines+1, out, r.ended, err)
			}
			lines++
			if r.sum != maphash.Bytes(seed, want) || !bytes.Equal(r.head, want[:min(shown, len(want))]) {
				t.Fatalf("line %d of %q: begins with %q, want %q", lines, out, r.head, want)
			}
		}
		if err := r.rest(); err != nil || r.lines != lines || r.bytes != int64(len(out)) {
			t.Fatalf("%q: %d lines, %d bytes, %v; want %d lines", out, r.lines, r.bytes, err, lines)
		}
	})
}
