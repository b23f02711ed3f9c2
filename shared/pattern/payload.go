package pattern

import "strings"

// PayloadKind says where the text of a pattern is.
type PayloadKind uint8

const (
	Plain PayloadKind = iota // in the argument itself
	File                     // file:PATH
	Text                     // text:VALUE
)

// Payload splits an argument into the kind and the path, the value or, if it is plain, the argument
// itself. It reads nothing. Text that begins with "file:" is written "text:file:…".
func Payload(arg string) (kind PayloadKind, value string) {
	if path, ok := strings.CutPrefix(arg, "file:"); ok {
		return File, path
	}
	if text, ok := strings.CutPrefix(arg, "text:"); ok {
		return Text, text
	}
	return Plain, arg
}

// CompilePayload compiles the content of a file or text payload. The last line ending is removed.
// The content is never promoted: with Auto a single line is a Literal, several are a Block.
func CompilePayload(content string, o Options) (*Pattern, error) {
	if text, ok := strings.CutSuffix(content, "\n"); ok {
		content = strings.TrimSuffix(text, "\r")
	}
	o.Promote = false
	return Compile(content, o)
}
