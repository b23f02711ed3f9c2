package confine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Confinement is permanent, so every test confines a child: this test binary, whose environment
// says which role to play.
const roleVariable = "CT_TEST_CONFINE_ROLE"

func TestMain(m *testing.M) {
	play := map[string]func() any{
		"attempts": playAttempts, "writable": playWritable, "layers": playLayers, "nested": playNested, "denied": playDenied, "childdenied": playChildDenied, "missing": playMissing, "read": playRead,
	}[os.Getenv(roleVariable)]
	if play == nil {
		os.Exit(m.Run())
	}
	if err := json.NewEncoder(os.Stdout).Encode(play()); err != nil {
		panic(err)
	}
}

// report is what a child sends back.
type report struct {
	Status  Status
	Err     string
	Require string            // the error of RequireError, if it was one
	Tried   map[string]string // attempt → "" or the error
}

func (r *report) self(m Mode, writable ...string) {
	s, err := Self(m, writable...)
	r.Status = s
	if err != nil {
		r.Err = err.Error()
		if re, ok := errors.AsType[*RequireError](err); ok {
			r.Require = re.Error()
		}
	}
}

// child runs this binary in a role and returns its report.
func child(t *testing.T, bin, role string, user *syscall.Credential, env ...string) report {
	t.Helper()
	return played[report](t, bin, role, user, env...)
}

// played is child for any kind of report.
func played[R any](t testing.TB, bin, role string, user *syscall.Credential, env ...string) R {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), bin)
	// A program built for the race detector otherwise sleeps a second before it exits.
	cmd.Env = append(os.Environ(), append(env, "GORACE=atexit_sleep_ms=0", roleVariable+"="+role)...)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("child %s: %v\n%s", role, err, out)
	}
	var r R
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("child %s: %v\n%s", role, err, out)
	}
	return r
}

// self returns the path of this binary.
func self(t testing.TB) string {
	t.Helper()
	bin, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

func needLandlock(t *testing.T) Status {
	t.Helper()
	s := Probe()
	if !s.Enforced {
		t.Skip("skipped: " + s.Note)
	}
	return s
}

// playAttempts confines itself as MODE says and tries everything in DIR.
func playAttempts() any {
	s := scene{dir: os.Getenv("DIR")}
	var err error
	if s.opened, err = os.OpenFile(s.path("opened"), os.O_RDWR, 0); err != nil {
		panic(err)
	}
	work, done := make(chan func() error), make(chan error)
	ready := make(chan bool)
	go func() {
		runtime.LockOSThread()
		ready <- true
		for f := range work {
			done <- f()
		}
	}()
	<-ready
	s.early = func(f func() error) error { work <- f; return <-done }

	mode, err := Parse(os.Getenv("MODE"))
	if err != nil {
		panic(err)
	}
	r := report{Tried: make(map[string]string)}
	r.self(mode)
	for _, a := range attempts {
		r.Tried[a.name] = ""
		if err := a.try(s); err != nil {
			r.Tried[a.name] = err.Error()
		}
	}
	return r
}

// attempt sets up a folder and has a child try everything in it. It also returns the folder.
func attempt(t *testing.T, mode Mode, asNobody bool) (r report, dir string) {
	t.Helper()
	bin := self(t)
	dir = tooltest.ShortDir(t)
	var user *syscall.Credential
	if asNobody {
		if os.Geteuid() != 0 {
			t.Skip("skipped: not root already")
		}
		user = &syscall.Credential{Uid: 65534, Gid: 65534}
		dir, bin = nobodys(t, bin)
	}
	if err := setUp(dir); err != nil {
		t.Fatal(err)
	}
	if asNobody {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if err := os.Chown(filepath.Join(dir, e.Name()), 65534, 65534); err != nil {
				t.Fatal(err)
			}
		}
	}
	return child(t, bin, "attempts", user, "DIR="+dir, "MODE="+mode.String()), dir
}

