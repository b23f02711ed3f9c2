package onbeam

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/tooltest"
)

// apart is the variable that makes the test program run itself again in a namespace, whatever the interfaces it has.
const apart = "CT_FLEET_TEST_APART"

// inside is the variable that says that the test program was to run in a namespace.
const inside = "CT_FLEET_TEST_INSIDE"

// early is the variable that makes the test program end by a signal in the namespace, before it is ready for it.
const early = "CT_FLEET_TEST_EARLY"

func init() {
	if os.Getenv(apart) == "" {
		if os.Getenv(early) != "" {
			_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
			select {}
		}
		return
	}
	if err := os.Unsetenv(apart); err != nil {
		panic(err)
	}
	status, err := isolate()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(status)
}

// TestAnEarlySignal ends the program in the namespace by a signal that it is not ready for yet.
func TestAnEarlySignal(t *testing.T) {
	local(t)
	if signal.Ignored(os.Interrupt) { // by what runs the tests
		t.Skip("skipped: the interrupt is ignored here")
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), apart+"=1", early+"=1")
	out, err := cmd.CombinedOutput()
	if want := "interrupted (interrupt); there is no answer\n"; cmd.ProcessState.ExitCode() != 2 || string(out) != want {
		t.Errorf("%v, %q, want %q", err, out, want)
	}
}

// TestNamespaceOfAnyUser makes a namespace as a user without rights, and as the user of the test.
func TestNamespaceOfAnyUser(t *testing.T) {
	local(t)
	dir := tooltest.Tree(t, nil)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "test")
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	users := []*syscall.Credential{nil}
	if os.Getuid() == 0 {
		users = append(users, &syscall.Credential{Uid: 65534, Gid: 65534})
	}
	for _, user := range users {
		cmd := exec.Command(program, "-test.run", "^(TestOutsideANamespace|TestAPanicFailsTheJob|TestADeadlineIsACut|TestTheRightOverNetworksIsGivenUp)$", "-test.v")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), apart+"=1", inside+"=1", "TMPDIR="+dir, "HOME="+dir)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), errInterfaces.Error()) {
			t.Logf("skipped: this system has no namespaces for %+v", user)
			continue
		}
		if err != nil || strings.Count(string(out), "--- PASS") != 4 {
			t.Errorf("%+v: %v\n%s", user, err, out)
		}
	}
}

// TestTheRightOverNetworksIsGivenUp asks the kernel what the threads may do after the loopback interface is up.
func TestTheRightOverNetworksIsGivenUp(t *testing.T) {
	if os.Getenv(inside) == "" {
		t.Skip("skipped: not in a namespace; TestNamespaceOfAnyUser runs it there")
	}
	if err := raise(); err != nil {
		t.Fatal(err)
	}
	threads, err := filepath.Glob("/proc/self/task/*/status")
	if err != nil || len(threads) < 2 {
		t.Fatalf("%d threads, %v", len(threads), err)
	}
	for _, at := range threads {
		text, err := os.ReadFile(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the thread has ended
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range []string{"CapInh", "CapPrm", "CapEff", "CapAmb"} {
			_, value, _ := strings.Cut(string(text), set+":\t")
			value, _, _ = strings.Cut(value, "\n")
			if bits, err := strconv.ParseUint(value, 16, 64); err != nil || bits&(1<<unix.CAP_NET_ADMIN) != 0 {
				t.Errorf("%s: %s is %s, %v", at, set, value, err)
			}
		}
	}
}
