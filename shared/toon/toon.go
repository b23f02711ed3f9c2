// Package toon writes values in Token-Oriented Object Notation, a form of JSON's
// data with indentation in place of braces, in which a list of like objects is
// a table that names its fields once (TOON Specification 4.0,
// https://github.com/toon-format/spec). It writes and does not read.
package toon

import (
	"fmt"
	"strconv"
)

// Options change how values are written; the zero value is the usual form.
type Options struct {
	Delimiter byte // between values: ',' (0 stands for it), '\t' or '|'
	Indent    int  // spaces a level; 0 stands for 2
}

// Marshal gives v in TOON as encoding/json sees it: struct tags, json.Marshaler
// and the order of fields hold. The bytes are UTF-8 without a final newline,
// none at all for an empty object; a byte of a string that is no UTF-8 becomes
// U+FFFD. Of members with one name, as a Marshaler may give, the last counts.
//
// Numbers are exact, whatever their size: in plain decimals from 1e-6 to below
// 1e21, with an exponent beyond (§2). Characters that act on a terminal or hide
// in a text are written as escapes, as §7.1 permits, so that the bytes can be
// shown as they are; but those above U+FFFF have no escape and stay.
//
// The error is that of encoding/json.
func Marshal(v any) ([]byte, error) { return Options{}.Marshal(v) }

// Marshal is the function Marshal under o. An Options that the specification does
// not have is an error.
func (o Options) Marshal(v any) ([]byte, error) {
	if o.Delimiter == 0 {
		o.Delimiter = ','
	}
	if o.Indent == 0 {
		o.Indent = 2
	}
	switch {
	case o.Delimiter != ',' && o.Delimiter != '\t' && o.Delimiter != '|':
		return nil, fmt.Errorf("toon: %q is no delimiter; there are comma, tab and pipe", o.Delimiter)
	case o.Indent < 0:
		return nil, fmt.Errorf("toon: an indentation of %d spaces", o.Indent)
	}
	root, err := read(v, o.Delimiter)
	if err != nil {
		return nil, err
	}
	w := writer{Options: o}
	w.root(root)
	return w.out, nil
}

// A writer appends a document to out, piece by piece.
type writer struct {
	Options
	out   []byte
	begun bool // there is a line
}

// line begins a line at a depth.
func (w *writer) line(depth int) {
	if w.begun {
		w.out = append(w.out, '\n')
	}
	w.begun = true
	for range depth * w.Indent {
		w.out = append(w.out, ' ')
	}
}

func (w *writer) text(s string) { w.out = append(w.out, s...) }
func (w *writer) key(s string)  { w.out = appendKey(w.out, s) }

// root writes the whole document (§5).
func (w *writer) root(v *node) {
	fields, keyed := v.entries()
	switch {
	case v.kind == object && !keyed:
		w.members(v, 0)
		return
	case v.kind == array && len(v.items) == 0:
		w.line(0)
		w.text("[]")
		return
	}
	w.line(0)
	switch {
	case keyed:
		w.keyed(v, fields, 1)
	case v.kind == array:
		w.array(v, 1)
	default:
		w.text(v.text)
	}
}

// members writes the members of an object, a line each at depth with what is in
// them below (§8).
func (w *writer) members(v *node, depth int) {
	for i, key := range v.keys {
		w.line(depth)
		w.key(key)
		w.value(v.items[i], depth+1)
	}
}

// value writes what follows a key; lines of its own stand at depth.
func (w *writer) value(v *node, depth int) {
	fields, keyed := v.entries()
	switch {
	case v.kind == scalar:
		w.text(": ")
		w.text(v.text)
	case keyed:
		w.keyed(v, fields, depth)
	case v.kind == object:
		w.text(":")
		w.members(v, depth)
	case len(v.items) == 0:
		w.text(": []")
	default:
		w.array(v, depth)
	}
}

// array writes an array that is not empty, from its header on: in one line
// (§9.1), as a table (§9.3), or as a list (§9.2, §9.4).
func (w *writer) array(v *node, depth int) {
	if allScalar(v.items) {
		w.header(len(v.items), false, nil)
		w.text(" ")
		w.cells(v.items)
		return
	}
	fields, uniform := table(v.items)
	w.header(len(v.items), false, fields)
	if !uniform {
		w.list(v, depth)
		return
	}
	for _, row := range v.items {
		w.line(depth)
		w.cells(leaves(nil, row, fields))
	}
}

// keyed writes an object of like objects as a table of its members, from the
// header on (§9.5).
func (w *writer) keyed(v *node, fields []field, depth int) {
	w.header(len(v.items), true, fields)
	for i, row := range v.items {
		w.line(depth)
		w.key(v.keys[i])
		w.text(": ")
		w.cells(leaves(nil, row, fields))
	}
}

// list writes the elements of an array, each behind a hyphen. An array in it has
// no key, and without one there is no table but at the root (§6).
func (w *writer) list(v *node, depth int) {
	for _, item := range v.items {
		w.line(depth)
		w.text("-")
		switch {
		case item.kind == scalar:
			w.text(" ")
			w.text(item.text)
		case item.kind == object:
			w.listed(item, depth)
		default:
			w.text(" ")
			w.header(len(item.items), false, nil)
			switch {
			case !allScalar(item.items):
				w.list(item, depth+1)
			case len(item.items) > 0:
				w.text(" ")
				w.cells(item.items)
			}
		}
	}
}

// listed writes an object as an element of a list: its first member stands on
// the line of the hyphen (§10).
func (w *writer) listed(v *node, depth int) {
	for i, key := range v.keys {
		if i == 0 {
			w.text(" ")
		} else {
			w.line(depth + 1)
		}
		w.key(key)
		w.value(v.items[i], depth+2)
	}
}

// header writes a length and the fields of a table, if any (§6).
func (w *writer) header(n int, keyed bool, fields []field) {
	w.text("[")
	w.out = strconv.AppendInt(w.out, int64(n), 10)
	if keyed {
		w.text(":")
	}
	if w.Delimiter != ',' {
		w.out = append(w.out, w.Delimiter)
	}
	w.text("]")
	if fields != nil {
		w.fields(fields)
	}
	w.text(":")
}

func (w *writer) fields(fields []field) {
	w.text("{")
	for i, f := range fields {
		w.delimit(i)
		w.key(f.name)
		if f.inner != nil {
			w.fields(f.inner)
		}
	}
	w.text("}")
}

func (w *writer) cells(scalars []*node) {
	for i, s := range scalars {
		w.delimit(i)
		w.text(s.text)
	}
}

// delimit separates value i from the one before it.
func (w *writer) delimit(i int) {
	if i > 0 {
		w.out = append(w.out, w.Delimiter)
	}
}
