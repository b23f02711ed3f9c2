package walk

import (
	"cmp"
	"fmt"
	"math"
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
	missing                  unread   // ignore files above the roots
	bare                     bool     // the base is outside a repository
	outer                    []string // those in use above the roots and outside a repository, as printed
	include, narrow, exclude *globs
	without                  *globs          // of files
	only                     map[string]bool // Options.Only and the folders that lead there; nil = everything

	mu   sync.Mutex
	open map[*anchor]struct{} // those with an open tree
}

func newPlan(o Options) (*plan, error) {
	if o.At != nil {
		o.NoIgnore, o.Follow = true, false
	}
	switch {
	case o.At != nil:
		o.Mount = nil
	case o.Mount != nil:
		o.Sandbox = o.Mount.Dir
	}
	p := &plan{
		o:       o,
		open:    map[*anchor]struct{}{},
		types:   cmp.Or(o.Types, File),
		workers: cmp.Or(o.Workers, runtime.GOMAXPROCS(0)),
		ahead:   cmp.Or(o.force.ahead, runAhead),
		batch:   cmp.Or(o.force.batch, batchSize),
		include: newGlobs(o.Include, true),
		narrow:  newGlobs(o.Narrow, true),
		without: newGlobs(o.Without, false),
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
	base := p.o.Base
	if m := p.o.Mount; m != nil { // absolute, so the working folder does not matter
		base = m.Dir
	}
	base, err := filepath.Abs(base)
	if err != nil {
		return fmt.Errorf("%s: %w", p.o.Base, err)
	}
	if p.o.Sandbox != "" {
		if p.box, err = openSandbox(p.o.Sandbox, p.o.force); err != nil {
			if p.o.Mount == nil {
				err = fmt.Errorf("the sandbox %w", err)
			}
			return err
		}
	}
	if p.o.At != nil {
		if real, err := filepath.EvalSymlinks(base); err == nil {
			base = real
		}
	} else if err := p.checkBase(base); err != nil {
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
		roots[i].number, roots[i].hidden = i, slices.Contains(p.o.HiddenIn, name)
	}
	p.base, p.top = base, arrange(roots)
	if !p.o.NoIgnore {
		p.git = newGitFiles(p.o.Config, p.o.GitOnly)
		p.git.stop = p.o.stop
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

// checkBase returns an error if base is not a folder, and matters. Outside the sandbox it does not reveal what is there.
func (p *plan) checkBase(base string) error {
	if p.o.Mount != nil {
		return nil
	}
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

// readAbove sets a root's rules from the folders above: git's up to the top of its repository, those of .ignore also up
// to the top of the base's. Outside a repository both begin at the base; known shares them.
func (p *plan) readAbove(r *root, known map[string]*root) {
	real := r.full
	if p.box == nil {
		if followed, err := filepath.EvalSymlinks(real); err == nil {
			real = followed
		}
	}
	parent := filepath.Dir(real)
	var missing unread
	_, isTop := p.git.gitDir(real, new(unread)) // git's rules begin in the root itself
	if m := p.o.Mount; m != nil && p.box.dir == real {
		if !isTop {
			r.rules.git = p.git.outside("", real)
		}
		return
	}
	if k := known[parent]; k != nil && !isTop {
		r.rules = k.rules
		r.stem = filepath.ToSlash(filepath.Join(filepath.Dir(k.stem), filepath.Base(real)))
		return
	}
	repo, gitDir := "", ""
	if !isTop {
		repo, gitDir = p.git.repository(parent, &missing)
	}
	start := p.outermost(real, repo, isTop)
	if _, below := within(start, repo); repo != "" && (start == "" || !below) {
		start = repo
	}
	defer func() {
		r.rules.lack(missing)
		p.miss(missing)
	}()
	switch {
	case isTop:
	case gitDir != "":
		r.rules.git = p.git.inside(slashed(start, repo), repo, gitDir, &missing)
	default:
		r.rules.git = p.git.outside("", cmp.Or(start, real))
	}
	if start == "" {
		return
	}
	r.stem = slashed(start, real)
	r.rules.own = p.rulesDown(".ignore", start, start, parent, nil, &missing)
	if !isTop {
		r.rules.git = p.rulesDown(".gitignore", start, cmp.Or(repo, start), parent, r.rules.git, &missing)
		known[parent] = r
	}
}

// outermost returns the folder at which rules begin for a root below the base: the top of the base's repository, or
// without one the base, or the sandbox if that is in it. It returns "" for other roots. repo is the repository around
// the root, which is not known if isTop.
func (p *plan) outermost(real, repo string, isTop bool) string {
	base, err := filepath.EvalSymlinks(p.base)
	if p.o.Mount != nil {
		base, err = p.box.dir, nil
	}
	if _, below := within(base, real); err != nil || base == real || !below {
		return ""
	}
	if _, nested := within(base, repo); isTop || nested && repo != base {
		repo, _ = p.git.repository(base, new(unread))
	}
	if repo != "" {
		return repo
	}
	p.bare = true
	if p.box != nil {
		if _, inner := within(base, p.box.dir); inner && p.box.dir != real {
			return p.box.dir
		} else if inner {
			return ""
		}
	}
	return base
}

// slashed returns path relative to the folder top, with slashes.
func slashed(top, path string) string {
	rel, _ := within(top, path)
	return filepath.ToSlash(rel)
}

// printed returns e as the ledger has it, with a path relative to the base.
func (p *plan) printed(e ledger.Entry) ledger.Entry {
	e.Path = p.relative(filepath.FromSlash(e.Path))
	e.Detail += ", so it is unknown what it ignores"
	return e
}

// relative returns path relative to the base, with slashes.
func (p *plan) relative(path string) string {
	if m := p.o.Mount; m != nil {
		for _, dir := range []string{m.Dir, p.box.dir} {
			if printed, ok := (&Mount{m.Name, dir}).printed(path); ok {
				return printed
			}
		}
		return filepath.ToSlash(path)
	}
	if rel, err := filepath.Rel(p.base, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

// miss keeps ignore files above the roots that cannot be read, each once.
func (p *plan) miss(missing unread) {
	for _, e := range missing {
		if !slices.Contains(p.missing, e) {
			p.missing = append(p.missing, e)
		}
	}
}

// rulesDown adds to l the ignore files with that name from the folder at from down to the one at to. Their rules see paths
// relative to the folder top.
func (p *plan) rulesDown(name, top, from, to string, l *level, missing *unread) *level {
	if p.o.GitOnly && name == ".ignore" {
		return nil
	}
	folders := []string{to}
	for ; to != from; folders = append(folders, to) {
		to = filepath.Dir(to)
	}
	for _, folder := range slices.Backward(folders) {
		file := filepath.Join(folder, name)
		rules := p.readRules(file, missing)
		if l = under(l, rules, slashed(top, folder)); rules != nil && p.bare && len(p.outer) < math.MaxUint8 {
			p.outer = append(p.outer, p.relative(file))
			l.outer = uint8(len(p.outer))
		}
	}
	return l
}

// readRules reads an ignore file above the roots. A symbolic link is not followed, as in git.
func (p *plan) readRules(path string, missing *unread) *patterns {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil
	}
	rules, err := p.git.rules(disk{paths: wholePaths{}}, path)
	missing.add(path, err)
	return rules
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
	f := &folder{root: r, anchor: &anchor{p: p, dir: filepath.Dir(r.full), stdin: r.full == stdinName}, way: lone}
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
