// Package workspace says where a tree has the modules that its files import by name, as package.json, tsconfig.json,
// pnpm-workspace.yaml and Cargo.toml say it. It reads those above the importing file and those of the folders that their
// globs match; it walks nothing else.
package workspace

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// A Space finds modules, for one search. Its folders are absolute, with slashes.
type Space struct {
	files   *resolve.Files
	top     string            // what relative paths begin in
	folders map[string]string // absolute ones, by the folders of importing files
	budget  int               // of folders that globs may still look at
	notes   []string          // what could not be used, and why

	packages map[string]*scriptPackage            // by folder; nil if it has none
	members  map[string]map[string]*scriptPackage // of the workspace of a folder, by name
	configs  map[string]*config                   // by file; nil if it cannot be used
	nearest  map[string]*config                   // by folder
	scripts  map[question][]string
	crates   map[string]*crate // by folder; nil if it has none
}

// A question is a module as a folder imports it.
type question struct{ folder, module string }

// Bounds of what is read.
const (
	mostText    = 1 << 20 // bytes of one file
	mostFolders = 10_000  // that globs look at, in a search
	mostUp      = 60      // folders upward
	mostSteps   = 20      // files that lead to others, one after the other
)

// New returns a space of files, none of which is read yet.
func New(files *resolve.Files) *Space {
	top, _ := filepath.Abs("")
	return &Space{
		files: files, top: filepath.ToSlash(top), budget: mostFolders, folders: map[string]string{}, packages: map[string]*scriptPackage{},
		members: map[string]map[string]*scriptPackage{}, configs: map[string]*config{}, nearest: map[string]*config{}, scripts: map[question][]string{}, crates: map[string]*crate{},
	}
}

// Notes returns what could not be used of the files that were asked for, and why.
func (s *Space) Notes() []string { return s.notes }

func (s *Space) note(name, format string, args ...any) {
	text := fmt.Sprintf("%s: %s", s.printed(name, false), fmt.Sprintf(format, args...))
	if !slices.Contains(s.notes, text) {
		s.notes = append(s.notes, text)
	}
}

// folder returns the absolute folder of a file.
func (s *Space) folder(name string) string {
	folder := path.Dir(name)
	abs, ok := s.folders[folder]
	if !ok {
		abs = folder
		if !filepath.IsAbs(filepath.FromSlash(abs)) {
			abs = path.Join(s.top, folder)
		}
		s.folders[folder] = abs
	}
	return abs
}

// printed returns an absolute path as the search writes it: in full if it was given its folders so.
func (s *Space) printed(name string, full bool) string {
	if full {
		return name
	}
	rel, err := filepath.Rel(filepath.FromSlash(s.top), filepath.FromSlash(name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(rel)
}

// above returns a folder and those above it, the innermost first.
func above(folder string) []string {
	all := []string{folder}
	for up := path.Dir(folder); up != folder && len(all) < mostUp; up = path.Dir(folder) {
		all, folder = append(all, up), up
	}
	return all
}

// text returns a file that says where modules are; false if it is not there or too large.
func (s *Space) text(name string) ([]byte, bool) {
	if !s.files.IsFile(name) {
		return nil, false
	}
	text, ok := s.files.Text(name)
	if len(text) > mostText {
		s.note(name, "larger than 1 MiB")
		return nil, false
	}
	return text, ok
}

// below returns the folders in a folder, without those that begin with a dot and those of installed packages.
func (s *Space) below(folder, because string) []string {
	all, whole := s.files.Folders(folder, s.budget)
	if !whole {
		s.note(because, "its workspaces are more than %d folders", mostFolders)
	}
	s.budget -= len(all)
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasPrefix(name, ".") || name == "node_modules" })
}

// inside returns a path below a folder, as a file there names it; false if it climbs out.
func inside(folder, name string) (string, bool) {
	name = path.Clean(name)
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", false
	}
	return path.Join(folder, name), true
}
