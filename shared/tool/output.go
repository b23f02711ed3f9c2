package tool

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// writer is standard output: buffered, keeping the first error.
type writer struct{ *bufio.Writer }

func newWriter(w io.Writer) *writer { return &writer{bufio.NewWriterSize(w, 64<<10)} }

// text writes s; an error comes back from Flush.
func (w *writer) text(s string) { _, _ = w.WriteString(s) }

// list joins words as a sentence does.
func list(words []string) string { return strings.Join(words, ", ") }

const noBound = "no bound"

// number returns n for a help text, 0 as no bound.
func number(n int) string {
	if n == 0 {
		return noBound
	}
	return strconv.Itoa(n)
}
