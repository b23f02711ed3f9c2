package pattern

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Error says why a pattern is refused. It prints as one line.
type Error struct {
	Pattern string // as given
	Problem string // what is wrong, as the end of a sentence
	Cure    string // what to do about it, in terms of the command line; may be ""

	wrongEngine bool // the other engine takes it
	tooMuch     bool // its form may be right, but it is beyond a limit
}

// Error gives `pattern "a(b": missing closing ): use --mode literal for literal text`.
func (e *Error) Error() string {
	return e.Worded(func(cure string) string { return cure })
}

// Worded gives the message with the cure as words puts it, for who has no
// command line.
func (e *Error) Worded(words func(cure string) string) string {
	s := "pattern " + shown(e.Pattern) + ": " + e.Problem
	if e.Cure != "" {
		s += ": " + words(e.Cure)
	}
	return s
}

// shown quotes text for a message: as the user wrote it where that can be
// printed, with escapes where not, and no longer than fits on a line.
func shown(text string) string {
	const limit = 60
	end := ""
	if len(text) > limit {
		n := limit
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		text, end = text[:n], "…"
	}
	if strings.IndexFunc(text, func(r rune) bool { return !strconv.IsPrint(r) || r == utf8.RuneError }) >= 0 {
		quoted := strconv.Quote(text)
		return quoted[:len(quoted)-1] + end + `"`
	}
	return `"` + text + end + `"`
}

// inline is shown without the quotes, for parts of a pattern within a sentence.
func inline(text string) string {
	s := shown(text)
	return s[1 : len(s)-1]
}

// final reports whether err is no matter of a pattern's form, so that the
// pattern cannot be read as anything else: the engine asked for does not take
// what the other does, or it is beyond a limit.
func final(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && (e.wrongEngine || e.tooMuch)
}

// refuse gives the error for a pattern in which there is problem.
func refuse(pattern, problem string) *Error {
	return &Error{Pattern: pattern, Problem: problem, Cure: useFixed}
}

// useFixed names an option that every program has that takes patterns.
const useFixed = "use --mode literal for literal text"

// useGlob is the cure of a name in which * and ? stand for any text.
const useGlob = "use --mode glob, in which * and ? stand for any text"

func tooLong(text string, limit int) error {
	return &Error{Pattern: text, Problem: fmt.Sprintf("it is %d bytes long, more than %d", len(text), limit), tooMuch: true}
}
