package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/version"
)

// release creates the archive of each folder dir/name, and dir/SHA256SUMS with their checksums as by sha256sum.
func release(dir string, names []string) error {
	day, err := time.Parse(time.DateOnly, version.Date)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, name := range names {
		pack, suffix := pack(tarGz), ".tar.gz"
		if strings.Contains(name, "windows") {
			pack, suffix = zipped, ".zip"
		}
		files, err := read(filepath.Join(dir, name), name)
		if err != nil {
			return err
		}
		var archive bytes.Buffer
		if err := pack(&archive, files, day); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+suffix), archive.Bytes(), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive.Bytes()), name+suffix)
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// file is a file in an archive. Its other properties, such as owner and time, are the same for all files.
type file struct {
	path    string // with slashes, starting with the archive's own folder
	program bool
	text    []byte
}

func (f *file) mode() fs.FileMode {
	if f.program {
		return 0o755
	}
	return 0o644
}

// read returns the regular files below dir in path order. Every file in a folder called bin is a
// program, whatever its mode on the system where it was built.
func read(dir, name string) ([]file, error) {
	var files []file
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is not a regular file", at)
		}
		text, err := fs.ReadFile(root, at)
		files = append(files, file{path.Join(name, at), path.Dir(at) == "bin", text})
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s contains no files", dir)
	}
	return files, err
}

// pack writes files, all with the same time, as an archive.
type pack func(w io.Writer, files []file, written time.Time) error

func tarGz(w io.Writer, files []file, written time.Time) error {
	zw, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	tw := tar.NewWriter(zw)
	for i := range files {
		f := &files[i]
		header := &tar.Header{Name: f.path, Mode: int64(f.mode()), Size: int64(len(f.text)), ModTime: written, Format: tar.FormatUSTAR}
		if err := tw.WriteHeader(header); err != nil {
			return err
		}
		if _, err := tw.Write(f.text); err != nil {
			return err
		}
	}
	if err := tw.Close(); err != nil {
		return err
	}
	return zw.Close()
}

func zipped(w io.Writer, files []file, written time.Time) error {
	zw := zip.NewWriter(w)
	zw.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for i := range files {
		f := &files[i]
		header := &zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: written}
		header.SetMode(f.mode())
		entry, err := zw.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.text); err != nil {
			return err
		}
	}
	return zw.Close()
}
