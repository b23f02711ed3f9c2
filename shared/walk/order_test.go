package walk

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/ledger"
)

// randomTree makes a tree with all kinds of names and rules.
func randomTree(t testing.TB, seed uint64) string {
	dir := t.TempDir()
	r := &forest{rand.New(rand.NewPCG(seed, 5)), t}
	r.fill(dir, 0)
	r.fill(dir, 0)
	return dir
}

// TestSameUnderAnyParallelism compares values and ledgers of whole walks, of walks that emit ends
// and of walks that MaxFiles ends.
func TestSameUnderAnyParallelism(t *testing.T) {
	type result struct {
		Paths   []string
		Account string
		Cuts    []ledger.Cut
	}
	run := func(o Options, stopAfter int) result {
		var res result
		l, err := Run(t.Context(), o, func() Visit[string] {
			return func(e *Entry) Outcome[string] {
				out := Outcome[string]{Value: e.Path(), Keep: len(e.Name())%2 == 0, Size: 100}
				if e.Name()[0] == 'f' {
					out.Skip, out.Detail = ledger.Changed, "so "+e.Path()
				}
				if e.Name()[0] == 'a' {
					out.Skip = ledger.Binary
				}
				return out
			}
		}, func(path string) bool {
			res.Paths = append(res.Paths, path)
			return len(res.Paths) != stopAfter
		})
		must(t, err)
		res.Account, res.Cuts = account(&l), l.Cuts()
		return res
	}
	trees := 12
	if testing.Short() {
		trees = 4
	}
	for seed := range trees {
		dir := randomTree(t, uint64(seed))
		for _, stop := range []int{0, 1, 7, 23} {
			for _, maxFiles := range []int64{0, 1, 11} {
				o := Options{Base: dir, Hidden: seed%2 == 0, Types: File | Dir | Link, MaxFiles: maxFiles, Workers: 1}
				want := run(o, stop)
				for _, workers := range []int{1, 2, 8} {
					for _, batch := range []int{0, 1, 3} {
						old := runtime.GOMAXPROCS(workers)
						o.Workers, o.force = 0, forced{batch: batch, ahead: int64(300 * workers * batch), portable: batch == 1}
						got := run(o, stop)
						runtime.GOMAXPROCS(old)
						if diff := cmp.Diff(want, got); diff != "" {
							t.Fatalf("seed %d, stop %d, max %d, %d workers, batch %d:\n%s", seed, stop, maxFiles, workers, batch, diff)
						}
					}
				}
			}
		}
	}
}

// TestRunAheadIsBounded delays large values in a slow emit.
func TestRunAheadIsBounded(t *testing.T) {
	const size, bound, workers = 1 << 20, 8 << 20, 4
	for _, layout := range []string{"one folder", "many folders"} {
		t.Run(layout, func(t *testing.T) {
			dir := t.TempDir()
			for i := range 150 {
				path := filepath.Join(dir, fmt.Sprintf("f%03d", i))
				if layout == "many folders" {
					path = filepath.Join(dir, fmt.Sprintf("d%d/e%d/f%03d", i%7, i%5, i))
				}
				must(t, os.MkdirAll(filepath.Dir(path), 0o755))
				must(t, os.WriteFile(path, nil, 0o644))
			}
			var held, peak atomic.Int64
			n := 0
			_, err := Run(t.Context(), Options{Base: dir, Workers: workers, force: forced{ahead: bound, batch: 50}}, func() Visit[[]byte] {
				return func(*Entry) Outcome[[]byte] {
					now := held.Add(size)
					for old := peak.Load(); now > old; old = peak.Load() {
						if peak.CompareAndSwap(old, now) {
							break
						}
					}
					return Outcome[[]byte]{Value: make([]byte, size), Keep: true, Size: size}
				}
			}, func([]byte) bool {
				time.Sleep(time.Millisecond)
				held.Add(-size)
				n++
				return true
			})
			must(t, err)
			if n != 150 {
				t.Errorf("emitted %d values", n)
			}
			if most := int64(bound + (workers+1)*size); peak.Load() > most {
				t.Errorf("held %d bytes at a time, more than %d", peak.Load(), most)
			}
			t.Logf("held %.1f MiB", float64(peak.Load())/size)
		})
	}
}

