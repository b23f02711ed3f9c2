package remote

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGS reads from a server of the protocol of gs:// on loopback, to which the clients of the store are led by their
// environment.
func TestGS(t *testing.T) {
	program, err := exec.LookPath("fake-gcs-server")
	if err != nil {
		t.Skip("skipped: no fake-gcs-server")
	}
	data := t.TempDir()
	large := strings.Repeat("0123456789", 300_000)
	for key, text := range map[string]string{"a/one.tar": large, "a/b/two.zip": "two", "other.tar": "other", "odd[1]*/50% #?.tar": "odd", "odd1/x.tar": "x"} {
		at := filepath.Join(data, "corpus", filepath.FromSlash(key))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := freeAddress(t)
	host, port, _ := strings.Cut(at, ":")
	serve(t, "http://"+at+"/storage/v1/b", program, nil, "-scheme", "http", "-host", host, "-port", port, "-public-host", at, "-backend", "memory", "-data", data)
	t.Setenv("STORAGE_EMULATOR_HOST", at)
	ctx := context.Background()
	in, err := Open(ctx, "gs://corpus/a/one.tar")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(in); err != nil || string(text) != large {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	list, err := Find(ctx, "gs://corpus/a/")
	if got := strings.Join(list, " "); err != nil || got != "gs://corpus/a/b/two.zip gs://corpus/a/one.tar" {
		t.Errorf("%s, %v", got, err)
	}
	const odd = "gs://corpus/odd[1]*/50% #?.tar"
	if list, err := Find(ctx, "gs://corpus/odd[1]*/"); err != nil || len(list) != 1 || list[0] != odd {
		t.Errorf("%q, %v", list, err)
	}
	if in, err = Open(ctx, odd); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(in); err != nil || string(text) != "odd" {
		t.Errorf("%q, %v", text, err)
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	for _, at := range []string{"gs://corpus/none", "gs://nowhere/none"} {
		if _, err := Open(ctx, at); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), at) {
			t.Errorf("%s: %v", at, err)
		}
	}
	if list, err := Find(ctx, "gs://nowhere/"); err == nil {
		t.Errorf("a bucket that does not exist can be listed: %v", list)
	}
}
