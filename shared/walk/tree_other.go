//go:build !linux

package walk

import "io/fs"

// openTree opens the folder at an absolute path.
func openTree(dir string, f forced) (tree, error) { return openPathTree(wholePaths{}, dir, f) }

// bind sets s.dir to the absolute path dir without links, and s.below: how folders below s are opened.
func (s *sandbox) bind(dir string, f forced) error { return s.bindPaths(dir, f) }

// sysFile is not used here: every file is an os.File.
type sysFile struct{}

func (sysFile) read([]byte) (int, error) { return 0, fs.ErrClosed }
func (sysFile) stat() (Info, error)      { return Info{}, fs.ErrClosed }
func (sysFile) close() error             { return fs.ErrClosed }
