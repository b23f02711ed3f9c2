package grep

import (
	"bytes"
	"context"
	"io"

	"github.com/ct-tools/ct/shared/cause"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// Read searches one file. The reason is what keeps the file, or the rest of it, from having been searched, None if it
// was searched whole; what was found before stays in the result.
func Read(ctx context.Context, e *walk.Entry, s *scan.Scanner) (result scan.Result, why ledger.Reason, detail string) {
	file, err := e.Open()
	if err == nil {
		result, err = s.Scan(Timed(ctx, file))
		_ = file.Close()
	}
	why, detail = Shortfall(ctx, &result, err)
	return result, why, detail
}

// Shortfall returns why a file, or the rest of it, was not searched: r is the end of what was found, err the error.
func Shortfall(ctx context.Context, r *scan.Result, err error) (why ledger.Reason, detail string) {
	switch {
	case err != nil && ctx.Err() != nil:
		return ledger.Timeout, ""
	case err != nil:
		return ledger.Unreadable, Cause(err)
	case r.Cut == ledger.TooLarge:
		return ledger.TooLarge, "a line, or what a pattern of several lines needs at once, is over 64 MiB"
	case r.Cut != ledger.None:
		return r.Cut, ""
	case r.Binary:
		return ledger.Binary, ""
	}
	return ledger.None, ""
}

// Text reads an entry, or its first most bytes, into a buffer whose contents before it drops.
func Text(ctx context.Context, e *walk.Entry, into *bytes.Buffer, most int64) ([]byte, error) {
	file, err := e.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	into.Reset()
	if info, err := e.Stat(); err == nil {
		into.Grow(int(min(max(info.Size, 0), most)) + bytes.MinRead) // at once, not by doubling
	}
	_, err = into.ReadFrom(io.LimitReader(Timed(ctx, file), most))
	return into.Bytes(), err
}

// Timed returns file as a reader that ends when ctx does, so that one huge file cannot outlast a search.
func Timed(ctx context.Context, file *walk.Reader) io.Reader { return new(TimedReader).Of(ctx, file) }

// A TimedReader is what Timed returns, for many files one after another.
type TimedReader struct {
	*walk.Reader
	ctx context.Context
}

// Of makes t read file until ctx ends, and returns it.
func (t *TimedReader) Of(ctx context.Context, file *walk.Reader) *TimedReader {
	t.Reader, t.ctx = file, ctx
	return t
}

// Read reads from the file, unless the context has ended: then the error is the context's.
func (t *TimedReader) Read(p []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return t.Reader.Read(p)
}

// Cause returns what the system said, without the path, which the ledger names.
func Cause(err error) string { return cause.Of(err).Error() }
