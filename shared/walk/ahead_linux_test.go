package walk

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestReadingAheadIsReadingOneByOne reads trees of random files with and without a ring. Some change after their folder was
// listed: they vanish, lose the right to be read, or become folders, links or FIFOs. Visits read all of them, some, or one
// file twice. Some walks follow links, in a sandbox or not.
func TestReadingAheadIsReadingOneByOne(t *testing.T) {
	ring, err := newRing()
	if err != nil {
		t.Skip("skipped: the kernel refuses io_uring:", err)
	}
	ring.close()
	var denied atomic.Int64
	t.Cleanup(func() {
		idle.Lock()
		defer idle.Unlock()
		if len(idle.rings) == 0 {
			t.Error("no walk had a ring")
		}
		if denied.Load() == 0 && os.Getuid() != 0 {
			t.Error("no file was unreadable")
		}
	})
	seeds := uint64(24)
	if testing.Short() {
		seeds = 9
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			var want string
			for _, f := range []forced{{noRing: true}, {}, {ringAtOnce: true}, {ringAtOnce: true, batch: 3}} {
				for _, workers := range []int{1, 4} {
					got := readTree(t, seed, f, workers)
					if want == "" {
						want = got
						denied.Add(int64(strings.Count(got, "permission denied")))
					}
					if got != want {
						t.Errorf("batches of %d, %d workers:\n%s\nwithout a ring:\n%s", f.batch, workers, got, want)
					}
				}
			}
		})
	}
}

// TestReadingAheadWithoutRights is the same for a user who may not read all files.
func TestReadingAheadWithoutRights(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("skipped: not root, so the comparison before ran without rights")
	}
	dir, err := os.MkdirTemp("/tmp", "walk")
	must(t, err)
	defer func() { _ = os.RemoveAll(dir) }()
	must(t, os.Chown(dir, 65534, 65534))
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	binary := filepath.Join(dir, "test")
	must(t, os.WriteFile(binary, self, 0o755))
	cmd := exec.Command(binary, "-test.run=^TestReadingAheadIsReadingOneByOne$", "-test.v", "-test.short")
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	switch text := string(out); {
	case err != nil:
		t.Errorf("%v\n%s", err, text)
	case strings.Contains(text, "--- SKIP: TestReadingAheadIsReadingOneByOne"):
		t.Skip("skipped: the kernel refuses io_uring to users without rights")
	}
}

// edges are sizes at which reading takes another way.
var edges = []int{
	0, 1, 100, 5000, leastPage - 1, leastPage, leastPage + 1, 3 * leastPage, mostAhead - 1, mostAhead, mostAhead + 1, mostAhead + leastPage, 2*mostAhead + 7,
}

