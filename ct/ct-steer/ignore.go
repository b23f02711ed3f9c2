package main

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mostRules is how many bytes of an ignore file are read.
const mostRules = 1 << 16

// surroundings are what the folders above a folder decide about what rg and ct ignore in it.
type surroundings struct {
	cwd, folder string // absolute and without links
	top         string // of the repository around folder, "" without one
	common      string // its folder with info/exclude
	relative    bool   // the folder is given by a relative path other than .
}

// ignoresAlike reports whether rg and ct ignore the same because of the folders above each of the given ones, and which
// of these are in a repository.
func (p place) ignoresAlike(folders []string) (inside []bool, ok bool) {
	cwd, err := filepath.EvalSymlinks(string(p))
	if err != nil {
		return nil, false
	}
	for _, name := range folders {
		if p.kind(name) != folder {
			inside = append(inside, true) // a file that is named is never ignored
			continue
		}
		at, err := filepath.EvalSymlinks(p.path(name))
		if err != nil {
			return nil, false
		}
		s := &surroundings{cwd: cwd, folder: at, relative: !filepath.IsAbs(name) && filepath.Clean(name) != "."}
		if !s.repository() || !s.alike() {
			return nil, false
		}
		inside = append(inside, s.top != "")
	}
	return inside, true
}

// repository looks for the repository. It reports false if rg and ct may not agree on what it is.
func (s *surroundings) repository() bool {
	for dir := s.folder; ; dir = filepath.Dir(dir) {
		git := filepath.Join(dir, ".git")
		if info, err := os.Lstat(git); err == nil {
			s.top, s.common = dir, git
			if info.IsDir() {
				return gitFolder(git)
			}
			return info.Mode().IsRegular() && s.worktree(git)
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// worktree reads the file .git of a worktree. That of a submodule names no common folder; rg then reads no info/exclude.
func (s *surroundings) worktree(git string) bool {
	text, all, err := place("").start(git, 4096)
	dir, named := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
	if err != nil || !all || !named {
		return false
	}
	dir = place(s.top).path(dir)
	text, all, err = place(dir).start("commondir", 4096)
	s.common = place(dir).path(strings.TrimRight(string(text), "\r\n"))
	return err == nil && all && gitFolder(s.common)
}

// alike reports whether the ignore files that count for the folder are the same for rg and ct.
func (s *surroundings) alike() bool {
	if s.crossed(filepath.Join(s.common, "info", "exclude"), s.top) {
		return false
	}
	for dir := s.folder; ; dir = filepath.Dir(dir) {
		inside := s.top != "" && within(dir, s.top)
		if exists(dir, ".rgignore") || dir != s.folder && !s.parent(dir, inside) {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// parent reports whether the ignore files of a folder above the given one count alike. ct reads those of the repository
// and of what is in the working folder.
func (s *surroundings) parent(dir string, inside bool) bool {
	reads := inside || within(dir, s.cwd)
	if exists(dir, ".ignore") && (!reads || s.crossed(filepath.Join(dir, ".ignore"), dir)) {
		return false
	}
	if !inside {
		return !reads || !exists(dir, ".gitignore") || s.top != ""
	}
	return !s.crossed(filepath.Join(dir, ".gitignore"), dir)
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// crossed reports whether rg may read a pattern of an ignore file above the folder in another way than git. A pattern that
// leads through the way to the folder is wrong in rg 13 if the folder is given by a relative path
// (https://github.com/BurntSushi/ripgrep/issues/1757), one that begins with **/ in rg 14
// (https://github.com/BurntSushi/ripgrep/issues/2770).
func (s *surroundings) crossed(file, base string) bool {
	if base == "" || base == s.folder {
		return false
	}
	text, all, err := place("").start(file, mostRules)
	if err != nil {
		return !os.IsNotExist(err)
	}
	way, err := filepath.Rel(base, s.folder)
	if err != nil || !all {
		return true
	}
	first, _, _ := strings.Cut(filepath.ToSlash(way), "/")
	return slices.ContainsFunc(strings.Split(string(text), "\n"), func(line string) bool {
		line = strings.TrimRight(strings.TrimPrefix(line, "!"), "/ \r")
		begin, rest, several := strings.Cut(strings.TrimPrefix(line, "/"), "/")
		switch {
		case !several || line[0] == '#':
			return false
		case begin == "**":
			return strings.Contains(rest, "/")
		}
		ok, err := path.Match(begin, first)
		return s.relative && (ok || err != nil)
	})
}
