package cause

import (
	"strings"
	"syscall"

	"golang.org/x/sys/windows"
)

// words returns what an error of Windows means, "" for one of Go's own.
func words(number syscall.Errno) string {
	switch number {
	case windows.ERROR_FILE_NOT_FOUND, windows.ERROR_PATH_NOT_FOUND, windows.ERROR_BAD_NETPATH, windows.ERROR_BAD_NET_NAME, windows.ERROR_INVALID_DRIVE:
		return "no such file or directory"
	case windows.ERROR_ACCESS_DENIED:
		return "permission denied"
	case windows.ERROR_DIRECTORY:
		return "not a directory"
	case windows.ERROR_SHARING_VIOLATION, windows.ERROR_LOCK_VIOLATION:
		return "another program has it open"
	case windows.ERROR_INVALID_NAME, windows.ERROR_BAD_PATHNAME:
		return "no file can have this name"
	case windows.ERROR_FILENAME_EXCED_RANGE:
		return "file name too long"
	case windows.ERROR_CANT_RESOLVE_FILENAME:
		return "too many levels of symbolic links"
	case windows.ERROR_BAD_EXE_FORMAT:
		return "exec format error"
	}
	if number >= syscall.APPLICATION_ERROR {
		return ""
	}
	return strings.TrimRight(number.Error(), ".\r\n ") // a sentence of the system's own
}
