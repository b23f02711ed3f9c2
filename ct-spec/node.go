package main

import "unsafe"

// node is what is ranked: a file, or with --sections a part of one.
type node struct {
	path            string // relative to the root
	id, title, desc string
	code            []string
	anchor          string // of a section: what follows # in its id
	level           int    // of a section's heading, from 1; 0 for a file

	words   int     // of heading and body
	tallies []tally // of the terms in desc and body, by term
	lead    string  // a part of its text around the first term, or its beginning
	trouble string  // what is wrong with its front matter, which is ranked as text
	loose   bool    // its front matter is not strict YAML
	unread  bool    // only means that the file exists
	tree    int     // index of the root that it is in
	hidden  bool    // below that root it is in a hidden folder
}

// size returns approximately how many bytes n takes.
func (n *node) size() int {
	return 250 + len(n.path) + len(n.title) + len(n.anchor) + len(n.desc) + len(n.lead) + len(n.tallies)*int(unsafe.Sizeof(tally{}))
}

// absorb adds to n the text of a section that follows it.
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

// field is a part of a node in which a term can occur.
type field uint8

// The fields.
const (
	inName field = iota // title and id
	inDesc
	inBody // including headings
	fields
)

// tally is how often a term occurs in the fields of a node.
type tally struct {
	term  uint16
	count [fields]uint32
}

// Limits for what is kept of a node's id, title and desc, in bytes, and for how much of a title is shown.
const (
	maxID    = 160
	maxName  = 1000
	maxTitle = 160
	maxDesc  = 500
)

// Limits for the bytes of sections, of one file and of a run. Further sections are merged with the one before them.
const (
	maxInFile = 6 << 20
	maxInRun  = 16 << 20
)

// window is the width of a snippet, in bytes.
const window = 160
