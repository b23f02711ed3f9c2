package occurrence

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/walk"
)

// Inside returns the part of an entry's printed path below the folder
// that is searched, or the name of a file that was named itself.
func Inside(e *walk.Entry, printed string) string {
	if n := e.Below(); n > 0 {
		return printed[len(printed)-n:]
	}
	return path.Base(printed)
}

// isInterface reports, by its path, whether a file of C or C++ is a header for
// all of its tree.
func isInterface(inside string) bool {
	return lang.IsHeader(path.Ext(inside)) && slices.Contains(strings.Split(path.Dir(inside), "/"), "include")
}
