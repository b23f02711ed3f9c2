// Package foreign has what a search needs to know about a matcher that is a separate program: where it is found, whether
// it may be used, how it describes itself, and its answers, checked. Package plug runs it.
package foreign

import (
	"context"
	"time"

	"github.com/ct-tools/ct/shared/confine"
)

// Limits for questions and answers.
const (
	MostBatch    = 128     // files of a batch; every batch has as many, except the last and those that their contents fill
	MostContents = 1 << 20 // bytes of the contents of a batch, and of a file that is sent along
	MostMatches  = 1 << 20 // matches of a search
	MostCaptures = 32      // of a match
	mostText     = 256     // bytes of a candidate's match that are compared with the file
	mostCategory = 32      // bytes
	mostName     = 64      // bytes of a capture's name
	mostBound    = 4 << 10 // bytes of the texts of a binding
	MostNotes    = 4       // of a file
)

// Description is how a matcher describes itself.
type Description struct {
	Name     string // NAME of ct-matcher-NAME: a-z, 0-9 and "-"
	Version  string // of the matcher, one line for people
	Summary  string // what it finds, in one line
	Argument string // what ARG of --matcher NAME=ARG is, in one line; "" if it takes none

	// Contents requests the contents of the files, which are then at most 1 MiB. Without it a matcher opens the files
	// itself. With contents it sees the same text as the search even if a file changes.
	Contents bool
	// Programs are the bare names of the only programs that it runs, at most 4. Pattern.Programs has their paths.
	Programs []string
	// SeveralLines is set if a match may extend over several lines.
	SeveralLines bool
	// Candidates is set if the matcher has an index and returns the files itself.
	Candidates bool
	// Occurrences is set if matches are occurrences of a name, which the search classifies as it does its own. Their
	// categories are ignored, and they may have a Binding.
	Occurrences bool
}

// Case says how letters are compared.
type Case uint8

// The cases. CaseUsual leaves the choice to the matcher.
const (
	CaseUsual Case = iota
	CaseSensitive
	CaseInsensitive
)

// Match is a place in a file.
type Match struct {
	// Start and End are offsets in bytes from the beginning of the file, End exclusive, in ascending order of Start.
	Start, End int
	// Line is the number of the line that contains Start, from 1, or 0 if it is not known. The search checks it.
	Line int
	// Score is how good the match is, above 0 and at most 1; 0 means 1.
	Score float64
	// Category is pattern_match if empty.
	Category string
	Captures []Capture // at most 32
	// Text is what an index has at Start, at most the first 256 bytes. Without it a candidate is stale.
	Text []byte
	// Binding is what an occurrence refers to, nil if nothing is known.
	Binding *Binding
}

// Binding is the definition that an occurrence refers to.
type Binding struct {
	Confidence Confidence
	Reason     string // why, in one line
	// Path, Line and Qualname are the definition; Path is "" if it is not known.
	Path, Qualname string
	Line           int
	// Certain is set if the occurrence refers to nothing of another name, though perhaps to another definition of this
	// one, as overloads are.
	Certain bool
}

// Confidence says how sure a binding is.
type Confidence uint8

// The confidences, the least first.
const (
	Unresolved Confidence = iota
	Med
	High
)

// String returns the confidence as answers name it.
func (c Confidence) String() string {
	return [...]string{"low", "med", "high"}[c]
}

// Note is what an answer says about files that were searched: a text, and what it counts in them.
type Note struct {
	Text  string
	Count uint64
	Stale bool // it says why the file was searched without the matcher's index
}

// Capture is the part of a match that a variable of the pattern stands for.
type Capture struct {
	Name       string // printable, at most 64 bytes
	Start, End int    // as in Match
}

// File is a file that a matcher is asked about.
type File struct {
	Path    string
	Content []byte // if Description.Contents
}

// Answer is what a matcher reports about one file.
type Answer struct {
	Matches  Matches
	Fault    string // why it could not be searched, "" if it was
	Excluded bool   // the matcher does not search such files
	Reason   string // why not, if that is because of the pattern
	Notes    []Note
}

// Candidate is a file in which a matcher's index has matches.
type Candidate struct {
	Path    string
	Size    int64 // when it was indexed, in bytes
	Matches Matches
}

// Index is the age and the size of an index.
type Index struct {
	AsOf  time.Time // files that changed since are stale
	Files uint64
}

// Request says what to look for, and with which matcher.
type Request struct {
	Program           Program
	Pattern, Argument string
	Case              Case
	Folder            string // the working folder, absolute
	// Languages that the files are restricted to, as in --lang; none means all.
	Languages []string
	// Confine and Readable are those of child.Command.
	Confine  confine.Mode
	Readable []string
	Sockets  string // folder for the sockets, see Sockets
}

// Session is a running matcher with one pattern. Its functions must not be called concurrently. An error of any of them
// is one line and invalidates all answers. After the end of the context, an error is its cause.
type Session struct {
	Description Description
	// Match searches a batch of files and returns an answer for each.
	Match func(ctx context.Context, files []File) ([]Answer, error)
	// Candidates returns the matches below roots.
	Candidates func(ctx context.Context, roots []string) ([]Candidate, Index, error)
	// End is called when everything was asked. It checks that nothing was lost.
	End func(ctx context.Context) error
	// Close ends the matcher and waits for its end.
	Close func()
}

// Opener starts a matcher, limited by the context, and has it read the pattern. A refusal is a *RefusalError.
type Opener func(ctx context.Context, r Request) (*Session, error)

// RefusalError says in the matcher's words what is wrong with a pattern.
type RefusalError struct{ Matcher, Reason string }

func (e *RefusalError) Error() string { return "matcher " + e.Matcher + ": " + e.Reason }
