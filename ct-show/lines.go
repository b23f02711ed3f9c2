package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/ct-tools/ct/shared/scan"
)

const (
	blockBytes = 64 << 10 // read at once
	keptBytes  = 16 << 10 // of a line; less is shown
)

// lineReader reads lines by number. It keeps two blocks and one line in memory, whatever the file's size.
type lineReader struct {
	br   *bufio.Reader
	kept []byte
}

// newLineReader returns a reader at the first line of r. It skips a byte order mark and decodes UTF-16 with one.
func newLineReader(r io.Reader) *lineReader {
	t := &textReader{block: make([]byte, blockBytes)}
	n, _, err := t.text.Open(r, t.block)
	t.rest, t.err = t.block[:n], err
	return &lineReader{br: bufio.NewReaderSize(t, blockBytes)}
}

// textReader reads a file as UTF-8.
type textReader struct {
	text        scan.Text
	block, rest []byte // rest is the part of block that was not read yet
	err         error  // after rest
}

func (t *textReader) Read(p []byte) (n int, err error) {
	for len(t.rest) == 0 {
		if t.err != nil {
			return 0, t.err
		}
		n, t.err = t.text.Fill(t.block)
		t.rest = t.block[:n]
	}
	n = copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
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

// next returns the next line without its end, cut at keptBytes and valid until the next call; ok is false at the end.
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
