// Package plug lets a program of its own find matches for ct-search. It holds
// both sides: Serve is all that the author of a matcher calls, and Open is how a
// search uses one. What passes between them stands in wire/matcher.proto;
// docs/plugins.md walks an author from nothing to a matcher that works.
//
// A matcher is a foreign program: what it answers is checked before anything is
// made of it, and it runs confined, for one search, within deadlines.
package plug

import (
	"strings"

	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// Version is the version of the protocol.
const Version = 1

// What tells a matcher that it was started by a search, and not by hand.
const (
	cookieKey   = "CT_MATCHER"
	cookieValue = "a3f1c2d4-matcher"
)

// prefix begins the name of a matcher's program.
const prefix = "ct-matcher-"

// Bounds of the protocol.
const (
	maxMessage    = 2 << 20 // bytes of a message
	maxPart       = 1 << 20 // bytes of a message that an author's side begins no more matches in
	leastBatch    = 32      // files
	mostBatch     = 128     // files
	mostPrograms  = 4
	mostCaptures  = 32
	maxWord       = 32  // bytes of a category
	maxCapture    = 64  // bytes of a capture's name
	maxIndexed    = 256 // bytes of a candidate's match that are held against the file
	maxLine       = 300 // bytes of a line of text that an author writes for people
	usualCategory = "pattern_match"
)

// A Description is what a matcher says of itself.
type Description struct {
	Name     string // NAME of ct-matcher-NAME: a-z, 0-9 and "-"
	Version  string // of the matcher, one line for people
	Summary  string // what it finds, in one line
	Argument string // what ARG of --matcher NAME=ARG is, in one line; "" if it takes none

	// Contents asks for the contents of the files, which then do not exceed 1 MiB;
	// without it a matcher opens them itself. It is the faster way for a matcher
	// that reads every file, and the only one that sees what the search sees where
	// a file changes.
	Contents bool
	// Programs that it runs, by bare names, at most 4. Executing any other is
	// refused. Pattern.Programs has their paths.
	Programs []string
	// SeveralLines says that a match may extend over lines.
	SeveralLines bool
	// Candidates says that what Compile gives is an Index.
	Candidates bool
}

// A Case is how letters are to be compared.
type Case uint8

// The cases. CaseUsual leaves it to the matcher.
const (
	CaseUsual Case = iota
	CaseSensitive
	CaseInsensitive
)

// A Pattern is what is looked for.
type Pattern struct {
	Text     string
	Argument string // ARG of --matcher NAME=ARG
	Case     Case
	Programs []string // absolute paths of Description.Programs; "" for one that is not there
	Folder   string   // the working folder, absolute
	// Languages that the files are restricted to, as --lang names them; none for
	// any.
	Languages []string
}

// A Match is a place in a file.
type Match struct {
	// Start and End are offsets in bytes from the beginning of the file, End
	// exclusive. Matches of a file come in ascending order of Start.
	Start, End int
	// Line is the number of the line on which Start is, from 1. 0 leaves it to
	// Serve, or to the search; given, it is checked.
	Line int
	// Score is how good the match is, above 0 and at most 1; 0 is 1.
	Score float64
	// Category is pattern_match if empty.
	Category string
	Captures []Capture // at most 32
	// Text is what an Index has at Start, at most the first 256 bytes; without one
	// a candidate is not taken. Of other matches it is not used.
	Text []byte
}

// A Capture is what a variable of the pattern stands for; it lies in the match.
type Capture struct {
	Name       string // printable, at most 64 bytes
	Start, End int    // as of Match
}

// describe gives the description as it is sent.
func (d *Description) describe() *wire.Description {
	return &wire.Description{
		Name: d.Name, Version: d.Version, Summary: d.Summary, Argument: d.Argument,
		Needs:        &wire.Needs{Contents: d.Contents, Programs: d.Programs},
		SeveralLines: d.SeveralLines, Candidates: d.Candidates,
	}
}

// oneLine makes a foreign text one line of bounded length without control bytes.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if len(text) > maxLine {
		text = strings.ToValidUTF8(text[:maxLine], "") + "…"
	}
	return text
}
