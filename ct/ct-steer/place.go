package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
)

// kind is what an operand is. A suggestion depends on it: grep does not read a folder without -r, ct does.
type kind uint8

const (
	absent kind = iota
	regular
	folder
	other // links and devices
)

// place is the folder in which the shell command runs.
type place string

func (p place) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(string(p), name)
}

// kind returns what name is, without following a link.
func (p place) kind(name string) kind {
	info, err := os.Lstat(p.path(name))
	switch {
	case err != nil:
		return absent
	case info.Mode().IsRegular():
		return regular
	case info.IsDir():
		return folder
	}
	return other
}

// all reports whether every name is of one of the kinds. No name begins with "-", which ct would read as an option.
func (p place) all(names []string, kinds ...kind) bool {
	for _, name := range names {
		if name == "" || name[0] == '-' {
			return false
		}
		found := p.kind(name)
		ok := false
		for _, k := range kinds {
			ok = ok || k == found
		}
		if !ok {
			return false
		}
	}
	return true
}

// repository reports whether one of the folders has an entry .git, which ct never lists or reads.
func (p place) repository(names []string) bool {
	for _, name := range names {
		if p.kind(filepath.Join(name, ".git")) != absent {
			return true
		}
	}
	return false
}

// text reports whether every name is a file that ct takes for text: no NUL in its first 8,000 bytes and no byte order
// mark of UTF-16.
func (p place) text(names []string) bool {
	for _, name := range names {
		f, err := os.Open(p.path(name))
		if err != nil {
			return false
		}
		head, err := io.ReadAll(io.LimitReader(f, 8000))
		_ = f.Close()
		if err != nil || bytes.IndexByte(head, 0) >= 0 || bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
			return false
		}
	}
	return true
}
