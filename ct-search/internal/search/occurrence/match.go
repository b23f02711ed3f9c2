// Package occurrence says what stands at every match of a search: a Reader
// finds the matches of one file, lets the scanner of its language read it, and
// returns a File. The forms take from it what their answers need.
package occurrence

import (
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
)

// A Match is one match and what stands there.
type Match struct {
	Path      string
	Line, End int64 // of its first and last line, from 1; 0 of a file that matches by its name
	Column    int   // of its first byte in its line, from 1
	EndColumn int   // after its last byte in the last line
	Kind      source.Kind
	Access    source.Access
	Whole     bool    // no letter, digit or underscore stands on either side
	Own       bool    // it is a definition of the symbol that was searched
	Local     bool    // it defines something in the body of a function
	Body      bool    // it defines a function or a type
	Aside     bool    // its file is of tools, samples or code of others
	Private   bool    // it defines what only its own file or type sees
	Inner     bool    // it defines a member of a type that is no interface, or something in a function
	Namesake  bool    // its file is named like what it defines
	Approx    float64 // how good an approximate match is; 0 for another
	Text      string  // its line, without the line end, clipped round it
	At        int     // where it begins in Text
	Word      string  // what was matched
	Enclosing string  // qualified name of the definition around it, Outermost without one
	Language  string  // of the file, "" where no scanner knows it
	Role      rank.Role
	Snippet   Snippet

	Given *foreign.Match // of a match that a matcher of its own program found; Kind is then Text

	Definition *Definition // of a definition
	Call       *Call       // of a callsite
	Import     *Import     // of an import
	Captures   []Capture   // of a match that was given
	Matched    string      // its text, clipped
	GivenBy    string      // the matcher
}

// A Capture is what a variable of a pattern stands for.
type Capture struct{ Name, Text string }

// Outermost stands for what encloses the code that no definition encloses.
const Outermost = "<module>"

// A Snippet is the lines round a match that lie in the same definition.
type Snippet struct {
	First int64 // number of the first line; 0 for none
	Lines []string
}

// A Definition is what a definition says of itself.
type Definition struct {
	Symbol, Qualname string
	Kind             source.Symbol
	Signature        string
	Doc              string
	Decorators       []string
	Bases            []string
	Exports          []string // of a module that is a file: the first public names that it defines
	Visibility       source.Visibility
	First, Last      int64 // its lines
}

// A Call is how something is called.
type Call struct {
	Callee, Text        string
	Positional          int
	Keywords            []string
	Spread, SpreadNames bool

	// Of a call whose binding was looked for: how sure it is, why, the
	// definition that it is bound to, nil where none is seen, and what makes it
	// hard to follow.
	Confidence, Reason string
	Target             *Bound
	Hazards            []string
}

// A Bound is the definition that a call is bound to.
type Bound struct {
	Path, Qualname string
	Line           int64 // of its name
}

// An Import is what an import brings.
type Import struct {
	Module, Name, Alias, Text string
	// Other is the module that is imported where one was asked for whose name
	// it only ends in; "" for the very one.
	Other string
}

// Categories of what no scanner says.
const (
	PathMatch    = "path_match"          // a file whose name holds the query
	PatternMatch = foreign.UsualCategory // what a structural pattern matches
)

// Categories names what a match may be, the most informative first.
func Categories() []string {
	var names []string
	for k := source.Definition; k > source.Text; k-- {
		names = append(names, k.String())
	}
	return append(names, source.Text.String(), PatternMatch, PathMatch)
}

// Category returns the category as answers name it.
func (m *Match) Category() string {
	if m.Line == 0 {
		return PathMatch
	}
	if m.Given != nil {
		return m.Given.Category
	}
	return m.Kind.String()
}

// Score says how good a match is: above 0 and at most 1.
func (m *Match) Score() float64 {
	switch {
	case m.Given != nil:
		return m.Given.Score
	case m.Approx > 0:
		return m.Approx
	}
	return 1
}

// Key is what m is ranked by.
func (m *Match) Key() rank.Key {
	return rank.Key{
		Own: m.Own, Local: m.Local, Body: m.Body, Namesake: m.Namesake, Aside: m.Aside, Private: m.Private, Inner: m.Inner, Role: m.Role, Category: m.Category(), Whole: m.Whole,
		Path: m.Path, Line: m.Line, Column: m.Column,
	}
}

// Compare orders matches by rank.
func Compare(a, b *Match) int {
	x, y := a.Key(), b.Key()
	return rank.Compare(&x, &y)
}

// A Group is the matches of one file that one definition encloses and that are
// shown in one line; a definition and an import are each shown alone.
type Group struct {
	Match       // the best of them
	Count int64 // how many they are
}
