package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Scratch returns a folder in which a program can write objects for git to read (WithObjects): ct-UID in memory (/dev/shm) or, if that is
// not usable, in the system's temporary folder. It creates the folder if it does not exist; the folder stays, empty.
func Scratch() (string, error) {
	var failed error
	for _, parent := range []string{"/dev/shm", os.TempDir()} {
		dir := filepath.Join(parent, "ct-"+strconv.Itoa(os.Getuid()))
		err := private(dir)
		if err == nil {
			clean(dir)
			return dir, nil
		}
		failed = errors.Join(failed, err)
	}
	return "", fmt.Errorf("no private folder to compare versions in: %w", failed)
}

// private creates a folder that only the user can enter, or checks that it is one.
func private(dir string) error {
	if strings.ContainsAny(dir, `:;"`) {
		return fmt.Errorf("%s: git cannot read objects in a folder with this name", dir)
	}
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.Mkdir(dir, 0o700); err == nil || errors.Is(err, fs.ErrExist) {
			info, err = os.Lstat(dir)
		}
	}
	switch {
	case err != nil:
		return err
	case !info.IsDir(), !closed(info):
		return fmt.Errorf("%s is not a folder of yours alone", dir)
	}
	return nil
}

// leftover is the age from which what is in it is left over from a program that was killed.
const leftover = time.Hour

// clean removes what killed programs left over.
func clean(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftover {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
