package change

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/git"
)

// A Base is the commit that a change is compared with.
type Base struct {
	Name   string // the revision, as it was given or found
	Commit string // ID of the merge base; "" for the empty tree, before the first commit
	Merge  bool   // the commit is the merge base of HEAD and Name, and not Name itself

	Unknown bool // it was not found; Change.Unseen says why
}

// mostID is how much of an ID is shown.
const mostID = 12

// String names the base with the beginning of its ID.
func (b Base) String() string {
	switch {
	case b.Commit == "":
		return "the empty tree"
	case b.Merge:
		return fmt.Sprintf("the merge base with %s (%s)", b.Name, b.Commit[:mostID])
	}
	return fmt.Sprintf("%s (%s)", b.Name, b.Commit[:mostID])
}

// findBase finds the commit to compare with; ok is false if there is none and the change says why.
func (c *comparison) findBase() (ok bool, err error) {
	base := &c.change.Base
	base.Name = c.o.Base
	if base.Name == "" && c.o.Staged {
		base.Name = "HEAD"
		return c.head()
	}
	if base.Name == "" {
		if base.Name, err = c.usual(); err != nil {
			return false, err
		}
	}
	if strings.HasPrefix(base.Name, "-") || strings.ContainsAny(base.Name, "\x00\n") {
		return false, unknown(base.Name)
	}
	both, err := c.git("rev-parse", "--verify", "--quiet", "--end-of-options", base.Name+"^{commit}")
	if failed, is := errors.AsType[*git.FailedError](err); is {
		if _, missing := c.objects.Commit("HEAD"); missing != nil {
			return false, noHead(missing)
		}
		if failed.Code == 1 || failed.Code == 128 {
			return false, unknown(base.Name)
		}
	}
	if err != nil {
		return false, err
	}
	id := strings.TrimSpace(both)
	merge, err := c.git("merge-base", "HEAD", id)
	if failed, is := errors.AsType[*git.FailedError](err); is {
		c.noBase(failed)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	base.Commit, _, _ = strings.Cut(merge, "\n")
	base.Merge = base.Commit != id
	return true, nil
}

// noHead returns the error about a HEAD whose commit could not be read; err says why, and names HEAD.
func noHead(err error) error {
	if errors.Is(err, git.ErrUnknown) {
		return errors.New("HEAD has no commit yet, so nothing can be compared; commit first")
	}
	return err
}

// unknown returns the error about a revision that does not exist.
func unknown(name string) error { return fmt.Errorf("%q: %w", name, git.ErrUnknown) }

// head is findBase for HEAD itself, which may have no commit yet.
func (c *comparison) head() (ok bool, err error) {
	commit, err := c.objects.Commit("HEAD")
	switch {
	case err == nil:
		c.change.Base.Commit = commit.ID
	case errors.Is(err, git.ErrMissing), !errors.Is(err, git.ErrUnknown):
		c.unseen("", err.Error())
		return false, nil
	}
	return true, nil
}

// noBase notes why HEAD and a revision have no merge base.
func (c *comparison) noBase(failed *git.FailedError) {
	name := c.change.Base.Name
	if failed.Code != 1 {
		c.unseen("", fmt.Sprintf("the merge base of HEAD and %s is unknown: %s", name, failed.Said))
		return
	}
	why := "their histories have no commit in common"
	if shallow, err := c.git("rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(shallow) == "true" {
		why = "this clone is shallow; git fetch --unshallow gets the rest"
	}
	c.unseen("", fmt.Sprintf("HEAD and %s have no merge base: %s", name, why))
}

// usual returns the revision that a branch is usually compared with.
func (c *comparison) usual() (string, error) {
	out, err := c.git("rev-parse", "--abbrev-ref", "--verify", "--quiet", "@{upstream}")
	if name := strings.TrimSpace(out); err == nil && name != "" {
		return name, nil
	}
	if _, failed := errors.AsType[*git.FailedError](err); err != nil && !failed {
		return "", err
	}
	out, err = c.git("for-each-ref", "--format=%(refname)", "refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master")
	if err != nil {
		return "", err
	}
	names := strings.Fields(out)
	for _, ref := range []struct{ full, short string }{{"refs/remotes/origin/HEAD", "origin/HEAD"}, {"refs/heads/main", "main"}, {"refs/heads/master", "master"}} {
		if slices.Contains(names, ref.full) {
			return ref.short, nil
		}
	}
	if _, err := c.objects.Commit("HEAD"); err != nil {
		return "", noHead(err)
	}
	return "", errors.New("no revision to compare with: the branch has no upstream, and there is no origin/HEAD, main or master; name one, such as HEAD for what is not committed")
}

// git returns what git prints.
func (c *comparison) git(args ...string) (string, error) {
	out, err := c.repo.Output(c.ctx, args...)
	return string(out), err
}
