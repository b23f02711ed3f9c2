package cause_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/ct-tools/ct/shared/cause"
)

func TestACauseHasTheSameWordsOnEverySystem(t *testing.T) {
	_, err := os.Open(filepath.Join(t.TempDir(), "absent"))
	if got := cause.Of(err); got.Error() != "no such file or directory" || !errors.Is(got, fs.ErrNotExist) {
		t.Errorf("%q, is %v", got, errors.Unwrap(got))
	}
	if got := cause.Of(fmt.Errorf("a plan: %w", fs.ErrInvalid)); got.Error() != "a plan: invalid argument" {
		t.Errorf("%q", got)
	}
	if cause.Of(nil) != nil {
		t.Error("nil has a cause")
	}
}
