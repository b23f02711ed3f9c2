package walk

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/ledger"
)

// inParts returns each entry in as many parts as its name has bytes. The last part of a name of odd
// length has no value.
func inParts(e *Entry) Outcome[string] {
	path, parts := e.Path(), len(e.Name())
	var part func(n int) Outcome[string]
	part = func(n int) Outcome[string] {
		o := Outcome[string]{Value: fmt.Sprint(path, " ", n), Keep: true, Size: 100}
		if n < parts {
			o.Next = func() Outcome[string] { return part(n + 1) }
			return o
		}
		o.Keep = parts%2 == 0
		switch e.Name()[0] {
		case 'f':
			o.Skip, o.Detail = ledger.Changed, "so "+path
		case 'a':
			o.Skip = ledger.Binary
		}
		return o
	}
	return part(1)
}

// TestPartsUnderAnyParallelism compares values and ledgers of walks whose entries come in parts.
func TestPartsUnderAnyParallelism(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		dir := randomTree(t, seed)
		for _, stop := range []int{0, 1, 7, 23} {
			for _, maxFiles := range []int64{0, 1, 11} {
				run := func(workers int, f forced) (values []string) {
					o := Options{Base: dir, Types: File | Dir | Link, MaxFiles: maxFiles, Workers: workers, force: f}
					l, err := Run(t.Context(), o, func() Visit[string] { return inParts }, func(v string) bool {
						values = append(values, v)
						return len(values) != stop
					})
					must(t, err)
					return append(values, account(&l), fmt.Sprint(l.Cuts()))
				}
				want := run(1, forced{})
				for _, workers := range []int{1, 2, 8} {
					for _, batch := range []int{1, 3, 128} {
						for _, ahead := range []int64{1, 500} {
							if diff := cmp.Diff(want, run(workers, forced{batch: batch, ahead: ahead})); diff != "" {
								t.Fatalf("seed %d, stop %d, max %d, %d workers, batch %d, ahead %d:\n%s", seed, stop, maxFiles, workers, batch, ahead, diff)
							}
						}
					}
				}
			}
		}
	}
}

// An entry in parts counts once, and as searched if any part was kept.
func TestPartsAreOneEntryOfTheLedger(t *testing.T) {
	t.Parallel()
	dir := makeTree(t, "abc", "b", "fgh", "xyz")
	for _, c := range []struct {
		stop     int
		maxFiles int64
		want     string
	}{
		{0, 0, "searched=4 binary=1 changed=1"},
		{1, 0, "searched=1"},
		{2, 0, "searched=1"},
		{3, 0, "searched=3 binary=1"}, // "b" has no value
		{0, 1, "searched=1 binary=1 max_files=1"},
	} {
		n := 0
		l, err := Run(t.Context(), Options{Base: dir, Workers: 2, MaxFiles: c.maxFiles}, func() Visit[string] { return inParts }, func(string) bool {
			n++
			return n != c.stop
		})
		must(t, err)
		if got := account(&l); got != c.want {
			t.Errorf("ended after %d: %s, want %s", c.stop, got, c.want)
		}
	}
}

// TestPartsOfOneVisitAtATime fails if a visit is called for another entry before it returned its
// last part.
func TestPartsOfOneVisitAtATime(t *testing.T) {
	t.Parallel()
	// The calling goroutine visits "0", then "b/1" while "a" is listed. When that is too much, it
	// needs "a/2", which nobody has taken.
	dir := makeTree(t, "0", "a/1", "a/2", "a/3", "b/1", "b/2", "c/1", "d/1")
	f := forced{ahead: 8 << 10, batch: 1, afterList: func(printed string) {
		if printed == "a" {
			time.Sleep(20 * time.Millisecond)
		}
	}}
	for _, workers := range []int{1, 2, 4} {
		newVisit := func() Visit[int] {
			var busy atomic.Bool
			return func(e *Entry) Outcome[int] {
				if busy.Swap(true) {
					t.Error("visits another entry in the middle of one")
				}
				if string(e.Name()) == "0" {
					time.Sleep(5 * time.Millisecond)
				}
				return countdown(20, 1<<10, func() { busy.Store(false) })
			}
		}
		n := 0
		_, err := Run(t.Context(), Options{Base: dir, Workers: workers, force: f}, newVisit, func(int) bool { n++; return true })
		must(t, err)
		if n != 8*20 {
			t.Errorf("%d parts", n)
		}
	}
}

// countdown returns n parts of the given size and calls done before the last.
func countdown(n, size int, done func()) Outcome[int] {
	o := Outcome[int]{Value: n, Keep: true, Size: size}
	if n == 1 {
		done()
		return o
	}
	o.Next = func() Outcome[int] {
		time.Sleep(20 * time.Microsecond) // so that other workers run in between
		return countdown(n-1, size, done)
	}
	return o
}

func manyFiles(t *testing.T) string {
	dir := t.TempDir()
	for i := range 60 {
		path := filepath.Join(dir, fmt.Sprintf("d%d/f%03d", i%7, i))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, nil, 0o644))
	}
	return dir
}

// TestPartsRunAheadIsBounded delays the parts of large entries in a slow emit.
func TestPartsRunAheadIsBounded(t *testing.T) {
	t.Parallel()
	const size, bound, workers = 1 << 10, 8 << 10, 4
	dir := manyFiles(t)
	var held, peak atomic.Int64
	newVisit := func() Visit[int] {
		return func(*Entry) Outcome[int] {
			var part func(n int) Outcome[int]
			part = func(n int) Outcome[int] {
				now := held.Add(size)
				for old := peak.Load(); now > old; old = peak.Load() {
					if peak.CompareAndSwap(old, now) {
						break
					}
				}
				o := Outcome[int]{Value: n, Keep: true, Size: size}
				if n > 1 {
					o.Next = func() Outcome[int] { return part(n - 1) }
				}
				return o
			}
			return part(30)
		}
	}
	n := 0
	_, err := Run(t.Context(), Options{Base: dir, Workers: workers, force: forced{ahead: bound, batch: 5}}, newVisit, func(int) bool {
		if n%20 == 0 {
			time.Sleep(time.Millisecond)
		}
		held.Add(-size)
		n++
		return true
	})
	must(t, err)
	if n != 60*30 {
		t.Errorf("emitted %d values", n)
	}
	if most := int64(bound + (workers+2)*size); peak.Load() > most {
		t.Errorf("held %d bytes at a time, more than %d", peak.Load(), most)
	}
}
