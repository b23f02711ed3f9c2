// Package plug lets a program of its own find matches for ct-search. It holds
// both sides: Serve is all that the author of a matcher calls, and Open is how a
// search uses one. What passes between them stands in wire/matcher.proto;
// docs/plugins.md walks an author from nothing to a matcher that works.
//
// A matcher is a foreign program: what it answers is checked before anything is
// made of it, and it runs confined, for one search, within deadlines.
package plug

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/match/foreign"
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

// Bounds of the protocol, beside those of package foreign.
const (
	maxMessage   = 2 << 20 // bytes of a message
	maxPart      = 1 << 20 // bytes of a message that an author's side begins no more matches in
	mostPrograms = 4
	maxLine      = 300 // bytes of a line of text that an author writes for people
)

// What a matcher says of itself and answers is what a search knows of it.
type (
	// A Description is what a matcher says of itself.
	Description = foreign.Description
	// A Match is a place in a file.
	Match = foreign.Match
	// A Capture is what a variable of the pattern stands for.
	Capture = foreign.Capture
	// A Case is how letters are to be compared.
	Case = foreign.Case
)

// The cases. CaseUsual leaves it to the matcher.
const (
	CaseUsual       = foreign.CaseUsual
	CaseSensitive   = foreign.CaseSensitive
	CaseInsensitive = foreign.CaseInsensitive
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

// describe gives the description as it is sent.
func describe(d *Description) *wire.Description {
	return &wire.Description{
		Name: d.Name, Version: d.Version, Summary: d.Summary, Argument: d.Argument,
		Needs:        &wire.Needs{Contents: d.Contents, Programs: d.Programs},
		SeveralLines: d.SeveralLines, Candidates: d.Candidates,
	}
}

// described gives the description that was received, checked.
func described(w *wire.Description, name string) (Description, error) {
	d := Description{
		Name: w.GetName(), Version: oneLine(w.GetVersion()), Summary: oneLine(w.GetSummary()), Argument: oneLine(w.GetArgument()),
		Contents: w.GetNeeds().GetContents(), Programs: w.GetNeeds().GetPrograms(),
		SeveralLines: w.GetSeveralLines(), Candidates: w.GetCandidates(),
	}
	switch {
	case d.Name != name:
		return d, fmt.Errorf("it calls itself %q", oneLine(d.Name))
	case len(d.Programs) > mostPrograms:
		return d, fmt.Errorf("it needs %d programs, and %d are the most", len(d.Programs), mostPrograms)
	}
	for _, program := range d.Programs {
		if program == "" || strings.ContainsAny(program, "/\\:") || strings.HasPrefix(program, "-") || strings.HasPrefix(program, ".") || program != oneLine(program) {
			return d, fmt.Errorf("it needs the program %q, which is no bare name", clip(oneLine(program)))
		}
	}
	return d, nil
}

// oneLine makes a foreign text one line of bounded length without control bytes.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if len(text) > maxLine {
		text = strings.ToValidUTF8(text[:maxLine], "") + "…"
	}
	return text
}
