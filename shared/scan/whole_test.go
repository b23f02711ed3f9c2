package scan

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ct-tools/ct/shared/match"
)

// TestWholeIsTheFileAsItWasRead checks that Whole returns the exact text of a file that fits the
// buffer, and nothing for any other file.
func TestWholeIsTheFileAsItWasRead(t *testing.T) {
	s := New(matcherOf(t, literal, "b"), Request{Want: match.Spans})
	s.sizes.buffer = 64
	broken := errors.New("broken")
	for _, c := range []struct {
		name  string
		r     io.Reader
		whole string
	}{
		{"small", strings.NewReader("a\nb\nc"), "a\nb\nc"},
		{"in two reads", iotest.HalfReader(strings.NewReader("a\nb\n")), "a\nb\n"},
		{"larger than the buffer", strings.NewReader(strings.Repeat("a b\n", 20)), ""},
		{"one line larger than the buffer", strings.NewReader(strings.Repeat("a b ", 20)), strings.Repeat("a b ", 20)},
		{"a byte order mark", strings.NewReader("\ufeffb\n"), ""},
		{"UTF-16", strings.NewReader("\xff\xfeb\x00\n\x00"), ""},
		{"no text", strings.NewReader("b\x00"), ""},
		{"broken off", io.MultiReader(strings.NewReader("b\n"), iotest.ErrReader(broken)), ""},
		{"a NUL after the head", strings.NewReader("b\n" + strings.Repeat("a", 20) + "\x00b"), "b\n" + strings.Repeat("a", 20) + "\x00b"},
	} {
		s.sizes.head = 8
		_, err := s.Scan(c.r)
		if err != nil && !errors.Is(err, broken) {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := string(s.Whole()); got != c.whole {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	s.Begin(strings.NewReader("b"))
	if s.Whole() != nil {
		t.Error("the text before outlives the beginning of the next file")
	}
}
