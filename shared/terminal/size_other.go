//go:build !unix && !windows

package terminal

import "os"

// size returns false: this system has no terminals that it can measure.
func size(*os.File) (int, bool) { return 0, false }

func obeys(*os.File) bool { return false }
