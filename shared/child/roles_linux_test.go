package child

import (
	"context"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

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
		"linger": playLinger, "chain": playChain,
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

// processesOf lists the processes that execute a file.
func processesOf(bin string) string {
	var left []string
	pids, _ := numbers("/proc")
	for _, pid := range pids {
		if exe, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe"); err == nil && strings.TrimSuffix(exe, " (deleted)") == bin {
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
