package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/regular"
)

// Nearest returns the nearest folder at or above name that exists, to be given to Open.
func Nearest(name string) string {
	for {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return name
		}
		above := filepath.Dir(name)
		if above == name {
			return name
		}
		name = above
	}
}

// Relative returns the path of what real names, an absolute path without links, relative to r.Top, as git writes it.
func (r *Repository) Relative(real string) (string, error) {
	rel, err := filepath.Rel(r.Top, real)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s is not in the repository %s", real, r.Top)
	}
	return filepath.ToSlash(rel), nil
}

// ErrAbsent is wrapped by the error for a path that a commit does not have.
var ErrAbsent = errors.New("the commit does not have it")

// File returns the entry at path, which is relative to r.Top, in the tree.
func (o *Objects) File(tree, path string) (Entry, error) {
	e := Entry{Kind: Folder}
	for name := range strings.SplitSeq(path, "/") {
		if e.Kind != Folder {
			return e, fmt.Errorf("%s: %w", path, ErrAbsent)
		}
		entries, err := o.Tree(tree)
		if err != nil {
			return e, fmt.Errorf("%s: %w", path, err)
		}
		found := false
		for _, below := range entries {
			if below.Name == name {
				e, tree, found = below, below.ID(), true
				break
			}
		}
		if !found {
			return e, fmt.Errorf("%s: %w", path, ErrAbsent)
		}
	}
	return e, nil
}

// Shallow returns the commits at which a shallow clone ends: their parents are missing. It returns none for other repositories.
func (r *Repository) Shallow() ([]string, error) {
	text, err := regular.ReadFile(filepath.Join(r.common, "shallow"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var ids []string
	for line := range strings.Lines(string(text)) {
		if id := strings.TrimSpace(line); isID(id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// CommitsBetween returns how many commits to has that from does not have.
func (r *Repository) CommitsBetween(ctx context.Context, from, to string) (int64, error) {
	out, err := r.Output(ctx, "rev-list", "--count", "^"+from, to)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
}

// Abbreviate returns for each of the IDs of commits, all different, its beginning that names no other object.
func (r *Repository) Abbreviate(ctx context.Context, ids []string) ([]string, error) {
	var list []string
	for part := range slices.Chunk(ids, mostAbbreviated) {
		out, err := r.Output(ctx, append([]string{"log", "--no-walk=unsorted", "--no-patch", "--format=%h"}, part...)...)
		if err != nil {
			return nil, err
		}
		list = append(list, strings.Fields(string(out))...)
	}
	if len(list) != len(ids) {
		return nil, errors.New("git log did not abbreviate all IDs")
	}
	return list, nil
}

// mostAbbreviated is how many IDs one process abbreviates.
const mostAbbreviated = 500
