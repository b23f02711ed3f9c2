//go:build linux

package torture

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/tooltest"
)

// ringed returns what happens to a call in a tree that is large enough for rings: nothing, a fault of a call for a ring or
// of another one, or changes to files that are read in groups. Some runs have no ring.
func ringed(r *rand.Rand, tr *tree) *attack {
	a := &attack{kind: "ring"}
	switch n := r.IntN(8); {
	case n < 2:
		a = refuse(r, tr, "io_uring")
		a.refusal.Errno = pick(r, append(errnos, unix.EAGAIN, unix.EBUSY, unix.ENOSYS, unix.EPERM)...)
		if a.refusal.Errno == unix.EINTR {
			a.refusal.Times = min(a.refusal.Times, 30)
		}
		a.kind = "ring, its calls refused"
	case n < 3:
		a = refuse(r, tr, pick(r, "openat", "read", "getdents", "statx"))
		a.kind = "ring, " + a.refusal.Call + " refused"
	case n < 6:
		a.kind, a.changes, a.replace = "ring, changing tree", r.Uint64()|1, true
	}
	if a.launch.Rings = watchedRings; r.IntN(5) == 0 && a.refusal == nil {
		a.launch.Rings = noRings
	}
	return a
}

// compare makes a call again without a ring, or with one if it had none, and says how the answers differ.
func (s *stage) compare(t testing.TB, c *call, a *attack, with *outcome, tr *tree) []problem {
	other := &attack{kind: a.kind, launch: launch{Rings: noRings}}
	if a.launch.Rings == noRings {
		other.launch.Rings = watchedRings
	}
	without := s.run(t, c, other, tr)
	if diff := differ(with, &without); diff != "" {
		return []problem{{twin, diff}}
	}
	return nil
}

// took is how long an answer says that it took.
var took = regexp.MustCompile(`"elapsed_ms":[0-9]+|compute [0-9.]+m?s|"compute_ms":[0-9.]+`)

// differ says how an outcome differs from another one, "" if only by how long it took.
func differ(a, b *outcome) string {
	switch {
	case a.exit != b.exit:
		return fmt.Sprintf("exit %d, and with the other reader %d", a.exit, b.exit)
	case took.ReplaceAllString(a.stderr, "") != took.ReplaceAllString(b.stderr, ""):
		return fmt.Sprintf("stderr is %.1000q, and with the other reader %.1000q", a.stderr, b.stderr)
	}
	one, other := took.ReplaceAllString(a.stdout, ""), took.ReplaceAllString(b.stdout, "")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return fmt.Sprintf("byte %d of stdout: %.200q, and with the other reader %.200q", i, one[i:], other[i:])
		}
	}
	if len(one) != len(other) {
		return fmt.Sprintf("%d bytes on stdout, and with the other reader %d", len(one), len(other))
	}
	return ""
}

// makesRings returns why the programs get no ring from the kernel, nil if they do.
func makesRings() error {
	if text, err := os.ReadFile("/proc/sys/kernel/io_uring_disabled"); err == nil && strings.TrimSpace(string(text)) != "0" {
		return fmt.Errorf("kernel.io_uring_disabled is %s", strings.TrimSpace(string(text)))
	}
	var params [120]byte
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)), 0)
	if errno != 0 {
		return errno
	}
	return unix.Close(int(fd))
}

// TestAnswersAreTheSameWithoutRings runs the programs, as they confine themselves, on trees with entries that they may not
// read and links that lead out of the tree: with a ring, which the supervisor sees them use, and where the kernel knows none.
func TestAnswersAreTheSameWithoutRings(t *testing.T) {
	if err := makesRings(); err != nil {
		t.Skip("skipped: the kernel refuses io_uring:", err)
	}
	s := prepare(t)
	seeds := uint64(6)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.EvalSymlinks(tooltest.Tree(t, nil))
			if err != nil {
				t.Fatal(err)
			}
			tr := grow(t, rand.New(rand.NewPCG(seed, 7)), dir, true, false)
			defer tr.remove()
			if !tr.locked {
				t.Error("the tree has no entry that may not be read")
			}
			s.sameAnswers(t, tr, rand.New(rand.NewPCG(seed, 8)))
		})
	}
}

// sameAnswers makes calls of each kind, with and without a sandbox, and compares their answers.
func (s *stage) sameAnswers(t *testing.T, tr *tree, r *rand.Rand) {
	for i, way := range readers {
		for _, sandbox := range [][]string{nil, {"--sandbox=."}, {"--sandbox=" + tr.dir}} {
			c := way(r, tr)
			if c.stdin == "" {
				c.args = append(append([]string{}, sandbox...), c.args...)
			}
			ringed := &attack{launch: launch{Rings: watchedRings}}
			with := s.run(t, &c, ringed, tr)
			for _, p := range c.judge(tr, ringed, &with) {
				t.Errorf("%s: %s\n  command: %s %q <<<%q\n  stderr: %.1000s", titles[p.kind], p.what, c.tool, c.args, c.stdin, with.stderr)
			}
			for _, p := range s.compare(t, &c, ringed, &with, tr) {
				t.Errorf("%s\n  command: %s %q <<<%q", p.what, c.tool, c.args, c.stdin)
			}
			if ringed.groups.Load() == 0 && c.ledger != "search_files" { // which has a limit of size
				t.Errorf("reader %d read no file through a ring: %s %q <<<%q", i, c.tool, c.args, c.stdin)
			}
		}
	}
}
