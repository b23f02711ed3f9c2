//go:build unix && !linux

package config

import (
	"os"
	"testing"
)

// asNobody runs do, but not if the test is run by root, who may read everything.
func asNobody(t *testing.T, _ string, do func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("skipped: root reads everything")
	}
	do()
}
