package walk

import (
	"bytes"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// gitFiles reads git's own files outside the walk: those that mark the top of a repository, and the ignore files that
// belong to no folder. core.ignoreCase, includes in configuration files, GIT_DIR and core.worktree are not supported.
type gitFiles struct {
	disk disk
	home string
	// global is the value of core.excludesFile in the configuration of the system and the user, or its default.
	global  string
	gitOnly bool

	mu     sync.Mutex
	parsed map[string]*patterns // by the name of the excludes file
}

// newGitFiles reads the configuration of the system and the user.
func newGitFiles(gitOnly bool) *gitFiles {
	g := &gitFiles{disk: disk{paths: wholePaths{}}, gitOnly: gitOnly, parsed: map[string]*patterns{}}
	g.home, _ = os.UserHomeDir() // without a home folder nothing in it is read
	if gitOnly {
		return g
	}
	xdg := os.Getenv("XDG_CONFIG_HOME")
	if xdg == "" && g.home != "" {
		xdg = filepath.Join(g.home, ".config")
	}
	if xdg != "" {
		g.global = filepath.Join(xdg, "git", "ignore")
	}
	for _, file := range g.configFiles(xdg) {
		text, err := g.disk.read(file)
		if err != nil {
			continue
		}
		if value, ok := excludesFile(text); ok {
			g.global = value
		}
	}
	return g
}

// configFiles returns the configuration files of the system and the user, the weakest first.
func (g *gitFiles) configFiles(xdg string) []string {
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
	return under(nil, g.excludes(g.global, dir), path)
}

// inside returns the rules of the repository with work tree dir and git folder gitDir, except those
// of .gitignore files. path is the position of dir in the paths of the walk.
func (g *gitFiles) inside(path, dir, gitDir string) *level {
	common := g.commonDir(gitDir)
	value := g.global
	if !g.gitOnly {
		if text, err := g.disk.read(filepath.Join(common, "config")); err == nil {
			if v, ok := excludesFile(text); ok {
				value = v
			}
		}
	}
	l := under(nil, g.excludes(value, dir), path)
	if text, err := g.disk.read(filepath.Join(common, "info", "exclude")); err == nil {
		l = under(l, parseIgnore(text), path)
	}
	return l
}

// excludes parses the file that a value of core.excludesFile names. A relative name is relative to dir.
func (g *gitFiles) excludes(value, dir string) *patterns {
	if value == "" || g.gitOnly {
		return nil
	}
	file := value
	switch rest, tilde := strings.CutPrefix(value, "~"); {
	case tilde && (rest == "" || rest[0] == '/'):
		file = filepath.Join(g.home, rest)
	case tilde:
		file = otherHome(rest)
	case !filepath.IsAbs(value):
		file = filepath.Join(dir, value)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if p, ok := g.parsed[file]; ok {
		return p
	}
	text, err := g.disk.read(file)
	if err != nil {
		return nil
	}
	p := parseIgnore(text)
	g.parsed[file] = p
	return p
}

// gitDir returns the git folder of the work tree dir. That is .git itself, or, in worktrees and submodules, the folder
// that the file .git names. It returns false if git would not accept dir as a repository.
func (g *gitFiles) gitDir(dir string) (string, bool) {
	git := filepath.Join(dir, ".git")
	mode, err := g.disk.mode(git)
	if err != nil {
		return "", false
	}
	if mode.IsRegular() {
		text, err := g.disk.read(git)
		named, ok := bytes.CutPrefix(text, []byte("gitdir: "))
		if err != nil || !ok {
			return "", false
		}
		git = string(bytes.TrimRight(named, "\r\n"))
		if !filepath.IsAbs(git) {
			git = filepath.Join(dir, git)
		}
	}
	return git, g.isGitDir(git)
}

func (g *gitFiles) isGitDir(dir string) bool {
	if head, err := g.disk.read(filepath.Join(dir, "HEAD")); err != nil {
		// An old HEAD is a symbolic link to a branch that may not exist yet.
		target, err := g.disk.readlink(filepath.Join(dir, "HEAD"))
		if err != nil || !strings.HasPrefix(target, "refs/") {
			return false
		}
	} else if !validHead(head) {
		return false
	}
	common := g.commonDir(dir)
	for _, name := range []string{"objects", "refs"} {
		if _, err := g.disk.mode(filepath.Join(common, name)); err != nil {
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
func (g *gitFiles) commonDir(gitDir string) string {
	text, err := g.disk.read(filepath.Join(gitDir, "commondir"))
	if err != nil {
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
