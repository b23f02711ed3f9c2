package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/cause"
	"github.com/ct-tools/ct/shared/opt"
)

// root is a folder that calls may read.
type root struct {
	dir string // absolute; "" if err is set
	err error  // why it is not available
}

// folders returns the roots that options name. It is an error if one is not a folder.
func folders(named []string) ([]root, error) {
	var roots []root
	for _, name := range named {
		if name == "" {
			return nil, opt.Usagef("root", "{root} is empty; give it a value, or leave it out")
		}
		dir, err := filepath.Abs(name)
		if err == nil {
			err = isFolder(dir)
		}
		if err != nil {
			return nil, fmt.Errorf("--root: %w", err)
		}
		roots = append(roots, root{dir: dir})
	}
	return roots, nil
}

// workingFolder returns the working folder of this process as the only root. The top of the file system is refused as a
// root: clients that name no folder start programs there, and nobody means all of it.
func workingFolder() []root {
	dir, err := os.Getwd()
	if err == nil && filepath.Dir(dir) == dir {
		err = fmt.Errorf("the client names no folder and the working folder is %s: give ct-mcp the option --root DIR", dir)
	}
	return []root{{dir, err}}
}

// folderOf returns the path in a file URI (RFC 8089).
func folderOf(uri string) (string, error) {
	u, err := url.Parse(uri)
	switch {
	case err != nil:
		return "", errors.New("not a URI")
	case u.Scheme != "file":
		return "", errors.New("only file:// URIs are folders here")
	case u.Host != "" && u.Host != "localhost" && runtime.GOOS != "windows":
		return "", fmt.Errorf("the folder is on another machine, %s", u.Host)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", errors.New("a ? or # in it is to be written %3F or %23")
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = windowsPath(u.Host, path)
	}
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		return "", errors.New("not an absolute path")
	}
	return filepath.Clean(path), nil
}

// windowsPath removes the slash before a drive, and adds the host to a path on another machine.
func windowsPath(host, path string) string {
	if host != "" && host != "localhost" {
		return "//" + host + path
	}
	if len(path) > 2 && path[0] == '/' && path[2] == ':' {
		return path[1:]
	}
	return path
}

func isFolder(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, cause.Of(err))
	}
	if !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", dir)
	}
	return err
}

// ready returns why a root cannot be searched at this moment, nil if it can.
func (r root) ready() error {
	if r.err != nil {
		return r.err
	}
	if err := isFolder(r.dir); err != nil {
		return fmt.Errorf("root %w; have the client name another, or start ct-mcp with --root DIR", err)
	}
	return nil
}

// choose returns the root in which a call with these paths runs. Of several roots the paths must
// determine one, by being inside one root or by existing below one only. Otherwise the call is
// refused, because an answer from one root would pass for one from all of them.
func choose(roots []root, paths []string) (root, *fault) {
	chosen := -1
	switch {
	case len(roots) == 1:
		chosen, paths = 0, nil
	case len(paths) == 0:
		return root{}, badArgs("", "this client has several roots; name a path in one of them: %s", describe(roots))
	}
	for _, path := range paths {
		at := candidates(roots, path)
		switch {
		case len(at) == 0 && filepath.IsAbs(path):
			return root{}, &fault{Kind: "SandboxViolation", Message: fmt.Sprintf("%s: outside the roots: %s", path, describe(roots))}
		case len(at) == 0:
			return root{}, badArgs("", "%s: in none of the roots: %s", path, describe(roots))
		case len(at) > 1 && chosen < 0:
			return root{}, badArgs("", "%s: in several roots; name it by its whole path: %s", path, describe(roots))
		case chosen >= 0 && !slices.Contains(at, chosen):
			return root{}, badArgs("", "the paths are in several roots; ask once for each: %s", describe(roots))
		case chosen < 0:
			chosen = at[0]
		}
	}
	if err := roots[chosen].ready(); err != nil {
		return root{}, failed("%v", err)
	}
	return roots[chosen], nil
}

// candidates returns the indexes of the roots that a path may refer to: for an absolute path the
// innermost root that contains it, for a relative path all roots in which it exists.
func candidates(roots []root, path string) []int {
	var at []int
	for i, r := range roots {
		switch {
		case r.err != nil:
		case filepath.IsAbs(path):
			if within(r.dir, path) && (at == nil || len(r.dir) > len(roots[at[0]].dir)) {
				at = []int{i}
			}
		case filepath.IsLocal(path):
			if _, err := os.Lstat(filepath.Join(r.dir, path)); err == nil {
				at = append(at, i)
			}
		}
	}
	return at
}

// within reports whether an absolute path is dir or below it, by the names alone.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, filepath.Clean(path))
	return err == nil && filepath.IsLocal(rel)
}

// describe lists the roots for a message.
func describe(roots []root) string {
	list := make([]string, len(roots))
	for i, r := range roots {
		list[i] = r.dir
		if r.err != nil {
			list[i] = r.err.Error()
		}
	}
	return strings.Join(list, ", ")
}
