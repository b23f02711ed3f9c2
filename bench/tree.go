package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// tree is the folder that is searched.
type tree struct {
	dir   string // absolute, links resolved
	name  string // what a page may show: not a path
	about string // its release, if known
	files int64  // that ct-search searches
	bytes int64
	small string // the subfolder with about fifty files, "." if there is none
}

func (t tree) size() string {
	size := fmt.Sprintf("%d files, %.1f MB", t.files, float64(t.bytes)/1e6)
	if t.about != "" {
		return t.about + ", " + size
	}
	return size
}

// findTree takes the folder that o names, or Go's own source, and measures it.
func findTree(o options, p programs) (tree, error) {
	dir := o.tree
	if dir == "" {
		root, err := exec.Command(o.gotool, "env", "GOROOT").Output()
		if err != nil {
			return tree{}, fmt.Errorf("no go command to ask for its source (%w): name a folder with TREE=DIR", err)
		}
		dir = filepath.Join(strings.TrimSpace(string(root)), "src")
	}
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return tree{}, fmt.Errorf("%s is not a folder: name the one to search with TREE=DIR", dir)
	}
	t := tree{}
	if dir, err = filepath.Abs(dir); err == nil {
		t.dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return t, err
	}
	t.name, t.about = treeName(t.dir)
	return t, t.measure(p)
}

// treeName returns the folder's own name, and for Go's source, which is "src", a description and the release.
func treeName(dir string) (name, release string) {
	version, err := os.ReadFile(filepath.Join(dir, "..", "VERSION"))
	if filepath.Base(dir) == "src" && err == nil && bytes.HasPrefix(version, []byte("go")) {
		release, _, _ := strings.Cut(string(version), "\n")
		return "Go's own source", release
	}
	return filepath.Base(dir), ""
}

// measure counts files and bytes of ct-search's list (type, size, path), and chooses the small folder.
func (t *tree) measure(p programs) error {
	run, err := p.start(t.dir, search("-n", "--name", "*"))
	if err != nil {
		return err
	}
	var folders folders
	in := bufio.NewReaderSize(run.stdout, pieceSize)
	for {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return errors.Join(err, run.stop(false))
		}
		size, path, err := entry(string(line))
		if err != nil {
			return errors.Join(err, run.stop(false))
		}
		t.files++
		t.bytes += size
		folders.add(path)
	}
	t.small = folders.nearest()
	if err := run.wait(); err != nil {
		return err
	}
	if t.files == 0 {
		return fmt.Errorf("%s has no files to search: name another folder with TREE=DIR", t.name)
	}
	return nil
}

// entry parses "f SIZE PATH", with columns aligned by spaces.
func entry(line string) (size int64, path string, err error) {
	_, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	number, path, ok := strings.Cut(strings.TrimLeft(rest, " "), " ")
	size, err = strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		return 0, "", fmt.Errorf("ct-search -n --name lists %q, not kind, size and path", line)
	}
	return size, strings.TrimLeft(path, " "), nil
}

// folders counts the files below each folder of a listing in path order. It keeps only the open folders.
type folders struct {
	open []folder // from the top down
	best folder
}

type folder struct {
	path  string
	files int
}

// few is the desired number of files in the small folder.
const few = 50

func (f *folders) add(path string) {
	dir := ""
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir = path[:i]
	}
	for n := len(f.open); n > 0 && !within(dir, f.open[n-1].path); n-- {
		f.close()
	}
	for depth := len(f.open); dir != ""; depth++ {
		parts := strings.SplitN(dir, "/", depth+2)
		if len(parts) <= depth {
			break
		}
		f.open = append(f.open, folder{path: strings.Join(parts[:depth+1], "/")})
	}
	for i := range f.open {
		f.open[i].files++
	}
}

func within(dir, outer string) bool { return dir == outer || strings.HasPrefix(dir, outer+"/") }

// close evaluates the innermost folder; of two equally good ones the first wins.
func (f *folders) close() {
	n := len(f.open) - 1
	if last := f.open[n]; f.best.path == "" || distance(last) < distance(f.best) {
		f.best = last
	}
	f.open = f.open[:n]
}

func distance(f folder) int { return max(f.files-few, few-f.files) }

func (f *folders) nearest() string {
	for len(f.open) > 0 {
		f.close()
	}
	return cmp.Or(f.best.path, ".")
}
