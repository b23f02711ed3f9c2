package foreign

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"
)

// longestSocket is the length in bytes of a folder below which the socket of a
// matcher, in a folder of its own, still has a name that the systems take.
const longestSocket = 60

// leftover is the age beyond which a folder of a search is what one that was
// killed left.
const leftover = 24 * time.Hour

// Sockets gives the folder below which the sockets of matchers are made, which
// it makes if it is not there: it stays, belongs to the user and is closed to
// all others. It is ct/matchers in XDG_RUNTIME_DIR or in the user's folder for
// caches; where neither will do, ct-matchers-UID in the system's folder for temporary files.
func Sockets() (string, error) {
	var places []string
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		places = append(places, filepath.Join(dir, "ct", "matchers"))
	}
	if dir, err := os.UserCacheDir(); err == nil && filepath.IsAbs(dir) {
		if _, err := os.Stat(filepath.Dir(dir)); err == nil { // a home that is not there is not made
			places = append(places, filepath.Join(dir, "ct", "matchers"))
		}
	}
	places = append(places, filepath.Join(os.TempDir(), "ct-matchers-"+strconv.Itoa(os.Getuid())))
	var failed error
	for _, dir := range places {
		err := private(dir)
		if err == nil {
			clean(dir)
			return dir, nil
		}
		failed = errors.Join(failed, err)
	}
	return "", fmt.Errorf("no private folder for the socket of a matcher: %w", failed)
}

// private makes a folder that only the user can enter, or makes sure that it is
// one.
func private(dir string) error {
	if len(dir) > longestSocket {
		return fmt.Errorf("%s: too long for the name of a socket", dir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", dir)
	case runtime.GOOS != "windows" && info.Mode().Perm() != 0o700:
		return fmt.Errorf("%s is open to others (mode %04o)", dir, info.Mode().Perm())
	case !own(info):
		return fmt.Errorf("%s belongs to somebody else", dir)
	}
	return nil
}

// clean removes what searches left that were killed.
func clean(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftover {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
