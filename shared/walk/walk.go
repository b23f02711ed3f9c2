// Package walk finds the files of a search: in path order, by git's ignore
// rules, in parallel and in bounded memory, with an account of what it left
// out.
//
// A folder is listed by one worker; the folders in it and its files, in
// batches, become units on a shared stack whose top is the unit nearest to the
// front of the walk. The calling goroutine is a worker too. It follows the
// units in path order, adds up their accounts and hands out what visits kept;
// while the unit it needs is in other hands it works on another. Nothing it
// passes depends on which worker did what, so the same tree gives the same
// values and the same account under any parallelism.
package walk

import (
	"context"
	"errors"

	"github.com/ct-tools/ct/shared/ledger"
)

// ErrSandbox is wrapped by the error for a root that lies outside
// Options.Sandbox once its links are resolved.
var ErrSandbox = errors.New("outside the sandbox")

// Types is a set of kinds of entries.
type Types uint8

// The kinds that can be visited. A link is never followed to a folder; with
// Options.Follow a link to a file counts as that file.
const (
	File Types = 1 << iota
	Dir
	Link
)

// Type is the kind of one entry: a Types with one member.
type Type = Types

// Options says which files a walk visits. The zero value visits every regular
// file below the working folder that is neither hidden nor ignored.
type Options struct {
	// Base is the folder that relative Roots resolve against and that printed
	// paths are relative to; "" is the working folder.
	Base string
	// Roots are the files and folders to visit as the user named them; none
	// means Base. A named root is visited or entered whatever it is called and
	// whatever rule strikes it, a folder even through a symbolic link.
	Roots []string

	Hidden   bool // visit names that begin with a dot too (never .git)
	NoIgnore bool // read no ignore files
	LeftOut  bool // visit just the files that are left out as hidden or ignored, and those below such folders
	Follow   bool // visit the files that symbolic links lead to
	GitOnly  bool // of the ignore files read only .gitignore and .git/info/exclude

	// Include and Exclude are doublestar globs that passed ValidGlob. One
	// without a slash matches base names at any depth, any other the printed
	// path. Include narrows files only; Exclude prunes folders too, and with a
	// trailing slash folders alone. Prune is a second list of exclusions, for
	// programs that always leave out the same noise.
	Include, Exclude, Prune []string
	// Narrow is a second Include: where both are given a file matches one of each.
	Narrow []string
	// Only, unless nil, are printed paths: what is not among them is neither
	// visited nor in the account, and of folders only those are entered that lead
	// to one. What else is asked for still holds; named roots are reached whatever
	// it says.
	Only []string

	Types       Types  // what is visited; 0 = File
	MaxDepth    int    // levels below a root; 1 = only what is directly in it, 0 = no bound
	MaxFiles    int64  // entries other than folders visited, counted in path order; 0 = no bound
	MaxFileSize int64  // bytes of a visited file; 0 = no bound
	Sandbox     string // folder that no root and no link may lead out of; "" = none
	Workers     int    // visits at the same time; 0 = GOMAXPROCS
	// Cut, if set, is told of every entry that a reason which cuts left out or
	// ended the search of, but for MaxFiles: in path order, by the goroutine that
	// called Run, before what was kept of the entry is emitted.
	Cut func(r ledger.Reason, e ledger.Entry)

	force forced
}

// forced holds what tests force upon a walk to reach its rarer paths.
type forced struct {
	portable  bool  // the twin that needs no system calls of its own
	untyped   bool  // as on a file system that reports no types in listings
	noOpenat2 bool  // as on a kernel without openat2
	ahead     int64 // bound of the run-ahead in bytes
	batch     int   // entries of a batch
	deepAfter int   // length from which a path is opened in pieces
	afterList func(printed string)
}

// Outcome is what a visit made of an entry.
type Outcome[T any] struct {
	Value  T
	Keep   bool          // hand Value to emit
	Size   int           // bytes that Value holds until it is emitted
	Skip   ledger.Reason // why the entry was not searched, or not to its end; None = it was
	Detail string        // of Skip, for reasons that cut: what the system said
	// Next says that this is a part of what the visit makes of the entry, and
	// gives the one behind it; nil in the last or only one. It is called once
	// there is room for more, or not at all if the walk ends before. A part with
	// Next is kept whatever Keep says; Skip and Detail are those of the last.
	Next func() Outcome[T]
}

// Visit looks at one entry. The entry and all it hands out but Path's string
// are valid until the visit returns, and where that gives Next, until the last
// part or the end of the walk. A Visit is used by one goroutine at a time, for
// one entry at a time.
type Visit[T any] func(e *Entry) Outcome[T]

// Run visits the entries that o selects. newVisit is called once a worker, and
// once more for the calling goroutine, in any goroutine. What visits keep is
// handed to emit in path order, by the calling goroutine; when emit returns false
// the walk ends there, and what comes later in path order is neither emitted nor
// in the account.
//
// Path order is byte-wise by '/'-separated components, so that what a folder
// holds stands at the folder's place: "a", "a/x", "a.c". Workers run ahead of
// emit by at most 8 MiB of Outcome.Size, beyond which only the visit that emit
// needs next goes on, and by what each was at then: one outcome, or one part of
// it. So an entry that may come to much is to be given in parts.
//
// The account counts a pruned folder as one entry, and an entry whose visit
// gave a reason that skips nothing (ledger.Limit and those after it), or kept
// something in spite of its reason, as searched as well. One that the walk ends
// in the middle of, with a part emitted, counts as searched. When ctx passes its
// deadline the account says Timeout and the error is nil; when ctx is cancelled in
// another way the error is its cause. A root that does not exist or cannot be read
// is an error that names it, and nothing is walked.
func Run[T any](ctx context.Context, o Options, newVisit func() Visit[T], emit func(T) bool) (ledger.Ledger, error) {
	if err := ctx.Err(); err != nil {
		var l ledger.Ledger
		return l, ended(ctx, &l, "")
	}
	p, err := newPlan(o)
	if err != nil {
		return ledger.Ledger{}, err
	}
	defer p.close()
	r := newRunner(p, newVisit, emit)
	return r.run(ctx)
}

// ended records in l that ctx ended the walk at the printed path, if it was by
// its deadline, and otherwise gives the cause.
func ended(ctx context.Context, l *ledger.Ledger, path string) error {
	cause := context.Cause(ctx)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) || errors.Is(cause, context.DeadlineExceeded) {
		l.Skip(ledger.Timeout, path, "")
		return nil
	}
	return cause
}
