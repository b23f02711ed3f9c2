package request

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/ct-tools/ct/shared/cause"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/walk"
)

// Resolving has the options about what calls are bound to.
type Resolving struct {
	ResolveIn string // the folder that has the definitions
}

// resolvingRows returns the rows about what calls are bound to.
func (r *Request) resolvingRows(all []opt.Option) []opt.Option {
	return append(all, rows([]opt.Option{
		{
			Name: "resolve-in", Arg: "DIR", Role: opt.Wider, Var: opt.Once(&r.ResolveIn), Complete: opt.Folders,
			Instead: map[string]string{Definitions: "{expand} binds calls by the repository around PATH"},
			Brief:   "folder whose definitions calls are bound to",
			Help:    "bind calls by the definitions and imports of DIR, and report those in PATH alone; by default the repository around PATH, outside of one the working folder",
		},
	}, "Calls (--calls)", Calls)...)
}

// An Area is a folder by whose definitions and imports calls are bound, while only those in the searched files are reported.
type Area struct {
	Folder  string       // as the paths of files in it begin: ".", "../..", or an absolute path
	Files   walk.Options // the files in it; their printed paths are relative to it
	Covered bool         // every one of them is searched anyway
	within  []string     // the names of the folders that lead from it down to the working folder
	apart   bool         // the working folder is not in it, or paths are absolute
	mount   *walk.Mount  // it is this folder; nil for another
}

// Printed returns the path that a search prints for a file of the area, whose path below the area is given.
func (a *Area) Printed(below string) string {
	if a.apart {
		return path.Join(a.Folder, below)
	}
	return climb(a.within, below)
}

// Search returns the files of the area as a search names them from the working folder.
func (a *Area) Search() walk.Options {
	files := a.Files
	files.Base, files.Roots, files.Mount = "", []string{a.Folder}, a.mount
	return files
}

// IsAbove reports whether the working folder is in the area, and paths are relative to it.
func (a *Area) IsAbove() bool { return len(a.within) > 0 && !a.apart }

// Own returns the path that a search prints for a file of an area above the working folder, to which a path leads.
func (a *Area) Own(name string) string {
	if !strings.HasPrefix(name, "../") {
		return name
	}
	below := path.Join(path.Join(a.within...), name)
	if strings.HasPrefix(below, "..") {
		return name
	}
	return climb(a.within, below)
}

// climb returns a path that is relative to a folder as one that is relative to a folder below it.
func climb(within []string, below string) string {
	for i, name := range within {
		rest, ok := strings.CutPrefix(below, name+"/")
		if !ok {
			return strings.Repeat("../", len(within)-i) + below
		}
		below = rest
	}
	return below
}

// Areas returns the folders in which calls in the files are to be resolved, as AreasOf does for the folder of --resolve-in.
func (r *Request) Areas(files walk.Options) ([]Area, error) { return AreasOf(files, r.ResolveIn) }

// AreasOf returns the folders in which calls in the files are to be resolved: the one that is named, or without a name of
// each root the repository around it, outside of a repository the working folder, and if the root is not in that, nothing
// more than the root. The default is neither the user's home nor the root of the file system. With a sandbox no area is
// outside of it. The error is a *opt.ValueError about --resolve-in if the folder that is named cannot be one.
func AreasOf(files walk.Options, named string) ([]Area, error) {
	if files.Mount != nil {
		return []Area{mountedArea(&files)}, nil
	}
	s, err := newSurvey(files)
	if err != nil {
		return nil, err
	}
	if named != "" {
		dir, err := s.named(named)
		if err != nil {
			return nil, err
		}
		return []Area{s.area(dir)}, nil
	}
	var dirs []string
	for _, root := range s.roots {
		dir := s.around(root.folder)
		if dir == "" || slices.ContainsFunc(dirs, func(other string) bool { return isIn(other, dir) }) {
			continue
		}
		dirs = append(slices.DeleteFunc(dirs, func(other string) bool { return isIn(dir, other) }), dir)
	}
	areas := make([]Area, len(dirs))
	for i, dir := range dirs {
		areas[i] = s.area(dir)
	}
	return areas, nil
}

// A survey finds the areas of a search.
type survey struct {
	files walk.Options
	here  string // the working folder, like all paths here absolute and without links
	box   string // the sandbox, "" without one
	roots []rootFolder
	tops  map[string]string // by folder: the repository around it
}

// A rootFolder is a folder that is searched, or in which a file that is searched is.
type rootFolder struct {
	folder string
	whole  bool // all of it is searched
	named  bool // its paths are printed as absolute ones
}

