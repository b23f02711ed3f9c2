package outline

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

const (
	blockBytes = 64 << 10 // held of a file
	ahead      = 4 << 10  // bytes that decide what a token is
)

// A cursor is at a byte of a file and sees some of what follows. Without a reader, all of the file is in buf.
type cursor struct {
	buf   []byte
	base  int // offset in the file of buf[0]
	at    int // index in buf of the next byte
	r     io.Reader
	block int   // room of buf
	err   error // that ended the reading
	seen  func(offset int, block []byte)

	mark int    // offset of the token at hand, whose beginning is asked for by head
	kept []byte // that beginning, where buf holds it no more
}

// pos returns the offset of the next byte.
func (c *cursor) pos() int { return c.base + c.at }

// ready makes sure that as many as ahead of the bytes that follow are in buf, and reports whether there are any.
func (c *cursor) ready() bool {
	if len(c.buf)-c.at < ahead && c.r != nil {
		c.fill()
	}
	return c.at < len(c.buf)
}

// fill lets go what is passed and reads on.
func (c *cursor) fill() {
	switch {
	case c.buf == nil: // most files are small
		c.buf = make([]byte, 0, min(c.block, 2*ahead))
	case cap(c.buf) < c.block:
		c.buf = slices.Grow(c.buf, c.block-len(c.buf))
	}
	from := c.at
	if c.mark >= c.base && c.mark < c.pos() {
		if begin := c.mark - c.base; c.at-begin < maxKey {
			from = begin
		} else {
			c.kept = append(c.kept[:0], c.buf[begin:begin+maxKey]...)
		}
	}
	left := copy(c.buf, c.buf[from:])
	c.buf, c.base, c.at = c.buf[:left], c.base+from, c.at-from
	for idle := 0; len(c.buf)-c.at < ahead && c.r != nil; {
		n, err := c.r.Read(c.buf[len(c.buf):cap(c.buf)])
		old := len(c.buf)
		c.buf = c.buf[:old+n]
		c.seen(c.base+old, c.buf[old:])
		if idle++; n > 0 {
			idle = 0
		}
		switch {
		case err == nil && idle > 100:
			err = io.ErrNoProgress
		case errors.Is(err, io.EOF):
			c.r = nil
			return
		}
		if err != nil {
			c.r, c.err = nil, err
		}
	}
}

// head returns the beginning of what is between two offsets. The first offset is c.mark or lies in buf.
func (c *cursor) head(from, to int) []byte {
	most := min(to-from, maxKey)
	if from >= c.base {
		return c.buf[from-c.base : min(from-c.base+most, len(c.buf))]
	}
	return c.kept[min(from-c.mark, len(c.kept)):min(from-c.mark+most, len(c.kept))]
}

// peek returns the byte n after the next one, 0 if none is seen.
func (c *cursor) peek(n int) byte {
	if c.at+n < len(c.buf) {
		return c.buf[c.at+n]
	}
	return 0
}

// skipTo goes to the next byte b or to the end of the file.
func (c *cursor) skipTo(b byte) {
	for c.ready() {
		if i := bytes.IndexByte(c.buf[c.at:], b); i >= 0 {
			c.at += i
			return
		}
		c.at = len(c.buf)
	}
}

// skipBlanks goes over blanks and tabs, and carriage returns, which end lines together with what follows them.
func (c *cursor) skipBlanks() {
	for c.ready() {
		for ; c.at < len(c.buf); c.at++ {
			if b := c.buf[c.at]; b != ' ' && b != '\t' && b != '\r' {
				return
			}
		}
	}
}

// skipMark goes over a byte order mark.
func (c *cursor) skipMark() {
	if c.ready() && bytes.HasPrefix(c.buf[c.at:], []byte("\uFEFF")) {
		c.at += len("\uFEFF")
	}
}
