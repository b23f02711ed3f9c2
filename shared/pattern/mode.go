package pattern

import (
	"fmt"
	"slices"
	"strings"
)

// Mode says how the text of a pattern is read.
type Mode uint8

const (
	// Auto lets Compile choose: promotion if Options.Promote is set, else Literal. Compiled patterns never have it.
	Auto Mode = iota
	// Literal is the text itself, anywhere in a line.
	Literal
	// Identifier is the text without [A-Za-z0-9_] directly before or after it (see IsIdentifier).
	Identifier
	// Word is the text without a word character (IsWord) directly before or after it, as with -w of grep and ripgrep.
	Word
	// Glob is a shell pattern that is searched for within a line: * and ? match neither '/' nor a
	// newline, [a-z] and [!a-z] are classes, \ makes the next character literal.
	Glob
	// Regex is a regular expression.
	Regex
	// Block is a literal of several lines. Its first may begin, and its last end, inside a line of the file. Source has
	// "\n" between the lines, whatever it was given with; a "\r\n" of the file counts as a "\n".
	Block
	// Fuzzy is text similar to the pattern: the one span of a line with the fewest edits, if its score reaches
	// Options.Threshold. An edit deletes, inserts or replaces a character, or exchanges two neighbors, each once.
	Fuzzy

	modes
)

var modeNames = [modes]string{"auto", "literal", "identifier", "word", "glob", "regex", "block", "fuzzy"}

// String returns the name of m as users write it.
func (m Mode) String() string { return nameOf(modeNames[:], int(m)) }

// ModeNames returns the names that ParseMode accepts.
func ModeNames() []string {
	return []string{"literal", "exact", "identifier", "word", "glob", "regex", "fuzzy"}
}

// ParseMode returns the mode with that name, "exact" for literal. Auto, the default, and Block have none.
func ParseMode(name string) (Mode, error) {
	switch i := slices.Index(modeNames[:], name); {
	case name == "exact":
		return Literal, nil
	case i >= int(Literal) && i != int(Block):
		return Mode(i), nil
	}
	return Auto, unknown("mode", name, ModeNames())
}

// Case says whether upper and lower case are distinguished.
type Case uint8

const (
	// CaseDefault is Sensitive in mode Identifier and Smart in all others.
	CaseDefault Case = iota
	Sensitive
	Insensitive
	// Smart ignores case unless the pattern has an upper-case letter.
	Smart

	cases
)

var caseNames = [cases]string{"default", "sensitive", "insensitive", "smart"}

// String returns the name of c as users write it.
func (c Case) String() string { return nameOf(caseNames[:], int(c)) }

// CaseNames returns the names that ParseCase accepts.
func CaseNames() []string { return slices.Clone(caseNames[Sensitive:]) }

// ParseCase returns the case rule with that name.
func ParseCase(name string) (Case, error) {
	if i := slices.Index(CaseNames(), name); i >= 0 {
		return Sensitive + Case(i), nil
	}
	return CaseDefault, unknown("case", name, CaseNames())
}

// Engine names the implementation that runs a regular expression.
type Engine uint8

const (
	// EngineAuto selects RE2, or Backtrack if RE2 refuses. A pattern that needs no engine has it.
	EngineAuto Engine = iota
	// RE2 is Go's regexp: linear time.
	RE2
	// Backtrack is regexp2: look-around and back-references, limited by a timeout.
	Backtrack

	engines
)

var engineNames = [engines]string{"auto", "re2", "backtrack"}

// String returns the name of e as users write it.
func (e Engine) String() string { return nameOf(engineNames[:], int(e)) }

// EngineNames returns the names that ParseEngine accepts.
func EngineNames() []string { return slices.Clone(engineNames[:]) }

// ParseEngine returns the engine with that name.
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
