package parts

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// place makes a revision stand for the folder that the tree's name is in the working folder.
func (t *Tree) place() error {
	if t.Revision == nil {
		return nil
	}
	base, err := filepath.Abs("")
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	t.Revision.StandFor(filepath.Join(base, filepath.FromSlash(t.Name)))
	return nil
}

// has reports whether a tree has something at a name.
func (t *Tree) has(name string) (bool, error) {
	view := walk.View{Mount: &walk.Mount{Name: t.Name, Dir: t.Dir}}
	if t.Revision != nil {
		view = walk.View{At: t.Revision}
	}
	_, err := view.Type(name, true)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	return err == nil, err
}

// row writes the row of the tree, if somebody wants it and the form has rows.
func (t *Tree) row(job *tool.Job, found tool.Part) error {
	if t.All == nil || job.Parts == nil || job.Parts.Row == nil {
		return nil
	}
	row := job.Parts.Row(t.Name, found)
	if row == nil {
		return nil
	}
	text, err := render.JSON(row, false)
	if err == nil {
		_, err = t.All.Write(append(text, '\n'))
	}
	return err
}
