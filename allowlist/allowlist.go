// Package allowlist holds the commands that ct-test may run, and the gate that
// a program passes by its name. The list is fixed when the program is compiled:
// no option, file or variable adds to it. Its commands only read, and ct itself
// is not among them, for it runs whatever is called ct-NAME.
package allowlist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// suite are the programs of this suite, which bind themselves to the same
// contract.
const suite = "ct-search ct-show ct-spec ct-survey"

// Names gives the commands that may be run, sorted.
func Names() []string {
	names := strings.Fields(system + " " + suite)
	slices.Sort(names)
	return names
}

// Name gives the name by which a program is judged: the file-name component of
// its path, and on Windows without .exe and in lower case; "" of a path that ends
// with a separator, which is no program's.
func Name(program string) string {
	if program == "" || os.IsPathSeparator(program[len(program)-1]) {
		return ""
	}
	return name(filepath.Base(program))
}

// Allows reports whether a program may be run, by its name alone.
func Allows(program string) bool { return slices.Contains(Names(), Name(program)) }

// Suite reports whether a program is one of this suite, by its name alone.
func Suite(program string) bool { return slices.Contains(strings.Fields(suite), Name(program)) }
