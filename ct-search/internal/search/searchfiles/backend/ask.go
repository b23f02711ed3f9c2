package backend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
)

// headBytes is how many bytes package scan examines to distinguish text from binary.
const headBytes = 8 << 10

// headScanner returns a scanner that finds out whether a file is text. If the program is asked, it
// also finds out whether a whole line of the file's head matches.
func (r *run) headScanner() (*scan.Scanner, error) {
	m := r.matcher.Clone()
	if !r.hasExpression {
		none, err := pattern.Compile("\x00", pattern.Options{Mode: pattern.Literal})
		if err != nil {
			return nil, err
		}
		if m, err = match.New(none); err != nil {
			return nil, err
		}
	}
	return scan.New(m, scan.Request{Want: match.First, Text: r.Scan.Text, Strict: r.Scan.Strict, NoDecode: r.Scan.NoDecode, MaxFileBytes: headBytes}), nil
}

// inspect reads what must be known about a file before the program reads it.
func (r *run) inspect(f *file, heads *scan.Scanner) error {
	opened, err := r.Open(f.name)
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }()
	if f.info, err = opened.Stat(); err != nil {
		return err
	}
	if !f.info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	found, err := heads.Scan(opened)
	f.head = scan.Result{Bytes: found.Bytes, Binary: found.Binary, Decoded: found.Decoded}
	f.matches = found.Lines > 0
	return err
}

// unchanged reports whether an open file is the file described by before, and unmodified since.
func unchanged(opened fs.File, before fs.FileInfo) bool {
	now, err := opened.Stat()
	return err == nil && os.SameFile(now, before) && now.Size() == before.Size() && now.ModTime().Equal(before.ModTime())
}

// report runs the program on files and records what it reports.
func (b *Backend) report(ctx context.Context, dir, expr string, to *reports) error {
	c := b.command(dir, append(b.kind.args(expr, to.maxLines), to.names...))
	status, err := b.run(ctx, c, func(from *stream) error { return b.kind.read(from, to) })
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return b.failed(err)
	case (status == 0) != (to.current >= 0):
		return b.failed(fmt.Errorf("it ends with status %d, which is not what it reports", status))
	}
	return nil
}

// run runs a command and kills it if read stops reading its output early. The status is 0 or 1, as for grep.
func (b *Backend) run(ctx context.Context, c *child.Command, read func(*stream) error) (status int, err error) {
	bounded, cancel := context.WithCancel(ctx)
	defer cancel()
	from, to := io.Pipe()
	var complaint head
	c.Stdout, c.Stderr = to, &complaint
	var state child.State
	done := make(chan struct{})
	go func() {
		defer close(done)
		state, err = child.Run(bounded, c)
		_ = to.Close() // closing a pipe never fails
	}()
	readErr := read(newStream(from))
	// If the output ends early, the reason is how the program ended.
	whole := readErr == nil || errors.Is(readErr, errEnded)
	if !whole {
		cancel()
	}
	_ = from.CloseWithError(io.ErrClosedPipe) // never fails either; nothing more is read
	<-done
	switch {
	case err != nil: // it was not started
		return 0, err
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case !whole:
		return 0, readErr
	}
	if err := b.failure(state, &complaint); err != nil {
		return 0, err
	}
	return state.Code, readErr
}

// complaintError is an error with what a program printed to standard error, as far as that is kept.
type complaintError struct {
	error
	text []byte
}

// failure returns why the result of a finished run cannot be trusted, nil if it can.
func (b *Backend) failure(s child.State, complaint *head) error {
	switch {
	case s.Signal != 0:
		return fmt.Errorf("it was ended by signal %d", s.Signal)
	case s.Code != 0 && s.Code != 1, b.kind.noWarnings && len(complaint.text) > 0:
		reason := cmp.Or(complaint.line(), "it does not say why")
		return complaintError{fmt.Errorf("it failed with status %d: %s", s.Code, reason), complaint.text}
	}
	return nil
}