// nobodys returns a folder that user 65534 owns and a copy of bin that it may run: t.TempDir and
// the build's folder are closed to others.
func nobodys(t *testing.T, bin string) (dir, copied string) {
	t.Helper()
	top := tooltest.ShortDir(t)
	dir, copied = filepath.Join(top, "dir"), filepath.Join(top, "bin")
	data, err := os.ReadFile(bin)
	for _, step := range []func() error{
		func() error { return err },
		func() error {
			// A child forked meanwhile would keep the file open for writing, and then it cannot be
			// run.
			syscall.ForkLock.RLock()
			defer syscall.ForkLock.RUnlock()
			return os.WriteFile(copied, data, 0o755)
		},
		func() error { return os.Chmod(top, 0o755) },
		func() error { return os.Mkdir(dir, 0o755) },
		func() error { return os.Chown(dir, 65534, 65534) },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return dir, copied
}

func TestConfinedProcessChangesNoFile(t *testing.T) {
	probed := needLandlock(t)
	for _, asNobody := range []bool{false, true} {
		t.Run(fmt.Sprintf("nobody=%v", asNobody), func(t *testing.T) {
			t.Parallel()
			r, dir := attempt(t, Require, asNobody)
			if r.Err != "" || r.Status != probed {
				t.Fatalf("Self = %+v, %q; Probe = %+v", r.Status, r.Err, probed)
			}
			for _, a := range attempts {
				got := r.Tried[a.name]
				t.Logf("%-46s %s", a.name, cmpOr(got, "passes"))
				switch {
				case got == errSkipped.Error():
				case a.want != passes && got == "":
					t.Errorf("%s: was possible", a.name)
				case a.want == passes && got != "":
					t.Errorf("%s: %s", a.name, got)
				}
			}
			for _, name := range kept {
				if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != content {
					t.Errorf("%s holds %q, %v", name, text, err)
				}
			}
		})
	}
}

// Without confinement every attempt succeeds: what the previous test sees refused is refused
// because of confinement, not because of how it was tried.
func TestUnconfinedProcessCanDoAllOfIt(t *testing.T) {
	for _, asNobody := range []bool{false, true} {
		t.Run(fmt.Sprintf("nobody=%v", asNobody), func(t *testing.T) {
			t.Parallel()
			r, _ := attempt(t, Off, asNobody)
			for _, a := range attempts {
				got := r.Tried[a.name]
				if a.want == privileged && got == unix.EPERM.Error() {
					continue
				}
				if got != "" && got != errSkipped.Error() {
					t.Errorf("%s: %s", a.name, got)
				}
			}
		})
	}
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// playWritable confines itself except for DIR/in and tries inside and outside.
func playWritable() any {
	dir := os.Getenv("DIR")
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	r := report{Tried: make(map[string]string)}
	r.self(Require, in)
	try := func(name string, err error) {
		r.Tried[name] = ""
		if err != nil {
			r.Tried[name] = err.Error()
		}
	}
	try("in: create", os.WriteFile(filepath.Join(in, "new"), []byte("text"), 0o600))
	try("in: empty and write", os.WriteFile(filepath.Join(in, "new"), []byte("other"), 0o600))
	try("in: mkdir", os.MkdirAll(filepath.Join(in, "a/b"), 0o700))
	try("in: rename", os.Rename(filepath.Join(in, "new"), filepath.Join(in, "a/b/new")))
	try("in: unlink", os.Remove(filepath.Join(in, "a/b/new")))
	try("out: create", os.WriteFile(filepath.Join(out, "new"), nil, 0o600))
	try("out: rename in", os.Rename(filepath.Join(out, "old"), filepath.Join(in, "old")))
	try("out: link in", os.Link(filepath.Join(out, "old"), filepath.Join(in, "linked")))
	return r
}

func TestWritableFolderIsTheOnlyOne(t *testing.T) {
	needLandlock(t)
	dir := t.TempDir()
	for _, sub := range []string{"in", "out"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "out/old"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := child(t, self(t), "writable", nil, "DIR="+dir)
	if r.Err != "" || !r.Status.Enforced {
		t.Fatalf("Self = %+v, %q", r.Status, r.Err)
	}
	for name, got := range r.Tried {
		if wantRefused := strings.HasPrefix(name, "out:"); (got != "") != wantRefused {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// playMissing asks for a writable folder that does not exist.
func playMissing() any {
	var r report
	r.self(Auto, os.Getenv("DIR"))
	return r
}

func TestWritableFolderThatIsNoneIsAnError(t *testing.T) {
	needLandlock(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, file + ".absent"} {
		if r := child(t, self(t), "missing", nil, "DIR="+dir); !strings.Contains(r.Err, dir) || r.Status.Enforced {
			t.Errorf("%s: %+v, %q", dir, r.Status, r.Err)
		}
	}
}

func TestStandardOutputStaysOpenForWriting(t *testing.T) {
	needLandlock(t)
	path := filepath.Join(t.TempDir(), "out")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cmd := exec.CommandContext(t.Context(), self(t))
	cmd.Env = append(os.Environ(), roleVariable+"=missing", "DIR="+t.TempDir(), "GORACE=atexit_sleep_ms=0")
	cmd.Stdout = f
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<16))
	if err != nil || !bytes.Contains(text, []byte(`"Enforced":true`)) {
		t.Errorf("%s, %v", text, err)
	}
}
