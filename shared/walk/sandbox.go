package walk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// sandbox is the folder that nothing may lead out of.
type sandbox struct {
	dir  string // absolute, without links
	root *os.Root
	// below opens the folder at a path relative to dir as a tree, following no link.
	below   func(rel string) (tree, error)
	release func()
}

// openSandbox opens a folder. Its error names the folder.
func openSandbox(named string, f forced) (*sandbox, error) {
	s := &sandbox{release: func() {}}
	if err := s.enter(named, f); err != nil {
		s.close()
		return nil, fmt.Errorf("%s: %w", named, errno(err))
	}
	return s, nil
}

func (s *sandbox) enter(named string, f forced) error {
	abs, err := filepath.Abs(named)
	if err == nil {
		err = s.bind(abs, f)
	}
	if err == nil {
		s.root, err = os.OpenRoot(s.dir)
	}
	return err
}

// bindPaths is bind by names alone: trees are opened through os.Root.
func (s *sandbox) bindPaths(dir string, f forced) (err error) {
	s.dir, err = filepath.EvalSymlinks(dir)
	s.below = func(rel string) (tree, error) {
		return openPathTree(s.root, filepath.Join(".", rel), f)
	}
	return err
}

// open opens the folder at the absolute path as a tree.
func (s *sandbox) open(dir string) (tree, error) {
	rel, in := within(s.dir, dir)
	if !in {
		return nil, ErrSandbox
	}
	return s.below(rel)
}

func (s *sandbox) close() {
	if s.root != nil {
		_ = s.root.Close()
	}
	s.release()
}

// resolve returns the absolute path with links resolved, which need not exist. Outside s it returns ErrSandbox.
func (s *sandbox) resolve(path string) (string, error) {
	if path == s.dir {
		return path, nil
	}
	real, err := followAll(path)
	if err != nil {
		return "", err
	}
	if _, in := within(s.dir, real); !in {
		return "", ErrSandbox
	}
	return real, nil
}

// maxLinks is the number of links that one path may lead through, as in the kernel.
const maxLinks = 40

// followAll resolves every link in path. Unlike filepath.EvalSymlinks it continues where nothing exists, so that a path
// can be rejected for where it points before it is known whether anything is there.
func followAll(path string) (string, error) {
	const separator = string(filepath.Separator)
	volume := filepath.VolumeName(path)
	left := strings.Split(path[len(volume):], separator)
	var done []string
	gone := 0 // components of done up to the first that is not there, 0 if all are
	for links := 0; len(left) > 0; {
		name := left[0]
		left = left[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			if done = done[:max(len(done)-1, 0)]; len(done) < gone {
				gone = 0
			}
			continue
		}
		if done = append(done, name); gone > 0 {
			continue
		}
		next := volume + separator + strings.Join(done, separator)
		info, err := os.Lstat(next)
		if err != nil {
			gone = len(done)
		}
		if err != nil || info.Mode().Type() != fs.ModeSymlink {
			continue
		}
		if links++; links > maxLinks {
			return "", syscall.ELOOP
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", errno(err)
		}
		done = done[:len(done)-1]
		if filepath.IsAbs(target) {
			volume = filepath.VolumeName(target)
			done = nil
			target = target[len(volume):]
		}
		left = append(strings.Split(target, separator), left...)
	}
	return volume + separator + strings.Join(done, separator), nil
}
