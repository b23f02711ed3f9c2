package main

import (
	"strconv"
	"strings"
)

// Prefixes of the lines that ast-grep --inspect=entity prints to standard error.
const (
	filePrefix    = "sg: entity|file|"
	summaryPrefix = "sg: summary|file: "
	errorPrefix   = "ERROR: "
)

// inspection is the result of a run for each of its files.
type inspection struct {
	language     map[string]string // of the files that were read, with ast-grep's names for languages
	skipped      map[string]string // the reasons, for the files that were skipped
	failed       map[string]string // the system's errors, for the files that could not be opened
	skippedCount int               // number of skipped files, whether in the map or not
}

// readInspection reads the standard error of a run. If a file is in none of the maps, ast-grep did
// not recognize a language from its name.
func readInspection(stderr string) inspection {
	i := inspection{language: map[string]string{}, skipped: map[string]string{}, failed: map[string]string{}}
	for line := range strings.SplitSeq(stderr, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if rest, ok := strings.CutPrefix(line, filePrefix); ok {
			i.file(rest)
		} else if rest, ok := strings.CutPrefix(line, summaryPrefix); ok {
			if _, n, ok := strings.Cut(rest, "skippedFileCount="); ok {
				i.skippedCount, _ = strconv.Atoi(n)
			}
		} else if rest, ok := strings.CutPrefix(line, errorPrefix); ok {
			if name, why, ok := cutLast(rest); ok {
				i.failed[name] = why
			}
		}
	}
	return i
}

// file reads "NAME: language=Python" or "NAME: skipped=fileTooLarge".
func (i *inspection) file(line string) {
	name, result, ok := cutLast(line)
	if !ok {
		return
	}
	if language, ok := strings.CutPrefix(result, "language="); ok {
		i.language[name] = language
	} else if why, ok := strings.CutPrefix(result, "skipped="); ok {
		i.skipped[name] = why
	}
}

// cutLast cuts s at the last ": ", because a name can contain one.
func cutLast(s string) (before, after string, ok bool) {
	at := strings.LastIndex(s, ": ")
	if at < 0 {
		return "", "", false
	}
	return s[:at], s[at+2:], true
}
