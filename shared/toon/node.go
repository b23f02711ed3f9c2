package toon

import (
	"bytes"
	"encoding/json"
	"slices"
)

type kind uint8

const (
	scalar kind = iota
	array
	object
)

// node is a JSON value with its members in order.
type node struct {
	kind  kind
	text  string   // of a scalar, as it is written
	keys  []string // of an object, without duplicates
	items []*node  // elements, or the values of keys
}

// member returns the value of a key, or nil. at is the index of the key if n has the usual order.
func (n *node) member(key string, at int) *node {
	if at >= len(n.keys) || n.keys[at] != key {
		at = slices.Index(n.keys, key)
	}
	if at < 0 {
		return nil
	}
	return n.items[at]
}

// read returns v as encoding/json encodes it.
func read(v any, delimiter byte) (*node, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	r := reader{dec: json.NewDecoder(bytes.NewReader(text)), delimiter: delimiter}
	r.dec.UseNumber()
	return r.node()
}

type reader struct {
	dec       *json.Decoder
	delimiter byte
}

func (r *reader) node() (*node, error) {
	token, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return r.object()
		}
		return r.array()
	case json.Number:
		return &node{text: number(string(t))}, nil
	case string:
		return &node{text: string(appendString(nil, t, r.delimiter))}, nil
	case bool:
		if t {
			return &node{text: "true"}, nil
		}
		return &node{text: "false"}, nil
	}
	return &node{text: "null"}, nil
}

func (r *reader) array() (*node, error) {
	n := &node{kind: array}
	for r.dec.More() {
		item, err := r.node()
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, item)
	}
	_, err := r.dec.Token()
	return n, err
}

func (r *reader) object() (*node, error) {
	n := &node{kind: object}
	at := map[string]int{}
	for r.dec.More() {
		token, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string) // anything else is an error of the decoder
		value, err := r.node()
		if err != nil {
			return nil, err
		}
		if i, again := at[key]; again {
			n.items[i] = value
			continue
		}
		at[key] = len(n.keys)
		n.keys, n.items = append(n.keys, key), append(n.items, value)
	}
	_, err := r.dec.Token()
	return n, err
}
