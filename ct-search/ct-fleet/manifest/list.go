package manifest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/walk"
)

// A Lister makes shards from sources: repositories, archives, and folders of them.
type Lister struct {
	At      string // the revision of repositories, "" is HEAD
	InPlace bool   // repositories are folders: their files as they are now
	Sandbox string // folder that sources may not lead out of, "" for none
	Git     git.Options
	// Open opens an archive that is not in a file system of this machine, and Find returns the locators of the archives
	// below a locator that ends with a slash.
	Open func(ctx context.Context, locator string) (io.ReadCloser, error)
	Find func(ctx context.Context, below string) ([]string, error)

	found, pinned atomic.Int64
}

// Progress returns how many shards were found so far, and how many of them are pinned.
func (l *Lister) Progress() (found, pinned int64) { return l.found.Load(), l.pinned.Load() }

// A Listing is what a Lister found.
type Listing struct {
	Shards []Shard
	Failed []Failure // what should be a shard but cannot be pinned, in the order of the sources
	Links  int64     // symbolic links, which are not followed
	Files  int64     // files beside repositories and archives
	Hidden int64     // entries whose names begin with a dot
	Empty  int64     // repositories without a commit
}

// A Failure is what cannot be a shard, and why.
type Failure struct {
	Locator string
	Reason  error
}

// mostDepth is how many folders lie at most between a source and a repository: SOURCE/host/group/repository and one more.
const mostDepth = 4

// List returns the shards of sources, in no order; New sorts them. It is an error if a source does not exist or is
// outside the sandbox; what else cannot be read is a Failure.
func (l *Lister) List(ctx context.Context, sources []string) (*Listing, error) {
	f := &finder{Lister: l, ctx: ctx, out: &Listing{}, seen: map[string]bool{}}
	for _, s := range sources {
		if err := f.source(s); err != nil {
			return nil, err
		}
	}
	if inner, outer := nested(f.found); inner != nil {
		return nil, nestedError(inner, outer)
	}
	if err := f.pin(); err != nil {
		return nil, err
	}
	return f.out, rename(f.out.Shards)
}

// finder looks for shards.
type finder struct {
	*Lister
	ctx   context.Context
	out   *Listing
	found []Shard // not pinned yet
	seen  map[string]bool
}

// add adds a shard that was not found before.
func (f *finder) add(s Shard) {
	if !f.seen[s.Locator] {
		f.seen[s.Locator] = true
		f.found = append(f.found, s)
		f.Lister.found.Add(1)
	}
}

// source looks at one source.
func (f *finder) source(named string) error {
	switch scheme, rest := SchemeOf(named); scheme {
	case "s3", "gs":
		return f.remote(named)
	case "file":
		named = filepath.FromSlash(rest)
	case "":
	default:
		return fmt.Errorf("%s: unknown scheme %s; want a path, file, s3 or gs", quoted(named), scheme)
	}
	full, id, err := f.place(named)
	if err != nil {
		return err
	}
	info, err := os.Stat(full)
	if err != nil {
		return fmt.Errorf("%s: %w", named, cause(err))
	}
	kind := KindOf(full)
	switch {
	case info.IsDir() && isRepository(full):
		f.merge(repositoryAt(f.InPlace, full, id))
	case info.IsDir():
		return f.folder(full, id)
	case info.Mode().IsRegular() && kind != "":
		f.add(Shard{ID: id, Kind: kind, Locator: full})
	default:
		return fmt.Errorf("%s: neither a folder nor an archive (.tar, .tar.gz, .tgz, .tar.zst, .zip)", named)
	}
	return nil
}

// place returns the absolute path of a source without links, and the ID that its name stands for.
func (f *finder) place(named string) (full, id string, err error) {
	if full, err = filepath.Abs(named); err != nil {
		return "", "", err
	}
	if filepath.Base(full) == ".git" {
		full = filepath.Dir(full)
	}
	id = base(full)
	if f.Sandbox != "" {
		full, err = walk.Inside(f.Sandbox, full)
		if err != nil && !strings.Contains(err.Error(), named) {
			err = fmt.Errorf("%s: %w", named, err)
		}
		return full, id, err
	}
	if real, err := filepath.EvalSymlinks(full); err == nil { // or else its error names it
		full = real
	}
	return full, id, nil
}

// remote looks at an archive, or at all below a prefix.
func (f *finder) remote(named string) error {
	list := []string{named}
	if strings.HasSuffix(named, "/") {
		var err error
		if list, err = f.Find(f.ctx, named); err != nil {
			return fmt.Errorf("%s: %w", named, err)
		}
	}
	for _, at := range list {
		kind := KindOf(at)
		switch {
		case kind != "":
			id := base(at)
			if below, ok := strings.CutPrefix(at, named); ok && below != "" {
				id = trimmed(below)
			}
			f.add(Shard{ID: id, Kind: kind, Locator: at})
		case at == named:
			return fmt.Errorf("%s: not the name of an archive (.tar, .tar.gz, .tgz, .tar.zst, .zip); end a prefix with a slash", named)
		case isForeign(at):
			f.out.Failed = append(f.out.Failed, Failure{at, errForeign})
		default:
			f.out.Files++
		}
	}
	return nil
}

