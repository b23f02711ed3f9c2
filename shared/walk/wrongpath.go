package walk

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ct-tools/ct/shared/nearest"
)

// A PathError is why a path that the user named cannot be searched or read.
type PathError struct {
	Named string // as it was named
	Err   error
	Meant string // the path that was probably meant where Named is not there, else ""
}

func (e *PathError) Error() string {
	text := e.Named + ": " + e.Err.Error()
	if e.Meant != "" {
		text += "; did you mean " + e.Meant + "?"
	}
	return text
}

// Unwrap gives the cause.
func (e *PathError) Unwrap() error { return e.Err }

// wrongPath makes the error about a path that was named from the folder base.
func wrongPath(sandbox, base, named string, err error) error {
	return &PathError{Named: named, Err: err, Meant: Meant(sandbox, base, named, err)}
}

// wrongBase makes the error about Options.Base.
func (o *Options) wrongBase(err error) error {
	return &PathError{Named: cmp.Or(o.Base, "."), Err: err, Meant: Meant(o.Sandbox, "", o.Base, err)}
}

// mostNames is how many names of a folder are looked at for one that was meant.
const mostNames = 10_000

// Meant gives the path that was probably meant by one that is not there, as err
// says, named from the folder base: one beside it with a name like its own, told
// as part of the path as it was named. With a sandbox nothing is told of what
// stands outside of that folder. It gives "" where nothing is near.
func Meant(sandbox, base, named string, err error) string {
	if named == "" || !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	path := named
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	folder, openErr := openBeside(sandbox, filepath.Dir(path))
	if openErr != nil {
		return ""
	}
	defer func() { _ = folder.Close() }()
	names, _ := folder.Readdirnames(mostNames) // those before an error are as good
	near := nearest.Of(filepath.Base(path), names, 1)
	if len(near) == 0 {
		return ""
	}
	return filepath.ToSlash(filepath.Join(filepath.Dir(named), near[0]))
}

// openBeside opens a folder, with a sandbox only one inside of it.
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
