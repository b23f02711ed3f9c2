package walk

import (
	"sync/atomic"

	"github.com/ct-tools/ct/shared/ledger"
)

// group is how many files are read ahead at once, and mostAhead how many bytes of each. Larger groups are no faster, and a
// small one stays in the processor's cache until it is searched.
const (
	group     = 8
	mostAhead = 256 << 10
)

// aloneFirst is how many files a process reads one by one first: making a ring takes longer than it saves in a small tree.
const aloneFirst = 128

// readAlone is how many they are so far.
var readAlone atomic.Int64

// ahead reads files before a visit opens them: the next ones of a batch, together, as soon as one of them is opened. It
// holds what was read completely; any other file is opened and read as if there were no ahead, which then meets the same
// error. A visit that leaves out a file of a group reads no further ones ahead.
type ahead struct {
	reader ringReader
	off    bool
	atOnce bool // from the first file on

	l     *listing // of the batch
	to    int32    // its end
	files [group]int32
	n     int // files in the group
	taken int
}

// begin begins a batch that ends before the entry to. Groups do not extend over batches.
func (a *ahead) begin(l *listing, to int32) { a.l, a.to, a.n, a.taken = l, to, 0, 0 }

// take returns the text of the file at i, if it was read completely, until the next group is read.
func (a *ahead) take(d dir, i int32) (text []byte, ok bool) {
	if a.off || a.l == nil {
		return nil, false
	}
	if !a.atOnce && readAlone.Load() < aloneFirst {
		readAlone.Add(1)
		return nil, false
	}
	if a.taken == a.n {
		a.n, a.taken = a.next(i), 0
		if !a.reader.read(d, a.l, a.files[:a.n]) {
			a.off = true
		}
	} else if a.files[a.taken] != i {
		a.off = true
	}
	if a.off {
		return nil, false
	}
	a.taken++
	return a.reader.text(a.taken - 1)
}

// next puts the file at i and those after it into the group.
func (a *ahead) next(i int32) (n int) {
	for ; i < a.to && n < group; i++ {
		if e := &a.l.entries[i]; e.kind == file && e.why == ledger.None {
			a.files[n] = i
			n++
		}
	}
	return n
}

// readAhead returns what reads files ahead, if they are opened at all: not where their size is checked before.
func (p *plan) readAhead() ahead {
	return ahead{off: p.o.force.noRing || p.o.MaxFileSize > 0, atOnce: p.o.force.ringAtOnce}
}
