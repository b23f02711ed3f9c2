package resolve

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/walk"
)

// A Files reads the files that bindings lead to.
type Files struct {
	view   walk.View
	Folder string   // the name of the folder that paths begin in, which may be a package; "" if not known
	Roots  []string // folders that are searched
	// Up is the folder above the working folder in which modules may begin: "..", "../.." or, if it is not above, "".
	Up string
	// Own returns the path that a search prints for a file, whatever path leads there.
	Own    func(name string) string
	exists map[string]bool
	Missed map[string]bool // files that were not read
	Reads
}

// NewFiles returns files, none of which is read yet.
func NewFiles(view walk.View, folder string, roots []string) *Files {
	return &Files{view: view, Folder: folder, Roots: roots, Own: func(name string) string { return name }, exists: map[string]bool{}, Missed: map[string]bool{}, Reads: Reads{Most: MaxRead}}
}

// EndsAt reports whether modules are not looked for above a folder.
func (r *Files) EndsAt(folder string) bool {
	if folder == "." {
		return r.Up == ""
	}
	return strings.HasSuffix(folder, "..") && len(folder) >= len(r.Up)
}

// Text returns the beginning of a file that an import leads to; false where it cannot be had.
func (r *Files) Text(name string) ([]byte, bool) {
	if !r.mayRead(name) {
		return nil, false
	}
	in, err := r.view.Open(name)
	if err != nil {
		return nil, false
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(io.LimitReader(in, MaxModule))
	return text, err == nil
}

// IsFile reports whether a regular file of that name can be read.
func (r *Files) IsFile(name string) bool {
	known, ok := r.exists[name]
	if !ok {
		in, err := r.view.Open(name)
		if known = err == nil; known {
			_ = in.Close()
		}
		r.exists[name] = known
	}
	return known
}

// Folders returns the names of the folders in a folder, sorted, without links; whole is false if there are more than most.
func (r *Files) Folders(name string, most int) (all []string, whole bool) {
	if r.view.At != nil {
		entries, _ := r.view.ReadDir(name)
		for _, e := range entries {
			if e.IsDir() {
				all = append(all, e.Name())
			}
		}
		return all[:min(len(all), most)], len(all) <= most
	}
	if r.view.Sandbox != "" {
		inside, err := walk.Inside(r.view.Sandbox, name)
		if err != nil {
			return nil, true
		}
		name = inside
	}
	in, err := os.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, true
	}
	defer func() { _ = in.Close() }()
	for {
		entries, err := in.ReadDir(mostEntries)
		for _, e := range entries {
			if e.IsDir() {
				all = append(all, e.Name())
			}
		}
		if err != nil || len(all) > most {
			slices.Sort(all)
			return all[:min(len(all), most)], len(all) <= most
		}
	}
}

// mostEntries bounds what is read of a folder at once.
const mostEntries = 1000

// mayRead reports whether a file may be read, and remembers it if not.
func (r *Files) mayRead(name string) bool {
	if r.May(1) {
		return true
	}
	r.Missed[name] = true
	return false
}
