package git

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/shared/git/pack"
	"github.com/ct-tools/ct/shared/regular"
)

// store has the objects that are read without git.
type store struct {
	packs *pack.Store
	whole bool // no folder of objects is left out
}

// mostAlternates bounds the folders of objects of other repositories, mostAlternate their list in bytes.
const (
	mostAlternates = 16
	mostAlternate  = 64 << 10
)

// newStore returns the store of a repository, with the objects of the repositories that it borrows from. Those outside of a
// sandbox are not in it.
func newStore(r *Repository) *store {
	folders, whole := r.objectFolders()
	var inside []string
	for _, folder := range folders {
		if r.o.Sandbox == "" || isInside(r.o.Sandbox, folder) {
			inside = append(inside, folder)
		}
	}
	return &store{pack.New(inside), whole && r.more == ""}
}

// outside returns what git would read of the repository outside of the sandbox, "" for nothing: its folder, or a folder
// of objects.
func (r *Repository) outside() string {
	folders, whole := r.objectFolders()
	for _, folder := range append([]string{r.GitDir, r.common}, folders...) {
		if _, err := os.Lstat(folder); err == nil && !isInside(r.o.Sandbox, folder) {
			return folder
		}
	}
	if !whole {
		return filepath.Join(folders[0], "info", "alternates") // nobody knows
	}
	return ""
}

// objectFolders returns the folders of the repository's objects, its own first, then those of the repositories that it
// borrows from (gitrepository-layout(5), objects/info/alternates), and whether these are all.
func (r *Repository) objectFolders() (folders []string, whole bool) {
	folders, whole = []string{filepath.Join(r.common, "objects")}, true
	for i := 0; i < len(folders); i++ {
		list, err := regular.ReadFile(filepath.Join(folders[i], "info", "alternates"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || len(list) > mostAlternate || len(folders) >= mostAlternates {
			whole = false
			continue
		}
		for line := range strings.Lines(string(list)) {
			name := strings.TrimRight(line, "\r\n")
			if name == "" || name[0] == '#' {
				continue
			}
			if name[0] == '"' { // git reads names with quotes
				whole = false
				continue
			}
			if !filepath.IsAbs(name) {
				name = filepath.Join(folders[i], name)
			}
			folders = append(folders, name)
		}
	}
	return folders, whole
}

// lacks reports whether the repository does not have an object; false if only git can say so.
func (s *store) lacks(id string) bool { return s.whole && s.packs.Lacks(id) }

// isInside reports whether a folder, with its links resolved, is in another one, which has none.
func isInside(box, folder string) bool {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(box, real)
	return err == nil && filepath.IsLocal(rel)
}

func (s *store) close() { s.packs.Close() }

// open returns an object by its ID, nil if git must be asked. It is an error if git may not be asked, which would wait.
func (s *store) open(id string) (*Blob, error) {
	o, err := s.packs.Read(id)
	if errors.Is(err, regular.ErrNot) {
		return nil, err
	}
	if err != nil {
		return nil, nil //nolint:nilerr // git says what is wrong
	}
	b := &Blob{ID: id, Type: o.Kind.String(), Size: int64(len(o.Data)), free: o.Free}
	b.text.Reset(o.Data)
	return b, nil
}
