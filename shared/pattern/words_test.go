package pattern

import (
	"regexp"
	"testing"
	"unicode"

	"github.com/dlclark/regexp2"
)

// TestClassOfWordsIsThatOfIsWord compares the class of word characters in both engines with IsWord.
func TestClassOfWordsIsThatOfIsWord(t *testing.T) {
	t.Parallel()
	fast, slow := regexp.MustCompile("^["+words+"]$"), regexp2.MustCompile("^["+words+"]$", regexp2.RE2)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r < 0xe000 || r == '\n' { // no UTF-8, or before which $ matches
			continue
		}
		if got := fast.MatchString(string(r)); got != IsWord(r) {
			t.Errorf("%U: %v for RE2", r, got)
		}
		if testing.Short() && r > 0x3000 {
			continue
		}
		if got, err := slow.MatchString(string(r)); err != nil || got != IsWord(r) {
			t.Errorf("%U: %v, %v for Backtrack", r, got, err)
		}
	}
}
