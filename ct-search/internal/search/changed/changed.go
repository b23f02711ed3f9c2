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
	for _, path := range r.Searched().Roots {
		if path == request.Stdin || r.Versions() && filepath.IsAbs(path) {
			return nil, opt.Usagef("PATH", "%s: other versions of files have no absolute paths, and standard input none; give a path from the working folder", path)
		}
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
	written string         // folder of the versions that are not those of the working tree
}

func (s *selection) close() {
	if s.written != "" {
		_ = os.RemoveAll(s.written)
	}
}

// Find compares with git what a request asks for.
func Find(ctx context.Context, r *request.Request, f *tool.Frame, scratch string) (*git.Repository, *change.Change, error) {
	dir, err := around(r)
	if err != nil {
		return nil, nil, err
	}
	option := "changed"
	if !r.Since {
		option = "staged"
	}
	repo, err := git.Open(ctx, dir, git.Options{Confine: f.Confine, Sandbox: f.Sandbox})
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
func around(r *request.Request) (string, error) {
	o := r.Searched()
	dir := o.Base
	if len(o.Roots) > 0 {
		dir = o.Roots[0]
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(o.Base, dir)
		}
	}
	if dir == "" {
		return ".", nil
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		dir = filepath.Dir(dir)
	} else if err != nil {
		return ".", nil //nolint:nilerr // the walk says what is wrong with the argument
	}
	return dir, nil
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
	if err := s.locate(); err != nil {
		return nil //nolint:nilerr // the walk says what is wrong with the arguments
	}
	if s.r.Versions() {
		if err := s.write(ctx); err != nil {
			return err
		}
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
	to.Notes = s.notes()
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
	printed, err := s.r.Searched().Locate(all)
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
	if c.Base.Commit == "" && len(c.Unseen) > 0 && !c.Staged {
		note = "what changed is unknown"
	}
	notes := []string{note}
	if c.Submodules > 0 {
		notes = append(notes, fmt.Sprintf("submodules (%d) are not looked into", c.Submodules))
	}
	return notes
}

// write writes the versions that are searched into a private folder, under the paths that they have below the working
// folder, so that a walk there prints the same paths.
func (s *selection) write(ctx context.Context) error {
	dir, err := os.MkdirTemp(s.scratch, "versions-")
	if err != nil {
		return err
	}
	s.written = dir
	o := s.r.Searched()
	here, err := filepath.Abs(o.Base)
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	if err != nil {
		return err
	}
	base, top := dir, dir
	if rel, failed := filepath.Rel(s.repo.Top, here); failed == nil && filepath.IsLocal(rel) {
		base = filepath.Join(dir, rel)
	} else if rel, failed := filepath.Rel(here, s.repo.Top); failed == nil && filepath.IsLocal(rel) {
		top = filepath.Join(dir, rel)
	} else {
		return opt.Usagef("changed", "{changed}: the working folder is not in the repository %s; change to it", s.repo.Top)
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
		return err
	}
	objects := s.repo.Objects(ctx)
	defer objects.Close()
	for i, f := range s.files {
		if s.printed[i] == "" {
			continue
		}
		if err := s.writeFile(objects, f, filepath.Join(top, filepath.FromSlash(s.paths[i]))); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			s.r.Selection.Unseen = append(s.r.Selection.Unseen, ledger.Entry{Path: s.printed[i], Detail: err.Error()})
		}
	}
	if err := standIn(dir, base, o.Roots); err != nil {
		return err
	}
	s.r.Selection.Base, s.r.Selection.Sandbox = base, dir
	return nil
}

// writeFile writes one version.
func (s *selection) writeFile(objects *git.Objects, f *change.File, to string) error {
	id := f.New
	if s.r.Removed {
		id = f.Old
	}
	blob, err := objects.Open(id)
	if err != nil {
		return err
	}
	defer blob.Close()
	if blob.Size > change.MaxFile {
		return fmt.Errorf("the version has %d bytes, more than %d", blob.Size, change.MaxFile)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, blob)
	return errors.Join(err, file.Close())
}

// standIn creates in a folder what a walk of roots below base needs where none of the versions is.
func standIn(dir, base string, roots []string) error {
	for _, root := range roots {
		full := filepath.Join(base, root)
		if rel, err := filepath.Rel(dir, full); err != nil || !filepath.IsLocal(rel) {
			return opt.Usagef("PATH", "%s is not in the repository; other versions of files are only there", root)
		}
		if _, err := os.Lstat(full); err == nil {
			continue
		}
		info, err := os.Stat(root)
		switch {
		case err != nil:
			continue // the walk says what is wrong with the argument
		case info.IsDir():
			err = os.MkdirAll(full, 0o700)
		default:
			if err = os.MkdirAll(filepath.Dir(full), 0o700); err == nil {
				err = os.WriteFile(full, nil, 0o600)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
