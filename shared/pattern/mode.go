package pattern

import (
	"fmt"
	"slices"
	"strings"
)

// Mode says how the text of a pattern is read.
type Mode uint8

const (
	// Auto lets Compile choose: promotion where Options.Promote is set, else
	// Literal. A compiled pattern never has it.
	Auto Mode = iota
	// Literal is the text itself, anywhere in a line.
	Literal
	// Identifier is the text with no [A-Za-z0-9_] directly before or after it
	// (see IsIdentifier).
	Identifier
	// Word is the text with no Unicode word character directly before or after
	// it (see IsWord). The text's own first and last characters may be of any
	// kind, as with grep's and ripgrep's -w.
	Word
	// Glob is a shell pattern searched for within a line: * and ? match neither
	// '/' nor a newline, [a-z] and [!a-z] are classes, \ takes the next
	// character as it is.
	Glob
	// Regex is a regular expression.
	Regex
	// Block is a literal of several lines: the text that spans them, so that
	// its first line may begin, and its last end, inside a line of the file.
	// Source has "\n" between the lines whatever the line ends it came with; a
	// "\r\n" of the file is to be taken for a "\n".
	Block
	// Fuzzy is the text, or what is nearly the text: the span of a line that is
	// the fewest edits from it, if these are few enough for Options.Threshold. An
	// edit leaves out, adds or replaces a character, or exchanges two neighbors;
	// nothing is edited twice. There is at most one match on a line.
	Fuzzy

	modes
)

var modeNames = [modes]string{"auto", "literal", "identifier", "word", "glob", "regex", "block", "fuzzy"}

// String gives the name of m as users write it.
func (m Mode) String() string { return nameOf(modeNames[:], int(m)) }

// ModeNames gives the names that ParseMode takes.
func ModeNames() []string {
	return []string{"literal", "exact", "identifier", "word", "glob", "regex", "fuzzy"}
}

// ParseMode reads a mode by its name; "exact" is another name for literal.
// Auto and Block have none: they are what is chosen when nothing is asked for,
// and what a literal of several lines becomes.
func ParseMode(name string) (Mode, error) {
	switch i := slices.Index(modeNames[:], name); {
	case name == "exact":
		return Literal, nil
	case i >= int(Literal) && i != int(Block):
		return Mode(i), nil
	}
	return Auto, unknown("mode", name, ModeNames())
}

// Case says whether letters of either case are the same.
type Case uint8

const (
	// CaseDefault is Smart, but Sensitive in mode Identifier.
	CaseDefault Case = iota
	Sensitive
	Insensitive
	// Smart ignores case unless the pattern has an upper-case letter.
	Smart

	cases
)

var caseNames = [cases]string{"default", "sensitive", "insensitive", "smart"}

// String gives the name of c as users write it.
func (c Case) String() string { return nameOf(caseNames[:], int(c)) }

// CaseNames gives the names that ParseCase takes.
func CaseNames() []string { return slices.Clone(caseNames[Sensitive:]) }

// ParseCase reads a case rule by its name.
func ParseCase(name string) (Case, error) {
	if i := slices.Index(CaseNames(), name); i >= 0 {
		return Sensitive + Case(i), nil
	}
	return CaseDefault, unknown("case", name, CaseNames())
}

// Engine names what runs a regular expression.
type Engine uint8

const (
	// EngineAuto asks for RE2, and for Backtrack where RE2 refuses. A compiled
	// pattern has it in the modes that need no engine.
	EngineAuto Engine = iota
	// RE2 is Go's regexp: linear time.
	RE2
	// Backtrack is regexp2: look-around and back-references, bounded by a
	// timeout.
	Backtrack

	engines
)

var engineNames = [engines]string{"auto", "re2", "backtrack"}

// String gives the name of e as users write it.
func (e Engine) String() string { return nameOf(engineNames[:], int(e)) }

// EngineNames gives the names that ParseEngine takes.
func EngineNames() []string { return slices.Clone(engineNames[:]) }

// ParseEngine reads an engine by its name.
func ParseEngine(name string) (Engine, error) {
	if i := slices.Index(engineNames[:], name); i >= 0 {
		return Engine(i), nil
	}
	return EngineAuto, unknown("engine", name, engineNames[:])
}

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("(%d)", i)
}

func unknown(what, name string, names []string) error {
	return fmt.Errorf("unknown %s %q; there are %s", what, name, strings.Join(names, ", "))
}
