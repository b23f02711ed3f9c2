package walk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/ct-tools/ct/shared/ledger"
)

// gitFiles reads git's own files outside the walk: those that mark the top of a repository, and the ignore files that
// belong to no folder. core.ignoreCase, includes in configuration files, GIT_DIR and core.worktree are not supported.
type gitFiles struct {
	GitConfig
	disk    disk
	gitOnly bool
	stop    func() bool // as in parseIgnore

	mu     sync.Mutex
	parsed map[string]*patterns // by the name of the excludes file
}

// GitConfig is what git's configuration of the system and the user says about ignored files. It is not changed.
type GitConfig struct {
	home   string
	global string   // the value of core.excludesFile, or its default
	given  bool     // by the environment, which is stronger than every file
	notes  []string // what the user's configuration names or is, and cannot be read: it counts as absent, as in git
}

// unread collects the ignore files of a tree, and the files of git that decide about them, that cannot be read.
type unread []ledger.Entry

// add adds the file at path unless err says that it is not there.
func (u *unread) add(path string, err error) {
	if !absent(err) {
		*u = append(*u, ledger.Entry{Path: filepath.ToSlash(path), Detail: detail(err)})
	}
}

// absent reports whether an ignore file that fails with err is none: it does not exist, is no file, or lies outside the sandbox.
func absent(err error) bool {
	return err == nil || errors.Is(err, errNotRegular) || errors.Is(err, ErrSandbox) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// newGitFiles returns what reads a tree's files of git; with gitOnly it has no rules of the system and the user.
func newGitFiles(known *GitConfig, gitOnly bool) *gitFiles {
	g := &gitFiles{disk: disk{paths: wholePaths{}}, gitOnly: gitOnly, parsed: map[string]*patterns{}}
	switch {
	case gitOnly:
		g.home, _ = os.UserHomeDir() // without a home folder nothing in it is read
	case known != nil:
		g.GitConfig = *known
		g.notes = slices.Clip(g.notes)
	default:
		g.GitConfig = *ReadGitConfig()
	}
	return g
}

// ReadGitConfig reads the configuration of the system and the user, as it is now.
func ReadGitConfig() *GitConfig {
	g := &GitConfig{}
	g.home, _ = os.UserHomeDir()
	xdg := os.Getenv("XDG_CONFIG_HOME")
	if xdg == "" && g.home != "" {
		xdg = filepath.Join(g.home, ".config")
	}
	if xdg != "" {
		g.global = filepath.Join(xdg, "git", "ignore")
	}
	if g.fromEnvironment(); g.given {
		return g
	}
	for _, file := range g.files(xdg) {
		text, err := disk{paths: wholePaths{}}.read(file)
		g.note(file, err)
		if value, ok := excludesFile(text); ok {
			g.global = value
		}
	}
	return g
}

// fromEnvironment takes core.excludesFile from GIT_CONFIG_COUNT and the variables that it counts.
func (g *GitConfig) fromEnvironment() {
	count, _ := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT"))
	for i := range min(count, 1000) {
		if n := strconv.Itoa(i); strings.EqualFold(os.Getenv("GIT_CONFIG_KEY_"+n), "core.excludesFile") {
			g.global, g.given = os.Getenv("GIT_CONFIG_VALUE_"+n), true
		}
	}
}

// ForConfined returns what a search needs that may not read git's configuration, which may contain secrets: variables
// that say what decides there, the excludes file of the user, and the files to read of the repository with the work tree
// top, "" for none. There are no variables if the repository names an excludes file, because that may be any file.
func ForConfined(top string) (env []string, user string, files []string) {
	g := newGitFiles(nil, false)
	var own bool
	var missing unread
	if top != "" {
		gitDir, _ := g.gitDir(top, &missing)
		common := g.commonDir(gitDir, &missing)
		config := filepath.Join(common, "config")
		text, err := g.disk.read(config)
		missing.add(config, err)
		_, own = excludesFile(text)
		files = []string{filepath.Join(top, ".git"), filepath.Join(gitDir, "HEAD"), filepath.Join(gitDir, "commondir"), filepath.Join(common, "info", "exclude")}
	}
	if user = g.named(g.global, top); len(missing) == 0 && (!own || g.given) {
		env = []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.excludesFile", "GIT_CONFIG_VALUE_0=" + user}
	}
	return env, user, files
}

// note keeps that a file of the user's configuration cannot be read.
func (g *GitConfig) note(file string, err error) {
	if !absent(err) {
		g.notes = append(g.notes, fmt.Sprintf("%s is taken for absent (%s)", file, detail(err)))
	}
}

// taken returns the notes so far.
func (g *gitFiles) taken() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clip(g.notes)
}

// files returns the configuration files of the system and the user, the weakest first.
func (g *GitConfig) files(xdg string) []string {
	var files []string
	if no := strings.ToLower(os.Getenv("GIT_CONFIG_NOSYSTEM")); no == "" || no == "0" || no == "false" || no == "no" || no == "off" {
		system, set := os.LookupEnv("GIT_CONFIG_SYSTEM")
		switch {
		case set:
		case runtime.GOOS == "windows":
			system = filepath.Join(os.Getenv("ProgramFiles"), "Git", "etc", "gitconfig")
		default:
			system = "/etc/gitconfig"
		}
		files = append(files, system)
	}
	if global, set := os.LookupEnv("GIT_CONFIG_GLOBAL"); set {
		return append(files, global)
	}
	if xdg != "" {
		files = append(files, filepath.Join(xdg, "git", "config"))
	}
	if g.home != "" {
		files = append(files, filepath.Join(g.home, ".gitconfig"))
	}
	return files
}

