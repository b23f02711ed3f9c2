// Package qlang reads the language of --q: words KEY=VALUE in any order, separated by blanks, or a text to look for.
//
//	entity=function name=foo in=src expand=callers(depth=2)
//
// A value is quoted as in a shell: 'literally', or "with \" and \\ in
// it"; elsewhere \ is literal, so expressions need no second escape.
package qlang

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/nearest"
)

// A Request is what a query asks for. Lists keep the order of the query.
type Request struct {
	// Text is a text to look for; then all else is empty, because a query with an "=" in it consists of keys.
	Text string

	Entity                      string // kind of definition, as written
	Name                        string // of what is looked for; a regular expression after ~
	Pattern                     string // structural
	In, Include, Exclude, Langs []string
	Expand                      []string // as ParseExpand reads them
	Limit                       int64    // findings, 0 for the usual
}

// Bounds of a query.
const (
	maxText  = 32 << 10 // bytes of the whole
	maxDepth = 10       // levels of expand
)

// A key is one KEY of the language.
type key struct {
	name string
	many bool // may be given again
	set  func(r *Request, value string) error
}

// keys in the order in which they are printed.
func keys() []key {
	return []key{
		{"entity", false, text(func(r *Request) *string { return &r.Entity })},
		{"name", false, text(func(r *Request) *string { return &r.Name })},
		{"in", true, list(func(r *Request) *[]string { return &r.In })},
		{"include", true, list(func(r *Request) *[]string { return &r.Include })},
		{"exclude", true, list(func(r *Request) *[]string { return &r.Exclude })},
		{"lang", true, list(func(r *Request) *[]string { return &r.Langs })},
		{"pattern", false, text(func(r *Request) *string { return &r.Pattern })},
		{"expand", true, expand},
		{"limit", false, limit},
	}
}

func text(field func(*Request) *string) func(*Request, string) error {
	return func(r *Request, value string) error {
		*field(r) = value
		return nil
	}
}

func list(field func(*Request) *[]string) func(*Request, string) error {
	return func(r *Request, value string) error {
		*field(r) = append(*field(r), value)
		return nil
	}
}

// Keys names the keys of the language.
func Keys() []string {
	var names []string
	for _, k := range keys() {
		names = append(names, k.name)
	}
	return names
}

// meant returns the key for its name in other tools.
func meant() map[string]string {
	return map[string]string{
		"symbol": "name", "kind": "entity", "type": "entity", "path": "in", "dir": "in", "glob": "include", "language": "lang",
		"depth": "expand", "callers": "expand", "callees": "expand", "max": "limit", "regex": "name",
	}
}

// Parse reads a query. The error is one line that names the culprit and the remedy.
func Parse(query string) (*Request, error) {
	switch {
	case len(query) > maxText:
		return nil, fmt.Errorf("a query of %d bytes: at most %d are taken", len(query), maxText)
	case strings.TrimSpace(query) == "":
		return nil, errors.New("the query is empty: give a text, or entity=KIND name=NAME")
	case !strings.Contains(query, "="):
		return &Request{Text: query}, nil
	}
	r := &Request{}
	given := map[string]bool{}
	for rest := strings.TrimLeft(query, blanks); rest != ""; rest = strings.TrimLeft(rest, blanks) {
		var w word
		var err error
		if w, rest, err = next(rest); err != nil {
			return nil, err
		}
		if err := r.take(w, given); err != nil {
			return nil, err
		}
	}
	switch {
	case r.Entity == "" && r.Pattern == "":
		return nil, errors.New("entity=KIND is missing: say what is looked for, as in entity=function")
	case r.Entity != "" && r.Pattern != "":
		return nil, errors.New("entity and pattern exclude each other: give one")
	}
	return r, nil
}

// take takes one word of a query.
func (r *Request) take(w word, given map[string]bool) error {
	if w.key == "" {
		return fmt.Errorf("%q is not key=value; for a text with a = in it leave --q out", clip(w.text))
	}
	for _, k := range keys() {
		if k.name != w.key {
			continue
		}
		switch {
		case given[k.name] && !k.many:
			return fmt.Errorf("%s is given twice: give it once", k.name)
		case w.text == "":
			return fmt.Errorf("%s= has no value: give it one, or leave it out", k.name)
		}
		given[k.name] = true
		return k.set(r, w.text)
	}
	if other, ok := meant()[strings.ToLower(w.key)]; ok {
		return fmt.Errorf("unknown key %q; did you mean %q?", clip(w.key), other)
	}
	if hint := nearest.Hint(clip(w.key), Keys()); hint != "" {
		return fmt.Errorf("unknown key %q%s", clip(w.key), hint)
	}
	return fmt.Errorf("unknown key %q; the keys are %s", clip(w.key), strings.Join(Keys(), " "))
}

func expand(r *Request, value string) error {
	r.Expand = append(r.Expand, value)
	_, err := ParseExpand(r.Expand)
	return err
}

// An Expansion says how many levels of callers and of callees are shown of a definition, 0 for none.
type Expansion struct{ Callers, Callees int }

// ParseExpand reads callers(depth=N) and callees(depth=N), each at most once, N 1 by default. The error is one line.
func ParseExpand(values []string) (e Expansion, err error) {
	known := []string{"callers", "callees"}
	for _, value := range values {
		relation, arguments, open := strings.Cut(value, "(")
		field := &e.Callers
		switch relation {
		case known[0]:
		case known[1]:
			field = &e.Callees
		default:
			return e, fmt.Errorf("expand=%s: want callers(depth=N) or callees(depth=N)%s", clip(value), nearest.Hint(clip(relation), known))
		}
		if *field > 0 {
			return e, fmt.Errorf("expand=%s is given twice: give it once", relation)
		}
		*field = 1
		if !open {
			continue
		}
		inner, closed := strings.CutSuffix(arguments, ")")
		name, number, is := strings.Cut(inner, "=")
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if !closed || !is || strings.TrimSpace(name) != "depth" || err != nil || n < 1 || n > maxDepth {
			return e, fmt.Errorf("expand=%s: want %s(depth=N), N from 1 to %d", clip(value), relation, maxDepth)
		}
		*field = n
	}
	return e, nil
}

func limit(r *Request, value string) error {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("limit=%s: want a number from 1", clip(value))
	}
	r.Limit = n
	return nil
}

// clip bounds what an error repeats of a query, in one line.
func clip(s string) string {
	const most = 40 // characters
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return string(r)
}
