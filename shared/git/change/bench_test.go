package change

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/git"
)

func BenchmarkAgainst(b *testing.B) {
	dir := os.Getenv("CHANGE_BENCH")
	if dir == "" {
		b.Skip("skipped: no CHANGE_BENCH")
	}
	for b.Loop() {
		t := time.Now()
		repo, err := git.Open(context.Background(), dir, git.Options{})
		if err != nil {
			b.Fatal(err)
		}
		open := time.Since(t)
		c, err := Against(context.Background(), repo, Options{Base: "main", Scratch: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		b.Log(len(c.Files), open, time.Since(t))
	}
}
