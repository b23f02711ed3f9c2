package cursor

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"time"
)

// A Tree is what is known of the entries up to a place, which are taken in any
// order. It is not safe for use by several goroutines.
type Tree struct {
	entries uint32
	sum     uint64 // over the path, size and time of each
	newest  int64  // the latest of their times, in nanoseconds since 1970

	newestPath string
}

// Add takes one entry: its printed path, size in bytes and time of last change.
func (t *Tree) Add(path string, size int64, changed time.Time) {
	t.entries++
	t.sum += hash(path, size, changed)
	t.latest(changed.UnixNano(), path)
}

// Merge takes all entries of o.
func (t *Tree) Merge(o *Tree) {
	t.entries += o.entries
	t.sum += o.sum
	if o.entries > 0 {
		t.latest(o.newest, o.newestPath)
	}
}

func (t *Tree) latest(at int64, path string) {
	if t.newestPath == "" || at > t.newest || at == t.newest && path < t.newestPath {
		t.newest, t.newestPath = at, path
	}
}

// Same reports, by an error of one line that says what changed, that the entries
// up to the cursor are no longer what they were. now is taken from the tree as it
// is; escape makes a path printable.
func (c *Cursor) Same(now *Tree, escape func(string) string) error {
	const again = "; begin again without the cursor"
	where := escape(c.At.Path)
	switch {
	case now.entries > 0 && now.newest > c.Tree.newest:
		return errors.New("the tree changed since: " + escape(now.newestPath) + " was written to" + again)
	case now.entries != c.Tree.entries:
		return fmt.Errorf("the tree changed since: up to %s there were %d entries to look at, now there are %d%s", where, c.Tree.entries, now.entries, again)
	case now.sum != c.Tree.sum:
		return fmt.Errorf("the tree changed since: up to %s an entry has another name, size or time%s", where, again)
	}
	return nil
}

// hash is the same in every process.
func hash(path string, size int64, changed time.Time) uint64 {
	h := fnv.New64a()
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(size))
	binary.BigEndian.PutUint64(b[8:], uint64(changed.UnixNano()))
	_, _ = h.Write(b[:]) // that of a hash never fails
	_, _ = h.Write([]byte(path))
	return h.Sum64()
}
