package grep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/revision"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// Pattern returns how a text is to be read.
func (r *Request) Pattern() (pattern.Options, error) {
	o := pattern.Options{Words: r.Words, Lines: r.Lines}
	var err error
	if mode := Last(r.Modes); mode != "" {
		if o.Mode, err = pattern.ParseMode(mode); err != nil {
			return o, opt.Usagef("mode", "%v", err)
		}
	}
	if o.Words && o.Mode == pattern.Identifier {
		return o, opt.Usagef("word-regexp", "{word-regexp} does nothing in mode identifier, which has boundaries of its own; leave one out")
	}
	if chosen := Last(r.Cases); chosen != "" {
		if o.Case, err = pattern.ParseCase(chosen); err != nil {
			return o, opt.Usagef("case", "%v", err)
		}
	}
	if r.Engine != "" {
		if o.Engine, err = pattern.ParseEngine(r.Engine); err != nil {
			return o, opt.Usagef("engine", "%v", err)
		}
	}
	return o, nil
}

// Choices returns the chosen modes, cases and languages, each as --NAME=VALUE in one spelling.
func (r *Request) Choices() []string {
	var words []string
	for _, name := range r.Modes {
		if m, err := pattern.ParseMode(name); err == nil {
			name = m.String()
		}
		words = append(words, "--mode="+name)
	}
	for _, name := range r.Cases {
		words = append(words, "--case="+name)
	}
	for _, name := range r.LangNames {
		if usual, ok := lang.Usual(name); ok {
			name = usual
		}
		words = append(words, "--lang="+name)
	}
	return words
}

// StepPattern is Pattern for the rows of Steps: without a choice a text is literal and case-sensitive.
func (r *Request) StepPattern() (pattern.Options, error) {
	o, err := r.Pattern()
	if o.Mode == pattern.Auto {
		o.Mode = pattern.Literal
	}
	if o.Case == pattern.CaseDefault {
		o.Case = pattern.Sensitive
	}
	return o, err
}

// UnescapedAlternation reports whether an expression has a | without a backslash before it.
func UnescapedAlternation(expr string) bool {
	escaped := false
	for i := range len(expr) {
		if expr[i] == '|' && !escaped {
			return true
		}
		escaped = expr[i] == '\\' && !escaped
	}
	return false
}

// Last returns the last of the values of an option, "" if there is none.
func Last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}

// Noise returns the globs that programs which narrow a search always leave out (walk.Options.Prune).
func Noise() []string {
	return []string{
		".git", "target", "node_modules", "vendor", "dist", "build", "coverage", "generated", "scratch", "tmp",
		"*.log", "*.jsonl", "*.xml", "*.min.js", "*.map",
	}
}

// Files returns which files to walk: those in the folders of --in, if any, and in paths, within the sandbox of f.
func (r *Request) Files(f *tool.Frame, paths []string) (walk.Options, error) {
	roots, err := walk.Expand(f.Sandbox, "", append(slices.Clone(r.In), paths...))
	if err != nil {
		return walk.Options{}, err
	}
	o := walk.Options{
		Roots: roots, Sandbox: f.Sandbox,
		Hidden: r.Hidden || r.Unrestricted > 1, NoIgnore: r.NoIgnore || r.Unrestricted > 0,
		Follow: r.Follow, Exclude: slices.Clone(r.Exclude),
		MaxDepth: int(min(r.MaxDepth, 1<<30)), MaxFiles: r.MaxFiles, MaxFileSize: r.MaxFileSize,
	}
	for _, g := range r.Include {
		if rest, out := strings.CutPrefix(g, "!"); out {
			o.Exclude = append(o.Exclude, rest)
		} else {
			o.Include = append(o.Include, g)
		}
	}
	if err := r.OpenTree(f, o.Roots...); err != nil {
		return o, err
	}
	o.Workers, o.Config = r.workers, r.config
	if o.Mount = r.mount; o.Mount != nil {
		covered := walk.Covers(o.Exclude, o.Mount.Name) // a tree among others is not a root that the user named
		if covered || len(o.Roots) == 0 {
			o.Roots = []string{o.Mount.Name}
		}
		if covered {
			o.Exclude = append(o.Exclude, walk.EscapeGlob(o.Mount.Name)+"/**")
		}
	}
	if r.tree != nil {
		if o.At = r.tree; o.Follow {
			return o, opt.Usagef("follow", "{follow} does not apply to {at}: links in a revision are not followed; leave it out")
		}
	}
	o.Narrow, o.Without = r.Langs, r.NotLangs
	if slices.Contains(o.Roots, "") {
		return o, opt.Usagef("PATH", "a path is empty; the working folder is .")
	}
	return o, nil
}

