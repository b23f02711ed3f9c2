package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/ct-tools/ct/shared/cause"
	"github.com/ct-tools/ct/shared/regular"
)

// maxFile is the maximum size of a configuration file in bytes.
const maxFile = 1 << 20

// projectFile is the name of a project's configuration file.
const projectFile = "ct.toml"

// source is a file to read.
type source struct {
	path    string // what is opened
	shown   string // its name in messages and origins
	project bool   // it belongs to the tree, not to the user
	must    bool   // it must exist: the user named it, or it was seen
	named   string // the variable that names it, if any
}

// sources returns the files to read, the lowest precedence first.
func sources(o Options) []source {
	var list []source
	if path := o.Env("CT_CONFIG"); path != "" {
		list = append(list, source{path: resolve(o.Dir, path), shown: path, must: true, named: "CT_CONFIG"})
	} else if path := userFile(o.Env); path != "" {
		list = append(list, source{path: path, shown: path})
	}
	if s, ok := project(o.Dir); ok {
		list = append(list, s)
	}
	return list
}

// UserFile returns the path of the user's configuration, or "" if the environment defines none:
// CT_CONFIG, otherwise ct/config.toml in $XDG_CONFIG_HOME, otherwise in the system's configuration
// folder, which is ~/.config, ~/Library/Application Support on macOS and %AppData% on Windows.
func UserFile(env func(string) string) string {
	if path := env("CT_CONFIG"); path != "" {
		return path
	}
	return userFile(env)
}

func userFile(env func(string) string) string {
	// The XDG specification says that relative paths are ignored.
	if dir := env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ct", "config.toml")
	}
	home, below := env("HOME"), ".config"
	switch runtime.GOOS {
	case "windows":
		home, below = env("AppData"), ""
	case "darwin", "ios":
		below = filepath.Join("Library", "Application Support")
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, below, "ct", "config.toml")
}

// project looks for the nearest ct.toml from dir up to the root of its repository, the folder with .git, or in dir alone
// outside a repository. Links in dir are resolved first, because the parents are those of the real folder.
func project(dir string) (source, bool) {
	dir, err := physical(dir)
	if err != nil {
		return source{}, false
	}
	var nearest source
	for up := ""; ; up += "../" {
		if path := filepath.Join(dir, projectFile); nearest.path == "" && exists(path) {
			nearest = source{path: path, shown: up + projectFile, project: true, must: true}
			if up == "" {
				return nearest, true
			}
		}
		if exists(filepath.Join(dir, ".git")) {
			return nearest, nearest.path != ""
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return source{}, false
		}
		dir = parent
	}
}

// physical returns the absolute path of dir without links. For the working folder it asks the system.
func physical(dir string) (string, error) {
	if dir == "" {
		return syscall.Getwd()
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func resolve(dir, path string) string {
	if dir == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// readFile returns the text of s without a byte order mark, or nil if it need not exist. It never waits for a writer.
func readFile(s source) ([]byte, error) {
	info, err := os.Stat(s.path)
	if !s.must && absent(err) {
		return nil, nil
	}
	if err == nil {
		err = readable(info)
	}
	if err != nil {
		return nil, s.fileError(err)
	}
	f, err := regular.Open(s.path) // it may have been replaced since
	if err != nil {
		return nil, s.fileError(err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, s.fileError(err)
	}
	if len(text) > maxFile {
		return nil, s.fileError(tooLarge())
	}
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), nil
}

func tooLarge() error { return fmt.Errorf("larger than %d bytes", maxFile) }

func readable(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("a folder, not a file")
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case info.Size() > maxFile:
		return tooLarge()
	}
	return nil
}

// absent reports whether err means that the file does not exist, as opposed to a file that cannot be read.
func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) }

// fileError returns err with the name of s, in the form in which it is shown.
func (s source) fileError(err error) error {
	err = cause.Of(err)
	if s.named != "" {
		return fmt.Errorf("%s: %s: %w", s.named, s.shown, err)
	}
	return fmt.Errorf("%s: %w", s.shown, err)
}

// ProjectFile returns the path of the project's configuration for the working folder, "" if there is none.
func ProjectFile() string {
	s, _ := project("")
	return s.path
}
