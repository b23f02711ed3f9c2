//go:build !unix && !windows

package terminal

import "os"

// size cannot tell a terminal here.
func size(*os.File) (int, bool) { return 0, false }

func obeys(*os.File) bool { return false }
