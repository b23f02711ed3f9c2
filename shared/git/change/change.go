// Package change computes what a change is: the files and lines in which a working tree, or the index, differs from a
// commit, as git diff -M would show them.
//
// git itself never sees the working tree. git status and git diff run the programs that a repository names for its files
// (filter.NAME.clean), and so would every other command that compares files with the index. Instead this process compares
// the files with the index by what the system says of them (size, times, inode), as git does, reads those that differ, and
// converts line ends by git's rules. Their contents, as objects of git, and two trees that have only the differing
// files are written to a private folder; git diff-tree then finds the renames and the lines. It only reads.
//
// What cannot be compared is named (Change.Unseen): a program or an encoding would convert the file, an object is missing in
// this clone, or git cannot read it.
package change

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/git"
)

// Options say what is compared.
type Options struct {
	Base    string // a revision; "" for the usual one, or HEAD with Staged
	Staged  bool   // compare the index instead of the working tree
	Text    bool   // find the lines of binary files too
	Scratch string // an existing folder in which this process may create a folder; see git.Scratch
}

// Status is how a file differs.
type Status byte

// The statuses, with git's letters.
const (
	Added      Status = 'A'
	Modified   Status = 'M'
	Deleted    Status = 'D'
	Renamed    Status = 'R'
	TypeChange Status = 'T' // a file became a link or a submodule, or the other way round
	Untracked  Status = '?'
)

// String returns the status as a word.
func (s Status) String() string {
	switch s {
	case Added:
		return "added"
	case Modified:
		return "modified"
	case Deleted:
		return "deleted"
	case Renamed:
		return "renamed"
	case TypeChange:
		return "type changed"
	case Untracked:
		return "untracked"
	}
	return ""
}

// A Range is the lines from First to Last, numbered from 1.
type Range struct{ First, Last int64 }

// Ranges are in order and do not overlap.
type Ranges []Range

// Touch reports whether one of the lines from first to last is in a range.
func (r Ranges) Touch(first, last int64) bool {
	i, _ := slices.BinarySearchFunc(r, first, func(r Range, first int64) int { return cmp.Compare(r.Last, first) })
	return i < len(r) && r[i].First <= last
}

// Lines returns how many lines there are.
func (r Ranges) Lines() int64 {
	var n int64
	for _, of := range r {
		n += of.Last - of.First + 1
	}
	return n
}

// A File is a file that differs.
type File struct {
	Path   string // from the top of the repository, with slashes; of a deleted file the one that it had
	From   string // the path that it had, if it was renamed
	Status Status
	Old    string // the ID of the base's version, "" if the base does not have the file
	New    string // the ID of the other version, "" if there is none, or if it is not tracked
	// Whether the versions are regular files, not links or submodules.
	OldFile, NewFile bool
	Mode             bool // its permissions differ

	Added   Ranges  // lines of the file that the base's version does not have
	Removed Ranges  // lines of the base's version that the file does not have
	Gaps    []int64 // lines of the file after which it lacks some of the base's, and adds none
	Whole   bool    // all its lines are added, whatever their number: it is not tracked
	Binary  bool    // it has no lines
	Unknown string  // why it is not known which lines differ; "" if it is
}

// OldPath returns the path of the base's version.
func (f *File) OldPath() string { return cmp.Or(f.From, f.Path) }

// An Unseen is what could not be compared.
type Unseen struct {
	Path string // from the top; "" for everything
	Why  string
}

// A Change is how a working tree or an index differs from a commit.
type Change struct {
	Base       Base
	Staged     bool
	Files      []File // in the order of their paths
	Unseen     []Unseen
	Submodules int // folders of other repositories; what changed in them is not looked at
}

// Find returns the file that has a path, nil if it did not change.
func (c *Change) Find(path string) *File {
	i, ok := slices.BinarySearchFunc(c.Files, path, func(f File, path string) int { return strings.Compare(f.Path, path) })
	if !ok {
		return nil
	}
	return &c.Files[i]
}

// MaxFile is the size in bytes from which files are compared only as a whole.
const MaxFile = 64 << 20

// version is one version of a file: what git knows of it.
type version struct {
	mode uint32 // 0 if there is none
	id   string // of its object; of a file in the working tree "" if it was not read
}

const (
	kindMask    = 0o170000
	kindFile    = 0o100000
	kindLink    = 0o120000
	kindGitlink = 0o160000
)

func (v version) kind() uint32 { return v.mode & kindMask }

// pair is the two versions of a path.
type pair struct {
	path     string
	old, new version
	conflict bool   // the index has several versions
	unknown  string // why its lines are not compared
}

// differs reports whether the versions do.
func (p *pair) differs() bool { return p.old != p.new }

// comparison is one run of Against.
type comparison struct {
	ctx     context.Context
	repo    *git.Repository
	o       Options
	objects *git.Objects
	change  *Change
	private *store // what this process wrote; nil if nothing
}

// unseen notes what cannot be compared.
func (c *comparison) unseen(path, why string) {
	c.change.Unseen = append(c.change.Unseen, Unseen{path, why})
}

// Against returns how the working tree, or the index, differs from the merge base of HEAD and a revision. Without a merge
// base, or if git cannot read what it needs, the change is empty and says so in Unseen. It is an error if a revision is
// unknown, or if git cannot run.
func Against(ctx context.Context, repo *git.Repository, o Options) (*Change, error) {
	if repo.Bare && !o.Staged {
		return nil, fmt.Errorf("%s: a repository without a working tree; there is nothing to compare with a commit", repo.Top)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &comparison{ctx: ctx, repo: repo, o: o, objects: repo.Objects(ctx), change: &Change{Staged: o.Staged}}
	defer c.objects.Close()
	defer func() {
		if c.private != nil {
			c.private.close()
		}
	}()
	scanned := make(chan error, 1)
	w := &tree{comparison: c, top: repo.Top}
	if !o.Staged {
		var scanning sync.WaitGroup
		scanning.Go(func() { scanned <- w.scan() })
		defer scanning.Wait()
		defer cancel()
	}
	ok, err := c.findBase()
	if err != nil || !ok {
		c.change.Base.Unknown = true
		return c.change, err
	}
	pairs, err := c.pairs(w, scanned)
	if failed, is := errors.AsType[*git.FailedError](err); is && ctx.Err() == nil {
		c.unseen("", failed.Error())
		return c.change, nil
	}
	if err != nil {
		return nil, err
	}
	if err := c.lines(pairs); err != nil {
		return nil, err
	}
	slices.SortFunc(c.change.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(c.change.Unseen, func(a, b Unseen) int { return strings.Compare(a.Path, b.Path) })
	return c.change, nil
}

// pairs returns the tracked paths whose versions differ.
func (c *comparison) pairs(w *tree, scanned <-chan error) ([]pair, error) {
	if c.o.Staged {
		pairs, err := c.staged()
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(pairs, func(p pair) bool {
			if p.conflict {
				c.unseen(p.path, "it has conflicts, so the index has no single version of it")
			}
			return p.conflict
		}), nil
	}
	return w.worktree(scanned)
}
