// Package walk finds the files to search. It visits them in path order, applies git's ignore rules,
// works in parallel in bounded memory, and keeps a ledger of what it skipped.
//
// One worker lists a folder. The folders in it, and its files in batches, become units of work on a shared stack, the
// next in path order on top. The calling goroutine, the lead, is a worker too. It takes the results of units in path
// order, adds up their ledgers and emits the values that visits kept. While another worker has the unit that it
// needs, it works on a different one. The result never depends on which worker did what: the same tree yields the
// same values and the same ledger at any parallelism.
package walk

import (
	"context"
	"errors"

	"github.com/ct-tools/ct/shared/ledger"
)

// ErrSandbox is wrapped by the error for a root that, after its links are resolved, lies outside Options.Sandbox.
var ErrSandbox = errors.New("outside the sandbox")

// Types is a set of kinds of entries.
type Types uint8

// The kinds of entries that can be visited. With Options.Follow a link to a file counts as that file.
const (
	File Types = 1 << iota
	Dir
	Link
)

// Type is the kind of one entry: a Types with one member.
type Type = Types

// Options selects files. The zero value selects the regular ones below the working folder, not hidden or ignored.
type Options struct {
	// Base is the folder that Roots and printed paths are relative to; "" is the working folder.
	Base string
	// Roots are the files and folders to visit, as the user named them; none means Base. They are visited or entered
	// even if a rule excludes them, and folders even through a symbolic link.
	Roots []string

	Hidden   bool // also visit names that begin with a dot (never .git)
	NoIgnore bool // read no ignore files
	LeftOut  bool // visit only files that would be skipped as hidden or ignored, and those below such folders
	Follow   bool // visit the files that symbolic links lead to
	GitOnly  bool // use only .gitignore and .git/info/exclude as ignore files

	// HiddenIn are those of Roots in which folders whose name begins with a dot are entered as with Hidden.
	HiddenIn []string

	// Include and Exclude are doublestar globs that passed ValidGlob. One without a slash matches base names at any
	// depth, any other the printed path. Include is for files only. Exclude also prunes folders; with a trailing slash
	// it prunes only folders. Prune is a second list of exclusions, for programs that always exclude the same noise.
	Include, Exclude, Prune []string
	// Narrow is a second Include: if both are given, a file must match one glob of each.
	Narrow []string
	// Without is a second Exclude, for files only.
	Without []string
	// Only, unless nil, lists printed paths. Anything else is neither visited nor in the ledger, and only folders that
	// lead to a listed path are entered. The other options still apply; named roots are always reached.
	Only []string
	// Select, unless nil, replaces Only by what the selection has when the walk begins.
	Select *Selection

	// At, unless nil, is walked in place of the file system, without ignore files: what is in it was put there in spite of
	// them. Base and Roots stand for what it has at their paths. Links are not followed.
	At Snapshot

	// Mount, unless nil, is the folder in which all of Roots are, by the names that it gives them. With At only those who
	// resolve names look at it: At stands for it.
	Mount *Mount

	// Config is git's configuration of the system and the user, for many walks; nil means that this one reads it.
	Config *GitConfig

	// Stdin, unless nil, is the content of the root named "-", which is then no name in the file system.
	Stdin []byte

	Types       Types  // what is visited; 0 = File
	MaxDepth    int    // levels below a root; 1 = only direct children, 0 = no limit
	MaxFiles    int64  // maximum number of entries visited, folders not counted, in path order; 0 = no limit
	MaxFileSize int64  // in bytes; larger files are skipped; 0 = no limit
	Sandbox     string // folder that no root and no link may lead out of; "" = none
	Workers     int    // maximum number of concurrent visits; 0 = GOMAXPROCS
	// Cut, if set, is called for every entry that was skipped, or whose search ended, for a reason that cuts, except MaxFiles:
	// in path order, by the goroutine that called Run, before the entry's value is emitted.
	Cut func(r ledger.Reason, e ledger.Entry)

	stop  func() bool // reports whether the walk is to end
	force forced
}

// forced holds settings with which tests reach the rarer code paths of a walk.
type forced struct {
	portable   bool  // use the portable twin, which makes no system calls of its own
	untyped    bool  // as on a file system whose listings have no types
	noRing     bool  // as on a kernel that refuses io_uring
	ringAtOnce bool  // read ahead from the first file on
	noOpenat2  bool  // as on a kernel without openat2
	ahead      int64 // limit of the run-ahead in bytes
	batch      int   // entries per batch
	deepAfter  int   // length from which a path is opened in pieces
	afterList  func(printed string)
}

// Outcome is the result of visiting an entry.
type Outcome[T any] struct {
	Value  T
	Keep   bool          // pass Value to emit
	Size   int           // bytes that Value occupies until it is emitted
	Count  int64         // matches in Value, for ledger.Rules, or NoMatches; 0 means that it is unknown
	Skip   ledger.Reason // why the entry was not searched, or not completely; None = it was
	Detail string        // of Skip, for reasons that cut: the system's message
	// Next, if not nil, says that this Outcome is only a part, and returns the next one. It is called as soon as there
	// is room, and not at all if the walk ends before. A part with Next is kept regardless of Keep; Skip and Detail
	// count only in the last part.
	Next func() Outcome[T]
}

// NoMatches is the Outcome.Count of a value without matches.
const NoMatches = -1

// Visit visits one entry. What the entry returns, except the string of Path, is valid until the visit returns or, with
// Next, until the last part or the end of the walk. It is used by one goroutine at a time, for one entry at a time.
type Visit[T any] func(e *Entry) Outcome[T]

// Run visits the entries that o selects. It calls newVisit once for each worker and once more for the calling
// goroutine, in any goroutine. Values that visits keep are passed to emit in path order by the calling goroutine. If
// emit returns false the walk ends, and nothing later in path order is emitted or counted in the ledger.
//
// Path order compares paths byte-wise by '/'-separated components, so that the contents of a folder stand at the
// folder's place: "a", "a/x", "a.c". Workers run ahead of emit by at most 8 MiB of Outcome.Size. At the limit
// only the visit that emit needs next continues. Each of the others may exceed it by one outcome (or part of
// one), the one that it was working on. A visit whose result may be large should therefore return it in parts.
//
// The ledger counts a pruned folder as one entry. It also counts as searched an entry whose visit returned a reason
// that skips nothing (ledger.Limit and those after it) or kept a value in spite of its reason, and an entry that was
// emitted in part when the walk ended. If ctx passes its deadline, the ledger says Timeout and the error is nil; if
// ctx is cancelled in another way, the error is its cause. If a root does not exist or cannot be read, nothing is
// walked, and the error names the root.
func Run[T any](ctx context.Context, o Options, newVisit func() Visit[T], emit func(T) bool) (ledger.Ledger, error) {
	if err := ctx.Err(); err != nil {
		var l ledger.Ledger
		return l, ended(ctx, &l, "")
	}
	o = o.apply()
	o.stop = func() bool { return ctx.Err() != nil }
	p, err := newPlan(o)
	if err != nil {
		return ledger.Ledger{}, err
	}
	defer p.close()
	return newRunner(p, selects(o.Select, newVisit), emit).run(ctx)
}

// ended returns why ctx ended the walk at the printed path: nil for its deadline, which it records in l.
func ended(ctx context.Context, l *ledger.Ledger, path string) error {
	cause := context.Cause(ctx)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) || errors.Is(cause, context.DeadlineExceeded) {
		l.Skip(ledger.Timeout, path, "")
		return nil
	}
	return cause
}
