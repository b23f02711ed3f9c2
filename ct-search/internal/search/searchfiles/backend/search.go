package backend

import (
	"context"
	"errors"
	"hash/maphash"
	"io/fs"
	"path/filepath"
	"runtime"
	"sync"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
)

// Search describes what to search for, and how to read files.
type Search struct {
	Dir     string           // absolute; file names are relative to it
	Pattern *pattern.Pattern // accepted by Supports
	Scan    scan.Request     // as for a native search; Keep limits the memory for a file
	// Open opens a file of Dir, as an *os.File or with the same Stat. It must be safe for concurrent use.
	Open func(name string) (fs.File, error)
}

// Search searches files, which are named relative to Dir. It calls take with the result of each, in their order and on
// the calling goroutine, until take returns false. The result is that of scan.New(match.New(s.Pattern), s.Scan).Scan,
// with two differences: Bytes counts only what was read here, and for a file without a match little more than Binary is
// set. The error passed to take is an error of opening or reading that file.
//
// The error of Search is that of ctx, or says in one line that the program is missing, failed, was
// killed or cannot be trusted. In that case the earlier results are invalid.
//
// Search uses the native search if a program cannot search for the pattern. It also uses it for a batch of files if one
// of them changed during the search, or if the program failed because of one of them.
func (b *Backend) Search(ctx context.Context, s *Search, files []string, take func(file int, r scan.Result, err error) (more bool)) error {
	if err := Supports(b.kind.name, s.Pattern); err != nil {
		return err
	}
	matcher, err := match.New(s.Pattern)
	if err != nil {
		return err
	}
	r := &run{backend: b, Search: s, matcher: matcher, seed: maphash.MakeSeed()}
	r.scanner = scan.New(matcher.Clone(), s.Scan)
	r.expression, r.hasExpression = express(s.Pattern, b.kind.dialect)
	bounded, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	for next := range r.start(bounded, &work, files) {
		if err := r.deliver(ctx, <-next, take); err != nil {
			if errors.Is(err, errEnough) {
				return nil
			}
			return err
		}
	}
	return ctx.Err()
}

// run is a search in progress.
type run struct {
	*Search
	backend       *Backend
	matcher       match.Matcher // to be cloned
	scanner       *scan.Scanner // of the calling goroutine
	expression    expression
	hasExpression bool // whether there is an expression
	seed          maphash.Seed
}

// Limits of a batch. The first batch is small, for a search that ends with its first results. Each
// of the others is larger by the factor growth than the one before.
const (
	firstBatch  = 64
	growth      = 4
	largestList = 4096
	maxNames    = 96 << 10 // bytes of a command line; Linux allows at least 128 KiB
	maxNamesWin = 16 << 10 // Windows allows 32 Ki characters
)

// start searches several batches at a time and returns them in their order. It stops when ctx ends.
func (r *run) start(ctx context.Context, work *sync.WaitGroup, files []string) <-chan chan *batch {
	// The caller waits for one batch; one batch more than there are workers would be idle.
	order := make(chan chan *batch, max(runtime.GOMAXPROCS(0)-1, 0))
	work.Go(func() {
		defer close(order)
		size := firstBatch
		for at := 0; at < len(files); size = min(growth*size, largestList) {
			b := &batch{first: at}
			b.fill(files[at:], size)
			at += len(b.files)
			done := make(chan *batch, 1)
			select {
			case order <- done:
			case <-ctx.Done():
				return
			}
			work.Go(func() {
				b.err = r.work(ctx, b)
				done <- b
			})
		}
	})
	return order
}

// batch is a list of files for one process.
type batch struct {
	first   int // index of its first file among all files
	files   []file
	reports reports
	err     error // of the program
}

// file is a file of a batch.
type file struct {
	name    string
	info    fs.FileInfo // from before the program reads it
	head    scan.Result // of its first bytes
	matches bool        // a line there matches
	err     error
	index   int // index among the files for the program, or one of:
}

const (
	settled  = -1 // the result is known
	natively = -2 // searched without the program
)

