// Package rank sorts what a search found, the most relevant first, by the rules of one table. The order is total.
package rank

import (
	"cmp"
	"strings"
)

// Key is what a match is sorted by.
type Key struct {
	Score    float64 // how good an approximate match is, at most 1; 0 for every match of another search
	Own      bool    // it is a definition of the symbol that was searched for
	Meant    bool    // it is the one of several that the uses of the name mean
	Local    bool    // in the body of a function
	Body     bool    // of a function, a type or a macro with arguments; not of a constant, a variable or a field
	Aside    bool    // in a file of tools, samples or third-party code; see Aside
	Maker    bool    // of a constructor or destructor that has the name of its class
	Private  bool    // visible only in its own file or type
	Inner    bool    // of a member of a type, except interfaces and traits, or inside a function
	Namesake bool    // in a file with the same name
	Heading  bool    // it is a heading of a document or a key of data, not Own
	Space    bool    // of a namespace that many files share
	// Prototype is set of the declaration of a function that is defined elsewhere, the symbol that was searched for.
	Prototype bool
	// Sought is set if a text was searched for, not a symbol.
	Sought   bool
	Role     Role   // of the file
	Category string // in the form of answers: definition, callsite…
	Whole    bool   // it is a whole word
	Path     string // as printed
	Line     int64  // from 1; 0 for a whole file
	Column   int    // from 1, in bytes
}

// rule compares two keys by one property: negative if a comes first.
type rule struct {
	name    string
	compare func(a, b *Key) int
}

// without is the name of a rule to leave out, which the linker sets to measure what the rule does.
var without string

// rules in order of precedence.
var rules = []rule{
	{"of approximate matches those with fewer edits first", func(a, b *Key) int { return cmp.Compare(b.Score, a.Score) }},
	{"the definition or assignment that clearly most uses mean first", func(a, b *Key) int { return First(a.Meant, b.Meant) }},
	{"own definition first", func(a, b *Key) int { return First(a.Own, b.Own) }},
	{"of a text strings of sources before their code, then tests, data of programs, docs, and comments", func(a, b *Key) int { return cmp.Compare(a.sought(), b.sought()) }},
	{"sources before what is generated before tests before data of programs before docs", func(a, b *Key) int { return cmp.Compare(a.Role.Tier(), b.Role.Tier()) }},
	{"of own definitions those outside of functions first", func(a, b *Key) int { return First(a.Own && !a.Local, b.Own && !b.Local) }},
	{"of own definitions types and members before namespaces that files share", func(a, b *Key) int { return First(a.Own && !a.Space, b.Own && !b.Space) }},
	{"of own definitions functions and types before constants, variables and fields", func(a, b *Key) int { return First(a.Own && a.Body, b.Own && b.Body) }},
	{"of own definitions the tree's own before those of tools, samples and code of others", func(a, b *Key) int { return First(a.Own && !a.Aside, b.Own && !b.Aside) }},
	{"of own definitions a class before its constructors", func(a, b *Key) int { return First(a.Own && !a.Maker, b.Own && !b.Maker) }},
	{"of own definitions public before private ones", func(a, b *Key) int { return First(a.Own && !a.Private, b.Own && !b.Private) }},
	{"of own definitions functions, types and members of interfaces before other members", func(a, b *Key) int { return First(a.Own && !a.Inner, b.Own && !b.Inner) }},
	{"of own definitions those in a file of their name first", func(a, b *Key) int { return First(a.Own && a.Namesake, b.Own && b.Namesake) }},
	{"category", func(a, b *Key) int { return cmp.Compare(a.place(), b.place()) }},
	{"whole words before parts of words", func(a, b *Key) int { return First(a.Whole, b.Whole) }},
	{"shallow paths before deep ones", func(a, b *Key) int { return cmp.Compare(depth(a.Path), depth(b.Path)) }},
	{"path", func(a, b *Key) int { return cmp.Compare(a.Path, b.Path) }},
	{"line", func(a, b *Key) int { return cmp.Compare(a.Line, b.Line) }},
	{"column", func(a, b *Key) int { return cmp.Compare(a.Column, b.Column) }},
}

// Rules returns the names of the rules in order of precedence.
func Rules() []string {
	var names []string
	for _, r := range rules {
		if r.name != without {
			names = append(names, r.name)
		}
	}
	return names
}

// Compare returns a negative number if a comes before b, and 0 if they are the same match.
func Compare(a, b *Key) int {
	for i := range rules {
		if c := rules[i].compare(a, b); c != 0 && rules[i].name != without {
			return c
		}
	}
	return 0
}

// place returns the position of the category in the order. A heading or key comes after code, a prototype
// after definitions.
func (k *Key) place() int {
	switch k.Category {
	case "definition":
		if k.Heading {
			return 8
		}
		return 0
	case "callsite":
		return 2
	case "import", "from_import":
		return 3
	case "pattern_match":
		return 4
	case "reference":
		if k.Prototype {
			return 1
		}
		return 5
	case "assignment":
		return 6
	case "annotation":
		return 7
	case "text_match":
		return 9
	case "path_match":
		return 10
	}
	return 11 // strings, comments, docstrings
}

// sought returns the position of a match of a text: where a program writes it comes first, and what only mentions it last.
func (k *Key) sought() int {
	if !k.Sought {
		return 0
	}
	written := 1
	switch k.Category {
	case "string_match":
		written = 0
	case "comment_match", "docstring_match":
		return 10
	}
	switch k.Role.Tier() {
	case 0, 1:
		return written
	case 2:
		return 2 + written
	}
	return 2 + k.Role.Tier() // data of programs, then docs
}

// First sorts true before false, in the form of cmp.Compare.
func First(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func depth(path string) int { return strings.Count(path, "/") }
