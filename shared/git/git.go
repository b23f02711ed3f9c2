// Package git reads repositories through the git program: revisions, trees, blobs, and what its commands print. Nothing
// of a repository runs: the program is confined, may execute no other, fetches nothing, and is given a fixed environment
// and settings that stand above those of the repository. docs/security.md says what that excludes.
package git

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/regular"
	"github.com/ct-tools/ct/shared/sibling"
)

// Options say how git may run.
type Options struct {
	Confine confine.Mode
	Sandbox string // folder outside which git reads nothing but its own program; "" = none
}

// A Repository is one that git found around a folder.
type Repository struct {
	Top    string // absolute folder that its trees stand for: the working tree, or a bare repository itself
	GitDir string // absolute
	Bare   bool   // without a working tree

	common   string // that has the objects, of several working trees
	program  string
	o        Options
	readable []string // nil = everything
	more     string   // folder of further objects
	index    string   // file of the index, if it is not the usual one
}

// IndexFile returns the file that has the index: that of GIT_INDEX_FILE if it lies in GitDir, as when git commit runs a
// hook, else the usual one.
func (r *Repository) IndexFile() string { return cmp.Or(r.index, filepath.Join(r.GitDir, "index")) }

// setIndex reads GIT_INDEX_FILE. A file elsewhere, such as that of another repository whose hook runs, is not used.
func (r *Repository) setIndex(name string) {
	if name == "" {
		return
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(r.Top, name)
	}
	if isInside(r.GitDir, filepath.Dir(name)) {
		r.index = name
	}
}

// WithObjects returns the repository with further objects, which git reads from a folder as it does from the repository's
// own (gitrepository-layout(5), objects). git writes nothing there; whoever made the folder does.
func (r *Repository) WithObjects(dir string) *Repository {
	with := *r
	with.more = dir
	if r.readable != nil {
		with.readable = append(slices.Clone(r.readable), dir)
	}
	return &with
}

// ErrOwner is wrapped by the error about a repository that belongs to another user, which git does not read (git-config(1),
// safe.directory).
var ErrOwner = errors.New("the repository belongs to another user; if you trust it: git config --global --add safe.directory DIR")

// ErrNoGit is wrapped by the error about a missing git program.
var ErrNoGit = errors.New("git is not in the folders of PATH; install it")

// Open finds the repository around dir. Every error is one line that names the folder or the program.
func Open(ctx context.Context, dir string, o Options) (*Repository, error) {
	program, err := sibling.Look("git")
	if err != nil {
		return nil, ErrNoGit
	}
	real, err := filepath.Abs(dir)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return nil, err
	}
	r := &Repository{Top: real, program: program, o: o}
	if o.Sandbox != "" {
		box, err := filepath.EvalSymlinks(o.Sandbox)
		if err == nil {
			box, err = filepath.Abs(box)
		}
		if err != nil {
			return nil, err
		}
		r.o.Sandbox, r.readable = box, []string{box}
	}
	if name := waiting(real, r.o.Sandbox); name != "" {
		return nil, fmt.Errorf("%s: %s is a FIFO, which git would wait for; remove it", dir, name)
	}
	out, err := r.Output(ctx, "rev-parse", "--absolute-git-dir", "--is-inside-work-tree", "--git-common-dir", "--show-cdup")
	if err != nil && o.Sandbox == "" && strings.Contains(err.Error(), "dubious ownership") {
		return nil, fmt.Errorf("%s: %w", dir, ErrOwner)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	lines := strings.Split(string(out), "\n")
	if len(lines) < 4 {
		return nil, fmt.Errorf("%s: git does not say where its repository is", dir)
	}
	r.GitDir, r.Bare = filepath.FromSlash(lines[0]), lines[1] != "true"
	if !r.Bare {
		r.Top = filepath.Join(real, filepath.FromSlash(lines[3]))
	}
	if r.common = filepath.FromSlash(lines[2]); !filepath.IsAbs(r.common) {
		r.common = filepath.Join(real, r.common)
	}
	r.setIndex(os.Getenv("GIT_INDEX_FILE"))
	if o.Sandbox != "" && (o.Confine == confine.Off || !confine.Probe().Enforced) {
		if elsewhere := r.outside(); elsewhere != "" {
			return nil, fmt.Errorf("%s: its repository reads %s, outside of the sandbox, and nothing here keeps git from that", dir, elsewhere)
		}
	}
	return r, nil
}