// readTree creates the tree of a seed and returns what a walk reads in it.
func readTree(t *testing.T, seed uint64, f forced, workers int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	dir := filepath.Join(t.TempDir(), "box")
	must(t, os.Mkdir(dir, 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "..", "outside"), []byte("outside"), 0o644))
	var paths []string
	for i := range 3 + r.IntN(60) {
		path := filepath.Join(dir, fmt.Sprint(i%4), fmt.Sprint(i))
		text := bytes.Repeat(fmt.Appendf(nil, "%2d %020d\n", i, r.Uint64()), mostAhead/8)[:edges[r.IntN(len(edges))]]
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, text, 0o644))
		if r.IntN(12) == 0 {
			must(t, os.Chmod(path, 0))
		}
		if r.IntN(12) == 0 {
			must(t, os.Symlink(path, path+" linked"))
			must(t, os.Symlink("../../outside", path+" out"))
		}
		paths = append(paths, path)
	}
	changes := map[string]func(string) error{}
	for _, path := range paths {
		if r.IntN(8) > 0 {
			continue
		}
		changes[path] = []func(string) error{
			func(string) error { return nil },
			func(p string) error { return unix.Mkfifo(p, 0o644) },
			func(p string) error { return os.Mkdir(p, 0o755) },
			func(p string) error { return os.Symlink("0", p) },
			func(p string) error { return os.Symlink("../../outside", p) },
			func(p string) error { return os.WriteFile(p, []byte("another"), 0o644) },
			func(p string) error { return os.WriteFile(p, []byte("locked"), 0) },
		}[r.IntN(7)]
	}
	var mu sync.Mutex
	f.afterList = func(printed string) {
		mu.Lock()
		defer mu.Unlock()
		for path, change := range changes {
			if filepath.Dir(path) == filepath.Join(dir, printed) {
				must(t, os.Remove(path))
				must(t, change(path))
				delete(changes, path)
			}
		}
	}
	o := Options{Base: dir, NoIgnore: true, Workers: workers, Follow: seed%3 > 0}
	if seed%3 == 2 {
		o.Sandbox = dir
	}
	mode, buffer := r.IntN(5), []int{61, leastPage, 2 * mostAhead}[r.IntN(3)]
	var out strings.Builder
	visit := func(e *Entry) Outcome[string] {
		n := 0
		_, _ = fmt.Sscan(string(e.Name()), &n)
		switch {
		case mode == 1 && n%3 > 0, mode == 2 && n == 20:
			return Outcome[string]{Value: e.Path() + " unread", Keep: true}
		case mode == 3 && n%5 == 0:
			_ = readEntry(e, buffer, nil)
		}
		change := func() {}
		path := filepath.Join(dir, filepath.FromSlash(e.Path()))
		switch _, err := os.Lstat(path + " linked"); { // a link shows what its target is at that time
		case mode != 4 || n == 0 || err == nil:
		case n%3 == 0:
			change = func() { must(t, os.Remove(path)) }
		case n%3 == 1:
			change = func() {
				must(t, os.WriteFile(path+"+", []byte("another"), 0o644))
				must(t, os.Rename(path+"+", path))
			}
		}
		return Outcome[string]{Value: e.Path() + " " + readEntry(e, buffer, change), Keep: true}
	}
	o.force = f
	l, err := Run(t.Context(), o, func() Visit[string] { return visit }, func(s string) bool {
		out.WriteString(s + "\n")
		return true
	})
	must(t, err)
	return out.String() + account(&l)
}

// readEntry returns a digest of what an entry holds, or the error. It changes something, if anything, once it is open.
func readEntry(e *Entry, buffer int, change func()) string {
	r, err := e.Open()
	if err != nil {
		return "error " + err.Error()
	}
	defer r.Close()
	if change != nil {
		change()
	}
	sum, n := sha256.New(), 0
	for buf := make([]byte, buffer); ; {
		got, err := r.Read(buf)
		_, _ = sum.Write(buf[:got])
		n += got
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "error " + err.Error()
		}
	}
	if info, err := r.Stat(); err == nil && info.kind == file && info.Size != int64(n) {
		return fmt.Sprintf("error: %d bytes read of %d", n, info.Size)
	}
	return fmt.Sprintf("%x of %d", sum.Sum(nil)[:8], n)
}

// TestAVisitThatLeavesFilesOutReadsNoFurtherOnesAhead counts groups.
func TestAVisitThatLeavesFilesOutReadsNoFurtherOnesAhead(t *testing.T) {
	t.Parallel()
	l := &listing{}
	for i := range 40 {
		l.addName(fmt.Sprintf("%02d", i), file)
	}
	var none pathDir
	a := ahead{atOnce: true}
	a.begin(l, 40)
	if _, ok := a.take(&none, 0); ok || !a.off {
		t.Error("a folder without a ring was read ahead")
	}
	a = ahead{atOnce: true}
	a.begin(l, 40)
	if n := a.next(0); n != group || a.files[group-1] != group-1 {
		t.Errorf("%d files in the first group", n)
	}
	a.n, a.taken = group, 1
	if _, ok := a.take(&none, 2); ok || !a.off {
		t.Error("after a file was left out there are further groups")
	}
	a.begin(l, 40)
	if !a.off {
		t.Error("the next batch is read ahead again")
	}
}

