package confine

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// needChild skips the test if not everything can be put in force.
func needChild(t *testing.T) {
	t.Helper()
	if _, err := (Child{Mode: Require}).Start(func() (func(), error) { return func() {}, nil }); err != nil {
		t.Skip("skipped: " + err.Error())
	}
}

func TestOnlyTheThreadOfStartIsRestricted(t *testing.T) {
	needChild(t)
	file := filepath.Join(t.TempDir(), "file")
	var inside error
	over := make(chan bool)
	s, err := Child{Mode: Require}.Start(func() (func(), error) {
		inside = os.WriteFile(file, nil, 0o600)
		if unix.Gettid() == unix.Getpid() {
			t.Error("it is the main thread")
		}
		return func() { <-over }, nil
	})
	defer close(over)
	if err != nil || !s.Enforced || s.Note != "" {
		t.Fatalf("%+v, %v", s, err)
	}
	if !errors.Is(inside, unix.EACCES) {
		t.Errorf("inside: %v", inside)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Errorf("outside: %v", err)
	}
}

func TestThreadOfStartEndsWithIt(t *testing.T) {
	tids := func() int {
		entries, err := os.ReadDir("/proc/self/task")
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	for range 200 {
		if _, err := (Child{Mode: Auto}).Start(func() (func(), error) { return func() {}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	for range 1000 {
		if tids() < 50 {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d threads", tids())
}

func TestErrorOfStartComesAsItIs(t *testing.T) {
	own := errors.New("own")
	for _, mode := range []Mode{Auto, Off} {
		_, err := Child{Mode: mode}.Start(func() (func(), error) { return nil, own })
		if !errors.Is(err, own) || err.Error() != "own" {
			t.Errorf("%v: %v", mode, err)
		}
	}
}

func TestOldVersionsNameWhatTheyDoNotDeny(t *testing.T) {
	for abi, want := range map[int][]string{1: {"ABI 1", "truncation", "ABI 5", "ABI 6"}, 4: {"ABI 4", "ABI 5", "signals"}, 5: {"ABI 5 does not deny signals"}} {
		attr, size, missing := Child{}.domain(abi)
		for _, w := range want {
			if !strings.Contains(missing, w) {
				t.Errorf("ABI %d: %q lacks %q", abi, missing, w)
			}
		}
		if attr.Scoped != 0 || (attr.Handled_access_net != 0) != (size > rulesetSize1) || (attr.Handled_access_net != 0) != (abi >= 4) {
			t.Errorf("ABI %d: %+v in %d bytes", abi, attr, size)
		}
	}
}

// playChildDenied is playDenied for a child.
func playChildDenied() any {
	return whereDenied(func(mode Mode) (r report) {
		s, err := Child{Mode: mode}.Start(func() (func(), error) { return func() {}, nil })
		r.Status = s
		if err != nil {
			r.Err = err.Error()
		}
		if re, ok := errors.AsType[*RequireError](err); ok {
			r.Require = re.Error()
		}
		return r
	})
}

func TestWhatAChildLacksIsNotedUnderAutoAndAnErrorUnderRequire(t *testing.T) {
	needChild(t)
	for _, tc := range []struct {
		call     int
		errno    syscall.Errno
		enforced bool
		note     string
	}{
		{unix.SYS_LANDLOCK_CREATE_RULESET, unix.ENOSYS, false, "no Landlock"},
		{unix.SYS_LANDLOCK_RESTRICT_SELF, unix.E2BIG, false, "as many layers"},
		{unix.SYS_CAPSET, unix.EPERM, true, "capabilities: operation not permitted"},
	} {
		env := []string{"CALL=" + strconv.Itoa(tc.call), "ERRNO=" + strconv.Itoa(int(tc.errno))}
		r := child(t, self(t), "childdenied", nil, append(env, "MODE=auto")...)
		if r.Err != "" || r.Status.Enforced != tc.enforced || !strings.Contains(r.Status.Note, tc.note) {
			t.Errorf("auto: %+v, %q", r.Status, r.Err)
		}
		r = child(t, self(t), "childdenied", nil, append(env, "MODE=require")...)
		if !strings.Contains(r.Require, tc.note) {
			t.Errorf("require: %+v, %q", r.Status, r.Err)
		}
	}
}
