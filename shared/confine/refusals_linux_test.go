package confine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// playLayers confines this process until no layer is left.
func playLayers() any {
	var reports []string
	var r report
	for range 20 {
		r.self(Auto)
		reports = append(reports, fmt.Sprintf("%v %s%s", r.Status.Enforced, r.Status.Note, r.Err))
	}
	r.self(Require)
	r.Tried = map[string]string{"layers": strings.Join(reports, "\n")}
	if err := os.WriteFile(os.Getenv("DIR")+"/new", nil, 0o600); err != nil {
		r.Tried["write"] = err.Error()
	}
	return r
}

func TestRunningOutOfLayersIsNotedAndStaysConfined(t *testing.T) {
	needLandlock(t)
	r := child(t, self(t), "layers", nil, "DIR="+t.TempDir())
	lines := strings.Split(r.Tried["layers"], "\n")
	t.Logf("%q", lines)
	full := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "false") })
	if full < 1 || !strings.Contains(lines[full], "as many layers") {
		t.Errorf("layers: %q", lines)
	}
	if r.Tried["write"] == "" {
		t.Error("a file could be written")
	}
	if !strings.Contains(r.Require, "as many layers") {
		t.Errorf("Require: %q", r.Err)
	}
}

// playNested confines itself and starts itself again, DEPTH times.
func playNested() any {
	var r report
	depth, err := strconv.Atoi(os.Getenv("DEPTH"))
	if err != nil {
		panic(err)
	}
	r.self(Auto)
	if depth == 0 {
		r.Tried = map[string]string{}
		if err := os.WriteFile(os.Getenv("DIR")+"/new", nil, 0o600); err != nil {
			r.Tried["write"] = err.Error()
		}
		return r
	}
	bin, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(bin)
	cmd.Env = append(os.Environ(), "DEPTH="+strconv.Itoa(depth-1))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		panic(err)
	}
	return json.RawMessage(bytes.TrimSpace(out))
}

func TestNestedProgramsStayConfined(t *testing.T) {
	needLandlock(t)
	for _, depth := range []int{1, 17} {
		r := child(t, self(t), "nested", nil, "DIR="+t.TempDir(), "DEPTH="+strconv.Itoa(depth))
		if r.Tried["write"] == "" || r.Err != "" {
			t.Errorf("depth %d: wrote %q, error %q", depth, r.Tried["write"], r.Err)
		}
		if r.Status.Enforced != (depth == 1) {
			t.Errorf("depth %d: %+v", depth, r.Status)
		}
	}
}

// playDenied installs a filter that fails CALL with ERRNO, as a container's does, and then confines
// itself as MODE says.
func playDenied() any {
	return whereDenied(func(mode Mode) (r report) {
		r.self(mode)
		return r
	})
}

// whereDenied installs the filter of playDenied and calls confined.
func whereDenied(confined func(Mode) report) any {
	call, err := strconv.Atoi(os.Getenv("CALL"))
	if err != nil {
		panic(err)
	}
	errno, err := strconv.Atoi(os.Getenv("ERRNO"))
	if err != nil {
		panic(err)
	}
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}, // the call's number
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: uint32(call), Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(errno)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		panic(err)
	}
	if _, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog))); e != 0 {
		return report{Err: errSkipped.Error()} // there are no filters to deny with
	}
	mode, err := Parse(os.Getenv("MODE"))
	if err != nil {
		panic(err)
	}
	return confined(mode)
}

func TestSystemThatForbidsIsNotedUnderAutoAndAnErrorUnderRequire(t *testing.T) {
	needLandlock(t)
	for _, tc := range []struct {
		name     string
		call     int
		errno    syscall.Errno
		enforced bool
		note     string
		require  string
	}{
		{"old kernel", unix.SYS_LANDLOCK_CREATE_RULESET, unix.ENOSYS, false, "no Landlock", "Landlock ABI 1"},
		{"switched off", unix.SYS_LANDLOCK_CREATE_RULESET, unix.EOPNOTSUPP, false, "switched off", "Landlock ABI 1"},
		{"container", unix.SYS_LANDLOCK_CREATE_RULESET, unix.EPERM, false, "forbidden", "Landlock ABI 1"},
		{"container, later", unix.SYS_LANDLOCK_RESTRICT_SELF, unix.EPERM, false, "forbidden", "forbidden"},
		{"no new privileges", unix.SYS_PRCTL, unix.EPERM, true, "no_new_privs: operation not permitted", "no_new_privs"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			env := []string{"CALL=" + strconv.Itoa(tc.call), "ERRNO=" + strconv.Itoa(int(tc.errno))}
			r := child(t, self(t), "denied", nil, append(env, "MODE=auto")...)
			if r.Err == errSkipped.Error() {
				t.Skip("skipped: no seccomp filters to forbid with")
			}
			if r.Err != "" || r.Status.Enforced != tc.enforced || !strings.Contains(r.Status.Note, tc.note) {
				t.Errorf("auto: %+v, %q", r.Status, r.Err)
			}
			r = child(t, self(t), "denied", nil, append(env, "MODE=require")...)
			if !strings.Contains(r.Require, tc.require) {
				t.Errorf("require: %+v, %q", r.Status, r.Err)
			}
		})
	}
}
