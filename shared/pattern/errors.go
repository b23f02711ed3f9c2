package pattern

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/ref"
)

// Error says why a pattern is refused. It prints as one line.
type Error struct {
	Pattern string // as given
	Problem string // what is wrong, as the end of a sentence
	Hint    string // what to do about it, with references (package ref); may be ""

	wrongEngine bool // the other engine accepts it
	tooMuch     bool // it may be well-formed, but exceeds a limit
}

// Error returns the message for somebody who typed a command line:
// `pattern "a(b": missing closing ): use --mode literal for literal text`.
func (e *Error) Error() string { return e.Message(ref.CommandLine) }

// Message returns the message with references spelled by spell.
func (e *Error) Message(spell ref.Spelling) string {
	s := "pattern " + shown(e.Pattern) + ": " + e.Problem
	if e.Hint != "" {
		s += ": " + ref.Expand(e.Hint, spell)
	}
	return s
}

// Hinting returns the error with another hint, unless it is about a limit.
func (e *Error) Hinting(hint string) *Error {
	other := *e
	if !e.tooMuch && !e.wrongEngine && e.Pattern != "" {
		other.Hint = hint
	}
	return &other
}

// shown quotes text for a message: unchanged if it is printable, otherwise with escapes, and short enough for a line.
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

// final reports whether err is unrelated to the form of a pattern, so that the pattern cannot be read in another way:
// the requested engine does not accept what the other does, or a limit is exceeded.
func final(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && (e.wrongEngine || e.tooMuch)
}

// refuse returns the error for a pattern with a problem.
func refuse(pattern, problem string) *Error {
	return &Error{Pattern: pattern, Problem: problem, Hint: useFixed}
}

// useFixed names an option that every program has that takes patterns.
const useFixed = "use {mode} literal for literal text"

// useGlob is the hint for a name in which * and ? stand for any text.
const useGlob = "use {mode} glob, in which * and ? stand for any text"

func tooLong(text string, limit int) error {
	return &Error{Pattern: text, Problem: fmt.Sprintf("it is %d bytes long, more than %d", len(text), limit), tooMuch: true}
}
