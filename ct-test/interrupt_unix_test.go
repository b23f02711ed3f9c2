//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A signal to ct-test ends the command, with everything that it started, and is not a verdict.
func TestAnInterruptEndsTheCommand(t *testing.T) {
	t.Parallel()
	tooltest.Deliver(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	program := filepath.Join(tooltest.Bin(t, "ct-test"), "ct-test")
	plain := []string{"--question", "Q"}
	for _, test := range []struct {
		signals []syscall.Signal
		options []string
	}{
		{[]syscall.Signal{syscall.SIGINT}, plain},
		{[]syscall.Signal{syscall.SIGTERM}, plain},
		{[]syscall.Signal{syscall.SIGHUP}, plain},
		{[]syscall.Signal{syscall.SIGQUIT}, plain},
		{[]syscall.Signal{syscall.SIGTERM}, []string{"--repeat", "3"}},
		{[]syscall.Signal{syscall.SIGTERM}, []string{"--json", "--emit", "never"}},
		{[]syscall.Signal{syscall.SIGTERM, syscall.SIGINT}, plain},
	} {
		s := test.signals[0]
		if len(test.signals) > 1 && runtime.GOOS != "linux" {
			continue // there the command ends with this process, whatever ends that
		}
		cmd := exec.Command(program, append(test.options, "--cmd", "tail", "--show-output", "--", "-f", "file")...)
		cmd.Dir = tooltest.Tree(t, map[string]string{"file": "ready\n"})
		cmd.Env = []string{"HOME=/nonexistent", "PATH=/usr/bin:/bin"}
		// With JSON the output is passed on to standard error: both go into one pipe.
		out, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout, cmd.Stderr = in, in
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_ = in.Close()
		text := make([]byte, 0, 64)
		for !bytes.Contains(text, []byte("ready")) {
			n, err := out.Read(text[len(text):cap(text)])
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			text = text[:len(text)+n]
		}
		for _, s := range test.signals {
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
		var rest []byte
		ended := make(chan struct{})
		go func() { rest, _ = io.ReadAll(out); _ = cmd.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = cmd.Process.Kill()
			t.Fatalf("%v did not end it", s)
		}
		_ = out.Close()
		if len(test.signals) > 1 {
			continue // the second may end the process before it can report it
		}
		if cmd.ProcessState.ExitCode() != 2 || !strings.HasPrefix(string(rest), "ct-test: interrupted ("+s.String()+")") || strings.Contains(string(rest), "never") || strings.Contains(string(rest), "verdict") {
			t.Errorf("%v %v: %v, %s", s, test.options, cmd.ProcessState, rest)
		}
	}
}

// Output that cannot be passed on is still searched, and is an error.
func TestOutputThatCannotBePassedOnIsNotASuccess(t *testing.T) {
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
