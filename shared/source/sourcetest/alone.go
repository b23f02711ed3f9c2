package sourcetest

import (
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Alone skips a long test under the race detector, which finds nothing if one goroutine works.
func Alone(t testing.TB) {
	t.Helper()
	if tooltest.Raced {
		t.Skip("skipped: only one goroutine works here")
	}
}