// newSurvey resolves the roots of a search. Those that are not there are left to the search.
func newSurvey(files walk.Options) (*survey, error) {
	here, err := real("")
	if err != nil {
		return nil, err
	}
	s := &survey{files: files, here: here, tops: map[string]string{}}
	if files.Sandbox != "" {
		if s.box, err = real(files.Sandbox); err != nil {
			return nil, err
		}
	}
	names := files.Roots
	if len(names) == 0 {
		names = []string{"."}
	}
	for _, name := range names {
		full, err := real(name)
		if err != nil {
			continue
		}
		root := rootFolder{folder: full, whole: true}
		if info, err := os.Stat(full); err != nil || !info.IsDir() {
			root = rootFolder{folder: filepath.Dir(full)}
		}
		root.named = filepath.IsAbs(name) && !isIn(here, full)
		s.roots = append(s.roots, root)
	}
	return s, nil
}

// real returns an absolute path without links.
func real(name string) (string, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(full)
}

// isIn reports whether a path is a folder or in it.
func isIn(folder, name string) bool {
	rel, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(rel)
}

// named returns the folder that a request names.
func (s *survey) named(name string) (string, error) {
	var err error
	full := name
	if s.box != "" {
		full, err = walk.Inside(s.box, name)
	}
	if err == nil {
		full, err = real(full)
	}
	if err == nil {
		var info os.FileInfo
		if info, err = os.Stat(full); err == nil && !info.IsDir() {
			err = syscall.ENOTDIR
		}
	}
	if err == nil {
		return full, nil
	}
	return "", &opt.ValueError{Option: "resolve-in", Err: walk.Suggest(s.files.Sandbox, name, fmt.Errorf("%s: %w", name, cause.Of(err)))}
}

// around returns the folder in which calls in a folder are resolved by default, "" for none but what is searched.
func (s *survey) around(folder string) string {
	top, ok := s.tops[folder]
	if !ok {
		top = walk.Repository(folder)
		s.tops[folder] = top
	}
	if top == "" || isVast(top) {
		top = s.here
	}
	if s.box != "" && isIn(top, s.box) {
		top = s.box
	}
	if !isIn(top, folder) || s.box != "" && !isIn(s.box, top) || isVast(top) {
		return ""
	}
	return top
}

// isVast reports whether a folder has more than a program: it is the user's home or the root of the file system.
func isVast(folder string) bool {
	home, err := os.UserHomeDir()
	return filepath.Dir(folder) == folder || err == nil && (folder == home || isIn(folder, home))
}

// mountedArea returns the area of a mounted folder: all of it.
func mountedArea(o *walk.Options) Area {
	a := Area{Folder: o.Mount.Name, Files: filesOf(o, o.Mount.Dir), apart: true, mount: o.Mount}
	if o.At == nil {
		a.Files.Sandbox = o.Mount.Dir
	}
	a.Covered = !isPart(o) && slices.Contains(o.Roots, o.Mount.Name)
	return a
}

// filesOf returns the files of an area, which are chosen as o does.
func filesOf(o *walk.Options, dir string) walk.Options {
	return walk.Options{
		Base: dir, Roots: []string{"."}, Sandbox: o.Sandbox, At: o.At, Hidden: o.Hidden, NoIgnore: o.NoIgnore, Follow: o.Follow, GitOnly: o.GitOnly, MaxFileSize: o.MaxFileSize, Workers: o.Workers,
	}
}

// isPart reports whether o leaves out some of the files in its roots.
func isPart(o *walk.Options) bool {
	return len(o.Include)+len(o.Exclude)+len(o.Narrow)+len(o.Prune) > 0 || o.MaxDepth > 0 || o.MaxFiles > 0 || o.Select != nil
}

// area returns the area of a folder.
func (s *survey) area(dir string) Area {
	o := &s.files
	a := Area{Files: filesOf(o, dir)}
	part := isPart(o)
	enter := func(folder string) { // even if a rule of the repository ignores it
		if rel, err := filepath.Rel(dir, folder); err == nil && filepath.IsLocal(rel) && !slices.Contains(a.Files.Roots, rel) {
			a.Files.Roots = append(a.Files.Roots, rel)
		}
	}
	for _, root := range s.roots {
		a.Covered = a.Covered || root.whole && !part && isIn(root.folder, dir)
		a.apart = a.apart || root.named && isIn(dir, root.folder)
		if root.whole {
			enter(root.folder)
		}
	}
	enter(s.here)
	a.Folder = filepath.ToSlash(dir)
	if rel, err := filepath.Rel(s.here, dir); err == nil && !a.apart {
		a.Folder = filepath.ToSlash(rel)
	}
	below, err := filepath.Rel(dir, s.here)
	switch {
	case err != nil || !filepath.IsLocal(below):
		a.apart = true
	case below != ".":
		a.within = strings.Split(filepath.ToSlash(below), "/")
	}
	return a
}