// What git opens of each repository (gitrepository-layout(5)).
var opened = []string{
	"HEAD", "commondir", "config", "config.worktree", "packed-refs", "shallow", "index", "objects/info/alternates", "objects/info/commit-graph",
}

// waiting returns a file that git would wait for on its way from dir up to a repository, or when it opens that, "" for none. A
// sandbox, "" for none, is the last folder that git looks at. Of the rest, such as branches, nothing is known: a context ends that
// wait.
func waiting(dir, sandbox string) string {
	for {
		for _, folder := range []string{filepath.Join(dir, ".git"), dir} {
			if name := waitingIn(folder); name != "" {
				return name
			}
		}
		up := filepath.Dir(dir)
		if up == dir || dir == sandbox || has(filepath.Join(dir, ".git")) {
			return ""
		}
		dir = up
	}
}

// waitingIn is waiting for a folder that may be what git keeps of a repository.
func waitingIn(folder string) string {
	for _, name := range opened {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if regular.IsWaiting(at) {
			return at
		}
		if name == "HEAD" && !has(at) {
			return "" // git opens no other
		}
	}
	packs := filepath.Join(folder, "objects", "pack")
	entries, _ := os.ReadDir(packs) // without it there are none
	for _, e := range entries {
		if at := filepath.Join(packs, e.Name()); !e.Type().IsRegular() && regular.IsWaiting(at) {
			return at
		}
	}
	return ""
}

