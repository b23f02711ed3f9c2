// Package occurrence classifies every match of a search: a Reader finds the matches of one file, lets the scanner of
// its language read it, and returns a File. The forms take from it what their answers need.
package occurrence

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// A Match is one match and its classification.
type Match struct {
	Path      string
	Line, End int64 // of its first and last line, from 1; 0 for a file that matches by its name
	Column    int   // of its first byte in its line, from 1
	EndColumn int   // after its last byte in the last line
	Kind      source.Kind
	Access    source.Access
	Whole     bool    // no letter, digit or underscore on either side
	Own       bool    // it is a definition of the symbol that was searched
	Meant     bool    // it is the definition that most uses mean
	Local     bool    // it defines something in the body of a function
	Body      bool    // it defines a function or a type
	Aside     bool    // its file belongs to tools, samples or code of others
	Private   bool    // its definition is visible only in its file or type
	Maker     bool    // it defines a constructor or destructor that has the name of its class
	Inner     bool    // it defines a member of a type other than an interface, or something in a function
	Namesake  bool    // its file is named like what it defines
	Heading   bool    // it is a heading of a document or a key of data
	Space     bool    // it names a namespace that many files share
	Prototype bool    // it declares a function that is defined elsewhere
	Approx    float64 // how good an approximate match is; 0 for others
	Text      string  // its line, without the line end, clipped around the match
	At        int     // where it begins in Text
	Word      string  // what was matched
	Enclosing string  // qualified name of the definition around it, Outermost without one
	Language  string  // of the file, "" without a scanner
	Role      rank.Role
	Sought    bool // a text was searched for, not a symbol
	Snippet   Snippet

	Given *foreign.Match // of a match that a matcher of its own program found; Kind is then Text

	Definition *Definition // of a definition
	Call       *Call       // of a callsite
	Import     *Import     // of an import
	Change     *Change     // what a change of the symbol means for it, if that was asked for
	Captures   []Capture   // of a match that was given
	Matched    string      // its text, clipped
	GivenBy    string      // the matcher
	Test       *Test       // of a test that is looked for
}

// A Capture is what a variable of a pattern matched.
type Capture struct{ Name, Text string }

// Outermost is the name of what encloses code outside of all definitions.
const Outermost = "<module>"

// A Snippet is the lines round a match that lie in the same definition.
type Snippet struct {
	First int64 // number of the first line; 0 for none
	Lines []string
}

// A Definition describes a definition.
type Definition struct {
	Symbol, Qualname  string
	Kind              source.Symbol
	Signature, Doc    string
	Decorators, Bases []string
	Exports           []string // of a module that is a file: the first public names that it defines
	Visibility        source.Visibility
	First, Last       int64 // its lines

	Heir *Heir // how it implements, extends or overrides what was asked for; nil if that was not asked
}

// An Heir says how a definition implements, extends or overrides another one.
type Heir struct {
	Relation, Base     string // how, and the base as it is written
	Level              int    // 1 if it names the other one itself
	Confidence, Reason string
	Of                 *Bound // the other one, nil if the tree does not have it
	Pointer            bool   // of Go: only pointers to it do
}

// A Call is how something is called.
type Call struct {
	Callee, Text        string
	Positional          int
	Keywords            []string
	Spread, SpreadNames bool

	// For a call whose binding was resolved: how sure it is, why, the definition that it is bound to, nil if none was
	// found, and what makes it hard to follow.
	Confidence, Reason string
	Target             *Bound
	Hazards            []string
}

// A Test is how a test reaches what it is a test of.
type Test struct {
	Distance               int    // calls
	By, Confidence, Reason string // what leads from one to the other, and how sure that is
	Through                []string
	Run, NotRun            string // the command that runs it, or why none is known
}

// A Bound is the definition that a call is bound to.
type Bound struct {
	Path, Qualname string
	Line           int64 // of its name
}

