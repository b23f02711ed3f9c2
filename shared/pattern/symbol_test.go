package pattern

import "testing"

func TestBounded(t *testing.T) {
	for _, test := range []struct {
		text       string
		start, end int
		identifier bool
		word       bool
	}{
		{"foo", 0, 3, true, true},
		{" foo ", 1, 4, true, true},
		{"xfoo", 1, 4, false, false},
		{"foo_", 0, 3, false, false},
		{"foo9", 0, 3, false, false},
		{"éfoo", 2, 5, true, false},
		{"fooé", 0, 3, true, false},
		{"foo\u0301", 0, 3, true, false},
		{"foo\xff", 0, 3, true, true},
		{"foo-bar", 0, 3, true, true},
		{"foo‿", 0, 3, true, false},
		{"foo٣", 0, 3, true, false},
		{"$foo", 1, 4, true, true},
	} {
		if got := Bounded(Identifier, []byte(test.text), test.start, test.end); got != test.identifier {
			t.Errorf("%q as identifier: %v", test.text, got)
		}
		if got := Bounded(Word, []byte(test.text), test.start, test.end); got != test.word {
			t.Errorf("%q as word: %v", test.text, got)
		}
		if !Bounded(Literal, []byte(test.text), test.start, test.end) {
			t.Errorf("%q as literal is bounded", test.text)
		}
	}
}
