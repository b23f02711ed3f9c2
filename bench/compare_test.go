package main

import (
	"strings"
	"testing"
	"testing/iotest"
)

// differenceOf also compares texts that are read one byte at a time.
func differenceOf(t *testing.T, f form, ours, theirs string) string {
	t.Helper()
	a, b := newReader(strings.NewReader(ours), f.ours), newReader(iotest.OneByteReader(strings.NewReader(theirs)), f.theirs)
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
	long := strings.Repeat("a long line fills the buffer several times, é界 ", 3*bufferSize/40)
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
