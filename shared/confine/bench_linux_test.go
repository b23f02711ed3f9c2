package confine

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// treeVariable names the folder to read; Go's own source if it is not set.
const treeVariable = "CT_BENCH_TREE"

// reading is the cost of reading a tree.
type reading struct {
	Confining, CPU time.Duration // CPU in user and kernel mode, without Confining
	Files          int
	Err            string
}

func (r reading) perFile() float64 { return float64(r.CPU) / float64(r.Files) }

// playRead confines itself as MODE says, then opens and reads every file below DIR, on one thread
// and with nothing in between that would hide the cost of an open.
func playRead() any {
	var r reading
	mode, err := Parse(os.Getenv("MODE"))
	if err != nil {
		panic(err)
	}
	start := time.Now()
	if _, err := Self(mode); err != nil {
		return reading{Err: err.Error()}
	}
	r.Confining = time.Since(start)
	before, buffer := used(), make([]byte, 1<<18)
	err = filepath.WalkDir(os.Getenv("DIR"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		r.Files++
		return readFile(path, buffer)
	})
	r.CPU = used() - before
	if err != nil {
		r.Err = err.Error()
	}
	return r
}

func readFile(path string, buffer []byte) error {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.EACCES) {
		return nil // owned by somebody else
	}
	if err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: err}
	}
	for {
		if n, err := unix.Read(fd, buffer); n <= 0 {
			return errors.Join(err, unix.Close(fd))
		}
	}
}

// used returns the processor time of this process so far.
func used() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// BenchmarkConfinedReading reads a tree in pairs of processes, one confined and one not, in
// alternating order, and reports medians: processor time per file, the ratio within a pair, and the
// cost of confining itself.
func BenchmarkConfinedReading(b *testing.B) {
	if s := Probe(); !s.Enforced {
		b.Skip("skipped: " + s.Note)
	}
	tree := os.Getenv(treeVariable)
	if tree == "" {
		root, err := exec.CommandContext(b.Context(), "go", "env", "GOROOT").Output()
		if err != nil {
			b.Skip("skipped: no go command to ask for its source; name a tree in " + treeVariable)
		}
		tree = filepath.Join(strings.TrimSpace(string(root)), "src")
	}
	read := func(mode Mode) reading {
		r := played[reading](b, self(b), "read", nil, "DIR="+tree, "MODE="+mode.String())
		if r.Err != "" || r.Files == 0 {
			b.Fatalf("%s: %d files, %s", tree, r.Files, r.Err)
		}
		return r
	}
	_, _ = read(Off), read(Require) // from here on the files are in memory
	var free, confined, ratios, starts []float64
	var files int
	for b.Loop() {
		modes := []Mode{Off, Require}
		if len(ratios)%2 == 1 {
			slices.Reverse(modes)
		}
		pair := map[Mode]reading{}
		for _, m := range modes {
			pair[m] = read(m)
		}
		f, c := pair[Off].perFile(), pair[Require].perFile()
		free, confined, ratios = append(free, f), append(confined, c), append(ratios, c/f)
		starts = append(starts, float64(pair[Require].Confining))
		files = pair[Require].Files
	}
	b.ReportMetric(float64(files), "files")
	b.ReportMetric(median(free), "free-ns/file")
	b.ReportMetric(median(confined), "confined-ns/file")
	b.ReportMetric(median(ratios), "confined/free")
	b.ReportMetric(median(starts), "ns/confining")
	b.ReportMetric(0, "ns/op") // the time of a pair, most of it for starting processes
}
