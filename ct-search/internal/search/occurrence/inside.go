package occurrence

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/walk"
)

// Inside returns the end of an entry's printed path that lies below the folder
// that is searched; of a file that is named itself, its name.
func Inside(e *walk.Entry, printed string) string {
	if n := e.Below(); n > 0 {
		return printed[len(printed)-n:]
	}
	return path.Base(printed)
}

// isInterface reports, by its path, whether a file of C or C++ is a header that
// all of its tree includes.
func isInterface(inside string) bool {
	return lang.IsHeader(path.Ext(inside)) && slices.Contains(strings.Split(path.Dir(inside), "/"), "include")
}
