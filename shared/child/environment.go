package child

import (
	"runtime"
	"slices"
	"strings"
)

// The variables that a child receives. They say who and where the user is, which language and which terminal is used, and
// which index git is about to commit. Variables that configure programs, preload libraries or name a pager are not among them.
var (
	passed = []string{"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TERM", "COLUMNS", "LINES", "GIT_INDEX_FILE"}
	// Without these, Windows programs do not start or do not find folders.
	passedOnWindows = []string{
		"ALLUSERSPROFILE", "APPDATA", "COMMONPROGRAMFILES", "COMMONPROGRAMFILES(X86)", "COMMONPROGRAMW6432", "COMPUTERNAME", "COMSPEC",
		"HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "NUMBER_OF_PROCESSORS", "OS", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA",
		"PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "PUBLIC", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERDOMAIN",
		"USERNAME", "USERPROFILE", "WINDIR",
	}
)

// Environment returns those entries KEY=value of environ that a child may have, in their order.
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
		name = strings.ToUpper(name) // names are case-insensitive there
	}
	return slices.Contains(passed, name) || strings.HasPrefix(name, "LC_") || windows && slices.Contains(passedOnWindows, name)
}
