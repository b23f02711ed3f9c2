//go:build unix

package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A signal to ct-test ends the command, with all that it started, and is no
// verdict.
func TestAnInterruptEndsTheCommand(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-test"), "ct-test")
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		cmd := exec.Command(program, "--cmd", "tail", "--show-output", "--question", "Q", "--", "-f", "file")
		cmd.Dir = tooltest.Tree(t, map[string]string{"file": "ready\n"})
		cmd.Env = []string{"HOME=/nonexistent", "PATH=/usr/bin:/bin"}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		text := make([]byte, 0, 64)
		for !bytes.Contains(text, []byte("ready")) {
			n, err := out.Read(text[len(text):cap(text)])
			if err != nil {
				t.Fatalf("%s: %v", stderr.String(), err)
			}
			text = text[:len(text)+n]
		}
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = cmd.Process.Kill()
			t.Fatalf("%v did not end it", s)
		}
		if cmd.ProcessState.ExitCode() != 2 || !strings.HasPrefix(stderr.String(), "ct-test: interrupted ("+s.String()+")") {
			t.Errorf("%v: %v, %s", s, cmd.ProcessState, stderr.String())
		}
	}
}

// What cannot be passed on is looked at all the same, and is an error.
func TestOutputThatCannotBePassedOnIsNoSuccess(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-test"), "ct-test")
	for _, command := range []string{
		`"$0" --cmd cat --err-match bad --show-output -- missing1 missing2 bad 2>/dev/full`,
		`"$0" --cmd cat --show-output -- file >/dev/full`,
	} {
		cmd := exec.Command("sh", "-c", command, program)
		cmd.Dir = tooltest.Tree(t, map[string]string{"file": "text\n"})
		cmd.Env = []string{"HOME=/nonexistent", "PATH=/usr/bin:/bin"}
		if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}
