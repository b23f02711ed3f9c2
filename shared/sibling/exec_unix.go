//go:build unix

package sibling

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// Exec replaces this process by path with argv, whose first element is the program's own name, and
// with the unchanged environment; it then does not return. Signals that this process handles are
// reset to their defaults, ignored ones stay ignored. On systems that cannot replace a process,
// Exec is Run. It is an error if the program could not be started.
func Exec(path string, argv []string) (int, error) {
	if err := syscall.Exec(path, argv, os.Environ()); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	panic("unreachable: the process was replaced")
}

func status(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}

// inGroup puts the program into a process group of its own, which is asked to end with the context.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// together lets the program be asked to end with the context, alone.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	endWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
}

// endGroup kills what is left of the group.
func endGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
