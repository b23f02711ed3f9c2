// Package sibling finds the other programs of the suite and starts them. It looks for a program ct-NAME beside the
// running one and then on PATH. It never searches folders that depend on the working folder.
package sibling

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// prefix begins the name of every program of the suite.
const prefix = "ct-"

// ErrName is wrapped by errors about an invalid name of a program.
var ErrName = errors.New("a tool's name has only a-z, 0-9 and -")

// ErrNotFound is wrapped by errors about a program that was not found.
var ErrNotFound = errors.New("neither beside this program nor on PATH")

// ErrNotOnPATH is wrapped by errors about a program that Look did not find.
var ErrNotOnPATH = errors.New("not found in the absolute folders of PATH")

// Program is a ct-NAME that was found.
type Program struct {
	Name   string // NAME, without "ct-" and ".exe"
	Path   string // absolute
	Beside bool   // found beside the running program, not on PATH
}

// Find returns the absolute path of ct-NAME. The error wraps ErrName or ErrNotFound.
func Find(name string) (string, error) {
	if !ValidName(name) {
		return "", fmt.Errorf("%q: %w", name, ErrName)
	}
	for path := range programs(folders(), FileName(name)) {
		return path, nil
	}
	return "", fmt.Errorf("%s%s: %w", prefix, name, ErrNotFound)
}

// Look returns the absolute path of any program. It searches for a bare name in the absolute folders of PATH and
// nowhere else. On Windows the extension .exe or .com may be omitted. The error wraps ErrNotOnPATH.
func Look(name string) (string, error) {
	for path := range programs(onPath(nil), name) {
		return path, nil
	}
	return "", fmt.Errorf("%s: %w", name, ErrNotOnPATH)
}

// Programs returns the absolute paths of all programs with a bare name, of the suite or not, in the order in which they
// are looked for: beside the running program and in the absolute folders of PATH.
func Programs(name string) []string { return slices.Collect(programs(folders(), name)) }

// programs returns the programs with a bare name, folder by folder.
func programs(list []folder, name string) iter.Seq[string] {
	files := []string{name}
	if runtime.GOOS == "windows" && !slices.Contains(endings, strings.ToLower(filepath.Ext(name))) {
		files = []string{name + endings[0], name + endings[1]}
	}
	return func(yield func(string) bool) {
		for _, f := range list {
			for _, file := range files {
				if path := filepath.Join(f.path, file); bare(name) && Executable(path) && !yield(path) {
					return
				}
			}
		}
	}
}

// endings are the extensions of files that Windows runs without another program.
var endings = []string{".com", ".exe"}

// bare reports whether a name stays in the folder that it is joined to.
func bare(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\x00") && filepath.Base(name) == name && filepath.IsLocal(name)
}

// List returns every ct-NAME that Find can find and that people start, sorted by name.
func List() []Program {
	seen := make(map[string]bool)
	var found []Program
	for _, f := range folders() {
		entries, err := os.ReadDir(f.path)
		if err != nil {
			continue // PATH often names folders that do not exist
		}
		for _, e := range entries {
			name, ok := ToolName(e.Name())
			if !ok || seen[name] || name == Hosting {
				continue
			}
			if path := filepath.Join(f.path, e.Name()); Executable(path) {
				seen[name] = true
				found = append(found, Program{Name: name, Path: path, Beside: f.beside})
			}
		}
	}
	slices.SortFunc(found, func(a, b Program) int { return cmp.Compare(a.Name, b.Name) })
	return found
}

// Beside returns the folders of the running program's file and, if known, of the link through which it was started.
func Beside() []string {
	var list []string
	for _, f := range besides() {
		list = append(list, f.path)
	}
	return list
}

// FindBeside is Find without PATH.
func FindBeside(name string) (string, error) {
	if !ValidName(name) {
		return "", fmt.Errorf("%q: %w", name, ErrName)
	}
	for path := range programs(besides(), FileName(name)) {
		return path, nil
	}
	return "", fmt.Errorf("%s is not beside this program", FileName(name))
}

// Hosting is the program that ct-search starts to run matchers. People do not start it, so List omits it.
const Hosting = "search-plugins"

// ValidName reports whether name is [a-z0-9-]+, which has no separator, no dot and nothing that a file system folds.
func ValidName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// FileName returns the name of the file of ct-NAME.
func FileName(name string) string {
	if runtime.GOOS == "windows" {
		return prefix + name + ".exe"
	}
	return prefix + name
}

// ToolName is the inverse of FileName.
func ToolName(file string) (string, bool) {
	name, ok := strings.CutPrefix(file, prefix)
	if ok && runtime.GOOS == "windows" {
		name, ok = strings.CutSuffix(name, ".exe")
	}
	return name, ok && ValidName(name)
}

// folder is a place to look in.
type folder struct {
	path   string
	beside bool
}

// folders returns the places to look in, best first and without duplicates: the folder of the running program, that of
// the link through which it was started if the system knows it, and the absolute entries of PATH.
func folders() []folder { return onPath(besides()) }

// besides returns the folders of the running program.
func besides() []folder {
	var list []folder
	if self, err := os.Executable(); err == nil && filepath.IsAbs(self) {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			list = include(list, filepath.Dir(real), true)
		}
		list = include(list, filepath.Dir(self), true)
	}
	return list
}

// onPath adds the absolute entries of PATH to a list.
func onPath(list []folder) []folder {
	for _, entry := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(entry) {
			list = include(list, entry, false)
		}
	}
	return list
}

func include(list []folder, path string, beside bool) []folder {
	path = filepath.Clean(path)
	if slices.ContainsFunc(list, func(f folder) bool { return f.path == path }) {
		return list
	}
	return append(list, folder{path, beside})
}

// Executable reports whether path is, with links resolved, a regular file that someone may execute.
func Executable(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	return runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0
}

// Tools returns the names of the programs of the suite that answer calls, in the order in which they are listed.
func Tools() []string { return []string{"search", "survey", "show", "spec", "test"} }

// Suite returns the names of all programs of a complete installation except ct. Plugins are not included.
func Suite() []string { return append(Tools(), "history", "mcp", "steer", Hosting) }
