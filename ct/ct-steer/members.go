package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// member is a member of a JSON object. Its value has no white space around it.
type member struct {
	key        string
	value      json.RawMessage
	begin, end int // where the value is
}

// members returns the members of a valid JSON object in their order, nil if text is something else.
func members(text []byte) (list []member) {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || d.Decode(&value) != nil {
			return nil
		}
		end := int(d.InputOffset())
		list = append(list, member{name, value, end - len(value), end})
	}
	return list
}

// elements returns the elements of a valid JSON array, nil if text is something else.
func elements(text []byte) (list []json.RawMessage) {
	_ = json.Unmarshal(text, &list)
	return list
}

// unquoted returns a JSON string's value, "" if value is something else.
func unquoted(value json.RawMessage) (s string) {
	_ = json.Unmarshal(value, &s)
	return s
}

// last returns the index of the last member with a key, which is the one that counts, -1 without one.
func last(list []member, key string) int {
	for i, m := range slices.Backward(list) {
		if m.key == key {
			return i
		}
	}
	return -1
}

// valueOf returns the value of the member with a key. null is taken as no member.
func valueOf(list []member, key string) (value json.RawMessage, given bool) {
	i := last(list, key)
	if i < 0 || string(list[i].value) == "null" {
		return nil, false
	}
	return list[i].value, true
}

// replaced returns the members with a new value of the one with a key, which is added if there is none.
func replaced(list []member, key string, value json.RawMessage) []member {
	if i := last(list, key); i >= 0 {
		list[i].value = value
		return list
	}
	return append(list, member{key: key, value: value})
}

// compose returns the object with the members.
func compose(list []member) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quoted(m.key))
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// composeList returns the array with the elements.
func composeList(list []json.RawMessage) json.RawMessage {
	return append(append([]byte{'['}, bytes.Join(raw(list), []byte{','})...), ']')
}

func raw(list []json.RawMessage) [][]byte {
	all := make([][]byte, len(list))
	for i, e := range list {
		all[i] = e
	}
	return all
}

// quoted returns a string as JSON without escapes for HTML.
func quoted(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// document is a JSON object as it is written.
type document struct {
	text   []byte
	indent string // of a member
}

func (d *document) members() []member { return members(d.text) }

// set sets the value of a member, and adds it as the last one if there is none. All other bytes stay.
func (d *document) set(key string, value json.RawMessage) {
	var b bytes.Buffer
	_ = json.Indent(&b, value, d.indent, d.indent)
	line := "\n"
	if bytes.Contains(d.text, []byte("\r\n")) {
		line = "\r\n"
	}
	formatted := strings.ReplaceAll(b.String(), "\n", line)
	all := d.members()
	var begin, end int
	if i := last(all, key); i >= 0 {
		begin, end = all[i].begin, all[i].end
	} else {
		formatted = line + d.indent + string(quoted(key)) + ": " + formatted
		if len(all) == 0 {
			begin, end = bytes.IndexByte(d.text, '{')+1, bytes.LastIndexByte(d.text, '}')
			formatted += line
		} else {
			begin, end = all[len(all)-1].end, all[len(all)-1].end
			formatted = "," + formatted
		}
	}
	d.text = append(append(bytes.Clone(d.text[:begin]), formatted...), d.text[end:]...)
}

// indentOf returns the white space before the first member of an object, two spaces if it is on the first line.
func indentOf(text []byte) string {
	rest := bytes.TrimPrefix(text, []byte("{"))
	space := rest[:len(rest)-len(bytes.TrimLeft(rest, " \t\r\n"))]
	i := bytes.LastIndexByte(space, '\n')
	if i < 0 || i+1 == len(space) || len(space) == len(rest)-1 {
		return "  "
	}
	return string(space[i+1:])
}
