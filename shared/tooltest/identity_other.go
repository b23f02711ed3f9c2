//go:build !unix

package tooltest

import (
	"os/exec"
	"testing"
)

// An Identity is another user to run a program as; here there is none.
type Identity struct{}

// Nobody skips the test: permissions work differently here.
func Nobody(t testing.TB) *Identity {
	t.Skip("skipped: no Unix permissions")
	return nil
}

func (i *Identity) apply(*exec.Cmd) {}
