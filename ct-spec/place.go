package main

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/walk"
)

// specFolders returns where a project keeps its specs, below its root.
func specFolders() []string {
	return []string{".spec", "specs", "spec", "openspec", "docs/adr", "docs/specs"}
}

// markdownFiles are the files that are nodes by default, and otherFiles those where there is no Markdown.
func markdownFiles() []string { return []string{"*.md", "*.MD"} }
func otherFiles() []string    { return []string{"*.rst", "*.adoc", "*.mdx"} }

// textFiles are those that are nodes in folders of specs where there is nothing else.
const textFiles = "*.txt"

// place is a walk that may find the nodes.
type place struct {
	walk.Options
	other bool // it is for otherFiles
}

// places returns the walks that find the nodes; the first that finds any counts. Named roots and globs leave no choice.
func (s *search) places(ctx context.Context) ([]place, error) {
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
	all.Roots = roots
	for _, root := range roots {
		if inSpecs(path.Join(filepath.ToSlash(all.Base), filepath.ToSlash(root))) {
			all.HiddenIn = append(all.HiddenIn, root)
		}
	}
	own := len(all.Include) > 0
	names := specFolders()
	if own {
		names = hiddenFolders(all.Include)
	} else {
		all.Include = markdownFiles()
	}
	usual, narrower := all, false
	usual.Roots = nil
	for _, root := range roots {
		folders, err := s.foldersBelow(ctx, &all, root, names)
		if err != nil {
			return nil, err
		}
		usual.HiddenIn = append(usual.HiddenIn, folders...)
		if narrower = narrower || len(folders) > 0; len(folders) == 0 && !own {
			folders = []string{root}
		}
		usual.Roots = append(usual.Roots, folders...)
	}
	if own {
		all.Roots, all.HiddenIn = slices.Concat(roots, usual.Roots), usual.HiddenIn
	}
	if own {
		return []place{{all, false}}, nil
	}
	others := all
	others.Include = otherFiles()
	if !narrower {
		if len(all.HiddenIn) == len(roots) { // all are folders of specs
			others.Include = append(others.Include, textFiles)
		}
		return []place{{all, false}, {others, true}}, nil
	}
	otherSpecs := usual
	otherSpecs.Include = otherFiles()
	others.Roots, others.HiddenIn = slices.Concat(roots, usual.HiddenIn), usual.HiddenIn
	for _, dir := range usual.HiddenIn {
		others.Include = append(others.Include, literal(dir)+"/**/"+textFiles)
	}
	return []place{{usual, false}, {otherSpecs, true}, {all, false}, {others, true}}, nil
}

// literal returns a glob that matches only name.
func literal(name string) string {
	return walk.EscapeGlob(name)
}

// inSpecs reports whether a path, as it was named, is a folder of specs or leads through one.
func inSpecs(name string) bool {
	return slices.ContainsFunc(specFolders(), func(dir string) bool { return strings.Contains("/"+name+"/", "/"+dir+"/") })
}

// defaultRoot returns the nearest folder, from the working folder upwards, that has a folder of specs; otherwise the
// top of the repository; otherwise the working folder. It does not go beyond the top of the repository, out of the
// sandbox, or into a folder that everybody may write to, such as /tmp.
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
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		switch {
		case err == nil:
			return up
		case dir == top, parent == dir, common(parent):
			return "."
		}
		dir = parent
	}
}

// foldersBelow returns those of the folders names below root that exist. They become roots, which are always entered.
// It therefore leaves out folders that git ignores and links, and records them in s.left.
func (s *search) foldersBelow(ctx context.Context, all *walk.Options, root string, names []string) ([]string, error) {
	full := root
	if !filepath.IsAbs(root) {
		full = filepath.Join(all.Base, root)
	}
	var list []string
	deepest := 0
	for _, name := range names {
		if isFolder(filepath.Join(full, name)) {
			list = append(list, path.Join(filepath.ToSlash(root), name))
			deepest = max(deepest, strings.Count(name, "/")+1)
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	reached, err := entered(ctx, all, root, list, deepest)
	return slices.DeleteFunc(list, func(dir string) bool {
		if reached[dir] {
			return false
		}
		why := "ignored by git; --no-ignore has it"
		if info, err := os.Lstat(filepath.Join(full, strings.TrimPrefix(dir, root+"/"))); err == nil && info.Mode()&os.ModeSymlink != 0 {
			why = "a link"
		}
		s.left = append(s.left, dir+" is left out, "+why)
		return true
	}), err
}

// entered returns those of the folders dirs, at most levels below root, that an ordinary walk reaches.
func entered(ctx context.Context, all *walk.Options, root string, dirs []string, levels int) (map[string]bool, error) {
	o := *all
	o.Roots, o.Include, o.Exclude, o.Types = []string{root}, nil, nil, walk.Dir
	o.Hidden, o.MaxDepth, o.MaxFiles, o.MaxFileSize = true, levels, 0, 0
	o.Only = dirs
	reached := map[string]bool{}
	newVisit := func() walk.Visit[string] {
		return func(e *walk.Entry) walk.Outcome[string] { return walk.Outcome[string]{Value: e.Path(), Keep: true} }
	}
	_, err := walk.Run(ctx, o, newVisit, func(dir string) bool {
		reached[dir] = true
		return true
	})
	return reached, err
}

// hiddenFolders returns the hidden folders that globs begin with, because naming one requests it.
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

// common reports whether everybody may write to a folder, by its sticky bit.
func common(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&os.ModeSticky != 0
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
