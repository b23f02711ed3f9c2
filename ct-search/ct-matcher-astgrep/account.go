package main

import (
	"strconv"
	"strings"
)

// What ast-grep says on standard error of every file, with --inspect=entity.
const (
	saidOfFile = "sg: entity|file|"
	saidOfAll  = "sg: summary|file: "
	saidFailed = "ERROR: "
)

// An account is what became of the files of a run.
type account struct {
	language map[string]string // of those that were read, as ast-grep names languages
	skipped  map[string]string // why, of those that were not
	failed   map[string]string // what the system said of those that could not be opened
	passed   int               // files that were passed over, told above or not
}

// readAccount reads what a run over files said. Of a file that is in none of the
// maps ast-grep knows no language by its name.
func readAccount(said string) account {
	a := account{language: map[string]string{}, skipped: map[string]string{}, failed: map[string]string{}}
	for line := range strings.SplitSeq(said, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if rest, ok := strings.CutPrefix(line, saidOfFile); ok {
			a.file(rest)
		} else if rest, ok := strings.CutPrefix(line, saidOfAll); ok {
			if _, n, ok := strings.Cut(rest, "skippedFileCount="); ok {
				a.passed, _ = strconv.Atoi(n)
			}
		} else if rest, ok := strings.CutPrefix(line, saidFailed); ok {
			if name, why, ok := cutLast(rest); ok {
				a.failed[name] = why
			}
		}
	}
	return a
}

// file reads "NAME: language=Python" and "NAME: skipped=fileTooLarge".
func (a *account) file(said string) {
	name, what, ok := cutLast(said)
	if !ok {
		return
	}
	if language, ok := strings.CutPrefix(what, "language="); ok {
		a.language[name] = language
	} else if why, ok := strings.CutPrefix(what, "skipped="); ok {
		a.skipped[name] = why
	}
}

// cutLast cuts at the last ": ", for a name may hold one.
func cutLast(s string) (before, after string, ok bool) {
	at := strings.LastIndex(s, ": ")
	if at < 0 {
		return "", "", false
	}
	return s[:at], s[at+2:], true
}
