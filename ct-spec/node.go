package main

// A node is what is ranked: a file, or with --sections a part of one.
type node struct {
	path   string // relative to the root
	id     string
	title  string
	desc   string
	code   []string
	anchor string // of a section, what follows # in its id; of a file ""
	level  int    // of a section's heading

	words   int     // of heading and body
	tallies []tally // of the terms it has in desc, heads and body, by term
	lead    string  // a window of its text round the first term, or its beginning
	trouble string  // what is wrong with its front matter
}

// A field is a part of a node in which a term can stand.
type field uint8

// The fields.
const (
	inName field = iota // title and id
	inDesc
	inHead // the headings in the body
	inBody
	fields
)

// A tally is how often a term stands in the fields of a node, by likeness.
type tally struct {
	term  uint16
	count [fields][likenesses]uint32
}

// What is kept of a node's id and title, and of its desc, in bytes.
const (
	maxTitle = 160
	maxDesc  = 500
)

// window is the width of a snippet, in bytes.
const window = 160
