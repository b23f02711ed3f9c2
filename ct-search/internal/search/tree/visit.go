package tree

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A file is what was counted of one.
type file struct {
	path     string
	root     int // the length of the part of path that its root is
	lines    int64
	bytes    int64
	binary   bool
	language string
	counts   bool
}

// Names of languages that are none.
const (
	binary = "binary"
	other  = "other"
)

// visitor returns what makes the visit of one worker.
func (s *search) visitor(ctx context.Context) func() walk.Visit[file] {
	return func() walk.Visit[file] {
		buf := make([]byte, 256<<10)
		return func(e *walk.Entry) walk.Outcome[file] {
			switch named, err := s.named(e.Name()); {
			case err != nil:
				return walk.Outcome[file]{Skip: ledger.MatchTimeout, Detail: grep.Cause(err)}
			case !named:
				return walk.Outcome[file]{Skip: ledger.Excluded}
			}
			f, err := count(ctx, e, buf)
			switch {
			case errors.Is(err, errChanged):
				return walk.Outcome[file]{Skip: ledger.Changed}
			case err != nil:
				why, detail := grep.Shortfall(ctx, &scan.Result{}, err)
				return walk.Outcome[file]{Skip: why, Detail: detail}
			}
			f.path = e.Path()
			f.root = len(f.path) - e.Below()
			f.counts = f.lines >= s.request.MinLines
			o := walk.Outcome[file]{Value: f, Keep: true, Size: len(f.path), Count: 1}
			if !f.counts {
				o.Count = walk.NoMatches
			}
			return o
		}
	}
}

var errChanged = errors.New("the file changed while it was read")

// count reads a file into buf, part by part. A file with a NUL where git looks for one is binary: it has no lines.
func count(ctx context.Context, e *walk.Entry, buf []byte) (f file, err error) {
	r, err := e.Open()
	if err != nil {
		return f, err
	}
	defer func() { _ = r.Close() }()
	from := grep.Timed(ctx, r)
	n, err := io.ReadFull(from, buf)
	head := buf[:n]
	f.binary = !scan.IsText(head) && !scan.IsUTF16(head)
	f.language = language(e, head, f.binary)
	if err == nil || f.binary { // it is larger than the buffer, or its size is all that counts
		info, failed := r.Stat()
		if failed != nil {
			return f, failed
		}
		if f.binary {
			f.bytes = info.Size
			return f, nil
		}
		return f, rest(from, r, info, buf, n, &f)
	}
	f.bytes, f.lines = int64(n), int64(bytes.Count(head, []byte{'\n'}))
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return f, err
}

// rest counts a file whose first n bytes are in buf, and which was then as info says.
func rest(from io.Reader, r *walk.Reader, info walk.Info, buf []byte, n int, f *file) error {
	for {
		f.bytes += int64(n)
		f.lines += int64(bytes.Count(buf[:n], []byte{'\n'}))
		var err error
		n, err = from.Read(buf)
		switch {
		case errors.Is(err, io.EOF):
			f.bytes += int64(n)
			f.lines += int64(bytes.Count(buf[:n], []byte{'\n'}))
			now, failed := r.Stat()
			if failed == nil && (now.Size != info.Size || !now.ModTime.Equal(info.ModTime)) {
				failed = errChanged
			}
			return failed
		case err != nil:
			return err
		}
	}
}

// language returns the name of a file's language.
func language(e *walk.Entry, head []byte, isBinary bool) string {
	if isBinary {
		return binary
	}
	if l := languages.In(e, head[:min(len(head), languages.Reach)]); l != nil {
		return cmp.Or(l.Name, other)
	}
	return other
}
