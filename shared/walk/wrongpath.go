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

// A PathError is why a path that the user named cannot be searched or read.
type PathError struct {
	Named string // as it was named
	Err   error
	Meant string // the path that was probably meant where Named is not there, else ""
	Lost  bool   // Named is a link that leads nowhere
}

func (e *PathError) Error() string {
	text := cmp.Or(e.Named, `""`) + ": " + e.Err.Error()
	switch {
	case e.Lost:
		text += "; it is a link that leads nowhere"
	case e.Meant != "":
		text += "; did you mean " + e.Meant + "?"
	}
	return text
}

// Unwrap gives the cause.
func (e *PathError) Unwrap() error { return e.Err }

// wrongPath makes the error about a path that was named from the folder base.
func wrongPath(sandbox, base, named string, err error) error {
	near, there := beside(sandbox, base, named, err)
	return &PathError{Named: named, Err: err, Meant: near, Lost: there}
}

// wrongBase makes the error about Options.Base.
func (o *Options) wrongBase(err error) error {
	near, there := beside(o.Sandbox, "", o.Base, err)
	return &PathError{Named: cmp.Or(o.Base, "."), Err: err, Meant: near, Lost: there}
}

// mostNames is how many names of a folder are looked at for one that was meant.
const mostNames = 10_000

// Meant gives the path that was probably meant by one that is not there, as err
// says, named from the folder base: one beside it with a name like its own, told
// as part of the path as it was named. With a sandbox nothing is told of what
// stands outside of that folder. It gives "" where nothing is near.
func Meant(sandbox, base, named string, err error) string {
	near, _ := beside(sandbox, base, named, err)
	return near
}

// beside looks for the name of a path that leads to nothing among those of its
// folder: it gives what Meant does, and whether the name itself is there, which
// is then a link.
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
	names, _ := folder.Readdirnames(mostNames) // those before an error are as good
	if slices.Contains(names, filepath.Base(path)) {
		return "", true
	}
	if like := nearest.Of(filepath.Base(path), names, 1); len(like) > 0 {
		near = filepath.ToSlash(filepath.Join(filepath.Dir(named), like[0]))
	}
	return near, false
}

// Suggest gives err, that of a named file, with the path that was probably meant
// where there is one (Meant).
func Suggest(sandbox, named string, err error) error {
	if meant := Meant(sandbox, "", named, err); meant != "" {
		return fmt.Errorf("%w; did you mean %s?", err, meant)
	}
	return err
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
