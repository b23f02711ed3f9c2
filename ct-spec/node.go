package main

import "unsafe"

// A node is what is ranked: a file, or with --sections a part of one.
type node struct {
	path   string // relative to the root
	id     string
	title  string
	desc   string
	code   []string
	anchor string // of a section, what follows # in its id
	level  int    // of a section's heading, from 1; of a file 0

	words   int     // of heading and body
	tallies []tally // of the terms it has in desc and body, by term
	lead    string  // a window of its text round the first term, or its beginning
	trouble string  // what is wrong with its front matter
	unread  bool    // only a sign that the file is there
}

// size gives about how many bytes n holds.
func (n *node) size() int {
	return 250 + len(n.path) + len(n.title) + len(n.anchor) + len(n.desc) + len(n.lead) + len(n.tallies)*int(unsafe.Sizeof(tally{}))
}

// absorb adds to n the text of a section behind it.
func (n *node) absorb(section *node) {
	n.words += section.words
	for i := range section.tallies {
		t := &section.tallies[i]
		sum := &n.tally(t.term).count
		for f, k := range t.count {
			sum[f] += k
		}
	}
}

// A field is a part of a node in which a term can stand.
type field uint8

// The fields.
const (
	inName field = iota // title and id
	inDesc
	inBody // the headings too
	fields
)

// A tally is how often a term stands in the fields of a node.
type tally struct {
	term  uint16
	count [fields]uint32
}

// What is kept of a node's id, of its title and of its desc, in bytes, and how
// much of a title is shown.
const (
	maxID    = 160
	maxName  = 1000
	maxTitle = 160
	maxDesc  = 500
)

// What sections are told apart in: bytes that those of a file hold, and those of
// a run. What does not fit is one with the section before.
const (
	maxInFile = 6 << 20
	maxInRun  = 16 << 20
)

// window is the width of a snippet, in bytes.
const window = 160
