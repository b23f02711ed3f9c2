// Package plug lets a separate program find matches for ct-search. It has both sides: Serve is all
// that the author of a matcher calls, and Open is how a search uses one. The protocol between them
// is in wire/matcher.proto. docs/plugins.md leads an author from nothing to a working matcher.
//
// A matcher is a foreign program: its answers are checked, and it runs confined, for one search, with deadlines.
package plug

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// Version is the version of the protocol.
const Version = 1

// The environment variable by which a matcher recognizes that a search started it.
const (
	cookieKey   = "CT_MATCHER"
	cookieValue = "a3f1c2d4-matcher"
)

// prefix begins the name of a matcher's program.
const prefix = "ct-matcher-"

// Limits of the protocol, in addition to those of package foreign.
const (
	maxMessage   = 2 << 20 // bytes of a message
	maxPart      = 1 << 20 // size in bytes of a message to which the author's side adds no more matches
	mostPrograms = 4
	maxLine      = 300 // bytes of a line of text that an author writes for people
)

// The types of package foreign that an author needs.
type (
	// Description is how a matcher describes itself.
	Description = foreign.Description
	// Match is a place in a file.
	Match = foreign.Match
	// Capture is the part of a match that a variable of the pattern stands for.
	Capture = foreign.Capture
	// Binding is the definition that an occurrence refers to.
	Binding = foreign.Binding
	// Note is what an answer says about files that were searched.
	Note = foreign.Note
	// Case says how letters are compared.
	Case = foreign.Case
)

// The confidences of a binding, the least first.
const (
	Unresolved = foreign.Unresolved
	Med        = foreign.Med
	High       = foreign.High
)

// The cases. CaseUsual leaves the choice to the matcher.
const (
	CaseUsual       = foreign.CaseUsual
	CaseSensitive   = foreign.CaseSensitive
	CaseInsensitive = foreign.CaseInsensitive
)

// Pattern is what to search for.
type Pattern struct {
	Text     string
	Argument string // ARG of --matcher NAME=ARG
	Case     Case
	Programs []string // absolute paths of Description.Programs; "" for a program that was not found
	Folder   string   // the working folder, absolute
	// Languages that the files are restricted to, as in --lang; none means all.
	Languages []string
}

// describe converts a description for sending.
func describe(d *Description) *wire.Description {
	return &wire.Description{
		Name: d.Name, Version: d.Version, Summary: d.Summary, Argument: d.Argument,
		Needs:        &wire.Needs{Contents: d.Contents, Programs: d.Programs},
		SeveralLines: d.SeveralLines, Candidates: d.Candidates, Occurrences: d.Occurrences,
	}
}

// described converts and checks a received description.
func described(w *wire.Description, name string) (Description, error) {
	d := Description{
		Name: w.GetName(), Version: oneLine(w.GetVersion()), Summary: oneLine(w.GetSummary()), Argument: oneLine(w.GetArgument()),
		Contents: w.GetNeeds().GetContents(), Programs: w.GetNeeds().GetPrograms(),
		SeveralLines: w.GetSeveralLines(), Candidates: w.GetCandidates(), Occurrences: w.GetOccurrences(),
	}
	switch {
	case d.Name != name:
		return d, fmt.Errorf("it calls itself %q", oneLine(d.Name))
	case len(d.Programs) > mostPrograms:
		return d, fmt.Errorf("it needs %d programs, and %d are the most", len(d.Programs), mostPrograms)
	}
	for _, program := range d.Programs {
		if program == "" || strings.ContainsAny(program, "/\\:") || strings.HasPrefix(program, "-") || strings.HasPrefix(program, ".") || program != oneLine(program) {
			return d, fmt.Errorf("it needs the program %q, which is not a bare name", clip(oneLine(program)))
		}
	}
	return d, nil
}

// oneLine converts a foreign text into one line of limited length without control bytes.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if len(text) > maxLine {
		text = strings.ToValidUTF8(text[:maxLine], "") + "…"
	}
	return text
}
