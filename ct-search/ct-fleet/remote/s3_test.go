package remote

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/toy"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/minio/minio-go/v7"
)

// servers are those of S3's protocol that are tested: each starts one on loopback, for the test, and returns its URL.
var servers = map[string]func(t *testing.T) string{
	"gofakes3": func(t *testing.T) string {
		server := httptest.NewServer(gofakes3.New(s3mem.New()).Server())
		t.Cleanup(server.Close)
		return server.URL
	},
	"minio": startMinIO,
}

// The credentials of the servers.
const (
	accessKey = "identifier"
	secretKey = "not-a-secret"
)

// startMinIO starts the program minio, if it is there.
func startMinIO(t *testing.T) string {
	program, err := exec.LookPath("minio")
	if err != nil {
		t.Skip("skipped: no minio")
	}
	at := freeAddress(t)
	dir := t.TempDir()
	serve(t, "http://"+at+"/minio/health/live", program, []string{"HOME=" + dir, "MINIO_ROOT_USER=" + accessKey, "MINIO_ROOT_PASSWORD=" + secretKey},
		"server", "--quiet", "--address", at, "--console-address", "127.0.0.1:0", filepath.Join(dir, "data"))
	return "http://" + at
}

// freeAddress returns an address of loopback on which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	return free.Addr().String()
}

// serve runs a server for the time of the test, and returns when it answers at a URL.
func serve(t *testing.T, ready, program string, env []string, args ...string) {
	t.Helper()
	server := exec.Command(program, args...)
	server.Env = append(os.Environ(), env...)
	var output bytes.Buffer
	server.Stdout, server.Stderr = &output, &output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	stop := func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}
	for range 600 {
		answer, err := http.Get(ready)
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				t.Cleanup(stop)
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	stop()
	t.Fatalf("%s does not serve: %s", program, &output)
}

// inStores runs a test for each of the servers, with some objects in its bucket "corpus". The environment leads to it.
func inStores(t *testing.T, objects map[string]string, test func(t *testing.T, store *minio.Client)) {
	for name, start := range servers {
		t.Run(name, func(t *testing.T) {
			t.Setenv("AWS_ENDPOINT_URL_S3", start(t))
			t.Setenv("AWS_REGION", "us-east-1")
			t.Setenv("AWS_ACCESS_KEY_ID", accessKey)
			t.Setenv("AWS_SECRET_ACCESS_KEY", secretKey)
			store, err := clientS3()
			if err == nil {
				err = store.MakeBucket(t.Context(), "corpus", minio.MakeBucketOptions{})
			}
			if err != nil {
				t.Fatal(err)
			}
			for key, text := range objects {
				if _, err := store.PutObject(t.Context(), "corpus", key, strings.NewReader(text), int64(len(text)), minio.PutObjectOptions{}); err != nil {
					t.Fatal(err)
				}
			}
			test(t, store)
		})
	}
}

func TestS3(t *testing.T) {
	large := strings.Repeat("0123456789", 300_000)
	inStores(t, map[string]string{"a/one.tar": large, "a/b/two.zip": "two", "other.tar": "other"}, func(t *testing.T, _ *minio.Client) { testS3(t, large) })
}

func testS3(t *testing.T, large string) {
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
	inStores(t, objects, func(t *testing.T, store *minio.Client) { testCorpus(t, store, dir) })
}

func testCorpus(t *testing.T, store *minio.Client, dir string) {
	ctx := context.Background()
	found, err := (&manifest.Lister{Open: Open, Find: Find}).List(ctx, []string{"s3://corpus/2026/"})
	if err != nil || len(found.Failed) > 0 || found.Files != 1 {
		t.Fatalf("%+v %v", found, err)
	}
	m := toy.Manifest(t, found.Shards...)
	flow.Register(flow.Program{NewEngine: toy.New, Fetch: Open})
	if err := store.RemoveObject(ctx, "corpus", "2026/gone.tar", minio.RemoveObjectOptions{}); err != nil {
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
