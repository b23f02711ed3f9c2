//go:build !unix

package foreign

import "io/fs"

// own takes a folder in the user's own for the user's.
func own(fs.FileInfo) bool { return true }
