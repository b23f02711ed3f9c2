package walk

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// TestAFileTakesOneRead counts read calls during a search: on a local file system, one for each
// file that fits the buffer, or none where a ring reads them.
func TestAFileTakesOneRead(t *testing.T) {
	if !localTemp(t) {
		t.Skip("skipped: temporary files are not on a local file system")
	}
	dir := t.TempDir()
	const files = 500
	for i := range files {
		name := filepath.Join(dir, strconv.Itoa(i%7), strconv.Itoa(i))
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte("some text\n"), 0o644))
	}
	read := func(e *Entry) Outcome[int] {
		r, err := e.Open()
		if err != nil {
			t.Error(err)
			return Outcome[int]{}
		}
		n, err := 0, error(nil)
		for buf := make([]byte, 256<<10); err == nil; {
			var got int
			got, err = r.Read(buf)
			n += got
		}
		if n != 10 {
			t.Errorf("%s: %d bytes, %v", e.Path(), n, err)
		}
		_ = r.Close()
		return Outcome[int]{Value: n, Keep: true}
	}
	for _, f := range []forced{{noRing: true}, {ringAtOnce: true}} {
		before := readCalls(t)
		seen := 0
		_, err := Run(t.Context(), Options{Base: dir, NoIgnore: true, force: f}, func() Visit[int] { return read }, func(int) bool { seen++; return true })
		calls := readCalls(t) - before
		if err != nil || seen != files {
			t.Fatalf("%d files, %v", seen, err)
		}
		want := files
		if !f.noRing {
			if noRing.Load() {
				t.Skip("skipped: the kernel refuses io_uring")
			}
			if ringReads(t, filepath.Join(dir, "0"), "0") {
				want = 0
			}
		}
		if calls < want || calls > want+files/10 {
			t.Errorf("%d calls of read for %d files, %d expected (without a ring: %v)", calls, files, want, f.noRing)
		}
	}
}

// readCalls returns the number of read calls this process has made. Counting adds one or two.
func readCalls(t *testing.T) int {
	b, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip("skipped: the kernel does not count calls:", err)
	}
	for line := range bytes.Lines(b) {
		if n, ok := bytes.CutPrefix(line, []byte("syscr: ")); ok {
			calls, err := strconv.Atoi(string(bytes.TrimSpace(n)))
			must(t, err)
			return calls
		}
	}
	t.Skip("skipped: the kernel does not count calls")
	return 0
}

func localTemp(t *testing.T) bool {
	f, err := os.Open(t.TempDir())
	must(t, err)
	defer f.Close()
	return rawFileSystem(int(f.Fd()))
}

// ringReads reports whether a ring reads a file that was just written. It does not on a file system that always waits.
func ringReads(t *testing.T, dir, name string) bool {
	t.Helper()
	r, err := newRing()
	if err != nil {
		t.Skip("skipped: the kernel refuses io_uring:", err)
	}
	defer r.close()
	folder, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	must(t, err)
	defer func() { must(t, unix.Close(folder)) }()
	l := &listing{}
	l.addName(name, file)
	return r.read(folder, l, []int32{0}) && r.result[0] != -int32(unix.EOPNOTSUPP)
}
