package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// kind is what an operand is. A suggestion depends on it: grep does not read a folder without -r, ct does.
type kind uint8

const (
	absent kind = iota
	regular
	folder
	other // links and devices, and the file systems of the kernel, where reading may wait
)

// place is the folder in which the shell command runs.
type place string

// path returns the path of a name. It stays as it is written: after a link, .. is not the folder before it.
func (p place) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return below(string(p), name)
}

// below returns the path of a name in a folder.
func below(dir, name string) string { return dir + string(filepath.Separator) + name }

// kind returns what name is, without following a link.
func (p place) kind(name string) kind {
	path := p.path(name)
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return absent
	case virtual(filepath.Clean(path)):
		return other
	case info.Mode().IsRegular():
		return regular
	case info.IsDir():
		return folder
	}
	return other
}

// virtual reports whether path is in a file system of the kernel on Linux.
func virtual(path string) bool {
	return slices.ContainsFunc([]string{"/proc", "/sys", "/dev"}, func(top string) bool { return within(path, top) })
}

// within reports whether path is top or below it. Both are absolute and clean.
func within(path, top string) bool {
	rest, ok := strings.CutPrefix(path, top)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]) || os.IsPathSeparator(top[len(top)-1]))
}

// all reports whether every name is of one of the kinds. No name begins with "-", which ct would read as an option.
func (p place) all(names []string, kinds ...kind) bool {
	for _, name := range names {
		if name == "" || name[0] == '-' || !slices.Contains(kinds, p.kind(name)) {
			return false
		}
	}
	return true
}

// overlap reports whether one of the names is given twice or lies in another: then the original finds what is in it more
// than once, and ct once.
func (p place) overlap(names []string) bool {
	if len(names) < 2 {
		return false
	}
	real := make([]string, len(names))
	for i, name := range names {
		var err error
		if real[i], err = filepath.EvalSymlinks(p.path(name)); err != nil {
			return true
		}
		for _, earlier := range real[:i] {
			if within(real[i], earlier) || within(earlier, real[i]) {
				return true
			}
		}
	}
	return false
}

// text reports whether every name is a file that ct takes for text: no NUL in its first 8,000 bytes and no byte order
// mark of UTF-16.
func (p place) text(names []string) bool {
	for _, name := range names {
		head, _, err := p.start(name, headSize)
		if err != nil || bytes.IndexByte(head, 0) >= 0 || wide(head) {
			return false
		}
	}
	return true
}

// start returns the first bytes of a file, and whether they are all.
func (p place) start(name string, most int64) (text []byte, all bool, err error) {
	f, err := os.Open(p.path(name))
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = f.Close() }()
	text, err = io.ReadAll(io.LimitReader(f, most+1))
	if int64(len(text)) > most {
		return text[:most], false, err
	}
	return text, true, err
}
