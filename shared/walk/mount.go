package walk

import (
	"fmt"
	"path/filepath"
	"strings"
)

// A Mount is a folder that is named and printed as if it were elsewhere: Name/a/b.go is the file a/b.go below Dir. Paths
// in other folders are refused, and ignore files above Dir do not count. Dir is the sandbox too, whatever Options say:
// no link leads out of it.
type Mount struct {
	Name string // relative to the working folder, with slashes and no dots: repository, or group/repository
	Dir  string // absolute
}

// file returns the path of the file or folder that a name stands for. An absolute name is one in the working folder.
func (m *Mount) file(named string) (string, error) {
	name := filepath.ToSlash(filepath.Clean(named))
	if filepath.IsAbs(named) {
		base, err := filepath.Abs("")
		if err != nil {
			return "", err
		}
		if rel, ok := within(base, filepath.Clean(named)); ok {
			name = filepath.ToSlash(rel)
		}
	}
	rel, ok := strings.CutPrefix(name, m.Name+"/")
	if !ok && name != m.Name {
		return "", fmt.Errorf("not in %s", m.Name)
	}
	if name == m.Name {
		rel = ""
	}
	return filepath.Join(m.Dir, filepath.FromSlash(rel)), nil
}

// printed returns the printed path of a file or folder in Dir, and whether it is in it.
func (m *Mount) printed(path string) (string, bool) {
	rel, ok := within(m.Dir, path)
	if !ok {
		return "", false
	}
	return strings.TrimSuffix(m.Name+"/"+filepath.ToSlash(rel), "/"), true
}
