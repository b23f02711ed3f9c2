package walk

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/ledger"
)

// TestDeeperThanPathMax walks folders whose paths are too long for one system call.
func TestDeeperThanPathMax(t *testing.T) {
	dir := t.TempDir()
	name := strings.Repeat("n", 250)
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	must(t, err)
	const levels = 40
	for range levels {
		must(t, unix.Mkdirat(fd, name, 0o755))
		next, err := unix.Openat(fd, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		must(t, err)
		_ = unix.Close(fd)
		fd = next
	}
	file, err := unix.Openat(fd, "file", unix.O_CREAT|unix.O_WRONLY, 0o644)
	must(t, err)
	_ = unix.Close(file)
	_ = unix.Close(fd)

	for _, f := range []forced{{}, {noOpenat2: true}} {
		got, l := visited(t, Options{Base: dir, force: f})
		if len(got) != 1 || len(got[0]) != levels*251+4 || l.Cut() {
			t.Errorf("visited %d, %s", len(got), l.String()[:100])
		}
	}
	got, l := visited(t, Options{Base: dir, force: forced{portable: true}})
	if len(got)+int(l.Count(ledger.Unreadable)) != 1 {
		t.Errorf("portable: visited %d, %d unreadable", len(got), l.Count(ledger.Unreadable))
	}
}

// TestUnreadable walks as a user who may not read everything. The walk runs in a separate process,
// which root starts as another user.
func TestUnreadable(t *testing.T) {
	if dir := os.Getenv("WALK_UNREADABLE"); dir != "" {
		for _, f := range []forced{{}, {portable: true}} {
			got, l := visited(t, Options{Base: dir, force: f})
			fmt.Println(got, l.String())
		}
		_, _, err := visit(t.Context(), Options{Base: dir, Roots: []string{"a", "b/closed"}})
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("/tmp", "walk")
	must(t, err)
	defer func() { _ = os.RemoveAll(dir) }()
	must(t, os.Chmod(dir, 0o755))
	for _, name := range []string{"a", "b/closed", ".closed", "unsearchable"} {
		must(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name, "x"), nil, 0o644))
	}
	closed := filepath.Join(dir, "b", "closed")
	must(t, os.Chmod(closed, 0))
	must(t, os.Chmod(filepath.Join(dir, ".closed"), 0))
	defer func() { _ = os.Chmod(closed, 0o755) }()
	binary := filepath.Join(dir, "a", ".test")
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	must(t, os.WriteFile(binary, self, 0o755))

	cmd := exec.Command(binary, "-test.run=^TestUnreadable$", "-test.v")
	cmd.Env = append(os.Environ(), "WALK_UNREADABLE="+dir, "TMPDIR=/tmp")
	cmd.Dir = dir
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const line = "[a/x unsearchable/x] searched 2 files; skipped 2 hidden, 1 unreadable (b/closed: permission denied)\n"
	if !strings.Contains(string(out), line+line+"b/closed: permission denied\n") {
		t.Errorf("it printed\n%s", out)
	}
}

// TestFewDescriptors walks thousands of folders, some of them large, and thousands of roots with 64
// descriptors.
func TestFewDescriptors(t *testing.T) {
	if dir := os.Getenv("WALK_DESCRIPTORS"); dir != "" {
		must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 64, Max: 64}))
		var roots []string
		for i := range 2000 {
			roots = append(roots, fmt.Sprintf("d%d", i), fmt.Sprintf("d%d/f1", i))
		}
		for _, o := range []Options{{}, {Roots: roots}} {
			o.Base, o.Workers, o.force = dir, 8, forced{batch: 2}
			_, l := visited(t, o)
			fmt.Println(l.String())
		}
		return
	}
	dir := t.TempDir()
	for i := range 2000 {
		d := filepath.Join(dir, fmt.Sprintf("d%d", i))
		must(t, os.Mkdir(d, 0o755))
		for k := range 5 {
			must(t, os.WriteFile(filepath.Join(d, fmt.Sprintf("f%d", k)), nil, 0o644))
		}
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestFewDescriptors$", "-test.v")
	cmd.Env = append(os.Environ(), "WALK_DESCRIPTORS="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "searched 10000 files\n") != 2 {
		t.Errorf("%v\n%s", err, out)
	}
}
