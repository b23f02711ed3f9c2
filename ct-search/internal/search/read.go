package search

import (
	"context"
	"errors"
	"io/fs"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// read searches one file. The reason is what keeps the file, or the rest of it,
// from having been searched, None if it was searched whole; what was found
// before stays in the result.
func read(ctx context.Context, e *walk.Entry, s *scan.Scanner) (result scan.Result, why ledger.Reason, detail string) {
	file, err := e.Open()
	if err == nil {
		result, err = s.Scan(timed{file, ctx})
		_ = file.Close()
	}
	why, detail = shortfall(ctx, &result, err)
	return result, why, detail
}

// shortfall gives the reason that keeps a file, or the rest of it, from having
// been searched: r is the end of what was found, err what ended the reading.
func shortfall(ctx context.Context, r *scan.Result, err error) (why ledger.Reason, detail string) {
	switch {
	case err != nil && ctx.Err() != nil:
		return ledger.Timeout, ""
	case err != nil:
		return ledger.Unreadable, cause(err)
	case r.Cut == ledger.TooLarge:
		return ledger.TooLarge, "a line, or what a pattern of several lines needs at once, is over 64 MiB"
	case r.Cut != ledger.None:
		return r.Cut, ""
	case r.Binary:
		return ledger.Binary, ""
	}
	return ledger.None, ""
}

// timed is a file whose reading ends when the search has no time left, so that
// one huge file cannot outlast it.
type timed struct {
	*walk.Reader
	ctx context.Context
}

func (t timed) Read(p []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return t.Reader.Read(p)
}

// cause gives what the system said, without the path, which the ledger names.
func cause(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return err.Error()
}
