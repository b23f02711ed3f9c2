package walk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/shared/nearest"
)

// PathError says why a path that the user named cannot be searched or read.
type PathError struct {
	Named    string // as the user wrote it
	Err      error
	Meant    string // the path that was probably meant if Named does not exist, or ""
	Dangling bool   // Named is a link whose target does not exist
}

func (e *PathError) Error() string {
	text := cmp.Or(e.Named, `""`) + ": " + e.Err.Error()
	switch {
	case e.Dangling:
		text += "; it is a link that leads nowhere"
	case e.Meant != "":
		text += "; did you mean " + e.Meant + "?"
	}
	return text
}

// Unwrap returns the cause.
func (e *PathError) Unwrap() error { return e.Err }

// wrongBase returns the error for Options.Base.
func (o *Options) wrongBase(err error) error {
	near, there := beside(o.Sandbox, "", o.Base, err)
	return &PathError{Named: cmp.Or(o.Base, "."), Err: err, Meant: near, Dangling: there}
}

// mostNames is the maximum number of names in a folder that are compared with a missing one.
const mostNames = 10_000

// Meant returns the path that was probably meant by named, which err says does not exist below base: named with its
// last component replaced by the most similar name in that folder. It returns "" if there is none, or if that is
// outside the sandbox.
func Meant(sandbox, base, named string, err error) string {
	near, _ := beside(sandbox, base, named, err)
	return near
}

// beside compares the last component of a path that does not exist with the names in its folder. It returns the result
// of Meant, and whether the name itself is in the folder; it is then a dangling link.
func beside(sandbox, base, named string, err error) (near string, there bool) {
	if named == "" || !errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	path := named
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	folder, openErr := openBeside(sandbox, filepath.Dir(path))
	if openErr != nil {
		return "", false
	}
	defer func() { _ = folder.Close() }()
	names, _ := folder.Readdirnames(mostNames) // names read before an error are still useful
	if slices.Contains(names, filepath.Base(path)) {
		return "", true
	}
	if like := nearest.Of(filepath.Base(path), names, 1); len(like) > 0 {
		near = filepath.ToSlash(filepath.Join(filepath.Dir(named), like[0]))
	}
	return near, false
}

// Suggest returns err, the error for a named file, with the path that was probably meant, if there is one (see Meant).
func Suggest(sandbox, named string, err error) error {
	if meant := Meant(sandbox, "", named, err); meant != "" {
		return fmt.Errorf("%w; did you mean %s?", err, meant)
	}
	return err
}

// openBeside opens a folder, with a sandbox only one inside it.
func openBeside(sandbox, dir string) (*os.File, error) {
	if sandbox == "" {
		return os.Open(dir)
	}
	place, err := Inside(sandbox, dir)
	if err != nil {
		return nil, err
	}
	box, err := filepath.EvalSymlinks(sandbox)
	if err != nil {
		return nil, err
	}
	root, rel, err := openAbove(box, place)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return root.Open(rel)
}
