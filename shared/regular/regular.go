// Package regular opens files that must be regular ones, without waiting for what is not.
package regular

import (
	"errors"
	"io"
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
	return io.ReadAll(file)
}

// IsWaiting reports whether open(2) of a name would wait for another process: it is a FIFO, or a link to one.
func IsWaiting(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}
