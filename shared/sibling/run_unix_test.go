//go:build unix

package sibling

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// start runs a copy of this binary that starts path with args in the given way.
func start(t *testing.T, role, stdin string, argv ...string) (out string, p *os.ProcessState) {
	t.Helper()
	bin, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), bin, argv...)
	cmd.Env = append(os.Environ(), roleVariable+"="+role, "GORACE=atexit_sleep_ms=0")
	cmd.Stdin = strings.NewReader(stdin)
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState
}

func TestRunAndExecPassStreamsArgumentsAndStatus(t *testing.T) {
	for _, role := range []string{"run", "exec"} {
		out, p := start(t, role, "given", "/bin/sh", "-c", `cat; echo " $1|$2"; echo err >&2; exit 7`, "sh", "a b", "--")
		if out != "given a b|--\nerr\n" || p.ExitCode() != 7 {
			t.Errorf("%s: %q, %v", role, out, p)
		}
	}
}

func TestRunGivesTheStatusOfASignalAsShellsDo(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGPIPE, syscall.SIGKILL, syscall.SIGTERM} {
		out, p := start(t, "run", "", "/bin/sh", "-c", "kill -"+strconv.Itoa(int(sig))+" $$")
		if p.ExitCode() != 128+int(sig) {
			t.Errorf("%v: %v %q", sig, p, out)
		}
	}
}

// A program that replaced this process dies of a closed pipe as if it had been started directly.
func TestExecKeepsProcessAndSignals(t *testing.T) {
	out, p := start(t, "exec", "", "/bin/sh", "-c", "echo $$; kill -PIPE $$; echo alive")
	if w, ok := p.Sys().(syscall.WaitStatus); !ok || !w.Signaled() || w.Signal() != syscall.SIGPIPE {
		t.Errorf("%v %q", p, out)
	}
	if want := strconv.Itoa(p.Pid()) + "\n"; out != want {
		t.Errorf("got %q, want the process's own number %q", out, want)
	}
}

func TestProgramThatCannotStartIsAnError(t *testing.T) {
	for _, role := range []string{"run", "exec"} {
		if out, p := start(t, role, "", "/no/such/program"); p.ExitCode() != 99 || !strings.Contains(out, "/no/such/program: no such file") {
			t.Errorf("%s: %v %q", role, p, out)
		}
	}
}

func TestOutputGivesWhatWasAnswered(t *testing.T) {
	out, err := Output(t.Context(), "/bin/sh", "-c", "echo answer; echo noise >&2; cat")
	if err != nil || string(out) != "answer\n" {
		t.Errorf("%q, %v", out, err)
	}
}

func TestOutputReportsAFailureInTheProgramsWords(t *testing.T) {
	_, err := Output(t.Context(), "/bin/sh", "-c", "echo ct-x: no such option >&2; echo more >&2; exit 2")
	if err == nil || err.Error() != "/bin/sh: exit status 2: ct-x: no such option" {
		t.Errorf("%v", err)
	}
}

func TestOutputIsBoundInBytes(t *testing.T) {
	if out, err := Output(t.Context(), "/bin/sh", "-c", "exec head -c 1048576 /dev/zero"); err != nil || len(out) != 1<<20 {
		t.Errorf("exactly the bound: %d bytes, %v", len(out), err)
	}
	_, err := Output(t.Context(), "/bin/sh", "-c", "exec cat /dev/zero")
	if err == nil || !strings.Contains(err.Error(), "more than 1048576 bytes") {
		t.Errorf("%v", err)
	}
	if _, err := Output(t.Context(), "/bin/sh", "-c", "head -c 4000000 /dev/zero >&2"); err != nil {
		t.Errorf("noise on standard error: %v", err)
	}
}

// sleeper returns a file for the id of a process that sleeps for longer than a test waits, even on a
// busy machine, and that is killed when the test ends.
func sleeper(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "pid")
	t.Cleanup(func() {
		text, _ := os.ReadFile(file)
		if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	return file
}

func TestOutputIsBoundInTime(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{"itself": "exec sleep 60", "what it started": `sleep 60 & echo $! >"$0"; wait`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			begun := time.Now()
			_, err := Output(ctx, "/bin/sh", "-c", script, sleeper(t))
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(begun) > 50*time.Second {
				t.Errorf("%v after %v", err, time.Since(begun))
			}
		})
	}
}

func TestOutputDoesNotWaitForWhatHoldsThePipes(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	_, err := Output(t.Context(), "/bin/sh", "-c", `sleep 60 & echo $! >"$0"`, sleeper(t))
	if err == nil || time.Since(begun) > 50*time.Second {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
}

func TestOutputWaitsFiveSecondsAtMost(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	_, err := Output(t.Context(), "/bin/sh", "-c", "exec sleep 60")
	if err == nil || !strings.Contains(err.Error(), "no answer within 5s") || time.Since(begun) > 50*time.Second {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
}
