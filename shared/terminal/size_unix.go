//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// size gives the columns of the terminal f, 0 where it does not know, and false
// where f is none.
func size(f *os.File) (int, bool) {
	w, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, false
	}
	return int(w.Col), true
}

// obeys reports whether the terminal f obeys escape sequences.
func obeys(*os.File) bool {
	term := os.Getenv("TERM")
	return term != "" && term != "dumb"
}
