package sourcetest

import (
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Alone leaves out a long test with -short, and under the race detector, which finds nothing if
// one goroutine works.
func Alone(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("skipped: -short")
	}
	if tooltest.Raced {
		t.Skip("skipped: only one goroutine works here")
	}
}
