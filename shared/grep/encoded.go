package grep

import (
	"fmt"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// Encoded returns a counter of the searched files that are not UTF-8 (scan.Request.Encoded) if a pattern has a character
// beyond ASCII, which has other bytes there. For other patterns it returns nil: their matches do not depend on it.
func Encoded(patterns ...*pattern.Pattern) *atomic.Int64 {
	for _, p := range patterns {
		if strings.IndexFunc(p.Source, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
			return new(atomic.Int64)
		}
	}
	return nil
}

// NoteEncoded adds the count of a counter that Encoded returned to the reason of the answer's verdict.
func NoteEncoded(a *tool.Answer, counter *atomic.Int64) {
	if counter != nil {
		NoteEncodedFiles(a, counter.Load())
	}
}

// NoteEncodedFiles is NoteEncoded for a count of files.
func NoteEncodedFiles(a *tool.Answer, n int64) {
	if n == 0 {
		return
	}
	a.Encoded = n
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	note := fmt.Sprintf("%s %s not UTF-8, where a character beyond ASCII has other bytes", Plural(n, "searched file", "searched files"), verb)
	a.Hint = strings.TrimPrefix(a.Hint+"; "+note, "; ")
}
