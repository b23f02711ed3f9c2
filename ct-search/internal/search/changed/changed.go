// Package changed limits a search to what changed since a commit (--changed, --staged): it has git compare, and selects
// the files and lines when the search begins.
package changed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/git/change"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

// Limit adds to the work of a form that it begins by finding what changed, if the request asks for that.
func Limit(r *request.Request, f *tool.Frame, job *tool.Job) (*tool.Job, error) {
	if !r.Compares() || r.OfChange() {
		return job, nil
	}
	if slices.Contains(r.Searched().Roots, request.Stdin) {
		return nil, opt.Usagef("PATH", "- is standard input, which has no versions to compare; give a path")
	}
	scratch, err := git.Scratch()
	if err != nil {
		return nil, err
	}
	job.Writable = append(job.Writable, scratch)
	run := job.Run
	job.Run = func(ctx context.Context, out io.Writer) (*tool.Answer, error) {
		s := &selection{r: r, f: f, scratch: scratch}
		defer s.close()
		if err := s.find(ctx); err != nil {
			return nil, err
		}
		return run(ctx, out)
	}
	return job, nil
}

// selection is what a request selects.
type selection struct {
	r       *request.Request
	f       *tool.Frame
	scratch string
	repo    *git.Repository
	change  *change.Change
	files   []*change.File // those that are searched
	paths   []string       // of their versions, from the top
	printed []string       // the same, as a walk prints them
	objects *git.Objects   // of versions that are not those of the working tree; nil if none are searched
}

func (s *selection) close() {
	if s.objects != nil {
		s.objects.Close()
	}
}

// Find compares with git what a request asks for.
func Find(ctx context.Context, r *request.Request, f *tool.Frame, scratch string) (*git.Repository, *change.Change, error) {
	option := "changed"
	if !r.Since {
		option = "staged"
	}
	repo, err := git.Open(ctx, around(r), git.Options{Confine: f.Confine, Sandbox: f.Sandbox})
	if err != nil {
		return nil, nil, &opt.ValueError{Option: option, Err: err}
	}
	if r.Passed != "" && r.Revision == "" {
		if _, err := repo.Output(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", r.Passed+"^{commit}"); err == nil {
			return nil, nil, opt.Usagef("changed", "%s after {changed} is a path and a revision; write --changed=%s for the revision, or --changed= %s for the path", r.Passed, r.Passed, r.Passed)
		}
	}
	c, err := change.Against(ctx, repo, change.Options{Base: r.Revision, Staged: r.Staged, Text: r.Binary(), Scratch: scratch})
	if errors.Is(err, git.ErrUnknown) && r.Revision != "" {
		err = fmt.Errorf("%w; it is the word after the option: to give something else there write --changed= before it", err)
	}
	if err != nil {
		return nil, nil, &opt.ValueError{Option: option, Err: err}
	}
	return repo, c, nil
}

// around returns the folder whose repository is compared: the first that is searched.
func around(r *request.Request) string {
	o := r.Searched()
	dir := o.Base
	if len(o.Roots) > 0 {
		dir = o.Roots[0]
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(o.Base, dir)
		}
	}
	if dir == "" {
		return "."
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return "." // the walk says what is wrong with the argument
	case !info.IsDir():
		return filepath.Dir(dir)
	}
	return dir
}

// find finds what changed and selects it.
func (s *selection) find(ctx context.Context) error {
	var err error
	if s.repo, s.change, err = Find(ctx, s.r, s.f, s.scratch); err != nil {
		return err
	}
	for i := range s.change.Files {
		s.consider(&s.change.Files[i])
	}
	if s.r.Versions() {
		s.objects = s.repo.Objects(ctx)
		v, err := s.versions(s.objects)
		if err != nil {
			return err
		}
		s.r.Selection.At = v
	}
	if err := s.locate(); err != nil {
		return nil //nolint:nilerr // the walk says what is wrong with the arguments
	}
	to := &s.r.Changed
	byPath := make(map[string]*change.File, len(s.files))
	for i, f := range s.files {
		if s.printed[i] != "" {
			to.Selection.Files = append(to.Selection.Files, s.printed[i])
			byPath[s.printed[i]] = f
		}
	}
	to.Touched = func(path string, first, last int64) bool {
		f := byPath[path]
		if f == nil {
			return false
		}
		if s.r.Removed {
			return f.Removed.Touch(first, last)
		}
		return first > 0 && (f.Whole || f.Added.Touch(first, last))
	}
	to.Notes, to.Base = s.notes(), s.change.Base.Commit
	return nil
}

// consider adds a file if it is searched.
func (s *selection) consider(f *change.File) {
	path, ranges := f.Path, f.Added
	if s.r.Removed {
		path, ranges = f.OldPath(), f.Removed
	}
	byLines := s.r.Added || s.r.Removed
	switch {
	case s.r.Removed && !f.OldFile, !s.r.Removed && !f.NewFile && !f.Whole:
	case byLines && f.Unknown != "":
		s.unseen(path, "which lines differ is unknown: "+f.Unknown)
	case byLines && len(ranges) == 0 && !f.Whole && !f.Binary:
	default:
		s.files, s.paths = append(s.files, f), append(s.paths, path)
	}
}

func (s *selection) unseen(path, why string) {
	s.change.Unseen = append(s.change.Unseen, change.Unseen{Path: path, Why: why})
}

// locate finds how a walk prints the paths, and enters what is unseen.
func (s *selection) locate() error {
	all := s.absolute(s.paths)
	for _, u := range s.change.Unseen {
		all = append(all, s.absolute([]string{u.Path})...)
	}
	o := s.r.Searched()
	o.At = s.r.Selection.At
	printed, err := o.Locate(all)
	if err != nil {
		return err
	}
	s.printed = printed[:len(s.paths)]
	for i, u := range s.change.Unseen {
		at := printed[len(s.paths)+i]
		switch {
		case u.Path == "":
			at = ""
		case at == "": // not below what is searched
			continue
		}
		s.r.Selection.Unseen = append(s.r.Selection.Unseen, ledger.Entry{Path: at, Detail: u.Why})
	}
	return nil
}

func (s *selection) absolute(paths []string) []string {
	full := make([]string, len(paths))
	for i, p := range paths {
		full[i] = filepath.Join(s.repo.Top, filepath.FromSlash(p))
	}
	return full
}

// notes says what was compared.
func (s *selection) notes() []string {
	c := s.change
	what := "files"
	switch {
	case s.r.Added:
		what = "added lines of files"
	case s.r.Removed:
		what = "removed lines of files, as the base has them,"
	}
	of := "the working tree"
	if c.Staged {
		of = "the index"
	}
	note := fmt.Sprintf("%s in which %s differs from %s", what, of, c.Base)
	if c.Base.Unknown {
		note = "what changed is unknown"
	}
	notes := []string{note}
	if c.Submodules > 0 {
		notes = append(notes, fmt.Sprintf("submodules (%d) are not looked into", c.Submodules))
	}
	return notes
}
