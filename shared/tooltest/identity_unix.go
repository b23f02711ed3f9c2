//go:build unix

package tooltest

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// An Identity is another user to run a program as.
type Identity struct{ uid, gid uint32 }

// Nobody returns a user without rights over the test's files. A test process that is not root is one itself.
func Nobody(testing.TB) *Identity {
	if os.Getuid() != 0 {
		return nil
	}
	return &Identity{65534, 65534}
}

func (i *Identity) apply(cmd *exec.Cmd) {
	if i != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: i.uid, Gid: i.gid}}
	}
}