// folder looks at a source that is a folder of shards. A folder is a shard itself if it has neither folders nor archives, or
// files and no repository or archive below it.
func (f *finder) folder(full, id string) error {
	entries, err := os.ReadDir(full)
	if err != nil {
		return fmt.Errorf("%s: %w", full, cause(err))
	}
	if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !hidden(e) && (e.IsDir() || KindOf(e.Name()) != "") }) {
		f.add(Shard{ID: id, Kind: Folder, Locator: full})
		return nil
	}
	s := f.survey(full, "", entries, 0)
	if s.files && !s.repositories && !s.archives {
		s = &survey{found: []Shard{{ID: id, Kind: Folder, Locator: full}}}
	}
	f.merge(s)
	return f.ctx.Err()
}

// merge adds what is in a source.
func (f *finder) merge(s *survey) {
	for _, shard := range s.found {
		f.add(shard)
	}
	f.out.count(&s.out)
}

// count adds what is no shard.
func (l *Listing) count(o *Listing) {
	l.Failed = append(l.Failed, o.Failed...)
	l.Links += o.Links
	l.Files += o.Files
	l.Hidden += o.Hidden
}

// repositoryAt returns the survey of a source that is a repository.
func repositoryAt(inPlace bool, full, id string) *survey {
	s := &survey{}
	s.repository(inPlace, full, id)
	return s
}

func hidden(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") }

// survey is what is in a folder, and in the folders of shards below it.
type survey struct {
	found        []Shard
	out          Listing
	repositories bool
	archives     bool // here or in a folder of shards below
	files        bool // other files, here
}

// holds reports whether the folder is one of shards: it has repositories, or archives and no files beside them. Archives
// among other files belong to these, such as those that tests of a program read.
func (s *survey) holds() bool { return s.repositories || s.archives && !s.files }

// survey looks at the entries of a folder, whose path below the source is rel.
func (f *finder) survey(full, rel string, entries []fs.DirEntry, depth int) *survey {
	s := &survey{}
	for _, e := range entries {
		below, name := filepath.Join(full, e.Name()), filepath.Join(rel, e.Name())
		kind := KindOf(e.Name())
		switch {
		case hidden(e):
			s.out.Hidden++
		case e.Type()&fs.ModeSymlink != 0:
			s.out.Links++
		case e.IsDir() && isRepository(below):
			s.repositories = true
			s.repository(f.InPlace, below, trimmed(name))
		case e.IsDir():
			s.inside(f.below(below, name, depth+1), below, name)
		case e.Type().IsRegular() && kind != "":
			s.archives = true
			s.found = append(s.found, Shard{ID: trimmed(name), Kind: kind, Locator: below})
		case e.Type().IsRegular() && isForeign(name):
			s.out.Failed = append(s.out.Failed, Failure{below, errForeign})
			s.files = true
		default:
			s.files = s.files || e.Type().IsRegular()
			s.out.Files++
		}
	}
	return s
}

// below returns what is in a folder below a source, nil if it is not to be looked at.
func (f *finder) below(full, rel string, depth int) *survey {
	if depth >= mostDepth || f.ctx.Err() != nil {
		return nil
	}
	entries, err := os.ReadDir(full)
	if err != nil {
		return &survey{repositories: true, out: Listing{Failed: []Failure{{full, cause(err)}}}}
	}
	return f.survey(full, rel, entries, depth)
}

// inside adds a folder: as a shard, or the shards in it.
func (s *survey) inside(o *survey, full, rel string) {
	if o == nil || !o.holds() {
		s.found = append(s.found, Shard{ID: filepath.ToSlash(rel), Kind: Folder, Locator: full})
		return
	}
	s.repositories, s.archives = s.repositories || o.repositories, s.archives || o.archives
	s.found = append(s.found, o.found...)
	s.out.count(&o.out)
}

var errBare = errors.New("a bare repository has no files in place; list it at a commit")

// repository adds a repository, or its files in place.
func (s *survey) repository(inPlace bool, full, id string) {
	kind := Git
	if inPlace {
		kind = Folder
		if _, err := os.Lstat(filepath.Join(full, ".git")); err != nil {
			s.out.Failed = append(s.out.Failed, Failure{full, errBare})
			return
		}
	}
	s.found = append(s.found, Shard{ID: id, Kind: kind, Locator: full})
}

// isRepository reports whether a folder is a repository of git, with a working tree or bare (gitrepository-layout(5)).
func isRepository(dir string) bool {
	has := func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	return has(".git") || has("HEAD") && has("objects") && (has("refs") || has("reftable"))
}

// archives are the endings of archives' names.
var archives = []struct {
	ending string
	kind   Kind
}{{".tar", Tar}, {".tar.gz", Tar}, {".tgz", Tar}, {".tar.zst", Tar}, {".tzst", Tar}, {".zip", Zip}}

// KindOf returns the kind of archive that a name says it is, "" for none.
func KindOf(name string) Kind {
	name = strings.ToLower(name)
	for _, a := range archives {
		if strings.HasSuffix(name, a.ending) {
			return a.kind
		}
	}
	return ""
}

// errForeign is the reason for an archive of another kind: to leave it out in silence would be a lie about the corpus.
var errForeign = errors.New("archives of this kind are not read; pack it again as .tar.zst, .tar.gz or .zip")

// isForeign reports whether a name says that it is an archive of a kind that is not read.
func isForeign(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{".tar.xz", ".txz", ".tar.bz2", ".tbz", ".tbz2", ".tar.lz", ".tar.lzma", ".tar.z", ".tar.br", ".7z", ".rar"}, func(ending string) bool {
		return strings.HasSuffix(name, ending)
	})
}

