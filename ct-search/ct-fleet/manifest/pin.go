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
	err = r.Stream(f.ctx, func(in io.Reader) (err error) {
		s.Bytes, err = sumTree(in)
		return err
	}, "ls-tree", "-r", "-l", "-z", "--full-tree", s.Commit)
	return false, err
}

// sumTree returns the bytes of the files that git ls-tree -r -l -z lists.
func sumTree(in io.Reader) (n int64, err error) {
	list := bufio.NewReader(in)
	for {
		head, err := list.ReadString('\t') // mode, type, ID, size
		if errors.Is(err, io.EOF) && head == "" {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
		fields := strings.Fields(head)
		if len(fields) != 4 {
			return 0, fmt.Errorf("git ls-tree prints %s", quoted(head))
		}
		if fields[1] == "blob" {
			size, err := strconv.ParseInt(fields[3], 10, 64)
			if err != nil {
				return 0, fmt.Errorf("git ls-tree prints %s", quoted(head))
			}
			n += size
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
