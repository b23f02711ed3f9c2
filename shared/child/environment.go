package child

import (
	"runtime"
	"slices"
	"strings"
)

// Variables that a child gets. They say who and where the user is, in which
// language and on which terminal; what configures programs, preloads libraries
// or names a pager is not among them.
var (
	passed = []string{"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TERM", "COLUMNS", "LINES"}
	// Without these, programs of Windows do not start or find no folders.
	passedOnWindows = []string{
		"ALLUSERSPROFILE", "APPDATA", "COMMONPROGRAMFILES", "COMMONPROGRAMFILES(X86)", "COMMONPROGRAMW6432", "COMPUTERNAME", "COMSPEC",
		"HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "NUMBER_OF_PROCESSORS", "OS", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA",
		"PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "PUBLIC", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERDOMAIN",
		"USERNAME", "USERPROFILE", "WINDIR",
	}
)

// Environment gives those entries KEY=value of environ that a child may have,
// in their order.
func Environment(environ []string) []string {
	var list []string
	for _, entry := range environ {
		if name, _, ok := strings.Cut(entry, "="); ok && handedOn(name, runtime.GOOS == "windows") {
			list = append(list, entry)
		}
	}
	return list
}

func handedOn(name string, windows bool) bool {
	if windows {
		name = strings.ToUpper(name) // names have no case there
	}
	return slices.Contains(passed, name) || strings.HasPrefix(name, "LC_") || windows && slices.Contains(passedOnWindows, name)
}