func has(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// Sandbox returns the folder outside which git reads nothing but its own program, "" for none.
func (r *Repository) Sandbox() string { return r.o.Sandbox }

// settings stand above those of the repository and the user. They turn off what starts programs, writes or fetches.
func settings() []string {
	null := "/dev/null"
	if runtime.GOOS == "windows" {
		null = "NUL"
	}
	list := []string{"--no-optional-locks", "--no-pager", "--no-replace-objects"}
	for _, s := range []string{
		"core.fsmonitor=false", "core.hooksPath=" + null, "core.untrackedCache=false", "core.alternateRefsCommand=", "core.quotePath=false",
		"core.attributesFile=" + null, "color.ui=false", "diff.external=", "diff.algorithm=myers", "diff.renames=true", "diff.indentHeuristic=true",
		"diff.suppressBlankEmpty=false", "diff.noprefix=false", "diff.mnemonicPrefix=false", "diff.orderFile=" + null, "diff.ignoreSubmodules=all", "diff.submodule=short", "diff.context=3",
		"diff.interHunkContext=0", "diff.wordRegex=", "log.showSignature=false", "log.mailmap=false", "log.follow=false", "log.showRoot=true", "gpg.program=false",
		"diff.renameLimit=1000", "diff.relative=false", "core.bigFileThreshold=512m", "core.abbrev=auto", "blame.markIgnoredLines=false", "blame.markUnblamableLines=false",
		"protocol.allow=never", "grep.fallbackToNoIndex=false", "i18n.logOutputEncoding=UTF-8",
	} {
		list = append(list, "-c", s)
	}
	return list
}

// Command returns the command that runs a subcommand of git with its arguments. Input and output are for
// the caller to set.
func (r *Repository) Command(args ...string) *child.Command {
	dir := r.Top
	env := []string{
		"GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=" + os.DevNull,
		"GIT_ATTR_NOSYSTEM=1", "GIT_FLUSH=0", "GIT_PAGER=cat", "GIT_ASKPASS=", "GIT_SSH_COMMAND=false", "GIT_ALLOW_PROTOCOL=", "LC_ALL=C", "LANGUAGE=",
	}
	if r.index != "" {
		env = append(env, "GIT_INDEX_FILE="+r.index)
	}
	if r.readable != nil {
		env = append(env, "GIT_CEILING_DIRECTORIES="+filepath.Dir(r.o.Sandbox), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	}
	if r.more != "" {
		env = append(env, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+r.more)
	}
	return &child.Command{
		Path: r.program, Args: append(append([]string{"git"}, settings()...), args...), Env: append(env, besides(env)...), Dir: dir,
		Confine: r.o.Confine, Readable: r.readable,
	}
}

// besides returns the variables that a child may have, but for those of env: a program takes the first of several, or the last.
func besides(env []string) []string {
	return slices.DeleteFunc(child.Environment(os.Environ()), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return name == "GIT_INDEX_FILE" || slices.ContainsFunc(env, func(set string) bool { return strings.HasPrefix(set, name+"=") })
	})
}

// A FailedError says that git ended with a status other than 0.
type FailedError struct {
	Code int
	Said string // its last line on standard error, or how it ended
}

func (e *FailedError) Error() string {
	if e.Is(ErrMissing) {
		id := strings.TrimSuffix(strings.TrimPrefix(e.Said, "could not fetch "), notFetched)
		return fmt.Sprintf("%s: %v", id, ErrMissing)
	}
	return "git: " + e.Said
}

// Is reports whether target is ErrMissing and git ended at an object of a partial clone that it may not fetch.
func (e *FailedError) Is(target error) bool {
	return target == ErrMissing && strings.HasSuffix(e.Said, notFetched)
}

// notFetched ends what git says of such an object.
const notFetched = " from promisor remote"

// Run runs git with arguments and passes its output to out. An error of git is a *FailedError; after the end of the
// context the error is its cause.
func (r *Repository) Run(ctx context.Context, in io.Reader, out io.Writer, args ...string) error {
	c := r.Command(args...)
	var said tail
	c.Stdin, c.Stdout, c.Stderr = in, out, &said
	state, err := child.Run(ctx, c)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case state.Signal != 0:
		return &FailedError{-1, fmt.Sprintf("it was ended by signal %d", state.Signal)}
	case state.Code != 0:
		return &FailedError{state.Code, said.line()}
	}
	return nil
}

// mostOutput limits what Output keeps.
const mostOutput = 64 << 20

// Output runs git with arguments and returns what it prints, an error if that is over 64 MiB.
func (r *Repository) Output(ctx context.Context, args ...string) ([]byte, error) {
	var out bounded
	err := r.Run(ctx, nil, &out, args...)
	if out.over {
		return nil, fmt.Errorf("git %s prints more than %d bytes", args[0], mostOutput)
	}
	return out.Bytes(), err
}

// bounded keeps what is written to it, up to mostOutput bytes.
type bounded struct {
	bytes.Buffer
	over bool
}

func (b *bounded) Write(text []byte) (int, error) {
	if b.Len()+len(text) > mostOutput {
		b.over = true
		return 0, io.ErrShortWrite
	}
	return b.Buffer.Write(text)
}

// mostSaid is how much of standard error is kept.
const mostSaid = 4 << 10

// tail keeps the beginning of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text[:min(len(text), mostSaid-len(t.text))]...)
	return len(text), nil
}

// line returns the first line in which git says why it ended, without its heading.
func (t *tail) line() string {
	first := ""
	for line := range strings.Lines(string(t.text)) {
		line = strings.TrimSpace(line)
		if said, fatal := strings.CutPrefix(line, "fatal: "); fatal {
			return said
		}
		if first == "" && !strings.HasPrefix(line, "hint:") {
			first = strings.TrimPrefix(line, "error: ")
		}
	}
	if first == "" {
		return "it does not say why it failed"
	}
	return first
}
