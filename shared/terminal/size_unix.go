//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// size returns the columns of the terminal f, 0 if they are unknown, and false if f is not a terminal.
func size(f *os.File) (int, bool) {
	w, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, false
	}
	return int(w.Col), true
}

// obeys reports whether the terminal f supports escape sequences.
func obeys(*os.File) bool {
	term := os.Getenv("TERM")
	return term != "" && term != "dumb"
}
