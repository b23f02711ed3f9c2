package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// tree makes a folder ct with a program and a page, with the current time and the given mode, and returns its files.
func tree(t *testing.T, mode os.FileMode) []file {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"bin/ct", "share/man/man1/ct.1"} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, bytes.Repeat([]byte(name), 100), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, time.Now(), time.Now().Add(-time.Duration(mode)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := read(dir, "ct")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func archiveOf(t *testing.T, files []file, os string) []byte {
	t.Helper()
	text, err := packed(files, &platform{OS: os})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestArchivesAreTheSameBytesWhateverTheirFilesTimesAndRights(t *testing.T) {
	one, two := tree(t, 0o600), tree(t, 0o755)
	for _, os := range []string{"linux", "windows"} {
		if !bytes.Equal(archiveOf(t, one, os), archiveOf(t, two, os)) {
			t.Errorf("the archive for %s differs", os)
		}
	}
}

func TestArchivesHoldTheirFilesAndProgramsCanRun(t *testing.T) {
	files := tree(t, 0o600)
	type entry struct {
		name string
		mode os.FileMode
		text string
	}
	var want []entry
	for _, f := range files {
		want = append(want, entry{f.path, f.mode(), string(f.text)})
	}

	zr, err := gzip.NewReader(bytes.NewReader(archiveOf(t, files, "linux")))
	if err != nil {
		t.Fatal(err)
	}
	var got []entry
	for tr := tar.NewReader(zr); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(tr)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, entry{h.Name, h.FileInfo().Mode(), string(text)})
	}
	if !slices.Equal(got, want) {
		t.Errorf("the archive for linux holds %v, want %v", got, want)
	}

	text := archiveOf(t, files, "windows")
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	got = nil
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, entry{f.Name, f.Mode(), string(text)})
	}
	if !slices.Equal(got, want) {
		t.Errorf("the archive for windows holds %v, want %v", got, want)
	}
	if want[0].mode != 0o755 || want[1].mode != 0o644 {
		t.Errorf("the modes are %v", want)
	}
}

func TestAFolderWithoutFilesIsNoArchive(t *testing.T) {
	dir := t.TempDir()
	name := folder(&products[0], &platforms[0])
	for _, state := range []string{"missing", "empty"} {
		if _, err := archived(dir, name); err == nil {
			t.Errorf("a folder that is %s is released", state)
		}
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNamesAreThoseOfTheTableOfFacts(t *testing.T) {
	for i := range products {
		for j := range platforms {
			p, on, err := parse(folder(&products[i], &platforms[j]))
			if err != nil || p != &products[i] || on != &platforms[j] {
				t.Errorf("%s is read as %v %v, %v", folder(&products[i], &platforms[j]), p, on, err)
			}
		}
	}
	for _, name := range []string{"", "ct", "ct-0-linux-amd64", "../ct", fmt.Sprint(folder(&products[0], &platforms[0]), "-x")} {
		if _, _, err := parse(name); err == nil {
			t.Errorf("%q is an archive", name)
		}
	}
}
