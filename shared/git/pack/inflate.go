package pack

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
)

// input reads a file from an offset on.
type input struct {
	from   io.ReaderAt
	offset int64
}

// Read reads up to len(p) bytes.
func (in *input) Read(p []byte) (int, error) {
	n, err := in.from.ReadAt(p, in.offset)
	if in.offset += int64(n); n > 0 {
		err = nil
	}
	return n, err
}

// readAhead is how much of a file is read at once, which most objects are shorter than.
const readAhead = 8 << 10

// A reader reads the objects of packs, one at a time.
type reader struct {
	file  input
	in    *bufio.Reader // of file; zlib reads those faster than others
	zlib  io.ReadCloser // nil before the first object
	width int           // of IDs, in bytes
	flate flate
	src   []byte
}

var readers = sync.Pool{New: func() any { return &reader{in: bufio.NewReaderSize(nil, readAhead)} }}

// seek begins to read at an offset of a file.
func (r *reader) seek(f io.ReaderAt, offset int64) {
	r.file = input{f, offset}
	r.in.Reset(&r.file)
}

// A head is what stands before an object of a pack.
type head struct {
	kind Kind
	size int64
	base int64  // for offsetDelta
	name []byte // for nameDelta
}

// begin reads the head of the object at an offset.
func (r *reader) begin(p *packFile, offset int64) (head, error) {
	var h head
	if offset < int64(len(packSign)) || offset >= p.size {
		return h, ErrNone
	}
	r.seek(p.data, offset)
	b, err := r.in.ReadByte()
	h.kind, h.size = Kind(b>>4&7), int64(b&15)
	for shift := 4; err == nil && b&0x80 != 0; shift += 7 {
		if shift > 56 {
			return h, ErrNone
		}
		b, err = r.in.ReadByte()
		h.size |= int64(b&0x7f) << shift
	}
	switch {
	case err != nil:
	case h.size > MostBytes:
		return h, ErrNone
	case h.kind == offsetDelta:
		back := int64(-1)
		for b = 0x80; err == nil && b&0x80 != 0 && back < 1<<55; {
			b, err = r.in.ReadByte()
			back = (back+1)<<7 | int64(b&0x7f)
		}
		if h.base = offset - back; back <= 0 || h.base < int64(len(packSign)) {
			return h, ErrNone
		}
	case h.kind == nameDelta:
		h.name = make([]byte, r.width)
		_, err = io.ReadFull(r.in, h.name)
	case h.kind.String() == "":
		return h, ErrNone
	}
	return h, err
}

// inflate reads the content of the object whose head was read.
func (r *reader) inflate(h head) (*Object, error) {
	if o := r.fast(h); o != nil {
		return o, nil
	}
	if err := r.reset(); err != nil {
		return nil, ErrNone
	}
	o := sized(h.kind, int(h.size))
	if !r.whole(o.Data) {
		o.Free()
		return nil, ErrNone
	}
	return o, nil
}

// fast is inflate for data that is read at once: git compresses no object to more than its own size and a little. For other
// data it returns nil and leaves it to be read.
func (r *reader) fast(h head) *Object {
	most := int(h.size+h.size/64) + 64
	if cap(r.src) < most {
		r.src = make([]byte, most)
	}
	src := r.src[:most]
	begin, _ := r.in.Peek(min(r.in.Buffered(), most)) // fewer bytes than are buffered are no error
	n := copy(src, begin)
	if n < most {
		more, err := r.file.from.ReadAt(src[n:], r.file.offset)
		if n += more; err != nil && !errors.Is(err, io.EOF) {
			return nil
		}
	}
	o := sized(h.kind, int(h.size))
	if err := r.flate.zlibData(o.Data, src[:n]); err != nil {
		o.Free()
		return nil
	}
	return o
}

// reset begins to read compressed data.
func (r *reader) reset() (err error) {
	if z, ok := r.zlib.(zlib.Resetter); ok {
		return z.Reset(r.in, nil)
	}
	r.zlib, err = zlib.NewReader(r.in)
	return err
}

// whole fills p with all that is left of the compressed data, and reports whether that is neither more nor less.
func (r *reader) whole(p []byte) bool {
	if _, err := io.ReadFull(r.zlib, p); err != nil {
		return false
	}
	var more [1]byte
	n, err := r.zlib.Read(more[:])
	return n == 0 && errors.Is(err, io.EOF)
}

// mostHead bounds the head of an object that lies alone: "TYPE SIZE" and a zero byte.
const mostHead = 32

// readLoose reads an object that lies alone in a file.
func readLoose(f io.ReaderAt) (*Object, error) {
	r, _ := readers.Get().(*reader)
	defer readers.Put(r)
	r.seek(f, 0)
	if err := r.reset(); err != nil {
		return nil, ErrNone
	}
	begin := make([]byte, 0, mostHead)
	for len(begin) < mostHead && bytes.IndexByte(begin, 0) < 0 {
		n, err := r.zlib.Read(begin[len(begin) : len(begin)+1])
		if begin = begin[:len(begin)+n]; err != nil && n == 0 {
			return nil, ErrNone
		}
	}
	kind, size, ok := strings.Cut(strings.TrimSuffix(string(begin), "\x00"), " ")
	n, err := strconv.ParseInt(size, 10, 64)
	if !ok || err != nil || n < 0 || n > MostBytes {
		return nil, ErrNone
	}
	for k := Commit; k <= Tag; k++ {
		if k.String() != kind {
			continue
		}
		o := sized(k, int(n))
		if !r.whole(o.Data) {
			o.Free()
			return nil, ErrNone
		}
		return o, nil
	}
	return nil, ErrNone
}
