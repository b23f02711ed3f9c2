package pack

import (
	"bytes"
	"encoding/binary"
	"os"
	"sort"
	"strings"

	"github.com/ct-tools/ct/shared/regular"
)

// shortest is the number of bytes of an ID by SHA-1. Those by SHA-256 have 32.
const shortest = 20

// A packFile is a pack with its index, version 2.
type packFile struct {
	index, data *os.File
	fan         [256]uint32 // how many IDs begin with a byte up to this one
	size        int64       // of data
	indexSize   int64
}

// The index begins with its sign, its version and the fan (gitformat-pack(5), Version 2 pack-*.idx files).
const (
	indexSign = "\xfftOc\x00\x00\x00\x02"
	fanBytes  = 256 * 4
	namesAt   = int64(len(indexSign) + fanBytes)
	packSign  = "PACK\x00\x00\x00\x02"
)

// openPack opens the pack of an index.
func openPack(name string) (*packFile, error) {
	p := &packFile{}
	var err error
	if p.index, err = regular.Open(name); err != nil {
		return nil, err
	}
	if p.data, err = regular.Open(strings.TrimSuffix(name, "idx") + "pack"); err != nil {
		_ = p.index.Close()
		return nil, err
	}
	if err := p.check(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *packFile) close() { _, _ = p.index.Close(), p.data.Close() }

// check reads the head of both files.
func (p *packFile) check() error {
	var head [len(indexSign) + fanBytes]byte
	if _, err := p.index.ReadAt(head[:], 0); err != nil {
		return err
	}
	var begin [len(packSign)]byte
	if _, err := p.data.ReadAt(begin[:], 0); err != nil {
		return err
	}
	if string(head[:len(indexSign)]) != indexSign || string(begin[:]) != packSign {
		return ErrNone
	}
	for i := range p.fan {
		p.fan[i] = binary.BigEndian.Uint32(head[len(indexSign)+4*i:])
		if i > 0 && p.fan[i] < p.fan[i-1] {
			return ErrNone
		}
	}
	data, err := p.data.Stat()
	if err != nil {
		return err
	}
	index, err := p.index.Stat()
	if err != nil {
		return err
	}
	p.size, p.indexSize = data.Size(), index.Size()
	return nil
}

// window is how many IDs are read at once. They are spread evenly, so that the right one is mostly among those around the
// place that its first bytes lead to.
const window = 128

// errAbsent says that an index is in order and does not have an ID.
var errAbsent error = absentError{}

type absentError struct{}

func (absentError) Error() string { return ErrNone.Error() + ": not in the index" }
func (absentError) Unwrap() error { return ErrNone }

// find returns the offset of an object in the pack. The error is errAbsent if the pack does not have it.
func (p *packFile) find(name []byte) (int64, error) {
	n, width := int64(p.fan[255]), int64(len(name))
	if namesAt+n*(width+8) > p.indexSize {
		return 0, ErrNone // the index of another kind of hash, or cut off
	}
	low, high := int64(0), int64(p.fan[name[0]])
	if name[0] > 0 {
		low = int64(p.fan[name[0]-1])
	}
	var buffer [window * 32]byte
	first, last := uint64(0), uint64(1)<<32
	value := uint64(binary.BigEndian.Uint32(name[1:]))
	for low < high {
		from := low
		if high-low > window {
			from = low + int64(float64(high-low)*float64(value-first)/float64(max(last-first, 1))) - window/2
			from = max(low, min(from, high-window))
		}
		count := min(high-from, window)
		names := buffer[:count*width]
		if _, err := p.index.ReadAt(names, namesAt+from*width); err != nil {
			return 0, err
		}
		i := int64(sort.Search(int(count), func(i int) bool {
			return bytes.Compare(names[int64(i)*width:int64(i+1)*width], name) >= 0
		}))
		switch {
		case i < count && bytes.Equal(names[i*width:(i+1)*width], name):
			return p.offset(from+i, n, width)
		case i == 0 && from > low:
			high, last = from, uint64(binary.BigEndian.Uint32(names[1:]))
		case i == count && from+count < high:
			low, first = from+count, uint64(binary.BigEndian.Uint32(names[(count-1)*width+1:]))
		default:
			return 0, errAbsent
		}
		if value < first || last < first { // the IDs are not in their order
			return 0, ErrNone
		}
	}
	return 0, errAbsent
}

// offset returns the offset of the object whose ID is that with a number among n.
func (p *packFile) offset(i, n, width int64) (int64, error) {
	var number [8]byte
	offsets := namesAt + n*(width+4)
	if _, err := p.index.ReadAt(number[:4], offsets+4*i); err != nil {
		return 0, err
	}
	short := binary.BigEndian.Uint32(number[:])
	if short&(1<<31) == 0 {
		return int64(short), nil
	}
	if _, err := p.index.ReadAt(number[:], offsets+4*n+8*int64(short&^(1<<31))); err != nil {
		return 0, err
	}
	return int64(binary.BigEndian.Uint64(number[:]) &^ (1 << 63)), nil
}
