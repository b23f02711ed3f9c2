package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/toolcall"
)

// suggesting are the members of answers that have a command to run next, or several.
func suggesting() []string { return []string{"cmd", "command", "next", "rest", "suggested_queries"} }

// withCalls returns a JSON document in which the commands that it suggests are tool calls: objects with the tool and its
// arguments. Everything else stays as it is, in its order.
func withCalls(document []byte) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	var out bytes.Buffer
	err := copyValue(d, &out, "")
	return out.Bytes(), err
}

// copyValue copies the next value of a valid document, which is the member of that name.
func copyValue(d *json.Decoder, out *bytes.Buffer, member string) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token := token.(type) {
	case json.Delim:
		return copyMembers(d, out, token, member)
	case string:
		if !slices.Contains(suggesting(), member) {
			break
		}
		if strings.HasPrefix(token, "ct-") {
			token = cmp.Or(toolcall.FromShell(token), token)
		}
		if tool, arguments, ok := toolcall.Parse(token); ok {
			return write(out, struct {
				Tool      string          `json:"tool"`
				Arguments json.RawMessage `json:"arguments"`
			}{tool, arguments})
		}
	}
	return write(out, token)
}

// copyMembers copies what follows the beginning of an object or an array, which is the member of that name.
func copyMembers(d *json.Decoder, out *bytes.Buffer, open json.Delim, name string) error {
	out.WriteByte(byte(open))
	for first := true; d.More(); first = false {
		if !first {
			out.WriteByte(',')
		}
		if open == '{' {
			key, err := d.Token()
			if err == nil {
				err = write(out, key)
			}
			if err != nil {
				return err
			}
			name, _ = key.(string)
			out.WriteByte(':')
		}
		if err := copyValue(d, out, name); err != nil {
			return err
		}
	}
	end, err := d.Token()
	if err != nil {
		return err
	}
	delim, ok := end.(json.Delim)
	if !ok {
		return errors.New("the document ends within a value")
	}
	out.WriteByte(byte(delim))
	return nil
}

func write(out *bytes.Buffer, v any) error {
	text, err := render.JSON(v, false)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}
