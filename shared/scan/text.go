package scan

import (
	"bytes"
	"io"
)

// HeadSize is how many bytes of a file tell text from binary.
const HeadSize = 8 << 10

// A Text reads files as UTF-8 one after another, for programs that look at
// whole texts: it tells text from binary and decodes UTF-16 as a Scanner does.
// The zero value is ready. It belongs to one goroutine.
type Text struct{ in input }

// Open begins with what r gives, and fills buf, which has at least 16 KiB, with
// it up to its end, as Fill does. It is false for what is not text: with a NUL
// or invalid UTF-8 in the first 8 KiB. A byte order mark is left out.
func (t *Text) Open(r io.Reader, buf []byte) (n int, text bool, err error) {
	t.in.open(r, 0)
	n, err = t.in.fill(buf)
	if big, ok := wideMark(buf[:n]); ok {
		t.in.wide.begin(buf[2:n], big)
		n, err = t.in.fill(buf)
	} else if bytes.HasPrefix(buf[:n], []byte("\uFEFF")) {
		n = copy(buf, buf[len("\uFEFF"):n])
	}
	return n, isText(buf[:n], HeadSize), err
}

// Fill reads until p is full, but for up to 3 bytes, or the file ends, which
// io.EOF tells together with the last bytes.
func (t *Text) Fill(p []byte) (n int, err error) { return t.in.fill(p) }

// Changed reports whether the file is known to have changed since its first
// read; see Scanner.Scan.
func (t *Text) Changed() bool { return t.in.changed() }

// Close lets go of the file.
func (t *Text) Close() { t.in.close() }

// IsText tells whether a file that begins with head, its first HeadSize bytes or
// all of it, is text: without a NUL and valid UTF-8. UTF-16 is not.
func IsText(head []byte) bool { return isText(head, HeadSize) }

// IsUTF16 tells whether a file that begins with head has the byte order mark of
// UTF-16.
func IsUTF16(head []byte) bool {
	_, marked := wideMark(head)
	return marked
}
