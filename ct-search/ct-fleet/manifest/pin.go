package manifest

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/regular"
)

// commit fills in the commit of a repository's revision and the bytes of its files.
func (f *finder) commit(s *Shard) (empty bool, err error) {
	r, err := git.Open(f.ctx, s.Locator, f.Git)
	if err != nil {
		return false, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), s.Locator+": "))
	}
	if real, err := filepath.EvalSymlinks(s.Locator); err != nil || real != r.Top || r.Bare && real != r.GitDir {
		return false, errors.New("git does not take it for a repository, only a folder around it; repair it or remove its .git")
	}
	revision := f.At
	if revision == "" {
		revision = "HEAD"
	}
	out, err := r.Output(f.ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		if refs, failed := r.Output(f.ctx, "for-each-ref", "--count=1"); f.At == "" && failed == nil && len(refs) == 0 {
			return true, nil
		}
		return false, fmt.Errorf("no commit %s; give one that it has with --at", quoted(revision))
	}
	s.Commit = strings.TrimSpace(string(out))
	err = f.sizes(r, s, sizeListed, "-l")
	if errors.Is(err, git.ErrMissing) { // a partial clone, about whose objects git can only be asked one by one
		objects := r.Objects(f.ctx)
		defer objects.Close()
		err = f.sizes(r, s, func(fields []string) (int64, error) { return sizeOfObject(objects, fields[2]) })
	}
	return false, err
}

// sizes fills in the bytes of the files of a commit, by the fields that git ls-tree prints of each with more options.
func (f *finder) sizes(r *git.Repository, s *Shard, size func(fields []string) (int64, error), more ...string) error {
	args := append(append([]string{"ls-tree", "-r", "-z", "--full-tree"}, more...), s.Commit)
	return r.Stream(f.ctx, func(in io.Reader) (err error) {
		s.Bytes, err = sumTree(in, size)
		return err
	}, args...)
}

// sizeListed returns the size that git ls-tree -l lists, 0 for a missing object.
func sizeListed(fields []string) (int64, error) {
	if len(fields) != 4 {
		return 0, errors.New("without a size")
	}
	if fields[3] == "BAD" {
		return 0, nil
	}
	return strconv.ParseInt(fields[3], 10, 64)
}

// sizeOfObject returns the size of an object, 0 if it is missing.
func sizeOfObject(objects *git.Objects, id string) (int64, error) {
	b, err := objects.Open(id)
	if errors.Is(err, git.ErrMissing) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer b.Close()
	return b.Size, nil
}

// sumTree returns the bytes of the files that git ls-tree -r -z lists, without those that the repository lacks: the search
// will say so.
func sumTree(in io.Reader, size func(fields []string) (int64, error)) (n int64, err error) {
	list := bufio.NewReader(in)
	for {
		head, err := list.ReadString('\t') // mode, type, ID, and perhaps size
		if errors.Is(err, io.EOF) && head == "" {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
		fields := strings.Fields(head)
		if len(fields) < 3 {
			return 0, fmt.Errorf("git ls-tree prints %s", quoted(head))
		}
		if fields[1] == "blob" {
			bytes, err := size(fields)
			if err != nil {
				return 0, fmt.Errorf("git ls-tree prints %s: %w", quoted(head), err)
			}
			n += bytes
		}
		if _, err := list.ReadString(0); err != nil {
			return 0, err
		}
	}
}

// digest fills in the digest of an archive and its bytes.
func (f *finder) digest(s *Shard) (err error) {
	var in io.ReadCloser
	if path, ok := s.Path(); ok {
		in, err = regular.Open(path)
	} else {
		in, err = f.Open(f.ctx, s.Locator)
	}
	if err != nil {
		return cause(err)
	}
	defer func() { _ = in.Close() }()
	sum := sha256.New()
	if s.Bytes, err = io.Copy(sum, ending{f.ctx, in}); err != nil {
		return cause(err)
	}
	s.Digest = DigestOf(sum.Sum(nil))
	return nil
}

// ending is a reader that ends with a context.
type ending struct {
	ctx context.Context
	io.Reader
}

func (r ending) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p)
}