// TestAnIdleRingHoldsNoFile reads what the kernel says that a ring has open.
func TestAnIdleRingHoldsNoFile(t *testing.T) {
	r, err := newRing()
	if err != nil {
		t.Skip("skipped: the kernel refuses io_uring:", err)
	}
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "held"), []byte("text"), 0o644))
	folder, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	must(t, err)
	defer func() { must(t, unix.Close(folder)) }()
	l := &listing{}
	l.addName("held", file)
	holds := func() bool {
		text, err := os.ReadFile(fmt.Sprintf("/proc/self/fdinfo/%d", r.fd))
		must(t, err)
		return bytes.Contains(text, []byte("held"))
	}
	if !ringReads(t, dir, "held") {
		t.Skip("skipped: temporary files are on a file system that always waits")
	}
	if !r.read(folder, l, []int32{0}) || r.result[0] != 4 || string(r.buffers[:4]) != "text" {
		t.Fatalf("read %d bytes", r.result[0])
	}
	if !holds() {
		t.Skip("skipped: this kernel does not say what a ring has open")
	}
	r.rest()
	if holds() {
		t.Error("the file is still open")
	}
	if again, err := takeRing(); err != nil || again.fd != r.fd {
		t.Errorf("the idle ring is not taken again: %v", err)
	}
	r.rest()
}

// TestAReadApartFromItsOpenIsNone sends requests one by one: then a read may be of the file that was open before.
func TestAReadApartFromItsOpenIsNone(t *testing.T) {
	r, err := newRing()
	if err != nil {
		t.Skip("skipped: the kernel refuses io_uring:", err)
	}
	defer r.close()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "old"), []byte("old text"), 0o644))
	folder, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	must(t, err)
	defer func() { must(t, unix.Close(folder)) }()
	l := &listing{}
	l.addName("old", file)
	l.addName("gone", file)
	if !ringReads(t, dir, "old") {
		t.Skip("skipped: temporary files are on a file system that always waits")
	}
	if !r.read(folder, l, []int32{1}) || r.result[0] >= 0 {
		t.Errorf("what does not exist has %d bytes", r.result[0])
	}
	if !r.read(folder, l, []int32{0}) || r.result[0] != 8 {
		t.Errorf("%d bytes of what exists", r.result[0])
	}
	for r.most = 1; r.most < 4; r.most++ {
		if !r.read(folder, l, []int32{1, 0}) || r.result[0] >= 0 || r.result[1] >= 0 {
			t.Errorf("%d at a time: %d bytes of what does not exist, %d of what does", r.most, r.result[0], r.result[1])
		}
	}
}

// TestAFileSystemThatAlwaysWaitsIsReadAloneAfterOneGroup searches files of a tmpfs.
func TestAFileSystemThatAlwaysWaitsIsReadAloneAfterOneGroup(t *testing.T) {
	ring, err := newRing()
	if err != nil {
		t.Skip("skipped: the kernel refuses io_uring:", err)
	}
	ring.close()
	dir, err := os.MkdirTemp("/dev/shm", "walk")
	if err != nil {
		t.Skip("skipped: no /dev/shm")
	}
	defer func() { _ = os.RemoveAll(dir) }()
	l := &listing{}
	for i := range 4 * group {
		name := fmt.Sprintf("%02d", i)
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("text"), 0o644))
		l.addName(name, file)
	}
	tree, err := openSysTree(dir, forced{})
	must(t, err)
	defer tree.close()
	d, err := tree.open("")
	must(t, err)
	defer d.close()
	a := ahead{atOnce: true}
	a.begin(l, int32(len(l.entries)))
	defer a.reader.close()
	if _, ok := a.take(d, 0); ok {
		t.Skip("skipped: this kernel reads files of /dev/shm without waiting")
	}
	if !a.off {
		t.Error("further groups are read ahead")
	}
}
