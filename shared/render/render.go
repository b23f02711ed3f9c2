// Package render writes values in the forms that programs read: JSON and
// command lines.
package render

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// JSON gives v as JSON without a final newline: in one line, or indented by
// two spaces a level. It differs from json.Marshal in that <, > and & stay
// readable. The bytes are valid UTF-8 whatever v holds: a byte of a string
// that is none becomes U+FFFD, also in what a json.Marshaler returned. U+2028
// and U+2029 are written as escapes, so that no reader sees a line end there.
// The error is that of encoding/json: a NaN, an infinity, a cycle, a channel
// or a function.
func JSON(v any, indent bool) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if indent {
		enc.SetIndent("", "  ")
	}
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	out := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if !utf8.Valid(out) {
		out = bytes.ToValidUTF8(out, []byte("\uFFFD"))
	}
	return out, nil
}
