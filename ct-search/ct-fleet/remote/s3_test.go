package remote

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/toy"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// store starts a server of S3's protocol on loopback, to which the environment of the test leads.
func store(t *testing.T, objects map[string]string) *s3mem.Backend {
	t.Helper()
	objectStore := s3mem.New()
	if err := objectStore.CreateBucket("corpus"); err != nil {
		t.Fatal(err)
	}
	for key, text := range objects {
		if _, err := objectStore.PutObject("corpus", key, map[string]string{"Last-Modified": "Wed, 25 Nov 2026 12:00:00 GMT"}, strings.NewReader(text), int64(len(text)), nil); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(gofakes3.New(objectStore).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ENDPOINT_URL_S3", server.URL)
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	return objectStore
}

func TestS3(t *testing.T) {
	large := strings.Repeat("0123456789", 300_000)
	store(t, map[string]string{"a/one.tar": large, "a/b/two.zip": "two", "other.tar": ""})
	ctx := context.Background()
	in, err := Open(ctx, "s3://corpus/a/one.tar")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(in); err != nil || !bytes.Equal(text, []byte(large)) {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	list, err := Find(ctx, "s3://corpus/a/")
	if got := strings.Join(list, " "); err != nil || got != "s3://corpus/a/b/two.zip s3://corpus/a/one.tar" {
		t.Errorf("%s, %v", got, err)
	}
	for _, at := range []string{"s3://corpus/none", "s3://nowhere/none"} {
		if _, err := Open(ctx, at); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), at) {
			t.Errorf("%s: %v", at, err)
		}
	}
	if _, err := Find(ctx, "s3://nowhere/"); err == nil {
		t.Error("a bucket that does not exist can be listed")
	}
}

// TestACorpusInAStore lists archives in a store and searches them with the loop.
func TestACorpusInAStore(t *testing.T) {
	dir := t.TempDir()
	objects := map[string]string{}
	for _, id := range []string{"one", "two", "gone"} {
		s := toy.Tar(t, dir, id, "a needle of "+id+"\n")
		text, err := os.ReadFile(s.Locator)
		if err != nil {
			t.Fatal(err)
		}
		objects["2026/"+id+".tar"] = string(text)
	}
	objects["2026/notes.txt"] = "no archive"
	server := store(t, objects)
	ctx := context.Background()
	found, err := (&manifest.Lister{Open: Open, Find: Find}).List(ctx, []string{"s3://corpus/2026/"})
	if err != nil || len(found.Failed) > 0 || found.Files != 1 {
		t.Fatalf("%+v %v", found, err)
	}
	m := toy.Manifest(t, found.Shards...)
	flow.Register(flow.Program{NewEngine: toy.New, Fetch: Open})
	if _, err := server.DeleteObject("corpus", "2026/gone.tar"); err != nil {
		t.Fatal(err)
	}
	p, err := flow.Loop{}.Run(ctx, &flow.Job{Manifest: m, Question: toy.Question{Word: "needle", Keep: 9}.Encode(), Settings: flow.Settings{ScratchDir: dir}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := toy.Of(p)
	if err != nil || a.Count != 2 || a.Lines[0].Path != "one/d/a.txt" || a.Lines[1].Path != "two/d/a.txt" {
		t.Errorf("%+v %v", a, err)
	}
	if tally := p.Tally(m); tally.Searched != 2 || tally.Unreachable != 1 || tally.Shards[0].ID != "gone" || tally.Shards[0].Code != shard.Missing {
		t.Errorf("%+v", tally)
	}
}

func TestWrongLocators(t *testing.T) {
	for _, at := range []string{"/a", "https://a/b", "s3://", "s3:///key", "gs:///key"} {
		if _, err := Open(context.Background(), at); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", at, err)
		}
	}
	t.Setenv("AWS_ENDPOINT_URL_S3", "localhost:9000")
	if _, err := Open(context.Background(), "s3://a/b"); err == nil || !strings.Contains(err.Error(), "AWS_ENDPOINT_URL_S3") {
		t.Error(err)
	}
}
