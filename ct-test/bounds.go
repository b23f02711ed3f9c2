package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/allowlist"
)

// readable gives the files and folders that the command may read, nil where its
// reads are not bounded. A tool of the suite may also read what says how it is to
// search, as it does in a sandbox of its own.
func (x *experiment) readable() []string {
	list := slices.Clone(x.request.readable)
	if x.frame.Sandbox != "" {
		list = append(list, x.frame.Sandbox)
	}
	if list != nil && allowlist.Suite(x.request.cmd) {
		for _, dir := range slices.Clone(list) {
			list = append(list, rulesAbove(dir)...)
		}
		list = append(list, rulesOfUser()...)
	}
	return list
}

// rulesAbove gives the configuration and the ignore files of the folders above
// dir, up to the top of the repository, and what says that it is one. Git's own
// configuration is not among them, for it may hold secrets.
func rulesAbove(dir string) []string {
	at, err := filepath.Abs(dir)
	if err == nil {
		at, err = filepath.EvalSymlinks(at)
	}
	if err != nil {
		return nil // starting the command says so
	}
	var list []string
	for ; ; at = filepath.Dir(at) {
		list = append(list, files(at, ".gitignore", ".ignore", "ct.toml")...)
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return append(list, files(at, ".git", ".git/HEAD", ".git/info/exclude")...)
		}
		if filepath.Dir(at) == at {
			return nil // no repository: nothing above counts
		}
	}
}

// rulesOfUser gives the user's configuration, as the command's environment
// leads to it, and the user's ignore file.
func rulesOfUser() []string {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil
	}
	return files(home, ".config/ct/config.toml", ".config/git/ignore")
}

// files gives those of the files below dir that are there.
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
