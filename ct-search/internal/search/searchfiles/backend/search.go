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

// A Search says what is looked for, and how files are read.
type Search struct {
	Dir     string           // absolute; where the names of files begin
	Pattern *pattern.Pattern // one that Supports takes
	Scan    scan.Request     // as for a native search; Keep bounds the memory that a file takes
	// Open opens a file of Dir, and gives an *os.File or what has one's Stat. It is
	// called by several goroutines.
	Open func(name string) (fs.File, error)
}

// Search searches files, named relative to Dir, and gives take the result for
// each, in their order and from the calling goroutine, until take wants no more.
// The result is that of scan.New(match.New(s.Pattern), s.Scan).Scan, but that
// Bytes counts what was read here and of a file without a match hardly more is
// filled in than Binary. The error that take is given is one of opening or
// reading that file.
//
// An error of Search says that the program is missing, failed, was ended or
// cannot be trusted, in one line, or is that of ctx. What take was given before is
// then no result of anything.
//
// A pattern that no program can look for is looked for natively, and so is in a
// batch of files of which one is seen to change during the search, or over one of
// which the program fails.
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
	r.expression, r.asks = express(s.Pattern, b.kind.dialect)
	bounded, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	for next := range r.start(bounded, &work, files) {
		if err := r.give(ctx, <-next, take); err != nil {
			if errors.Is(err, errEnough) {
				return nil
			}
			return err
		}
	}
	return ctx.Err()
}

// A run is a search under way.
type run struct {
	*Search
	backend    *Backend
	matcher    match.Matcher // to be cloned
	scanner    *scan.Scanner // of the calling goroutine
	expression expression
	asks       bool // whether there is an expression
	seed       maphash.Seed
}

// Bounds of a batch. The first is small, for a search that ends with its first
// results; each is some times as large as the one before.
const (
	firstBatch  = 64
	growth      = 4
	largestList = 4096
	maxNames    = 96 << 10 // bytes of a command line, of which Linux has 128 KiB at least
	maxNamesWin = 16 << 10 // Windows has 32 Ki characters
)

// start has the batches of files worked on, several at a time, and gives them in
// their order. It ends early when ctx does.
func (r *run) start(ctx context.Context, work *sync.WaitGroup, files []string) <-chan chan *batch {
	// One is waited for, one more than there are workers would be idle.
	order := make(chan chan *batch, max(runtime.GOMAXPROCS(0)-1, 0))
	work.Go(func() {
		defer close(order)
		size := firstBatch
		for at := 0; at < len(files); size = min(growth*size, largestList) {
			b := &batch{first: at}
			b.take(files[at:], size)
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

// A batch is files that are given to one process.
type batch struct {
	first int // the number of the first among all
	files []file
	asked reports
	err   error // of the program
}

// A file is one of a batch.
type file struct {
	name    string
	info    fs.FileInfo // from before the program reads it
	head    scan.Result // of its beginning
	matches bool        // a line there does
	err     error
	asked   int // its number among those that the program is asked for, or one of:
}

const (
	settled  = -1 // there is nothing to look for
	natively = -2 // it is searched without the program
)

// take takes files from the front of names.
func (b *batch) take(names []string, size int) {
	room := maxNames
	if runtime.GOOS == "windows" {
		room = maxNamesWin
	}
	for _, name := range names {
		room -= len(name) + len("./") + 1 + 8 // the NUL behind it, the pointer to it
		if len(b.files) == size || room < 0 && len(b.files) > 0 {
			break
		}
		b.files = append(b.files, file{name: name, asked: settled})
	}
}

// work reads the heads of the files of a batch and asks the program for those
// that are text.
func (r *run) work(ctx context.Context, b *batch) error {
	b.asked = reports{
		at: -1, bound: r.bound(), matcher: r.matcher.Clone(), seed: r.seed,
		exact: r.expression.exact, first: r.Scan.Want == match.First, prints: r.backend.kind.whole,
		sums: !r.backend.have.less(r.backend.kind.sums),
	}
	heads, err := r.heads()
	if err != nil {
		return err
	}
	for i := range b.files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f := &b.files[i]
		if f.err = r.look(f, heads); f.err == nil && !f.head.Binary {
			b.ask(f, r.asks && !f.head.Decoded)
		}
	}
	if len(b.asked.names) == 0 {
		return nil
	}
	b.asked.of = make([]report, len(b.asked.names))
	return r.watch(ctx, b)
}

// ask has a file searched by the program if its name can be given to it and it
// can look for the pattern, else natively.
func (b *batch) ask(f *file, can bool) {
	name, ok := argument(f.name)
	if !can || !ok {
		f.asked = natively
		return
	}
	f.asked = len(b.asked.names)
	b.asked.names = append(b.asked.names, name)
	b.asked.sizes = append(b.asked.sizes, f.info.Size())
	b.asked.longest = max(b.asked.longest, int(min(f.info.Size(), scan.DefaultWhole)))
}

// Bounds of what a report has of one file, in lines.
const (
	fewestLines = 16
	mostLines   = 1024
)

// bound gives the number of lines after which the program goes on to the next
// file. The total comes from our own scan.
func (r *run) bound() int {
	if r.Scan.Keep == 0 {
		return mostLines
	}
	return min(max(r.Scan.Keep+1, fewestLines), mostLines)
}

// errEnough says that take wants no more.
var errEnough = errors.New("enough")

// give gives the results of a batch.
func (r *run) give(ctx context.Context, b *batch, take func(int, scan.Result, error) bool) error {
	if b.err != nil {
		return b.err
	}
	for i := range b.files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f := &b.files[i]
		result, err := f.head, f.err
		if f.asked == natively || f.asked >= 0 && (f.matches || b.asked.wanted(&b.asked.of[f.asked])) {
			var distrust error
			if result, err, distrust = r.scan(f, &b.asked); distrust != nil {
				return r.backend.failed(distrust)
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

// scan gives the result of a file, and an error if its report is another.
func (r *run) scan(f *file, asked *reports) (result scan.Result, err, distrust error) {
	opened, err := r.Open(f.name)
	if err != nil {
		return scan.Result{}, err, nil
	}
	result, err = r.scanner.Scan(opened)
	same := unchanged(opened, f.info)
	_ = opened.Close()
	switch {
	case f.asked == natively || err != nil:
	case !same:
		if result.Cut == ledger.None {
			result.Cut = ledger.Changed
		}
	default:
		distrust = asked.hold(&asked.of[f.asked], f.name, &result)
	}
	return result, err, distrust
}

// argument gives the name of a file as an argument that is no option, no word for
// standard input; false if a program may print another for it.
func argument(name string) (string, bool) {
	if !utf8.ValidString(name) {
		return "", false
	}
	return "." + string(filepath.Separator) + filepath.FromSlash(name), true
}
