//go:build unix

package shard

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestFIFOsAreNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	fifo, head, branch := filepath.Join(dir, "fifo"), filepath.Join(dir, "head"), filepath.Join(dir, "branch")
	makeFIFO := func(path string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	makeFIFO(fifo)
	makeFIFO(filepath.Join(head, "HEAD"))
	makeFIFO(filepath.Join(branch, ".git", "config"))
	if err := os.WriteFile(filepath.Join(branch, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	commit := strings.Repeat("a", 40)
	for _, c := range []struct {
		s    manifest.Shard
		code Code
		text string
	}{
		{manifest.Shard{Kind: manifest.Folder, Locator: fifo}, Changed, "is not a folder"},
		{manifest.Shard{Kind: manifest.Tar, Locator: fifo}, Changed, "is not a regular file"},
		{manifest.Shard{Kind: manifest.Zip, Locator: fifo}, Changed, "is not a regular file"},
		{manifest.Shard{Kind: manifest.Git, Locator: head, Commit: commit}, Corrupt, "HEAD is a FIFO"},
		{manifest.Shard{Kind: manifest.Git, Locator: branch, Commit: commit}, Corrupt, "config is a FIFO"},
	} {
		_, err := opener(t, 1<<20).Open(t.Context(), c.s)
		if r, ok := errors.AsType[*UnsearchedError](err); !ok || r.Code != c.code || !strings.Contains(r.Text, c.text) {
			t.Errorf("%s at %s: %v, want %s: %s", c.s.Kind, c.s.Locator, err, c.code, c.text)
		}
	}
}

func TestDeadlineEndsAWaitOfGit(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"a": "x"})
	tooltest.Commit(t, dir, "One")
	commit := strings.Repeat("a", 40)
	object := filepath.Join(dir, ".git", "objects", commit[:2], commit[2:])
	if err := errors.Join(os.MkdirAll(filepath.Dir(object), 0o700), syscall.Mkfifo(object, 0o600)); err != nil {
		t.Fatal(err)
	}
	over := errors.New("its time was over")
	ctx, stop := context.WithTimeoutCause(t.Context(), time.Second/2, over)
	defer stop()
	_, err := opener(t, 1<<20).Open(ctx, manifest.Shard{Kind: manifest.Git, Locator: dir, Commit: commit})
	if ctx.Err() == nil || err == nil {
		t.Errorf("Open returns %v before the context ends", err)
	}
}
