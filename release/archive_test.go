package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// tree makes the folders of two systems, with the current time and the given mode.
func tree(t *testing.T, mode os.FileMode) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"ct-1-linux-amd64/bin/ct", "ct-1-linux-amd64/share/man/man1/ct.1", "ct-1-windows-amd64/bin/ct.exe"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, bytes.Repeat([]byte(name), 100), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Now(), time.Now().Add(-time.Duration(mode)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := release(dir, []string{"ct-1-linux-amd64", "ct-1-windows-amd64"}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func content(t *testing.T, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestArchivesAreTheSameBytesWhateverTheirFilesTimesAndRights(t *testing.T) {
	one, two := tree(t, 0o600), tree(t, 0o755)
	sums := ""
	for _, name := range []string{"ct-1-linux-amd64.tar.gz", "ct-1-windows-amd64.zip"} {
		a := content(t, one, name)
		if !bytes.Equal(a, content(t, two, name)) {
			t.Errorf("%s differs", name)
		}
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256(a), name)
	}
	if got := string(content(t, one, "SHA256SUMS")); got != sums {
		t.Errorf("SHA256SUMS holds\n%s, want\n%s", got, sums)
	}
}

func TestArchivesHoldTheirFilesAndProgramsCanRun(t *testing.T) {
	dir := tree(t, 0o600)
	got := map[string]os.FileMode{}
	zr, err := gzip.NewReader(bytes.NewReader(content(t, dir, "ct-1-linux-amd64.tar.gz")))
	if err != nil {
		t.Fatal(err)
	}
	for tr := tar.NewReader(zr); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(tr)
		if err != nil || !bytes.Equal(text, content(t, dir, h.Name)) {
			t.Errorf("%s: %v, other bytes", h.Name, err)
		}
		got[h.Name] = h.FileInfo().Mode()
	}
	z, err := zip.OpenReader(filepath.Join(dir, "ct-1-windows-amd64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	for _, f := range z.File {
		got[f.Name] = f.Mode()
	}
	want := map[string]os.FileMode{"ct-1-linux-amd64/bin/ct": 0o755, "ct-1-linux-amd64/share/man/man1/ct.1": 0o644, "ct-1-windows-amd64/bin/ct.exe": 0o755}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the archives hold %v, want %v", got, want)
	}
}

func TestAFolderWithoutFilesIsNoArchive(t *testing.T) {
	dir := t.TempDir()
	if err := release(dir, []string{"ct-1-linux-amd64"}); err == nil {
		t.Error("a missing folder is released")
	}
	if err := os.Mkdir(filepath.Join(dir, "ct-1-linux-amd64"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := release(dir, []string{"ct-1-linux-amd64"}); err == nil {
		t.Error("an empty folder is released")
	}
}
