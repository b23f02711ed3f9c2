package child

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/confine"
)

// The programs that are run are this test binary; a variable says which role to play, with its own
// arguments.
const roleVariable = "CT_TEST_CHILD_ROLE"

func TestMain(m *testing.M) {
	play := map[string]func(args []string) int{
		"quiet": func([]string) int { return 0 }, "hostile": playHostile, "sleep": playSleep, "stubborn": playStubborn, "leave": playLeave, "tree": playTree,
		"closed": playClosed, "flood": playFlood, "late": playLate, "descriptors": playDescriptors, "session": playSession, "dying": playDying,
		"linger": playLinger, "chain": playChain, "background": playBackground, "unadopting": playUnadopting,
	}[os.Getenv(roleVariable)]
	if play == nil {
		os.Exit(m.Run())
	}
	os.Exit(play(os.Args[1:]))
}

// itself is the running program in another role.
func itself(role string, args ...string) *exec.Cmd {
	bin, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return playing(role, bin, args...)
}

func playing(role, bin string, args ...string) *exec.Cmd {
	cmd := exec.Command(bin, args...)
	cmd.Env = []string{roleVariable + "=" + role, "GORACE=atexit_sleep_ms=0"}
	return cmd
}

// leaving starts itself in a session of its own, with all streams.
func leaving(role string, args ...string) {
	cmd := itself(role, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
}

func playSleep([]string) int {
	time.Sleep(time.Minute)
	return 0
}

// playStubborn ignores SIGTERM and has descendants in other sessions.
func playStubborn([]string) int {
	signal.Ignore(unix.SIGTERM, unix.SIGINT, unix.SIGHUP)
	for range 3 {
		leaving("leave")
	}
	_, _ = os.Stdout.WriteString("ready\n")
	return playSleep(nil)
}

// playLeave ends at once and leaves a sleeper in another session.
func playLeave([]string) int {
	leaving("sleep")
	_, _ = os.Stdout.WriteString("left\n")
	return 3
}

// playLinger leaves a sleeper in another session and ends with its input.
func playLinger([]string) int {
	leaving("sleep")
	_, _ = os.Stdout.WriteString(strconv.Itoa(os.Getpid()))
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 3
}

// playChain continues as another process in another session, as often as requested.
func playChain(args []string) int {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		panic(err)
	}
	if n > 0 {
		leaving("chain", strconv.Itoa(n-1))
	}
	return 3
}

// playTree starts two copies of itself, each of which has to start half of the rest.
func playTree(args []string) int {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		panic(err)
	}
	for ; n > 0; n /= 2 {
		leaving("tree", strconv.Itoa((n-1)/2))
	}
	_, _ = os.Stdout.WriteString(".")
	return playSleep(nil)
}

func playClosed([]string) int {
	_, _ = os.Stdout.WriteString("before")
	_, _ = os.Stdout.Close(), os.Stderr.Close()
	time.Sleep(200 * time.Millisecond)
	return 5
}

func playFlood(args []string) int {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		panic(err)
	}
	buffer := make([]byte, 1<<16)
	for ; n > 0; n -= len(buffer) {
		if _, err := os.Stdout.Write(buffer); err != nil {
			return 1
		}
	}
	return 0
}

// playLate fills the pipe and ends; the content of the pipe must still be read.
func playLate([]string) int {
	_, _ = os.Stdout.WriteString(strings.Repeat("x", 60000))
	leaving("sleep")
	return 0
}

func playDescriptors([]string) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		target, _ := os.Readlink("/proc/self/fd/" + e.Name())
		_, _ = os.Stdout.WriteString(e.Name() + " " + target + "\n")
	}
	return 0
}

func playSession([]string) int {
	sid, _ := unix.Getsid(0)
	_, err := os.OpenFile("/dev/tty", os.O_RDONLY, 0)
	_, _ = os.Stdout.WriteString(strconv.FormatBool(sid == os.Getpid() && unix.Getpgrp() == sid && err != nil))
	return 0
}

// playDying runs a sleeper and kills itself meanwhile.
func playDying(args []string) int {
	time.AfterFunc(300*time.Millisecond, func() { _ = unix.Kill(os.Getpid(), unix.SIGKILL) })
	_, _ = Run(context.Background(), &Command{Path: args[0], Args: args, Env: []string{roleVariable + "=sleep"}, Confine: confine.Auto})
	return 0
}

// playBackground leaves a sleeper in a group of its own, as a shell with job control does.
func playBackground([]string) int {
	cmd := itself("sleep")
	cmd.Stdout = os.Stdout
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	return 3
}

// playUnadopting refuses itself the adoption of orphans, as QEMU's emulation does, and prints how a run ends that leaves
// one, then the error of a run that requires all confinement.
func playUnadopting(args []string) int {
	if err := refuseAdoption(); err != nil {
		panic(err)
	}
	c := &Command{Path: args[0], Args: args[:1], Env: []string{roleVariable + "=background"}, Confine: confine.Auto}
	state, err := Run(context.Background(), c)
	fmt.Printf("%d %v %s\n", state.Code, err, state.Confinement.Note)
	c.Confine = confine.Require
	_, err = Run(context.Background(), c)
	fmt.Println(err)
	return 0
}

// refuseAdoption makes PR_SET_CHILD_SUBREAPER fail in all threads of this process.
func refuseAdoption() error {
	const number, first = 0, 16 // in struct seccomp_data
	low := uint32(first)
	if binary.NativeEndian.Uint16([]byte{0, 1}) == 1 {
		low += 4
	}
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: number},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_PRCTL, Jf: 3},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: low},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.PR_SET_CHILD_SUBREAPER, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EINVAL)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if errno != 0 && unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil {
		return errno // it can neither be refused nor is it missing
	}
	return nil
}

// install writes an executable file.
func install(t testing.TB, path string, text []byte) {
	t.Helper()
	// A child forked meanwhile would keep the file open for writing, and then it cannot be run.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, text, 0o700); err != nil {
		t.Fatal(err)
	}
}

// program puts a copy of this binary at path.
func program(t testing.TB, path string) string {
	t.Helper()
	bin, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(bin)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	install(t, path, text)
	return path
}

// role is a command that runs a copy of this binary in a role. When the test ends, none of its
// processes may be left.
func role(t testing.TB, bin, name string, args ...string) *Command {
	t.Helper()
	t.Cleanup(func() {
		if left := processesOf(bin); left != "" {
			t.Errorf("left running: %s", left)
		}
	})
	return &Command{Path: bin, Args: append([]string{filepath.Base(bin)}, args...), Env: []string{roleVariable + "=" + name, "GORACE=atexit_sleep_ms=0"}}
}

// processesOf lists the processes that execute a file, directly or through an emulator that the kernel starts for it.
func processesOf(bin string) string {
	var left []string
	pids, _ := numbers("/proc")
	for _, pid := range pids {
		exe, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe")
		line, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		args := strings.SplitN(string(line), "\x00", 3)
		if err == nil && (strings.TrimSuffix(exe, " (deleted)") == bin || strings.Contains(exe, "qemu-") && len(args) > 1 && args[1] == bin) {
			left = append(left, strconv.Itoa(pid))
		}
	}
	return strings.Join(left, " ")
}

func run(t testing.TB, c *Command) State {
	t.Helper()
	state, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func need(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("skipped: no " + name)
	}
	return path
}
