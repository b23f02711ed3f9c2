package onbeam

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/toy"
)

// Prism panics at a deadline that it sees.
func TestTheTimeOfAJob(t *testing.T) {
	r := local(t)
	m := toy.Manifest(t, toy.Folder(t, t.TempDir(), "a", toy.Hangs))
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if p, err := r.Run(ctx, job(m)); p != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v %v", p, err)
	}
}

// A job whose workers run in this process reports each shard once.
func TestProgress(t *testing.T) {
	j := job(corpus(t, 12))
	var at flow.Progress
	var calls int64
	j.Progress = func(p flow.Progress) { at, calls = p, calls+1 }
	if _, err := local(t).Run(context.Background(), j); err != nil {
		t.Fatal(err)
	}
	if n := int64(len(j.Manifest.Shards)); at.Done != n || calls != n || at.Bytes != at.Of || at.Shards != n {
		t.Errorf("%+v after %d calls", at, calls)
	}
}
