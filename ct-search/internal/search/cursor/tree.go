package cursor

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/bits"
	"time"
)

// A Tree summarizes the entries up to a place, added in any order. It is not safe for use by several goroutines.
type Tree struct {
	Entries uint32
	// Over a hash of the path, size and time of each, modulo prime: the sum, and that of the squares.
	Sum, Squares uint64
	Newest       int64 // the latest of their times, in nanoseconds since 1970

	NewestPath string
	odd        uint64 // the hash of an entry that is looked for
	oddPath    string
}

// Add takes one entry: its printed path, size in bytes and time of last change.
func (t *Tree) Add(path string, size int64, changed time.Time) {
	h := hash(path, size, changed) % prime
	t.Entries++
	t.Sum = plus(t.Sum, h)
	t.Squares = plus(t.Squares, times(h, h))
	t.latest(changed.UnixNano(), path)
	if h == t.odd {
		t.oddPath = path
	}
}

// Merge takes all entries of o.
func (t *Tree) Merge(o *Tree) {
	t.Entries += o.Entries
	t.Sum = plus(t.Sum, o.Sum)
	t.Squares = plus(t.Squares, o.Squares)
	if o.Entries > 0 {
		t.latest(o.Newest, o.NewestPath)
	}
	if o.oddPath != "" {
		t.oddPath = o.oddPath
	}
}

// look returns a tree that, once all entries are added, can name the entry in
// which now differs from c, if it is a single one: Odd returns its path.
//
// With its hash n now and its hash o then, the two sums yield d = n-o and e = n²-o², hence n = (d + e/d)/2.
func (c *Cursor) look(now *Tree) *Tree {
	d := plus(now.Sum, prime-c.Tree.Sum%prime)
	e := plus(now.Squares, prime-c.Tree.Squares%prime)
	const half = (prime + 1) / 2
	return &Tree{odd: times(plus(d, times(e, inverse(d))), half)}
}

// Odd returns the path of the entry that a tree from look looks for, "" if it was not added.
func (t *Tree) Odd() string { return t.oddPath }

// prime is the modulus of sums.
const prime = 1<<61 - 1

func plus(a, b uint64) uint64 { return (a%prime + b%prime) % prime }

func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a%prime, b%prime)
	return bits.Rem64(high, low, prime)
}

// inverse returns 1/a by Fermat's little theorem, 0 for 0.
func inverse(a uint64) uint64 {
	power := uint64(1)
	for n := uint64(prime - 2); n > 0; n >>= 1 {
		if n&1 == 1 {
			power = times(power, a)
		}
		a = times(a, a)
	}
	return power
}

func (t *Tree) latest(at int64, path string) {
	if t.NewestPath == "" || at > t.Newest || at == t.Newest && path < t.NewestPath {
		t.Newest, t.NewestPath = at, path
	}
}

// Same returns an error of one line, which says what changed, if the entries up to the cursor have changed. now
// summarizes the current tree; escape makes a path printable. again summarizes the tree once more, into one from look,
// and returns the path of its Odd; it is called if that may be known.
func (c *Cursor) Same(now *Tree, escape func(string) string, again func(*Tree) string) error {
	if c.brief != nil {
		return c.sameTree(now)
	}
	const beginAgain = "; begin again without the cursor"
	where := escape(c.At.Path)
	switch {
	case now.Entries > 0 && now.Newest > c.Tree.Newest:
		return errors.New("the tree changed since: " + escape(now.NewestPath) + " was written to" + beginAgain)
	case now.Entries != c.Tree.Entries:
		return fmt.Errorf("the tree changed since: up to %s there were %d entries to look at, now there are %d%s", where, c.Tree.Entries, now.Entries, beginAgain)
	case now.Sum != c.Tree.Sum || now.Squares != c.Tree.Squares:
		if odd := again(c.look(now)); odd != "" {
			return errors.New("the tree changed since: " + escape(odd) + " has another name, size or time than then" + beginAgain)
		}
		return fmt.Errorf("the tree changed since: up to %s an entry has another name, size or time%s", where, beginAgain)
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
