// Package regular opens files that must be regular ones, without waiting for what is not.
package regular

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// ErrNot is wrapped by the error about a file that is not a regular one, such as a FIFO.
var ErrNot = errors.New("not a regular file")

// Open opens a regular file for reading, also through links. Anything else is an error that wraps ErrNot. Open never waits: open(2)
// of a FIFO does, until somebody writes, unless O_NONBLOCK is given.
func Open(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNot}
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// ReadFile returns the content of a regular file. It is os.ReadFile but for what is not one; see Open.
func ReadFile(name string) ([]byte, error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var text bytes.Buffer
	if info, err := file.Stat(); err == nil { // the index of a large repository has 10 MB
		text.Grow(int(min(info.Size(), mostGrown)) + bytes.MinRead)
	}
	_, err = text.ReadFrom(file)
	return text.Bytes(), err
}

// mostGrown bounds what is allocated at once for a file, in bytes, whatever size it says.
const mostGrown = 64 << 20

// IsWaiting reports whether open(2) of a name would wait for another process: it is a FIFO, or a link to one.
func IsWaiting(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}
