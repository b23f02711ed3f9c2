package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/ct-tools/ct/allowlist"
)

// tailOptions returns the long options that no permitted command has: they belong to ct-test also
// at the end of a command's arguments. The value says whether an argument follows.
func tailOptions() map[string]bool {
	return map[string]bool{
		"err-match": true, "err-match-stdout": true, "err-match-stderr": true, "err-when": true,
		"ok-match": true, "ok-match-stdout": true, "ok-match-stderr": true, "ok-when": true, "otherwise": true,
		"emit": true, "emit-stdout": true, "emit-stderr": true, "question": true,
		"focus": true, "capture-tail": true, "show-output": false,
	}
}

// tailNames returns them as they are written, sorted.
func tailNames() []string {
	names := slices.Sorted(maps.Keys(tailOptions()))
	for i := range names {
		names[i] = "--" + names[i]
	}
	return names
}

// divideTail divides the words after -- into ct-test's own options and the command's arguments. own is the longest
// sequence at the end that consists only of tailOptions with their values. A program of the suite has options with the
// same names, so all words are its own. For others a second -- directly after the first, which is dropped, says that no
// word belongs to ct-test. Without either, the form alone decides (guessed).
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

// divide is divideTail for r. It records what may be a mistake.
func (r *request) divide(value func(string) string, words []string) (own, args []string) {
	own, args, guessed := divideTail(value, words)
	if guessed {
		r.stray = strayOption(args)
	}
	return own, args
}

// strayOption returns the first of a command's arguments that is written like one of tailOptions, "" if there is none.
// It was passed to the command because not everything after it belongs to ct-test. What follows grep's -e is a pattern.
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

// takesPattern reports whether word is -e, alone or after other letters, or --regexp.
func takesPattern(word string) bool {
	letters, short := strings.CutPrefix(word, "-")
	return word == "--regexp" || short && !strings.HasPrefix(letters, "-") && strings.HasSuffix(letters, "e")
}

// isTail reports whether words are only the options in wants, with their values.
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
