package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/allowlist"
	"github.com/ct-tools/ct/shared/sibling"
)

// program returns the name of the program that --cmd runs, and the arguments that precede those given: an alias of a
// program of the suite (ct-tree) is that program with its first option. It is an error if an alias is given as a path.
func (x *experiment) program() (name string, first []string, err error) {
	cmd := x.request.cmd
	name = filepath.Base(cmd)
	a, ok := sibling.AliasOf(strings.TrimPrefix(allowlist.Name(cmd), "ct-"))
	switch {
	case !ok || !allowlist.Suite(cmd):
		return name, nil, nil
	case name != cmd:
		return "", nil, fmt.Errorf("%s is not run: %s is no file, but ct-%s with %s; give the name alone", cmd, name, a.Tool, a.Option)
	}
	return sibling.FileName(a.Tool), []string{a.Option}, nil
}

// resolve finds the program beside this one or on PATH. A path has to name one of the programs that are found there
// under its last component. A program of the suite beside ct-test is trusted as ct-test itself is; every other must lie
// in no tree that is looked at and be nobody else's to write.
func (x *experiment) resolve() (string, error) {
	cmd := x.request.cmd
	name, option, err := x.program()
	switch {
	case err != nil:
		return "", err
	case option != nil:
		cmd, x.args = name, append(option, x.args...)
	}
	found := sibling.Programs(name)
	if len(found) == 0 {
		return "", fmt.Errorf("%s: %w", name, sibling.ErrNotFound)
	}
	path := found[0]
	if name != cmd {
		given, err := os.Stat(cmd)
		if err != nil {
			return "", err
		}
		i := slices.IndexFunc(found, func(path string) bool {
			info, err := os.Stat(path)
			return err == nil && os.SameFile(given, info)
		})
		if i < 0 {
			return "", fmt.Errorf("%s is not run: it is not in an absolute folder of PATH; %s there is %s", cmd, name, path)
		}
		path = found[i]
	}
	if allowlist.Suite(name) && slices.Contains(sibling.Beside(), filepath.Dir(path)) {
		return path, nil
	}
	if err := x.trees().refuse(path); err != nil {
		return "", fmt.Errorf("%s is not run: %w", path, err)
	}
	return path, nil
}

// tree is a folder whose programs are not run.
type tree struct {
	info fs.FileInfo
	name string
}

type trees []tree

// trees returns the working folder, its repository and the sandbox, but not the top of the file system, because
// everything lies below it.
func (x *experiment) trees() trees {
	var list trees
	add := func(dir, name string) {
		abs, err := filepath.Abs(dir)
		if err != nil || filepath.Dir(abs) == abs {
			return
		}
		if info, err := os.Stat(abs); err == nil {
			list = append(list, tree{info, name + " " + abs})
		}
	}
	add(".", "the working folder")
	if above := upToRepository("."); len(above) > 0 {
		add(above[len(above)-1], "the repository")
	}
	add(cmp.Or(x.frame.Sandbox, "."), "the sandbox")
	return list
}

// maxLinks is how many links the kernel follows to a file.
const maxLinks = 40

// refuse returns an error if a program, or a link that leads to it, lies in a tree or where others may write.
func (t trees) refuse(path string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	for range maxLinks {
		if err := t.refuseAt(path); err != nil {
			return err
		}
		target, err := os.Readlink(path)
		if err != nil {
			return t.refuseAt(real)
		}
		if !filepath.IsAbs(target) {
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return err
			}
			target = filepath.Join(dir, target)
		}
		path = target
	}
	return errors.New("too many links lead to it")
}

// refuseAt checks one path and all folders above it.
func (t trees) refuseAt(path string) error {
	for at, near := path, 2; ; at, near = filepath.Dir(at), near-1 {
		info, err := os.Stat(at)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(t, func(t tree) bool { return os.SameFile(t.info, info) }); i >= 0 {
			return fmt.Errorf("it lies in %s", t[i].name)
		}
		if othersMayWrite(at, info, near > 0) {
			return fmt.Errorf("others may write to %s", at)
		}
		if filepath.Dir(at) == at {
			return nil
		}
	}
}
