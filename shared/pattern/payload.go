package pattern

import "strings"

// PayloadKind tells where the text of a pattern stands.
type PayloadKind uint8

const (
	Plain PayloadKind = iota // the argument itself
	File                     // file:PATH
	Text                     // text:VALUE
)

// Payload takes an argument apart into where the text stands and the path, the
// value or, of a plain one, the argument. It reads nothing. To look for a text
// that begins with "file:", write "text:file:…".
func Payload(arg string) (kind PayloadKind, value string) {
	if path, ok := strings.CutPrefix(arg, "file:"); ok {
		return File, path
	}
	if text, ok := strings.CutPrefix(arg, "text:"); ok {
		return Text, text
	}
	return Plain, arg
}

// CompilePayload compiles what a file or text payload holds. The last line end
// is not part of it, and it is never promoted: with Auto a single line is a
// Literal, several are a Block.
func CompilePayload(content string, o Options) (*Pattern, error) {
	if text, ok := strings.CutSuffix(content, "\n"); ok {
		content = strings.TrimSuffix(text, "\r")
	}
	o.Promote = false
	return Compile(content, o)
}
