package foreign

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// longestSocket is the longest folder for sockets, in bytes, below which names are short enough for all systems.
const longestSocket = 60

// leftover is the age from which the folder of a search is considered left over from a search that was killed.
const leftover = 24 * time.Hour

// Sockets returns the folder below which the sockets of matchers are created. It creates the folder
// if it does not exist; the folder stays, belongs to the user and is closed to everybody else. It
// is ct/matchers in XDG_RUNTIME_DIR or, if cache is true, in the user's cache folder, or, if neither is usable,
// ct-matchers-UID in the system's temporary folder, or in /tmp if that folder's name is too long.
func Sockets(cache bool) (string, error) {
	var failed error
	for _, dir := range socketPlaces(cache) {
		err := private(dir)
		if err == nil {
			clean(dir)
			return dir, nil
		}
		failed = errors.Join(failed, err)
	}
	return "", fmt.Errorf("no private folder for the socket of a matcher: %w", failed)
}

// socketPlaces returns the folders that Sockets tries, in this order.
func socketPlaces(cache bool) []string {
	var places []string
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		places = append(places, filepath.Join(dir, "ct", "matchers"))
	}
	if dir, err := os.UserCacheDir(); cache && err == nil && filepath.IsAbs(dir) {
		if _, err := os.Stat(filepath.Dir(dir)); err == nil { // do not create a missing home
			places = append(places, filepath.Join(dir, "ct", "matchers"))
		}
	}
	own := "ct-matchers-" + strconv.Itoa(os.Getuid())
	places = append(places, filepath.Join(os.TempDir(), own))
	if runtime.GOOS != "windows" { // there it is a port, not a file
		places = append(places, filepath.Join("/tmp", own))
	}
	return slices.Compact(places)
}

// private creates a folder that only the user can enter, or checks that it is one.
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
		return fmt.Errorf("%s is not a folder", dir)
	case runtime.GOOS != "windows" && info.Mode().Perm() != 0o700:
		return fmt.Errorf("%s is open to others (mode %04o)", dir, info.Mode().Perm())
	case !own(info):
		return fmt.Errorf("%s belongs to somebody else", dir)
	}
	return nil
}

// clean removes what killed searches left over.
func clean(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftover {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
