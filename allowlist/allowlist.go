// Package allowlist has the commands that ct-test may run, and the check of a program's name. The
// list is fixed when the program is compiled: no option, file or variable adds to it. Its commands
// only read. ct itself is not among them, because it runs everything that is called ct-NAME.
package allowlist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// suite are programs of this suite, which follow the same contract. ct-outline and ct-tree are ct-search, run with the
// option of that name.
const suite = "ct-outline ct-search ct-show ct-spec ct-survey ct-tree"

// Names returns the commands that may be run, sorted.
func Names() []string {
	names := strings.Fields(system + " " + suite)
	slices.Sort(names)
	return names
}

// Name returns the name by which a program is checked: the last component of its path, on Windows
// without .exe and in lower case. It is "" for a path that ends with a separator.
func Name(program string) string {
	if program == "" || os.IsPathSeparator(program[len(program)-1]) {
		return ""
	}
	return name(filepath.Base(program))
}

// Allows reports whether a program may be run, by its name alone.
func Allows(program string) bool { return slices.Contains(Names(), Name(program)) }

// Suite reports whether a program belongs to this suite, by its name alone.
func Suite(program string) bool { return slices.Contains(strings.Fields(suite), Name(program)) }
