//go:build !linux

package walk

import "io/fs"

// sysFile is not used here: every file is an os.File.
type sysFile struct{}

func (sysFile) read([]byte) (int, error) { return 0, fs.ErrClosed }
func (sysFile) stat() (Info, error)      { return Info{}, fs.ErrClosed }
func (sysFile) close() error             { return fs.ErrClosed }
