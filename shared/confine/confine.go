// Package confine takes from the running process, and from whatever it
// starts, the right to write to files and to change their names.
//
// On Linux the kernel enforces it: Landlock's write-class rights are handled
// and granted nowhere but in the folders named by the caller. Landlock's
// TRUNCATE and read rights are left unhandled on purpose, because with them
// every open walks the path up to the root; so a file can still be truncated
// without being written. A foreign program that is started through Child has
// less still, and leaves this process what it had. docs/security.md states what
// all that promises and what remains possible.
package confine

import (
	"fmt"
	"slices"
	"strings"
)

// Mode says what happens where the system cannot confine a process.
type Mode uint8

// The modes. The zero value is Auto.
const (
	Auto    Mode = iota // confine where the system can, record why where it cannot
	Require             // confine or fail
	Off                 // do not confine
)

// names lists the modes in the order of their values.
var names = [...]string{Auto: "auto", Require: "require", Off: "off"}

// Names gives the words that Parse takes.
func Names() []string { return slices.Clone(names[:]) }

// String gives the word for m.
func (m Mode) String() string {
	if int(m) < len(names) {
		return names[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// Parse gives the mode that word names; the error lists the words there are.
func Parse(word string) (Mode, error) {
	if i := slices.Index(names[:], word); i >= 0 {
		return Mode(i), nil
	}
	return Auto, fmt.Errorf("%q is not a confinement mode: use %s", word, strings.Join(names[:], ", "))
}

// Strictest gives the one of a and b that allows less: Require before Auto
// before Off.
func Strictest(a, b Mode) Mode {
	switch {
	case a == Require || b == Require:
		return Require
	case a == Auto || b == Auto:
		return Auto
	}
	return Off
}

// Status says what is in force.
type Status struct {
	Enforced bool   // no file can be written, made, renamed or removed
	ABI      int    // version of the Landlock interface, 0 where there is none
	Note     string // why less is in force than could be, "" when all is
	Scoped   bool   // what Child restricts can signal nothing but what it started itself
}

// Self confines every thread of this process and all that it starts from now
// on, for good. Below the folders in writable, which must exist, entries may
// still be created, written, renamed and removed. The null device stays
// writable. Descriptors that are open already keep their rights.
//
// Under Auto what the system does not give is recorded in Status.Note and is
// no error; under Require it is one, which names the Landlock ABI that is
// missing. Under Off nothing is done. A folder in writable that cannot be
// opened is an error in both.
func Self(m Mode, writable ...string) (Status, error) {
	if m == Off {
		return Status{Note: "switched off"}, nil
	}
	s, err := restrict(writable)
	if err != nil {
		return s, fmt.Errorf("cannot confine: %w", err)
	}
	if m == Require && s.Note != "" {
		return s, &RequireError{Status: s}
	}
	return s, nil
}

// Probe says what Self would put in force here, and changes nothing.
func Probe() Status { return probe() }

// A RequireError says what a system lacks for the mode Require.
type RequireError struct {
	Status Status
}

// Error names the missing Landlock ABI where it is that which is missing.
func (e *RequireError) Error() string {
	if e.Status.ABI < minABI {
		return fmt.Sprintf("confinement is required, and Landlock ABI %d (Linux 5.13) is missing: %s", minABI, e.Status.Note)
	}
	return "confinement is required: " + e.Status.Note
}

// minABI is the first version of Landlock; it has every right that is handled
// here but REFER, and what REFER governs that version always denies.
const minABI = 1
