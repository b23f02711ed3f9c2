package shard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/ct-tools/ct/shared/git"
)

// A Scratch is a folder that archives are unpacked into, in memory if the system has a file system there. One bound of
// bytes applies to all that are unpacked at a time.
type Scratch struct {
	dir   string
	limit int64
	room  *semaphore.Weighted
	stop  context.CancelFunc // of touch
}

// NewScratch makes a private folder for at most limit bytes, below dir or, if that is "", where programs of the suite have
// their scratch (git.Scratch, which removes what killed programs left over) or else in the system's temporary folder. Close
// removes it.
func NewScratch(dir string, limit int64) (*Scratch, error) {
	parents := []string{dir}
	if dir == "" {
		parents = []string{os.TempDir()}
		if ours, err := git.Scratch(); err == nil {
			parents = []string{ours, os.TempDir()}
		}
	}
	if limit < page {
		return nil, fmt.Errorf("a scratch of %d bytes holds no file; give at least %d", limit, page)
	}
	var failed error
	for _, parent := range parents {
		made, err := os.MkdirTemp(parent, "ct-fleet-")
		if err == nil {
			ctx, stop := context.WithCancel(context.Background())
			s := &Scratch{made, limit, semaphore.NewWeighted(limit), stop}
			go s.touch(ctx)
			return s, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, fmt.Errorf("no folder to unpack archives in: %w", failed)
}

// touch keeps the folder young until ctx ends: what is old in a folder for scratch is taken for left over (git.Scratch).
func (s *Scratch) touch(ctx context.Context) {
	ticker := time.NewTicker(10 * time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			_ = os.Chtimes(s.dir, now, now)
		}
	}
}

// Dir returns the folder.
func (s *Scratch) Dir() string { return s.dir }

// Close removes the folder with all that is in it.
func (s *Scratch) Close() error {
	s.stop()
	return os.RemoveAll(s.dir)
}

// page is the unit in which a file takes memory.
const page = 4096

// overhead is what an entry takes beside its content, at most.
const overhead = 1024

// errFull says that the others leave too little room. The archive is then unpacked again, alone.
var errFull = errors.New("no room in the scratch beside other shards")

// lease is the part of a scratch that one shard has.
type lease struct {
	of     *Scratch
	dir    string
	has    int64  // bytes taken from the scratch
	used   int64  // bytes accounted for
	buffer []byte // for copying into it
}

// step is how much a lease takes at a time.
const step = 1 << 20

// lease returns a part of the scratch, with a folder of its own.
func (s *Scratch) lease() (*lease, error) {
	dir, err := os.MkdirTemp(s.dir, "shard-")
	return &lease{of: s, dir: dir}, err
}

// grow accounts for n more bytes. The error is errFull if others have the rest, and an *UnsearchedError if the whole is too small.
func (l *lease) grow(n int64) error {
	if n > l.of.limit-l.used {
		return reasonf(TooLarge, "unpacked it has more than the %d bytes of the scratch; enlarge the scratch", l.of.limit)
	}
	for l.used+n > l.has {
		more := min(max(step, l.used+n-l.has), l.of.limit-l.has)
		if !l.of.room.TryAcquire(more) {
			return errFull
		}
		l.has += more
	}
	l.used += n
	return nil
}

// alone empties the lease, waits until nobody else has a part of the scratch, and takes all of it.
func (l *lease) alone(ctx context.Context) error {
	if err := l.empty(); err != nil {
		return err
	}
	if err := l.of.room.Acquire(ctx, l.of.limit); err != nil {
		return context.Cause(ctx)
	}
	l.has = l.of.limit
	return nil
}

// settle returns what the lease does not use.
func (l *lease) settle() {
	l.of.room.Release(l.has - l.used)
	l.has = l.used
}

// empty removes what was unpacked.
func (l *lease) empty() error {
	entries, err := os.ReadDir(l.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(l.dir, e.Name())); err != nil {
			return err
		}
	}
	l.of.room.Release(l.has)
	l.has, l.used = 0, 0
	return nil
}

// close removes the folder and returns its part.
func (l *lease) close() error {
	err := os.RemoveAll(l.dir)
	l.of.room.Release(l.has)
	l.has, l.used = 0, 0
	return err
}
