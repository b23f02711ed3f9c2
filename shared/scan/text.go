package scan

import (
	"bytes"
	"io"
)

// HeadSize is the number of bytes at the start of a file that decide whether it is text or binary.
const HeadSize = 8000

// Text reads one file after another as UTF-8, for programs that process whole texts. It distinguishes text from binary
// and decodes UTF-16 as a Scanner does. The zero value is ready to use. It is not safe for concurrent use.
type Text struct{ in input }

// Open begins to read r and fills buf, which has at least 16 KiB, as Fill does. text is false if the file is binary:
// it has a NUL in the first HeadSize bytes. A byte order mark is skipped.
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

// Fill reads until p is full, but for up to 3 bytes, or the file ends: io.EOF comes with the last bytes.
func (t *Text) Fill(p []byte) (n int, err error) { return t.in.fill(p) }

// Changed reports whether the file is known to have changed since its first read; see Scanner.Scan.
func (t *Text) Changed() bool { return t.in.changed() }

// Close releases the file.
func (t *Text) Close() { t.in.close() }

// IsText reports whether a file that begins with head, HeadSize bytes or all of it, is text: there is no NUL in it, which
// is git's rule.
func IsText(head []byte) bool { return isText(head, HeadSize) }

// IsUTF16 reports whether a file that begins with head has the byte order mark of UTF-16.
func IsUTF16(head []byte) bool {
	_, marked := wideMark(head)
	return marked
}