// outside returns the rules that apply outside a repository: the user's, relative to the folder at path.
func (g *gitFiles) outside(path, dir string) *level {
	return under(nil, g.excludes(g.global, dir, nil), path)
}

// inside returns the rules of the repository with work tree dir and git folder gitDir, except those
// of .gitignore files. path is the position of dir in the paths of the walk.
func (g *gitFiles) inside(path, dir, gitDir string, missing *unread) *level {
	common := g.commonDir(gitDir, missing)
	value := g.global
	var own *unread // the file that the user's configuration names is not the tree's
	if config := filepath.Join(common, "config"); !g.gitOnly && !g.given {
		text, err := g.disk.read(config)
		missing.add(config, err)
		if v, ok := excludesFile(text); ok {
			value, own = v, missing
		}
	}
	l := under(nil, g.excludes(value, dir, own), path)
	exclude := filepath.Join(common, "info", "exclude")
	rules, err := g.rules(g.disk, exclude)
	missing.add(exclude, err)
	return under(l, rules, path)
}

// rules reads and parses an ignore file on d.
func (g *gitFiles) rules(d disk, path string) (*patterns, error) {
	text, err := d.read(path)
	if err != nil {
		return nil, err
	}
	return parseIgnore(text, g.stop)
}

// excludes parses the file that a value of core.excludesFile names. A relative name is relative to dir. If the file
// cannot be read, that is added to missing, or is a note if missing is nil.
func (g *gitFiles) excludes(value, dir string, missing *unread) *patterns {
	if value == "" || g.gitOnly {
		return nil
	}
	file := g.named(value, dir)
	g.mu.Lock()
	defer g.mu.Unlock()
	if p, ok := g.parsed[file]; ok {
		return p
	}
	p, err := g.rules(g.disk, file)
	if missing != nil && err != nil {
		missing.add(file, err)
		return nil
	}
	g.note(file, err)
	g.parsed[file] = p
	return p
}

// named returns the path of the file that a value of core.excludesFile names.
func (g *gitFiles) named(value, dir string) string {
	switch rest, tilde := strings.CutPrefix(value, "~"); {
	case tilde && (rest == "" || rest[0] == '/'):
		return filepath.Join(g.home, rest)
	case tilde:
		return otherHome(rest)
	case value != "" && !filepath.IsAbs(value):
		return filepath.Join(dir, value)
	}
	return value
}

// gitDir returns the git folder of the work tree dir. That is .git itself, or, in worktrees and submodules, the folder
// that the file .git names. It returns false if git would not accept dir as a repository, or if that is unknown.
func (g *gitFiles) gitDir(dir string, missing *unread) (string, bool) {
	git := filepath.Join(dir, ".git")
	info, err := g.disk.stat(git)
	if err != nil {
		missing.add(git, err)
		return "", false
	}
	if info.Mode().IsRegular() {
		text, err := g.disk.read(git)
		missing.add(git, err)
		named, ok := bytes.CutPrefix(text, []byte("gitdir: "))
		if !ok {
			return "", false
		}
		git = string(bytes.TrimRight(named, "\r\n"))
		if !filepath.IsAbs(git) {
			git = filepath.Join(dir, git)
		}
	}
	return git, g.isGitDir(git, missing)
}

// repository returns the top folder of the repository around the folder at path, and its git folder, or "" and "".
func (g *gitFiles) repository(path string, missing *unread) (top, gitDir string) {
	for top = path; ; top = filepath.Dir(top) {
		if gitDir, ok := g.gitDir(top, missing); ok {
			return top, gitDir
		}
		if top == filepath.Dir(top) {
			return "", ""
		}
	}
}

// Repository returns the top folder of the repository around the folder dir, an absolute path without links, "" without one.
func Repository(dir string) string {
	top, _ := newGitFiles(nil, true).repository(dir, new(unread))
	return top
}

func (g *gitFiles) isGitDir(dir string, missing *unread) bool {
	name := filepath.Join(dir, "HEAD")
	if head, err := g.disk.read(name); err != nil {
		// An old HEAD is a symbolic link to a branch that may not exist yet.
		target, noLink := g.disk.readlink(name)
		if noLink != nil {
			missing.add(name, err)
		}
		if noLink != nil || !strings.HasPrefix(target, "refs/") {
			return false
		}
	} else if !validHead(head) {
		return false
	}
	common := g.commonDir(dir, missing)
	for _, name := range []string{"objects", "refs"} {
		if _, err := g.disk.stat(filepath.Join(common, name)); err != nil {
			missing.add(filepath.Join(common, name), err)
			return false
		}
	}
	return true
}

// validHead reports whether text is a reference to a branch or the name of an object.
func validHead(text []byte) bool {
	if ref, ok := bytes.CutPrefix(text, []byte("ref:")); ok {
		return bytes.HasPrefix(bytes.TrimLeft(ref, " \t\r\n"), []byte("refs/"))
	}
	return len(text) >= 40 && len(bytes.TrimLeft(text[:40], "0123456789abcdefABCDEF")) == 0
}

// commonDir returns the folder that the worktrees of a repository share.
func (g *gitFiles) commonDir(gitDir string, missing *unread) string {
	name := filepath.Join(gitDir, "commondir")
	text, err := g.disk.read(name)
	if err != nil {
		missing.add(name, err)
		return gitDir
	}
	common := string(bytes.TrimRight(text, "\r\n"))
	if filepath.IsAbs(common) {
		return common
	}
	return filepath.Join(gitDir, common)
}

// otherHome resolves "user/rest", the part of a path after "~". It returns "" if there is no such user.
func otherHome(path string) string {
	name, rest, _ := strings.Cut(path, "/")
	u, err := user.Lookup(name)
	if err != nil {
		return ""
	}
	return filepath.Join(u.HomeDir, rest)
}
