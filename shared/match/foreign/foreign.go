// Package foreign is what a search knows of a matcher that is a program of its
// own, without what it takes to run one: where such programs are found and
// whether they may be used, what they say of themselves, and what they answer,
// checked. Package plug runs them.
package foreign

import (
	"context"
	"time"

	"github.com/ct-tools/ct/shared/confine"
)

// Bounds of what is asked and answered.
const (
	MostBatch    = 128     // files of a batch; but for the last, and where contents fill it, all have as many
	MostContents = 1 << 20 // bytes of the contents of a batch, and of a file that is sent along
	MostMatches  = 1 << 20 // matches of a search
	MostCaptures = 32      // of a match
	MostText     = 256     // bytes of a candidate's match that are held against the file
	mostCategory = 32      // bytes
	mostName     = 64      // bytes of a capture's name
)

// A Description is what a matcher says of itself.
type Description struct {
	Name     string // NAME of ct-matcher-NAME: a-z, 0-9 and "-"
	Version  string // of the matcher, one line for people
	Summary  string // what it finds, in one line
	Argument string // what ARG of --matcher NAME=ARG is, in one line; "" if it takes none

	// Contents asks for the contents of the files, which are then at most 1 MiB;
	// without it a matcher opens them itself. With contents it sees what the search
	// sees where a file changes.
	Contents bool
	// Programs that it runs, by bare names, at most 4. Executing any other is
	// refused. Pattern.Programs has their paths.
	Programs []string
	// SeveralLines says that a match may extend over lines.
	SeveralLines bool
	// Candidates says that the matcher has an index and brings the files itself.
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

// A Match is a place in a file.
type Match struct {
	// Start and End are offsets in bytes from the beginning of the file, End
	// exclusive. Matches of a file come in ascending order of Start.
	Start, End int
	// Line is the number of the line on which Start is, from 1. 0 leaves it to the
	// search; given, it is checked.
	Line int
	// Score is how good the match is, above 0 and at most 1; 0 is 1.
	Score float64
	// Category is pattern_match if empty.
	Category string
	Captures []Capture // at most 32
	// Text is what an index has at Start, at most the first 256 bytes; without one
	// a candidate is stale. Of other matches it is not used.
	Text []byte
}

// A Capture is what a variable of the pattern stands for; it lies in the match.
type Capture struct {
	Name       string // printable, at most 64 bytes
	Start, End int    // as of Match
}

// A File is one that a matcher is asked about.
type File struct {
	Path    string
	Content []byte // if Description.Contents
}

// An Answer is what a matcher says of one file.
type Answer struct {
	Matches  Matches
	Fault    string // why it could not be searched, "" if it was
	Excluded bool   // it is none for the matcher
	Reason   string // why that is, where it is because of the pattern
}

// A Candidate is a file that a matcher's index has matches in.
type Candidate struct {
	Path    string
	Size    int64 // when it was indexed, in bytes
	Matches Matches
}

// An Index says how old and how large an index is.
type Index struct {
	AsOf  time.Time // files that changed since are stale
	Files uint64
}

// A Request says what is to be looked for, and by which matcher.
type Request struct {
	Program  Program
	Pattern  string
	Argument string
	Case     Case
	Folder   string // the working folder, absolute
	// Languages that the files are restricted to, as --lang names them; none for
	// any.
	Languages []string
	// Confine and Readable are as of child.Command.
	Confine  confine.Mode
	Readable []string
	Sockets  string // folder for the sockets, see Sockets
}

// A Session is a matcher at work on one pattern. Its functions are called one
// at a time. An error of any of them is one line, and nothing that was answered
// counts; errors after the end of the context are its cause.
type Session struct {
	Description Description
	// Match looks at a batch of files and gives an answer for each.
	Match func(ctx context.Context, files []File) ([]Answer, error)
	// Candidates asks for the matches below roots.
	Candidates func(ctx context.Context, roots []string) ([]Candidate, Index, error)
	// End is called when all was asked; it makes sure that nothing was lost.
	End func(ctx context.Context) error
	// Close ends the matcher, and waits until it is gone.
	Close func()
}

// An Opener starts the matcher of a request and has it read the pattern. A
// refused pattern is a *RefusalError. The context bounds the whole session.
type Opener func(ctx context.Context, r Request) (*Session, error)

// A RefusalError says in the matcher's words what is wrong with a pattern.
type RefusalError struct{ Matcher, Reason string }

func (e *RefusalError) Error() string { return "matcher " + e.Matcher + ": " + e.Reason }
