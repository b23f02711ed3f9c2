package walk

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/ct-tools/ct/shared/ledger"
)

// runAhead is the limit, in bytes, of what visits kept and emit has not seen; batchSize is the number of entries in a
// batch. The heap grows to three times the live data before it is collected (package tool). The live data is runAhead
// and one part for each worker, so a program stays within 64 MiB however slowly its output is read.
const (
	runAhead  = 8 << 20
	batchSize = 128
)

// plan is a prepared request: roots resolved, globs compiled, ignore files above the roots read. It never changes.
type plan struct {
	o       Options
	types   Types
	workers int
	ahead   int64
	batch   int

	base                     string // absolute
	top                      *place
	box                      *sandbox // nil = no sandbox
	git                      *gitFiles
	missing                  unread // ignore files above the roots
	include, narrow, exclude *globs
	only                     map[string]bool // Options.Only and the folders that lead there; nil = everything

	mu   sync.Mutex
	open map[*anchor]struct{} // those with an open tree
}

func newPlan(o Options) (*plan, error) {
	p := &plan{
		o:       o,
		open:    map[*anchor]struct{}{},
		types:   cmp.Or(o.Types, File),
		workers: cmp.Or(o.Workers, runtime.GOMAXPROCS(0)),
		ahead:   cmp.Or(o.force.ahead, runAhead),
		batch:   cmp.Or(o.force.batch, batchSize),
		include: newGlobs(o.Include, true),
		narrow:  newGlobs(o.Narrow, true),
		exclude: newGlobs(slices.Concat(o.Exclude, o.Prune), false),
		only:    onward(o.Only),
	}
	if err := p.findRoots(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// onward returns the set of paths and of all folders above them.
func onward(paths []string) map[string]bool {
	if paths == nil {
		return nil
	}
	all := make(map[string]bool, 2*len(paths))
	for _, p := range paths {
		for p != "" && !all[p] {
			all[p] = true
			p = p[:max(strings.LastIndexByte(p, '/'), 0)]
		}
	}
	return all
}

func (p *plan) close() {
	for a := range p.open {
		a.tree.close()
	}
	if p.box != nil {
		p.box.close()
	}
}

// findRoots resolves the roots and reads the rules above them, which may lie outside the sandbox.
func (p *plan) findRoots() error {
	base, err := filepath.Abs(p.o.Base)
	if err != nil {
		return fmt.Errorf("%s: %w", p.o.Base, err)
	}
	if p.o.Sandbox != "" {
		if p.box, err = openSandbox(p.o.Sandbox, p.o.force); err != nil {
			return err
		}
	}
	if err := p.checkBase(base); err != nil {
		return p.o.wrongBase(err)
	}
	named := p.o.Roots
	if len(named) == 0 {
		named = []string{"."}
	}
	v := &resolver{base, p.box, &p.o}
	roots := make([]*root, len(named))
	for i, name := range named {
		if roots[i], err = v.resolve(name); err != nil {
			return err
		}
		roots[i].number = i
	}
	p.base, p.top = base, arrange(roots)
	if !p.o.NoIgnore {
		p.git = newGitFiles(p.o.GitOnly)
		above := map[string]*root{}
		for _, r := range roots {
			if r.kind == folderKind {
				p.readAbove(r, above)
			}
		}
	}
	if p.box != nil && p.git != nil {
		p.git.disk = disk{p.box.root, p.box.dir}
	}
	return nil
}

// checkBase returns an error if base is not a folder. Outside the sandbox it does not reveal what is there.
func (p *plan) checkBase(base string) error {
	info, err := os.Stat(base)
	if err == nil && info.IsDir() {
		return nil
	}
	if p.box != nil {
		if _, outside := p.box.resolve(base); outside != nil {
			return outside
		}
	}
	if err != nil {
		return errno(err)
	}
	return fmt.Errorf("%w; a file to look in is an argument", syscall.ENOTDIR)
}

// readAbove sets a root's rules from folders above, up to the top of its repository; known shares them.
func (p *plan) readAbove(r *root, known map[string]*root) {
	real, err := filepath.EvalSymlinks(r.full)
	if err != nil {
		real = r.full
	}
	if _, top := p.git.gitDir(real, new(unread)); top {
		return // the rules begin in the root itself
	}
	parent := filepath.Dir(real)
	if k := known[parent]; k != nil {
		r.rules = k.rules
		if k.stem != "" {
			r.stem = filepath.ToSlash(filepath.Join(filepath.Dir(k.stem), filepath.Base(real)))
		}
		return
	}
	var missing unread
	defer func() {
		r.rules.unread = len(missing) > 0
		p.miss(missing)
	}()
	for top := parent; ; top = filepath.Dir(top) {
		if gitDir, ok := p.git.gitDir(top, &missing); ok {
			r.stem, _ = within(top, real)
			r.stem = filepath.ToSlash(r.stem)
			r.rules = p.rulesDown(top, gitDir, r.stem, &missing)
			break
		}
		if top == filepath.Dir(top) {
			r.rules.git = p.git.outside("", real)
			return
		}
	}
	known[parent] = r
}

// printed returns e as the ledger has it, with a path relative to the base.
func (p *plan) printed(e ledger.Entry) ledger.Entry {
	if rel, err := filepath.Rel(p.base, filepath.FromSlash(e.Path)); err == nil {
		e.Path = filepath.ToSlash(rel)
	}
	e.Detail += ", so it is unknown what it ignores"
	return e
}

// miss keeps ignore files above the roots that cannot be read, each once.
func (p *plan) miss(missing unread) {
	for _, e := range missing {
		if !slices.Contains(p.missing, e) {
			p.missing = append(p.missing, e)
		}
	}
}

// rulesDown reads the ignore files from the top of a repository down to the parent of the folder at stem.
func (p *plan) rulesDown(top, gitDir, stem string, missing *unread) rules {
	r := rules{git: p.git.inside("", top, gitDir, missing)}
	path := ""
	names := strings.Split(stem, "/") // the rules of the last one are read when it is entered
	for _, name := range append([]string{""}, names[:len(names)-1]...) {
		if name != "" {
			path = join(path, name)
		}
		folder := filepath.Join(top, filepath.FromSlash(path))
		r.git = under(r.git, readRules(filepath.Join(folder, ".gitignore"), missing), path)
		if !p.o.GitOnly {
			r.own = under(r.own, readRules(filepath.Join(folder, ".ignore"), missing), path)
		}
	}
	return r
}

// readRules reads an ignore file above the roots. A symbolic link is not followed, as in git.
func readRules(path string, missing *unread) *patterns {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	missing.add(path, err)
	return parseIgnore(text)
}

// rootFolder returns the folder of k's root. For a root that is not a folder, it is one that contains only the root.
func (p *plan) rootFolder(k *place) *folder {
	r := k.root
	if r.kind == folderKind {
		return &folder{
			root: r, anchor: &anchor{p: p, dir: r.full},
			path: r.stem, rules: r.rules, place: k, depth: 1, way: listed,
		}
	}
	f := &folder{root: r, anchor: &anchor{p: p, dir: filepath.Dir(r.full)}, way: lone}
	f.listing.reset()
	f.listing.addName(filepath.Base(r.full), r.kind)
	if r.kind == special {
		f.listing.entries[0].why = ledger.Special
	}
	return f
}

// start returns the folder at which the walk begins.
func (p *plan) start() *folder {
	if p.top.root != nil {
		return p.rootFolder(p.top)
	}
	return &folder{place: p.top, way: passage}
}
