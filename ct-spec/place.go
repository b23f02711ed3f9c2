package main

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/walk"
)

// specFolders are where a project keeps its specs, below its root.
func specFolders() []string {
	return []string{".spec", "specs", "spec", "openspec", "docs/adr", "docs/specs"}
}

const everyMarkdown = "*.md"

// places gives the walks that find the nodes: the first that finds any counts.
// Named roots and globs of the caller's own leave no choice.
func (s *search) places() []walk.Options {
	roots := s.request.roots
	if len(roots) == 0 {
		roots = []string{defaultRoot(s.files.Sandbox)}
	}
	all := s.files
	if len(roots) == 1 {
		if roots[0] != "." {
			all.Base = roots[0]
		}
		roots = []string{"."}
	}
	if len(all.Include) > 0 {
		all.Roots = slices.Clone(roots)
		for _, root := range roots {
			all.Roots = append(all.Roots, foldersBelow(root, all.Base, hiddenFolders(all.Include))...)
		}
		return []walk.Options{all}
	}
	all.Include, all.Roots = []string{everyMarkdown}, roots
	usual, narrower := all, false
	usual.Roots = nil
	for _, root := range roots {
		folders := foldersBelow(root, all.Base, specFolders())
		if narrower = narrower || len(folders) > 0; len(folders) == 0 {
			folders = []string{root}
		}
		usual.Roots = append(usual.Roots, folders...)
	}
	if !narrower {
		return []walk.Options{all}
	}
	return []walk.Options{usual, all}
}

// defaultRoot gives the nearest folder, from the working folder upward, that has
// a folder of specs, else the top of the repository, else the working folder. It
// goes no further than the top of the repository, not out of the sandbox, and not
// into a folder that everybody makes things in, such as /tmp.
func defaultRoot(sandbox string) string {
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	top := ""
	if sandbox != "" {
		top, _ = filepath.Abs(sandbox)
	}
	for up := "."; ; up = path.Join(up, "..") {
		for _, name := range specFolders() {
			if isFolder(filepath.Join(dir, name)) {
				return up
			}
		}
		parent := filepath.Dir(dir)
		switch {
		case exists(filepath.Join(dir, ".git")):
			return up
		case dir == top, parent == dir, common(parent):
			return "."
		}
		dir = parent
	}
}

// foldersBelow gives those of the folders names below root that there are.
func foldersBelow(root, base string, names []string) []string {
	full := root
	if !filepath.IsAbs(root) {
		full = filepath.Join(base, root)
	}
	var list []string
	for _, name := range names {
		if isFolder(filepath.Join(full, name)) {
			list = append(list, path.Join(filepath.ToSlash(root), name))
		}
	}
	return list
}

// hiddenFolders gives the hidden folders that globs begin with: naming one asks
// for it.
func hiddenFolders(globs []string) []string {
	var list []string
	for _, g := range globs {
		dir := ""
		for name := range strings.SplitSeq(strings.TrimPrefix(g, "./"), "/") {
			if strings.ContainsAny(name, `*?[{\`) {
				break
			}
			dir = path.Join(dir, name)
			if strings.HasPrefix(name, ".") && name != ".git" && name != ".." {
				list = append(list, dir)
			}
		}
	}
	return list
}

// common reports whether a folder is for everybody, by its sticky bit.
func common(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&os.ModeSticky != 0
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