// fill moves files from the start of names to b.
func (b *batch) fill(names []string, size int) {
	room := maxNames
	if runtime.GOOS == "windows" {
		room = maxNamesWin
	}
	for _, name := range names {
		room -= len(name) + len("./") + 1 + 8 // the terminating NUL, and the pointer to the argument
		if len(b.files) == size || room < 0 && len(b.files) > 0 {
			break
		}
		b.files = append(b.files, file{name: name, index: settled})
	}
}

// work reads the heads of the files of a batch and runs the program on those that are text.
func (r *run) work(ctx context.Context, b *batch) error {
	b.reports = reports{
		current: -1, maxLines: r.maxLines(), matcher: r.matcher.Clone(), seed: r.seed,
		exact: r.expression.exact, firstOnly: r.Scan.Want == match.First, maxPrinted: r.backend.kind.maxPrinted,
		sums: !r.backend.have.less(r.backend.kind.sums),
	}
	heads, err := r.headScanner()
	if err != nil {
		return err
	}
	for i := range b.files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f := &b.files[i]
		if f.err = r.inspect(f, heads); f.err == nil && !f.head.Binary {
			b.assign(f, r.hasExpression && !f.head.Decoded)
		}
	}
	if len(b.reports.names) == 0 {
		return nil
	}
	b.reports.byFile = make([]report, len(b.reports.names))
	return r.watch(ctx, b)
}

// assign assigns a file to the program if can is set and its name can be passed. Otherwise it is searched natively.
func (b *batch) assign(f *file, can bool) {
	name, ok := argument(f.name)
	if !can || !ok {
		f.index = natively
		return
	}
	f.index = len(b.reports.names)
	b.reports.names = append(b.reports.names, name)
	b.reports.sizes = append(b.reports.sizes, f.info.Size())
	b.reports.longest = max(b.reports.longest, int(min(f.info.Size(), scan.DefaultWhole)))
}

// Limits of the number of lines in a report.
const (
	fewestLines = 16
	mostLines   = 1024
)

// maxLines returns the lines after which the program goes to the next file. Our own scan determines the total.
func (r *run) maxLines() int {
	if r.Scan.Keep == 0 {
		return mostLines
	}
	return min(max(r.Scan.Keep+1, fewestLines), mostLines)
}

// errEnough means that take returned false.
var errEnough = errors.New("enough")

// deliver passes the results of a batch to take.
func (r *run) deliver(ctx context.Context, b *batch, take func(int, scan.Result, error) bool) error {
	if b.err != nil {
		return b.err
	}
	for i := range b.files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f := &b.files[i]
		result, err := f.head, f.err
		if f.index == natively || f.index >= 0 && (f.matches || b.reports.wanted(&b.reports.byFile[f.index])) {
			var mismatch error
			if result, err, mismatch = r.scan(f, &b.reports); mismatch != nil {
				return r.backend.failed(mismatch)
			}
		}
		if err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		if !take(b.first+i, result, err) {
			return errEnough
		}
	}
	return nil
}

// scan returns the result of a file. distrust is an error if the program's report differs.
func (r *run) scan(f *file, rs *reports) (result scan.Result, err, mismatch error) {
	opened, err := r.Open(f.name)
	if err != nil {
		return scan.Result{}, err, nil
	}
	result, err = r.scanner.Scan(opened)
	same := unchanged(opened, f.info)
	_ = opened.Close()
	switch {
	case f.index == natively || err != nil:
	case !same:
		if result.Cut == ledger.None {
			result.Cut = ledger.Changed
		}
	default:
		mismatch = rs.verify(&rs.byFile[f.index], f.name, &result)
	}
	return result, err, mismatch
}

// argument returns the name of a file in a form that is neither an option nor the word for standard
// input. It returns false if a program may print the name differently.
func argument(name string) (string, bool) {
	if !utf8.ValidString(name) {
		return "", false
	}
	return "." + string(filepath.Separator) + filepath.FromSlash(name), true
}
