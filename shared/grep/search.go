package grep

import (
	"cmp"
	"context"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// A Search looks for what a matcher matches in the files of a tree.
type Search struct {
	Files   walk.Options
	Matcher match.Matcher
	Scan    scan.Request

	Near int64        // occurrences inside longer words, in what Run has gone through
	read atomic.Int64 // bytes, by all workers
}

// Found are the matching lines of one file.
type Found struct {
	Path   string // as printed
	Root   int    // the number of the root by way of which it was found
	Below  string // the path below that, an end of Path
	Result scan.Result
	Short  ledger.Reason // why the file was not searched to its end; None if it was
}

// Run searches and hands to emit, in path order and by the calling goroutine, what it found in each file with a matching
// line, until emit returns false. What keeps it from being whole is in the ledger; errors are those of walk.Run.
func (s *Search) Run(ctx context.Context, emit func(f Found) bool) (ledger.Ledger, error) {
	newVisit := func() walk.Visit[Found] {
		scanner := scan.New(s.Matcher.Clone(), s.Scan)
		return func(e *walk.Entry) walk.Outcome[Found] { return s.visit(ctx, e, scanner) }
	}
	progress := walk.ProgressOf(ctx)
	return walk.Run(ctx, s.Files, newVisit, func(f Found) bool {
		s.Near += f.Result.Near
		progress.Found(f.Result.Lines)
		return f.Result.Lines == 0 || emit(f)
	})
}

// place sets where f was found.
func (f *Found) place(e *walk.Entry) {
	f.Path, f.Root = e.Path(), e.Root()
	f.Below = f.Path[len(f.Path)-e.Below():]
}

func (s *Search) visit(ctx context.Context, e *walk.Entry, scanner *scan.Scanner) walk.Outcome[Found] {
	result, why, detail := Read(ctx, e, scanner)
	f := Found{Result: result, Short: why}
	if result.Lines > 0 {
		f.place(e)
	}
	s.read.Add(result.Bytes)
	keep := result.Lines > 0 || why == ledger.None && result.Near > 0
	return walk.Outcome[Found]{Value: f, Keep: keep, Size: result.Size() + len(f.Path), Count: cmp.Or(result.Lines, walk.NoMatches), Skip: why, Detail: detail}
}

// Bytes returns how much was read.
func (s *Search) Bytes() int64 { return s.read.Load() }
