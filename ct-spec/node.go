package main

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/ct-tools/ct/shared/rank/bm25"
)

// node is what is ranked: a file, or with --sections a part of one.
type node struct {
	path            string // relative to the root
	id, title, desc string
	code            []string
	anchor          string // of a section: what follows # in its id
	level           int    // of a section's heading, from 1; 0 for a file

	words   int          // of heading and body
	lengths bm25.Lengths // of the other fields, in words
	tallies []tally      // of the terms, by term
	pairs   []pairTally  // of those of the question, in its order
	links   []link       // in its text
	lead    string       // a part of its text around the first term, or its beginning
	trouble string       // what is wrong with its front matter, which is ranked as text
	loose   bool         // its front matter is not strict YAML
	unread  bool         // only means that the file exists
	tree    int          // index of the root that it is in
	hidden  bool         // below that root it is in a hidden folder
}

// size returns approximately how many bytes n takes.
func (n *node) size() int {
	return 250 + len(n.path) + len(n.title) + len(n.anchor) + len(n.desc) + len(n.lead) + len(n.tallies)*int(unsafe.Sizeof(tally{})) +
		len(n.pairs)*int(unsafe.Sizeof(pairTally{})) + n.linkSize()
}

// linkSize returns approximately how many bytes n's links take.
func (n *node) linkSize() (size int) {
	for i := range n.links {
		size += int(unsafe.Sizeof(link{})) + len(n.links[i].target) + cap(n.links[i].found)*int(unsafe.Sizeof(bm25.Matched{}))
	}
	return size
}

// absorb adds to n the text of a section that follows it.
func (n *node) absorb(section *node) {
	n.words += section.words
	n.links = append(n.links, section.links[:min(len(section.links), maxLinks-len(n.links))]...)
	for i := range section.tallies {
		t := &section.tallies[i]
		n.tally(t.term).Join(&t.Counts)
	}
	for _, p := range section.pairs {
		at, ok := slices.BinarySearchFunc(n.pairs, p, func(a, b pairTally) int { return cmp.Compare(a.pair, b.pair) })
		if !ok {
			n.pairs = slices.Insert(n.pairs, at, pairTally{pair: p.pair})
		}
		n.pairs[at].Join(p.PairCounts)
	}
}

// field is a part of a node in which a term can occur.
type field = int

// The fields.
const (
	inName field = iota // title and id
	inDesc
	inBody   // including headings
	inAnchor // links to the node
	fields
)

// tally is how often a term occurs in the fields of a node.
type tally struct {
	term uint16
	bm25.Counts
}

// pairTally is how often the terms of a pair occur beside each other.
type pairTally struct {
	pair uint16
	bm25.PairCounts
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
