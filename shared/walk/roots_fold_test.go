package walk

import (
	"os"
	"path/filepath"
	"testing"
)

// Two spellings of one file are hard links here, because letters of either case name other files.
func TestRespelled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, two, other := filepath.Join(dir, "Name"), filepath.Join(dir, "name"), filepath.Join(dir, "NAME")
	if err := os.WriteFile(one, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = os.Link(one, two) // fails where both are one name
	_ = os.WriteFile(other, nil, 0o600)
	known := map[string]string{}
	for _, c := range []struct{ path, want string }{{one, one}, {two, one}, {two, one}} {
		if got := respelled(known, c.path); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
	if a, b := fileInfo(t, one), fileInfo(t, other); !os.SameFile(a, b) {
		if got := respelled(known, other); got != other {
			t.Errorf("%s: %s, want itself", other, got)
		}
	}
}

func fileInfo(t *testing.T, name string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info
}
