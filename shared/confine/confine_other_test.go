//go:build !linux

package confine

import (
	"runtime"
	"testing"
)

func TestOtherSystemsSayWhatIsMissing(t *testing.T) {
	s, err := Self(Auto)
	if want := "not available on " + runtime.GOOS; err != nil || s.Enforced || s.Note != want {
		t.Errorf("Self(Auto) = %+v, %v; want note %q", s, err, want)
	}
	if _, err := Self(Require); err == nil {
		t.Error("Self(Require) gave no error")
	}
}
