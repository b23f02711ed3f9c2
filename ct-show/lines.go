package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	blockBytes = 256 << 10 // read at once
	keptBytes  = 16 << 10  // of a line; less is shown
)

// lineReader reads the lines of a file by number. It keeps a block and one line in memory, however
// large the file and its lines are.
type lineReader struct {
	br   *bufio.Reader
	kept []byte
}

// newLineReader returns a reader at the first line of r. A byte order mark is skipped, and UTF-16
// with a mark is decoded.
func newLineReader(r io.Reader) *lineReader {
	br := bufio.NewReaderSize(r, blockBytes)
	mark, _ := br.Peek(3) // an error is returned again later
	switch {
	case bytes.HasPrefix(mark, []byte("\uFEFF")):
		_, _ = br.Discard(len("\uFEFF"))
	case bytes.HasPrefix(mark, []byte{0xFF, 0xFE}):
		br = bufio.NewReaderSize(&wide{r: br, order: binary.LittleEndian}, blockBytes)
	case bytes.HasPrefix(mark, []byte{0xFE, 0xFF}):
		br = bufio.NewReaderSize(&wide{r: br, order: binary.BigEndian}, blockBytes)
	}
	return &lineReader{br: br}
}

// skip skips n lines, or all there are, and returns their number.
func (l *lineReader) skip(n int64) (passed int64, err error) {
	open := false // part of a line was skipped, but not its end
	for passed < n {
		if _, err := l.br.Peek(1); err != nil {
			if open {
				passed++
			}
			return passed, unlessEOF(err)
		}
		block, _ := l.br.Peek(l.br.Buffered())
		ends := int64(bytes.Count(block, []byte{'\n'}))
		if passed+ends < n {
			passed += ends
			open = block[len(block)-1] != '\n'
			_, _ = l.br.Discard(len(block))
			continue
		}
		for ; passed < n; passed++ {
			at := bytes.IndexByte(block, '\n') + 1
			_, _ = l.br.Discard(at)
			block = block[at:]
		}
	}
	return passed, nil
}

// next returns the next line without its end, cut at keptBytes. It is valid until the next call. ok
// is false at the end of the file.
func (l *lineReader) next() (text []byte, ok bool, err error) {
	l.kept = l.kept[:0]
	for any := false; ; any = true {
		part, err := l.br.ReadSlice('\n')
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		l.kept = append(l.kept, part[:min(len(part), keptBytes-len(l.kept))]...)
		switch {
		case ended:
			return bytes.TrimSuffix(l.kept, []byte{'\r'}), true, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return l.kept, any || len(part) > 0, nil
		default:
			return nil, false, err
		}
	}
}

// more reports whether a line follows.
func (l *lineReader) more() (bool, error) {
	_, err := l.br.Peek(1)
	return err == nil, unlessEOF(err)
}

func unlessEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// wide reads UTF-16, without its byte order mark, as UTF-8. Invalid characters become U+FFFD.
type wide struct {
	r     *bufio.Reader
	order binary.ByteOrder
	begun bool
	ahead []rune // the unit that was read and not used, if any
}

func (w *wide) Read(p []byte) (n int, err error) {
	if !w.begun {
		w.begun = true
		_, _ = w.r.Discard(2)
	}
	for len(p)-n >= utf8.UTFMax {
		r, err := w.rune()
		if err != nil {
			return n, err
		}
		n += utf8.EncodeRune(p[n:], r)
	}
	return n, nil
}

func (w *wide) rune() (rune, error) {
	first, err := w.unit()
	if err != nil || !utf16.IsSurrogate(first) {
		return first, err
	}
	second, err := w.unit()
	if err != nil {
		return utf8.RuneError, unlessEOF(err)
	}
	r := utf16.DecodeRune(first, second)
	if r == utf8.RuneError {
		w.ahead = append(w.ahead, second)
	}
	return r, nil
}

func (w *wide) unit() (rune, error) {
	if len(w.ahead) > 0 {
		u := w.ahead[0]
		w.ahead = w.ahead[:0]
		return u, nil
	}
	var b [2]byte
	n, err := io.ReadFull(w.r, b[:])
	if n == 1 {
		return utf8.RuneError, nil
	}
	return rune(w.order.Uint16(b[:])), err
}
