package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/ct-tools/ct/allowlist"
)

// tailOptions gives the long options that no permitted command has: they are
// taken as ct-test's also at the end of a command's arguments. True says that a
// value follows.
func tailOptions() map[string]bool {
	return map[string]bool{
		"err-match": true, "err-match-stdout": true, "err-match-stderr": true, "err-when": true,
		"ok-match": true, "ok-match-stdout": true, "ok-match-stderr": true, "ok-when": true, "otherwise": true,
		"emit": true, "emit-stdout": true, "emit-stderr": true, "question": true,
		"focus": true, "capture-tail": true, "show-output": false,
	}
}

// tailNames gives them as they are written, sorted.
func tailNames() []string {
	names := slices.Sorted(maps.Keys(tailOptions()))
	for i := range names {
		names[i] = "--" + names[i]
	}
	return names
}

// divideTail divides the words behind -- into ct-test's own options and the
// command's arguments. Own is the longest run at the end that is nothing but
// tailOptions, each with its value. A program of the suite has options of the
// same names, so all of its words are its own; for others a second -- directly
// behind the first, which is dropped, says that no word is ct-test's. Where
// neither says whose they are, form alone decided (guessed).
func divideTail(value func(string) string, words []string) (own, args []string, guessed bool) {
	switch {
	case allowlist.Suite(value("cmd")):
		return nil, words, false
	case len(words) > 0 && words[0] == "--":
		return nil, words[1:], false
	}
	wants := tailOptions()
	for i := range words {
		if isTail(words[i:], wants) {
			return words[i:], words[:i], true
		}
	}
	return nil, words, true
}

// divide is divideTail for r, which takes down what may be a slip.
func (r *request) divide(value func(string) string, words []string) (own, args []string) {
	own, args, guessed := divideTail(value, words)
	if guessed {
		r.stray = strayOption(args)
	}
	return own, args
}

// strayOption gives the first of a command's arguments that is written as one
// of tailOptions, "" where there is none: it was passed on, for what follows it
// is not all ct-test's. What follows grep's -e is a pattern.
func strayOption(args []string) string {
	known := tailOptions()
	for i, word := range args {
		name, long := strings.CutPrefix(word, "--")
		name, _, _ = strings.Cut(name, "=")
		if _, is := known[name]; long && is && (i == 0 || !takesPattern(args[i-1])) {
			return "--" + name
		}
	}
	return ""
}

// takesPattern reports whether word is -e, alone or behind other letters, or
// --regexp.
func takesPattern(word string) bool {
	letters, short := strings.CutPrefix(word, "-")
	return word == "--regexp" || short && !strings.HasPrefix(letters, "-") && strings.HasSuffix(letters, "e")
}

// isTail reports whether words are nothing but the options that wants names,
// with their values.
func isTail(words []string, wants map[string]bool) bool {
	for len(words) > 0 {
		name, long := strings.CutPrefix(words[0], "--")
		name, _, joined := strings.Cut(name, "=")
		value, known := wants[name]
		switch {
		case !long || !known:
			return false
		case joined || !value:
			words = words[1:]
		case len(words) < 2:
			return false
		default:
			words = words[2:]
		}
	}
	return true
}
