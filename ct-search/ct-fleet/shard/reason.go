package shard

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
)

// A Code says in one word why a shard was not searched.
type Code string

// The codes.
const (
	Missing  Code = "missing"   // there is nothing at its locator
	Changed  Code = "changed"   // it is not what the manifest pins
	Corrupt  Code = "corrupt"   // it cannot be decoded
	Refused  Code = "refused"   // it has what no archive of source code needs
	TooLarge Code = "too_large" // unpacked it is larger than the scratch
	Denied   Code = "denied"    // it cannot be read, or lies outside the sandbox
	Failed   Code = "failed"    // the engine could not search it
	Deadline Code = "deadline"  // its time was over: a cut
)

// An UnsearchedError says why a shard was not searched. It is data about the shard, not a failure of the job.
type UnsearchedError struct {
	Code Code
	Text string // one line
}

// Error returns the code and the text.
func (r *UnsearchedError) Error() string { return string(r.Code) + ": " + r.Text }

func reasonf(code Code, format string, args ...any) *UnsearchedError {
	return &UnsearchedError{code, Line(fmt.Sprintf(format, args...))}
}

// ReasonOf returns the reason that an error carries, or one with the code: Denied, if something could not be read.
func ReasonOf(err error, code Code) *UnsearchedError {
	if r, ok := errors.AsType[*UnsearchedError](err); ok {
		return r
	}
	if errors.Is(err, fs.ErrPermission) {
		code = Denied
	}
	return reasonf(code, "%v", err)
}

// mostText bounds the text of a reason, in bytes.
const mostText = 400

// Line returns a text as one line of limited length without characters that cannot be printed.
func Line(text string) string {
	var b strings.Builder
	for _, c := range strings.ToValidUTF8(text, "\uFFFD") {
		switch {
		case b.Len() >= mostText:
			return b.String() + "…"
		case c == '\n' || c == '\t':
			b.WriteByte(' ')
		case unicode.IsPrint(c):
			b.WriteRune(c)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(c), "'"))
		}
	}
	return strings.TrimSpace(b.String())
}
