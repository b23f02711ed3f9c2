package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/allowlist"
)

// readable returns the files and folders that the command may read, nil if its reads are not
// restricted. A tool of the suite may also read the files that configure its search, as it does in
// a sandbox of its own.
func (x *experiment) readable() []string {
	list := slices.Clone(x.request.readable)
	if x.frame.Sandbox != "" {
		list = append(list, x.frame.Sandbox)
	}
	if list != nil && allowlist.Suite(x.request.cmd) {
		for _, dir := range slices.Clone(list) {
			list = append(list, rulesAbove(dir)...)
		}
		if home, err := os.UserHomeDir(); err == nil {
			list = append(list, files(home, ".config/ct/config.toml", ".config/git/ignore")...)
		}
	}
	return list
}

// rulesAbove returns the configuration and the ignore files of the folders above dir, up to the top
// of the repository, and the files that identify a repository. Git's own configuration is not
// included, because it may contain secrets.
func rulesAbove(dir string) []string {
	at, err := filepath.Abs(dir)
	if err == nil {
		at, err = filepath.EvalSymlinks(at)
	}
	if err != nil {
		return nil // starting the command reports it
	}
	var list []string
	for ; ; at = filepath.Dir(at) {
		list = append(list, files(at, ".gitignore", ".ignore", "ct.toml")...)
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return append(list, files(at, ".git", ".git/HEAD", ".git/info/exclude")...)
		}
		if filepath.Dir(at) == at {
			return nil // not a repository: nothing above applies
		}
	}
}

// files returns those of the files below dir that exist.
func files(dir string, names ...string) []string {
	var list []string
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			list = append(list, path)
		}
	}
	return list
}