// Elsewhere is a tree that is searched in place of the working folder.
type Elsewhere struct {
	Name     string          // what its paths begin with, as group/repository
	Dir      string          // the folder that it is, an absolute path
	Revision *revision.Tree  // or the tree of a commit, unless nil
	Workers  int             // how many files are read at a time; 0 is one a processor
	Config   *walk.GitConfig // see walk.Options
}

// MostCorpusLines is how many lines a page of an answer about a Corpus has at most.
const MostCorpusLines = 100_000

// A Corpus is the many trees that a program searches (tool.Parts). It is known when a request is planned.
type Corpus struct {
	Digest string // identifies them
	Scope  string // what they are, as in "in the shards of x"
	Notes  []string
}

// A Planner plans a command line, which was read once, for one tree after another, with the arguments that it has there.
type Planner func(e Elsewhere, args []string) (*tool.Job, error)

// SetElsewhere makes the request one about another tree. Paths are then names in it, as name/a/b.go, and without any it is
// searched whole.
func (r *Request) SetElsewhere(e Elsewhere) {
	if r.tree = e.Revision; r.tree != nil {
		e.Dir = r.tree.Top()
	}
	r.mount, r.workers, r.config = &walk.Mount{Name: e.Name, Dir: e.Dir}, e.Workers, e.Config
}

// TreeName returns the name of the tree that is searched elsewhere, "" for the working folder.
func (r *Request) TreeName() string {
	if r.mount == nil {
		return ""
	}
	return r.mount.Name
}

// View returns where named files are read: in the revision, if OpenTree opened one.
func (r *Request) View() walk.View {
	if r.tree == nil {
		return walk.View{Mount: r.mount}
	}
	return walk.View{At: r.tree}
}

// treeHeap limits the heap while a revision is read, in bytes: nothing but the objects that are read, which are freed at once, makes it
// grow further.
const treeHeap = 72 << 20

// OpenTree opens the revision that the request names, if it does, of the repository around the first of some paths, or
// around the working folder.
func (r *Request) OpenTree(f *tool.Frame, paths ...string) error {
	if r.At == "" || r.tree != nil {
		return nil
	}
	dir := "."
	if len(paths) > 0 && paths[0] != "" {
		dir = existing(paths[0])
	}
	tool.LimitHeap(treeHeap)
	ctx := context.Background()
	if f.Timeout > 0 { // later the search watches the time
		within, end := context.WithCancelCause(ctx)
		defer time.AfterFunc(f.Timeout, func() { end(errSilent) }).Stop()
		ctx = within
	}
	var err error
	if r.tree, err = revision.Open(ctx, dir, r.At, git.Options{Confine: f.Confine, Sandbox: f.Sandbox}); err != nil {
		return opt.Usagef("at", "{at} %v", err)
	}
	return nil
}

var errSilent = errors.New("git did not answer in the time of --timeout")

// existing returns the innermost folder on the way to a path that is there: the revision may have more.
func existing(path string) string {
	for {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
		up := filepath.Dir(path)
		if up == path {
			return "."
		}
		path = up
	}
}

// Binary reports whether binary files are searched too.
func (r *Request) Binary() bool { return r.Text || r.Unrestricted > 2 }