// base returns the ID of a source: the last element of its path without its ending.
func base(full string) string { return trimmed(path.Base(filepath.ToSlash(full))) }

// trimmed returns a relative path with slashes, without the ending of an archive or a bare repository.
func trimmed(rel string) string {
	rel = strings.TrimPrefix(filepath.ToSlash(rel), "/")
	for _, a := range archives {
		if cut := len(rel) - len(a.ending); cut > 0 && strings.EqualFold(rel[cut:], a.ending) && rel[cut-1] != '/' {
			return rel[:cut]
		}
	}
	if cut := strings.TrimSuffix(rel, ".git"); cut != "" && !strings.HasSuffix(cut, "/") {
		return cut
	}
	return rel
}

// pin completes what was found, several at a time, and keeps its order.
func (f *finder) pin() error {
	reasons, empty := make([]error, len(f.found)), make([]bool, len(f.found))
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(f.found)) {
		wait.Go(func() {
			for i := range next {
				empty[i], reasons[i] = f.complete(&f.found[i])
				f.pinned.Add(1)
			}
		})
	}
	for i := range f.found {
		if f.ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wait.Wait()
	if f.ctx.Err() != nil {
		return context.Cause(f.ctx)
	}
	for i, s := range f.found {
		switch {
		case empty[i]:
			f.out.Empty++
		case reasons[i] != nil:
			f.out.Failed = append(f.out.Failed, Failure{s.Locator, reasons[i]})
		default:
			f.out.Shards = append(f.out.Shards, s)
		}
	}
	return nil
}

// complete fills in what pins a shard, and its bytes. It reports whether it is a repository without a commit.
func (f *finder) complete(s *Shard) (empty bool, err error) {
	if err := checkLocator(s.Locator); err != nil {
		return false, err
	}
	switch s.Kind {
	case Folder:
		s.Bytes, err = sizeOf(f.ctx, s.Locator)
	case Git:
		return f.commit(s)
	default:
		err = f.digest(s)
	}
	return false, err
}

// sizeOf returns the bytes of the files of a folder, without what git keeps. What cannot be read counts as none: the search will say so.
func sizeOf(ctx context.Context, dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && name == dir:
			return cause(err)
		case err == nil && e.IsDir() && e.Name() == ".git":
			return fs.SkipDir
		case err != nil || !e.Type().IsRegular():
			return nil //nolint:nilerr // see above
		}
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n, err
}

// rename changes the IDs of shards that have the same one, and of one whose ID is a folder of another's, to their whole
// paths. What has an ID that is no ID becomes an error.
func rename(shards []Shard) error {
	count, holds := map[string]int{}, map[string]bool{}
	for i := range shards {
		id := shards[i].ID
		count[id]++
		for above := path.Dir(id); above != "." && above != "/"; above = path.Dir(above) {
			holds[above] = true
		}
	}
	for i := range shards {
		s := &shards[i]
		if count[s.ID] > 1 || holds[s.ID] {
			_, rest := SchemeOf(s.Locator)
			s.ID = strings.Trim(strings.ReplaceAll(filepath.ToSlash(rest), ":", ""), "/")
		}
		if err := checkID(s.ID); err != nil {
			return fmt.Errorf("%s: %w", quoted(s.Locator), err)
		}
	}
	return nil
}

// cause returns the error of the system without the name of its call and the path.
func cause(err error) error {
	for {
		inner, ok := err.(*fs.PathError) //nolint:errorlint // the outermost is wanted
		if !ok {
			return err
		}
		err = inner.Err
	}
}
