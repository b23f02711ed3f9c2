package scan

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
)

// held is a reader that has all of its text in memory, as a walk's reader of a file that was read ahead.
type held struct {
	io.Reader
	text []byte
}

func (h held) Held() ([]byte, bool) { return h.text, true }

// TestATextInMemoryIsSearchedAsOneThatIsRead searches texts in the reader's memory and through its Read, in turn with the
// same scanner.
func TestATextInMemoryIsSearchedAsOneThatIsRead(t *testing.T) {
	t.Parallel()
	wide := []byte("\xff\xfen\x00e\x00e\x00d\x00l\x00e\x00\n\x00")
	for _, text := range [][]byte{
		nil, []byte("needle"), []byte("a\nneedle\nb\nneedle\n"), []byte("\xef\xbb\xbfneedle\n"), wide, wide[:3],
		[]byte("nul\x00needle"), []byte("\xff\nneedle\n"), bytes.Repeat([]byte("needle and more\n"), 2000), bytes.Repeat([]byte("x"), 300_000),
	} {
		for _, r := range []Request{{Want: match.Lines}, {Want: match.Spans, Before: 1, After: 1}, {Text: true}, {Strict: true}, {NoDecode: true}, {MaxLines: 1}, {MaxFileBytes: 10}} {
			s := New(matcherOf(t, pattern.Options{Mode: pattern.Literal}, "needle"), r)
			for range 2 {
				want, wantErr := s.Scan(bytes.NewReader(text))
				whole := string(s.Whole())
				got, err := s.Scan(held{strings.NewReader(string(text)), bytes.Clone(text)})
				if !reflect.DeepEqual(got, want) || !errors.Is(err, wantErr) || whole != string(s.Whole()) {
					t.Errorf("%.20q %+v: %+v %v, want %+v %v", text, r, got, err, want, wantErr)
				}
			}
		}
	}
}
