// Package cause says why the system refused something, in words that are the same on every system.
package cause

import (
	"errors"
	"io/fs"
	"syscall"
)

// Of returns the cause of an error of the os package, without the operation and the path, which the caller names. On
// Windows, whose own words are sentences in the language of the user, the frequent ones read as on other systems. The
// result wraps the cause.
func Of(err error) error {
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		err = of.Err
	}
	if number, ok := err.(syscall.Errno); ok { //nolint:errorlint // what wraps it says more
		if text := words(number); text != "" {
			return &worded{err, text}
		}
	}
	return err
}

// worded is an error in other words than its own.
type worded struct {
	err  error
	text string
}

func (w *worded) Error() string { return w.text }
func (w *worded) Unwrap() error { return w.err }
