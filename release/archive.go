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
	"slices"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/version"
)

// archive is what is released of a product for a system.
type archive struct {
	Product  *product
	On       *platform
	Folder   string // the one folder in it, and its name without suffix
	File     string
	SHA256   string   // in hexadecimal
	Licences []string // of the product and of all that it is linked with, sorted, as SPDX names them
	Programs []string // that users start
	files    []file
	programs []program
	modules  []terms
}

// staged reads the folder dir/name, whose programs are built, and adds the notices of what these are linked with.
func staged(dir, name string) (*archive, error) {
	p, on, err := parse(name)
	if err != nil {
		return nil, err
	}
	a := &archive{Product: p, On: on, Folder: name, File: name + on.suffix()}
	if a.files, err = read(filepath.Join(dir, name), name); err != nil {
		return nil, err
	}
	for i := range a.files {
		a.files[i] = a.led(a.files[i])
	}
	if a.programs, err = programs(a.files); err != nil {
		return nil, err
	}
	if a.modules, err = collect(p.folder, linked(a.programs)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	a.Licences = overall(a.modules)
	a.Programs = started(a)
	a.files = append(a.files, file{path.Join(name, p.doc(), noticesFile), false, thirdParty(p, a.modules)})
	slices.SortFunc(a.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return a, nil
}

// archived creates the archive of the folder dir/name, and beside it the list of its contents.
func archived(dir, name string) (*archive, error) {
	a, err := staged(dir, name)
	if err != nil {
		return nil, err
	}
	text, err := packed(a.files, a.On)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	a.SHA256 = digest(text)
	list, err := contents(a)
	if err != nil {
		return nil, err
	}
	a.files = nil // hundreds of megabytes
	return a, written(dir, []file{{a.File, false, text}, {name + contentsSuffix, false, list}})
}

// Licence is what every package of the archive's programs states: all licences, as SPDX combines them.
func (a *archive) Licence() string { return expression(a.Licences) }

// started returns the names of the programs that users start. The manual page of each other program refers to that of
// the program that starts it.
func started(a *archive) []string {
	var names []string
	for i := range a.files {
		name, ok := strings.CutPrefix(a.files[i].path, a.Folder+"/share/man/man1/")
		if ok && !bytes.HasPrefix(a.files[i].text, []byte(".so ")) {
			names = append(names, strings.TrimSuffix(name, ".1"))
		}
	}
	return names
}

func digest(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// released returns the time that everything in a release has.
func released() (time.Time, error) { return time.Parse(time.DateOnly, version.Date) }

// packed returns files as an archive for a system.
func packed(files []file, on *platform) ([]byte, error) {
	day, err := released()
	if err != nil {
		return nil, err
	}
	pack := pack(tarGz)
	if on.OS == "windows" {
		pack = zipped
	}
	var b bytes.Buffer
	err = pack(&b, files, day)
	return b.Bytes(), err
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