// An Import describes an import.
type Import struct {
	Module, Name, Alias, Text string
	// Other is the imported module if its name only ends in the one that was asked for; "" if it is exactly that one.
	Other string
}

// Categories that do not come from scanners.
const (
	PathMatch    = "path_match"          // a file whose name contains the query
	PatternMatch = foreign.UsualCategory // what a structural pattern matches
)

// Categories lists the categories of matches, the most informative first.
func Categories() []string {
	var names []string
	for k := source.Definition; k > source.Text; k-- {
		names = append(names, k.String())
	}
	return append(names, source.Text.String(), PatternMatch, PathMatch)
}

// SetCategories sets the number of matches of each category in figures, 0 for those that counts has not.
func SetCategories(f *verdict.Figures, counts map[string]int64) {
	for _, category := range Categories() {
		f.Set(category, float64(counts[category]))
	}
}

// Category returns the category as printed in answers.
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
	role := m.Role
	if m.Heading {
		role = rank.Doc // of whatever folder
	}
	return rank.Key{
		Score: m.Approx, Sought: m.Sought, Own: m.Own && !m.Heading, Meant: m.Meant, Heading: m.Heading, Space: m.Space, Prototype: m.Prototype, Local: m.Local, Body: m.Body, Namesake: m.Namesake, Aside: m.Aside, Maker: m.Maker, Private: m.Private, Inner: m.Inner, Role: role, Category: m.Category(), Whole: m.Whole,
		Path: m.Path, Line: m.Line, Column: m.Column,
	}
}

// Compare orders matches by rank.
func Compare(a, b *Match) int {
	x, y := a.Key(), b.Key()
	return rank.Compare(&x, &y)
}

// A Group is the matches of a file in one definition, shown in one line. Definitions and imports are shown alone.
type Group struct {
	Match       // the best of them
	Count int64 // their number
}

const mostDoubts = 5

// Gaps is what the scanners could not classify in the files with matches.
type Gaps struct {
	Unscanned int64    // matches that a scanner could have classified
	Doubts    []string // the first files that were not read by their language's rules, and how they were
	Unknown   int64    // files with matches of a language without a scanner

	CPP, Objective int64 // headers (.h) read as C++, and those of Objective-C
}

// Take adds a file with matches.
func (g *Gaps) Take(h *Head) {
	g.Unscanned += h.Unscanned
	if h.Language == "" {
		g.Unknown++
	}
	switch {
	case h.header && h.Language == "":
		g.Objective++
	case h.header && h.Language == "cpp":
		g.CPP++
	}
	if h.Doubt != "" && len(g.Doubts) < mostDoubts {
		g.Doubts = append(g.Doubts, h.Path+": "+h.Doubt)
	}
}

// Merge adds the files of another search.
func (g *Gaps) Merge(o *Gaps) {
	g.Unscanned, g.Unknown, g.CPP, g.Objective = g.Unscanned+o.Unscanned, g.Unknown+o.Unknown, g.CPP+o.CPP, g.Objective+o.Objective
	g.Doubts = slices.Concat(g.Doubts, o.Doubts)
	slices.SortFunc(g.Doubts, func(a, b string) int {
		a, _, _ = strings.Cut(a, ": ")
		b, _, _ = strings.Cut(b, ": ")
		return walk.ComparePaths(a, b)
	})
	g.Doubts = slices.Clip(g.Doubts[:min(len(g.Doubts), mostDoubts)])
}

// Headers says how headers were read whose names do not say what they are; nothing if as C.
func (g *Gaps) Headers() []string {
	var notes []string
	if g.CPP > 0 {
		notes = append(notes, grep.Plural(g.CPP, "header", "headers")+" (.h) read as C++")
	}
	if g.Objective > 0 {
		notes = append(notes, grep.Plural(g.Objective, "header", "headers")+" (.h) of Objective-C read as text")
	}
	return notes
}
