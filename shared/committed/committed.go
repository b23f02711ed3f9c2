// Package committed opens the repositories that named files belong to, and compares a file with what a commit has of it.
package committed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ct-tools/ct/shared/align"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A History is a commit of a repository, with all before it.
type History struct {
	*git.Repository
	Name    string // of the revision, as given; HEAD by default
	Commit  git.Commit
	Short   string // the beginning of the commit's ID that names no other object
	Objects *git.Objects

	here string // the working folder without links
}

// Open opens the repository around the place called name, "" for the working folder, at a revision, "" for HEAD. What
// name stands for need not exist. Close must be called.
func Open(ctx context.Context, f *tool.Frame, name, revision string) (*History, error) {
	if name == "" {
		name = "."
	}
	real, err := resolve(f, name)
	if err != nil {
		return nil, err
	}
	r, err := git.Open(ctx, git.Nearest(real), git.Options{Confine: f.Confine, Sandbox: f.Sandbox})
	if err != nil {
		return nil, err
	}
	h := &History{Repository: r, Name: revision, Objects: r.Objects(ctx)}
	if h.here, err = resolve(f, "."); err != nil {
		h.here = r.Top // paths are printed relative to it
	}
	if revision == "" {
		h.Name = "HEAD"
	}
	if h.Commit, err = h.Objects.Commit(h.Name); err != nil || h.Commit.ID == "" {
		h.Close()
		switch {
		case err == nil:
			return nil, opt.Usagef("at", "{at} %s is a tree, which has no history; give a commit", revision)
		case !errors.Is(err, git.ErrUnknown):
			return nil, err
		case revision == "":
			return nil, fmt.Errorf("the repository %s has no commit yet", r.Top)
		}
		return nil, opt.Usagef("at", "{at} %s names no commit of %s", revision, r.Top)
	}
	short, err := r.Abbreviate(ctx, []string{h.Commit.ID})
	if err != nil {
		h.Close()
		return nil, err
	}
	h.Short = short[0]
	return h, nil
}

// Close ends the reading of objects.
func (h *History) Close() { h.Objects.Close() }

// resolve returns the absolute path of name without links. With a sandbox it must be inside.
func resolve(f *tool.Frame, name string) (string, error) {
	folder := f.Sandbox
	if folder == "" {
		here, err := filepath.Abs(name)
		if err != nil {
			return "", err
		}
		folder = filepath.VolumeName(here) + string(filepath.Separator)
	}
	real, err := walk.Inside(folder, name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return real, nil
}

// Path returns the path of name in the repository. If the name is a link, the path is that of the link, unless follow is set.
func (h *History) Path(f *tool.Frame, name string, follow bool) (string, error) {
	real, err := resolve(f, name)
	if err == nil && !follow && filepath.Base(name) != "." && filepath.Base(name) != ".." {
		var folder string
		folder, err = resolve(f, filepath.Dir(name))
		real = filepath.Join(folder, filepath.Base(name))
	}
	if err != nil {
		return "", err
	}
	path, err := h.Relative(real)
	if err != nil {
		return "", fmt.Errorf("%s is not in the repository %s", name, h.Top)
	}
	return path, nil
}

// Printed returns a path of the repository as seen from the working folder.
func (h *History) Printed(path string) string {
	full := filepath.Join(h.Top, filepath.FromSlash(path))
	if rel, err := filepath.Rel(h.here, full); err == nil {
		return filepath.ToSlash(rel)
	}
	return full
}

// mostText is how many bytes a file may have to be compared.
const mostText = 64 << 20

// Text returns what the commit has at path. The error wraps git.ErrAbsent if that is no file.
func (h *History) Text(path string) ([]byte, error) {
	e, err := h.Objects.File(h.Commit.Tree, path)
	if err != nil {
		return nil, err
	}
	if e.Kind != git.File {
		return nil, fmt.Errorf("%s: %w as a file", path, git.ErrAbsent)
	}
	_, text, err := h.Objects.Read(e.ID(), mostText)
	return text, err
}

// A Mapping says which lines of a file the commit has.
type Mapping struct {
	to    []int // see align.Lines
	whole bool  // the text is that of the commit
	lines int   // of the commit's text
}

// Map compares the text of a file with what the commit has.
func Map(committed, now []byte) Mapping {
	m := Mapping{lines: align.Count(committed)}
	if m.whole = bytes.Equal(committed, now); !m.whole {
		m.to = align.Lines(committed, now)
	}
	return m
}

// Line returns the line of the commit that line n of the file is, 0 if that was added or changed since.
func (m *Mapping) Line(n int64) int64 {
	switch {
	case m.whole && n <= int64(m.lines):
		return n
	case m.whole || n < 1 || n > int64(len(m.to)):
		return 0
	}
	return int64(m.to[n-1]) + 1
}

// Range returns the first and the last line of the commit among lines first to last of the file, and how many of these it
// does not have. Both are 0 if it has none.
func (m *Mapping) Range(first, last int64) (from, to, changed int64) {
	for n := first; n <= last; n++ {
		line := m.Line(n)
		if line == 0 {
			changed++
			continue
		}
		if from == 0 {
			from = line
		}
		to = line
	}
	return from, to, changed
}