func TestEndsWithItsContext(t *testing.T) {
	dir := makeTree(t, "a/1", "a/2", "b/3", "c")
	visitThen := func(ctx context.Context, do func()) ([]string, ledger.Ledger, error) {
		var got []string
		l, err := Run(ctx, Options{Base: dir, Workers: 1}, func() Visit[string] {
			return func(e *Entry) Outcome[string] {
				if string(e.Name()) == "2" {
					do()
				}
				return Outcome[string]{Value: e.Path(), Keep: true}
			}
		}, func(s string) bool { got = append(got, s); return true })
		return got, l, err
	}
	t.Run("cancelled", func(t *testing.T) {
		why := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		got, l, err := visitThen(ctx, func() { cancel(why); time.Sleep(20 * time.Millisecond) })
		if !errors.Is(err, why) || l.Count(ledger.Timeout) != 0 || len(got) > 2 {
			t.Errorf("got %q, %v, %v", got, account(&l), err)
		}
	})
	t.Run("deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		got, l, err := visitThen(ctx, func() { <-ctx.Done(); time.Sleep(20 * time.Millisecond) })
		if err != nil || l.Count(ledger.Timeout) != 1 || len(got) > 2 {
			t.Errorf("got %q, %v, %v", got, account(&l), err)
		}
	})
	t.Run("over before it begins", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		got, l, err := visitThen(ctx, func() {})
		if err != nil || account(&l) != "searched=0 timeout=1" || len(got) != 0 {
			t.Errorf("got %q, %v, %v", got, account(&l), err)
		}
	})
}

// TestTreeThatChanges walks while other goroutines create and remove entries.
func TestTreeThatChanges(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "stay/a", "stay/b", "zz")
		done := make(chan struct{})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for i := 0; ; i++ {
				select {
				case <-done:
					return
				default:
				}
				d := filepath.Join(dir, fmt.Sprintf("d%d", i%10), "e")
				_ = os.MkdirAll(d, 0o755)
				for k := range 5 {
					_ = os.WriteFile(filepath.Join(d, fmt.Sprint(k)), nil, 0o644)
				}
				_ = os.RemoveAll(filepath.Join(dir, fmt.Sprintf("d%d", (i+5)%10)))
			}
		}()
		for range 100 {
			got, l := visited(t, Options{Base: dir, Workers: 4, force: f, MaxFileSize: 1 << 20})
			if !slices.IsSortedFunc(got, byComponents) {
				t.Errorf("not in order: %q", got)
			}
			for _, name := range []string{"stay/a", "stay/b", "zz"} {
				if !slices.Contains(got, name) {
					t.Errorf("%s is missing", name)
				}
			}
			for _, c := range l.Cuts() {
				if c.Reason != ledger.Unreadable || c.First.Path == "" || c.First.Detail == "" {
					t.Errorf("cut %+v", c)
				}
			}
		}
		close(done)
		<-ended
	})
}

// TestVanishedFolder removes folders after the listing that names them and before their own
// listing.
func TestVanishedFolder(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "gone/x", "kept/y", ".hidden/z", "z")
		f.afterList = func(printed string) {
			if printed == "." {
				must(t, os.RemoveAll(filepath.Join(dir, "gone")))
				must(t, os.RemoveAll(filepath.Join(dir, ".hidden")))
			}
		}
		got, l := visited(t, Options{Base: dir, force: f, Workers: 1})
		if f.untyped {
			return // the kind of a missing entry cannot be known
		}
		if want := []string{"kept/y", "z"}; !slices.Equal(got, want) {
			t.Errorf("visited %q", got)
		}
		if got, want := l.String(), "searched 2 files; skipped 1 hidden, 1 unreadable (gone: no such file or directory)"; got != want {
			t.Errorf("account %q, want %q", got, want)
		}
	})
}

func TestTwinsAgree(t *testing.T) {
	for seed := range uint64(30) {
		dir := randomTree(t, seed+100)
		o := Options{Base: dir, Types: File | Dir | Link, Follow: seed%3 == 0, Hidden: seed%2 == 0, Workers: 2}
		want, account1 := visited(t, o)
		for _, f := range []forced{{portable: true}, {untyped: true, batch: 2}, {noOpenat2: true, deepAfter: 5}} {
			o.force = f
			got, account2 := visited(t, o)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%+v: %s", f, diff)
			}
			if account(&account1) != account(&account2) {
				t.Errorf("%+v: account %s, want %s", f, account(&account2), account(&account1))
			}
		}
	}
}

// TestAFolderThatCannotBeOpenedHasNoIgnoreFiles removes a folder before it is listed, after one with an ignore file that
// cannot be read: that counts once.
func TestAFolderThatCannotBeOpenedHasNoIgnoreFiles(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "a/.gitignore: "+strings.Repeat("x\n", maxIgnoreFile/2)+"x\n", "a/gone/x", "a/y")
		f.afterList = func(printed string) {
			if printed == "a" {
				must(t, os.RemoveAll(filepath.Join(dir, "a", "gone")))
			}
		}
		_, l := visited(t, Options{Base: dir, force: f, Workers: 1})
		if got := l.Count(ledger.Unreadable); got != 2 && !f.untyped {
			t.Errorf("%d unreadable, 2 expected: %s", got, l.String())
		}
	})
}
