package walk

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Absolute returns the path that a name stands for, relative to the absolute folder base, without cleaning it: a ".."
// may follow a link. On Windows a name may begin at the top of the drive of base (\x), or in the folder that the process
// has on another drive (D:x).
func Absolute(base, name string) string {
	volume := filepath.VolumeName(name)
	switch {
	case filepath.IsAbs(name):
		return filepath.FromSlash(name)
	case volume != "":
		if full, err := filepath.Abs(name); err == nil {
			return full
		}
	case runtime.GOOS == "windows" && name != "" && os.IsPathSeparator(name[0]):
		return filepath.VolumeName(base) + filepath.FromSlash(name)
	}
	return base + string(filepath.Separator) + filepath.FromSlash(name)
}

// ErrNoMatch is wrapped by the error about wildcards that no name of their folder matches.
var ErrNoMatch = errors.New("no name matches; --include GLOB chooses files below a folder")

// Expand replaces names whose last component has * or ? by what they match in their folder below base, in path order,
// because the shells of Windows leave that to programs. As in other shells, a name that begins with a dot is matched only
// by a pattern that does. Elsewhere the shell has done it, and such a name is a file's own: names are returned unchanged.
func Expand(sandbox, base string, names []string) ([]string, error) {
	if runtime.GOOS != "windows" || !slices.ContainsFunc(names, hasWildcard) {
		return names, nil
	}
	return expand(names, func(dir string) ([]string, error) {
		if base != "" || sandbox != "" {
			here, err := filepath.Abs(base)
			if err != nil {
				return nil, err
			}
			dir = Absolute(here, dir)
		}
		folder, err := openBeside(sandbox, dir)
		if err != nil {
			return nil, err
		}
		defer func() { _ = folder.Close() }()
		return folder.Readdirnames(-1)
	})
}

func hasWildcard(name string) bool { return strings.ContainsAny(filepath.Base(name), "*?") }

// expand is Expand with what lists the names of a folder.
func expand(names []string, list func(dir string) ([]string, error)) ([]string, error) {
	var all []string
	for _, name := range names {
		if !hasWildcard(name) {
			all = append(all, name)
			continue
		}
		dir, pattern := filepath.Split(name)
		there, err := list(filepath.Clean(dir))
		if err != nil {
			return nil, &PathError{Named: name, Err: errno(err)}
		}
		slices.Sort(there)
		found := len(all)
		for _, other := range there {
			if (other[0] != '.' || pattern[0] == '.') && matchesWildcards(strings.ToLower(pattern), strings.ToLower(other)) {
				all = append(all, dir+other)
			}
		}
		if len(all) == found {
			return nil, &PathError{Named: name, Err: ErrNoMatch}
		}
	}
	return all, nil
}

// matchesWildcards reports whether a name matches a pattern in which * stands for any text and ? for one character. It
// returns to the last * alone, so its time is at most the product of their lengths.
func matchesWildcards(pattern, name string) bool {
	p, n := []rune(pattern), []rune(name)
	i, j, star, from := 0, 0, -1, 0
	for j < len(n) {
		switch {
		case i < len(p) && p[i] == '*':
			star, from = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == n[j]):
			i++
			j++
		case star >= 0:
			from++
			i, j = star+1, from
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}
