// Package toon writes values in Token-Oriented Object Notation, JSON's data with indentation instead of braces and tables
// for lists of similar objects (TOON Specification 4.0, https://github.com/toon-format/spec). It does not read TOON.
package toon

import (
	"fmt"
	"strconv"
)

// Options change how values are written. The zero value is the usual form.
type Options struct {
	Delimiter byte // between values: ',', '\t' or '|'; 0 means ','
	Indent    int  // spaces per level; 0 means 2
}

// Marshal returns v in TOON, encoded as by encoding/json: struct tags, json.Marshaler and the order of fields apply.
// The result is UTF-8 without a final newline, and empty for an empty object; an invalid byte of a string becomes
// U+FFFD. If a Marshaler returns several members with the same name, the last wins.
//
// Numbers are exact, whatever their size: in plain decimals from 1e-6 to below 1e21, otherwise with an exponent (§2).
// Characters that control a terminal or are invisible are escaped, as §7.1 permits, so that the bytes can be shown
// unchanged; but those above U+FFFF have no escape and are written literally.
//
// The error is that of encoding/json.
func Marshal(v any) ([]byte, error) { return Options{}.Marshal(v) }

// Marshal is the function Marshal with the options o. It is an error if the specification does not have these options.
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

// writer appends a document to out, piece by piece.
type writer struct {
	Options
	out   []byte
	begun bool // there is at least one line
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

// members writes the members of an object, each on a line at depth, with its content below (§8).
func (w *writer) members(v *node, depth int) {
	for i, key := range v.keys {
		w.line(depth)
		w.key(key)
		w.value(v.items[i], depth+1)
	}
}

// value writes what follows a key. Further lines are at depth.
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

// array writes a non-empty array with its header: on one line (§9.1), as a table (§9.3) or a list (§9.2, §9.4).
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

// keyed writes an object of similar objects as a table of its members, starting with the header (§9.5).
func (w *writer) keyed(v *node, fields []field, depth int) {
	w.header(len(v.items), true, fields)
	for i, row := range v.items {
		w.line(depth)
		w.key(v.keys[i])
		w.text(": ")
		w.cells(leaves(nil, row, fields))
	}
}

// list writes elements after hyphens. An array among them has no key, so it is no table but at the root (§6).
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

// listed writes an object as an element of a list: its first member is on the line of the hyphen (§10).
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

// delimit separates value i from the previous one.
func (w *writer) delimit(i int) {
	if i > 0 {
		w.out = append(w.out, w.Delimiter)
	}
}
