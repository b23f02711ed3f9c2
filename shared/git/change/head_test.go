package change

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A HEAD whose commit cannot be read is not taken for a HEAD without a commit.
func TestAnUnreadableHeadIsNotAnEmptyRepository(t *testing.T) {
	s := changedRepository(t)
	id := strings.TrimSpace(s.Git("rev-parse", "HEAD"))
	object := filepath.Join(s.Dir, ".git", "objects", id[:2], id[2:])
	if err := os.Remove(object); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(object, []byte("junk"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Against(context.Background(), open(t, s.Dir), Options{Base: "HEAD~1", Scratch: t.TempDir()})
	if err == nil || strings.Contains(err.Error(), "no commit yet") || !strings.Contains(err.Error(), "HEAD") {
		t.Errorf("error %v", err)
	}
}
