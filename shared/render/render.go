// Package render writes values in forms that programs read: JSON and command lines.
package render

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
)

// JSON returns v as JSON without a final newline, in one line or indented by two spaces per level. Unlike json.Marshal
// it does not escape <, > and &. The result is always valid UTF-8: an invalid byte of a string becomes U+FFFD, also in
// the output of a json.Marshaler. Characters that control a terminal, reorder a text or hide in it (budget.Escape) are
// escaped as \uNNNN. The error is that of encoding/json, for a NaN, an infinity, a cycle, a channel or a function.
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
	if bytes.ContainsFunc(out, func(r rune) bool { return r >= 0x7F }) {
		out = budget.AppendJSON(make([]byte, 0, len(out)+len(out)/8), out)
	}
	return out, nil
}
