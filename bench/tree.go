package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
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
	folders := folders{}
	in := bufio.NewScanner(run.stdout)
	for in.Scan() {
		size, file, err := entry(in.Text())
		if err != nil {
			return errors.Join(err, run.stop(false))
		}
		t.files++
		t.bytes += size
		folders.add(file)
	}
	t.small = folders.nearest()
	if err := errors.Join(in.Err(), run.wait()); err != nil {
		return err
	}
	if t.files == 0 {
		return fmt.Errorf("%s has no files to search: name another folder with TREE=DIR", t.name)
	}
	return nil
}

// entry parses "f SIZE PATH", with columns aligned by spaces.
func entry(line string) (size int64, file string, err error) {
	_, rest, _ := strings.Cut(line, " ")
	number, file, ok := strings.Cut(strings.TrimLeft(rest, " "), " ")
	size, err = strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		return 0, "", fmt.Errorf("ct-search -n --name lists %q, not kind, size and path", line)
	}
	return size, strings.TrimLeft(file, " "), nil
}

// folders has the number of files below each folder.
type folders map[string]int

// few is the desired number of files in the small folder.
const few = 50

func (f folders) add(file string) {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		f[dir]++
	}
}

// nearest returns the folder whose number of files is nearest to few, "." if there is none. Of equally good ones it is
// the first, or the inner one.
func (f folders) nearest() string {
	distance := func(dir string) int { return max(f[dir]-few, few-f[dir]) }
	all := slices.SortedFunc(maps.Keys(f), func(a, b string) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a+"/\xff", b+"/\xff"))
	})
	return append(all, ".")[0]
}
