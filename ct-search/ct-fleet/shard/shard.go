// Package shard opens the shards of a manifest. A folder is read in place, a repository through the objects of a commit,
// and an archive is unpacked into a bounded scratch. Shards are not trusted: an archive that leads out of its folder, or
// has what source code does not need, is refused by name.
package shard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/regular"
	"github.com/ct-tools/ct/shared/revision"
	"github.com/ct-tools/ct/shared/walk"
)

// An Opener opens shards. It is safe for concurrent use.
type Opener struct {
	Scratch *Scratch
	Sandbox string      // folder that shards may not lead out of, "" for none
	Git     git.Options // how git runs
	// Fetch opens what is not in a file system of this machine. Its error wraps fs.ErrNotExist if there is nothing.
	Fetch func(ctx context.Context, locator string) (io.ReadCloser, error)
}

// An Opened is a shard that can be searched.
type Opened struct {
	Shard manifest.Shard
	// Dir is the folder with its files; for a commit the folder that its tree stands for, whose files are not to be read.
	Dir string
	// Tree is the tree of the commit for a shard of kind git, otherwise nil.
	Tree *revision.Tree
	// Parallel is how many processors a scan of this shard should use, so that all workers together use all.
	Parallel int

	close func() error
}

// At returns the snapshot to walk in place of the file system, nil for a folder.
func (o *Opened) At() walk.Snapshot {
	if o.Tree == nil {
		return nil
	}
	return o.Tree
}

// Close ends the processes that read objects, and removes what was unpacked.
func (o *Opened) Close() error {
	if o.close == nil {
		return nil
	}
	return o.close()
}

// Open opens a shard. The error is an *UnsearchedError if the shard cannot be searched, the cause of the context's end if that
// ended first, and anything else if this machine fails: the scratch cannot be written.
func (o *Opener) Open(ctx context.Context, s manifest.Shard) (*Opened, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	switch s.Kind {
	case manifest.Folder:
		return o.folder(s)
	case manifest.Git:
		return o.commit(ctx, s)
	case manifest.Tar, manifest.Zip:
		return o.archive(ctx, s)
	}
	return nil, reasonf(Refused, "kind %q is unknown; make the manifest again with ct fleet list", s.Kind)
}

// path returns the path of a local shard inside the sandbox.
func (o *Opener) path(s manifest.Shard) (string, error) {
	full, ok := s.Path()
	if !ok {
		return "", reasonf(Refused, "%s: only archives can be read from there", s.Locator)
	}
	if o.Sandbox != "" {
		if _, err := walk.Inside(o.Sandbox, full); err != nil {
			return "", reasonf(Denied, "%v", err)
		}
	}
	return full, nil
}

// folder opens a folder in place.
func (o *Opener) folder(s manifest.Shard) (*Opened, error) {
	full, err := o.path(s)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(full) // whether it can be read turns out in the search (ReasonOf)
	if err != nil {
		return nil, absent(err)
	}
	if !info.IsDir() {
		return nil, reasonf(Changed, "%s is not a folder", full)
	}
	return &Opened{Shard: s, Dir: full}, nil
}

// commit opens the tree of a commit.
func (o *Opener) commit(ctx context.Context, s manifest.Shard) (*Opened, error) {
	full, err := o.path(s)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(full); err != nil {
		return nil, absent(err)
	}
	options := o.Git
	if options.Sandbox == "" {
		options.Sandbox = o.Sandbox
	}
	tree, err := revision.Open(ctx, full, s.Commit, options)
	switch {
	case errors.Is(err, git.ErrUnknown), errors.Is(err, git.ErrMissing):
		return nil, reasonf(Changed, "the repository does not have commit %s", s.Commit)
	case errors.Is(err, git.ErrNoGit):
		return nil, err
	case errors.Is(err, git.ErrOwner):
		return nil, reasonf(Denied, "%v", err)
	case err != nil:
		return nil, reasonf(Corrupt, "%v", err)
	}
	if real, err := filepath.EvalSymlinks(full); err != nil || real != tree.Top() {
		tree.Close()
		return nil, reasonf(Corrupt, "git does not take %s for a repository, only a folder around it", full)
	}
	if tree.Commit.ID != s.Commit {
		tree.Close()
		return nil, reasonf(Changed, "%s is not the hash of a commit", s.Commit)
	}
	return &Opened{Shard: s, Dir: tree.Top(), Tree: tree, close: func() error { tree.Close(); return nil }}, nil
}

// archive unpacks an archive. One that finds too little room beside others is unpacked again, when it is alone.
func (o *Opener) archive(ctx context.Context, s manifest.Shard) (_ *Opened, err error) {
	l, err := o.Scratch.lease()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.close())
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
		}
	}()
	err = o.unpack(ctx, s, l)
	if errors.Is(err, errFull) {
		if err = l.alone(ctx); err == nil {
			err = o.unpack(ctx, s, l)
		}
	}
	if err != nil {
		return nil, err
	}
	l.settle()
	return &Opened{Shard: s, Dir: filepath.Join(l.dir, tree), close: l.close}, nil
}

// tree is the folder of a lease with what an archive holds.
const tree = "tree"

// source opens the bytes of an archive.
func (o *Opener) source(ctx context.Context, s manifest.Shard) (io.ReadCloser, error) {
	if _, ok := s.Path(); !ok {
		if o.Fetch == nil {
			return nil, fmt.Errorf("%s: this program reads only files", s.Locator)
		}
		in, err := o.Fetch(ctx, s.Locator)
		if err != nil {
			return nil, absent(err)
		}
		return in, nil
	}
	full, err := o.path(s)
	if err != nil {
		return nil, err
	}
	in, err := regular.Open(full)
	if errors.Is(err, regular.ErrNot) {
		return nil, reasonf(Changed, "%s is not a regular file", full)
	}
	if err != nil {
		return nil, absent(err)
	}
	return in, nil
}

// absent returns the reason for an error of a file system or a store.
func absent(err error) *UnsearchedError {
	text := err.Error()
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		text = wrong.Path + ": " + wrong.Err.Error()
	}
	code := Denied
	if errors.Is(err, fs.ErrNotExist) {
		code = Missing
	}
	return reasonf(code, "%s", strings.TrimSpace(text))
}
