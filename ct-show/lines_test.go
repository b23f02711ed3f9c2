package main

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// split is the twin of lineReader.
func split(text string) []string {
	text = strings.TrimPrefix(text, "\uFEFF")
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, l := range lines {
		if whole, ended := strings.CutSuffix(l, "\n"); ended {
			l = strings.TrimSuffix(whole[:min(len(whole), keptBytes)], "\r")
		}
		lines[i] = l[:min(len(l), keptBytes)]
	}
	return lines
}

// check compares all lines from every start with the twin's.
func check(t *testing.T, text string, open func() io.Reader) {
	t.Helper()
	want := split(text)
	for from := range min(len(want)+2, 12) {
		r := newLineReader(open())
		passed, err := r.skip(int64(from))
		if err != nil || passed != int64(min(from, len(want))) {
			t.Fatalf("%q: skipped %d of %d, %v", text, passed, from, err)
		}
		for i := from; ; i++ {
			more, err := r.more()
			if err != nil || more != (i < len(want)) {
				t.Fatalf("%q: more is %v before line %d of %d, %v", text, more, i+1, len(want), err)
			}
			line, ok, err := r.next()
			if err != nil || ok != more {
				t.Fatalf("%q: line %d: %v, %v", text, i+1, ok, err)
			}
			if !ok {
				break
			}
			if string(line) != want[i] {
				t.Fatalf("%q: line %d is %q, want %q", text, i+1, line, want[i])
			}
		}
	}
}

func TestLinesOfLongAndOddFiles(t *testing.T) {
	for _, text := range []string{
		"", "a", "a\n", "\n", "\n\na", "a\r\n\r\nb\r", "\uFEFFa\n\uFEFFb", "\x00\xff\n\xfe",
		strings.Repeat("x", 3*blockBytes) + "\nb\n" + strings.Repeat("y", blockBytes),
		strings.Repeat("short\n", blockBytes/3),
	} {
		check(t, text, func() io.Reader { return strings.NewReader(text) })
		if len(text) < 100 {
			check(t, text, func() io.Reader { return iotest.OneByteReader(strings.NewReader(text)) })
		}
	}
}

func TestUTF16IsDecoded(t *testing.T) {
	const text = "aé界𝄞\n\r\n\uFFFD last"
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		var b bytes.Buffer
		for _, u := range utf16.Encode([]rune("\uFEFF" + text)) {
			_ = binary.Write(&b, order, u) // a buffer accepts everything
		}
		raw := b.Bytes()
		check(t, text, func() io.Reader { return bytes.NewReader(raw) })
		check(t, text+"\uFFFD", func() io.Reader { return bytes.NewReader(append(bytes.Clone(raw), 'x')) })
	}
	long := strings.Repeat("x", 5*blockBytes) + "\nlast"
	check(t, long, func() io.Reader {
		return strings.NewReader("\xff\xfe" + strings.Join(strings.Split(long, ""), "\x00") + "\x00")
	})
	check(t, "\uFFFDa\uFFFD\uFFFD", func() io.Reader { return strings.NewReader("\xfe\xff\xd8\x00\x00a\xd8\x00\xd8\x00") })
}

// A NUL after half a surrogate pair is an ordinary character.
func TestANULBehindALoneSurrogateIsRead(t *testing.T) {
	check(t, "\uFFFD\x00a", func() io.Reader { return strings.NewReader("\xfe\xff\xd8\x00\x00\x00\x00a") })
}

func TestAReadErrorIsReported(t *testing.T) {
	failing := func() *lineReader {
		return newLineReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(io.ErrClosedPipe)))
	}
	if _, err := failing().skip(5); err == nil {
		t.Error("skip returns no error")
	}
	r := failing()
	_, _, _ = r.next()
	if _, _, err := r.next(); err == nil {
		t.Error("next returns no error")
	}
	if more, err := newLineReader(iotest.ErrReader(io.ErrClosedPipe)).more(); more || err == nil {
		t.Error("more returns no error")
	}
}

func FuzzLines(f *testing.F) {
	f.Add("a\r\nb\n\nc")
	f.Add("\uFEFFx\n\uFEFF\r")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
			t.Skip("skipped: UTF-16")
		}
		check(t, text, func() io.Reader { return strings.NewReader(text) })
	})
}
