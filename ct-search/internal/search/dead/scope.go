package dead

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/shared/walk"
)

// A scope is the part of a repository that was searched.
type scope struct {
	roots    []string // absolute folders and files
	top      string   // the folder of the repository, or the working folder outside of one
	narrowed bool     // options left files out
}

// scopeOf returns the scope of a search.
func scopeOf(files *walk.Options) *scope {
	here, err := filepath.Abs(".")
	if err != nil {
		return &scope{narrowed: true}
	}
	s := &scope{top: repository(here), narrowed: len(files.Narrow)+len(files.Include)+len(files.Exclude) > 0 || files.MaxDepth > 0 || files.MaxFileSize > 0}
	for _, root := range files.Roots {
		if abs, err := filepath.Abs(root); err == nil {
			s.roots = append(s.roots, abs)
		}
	}
	if len(files.Roots) == 0 {
		s.roots = []string{here}
	}
	return s
}

// repository returns the folder of the repository around a folder, the folder itself outside of one.
func repository(folder string) string {
	for at := folder; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return folder
		}
	}
}

// unseen says which code could use a definition and was not searched, "" if there is none.
func (s *scope) unseen(d *item) string {
	r := d.reach()
	if r.file {
		return ""
	}
	if s.narrowed {
		return "options left files out that can use it"
	}
	folder := s.top
	if r.folder != "" {
		if abs, err := filepath.Abs(r.folder); err == nil {
			folder = abs
		}
	}
	for _, root := range s.roots {
		if root == folder || strings.HasPrefix(folder, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator)) {
			return ""
		}
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return "code outside of what was searched can use it"
	}
	shown, err := filepath.Rel(here, folder)
	if err != nil {
		shown = folder
	}
	if shown == "." {
		shown = "the working folder"
	}
	return "code of " + filepath.ToSlash(shown) + " outside of the searched paths can use it"
}

// outside says that code of others can use a definition, "" if none can.
func (s *scope) outside(d *item) string {
	if !d.public || d.reach().main {
		return ""
	}
	return "it is public: code of others can use it"
}
