package scan

import (
	"errors"
	"io"
	"io/fs"

	"github.com/ct-tools/ct/shared/walk"
)

// errLimit means that a file has more bytes than may be read.
var errLimit = errors.New("the file is too large")

// input reads one file and translates UTF-16 if wide is on.
type input struct {
	r     io.Reader
	limit int64 // maximum number of bytes to read; 0 = no limit
	count int64 // bytes read
	err   error // what ended the reading: io.EOF, errLimit or an error of r

	first   stamp // of the file, taken once one read was not enough
	stamped bool

	wide wide
}

func (in *input) open(r io.Reader, limit int64) {
	*in = input{r: r, limit: limit, wide: wide{store: in.wide.store}}
}

func (in *input) close() { in.open(nil, 0) }

// fill reads until p is full or the file ends, which the error reports. With UTF-16 up to 3 bytes of p may stay free.
func (in *input) fill(p []byte) (n int, err error) {
	if in.wide.on {
		return in.wide.fill(p, in)
	}
	return in.read(p)
}

// read reads until p is full or the file ends.
func (in *input) read(p []byte) (n int, err error) {
	for idle := 0; n < len(p) && in.err == nil; {
		got := in.once(p[n:])
		n += got
		if idle++; got > 0 {
			idle = 0
		} else if idle == 100 && in.err == nil {
			in.err = io.ErrNoProgress
		}
	}
	return n, in.err
}

// once reads once. At the limit it checks whether there is more.
func (in *input) once(p []byte) int {
	if in.limit > 0 && in.count == in.limit {
		return in.probe()
	}
	if in.limit > 0 {
		p = p[:min(int64(len(p)), in.limit-in.count)]
	}
	var n int
	n, in.err = in.r.Read(p)
	if in.err == nil && !in.stamped && (n == len(p) || in.count > 0 && n > 0) {
		in.first, in.stamped = stampOf(in.r), true
	}
	in.count += int64(n)
	return n
}

func (in *input) probe() int {
	var one [1]byte
	n, err := in.r.Read(one[:])
	if in.err = err; n > 0 {
		in.err = errLimit
	}
	return 0
}

// changed reports whether the file is known to have changed since the first read.
func (in *input) changed() bool {
	return in.stamped && in.first.known && !errors.Is(in.err, errLimit) && stampOf(in.r) != in.first
}

// stamp distinguishes one state of a file from another.
type stamp struct {
	known    bool
	size     int64
	modified int64 // in ns
}

// stampOf returns the stamp of a file of package walk or of the standard library; others are unknown.
func stampOf(r io.Reader) stamp {
	switch f := r.(type) {
	case interface{ Stat() (walk.Info, error) }:
		if info, err := f.Stat(); err == nil {
			return stamp{true, info.Size, info.ModTime.UnixNano()}
		}
	case interface{ Stat() (fs.FileInfo, error) }:
		if info, err := f.Stat(); err == nil {
			return stamp{true, info.Size(), info.ModTime().UnixNano()}
		}
	}
	return stamp{}
}
